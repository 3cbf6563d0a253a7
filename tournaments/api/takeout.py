"""The API of taking a tournament along and of bringing one in: the same use cases as the pages."""

from collections.abc import Mapping
from dataclasses import asdict
from io import BytesIO
from typing import IO, Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import parser_classes
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.services.core import Problem, Refused
from scoring.api.parsers import PlainJSON
from tournaments.api import takeout_forms as forms
from tournaments.api.door import tournament_api
from tournaments.api.tournaments import row_data
from tournaments.models import Tournament
from tournaments.services import bringing, bringing_format
from tournaments.services.bringing_format import MOST_BYTES
from tournaments.services.bringing_people import Planned
from tournaments.services.takeout import as_json, document_of, file_name


class WholeTournament(BaseParser):
    """JSON as large as a tournament may be, and no larger. Of a `JSONParser` the framework would let in far less."""

    media_type = PlainJSON.media_type

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        request = (parser_context or {}).get("request")
        length = request.META.get("CONTENT_LENGTH") if request is not None else None
        if not str(length or 0).isdecimal() or int(length or 0) > MOST_BYTES:
            raise Refused(Problem("takeout_too_big", "file", {"most": f"{MOST_BYTES // 1_000_000} MB"}))
        data = stream.read()
        bringing_format.bound(data)
        return PlainJSON().parse(BytesIO(data), media_type, parser_context)


@extend_schema(
    responses={(200, "application/json"): OpenApiTypes.OBJECT},
    summary="Everything of the tournament as one JSON document, for another installation",
)
@tournament_api(GET="direct")
def take_along(request: Request, membership: Membership, tournament: Tournament) -> HttpResponse:
    response = HttpResponse(as_json(document_of(tournament, now=timezone.now())), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{file_name(tournament, "json")}"'
    return response


@extend_schema(
    request=forms.Brought,
    responses={200: forms.BroughtAnswer, 201: forms.BroughtAnswer, 422: RefusedAnswer},
    summary="Bring in such a document, or say what would happen; sent again it gets the first answer",
)
@club_api(POST="direct")
@parser_classes([WholeTournament])
def bring(request: Request, membership: Membership) -> Response:
    wanted = envelope(forms.Brought, request)
    look = bringing.look_at_document(membership.club, wanted["file"])
    made = None
    if not wanted.get("preview"):
        made = bringing.bring(
            membership.club,
            look.checked,
            by=membership.user,
            token=wanted["token"],
            now=timezone.now(),
            chosen=chosen(wanted.get("people", {})),
            book_here=wanted.get("book_here", False),
        )
    return Response(answer(look, made), status=200 if made is None else 201)


def chosen(people: Mapping[str, int | None]) -> dict[int, int | None]:
    if odd := [at for at in people if not (at.isascii() and at.isdecimal() and len(at) < 6)]:
        raise Refused(Problem("bad_value", f"people.{odd[0][:20]}"))
    return {int(at): who for at, who in people.items()}


def answer(look: bringing.Look, made: Tournament | None) -> dict[str, Any]:
    return {
        "name": look.about["name"],
        "day": look.about["day"],
        "came_from": look.way[-1]["club"] if look.way else "",
        "same": look.same and look.same.pk,
        "counts": asdict(look.counts),
        "people": [person_data(one) for one in look.people],
        "tournament": None if made is None else row_data(made),
    }


def person_data(one: Planned) -> dict[str, Any]:
    plain = ("at", "name", "place", "what", "cards", "usual")
    return {**{name: getattr(one, name) for name in plain}, "alike": [player.pk for player in one.alike]}
