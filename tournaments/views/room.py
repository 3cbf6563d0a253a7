"""The room: all tables at a glance for one director, the clock, and what is done at one table from there."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from clubs.forms.numbers import plain_number
from clubs.messages import problem_text
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.messages.times import clock_context
from tournaments.models import Call, Round, Tournament
from tournaments.services import calls, clock, room, table_sheets
from tournaments.services.clock import ClockMoved
from tournaments.services.laid_tables import State
from tournaments.services.room import Mark, Tile
from tournaments.views.door import tournament_page
from tournaments.views.room_tiles import (
    MARKS,
    STATUSES,
    hall_context,
    how_far,
    said_of,
    time_context,
)

STEPS = (5, 10)
"""Minutes that one tap adds."""


@never_cache
@tournament_page("see")
@require_safe
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The whole page; for a script the hall (204 where it has `seen` all there is). A typed `table` leads to it.

    A page that `waits` for the first round is loaded again once that is there.
    """
    round_ = room.playing(tournament)
    if round_ is None:
        if request.htmx and "waits" in request.GET:
            return HttpResponse(status=204)
        # The script loads the page again at a 404: the round that it showed was taken back.
        return HttpResponse(status=404) if request.htmx else render(request, "tournaments/room/none.html")
    if request.htmx and "waits" in request.GET:
        return HttpResponseClientRefresh()
    if request.htmx and request.GET.get("seen") == room.seen_of(tournament, round_):
        return HttpResponse(status=204)
    if wanted := request.GET.get("table", "").strip():
        number = plain_number(wanted)
        if round_.tables.filter(number=number if 0 < number <= 9999 else 0).exists():
            return redirect("room-table", request.club.slug, tournament.pk, number)
        problem = Problem("no_table", "table", {"table": wanted[:12]})
        return show(request, round_, find=wanted[:12], find_problems=[problem_text(problem)])
    return show(request, round_)


def show(request: ClubRequest, round_: Round, *, status: int = 200, **more: Any) -> HttpResponse:
    """The hall as it is; `more` is what a form says that came back."""
    desk, tournament = may(request.membership, "score"), round_.tournament
    # Before anything else is read: what comes in meanwhile is then seen at the next look.
    seen = room.seen_of(tournament, round_)
    found = room.room_of(round_, desk=desk)
    context = {
        "round": round_,
        "seen": seen,
        "over": tournament.ended_at is not None,
        "may_act": desk and tournament.ended_at is None,
        "clock": clock_context(found.clock, found.now),
        "clock_seen": clock.mark_of(round_),
        "minutes": clock.minutes_of(round_) or 0,
        "steps": [
            {"step": step, "minutes": found.clock.more(step, now=found.now)}
            for step in STEPS
            if found.clock is not None and found.clock.minutes is not None
        ],
        "most": clock.MOST_MINUTES,
        "here": reverse("room", args=[request.club.slug, tournament.pk]),
        **hall_context(found, request.GET.get("only", "")),
        **more,
    }
    return render(
        request, "tournaments/room/_hall.html" if request.htmx else "tournaments/room/room.html", context, status=status
    )


