"""The API's door into a league: that of its club, and the league must be that club's."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from clubs.api.door import club_api, refusal
from clubs.models import Membership
from clubs.services.core import Problem, Refused
from seasons.models import Division, Fixture, League, Team
from seasons.services.league_turns import Moved

Rest = ParamSpec("Rest")
Call = Callable[Concatenate[Request, Membership, League, Rest], HttpResponse]


def league_api(**abilities: str) -> Callable[[Call[Rest]], Callable[..., HttpResponse]]:
    """A call inside a league: `@league_api(GET="see", POST="direct")`; it gets both, opened by `pk`. What somebody else
    has changed meanwhile is 409."""

    def with_door(call: Call[Rest]) -> Callable[..., HttpResponse]:
        @club_api(**abilities)  # type: ignore[arg-type]  # wraps() remembers that the arguments have names
        @wraps(call)
        def found(
            request: Request, membership: Membership, pk: int, *args: Rest.args, **kwargs: Rest.kwargs
        ) -> HttpResponse:
            league = League.objects.select_related("club").filter(club=membership.club, pk=pk).first()
            if league is None:
                raise NotFound
            try:
                return call(request, membership, league, *args, **kwargs)
            except Moved:
                return refusal(Refused(Problem("league_moved")), status=409)

        return found

    return with_door


def team_of(league: League, pk: int) -> Team:
    found = Team.objects.select_related("division__league__club").filter(division__league=league, pk=pk).first()
    if found is None:
        raise NotFound
    return found


def division_of(league: League, level: int) -> Division:
    found = Division.objects.select_related("league__club").filter(league=league, level=level).first()
    if found is None:
        raise NotFound
    return found


def fixture_of(league: League, pk: int) -> Fixture:
    found = Fixture.objects.select_related("division__league__club", "home", "away")
    fixture = found.filter(division__league=league, pk=pk).first()
    if fixture is None:
        raise NotFound
    return fixture
