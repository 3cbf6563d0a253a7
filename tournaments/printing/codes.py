"""The codes on paper: a card to stand on every table, and the poster of the whole hall."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import segno
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.printing.head import titled


@lru_cache(maxsize=1024)
def code_drawn(text: str) -> str:
    """A QR code as SVG. Its pattern is laid down instead of tried out: 250 of them take a fifth of the time."""
    squares = segno.make(text, error="m", mask=2)
    return str(squares.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)).replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1
    )


def tent_cards(tournament: Tournament, addresses: Mapping[int, str], hall: str) -> dict[str, Any]:
    """Number of a table -> the address of its code; two on a page, each folded in the middle. The hall's comes last."""
    cards = [
        {"word": _("Table"), "number": str(number), "code": code_drawn(link), "address": link}
        for number, link in addresses.items()
    ]
    return {
        **titled(_("Cards for the tables"), tournament),
        "cards": cards,
        "help": _("Scan it: who sits here, and what you have played."),
        "hall": {"code": code_drawn(hall), "address": hall, "help": said_of_hall()} if hall else None,
    }


def hall_poster(tournament: Tournament, hall: str) -> dict[str, Any]:
    return {
        **titled(_("For every phone"), tournament),
        "code": code_drawn(hall),
        "address": hall,
        "help": said_of_hall(),
        "steps": [_("Scan it with the camera."), _("Choose your start number."), _("No account, nothing to install.")],
    }


def said_of_hall() -> str:
    return _("Your table, your seat, how it stands.")
