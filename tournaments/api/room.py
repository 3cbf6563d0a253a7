"""The API of the room, its clock, calls and announcements: the same use cases as the pages."""

from typing import Any

from django.utils import timezone
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import envelope, refusal
from clubs.api.serializers import RefusedAnswer
from clubs.forms.numbers import plain_number
from clubs.models import Membership
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from tournaments.api import room_forms as forms
from tournaments.api.door import public_call, tournament_api
from tournaments.messages.room import hint_text
from tournaments.models import Call, Round, Table, Tournament
from tournaments.queries import published_round
from tournaments.services import calls
from tournaments.services import clock as clocks
from tournaments.services import room as rooms
from tournaments.services.announcements import Moment, announcement, fitting
from tournaments.services.clock import ClockMoved
from tournaments.services.kept import facts_of
from tournaments.services.laid_tables import MOST_TABLES
from tournaments.services.room import Tile
from tournaments.services.strips import Strip, strip_at, strip_of_sheet, touch
from tournaments.services.table_codes import place_of

REFUSED = {422: RefusedAnswer}
CLOCKS = {200: forms.ClockAnswer, 409: forms.ClockAnswer, **REFUSED}
STRIPS = {200: forms.StripAnswer, **REFUSED}


@extend_schema(
    parameters=[OpenApiParameter("seen", str, required=False)],
    responses={200: forms.RoomAnswer, 204: None},
    summary="Every table of the round being played: how far it is, its time, calls and hints",
)
@tournament_api(GET="see")
def room(request: Request, membership: Membership, tournament: Tournament) -> Response:
    round_ = rooms.playing(tournament)
    if round_ is None:
        raise NotFound
    seen = rooms.seen_of(tournament, round_)
    if request.query_params.get("seen") == seen:
        return Response(status=204)
    found = rooms.room_of(round_, desk=may(membership, "score"))
    return Response(
        {
            "clock": clock_data(round_),
            "counts": found.counts,
            "tables": [tile_data(one) for one in found.tiles],
            "seen": seen,
        }
    )


@extend_schema(
    parameters=[
        OpenApiParameter("what", str, required=False, enum=[str(one) for one in Moment]),
        OpenApiParameter("pause", int, required=False, description="Minutes of a break."),
    ],
    responses={200: forms.AnnouncementAnswer},
    summary="What the director reads aloud now, or for another moment; with full names",
)
@tournament_api(GET="see")
def announce(request: Request, membership: Membership, tournament: Tournament) -> Response:
    facts, now = facts_of(tournament), timezone.now()
    asked = request.query_params.get("what", "")
    moment = Moment(asked) if asked in set(Moment) else fitting(facts, now)
    pause = max(0, plain_number(request.query_params.get("pause", "")) % 1000)
    told = announcement(facts, moment, now, pause=pause, whole=True)
    return Response({"moment": str(moment), "text": told.text if told else ""})


