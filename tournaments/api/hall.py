"""The API of the hall, for everybody without an account: what is public, the same as on the page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tournaments.api import hall_forms as forms
from tournaments.messages import hall as words
from tournaments.services.hall import Hall, hall_of_now
from tournaments.services.kept import Now, hall_now
from tournaments.services.plan_words import sections
from tournaments.services.table_codes import hall_marked


def etag(request: HttpRequest, code: str, number: int | None = None) -> str | None:
    found = hall_marked(code)
    return None if found is None else f'"{found[1].mark}-{get_language()}-{number or 0}"'


@extend_schema(
    responses={200: forms.HallAnswer, 304: None},
    summary="What everybody in the hall may know; 304 where nothing has changed (If-None-Match)",
)
@never_cache
@api_view(["GET"])
@condition(etag_func=etag)
def hall(request: Request, code: str) -> HttpResponse:
    found = now_or_404(code)
    written = found.once(("api hall", get_language()), lambda: JSONRenderer().render(hall_data(hall_of_now(found))))
    return HttpResponse(written, content_type="application/json")


@extend_schema(
    responses={200: forms.HallOwn, 304: None},
    summary="One start card: its table, its opponents, and how it stands as far as that is public (If-None-Match)",
)
@never_cache
@api_view(["GET"])
@condition(etag_func=etag)
def card(request: Request, code: str, number: int) -> HttpResponse:
    found = now_or_404(code)
    one = hall_of_now(found)
    mine = one.card(number)
    if mine is None:
        raise NotFound
    return HttpResponse(JSONRenderer().render(words.card_data(one, mine)), content_type="application/json")


def now_or_404(code: str) -> Now:
    found = hall_now(code)
    if found is None:
        raise NotFound
    return found


def hall_data(one: Hall) -> dict[str, Any]:
    tournament, clock, played = one.facts.tournament, one.clock, one.played
    return {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "day": tournament.day,
        "place": tournament.place,
        "round": played.number if played is not None else None,
        "said": words.round_line(one),
        "over": one.over,
        "clock": clock and {"started_at": clock.started_at, "ends_at": clock.ends_at},
        "tables": words.by_table(one),
        "byes": words.byes(one),
        "missing": () if one.over else one.facts.open_tables,
        "kept_back": words.kept_back(one),
        "state": words.state(one),
        "standings": words.lines(one),
        "prizes": words.won(one),
        "rules": [{"title": part.title, "lines": part.lines} for part in sections(one.facts.plan, tournament)],
    }
