"""The API of the screens of the hall and of reading out the places: the same use cases as the pages."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.services.core import Problem, Refused
from tournaments.api import screen_forms as forms
from tournaments.api.door import tournament_api
from tournaments.models import Screen, Tournament
from tournaments.services import reading_out, screens
from tournaments.services.kept import facts_of
from tournaments.services.reading_out import Reading, ReadingMoved
from tournaments.services.screen_program import USUAL, Look, Show, What, read_program, show_data
from tournaments.services.screens import ScreenMoved
from tournaments.services.standings import Row

REFUSED = {422: RefusedAnswer}
MOVED = {409: forms.ScreenAnswer}


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_tournaments_screens_list",
    responses={200: forms.ScreenAnswer(many=True)},
    summary="The screens of the hall with what they show",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewScreen,
    responses={201: forms.ScreenAnswer, **REFUSED},
    summary="One screen more; sent again it gets the first answer",
)
@tournament_api(GET="see", POST="direct")
def all_screens(request: Request, membership: Membership, tournament: Tournament) -> Response:
    if request.method == "GET":
        return Response(screens_data(tournament))
    made = screens.add(tournament, by=membership.user, **envelope(forms.NewScreen, request))
    return Response(screen_data(made), status=201)


@extend_schema(
    methods=["PATCH"],
    request=forms.ChangedScreen,
    responses={200: forms.ScreenAnswer, **MOVED, **REFUSED},
    summary="Change its name, its colours or what it shows; 409: somebody else has changed it meanwhile",
)
@extend_schema(methods=["DELETE"], responses={204: None}, summary="Delete it; its address leads nowhere then")
@tournament_api(PATCH="direct", DELETE="direct")
def one_screen(request: Request, membership: Membership, tournament: Tournament, screen: int) -> Response:
    row = screen_or_404(tournament, screen)
    if request.method == "DELETE":
        screens.remove(row, by=membership.user)
        return Response(status=204)
    wanted, program = envelope(forms.ChangedScreen, request), read_program(row.shows)
    try:
        changed = screens.change(
            row,
            by=membership.user,
            name=wanted.get("name", row.name),
            look=Look(wanted.get("look", program.look)),
            shows=[show_of(one) for one in wanted["shows"]] if "shows" in wanted else program.shows,
            seen=wanted["seen"],
        )
    except ScreenMoved:
        return Response(screen_data(screen_or_404(tournament, screen)), status=409)
    return Response(screen_data(changed))


@extend_schema(
    request=forms.ShowNow,
    responses={200: forms.ScreenAnswer(many=True), **REFUSED},
    summary="Show one thing on all screens at once, or go back to their lists",
)
@tournament_api(POST="direct")
def now(request: Request, membership: Membership, tournament: Tournament) -> Response:
    wanted = envelope(forms.ShowNow, request)
    what = None if wanted["what"] is None else what_of(wanted["what"])
    screens.show_now(tournament, by=membership.user, what=what, text=wanted.get("text", ""))
    return Response(screens_data(tournament))


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_tournaments_reading_out",
    responses={200: forms.ReadingAnswer},
    summary="How far the places are read out",
)
@extend_schema(
    methods=["POST"],
    request=forms.ReadingStep,
    responses={200: forms.ReadingAnswer, 409: forms.ReadingAnswer, **REFUSED},
    summary="Begin, read on or back, end; a step sent twice is done once. 409: somebody else has read on meanwhile",
)
@tournament_api(GET="direct", POST="direct")
def reading(request: Request, membership: Membership, tournament: Tournament) -> Response:
    if request.method == "GET":
        return Response(reading_data(tournament))
    wanted = envelope(forms.ReadingStep, request)
    try:
        if wanted["act"] == "step":
            tournament = reading_out.step(tournament, to=wanted.get("to", -1), seen=wanted.get("seen", -1))
        else:
            act = reading_out.start if wanted["act"] == "start" else reading_out.finish
            tournament = act(tournament, by=membership.user, sure=wanted["sure"])
    except ReadingMoved:
        return Response(reading_data(Tournament.objects.select_related("club").get(pk=tournament.pk)), status=409)
    return Response(reading_data(tournament))


def screen_or_404(tournament: Tournament, screen: int) -> Screen:
    row = screens.screens_of(tournament).filter(pk=screen).first()
    if row is None:
        raise NotFound
    row.tournament = tournament
    return row


def what_of(code: str) -> What:
    if code not in {*What}:
        raise Refused(Problem("screen_shows_unknown", "what"))
    return What(code)


def show_of(line: dict[str, Any]) -> Show:
    what = what_of(line["what"])
    return Show(what, line.get("seconds", USUAL[what]), line.get("text", ""))


def screens_data(tournament: Tournament) -> list[dict[str, Any]]:
    return [screen_data(one) for one in screens.screens_of(tournament)]


def screen_data(screen: Screen) -> dict[str, Any]:
    program = read_program(screen.shows)
    return {
        "id": screen.pk,
        "name": screen.name,
        "secret": screen.secret,
        "look": str(program.look),
        "shows": [show_data(one) for one in program.shows],
        "now": None if program.now is None else show_data(program.now),
        "mark": screens.mark_of(screen),
    }


def reading_data(tournament: Tournament) -> dict[str, Any]:
    found = Reading(facts_of(tournament))
    return {
        "on": found.on,
        "over": found.over,
        "seen": found.seen,
        "lines": len(found.rows),
        "read": [line_data(row) for row in found.read],
        "coming": [line_data(row) for row in found.coming],
    }


def line_data(row: Row) -> dict[str, Any]:
    return {"place": row.place, "number": row.number, "name": row.name}
