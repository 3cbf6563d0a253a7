"""The standings on paper: two columns of place, number, name and total, and below a name what decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.messages import standings as words
from tournaments.messages.criteria import unit_name
from tournaments.models import Adjustment
from tournaments.printing.head import titled, unbroken
from tournaments.services.standings import Row, Standings, ahead_of

VIEWS = ("all", "women", "groups", "pools")


def views_of(found: Standings) -> list[str]:
    """The lists there is anything in."""
    has = {
        "all": True,
        "women": any(row.card.woman for row in found.rows),
        "groups": any(row.card.group for row in found.rows),
        "pools": bool(found.pools),
    }
    return [view for view in VIEWS if has[view]]


def standings(
    found: Standings,
    view: str,
    names: Callable[[int], str],
    shown: Callable[[Sequence[Row]], Sequence[Row]],
    *,
    reasons: bool,
) -> dict[str, Any]:
    """`shown` is what of a list may be seen now; `reasons`: whether penalties say why."""
    columns = words.columns(found)
    known = {row.number for row in shown(found.rows)}

    def told(row: Row, before: Mapping[int, Row]) -> dict[str, Any]:
        ahead = before.get(row.number)
        # What puts it behind somebody who is still to be read out would tell of that one.
        decides = ahead is None or ahead.number in known
        return line(found, row, ahead, names, reasons=reasons, decides=decides)

    parts = [
        {"name": name, "rows": [told(row, before) for row in shown(rows)]} for name, rows, before in _parts(found, view)
    ]
    heads = [_("Lives")] if columns["lives"] else []
    return {
        **titled(_("Standings"), found.facts.tournament),
        "state": words.state(found.facts),
        "parts": parts,
        "heads": [*heads, *columns["criteria"][:1]],
        "rules": words.rules(found.facts.plan),
        "rules-title": _("How places are made"),
    }


def _parts(found: Standings, view: str) -> list[tuple[str, Sequence[Row], Any]]:
    """Name of a list, its rows, and who stands before each of them where it is said what decided."""
    before = ahead_of(found.rows)
    if view == "women":
        return [(_("Women"), found.women, before)]
    if view == "groups":
        return [(name, rows, before) for name, rows in found.groups.items()]
    if view == "pools":
        return [(words.pool(name), rows, ahead_of(rows)) for name, rows in found.pools.items()]
    return [("", found.rows, before)]


def line(
    found: Standings, row: Row, before: Row | None, names: Callable[[int], str], *, reasons: bool, decides: bool
) -> dict[str, Any]:
    said = words.line(found, row, before)
    figures = ["" if said["lives"] is None else str(said["lives"])] if found.by_lives else []
    figures += said["values"][:1]
    decided = said["decided"] if said["tie_break"] and decides else ""
    penalties = said["penalties"] if reasons else [without_reason(one) for one in row.adjustments if counts(found, one)]
    notes = " · ".join(filter(None, [row.card.group, said["status"], decided, *penalties]))
    return {
        "place": "–" if row.place is None else str(row.place),
        "number": str(row.number),
        "name": unbroken(names(row.number)),
        "front": row.place is not None and row.place <= 3,
        "figures": figures,
        "notes": notes,
    }


def counts(found: Standings, one: Adjustment) -> bool:
    """Whether it is of a round that these standings have; what came after it may be kept back yet."""
    return one.round is None or one.round <= len(found.facts.rounds)


def without_reason(one: Adjustment) -> str:
    """ "−10 points" """
    return f"{words.figure(one.amount, signed=True)} {unit_name(one.unit)}"
