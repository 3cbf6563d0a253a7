"""A sheet in pictures: the run of the scores, the money line, and who made what."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.messages.money import coins
from scoring.games.credits import CREDITS, Credit
from scoring.screens import SCREENS, screen_of, table_of
from scoring.screens.core import AtTable
from scoring.views.board import line_row, sheet_context
from scoring.views.chart import chart
from scoring.views.door import sheet_to_read
from scoring.views.history import History

Totals = list[list[int]]
"""After every hand the totals of every side (or seat)."""


@never_cache
@require_safe
def statistics(request: HttpRequest, secret: str) -> HttpResponse:
    sheet, writing = sheet_to_read(request, secret)
    past, table = History.of(sheet), table_of(sheet)
    screen = screen_of(sheet)
    legs = runs(past, table)
    context = sheet_context(sheet, writing=writing) | {
        "score": chart(names_of_sides(table), legs, lambda total: screen.figure(total, table)),
        "rows": [line_row(row, table) for row in past.rows.values()],
        "in_money": screen.in_money,
        "credits": credit_rows(past, table),
    }
    if not screen.in_money and (not table.game.in_legs or table.rules.money != "off"):
        money = money_line(past, table)
        context["money"] = chart(table.names, [money], coins) if any(map(any, money)) else None
        context["money_rows"] = [[coins(cents) for cents in hand] for hand in money]
    return render(request, "scoring/statistics.html", context)


def names_of_sides(table: AtTable) -> list[str]:
    return ["/".join(table.names[seat] for seat in seats) for seats in table.game.sides(len(table.names))]


def runs(past: History, table: AtTable) -> list[Totals]:
    """The totals leg by leg, counted up and no further than the target; one run where there are no legs."""
    legs: list[Totals] = [[]]
    for row in past.rows.values():
        totals = row["totals"]
        legs[-1].append([min(table.rules.target, total) for total in totals] if table.game.in_legs else totals)
        if row["leg_over"]:
            legs.append([])
    return legs


def money_line(past: History, table: AtTable) -> Totals:
    """What everybody would have received or paid in cents if the table had stopped after each hand."""
    return [list(table.game.settle(line.played.outcome.state, table.rules)) for line in past.lines]


def credit_rows(past: History, table: AtTable) -> list[dict[str, Any]]:
    """Per person: hands played, made and lost, and which."""
    said = [credit for row in past.rows.values() for credit in CREDITS[table.game.key](row, table.rules)]
    return [credit_row(name, [one for one in said if one.seat == seat], table) for seat, name in enumerate(table.names)]


def credit_row(name: str, own: Sequence[Credit], table: AtTable) -> dict[str, Any]:
    made = Counter(one.contract for one in own if one.made)
    lost = Counter(one.contract for one in own if not one.made)
    screen = SCREENS[table.game.key]
    return {
        "name": name,
        "played": len(own),
        "made": made.total(),
        "lost": lost.total(),
        "contracts": [
            {"name": screen.contract_name(key, table), "made": made[key], "lost": lost[key]}
            for key in sorted({*made, *lost}, key=lambda key: (-made[key] - lost[key], key))
        ],
    }
