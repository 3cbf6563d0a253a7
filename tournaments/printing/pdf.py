"""A paper as PDF, made on this machine by typst: from one of the `.typ` files here, and what stands in it.

Words go in as JSON only (`sys.inputs`), never as markup, so a name cannot be more than a name. Files are read from
this folder only, letters are those of `fonts/`, and nothing is fetched. How much goes onto a paper has a bound, so
that none takes long; a paper with somebody's own picture on it is made by a process of its own (`apart`), which is
ended when it takes too long.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import typst
from django.utils.translation import get_language

from clubs.services.core import Problem, Refused

FOLDER = Path(__file__).parent
SIZES = ("a4", "a5")
MOST = 4_000_000
"""Letters of all that stands on a paper, QR codes with them: 500 tables with two pairs each."""
SECONDS = 10
"""So long a paper with somebody's own picture may take."""


@cache
def fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(FOLDER / "fonts")])


def pdf(paper: str, said: Mapping[str, Any], *, size: str) -> bytes:
    """The paper of this name on A4 or A5. Refused: more than fits on a stack of paper (`paper_too_long`)."""
    return typst.compile(
        FOLDER / f"{paper}.typ",
        root=FOLDER,
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": written(said, size)},
    )


def pdf_with_picture(paper: str, said: Mapping[str, Any], *, size: str, picture: bytes) -> bytes:
    """The same with a picture (SVG), which is kept nowhere. Refused: one that cannot be drawn in time."""
    asked = {"paper": paper, "data": written({**said, "picture": True}, size)}
    try:
        done = subprocess.run(  # noqa: S603  # this Python, and a file of ours
            [sys.executable, FOLDER / "apart.py"],
            input=json.dumps(asked).encode() + b"\n" + picture,
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
    except subprocess.SubprocessError as error:
        raise Refused(Problem("picture_not_drawn", "picture")) from error
    return done.stdout


def written(said: Mapping[str, Any], size: str) -> str:
    language = (get_language() or "en").partition("-")[0]
    data = json.dumps({**said, "size": size, "lang": language}, ensure_ascii=False)
    if len(data) > MOST:
        raise Refused(Problem("paper_too_long"))
    return data