# --- the clock -------------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.ClockAnswer}, summary="The clock of a published round")
@extend_schema(
    methods=["POST"],
    request=forms.ClockStart,
    responses=CLOCKS,
    summary="The signal to begin, or to begin again. 409: other minutes were set meanwhile",
)
@tournament_api(GET="see", POST="score")
def clock(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    round_ = round_or_404(tournament, number)
    if request.method != "POST":
        return Response(clock_data(round_))
    wanted = envelope(forms.ClockStart, request)
    try:
        return Response(clock_data(clocks.start(round_, by=membership.user, **wanted)))
    except ClockMoved:
        return Response(clock_data(round_or_404(tournament, number)), status=409)


@extend_schema(
    request=forms.ClockMinutes,
    responses=CLOCKS,
    summary="What the clock of everybody runs from. 409: it is not as it was looked at",
)
@tournament_api(POST="score")
def minutes(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.ClockMinutes, request)
    try:
        found = clocks.set_minutes(round_or_404(tournament, number), by=membership.user, **wanted)
    except ClockMoved:
        return Response(clock_data(round_or_404(tournament, number)), status=409)
    return Response(clock_data(found))


@extend_schema(
    request=forms.ExtraTime,
    responses={200: forms.ExtraAnswer, 409: forms.ExtraAnswer, **REFUSED},
    summary="What one table has beyond the clock. 409: it has another extra time by now",
)
@tournament_api(POST="score")
def extra_time(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    wanted, found = envelope(forms.ExtraTime, request), table_or_404(tournament, number, table)
    try:
        return Response(extra_data(clocks.set_extra(found, by=membership.user, **wanted)))
    except ClockMoved:
        return Response(extra_data(table_or_404(tournament, number, table)), status=409)


# --- calls -----------------------------------------------------------------------------------------------------------


@extend_schema(request=None, responses={200: forms.CallAnswer}, summary="Somebody of the desk was there; once")
@tournament_api(POST="score")
def answer(request: Request, membership: Membership, tournament: Tournament, call: int) -> Response:
    mine = Call.objects.filter(table__round__tournament=tournament, pk=call)
    if (found := mine.select_related("table__round__tournament__club").first()) is None:
        raise NotFound
    return Response(call_data(calls.answer(found, by=membership.user)))


@extend_schema(
    methods=["GET"], responses={200: forms.StripAnswer}, summary="Time left at the table of a code, its call"
)
@extend_schema(methods=["POST"], request=forms.CallNow, responses=STRIPS, summary="Call the director to the table")
@never_cache
@api_view(["GET", "POST"])
@public_call
def call_from_code(request: Request, code: str) -> Response:
    place = place_of(code)
    return called(request, strip_at(*place) if place else None)


@extend_schema(responses={200: forms.StripAnswer}, summary="The table of a sheet: its time, its call")
@never_cache
@api_view(["GET"])
def table_of_sheet(request: Request, secret: str) -> Response:
    found = strip_of_sheet(sheet__write_secret=secret)
    if found is not None:
        return called(request, found)
    found = strip_of_sheet(sheet__watch_secret=secret)
    if found is None:
        raise NotFound
    return Response(strip_data(found) | {"may_call": False, "call": None})


@extend_schema(request=forms.CallNow, responses=STRIPS, summary="Call the director from a table's sheet")
@never_cache
@api_view(["POST"])
@public_call
def call_from_sheet(request: Request, secret: str) -> Response:
    return called(request, strip_of_sheet(sheet__write_secret=secret))


def called(request: Request, found: Strip | None) -> Response:
    if found is None:
        raise NotFound
    if request.method != "POST":
        touch(found.table)
        return Response(strip_data(found))
    wanted = envelope(forms.CallNow, request)
    try:
        if wanted.pop("round") != found.table.round.number:
            raise Refused(Problem("table_not_playing"))
        said = calls.call(found.table, **wanted)
    except Refused as error:
        return refusal(error)
    return Response(strip_data(Strip(found.table, found.clock, said, found.playing)))


# --- what is said ----------------------------------------------------------------------------------------------------


def round_or_404(tournament: Tournament, number: int) -> Round:
    found = published_round(tournament, number)
    if found is None:
        raise NotFound
    return found


def table_or_404(tournament: Tournament, number: int, table: int) -> Table:
    round_ = round_or_404(tournament, number)
    found = round_.tables.filter(number=table).first() if table <= MOST_TABLES else None
    if found is None:
        raise NotFound
    found.round = round_
    return found


def clock_data(round_: Round) -> dict[str, Any]:
    running = clocks.clock_of(round_)
    return {
        "round": round_.number,
        "started_at": running and running.started_at,
        "minutes": clocks.minutes_of(round_) or 0,
        "ends_at": running and running.ends_at,
        "seen": clocks.mark_of(round_),
    }


def extra_data(table: Table) -> dict[str, Any]:
    return {"table": table.number, "extra_minutes": table.extra_minutes, "ends_at": clocks.ends_at(table)}


def call_data(call: Call) -> dict[str, Any]:
    return {"id": call.pk, "at": call.at, "answered_at": call.answered_at}


def strip_data(found: Strip) -> dict[str, Any]:
    return {
        "table": found.table.number,
        "round": found.table.round.number,
        "started_at": found.clock and found.clock.started_at,
        "ends_at": found.ends_at,
        "may_call": found.playing,
        "call": found.call and call_data(found.call),
    }


def tile_data(tile: Tile) -> dict[str, Any]:
    table = tile.laid.table
    return {
        "number": tile.number,
        "cards": [seat.number for seat in tile.laid.seats],
        "status": str(tile.status),
        "marks": list(map(str, tile.marks)),
        "hands": tile.hands,
        "ends_at": tile.ends_at,
        "extra_minutes": table.extra_minutes,
        "seen_at": tile.seen_at,
        "call": tile.call and call_data(tile.call),
        "unsigned": len(tile.agreement.unsigned),
        "hints": [{"code": one.code, "text": hint_text(one.code, one.figures, table.sheet)} for one in tile.hints],
    }
