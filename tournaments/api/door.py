"""The API's door into a tournament: that of its club, and the tournament must be that club's."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from clubs.api.door import club_api
from clubs.models import Membership
from tournaments import queries
from tournaments.models import Entrant, Tournament

Rest = ParamSpec("Rest")
Open = ParamSpec("Open")
Call = Callable[Concatenate[Request, Membership, Tournament, Rest], HttpResponse]


def tournament_api(**abilities: str) -> Callable[[Call[Rest]], Callable[..., HttpResponse]]:
    """A call inside a tournament: `@tournament_api(GET="see", POST="score")`; it gets both, opened by `pk`."""

    def with_door(call: Call[Rest]) -> Callable[..., HttpResponse]:
        @club_api(**abilities)  # type: ignore[arg-type]  # wraps() remembers that the arguments have names
        @wraps(call)
        def found(
            request: Request, membership: Membership, pk: int, *args: Rest.args, **kwargs: Rest.kwargs
        ) -> HttpResponse:
            tournament = queries.tournament_of(membership.club, pk)
            if tournament is None:
                raise NotFound
            try:
                return call(request, membership, tournament, *args, **kwargs)
            except (Tournament.DoesNotExist, Entrant.DoesNotExist) as error:
                raise NotFound from error  # deleted meanwhile

        return found

    return with_door


def public_call(call: Callable[Open, HttpResponse]) -> Callable[Open, HttpResponse]:
    """A call without a door, that writes: its address is the key."""

    @wraps(call)
    def found(*args: Open.args, **kwargs: Open.kwargs) -> HttpResponse:
        try:
            return call(*args, **kwargs)
        except Tournament.DoesNotExist as error:
            raise NotFound from error  # deleted meanwhile

    return found
