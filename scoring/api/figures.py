"""The API of a club's statistics: one person, head-to-head, records. The same figures as on the pages."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api.door import club_api
from clubs.forms.numbers import year_typed
from clubs.models import Membership, Player
from clubs.names import name_for
from clubs.permissions import may_see_money
from scoring.api import figures_serializers as forms
from scoring.games.sheet import GAMES
from scoring.services.figures import Figures, Pair, of_person, pairs, records, table_of_people, years_of

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
PERSON = OpenApiParameter("pk", OpenApiTypes.INT, OpenApiParameter.PATH)
ASKED = [
    OpenApiParameter("year", OpenApiTypes.INT, description="Left out: all years."),
    OpenApiParameter("game", OpenApiTypes.STR, enum=list(GAMES), description="Left out: all games."),
]


def asked(request: Request) -> dict[str, Any]:
    """The year and the game that are asked for; what is neither is left out."""
    game = request.query_params.get("game", "")
    return {"year": year_typed(request.query_params.get("year", "")), "game": game if game in GAMES else ""}


def somebody(player: Player) -> dict[str, Any]:
    return {"id": player.pk, "name": name_for(player, inside=True)}


@extend_schema(parameters=[SLUG, PERSON, *ASKED], responses={200: forms.PlayerFigures},
               summary="What the closed sheets of one person add up to")  # fmt: skip
@club_api(GET="see")
def player(request: Request, membership: Membership, pk: int) -> Response:
    people = queries.people_of(membership.club)
    if pk not in people or people[pk].erased_at is not None:
        raise NotFound
    person = people[pk]
    found = of_person(membership.club, people, person, **asked(request))
    money = may_see_money(membership, person)
    return Response(
        {
            "player": somebody(person),
            "evenings": found.evenings,
            "years": found.years,
            "games": [game_data(key, one, money=money) for key, one in found.games.items()],
            "contracts": [
                {"game": game, "contract": contract, "made": made, "lost": lost}
                for (game, contract), (made, lost) in found.contracts.items()
            ],
            "others": [{"player": somebody(people[other]), **pair_data(one)} for other, one in found.others.items()],
            "days": [day_data(asdict(day), money=money) for day in found.days],
        }
    )


def game_data(key: str, figures: Figures, *, money: bool) -> dict[str, Any]:
    told = {"made": "contracts_made", "failed": "contracts_lost"}
    amounts = {told.get(name, name): amount for name, amount in asdict(figures).items()}
    return {"game": key, **amounts, "cents": figures.cents if money else None}


def pair_data(pair: Pair) -> dict[str, int]:
    return {
        "together_won": pair.won,
        "together_lost": pair.lost,
        "against_won": pair.beat,
        "against_lost": pair.beaten,
    }


def day_data(day: Mapping[str, Any], *, money: bool) -> dict[str, Any]:
    told = {"won": "legs_won", "lost": "legs_lost"}
    return {told.get(name, name): value for name, value in day.items()} | {"cents": day["cents"] if money else None}


@extend_schema(parameters=[SLUG, *ASKED], responses={200: forms.PairFigures(many=True)},
               summary="Everybody with and against everybody; legs, and in games without legs hands")  # fmt: skip
@club_api(GET="see")
def head_to_head(request: Request, membership: Membership) -> Response:
    people = queries.people_of(membership.club)
    found = pairs(membership.club, people, **asked(request))
    return Response(
        [
            {"player": somebody(people[one]), "other": somebody(people[other]), **pair_data(pair)}
            for one, others in sorted(found.items())
            for other, pair in sorted(others.items())
            if one < other
        ]
    )


@extend_schema(parameters=[SLUG, *ASKED], responses={200: forms.RecordFigures(many=True)}, summary="The club's records")
@club_api(GET="see")
def club_records(request: Request, membership: Membership) -> Response:
    club, people, wanted = membership.club, queries.people_of(membership.club), asked(request)
    table = table_of_people(years_of(club, people, game=wanted["game"]), wanted["year"])
    return Response(
        [
            {
                "what": one.what,
                "amount": one.amount,
                "of": one.of or None,
                "players": [somebody(people[pk]) for pk in one.players],
                "day": one.day,
            }
            for one in records(club, people, table, **wanted)
        ]
    )
