"""The API of a table's code: for phones without an account, the same use cases as the page that the code leads to."""

from typing import Any

from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import envelope, refusal
from clubs.api.serializers import RefusedAnswer
from clubs.services.core import Refused
from scoring.services.check_code import code_of
from tournaments.api import phone_forms as forms
from tournaments.api.door import public_call
from tournaments.formats.plan import Record
from tournaments.formats.reading import write
from tournaments.models import Tournament
from tournaments.services import confirming, phones
from tournaments.services.agreement import Agreement, counting_sheet, states_of
from tournaments.services.hall_names import people_outside
from tournaments.services.laid_tables import Laid
from tournaments.services.results import Moved
from tournaments.services.table_codes import place_of

ANSWERS = {200: forms.PhoneTable, 409: forms.PhoneTable, 422: RefusedAnswer}


@extend_schema(responses={200: forms.PhoneTable}, summary="The table of a code in the round that is being played")
@never_cache
@api_view(["GET"])
def table(request: Request, code: str) -> Response:
    return Response(table_data(*place_or_404(code)))


@extend_schema(
    request=forms.PhoneResult,
    responses=ANSWERS,
    summary="Hand in what the table made; sent again it counts once. 409: another round, or somebody was quicker",
)
@never_cache
@api_view(["POST"])
@public_call
def result(request: Request, code: str) -> Response:
    tournament, number = place_or_404(code)
    wanted = envelope(forms.PhoneResult, request)
    laid = phones.table_in(tournament, number, wanted.pop("round"))
    if laid is None:
        return Response(table_data(tournament, number), status=409)
    try:
        phones.hand_in(laid, **wanted)
    except Refused as error:
        return refusal(error)
    except Moved:
        return Response(table_data(tournament, number), status=409)
    return Response(table_data(tournament, number))


@extend_schema(
    request=forms.PhoneRound,
    responses={200: forms.PhoneSheet, 409: forms.PhoneTable, 422: RefusedAnswer},
    summary="The table's sheet, begun where there is none; go on with /api/v1/sheets/",
)
@never_cache
@api_view(["POST"])
@public_call
def sheet(request: Request, code: str) -> Response:
    tournament, number = place_or_404(code)
    laid = phones.table_in(tournament, number, envelope(forms.PhoneRound, request)["round"])
    if laid is None:
        return Response(table_data(tournament, number), status=409)
    try:
        found, to_write = phones.sheet_of(laid)
    except Refused as error:
        return refusal(error)
    written = {"write_secret": found.write_secret} if to_write else {}
    return Response({"watch_secret": found.watch_secret, **written})


@extend_schema(
    request=forms.PhoneConfirmation,
    responses=ANSWERS,
    summary="A card says whether the result is right. 409: another round, or another result by now",
)
@never_cache
@api_view(["POST"])
@public_call
def confirm(request: Request, code: str) -> Response:
    tournament, number = place_or_404(code)
    wanted = envelope(forms.PhoneConfirmation, request)
    laid = phones.table_in(tournament, number, wanted.pop("round"))
    if laid is None:
        return Response(table_data(tournament, number), status=409)
    card = wanted.pop("number")
    position = next((seat.position for seat in laid.seats if seat.number == card), -1)
    try:
        confirming.confirm(laid.table, position=position, **wanted)
    except Refused as error:
        return refusal(error)
    except Moved:
        return Response(table_data(tournament, number), status=409)
    return Response(table_data(tournament, number))


def place_or_404(code: str) -> tuple[Tournament, int]:
    place = place_of(code)
    if place is None:
        raise NotFound
    return place


def table_data(tournament: Tournament, number: int) -> dict[str, Any]:
    round_, laid = phones.table_here(tournament, number)
    return {
        "tournament": tournament.name,
        "number": number,
        "round": round_.number if round_ else None,
        "over": tournament.ended_at is not None,
        "table": laid and laid_data(laid),
    }


def laid_data(laid: Laid) -> dict[str, Any]:
    names, scores = laid.outside(people_outside(laid.table.round.tournament)), laid.made.scores
    sheet = counting_sheet(laid)
    return {
        "state": str(laid.state),
        "seen": laid.table.seq,
        "best_of": laid.legs or laid.stage.counting.best_of,
        "counting": write(laid.stage.counting),
        "twice": laid.plan.desk.twice and laid.plan.desk.record != Record.HANDS,
        "offered": phones.offered(laid),
        "agreement": agreement_data(laid, states_of([laid])[laid.table.pk]),
        "check_code": "" if sheet is None else code_of(sheet),
        "seats": [
            {
                "number": seat.number,
                "name": name,
                "scores": None if scores is None else dict(scores[seat.position]),
            }
            for seat, name in zip(laid.seats, names, strict=True)
        ],
    }


def agreement_data(laid: Laid, found: Agreement) -> dict[str, Any]:
    """What the cards said; a remark may name anybody, so it is not for strangers."""
    said = [
        {"number": seat.number, "agrees": voice.agrees, "passed": voice.passed}
        for seat in laid.seats
        if (voice := found.voices.get(seat.position)) is not None
    ]
    return {"state": str(found.state), "of": found.of, "said": said}
