"""Who sits where: for the wall by name and by table, a slip for every card, and the whole draw on one page."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.names import by_last_name
from tournaments.formats import core
from tournaments.printing.head import titled, unbroken
from tournaments.services.facts import Facts
from tournaments.services.plan_words import stage_beside

Names = Callable[[int], str]
"""Start number -> what a card is called on this paper."""


def by_name(facts: Facts, played: core.Round, listed: Callable[[int], Sequence[str]]) -> dict[str, Any]:
    """Everybody with the number of their table, as in a telephone book; `listed` is what somebody looks for."""
    where = places(played)
    found = sorted(
        ((name, number) for number in (*where, *played.resting) for name in listed(number)),
        key=lambda one: (by_last_name(one[0]), one[1]),
    )
    rows, before = list[dict[str, Any]](), ""
    for name, number in found:
        first = by_last_name(name)[0][:1].upper()
        at, _seat = where.get(number, (0, 0))
        rows.append(
            {
                "letter": first if first != before else "",
                "name": unbroken(name),
                "number": str(number),
                "at": str(at or ""),
            }
        )
        before = first
    return _of_round(_("Who sits where, by name"), facts, played) | {"rows": rows}


def by_table(facts: Facts, played: core.Round, names: Names) -> dict[str, Any]:
    tables = [
        {"number": table.number, "seats": _cards(table.seats, names), "alone": len(table.seats) == 1}
        for table in played.tables
    ]
    if played.byes:
        tables.append({"number": 0, "seats": _cards(played.byes, names), "alone": False})
    return _of_round(_("Who sits where, by table"), facts, played) | {"tables": tables}


def draw_slips(facts: Facts, played: core.Round, names: Names) -> dict[str, Any]:
    """One for every card, by number."""
    return _of_round(_("Draw slips"), facts, played) | {"rows": _by_number(played, names, long=True)}


def whole_draw(facts: Facts, played: core.Round, names: Names) -> dict[str, Any]:
    said = _("Table, and the seat beside it")
    return _of_round(_("The whole draw, by number"), facts, played) | {
        "rows": _by_number(played, names, long=False),
        "said": said,
    }


def places(played: core.Round) -> dict[int, tuple[int, int]]:
    """Start number -> its table and seat, both counted from 1; who is alone at a table of a grid has none."""
    return {
        number: (table.number, seat)
        for table in played.tables
        if len(table.seats) > 1
        for seat, number in enumerate(table.seats, start=1)
    }


def _by_number(played: core.Round, names: Names, *, long: bool) -> list[dict[str, Any]]:
    where = places(played)
    rows = []
    for number in sorted((*where, *played.resting)):
        at, seat = where.get(number, (0, 0))
        said = pgettext("at the table", "Seat %(number)s") % {"number": seat} if long else f"/{seat}"
        rows.append(
            {
                "number": number,
                "name": unbroken(names(number)),
                "at": str(at or ""),
                "seat": said if at else "",
                "side": said if at else "",
            }
        )
    return rows


def _cards(numbers: Sequence[int], names: Names) -> list[dict[str, Any]]:
    return [{"number": number, "name": unbroken(names(number))} for number in numbers]


def _of_round(title: str, facts: Facts, played: core.Round) -> dict[str, Any]:
    stage = stage_beside(facts.plan, played.stage)
    return titled(title, facts.tournament, number=played.number, stage=stage)
