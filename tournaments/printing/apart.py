"""A paper with somebody's own picture, made in a process of its own: `python apart.py` for `printing.pdf`.

Reads one line of JSON and then the picture as SVG, and writes the PDF. A picture may be made to be endless work, or to
take all the memory there is: then this process ends, and nothing else with it. The picture is a file in memory only.
"""

import contextlib
import json
import sys
from pathlib import Path

import typst

FOLDER = Path(__file__).parent
MOST_MEMORY = 1_500_000_000
MOST_SECONDS = 10


def main() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # there is none on Windows; whoever waits for us ends us in time all the same

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    asked = json.loads(sys.stdin.buffer.readline())
    files = {one.name: one.read_bytes() for one in FOLDER.glob("*.typ")}
    files |= {"main.typ": files[f"{asked['paper']}.typ"], "picture": sys.stdin.buffer.read()}
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(FOLDER / "fonts")])
    paper = typst.compile(files, font_paths=fonts, sys_inputs={"data": asked["data"]})  # type: ignore[call-overload]
    sys.stdout.buffer.write(paper)


if __name__ == "__main__":
    main()
