"""The API of why a card stands where it stands and what it still needs: the same as on the pages."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Membership
from tournaments.api import why_forms as forms
from tournaments.api.door import tournament_api
from tournaments.api.hall import now_or_404
from tournaments.forms.why import with_whom
from tournaments.messages.why import why_data
from tournaments.models import Tournament
from tournaments.services.kept import now
from tournaments.services.marks import mark_of
from tournaments.services.table_codes import hall_marked
from tournaments.services.why import inside, outside

WITH = OpenApiParameter("with", int, description="The start number it is compared with; else its neighbour.")


def etag(request: HttpRequest, membership: Membership, tournament: Tournament, number: int) -> str:
    return f'"why-{mark_of(tournament)}-{get_language()}-{number}-{with_whom(request)}"'


@extend_schema(
    operation_id="v1_clubs_tournaments_standings_why",
    parameters=[WITH],
    responses={200: forms.WhyAnswer, 304: None},
    summary="Why a card stands where it stands, and what it still needs; 304 where nothing has changed (If-None-Match)",
)
@tournament_api(GET="see")
@condition(etag_func=etag)
def of_card(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    try:
        return Response(why_data(inside(now(tournament), number, with_whom(request))))
    except KeyError as error:
        raise NotFound from error


def hall_etag(request: HttpRequest, code: str, number: int) -> str | None:
    found = hall_marked(code)
    return None if found is None else f'"why-{found[1].mark}-{get_language()}-{number}-{with_whom(request)}"'


@extend_schema(
    parameters=[WITH],
    responses={200: forms.WhyAnswer, 304: None},
    summary="The same as far as it is public; 404 where nothing of how this card stands is (If-None-Match)",
)
@never_cache
@api_view(["GET"])
@condition(etag_func=hall_etag)
def of_hall(request: Request, code: str, number: int) -> Response:
    try:
        asked = outside(now_or_404(code), number, with_whom(request))
    except KeyError as error:
        raise NotFound from error
    if asked is None:
        raise NotFound
    told: dict[str, Any] = why_data(asked)
    return Response(told)