@tournament_page("score")
@require_POST
def set_clock(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """`start` is the signal to begin (again), with or without other `minutes`; without it only the minutes are set."""
    round_ = round_or_404(tournament, request.POST.get("round", ""))
    typed, seen = request.POST.get("minutes", "").strip(), request.POST.get("seen", "")
    minutes = minutes_typed(typed)
    try:
        if "start" in request.POST:
            clock.start(round_, by=request.user, seen=seen, minutes=minutes)
        else:
            clock.set_minutes(round_, by=request.user, minutes=0 if minutes is None else minutes, seen=seen)
    except Refused as error:
        said = [problem_text(one) for one in error.problems]
        return show(request, fresh(tournament), status=422, clock_problems=said, typed=typed[:6])
    except ClockMoved:
        return show(request, fresh(tournament), status=409, clock_moved=True)
    return redirect("room", request.club.slug, tournament.pk)


def minutes_typed(typed: str) -> int | None:
    """A number of minutes; None for nothing at all; what is none is refused as a number out of range."""
    return None if not typed else plain_number(typed) if typed.isascii() and typed.isdigit() else -1


def round_or_404(tournament: Tournament, number: str) -> Round:
    """The published round of this number."""
    found = tournament.rounds.filter(number=plain_number(number) % 10_000).exclude(published_at=None).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def fresh(tournament: Tournament) -> Round:
    """The round being played, as it is now."""
    round_ = room.playing(Tournament.objects.select_related("club").get(pk=tournament.pk))
    if round_ is None:
        raise Http404
    return round_


# --- one table -------------------------------------------------------------------------------------------------------


@never_cache
@tournament_page("see")
@require_safe
def table(request: ClubRequest, tournament: Tournament, table: int) -> HttpResponse:
    """One table of the round being played and what can be done there; for a script without the page around it."""
    return show_table(request, tournament, table)


def show_table(
    request: ClubRequest, tournament: Tournament, number: int, *, status: int = 200, **more: Any
) -> HttpResponse:
    round_ = room.playing(tournament)
    found = room.room_of(round_, desk=may(request.membership, "score"), number=number) if round_ is not None else None
    if found is None or not found.tiles:
        raise Http404
    context = {"round": round_, **table_context(request, found.tiles[0], found), **more}
    template = "tournaments/room/_table.html" if request.htmx else "tournaments/room/table.html"
    return render(request, template, context, status=status)


def table_context(request: ClubRequest, tile: Tile, found: room.Room) -> dict[str, Any]:
    laid, sheet = tile.laid, tile.laid.table.sheet
    tournament = laid.table.round.tournament
    said: Sequence[str] = said_of(tile)
    runs = found.clock is not None and found.clock.minutes is not None
    return {
        "table": laid.table,
        "tile": tile,
        "seats": laid.seats,
        "state": STATUSES[tile.status],
        "marks": [MARKS[one] for one in tile.marks if one != Mark.HINTED],
        "how": how_far(tile),
        "said": said,
        "remarks": tile.agreement.remarks,
        "time": time_context(tile),
        "runs": runs,
        "over": tournament.ended_at is not None,
        "may_act": may(request.membership, "score") and tournament.ended_at is None and laid.state != State.ALONE,
        "steps": [{"step": step, "minutes": extra_after(step, tile, found)} for step in STEPS],
        "most": clock.MOST_MINUTES,
        "sheet": sheet,
        "may_begin": sheet is None
        and laid.made.scores is None
        and table_sheets.may_have_sheet(laid.plan, laid.stage, tournament, len(laid.seats)),
    }


def extra_after(step: int, tile: Tile, found: room.Room) -> int:
    """The extra minutes of a table with so many more: from its end on, or from now where that is over."""
    extra = tile.laid.table.extra_minutes
    if found.clock is None or found.clock.minutes is None:
        return extra + step
    return found.clock.more(step, extra=extra, now=found.now) - found.clock.minutes


@tournament_page("score")
@require_POST
def extra_time(request: ClubRequest, tournament: Tournament, table: int) -> HttpResponse:
    """What the table has beyond the clock, in all."""
    round_ = round_or_404(tournament, request.POST.get("round", ""))
    found = round_.tables.filter(number=min(table, 9999)).first()
    if found is None:
        raise Http404
    found.round = round_
    typed = (request.POST.get("step") or request.POST.get("minutes", "")).strip()
    minutes, seen = minutes_typed(typed), plain_number(request.POST.get("seen", "-1"))
    try:
        clock.set_extra(found, by=request.user, minutes=0 if minutes is None else minutes, seen=seen)
    except Refused as error:
        said = [problem_text(one) for one in error.problems]
        return show_table(request, tournament, table, status=422, problems=said, typed=typed[:6])
    except ClockMoved:
        return show_table(request, tournament, table, status=409, moved=True)
    return redirect("room-table", request.club.slug, tournament.pk, table)


@tournament_page("score")
@require_POST
def answer(request: ClubRequest, tournament: Tournament, table: int) -> HttpResponse:
    """Somebody was at the table that called (`call`)."""
    mine = Call.objects.filter(table__round__tournament=tournament, table__number=min(table, 9999))
    called = mine.select_related("table__round__tournament__club").filter(pk=plain_number(request.POST.get("call", "")))
    if (found := called.first()) is None:
        raise Http404
    calls.answer(found, by=request.user, now=timezone.now())
    return redirect("room-table", request.club.slug, tournament.pk, table)
