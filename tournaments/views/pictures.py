"""A tournament in pictures: inside for whoever may see it, and for everybody in the hall as far as it is public."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_safe

from clubs.forms.numbers import plain_number
from clubs.views.door import ClubRequest, in_club
from scoring.games.by_hand import ONE_WINS
from scoring.screens import contract_name
from scoring.services.contracts import Contracts
from scoring.views.bars import Bars, bars, shares
from tournaments.formats.course_of_places import Places
from tournaments.messages import hall as hall_words
from tournaments.messages import pictures as words
from tournaments.messages.criteria import unit_name
from tournaments.models import Tournament
from tournaments.services.hall import hall_of_now
from tournaments.services.kept import now
from tournaments.services.marks import mark_of
from tournaments.services.pictures import OfRound, Pictures, pictures_of, public_pictures
from tournaments.views.course_picture import PHONE, SCREEN, course_picture, leaders_of
from tournaments.views.door import tournament_page
from tournaments.views.hall_parts import now_or_404

ALL_BARS, MOST_BARS = 12, 10
"""So many tables of a round are all drawn; of more, the `MOST_BARS` with most."""


def etag(request: ClubRequest, tournament: Tournament) -> str:
    asked = (plain_number(request.GET.get(name, "")) or 0 for name in ("number", "round"))
    return f'"{mark_of(tournament)}-{get_language()}-{request.membership.role}-{"-".join(map(str, asked))}"'


@tournament_page("see")
@require_safe
@condition(etag_func=etag)
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    found = now(tournament)
    context = context_of(request, pictures_of(found), words.who_inside(found.facts))
    return render(request, "tournaments/pictures/page.html", context, status=422 if context["problem"] else 200)


@never_cache
@require_safe
def hall_page(request: HttpRequest, code: str) -> HttpResponse:
    """Without an account: only what may be shown now, with the names people chose."""
    found = now_or_404(code)
    with in_club(request, found.tournament.club):
        pictures = public_pictures(found)
        context: dict[str, Any] = {"code": code, "tournament": found.tournament, "club": found.tournament.club}
        if pictures is None:
            context["kept_back"] = hall_words.kept_back(hall_of_now(found))
        else:
            context |= context_of(request, pictures, found.once("who outside", lambda: words.who_outside(found.facts)))
        return render(request, "tournaments/pictures/hall.html", context, status=422 if context.get("problem") else 200)


# --- the page --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to see: a card's line, the tables of a round."""

    typed: str
    number: int | None
    round: int | None


def asked_of(request: HttpRequest) -> Asked:
    typed = request.GET.get("number", "").strip()[:9]
    return Asked(typed, plain_number(typed) if typed else None, plain_number(request.GET.get("round", "").strip()[:9]))


def context_of(request: HttpRequest, pictures: Pictures, who: words.Who) -> dict[str, Any]:
    asked, plan = asked_of(request), pictures.facts.plan
    known = asked.number in pictures.facts.by_number
    problem = _("There is no start number %(number)s.") % {"number": asked.typed} if asked.typed and not known else ""
    return {
        "asked": asked,
        "problem": problem,
        **course_context(pictures, asked, who),
        "tables": tables_context(pictures, asked),
        "contracts": contracts_context(pictures.contracts),
        "records": [words.told(plan, one, who) for one in pictures.records],
    }


def course_context(pictures: Pictures, asked: Asked, who: words.Who) -> dict[str, Any]:
    places, name = pictures.places, partial(_once, who, {})
    mine = asked.number if asked.number in places.of else None
    drawn = [course_picture(places, mine, name, shape) for shape in (PHONE, SCREEN)]
    if drawn[0] is None:
        return {"course": None}
    leaders = [(places.of[number][-1], name(number)) for number in leaders_of(places)]
    return {
        "course": {"phone": drawn[0], "screen": drawn[1]},
        "course_told": words.course_told(leaders, places.rounds),
        "course_rounds": places.rounds,
        "course_rows": course_rows(places, name),
        "only_leaders": drawn[0].left_out,
    }


def _once(who: words.Who, said: dict[int, str], number: int) -> str:
    """A name that the picture, its table and its description all say."""
    if number not in said:
        said[number] = who(number, None)
    return said[number]


def course_rows(places: Places, name: Callable[[int], str]) -> list[dict[str, Any]]:
    """Everybody by the place they have now; cells are joined here, there are thousands of them."""

    def order(number: int) -> tuple[bool, int, int]:
        last = places.of[number][-1]
        return last is None, last or 0, number

    return [
        {"name": name(number), "cells": cells(places.of[number])}
        for number in sorted(places.of, key=order)
        if any(places.of[number])
    ]


def cells(course: tuple[int | None, ...]) -> SafeString:
    """Nothing but whole numbers stands in it."""
    return mark_safe("".join(f"<td>{place or '–'}</td>" for place in course))  # noqa: S308


# --- tables and contracts --------------------------------------------------------------------------------------------


def tables_context(pictures: Pictures, asked: Asked) -> dict[str, Any] | None:
    """The round that was asked for, else the last one there is anything of."""
    if not pictures.tables:
        return None
    one = next((one for one in pictures.tables if one.round == asked.round), pictures.tables[-1])
    return {
        "round": one.round,
        "rounds": [other.round for other in pictures.tables],
        "said": words.measured(one),
        "unit": unit_name(one.unit),
        "bars": bars_of(one),
        "rows": sorted(one.made.items()),
        "left_out": len(one.made) - MOST_BARS if len(one.made) > ALL_BARS else 0,
    }


def bars_of(one: OfRound) -> Bars | None:
    """By the number of the table; of very many the highest, best first."""
    figures = sorted(one.made.items())
    if len(figures) > ALL_BARS:
        figures = sorted(figures, key=lambda pair: (-pair[1], pair[0]))[:MOST_BARS]
    return bars([(str(table), amount) for table, amount in figures])


def contracts_context(found: Contracts | None) -> dict[str, Any] | None:
    """What was played most first."""
    if found is None:
        return None
    came = found.came
    keys = sorted(came, key=lambda key: (-came[key].made - came[key].failed, key))
    drawn = shares([(came[key].made, came[key].failed) for key in keys])
    return {
        "rows": [
            {"name": contract_name(found.game, key), "bar": bar, "played": bar.made + bar.failed}
            for key, bar in zip(keys, drawn, strict=True)
        ],
        "one_wins": found.game in ONE_WINS,
        "all": sum(one.made + one.failed for one in came.values()),
    }
