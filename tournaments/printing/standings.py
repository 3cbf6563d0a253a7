"""The standings on paper: two columns of place, number, name and total, and below a name what decided."""

from collections.abc import Callable, Sequence
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
    parts = [
        {
            "name": name,
            "rows": [line(found, row, before.get(row.number), names, reasons=reasons) for row in shown(rows)],
        }
        for name, rows, before in _parts(found, view)
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
    found: Standings, row: Row, before: Row | None, names: Callable[[int], str], *, reasons: bool
) -> dict[str, Any]:
    said = words.line(found, row, before)
    figures = ["" if said["lives"] is None else str(said["lives"])] if found.by_lives else []
    figures += said["values"][:1]
    decided = said["decided"] if said["tie_break"] else ""
    penalties = said["penalties"] if reasons else list(map(without_reason, row.adjustments))
    notes = " · ".join(filter(None, [row.card.group, said["status"], decided, *penalties]))
    return {
        "place": "–" if row.place is None else str(row.place),
        "number": str(row.number),
        "name": unbroken(names(row.number)),
        "front": row.place is not None and row.place <= 3,
        "figures": figures,
        "notes": notes,
    }


def without_reason(one: Adjustment) -> str:
    """ "−10 points" """
    return f"{words.figure(one.amount, signed=True)} {unit_name(one.unit)}"
