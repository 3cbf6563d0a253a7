"""The API of a tournament's pictures: the figures that they are drawn from."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from clubs.models import Membership
from scoring.screens import contract_name
from scoring.services.contracts import Contracts
from tournaments.api import pictures_forms as forms
from tournaments.api.door import tournament_api
from tournaments.api.hall import etag as hall_etag
from tournaments.api.hall import now_or_404
from tournaments.api.standings import etag
from tournaments.formats.plan import Plan
from tournaments.formats.records import Record
from tournaments.messages import hall as hall_words
from tournaments.messages import pictures as words
from tournaments.models import Tournament
from tournaments.services.hall import hall_of_now
from tournaments.services.kept import now
from tournaments.services.pictures import OfRound, Pictures, pictures_of, public_pictures


@extend_schema(
    operation_id="v1_clubs_tournaments_pictures",
    responses={200: forms.PicturesAnswer, 304: None},
    summary="The course of the places, the tables, the contracts and the records; 304 where nothing has changed",
)
@tournament_api(GET="see")
@condition(etag_func=etag)
def pictures(request: Request, membership: Membership, tournament: Tournament) -> HttpResponse:
    found = now(tournament)
    who = words.who_inside(found.facts)
    return answer(found.once(("api pictures", get_language()), lambda: written(pictures_of(found), who)))


@extend_schema(
    operation_id="v1_halls_pictures",
    responses={200: forms.PicturesAnswer, 304: None},
    summary="The same for everybody, as far as it is public now (If-None-Match)",
)
@never_cache
@api_view(["GET"])
@condition(etag_func=hall_etag)
def of_hall(request: Request, code: str) -> HttpResponse:
    found = now_or_404(code)

    def make() -> bytes:
        seen = public_pictures(found)
        if seen is None:
            return render({**NOTHING, "kept_back": hall_words.kept_back(hall_of_now(found))})
        return written(seen, words.who_outside(found.facts))

    return answer(found.once(("api hall pictures", get_language()), make))


def answer(body: bytes) -> HttpResponse:
    return HttpResponse(body, content_type="application/json")


def written(seen: Pictures, who: words.Who) -> bytes:
    return render({"kept_back": "", **pictures_data(seen, who)})


def render(data: dict[str, Any]) -> bytes:
    return bytes(JSONRenderer().render(data))


NOTHING: dict[str, Any] = {"rounds": [], "places": [], "tables": [], "game": "", "contracts": [], "records": []}


def pictures_data(seen: Pictures, who: words.Who) -> dict[str, Any]:
    places, contracts = seen.places, seen.contracts
    return {
        "rounds": places.rounds,
        "places": [
            {"number": number, "name": who(number, None), "places": course} for number, course in places.of.items()
        ],
        "tables": [table_data(one) for one in seen.tables],
        "game": contracts.game if contracts is not None else "",
        "contracts": contracts_data(contracts) if contracts is not None else [],
        "records": [record_data(seen.facts.plan, one, who) for one in seen.records],
    }


def table_data(one: OfRound) -> dict[str, Any]:
    return {
        "round": one.round,
        "measure": str(one.measure),
        "unit": one.unit,
        "said": words.measured(one),
        "tables": [{"table": table, "amount": amount} for table, amount in sorted(one.made.items())],
    }


def contracts_data(found: Contracts) -> list[dict[str, Any]]:
    return [
        {"contract": key, "name": contract_name(found.game, key), "made": came.made, "failed": came.failed}
        for key, came in found.came.items()
    ]


def record_data(plan: Plan, one: Record, who: words.Who) -> dict[str, Any]:
    return {
        "record": str(one.what),
        "unit": one.unit,
        "amount": one.amount,
        "said": words.told(plan, one, who).sentence,
        "feats": [
            {
                "numbers": feat.numbers,
                "round": feat.round,
                "table": feat.table,
                "figures": feat.figures,
            }
            for feat in one.feats
        ],
    }
