"""The statistics of a club: the table, head-to-head, records, and how much was played, by year and by game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.messages.money import euros
from clubs.models import Club, Player
from clubs.names import alphabetical, name_for
from clubs.views.door import ClubRequest, club_page
from scoring import messages
from scoring.games.sheet import GAMES
from scoring.services.figures import Figures, Pair, Record, Year, games_of, pairs, records, table_of_people, years_of
from scoring.views.bars import bars
from scoring.views.player import asked_game, asked_year, choices, game_name

Result = tuple[int, int]

MOST_NAMED = 5
"""So many who share a record are named; of more it is said how many others there are."""
MOST_IN_MATRIX = 80

RECORDS = {
    "bummerl_taken_in_an_evening": gettext_lazy("Most Bummerl taken in an evening"),
    "bummerl_given_in_an_evening": gettext_lazy("Most Bummerl given in an evening"),
    "hands_in_an_evening": gettext_lazy("Most hands in an evening"),
    "series": gettext_lazy("Longest series of legs won on one sheet"),
    "pot": gettext_lazy("Highest pot"),
    "contracts": gettext_lazy("Most reliable declarer"),
    "evenings": gettext_lazy("Most evenings attended"),
}


@require_safe
@club_page("see")
def club_statistics(request: ClubRequest) -> HttpResponse:
    club, people = request.club, queries.people_of(request.club)
    year, game = asked_year(request), asked_game(request)
    together = request.GET.get("pairs") == "with"
    all_games = games_of(club)
    years = years_of(club, people, game=game)
    table = table_of_people(years, year)
    played = [one for one in years if year in (None, one.year)]
    names = {pk: name_for(people[pk], inside=True) for pk in table if people[pk].erased_at is None}
    in_legs = GAMES[game].in_legs if game else any(GAMES[key].in_legs for key in all_games)
    matrix_game = game or ("" if in_legs else next(iter(all_games), ""))
    found = pairs(club, people, year=year, game=matrix_game)
    context = {
        "year": year,
        "game": game,
        "years": choices([(str(one.year), str(one.year)) for one in years_of_links(years, year)], year, game, "year"),
        "games": choices([(key, game_name(key)) for key in all_games], year, game, "game"),
        "in_legs": in_legs,
        "rows": people_rows(table, names, people),
        "matrix": matrix(found, names, together=together),
        "matrix_game": game_name(matrix_game) if matrix_game else "",
        "matrix_legs": not matrix_game or GAMES[matrix_game].in_legs,
        "together": together,
        "ways": [
            {"name": name, "address": way_address(year, game, key), "here": together == (key == "with")}
            for key, name in (("against", _("against each other")), ("with", _("with each other")))
        ],
        "records": [record_row(club, one, people) for one in records(club, people, table, year=year, game=game)],
        "played": [year_row(one, names) for one in years],
        "activity": bars([(str(one.year), one.sheets) for one in reversed(years)]),
        "sheets": sum(one.sheets for one in played),
        "hands": sum(one.hands for one in played),
    }
    return render(request, "scoring/club_statistics.html", context)


def years_of_links(years: Sequence[Year], year: int | None) -> Sequence[Year]:
    """The years to choose from; the one that was asked for too, if nothing was played in it."""
    return years if year is None or any(one.year == year for one in years) else [Year(year), *years]


def way_address(year: int | None, game: str, way: str) -> str:
    wanted = {"year": "" if year is None else str(year), "game": game, "pairs": way}
    return "?" + "&".join(f"{part}={value}" for part, value in wanted.items() if value) + "#pairs"


# --- the table -------------------------------------------------------------------------------------------------------


def people_rows(
    table: Mapping[int, Figures], names: Mapping[int, str], people: Mapping[int, Player]
) -> list[dict[str, Any]]:
    """Everybody who played: who gave most Bummerl more than he took is first, then who won more than he lost."""

    def order(pk: int) -> tuple[int, int, tuple[str, str]]:
        one = table[pk]
        return one.bummerl_taken - one.bummerl_given, one.lost - one.won, alphabetical(names[pk])

    return [{"player": people[pk], "name": names[pk], "figures": table[pk]} for pk in sorted(names, key=order)]


def year_row(year: Year, names: Mapping[int, str]) -> dict[str, Any]:
    """One year, and who won most legs (or hands) in it."""
    best = max(year.people, key=lambda pk: (year.people[pk].won, -year.people[pk].lost, -pk), default=None)
    won = year.people[best].won if best is not None else 0
    return {
        "year": year,
        "people": len(year.people),
        "best": names.get(best, "") if best is not None and won else "",
        "won": won,
    }


# --- head to head ----------------------------------------------------------------------------------------------------


def matrix(
    found: Mapping[int, Mapping[int, Pair]], names: Mapping[int, str], *, together: bool
) -> dict[str, Any] | None:
    """Everybody with or against everybody, by name; None where no two have met like this.

    Of very many only the `MOST_IN_MATRIX` who met others most often: what is on their own pages stays out of a page
    that a phone has to draw. Cells are joined here: sixty people have 3,600 of them.
    """

    def met(pair: Pair) -> Result:
        return (pair.won, pair.lost) if together else (pair.beat, pair.beaten)

    shown = [pk for pk in names if any(any(met(pair)) for pair in found.get(pk, {}).values())]
    if not shown:
        return None
    often = {pk: sum(sum(met(pair)) for pair in found[pk].values()) for pk in shown}
    left_out = max(len(shown) - MOST_IN_MATRIX, 0)
    shown = sorted(shown, key=lambda pk: -often[pk])[:MOST_IN_MATRIX]
    shown.sort(key=lambda pk: alphabetical(names[pk]))
    return {
        "most": MOST_IN_MATRIX if left_out else 0,
        "names": [names[pk] for pk in shown],
        "rows": [{"name": names[pk], "cells": cells(pk, shown, found.get(pk, {}), met)} for pk in shown],
    }


def cells(pk: int, shown: Sequence[int], pairs_of: Mapping[int, Pair], met: Callable[[Pair], Result]) -> SafeString:
    """One row of the matrix. Nothing but words of our own and whole numbers stands in it."""
    parts = []
    for other in shown:
        won, lost = met(pairs_of[other]) if other in pairs_of else (0, 0)
        if other == pk:
            parts.append('<td class="self">·</td>')
        elif won or lost:
            way = "ahead" if won > lost else "behind" if won < lost else "even"
            parts.append(f'<td class="{way}">{won:d}:{lost:d}</td>')
        else:
            parts.append('<td class="none">–</td>')
    return SafeString("".join(parts))


# --- records ---------------------------------------------------------------------------------------------------------


def record_row(club: Club, record: Record, people: Mapping[int, Player]) -> dict[str, Any]:
    who = [name_for(people[pk], inside=True) for pk in record.players]
    return {
        "title": RECORDS[record.what],
        "amount": amount_of(record),
        "who": messages.together(named(who)),
        "day": record.day,
        "address": reverse("result", args=[record.watch_secret]) if record.watch_secret else "",
    }


def named(who: Sequence[str]) -> Sequence[str]:
    """Who shares a record; of many the first by the alphabet, and how many others."""
    if len(who) <= MOST_NAMED:
        return who
    shown = MOST_NAMED - 1
    return [*sorted(who, key=alphabetical)[:shown], _("%(count)d others") % {"count": len(who) - shown}]


def amount_of(record: Record) -> str:
    if record.what == "pot":
        return euros(record.amount)
    if record.what == "contracts":
        return _("%(percent)s %% of %(count)s contracts") % {"percent": record.amount, "count": record.of}
    if record.what == "series":
        return ngettext("%(count)d in a row", "%(count)d in a row", record.amount) % {"count": record.amount}
    return str(record.amount)
