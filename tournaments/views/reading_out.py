"""Reading out the places, from the director's phone: begin, on, back, from a certain place on, end."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments import queries
from tournaments.formats.plan import Public
from tournaments.models import Tournament
from tournaments.services import reading_out as use_cases
from tournaments.services import screens
from tournaments.services.kept import facts_of
from tournaments.services.reading_out import Reading
from tournaments.services.screen_shows import worth
from tournaments.services.standings import Row
from tournaments.views.door import tournament_page

READ_BEFORE = 6
"""So many of those that were read are shown to whoever reads."""


@tournament_page("direct")
@require_http_methods(["GET", "POST"])
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """`act`: start, finish, or `to` so many lines (`seen` is how many were read when that was tapped)."""
    if request.method == "GET":
        return reading_page(request, tournament)
    act, sure = request.POST.get("act", ""), "sure" in request.POST
    try:
        if act == "start":
            use_cases.start(tournament, by=request.user, sure=sure)
        elif act == "finish":
            use_cases.finish(tournament, by=request.user, sure=sure)
        else:
            use_cases.step(tournament, to=wanted(tournament, request), seen=plain_number(request.POST.get("seen", "")))
    except use_cases.ReadingMoved:
        return reading_page(request, tournament, moved=True, status=409)
    except Refused as error:
        return reading_page(request, tournament, problems=error.problems, act=act, status=422)
    if request.htmx:
        return reading_page(request, tournament)
    return redirect("reading-out", request.club.slug, tournament.pk)


def wanted(tournament: Tournament, request: ClubRequest) -> int:
    """So many lines: as a button says it, or up to a place that was typed."""
    place = plain_number(request.POST.get("place", ""))
    if "to" in request.POST or not place:
        return plain_number(request.POST.get("to", "-1"))
    return Reading(facts_of(tournament)).before_place(place)


def reading_page(
    request: ClubRequest,
    tournament: Tournament,
    *,
    problems: Sequence[Problem] = (),
    act: str = "",
    moved: bool = False,
    status: int = 200,
) -> HttpResponse:
    fresh = queries.tournament_of(request.club, tournament.pk) or tournament
    reading = Reading(facts_of(fresh))
    context: dict[str, Any] = {
        "reading": reading,
        "over": use_cases.is_over(reading.facts),
        "held_back": reading.facts.plan.hall.public != Public.ALL,
        "screens": screens.screens_of(fresh).count(),
        "moved": moved,
        "act": act,
        "sure": {one.at for one in problems} == {"sure"},
        "problems": [messages.problem_text(one) for one in problems],
    }
    if reading.on:
        context |= steps(reading)
    template = "tournaments/screens/_reading.html" if request.htmx else "tournaments/screens/reading.html"
    return render(request, template, context, status=status)


def steps(reading: Reading) -> dict[str, Any]:
    read, coming = reading.read, reading.coming
    jump = reading.first_prize
    return {
        "current": called(reading, read[0]) if read else None,
        "before": [called(reading, row) for row in read[1 : READ_BEFORE + 1]],
        "next": called(reading, coming[0]) if coming else None,
        "to_next": reading.seen + 1,
        "to_back": reading.seen - 1 if read else None,
        "left": len(coming),
        "jumps": [
            {"place": place, "to": reading.before_place(place)}
            for place in sorted({*([jump] if jump else []), 10, 3}, reverse=True)
            if reading.before_place(place) > reading.seen and place < len(reading.rows)
        ],
    }


def called(reading: Reading, row: Row) -> dict[str, Any]:
    """A line as it is read out in the room: in full, with what it gets."""
    won = [
        {"what": one["what"] if one["wins"] != "place" else "", "worth": worth(one["cents"], one["goods"])}
        for one in reading.prizes.get(row.number, ())
    ]
    return {"place": row.place, "shared": row.shared, "number": row.number, "name": row.name, "won": won}
