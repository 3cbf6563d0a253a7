"""The API's views: read the envelope, call the use case, answer."""

from collections.abc import Callable
from typing import Any

from django.views.decorators.cache import never_cache
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.api.tokens import PersonalToken
from scoring import messages, queries
from scoring.api import serializers as forms
from scoring.api.answers import catalogue, conflict, game_data, refusal, sheet_data, written_data
from scoring.games.core import Problem
from scoring.games.sheet import GAMES, NotASheet, Refused
from scoring.models import Entry, Sheet
from scoring.screens import screen_of, table_of
from scoring.services import closing
from scoring.services import sheets as use_cases
from scoring.services.fold import game_of
from scoring.services.record import Conflict, Write
from scoring.services.seen import as_seen

MOST_HANDS = 2000
"""In one document to score here: a long evening has 300. `manage.py score` takes any number."""

ANSWERS = {200: forms.WrittenAnswer, 409: forms.ConflictAnswer, 422: RefusedAnswer}


@extend_schema(
    operation_id="v1_games_list",
    responses={200: OpenApiTypes.OBJECT},
    summary="Games with contracts, house rules and presets",
)
@api_view(["GET"])
def games(request: Request) -> Response:
    return Response(catalogue())


@extend_schema(responses={200: OpenApiTypes.OBJECT}, summary="One game")
@api_view(["GET"])
def game(request: Request, key: str) -> Response:
    if key not in GAMES:
        raise NotFound
    return Response(game_data(GAMES[key]))


@extend_schema(
    request=forms.SheetDocument,
    responses={200: OpenApiTypes.OBJECT, 422: RefusedAnswer},
    summary="Score a sheet's document; nothing is stored",
)
@api_view(["POST"])
def score_document(request: Request) -> Response:
    hands = request.data.get("hands") if isinstance(request.data, dict) else None
    if isinstance(hands, list) and len(hands) > MOST_HANDS:
        return refusal(Refused((Problem("too_many_hands", "hands", {"most": MOST_HANDS}),)))
    try:
        return Response(messages.scored(request.data))
    except NotASheet as error:
        return refusal(Refused(error.problems))


@extend_schema(
    request=forms.NewSheet,
    responses={201: forms.SheetAnswer, 422: RefusedAnswer},
    summary="Begin a sheet",
)
@never_cache
@api_view(["POST"])
def begin(request: Request) -> Response:
    given = envelope(forms.NewSheet, request)
    try:
        sheet = use_cases.begin_sheet(**given)
    except Refused as error:
        return refusal(error, game=GAMES.get(given["game"]))
    return Response(sheet_data(sheet, writing=True), status=201)


@extend_schema(responses={200: forms.SheetAnswer}, summary="A sheet, by its writing or its watching secret")
@never_cache
@api_view(["GET"])
@authentication_classes([PersonalToken])
def sheet(request: Request, secret: str) -> Response:
    """Of a club's sheet public names only, unless the secret writes or the token is a member's."""
    found = queries.sheet_by_secret(secret)
    if found is None:
        raise NotFound
    writing = found.write_secret == secret
    return Response(sheet_data(as_seen(found, request.user, writing=writing), writing=writing))


@extend_schema(request=forms.HandOnly, responses={200: OpenApiTypes.OBJECT, 422: RefusedAnswer},
               summary="What a hand would be worth; nothing is stored")  # fmt: skip
@api_view(["POST"])
def preview(request: Request, secret: str) -> Response:
    found = sheet_to_write(secret)
    given = envelope(forms.HandOnly, request)
    try:
        played = use_cases.preview_hand(found, hand=given["hand"])
    except Refused as error:
        return refusal(error, found)
    written = game_of(found).write(played.hand)
    sentence = screen_of(found).sentence({"hand": written, **played.line}, table_of(found))
    return Response({"hand": written, "line": played.line, "sentence": sentence})


@extend_schema(request=forms.HandEnvelope, responses=ANSWERS, summary="Record a hand")
@api_view(["POST"])
def hands(request: Request, secret: str) -> Response:
    return written(request, secret, forms.HandEnvelope, use_cases.record_hand)


@extend_schema(request=forms.VoidEnvelope, responses=ANSWERS, summary="Strike out a hand")
@api_view(["POST"])
def voids(request: Request, secret: str) -> Response:
    return written(request, secret, forms.VoidEnvelope, use_cases.void_line)


@extend_schema(request=forms.RestoreEnvelope, responses=ANSWERS, summary="Let a struck-out hand stand again")
@api_view(["POST"])
def restorations(request: Request, secret: str) -> Response:
    return written(request, secret, forms.RestoreEnvelope, use_cases.restore_line)


@extend_schema(request=forms.ReplaceEnvelope, responses=ANSWERS, summary="Put a hand right")
@api_view(["POST"])
def replacements(request: Request, secret: str) -> Response:
    return written(request, secret, forms.ReplaceEnvelope, use_cases.replace_hand)


@extend_schema(request=forms.SeatsEnvelope, responses=ANSWERS, summary="Say who really sits where")
@api_view(["POST"])
def seats(request: Request, secret: str) -> Response:
    return written(request, secret, forms.SeatsEnvelope, use_cases.rename_seats)


@extend_schema(request=forms.Envelope, responses=ANSWERS, summary="Close the sheet")
@api_view(["POST"])
def close(request: Request, secret: str) -> Response:
    return written(request, secret, forms.Envelope, closing.close_sheet)


@extend_schema(request=forms.Envelope, responses=ANSWERS, summary="Open a closed sheet again")
@api_view(["POST"])
def reopen(request: Request, secret: str) -> Response:
    return written(request, secret, forms.Envelope, closing.reopen_sheet)


# --- what they share -----------------------------------------------------------------------------------------------


def sheet_to_write(secret: str) -> Sheet:
    found = queries.sheet_to_write(secret)
    if found is None:
        raise NotFound
    return found


def written(request: Request, secret: str, form: type[Serializer[Any]], use_case: Callable[..., Entry]) -> Response:
    """One write: 200 with the entry, 409 with what came in between, 422 with every problem.

    What an envelope holds besides every write's three fields are the keyword arguments of its use case.
    """
    found = sheet_to_write(secret)
    given = envelope(form, request)
    after_seq, token, device = (given.pop(name) for name in ("after_seq", "token", "device"))
    try:
        entry = use_case(found, write=Write(after_seq, token, device), **given)
    except Refused as error:
        return refusal(error, found)
    except Conflict as error:
        return conflict(error)
    return Response(written_data(found, entry))
