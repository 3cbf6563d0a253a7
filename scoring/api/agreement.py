"""The API of confirming and of check codes: the same use cases as the pages."""

from datetime import date
from typing import Any

from django.core.cache import cache
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, authentication_classes
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.api.tokens import PersonalToken
from clubs.models import User
from scoring.api import serializers as forms
from scoring.api.answers import conflict, refusal, sheet_data, written_data
from scoring.api.views import ANSWERS, sheet_to_write
from scoring.games.sheet import Refused
from scoring.services import agreement as use_cases
from scoring.services.check_code import Answer, find
from scoring.services.fold import names_of
from scoring.services.guessing import WRONG_CODES_FORGOTTEN, place_for_a_guess, sender
from scoring.services.record import Conflict, Write
from scoring.services.seen import as_seen


@extend_schema(
    request=forms.ConfirmEnvelope,
    responses=ANSWERS,
    summary="A side says whether the record is right, on an open or a closed sheet",
)
@never_cache
@api_view(["POST"])
@authentication_classes([PersonalToken])
def confirmations(request: Request, secret: str) -> Response:
    """With a personal token that account has said it, and it never says it for two sides."""
    found = sheet_to_write(secret)
    given = envelope(forms.ConfirmEnvelope, request)
    by = request.user if isinstance(request.user, User) else None
    try:
        write = Write(given.pop("after_seq"), given.pop("token"), given.pop("device"), by)
        entry = use_cases.confirm(found, write=write, **given)
    except Refused as error:
        return refusal(error, found)
    except Conflict as error:
        return conflict(error)
    return Response(written_data(found, entry))


@extend_schema(
    request=forms.Asking,
    responses={200: forms.SheetAnswer, 422: RefusedAnswer},
    summary="Whether every side of a sheet is asked if the result is right",
)
@never_cache
@api_view(["POST"])
def asking(request: Request, secret: str) -> Response:
    found = sheet_to_write(secret)
    try:
        use_cases.ask_sides(found, on=envelope(forms.Asking, request)["confirms"])
    except Refused as error:
        return refusal(error, found)
    return Response(sheet_data(found, writing=True))


@extend_schema(
    responses={200: forms.CheckAnswer, 404: None, 429: None},
    summary="Whether the record with this check code is still the one that the table signed",
)
@never_cache
@api_view(["GET"])
@authentication_classes([PersonalToken])
def check(request: Request, code: str) -> Response:
    """404: no sheet was ever signed with it. 429: too many wrong codes; wait a quarter of an hour."""
    place = place_for_a_guess(sender(request._request))
    if place is None:
        raise Throttled(WRONG_CODES_FORGOTTEN)
    found = find(code)
    if found is None:
        raise NotFound
    cache.delete(place)
    sheet = as_seen(found.sheet, request.user)
    day: date = localdate(sheet.started_at)
    data: dict[str, Any] = {
        "answer": str(found.answer),
        "code": found.code,
        "game": sheet.game,
        "day": day,
        "players": names_of(sheet),
        "status": sheet.status,
    }
    if found.answer == Answer.SIGNED:
        data |= {"totals": sheet.totals, "hands": sheet.state["hands"]}
    return Response(data)
