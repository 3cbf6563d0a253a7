"""The door of every page inside a tournament: that of its club, and the tournament must be that club's."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpResponse

from clubs.views.door import ClubRequest, club_page
from tournaments import queries
from tournaments.models import Entrant, Tournament

Rest = ParamSpec("Rest")
Open = ParamSpec("Open")
View = Callable[Concatenate[ClubRequest, Tournament, Rest], HttpResponse]


def tournament_page(ability: str) -> Callable[[View[Rest]], Callable[..., HttpResponse]]:
    """Lets in whoever has the `ability` in the tournament's club; the view gets the tournament (`pk`)."""

    def with_door(view: View[Rest]) -> Callable[..., HttpResponse]:
        @club_page(ability)  # type: ignore[arg-type]  # wraps() remembers that the arguments have names
        @wraps(view)
        def found(request: ClubRequest, pk: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            tournament = queries.tournament_of(request.club, pk)
            if tournament is None:
                raise Http404
            request.tournament = tournament  # type: ignore[attr-defined]  # for the tabs (context_processors)
            try:
                return view(request, tournament, *args, **kwargs)
            except (Tournament.DoesNotExist, Entrant.DoesNotExist) as error:
                raise Http404 from error  # deleted meanwhile

        return found

    return with_door


def public_page(view: Callable[Open, HttpResponse]) -> Callable[Open, HttpResponse]:
    """A page without a door, that writes: its address is the key."""

    @wraps(view)
    def found(*args: Open.args, **kwargs: Open.kwargs) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except Tournament.DoesNotExist as error:
            raise Http404 from error  # deleted meanwhile

    return found
