"""The door of every page of a ranking: that of its club, and the ranking must be that club's."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpResponse

from clubs.views.door import ClubRequest, club_page
from seasons.models import Ranking

Rest = ParamSpec("Rest")
View = Callable[Concatenate[ClubRequest, Ranking, Rest], HttpResponse]


def ranking_page(ability: str) -> Callable[[View[Rest]], Callable[..., HttpResponse]]:
    """Lets in whoever has the `ability` in the ranking's club; the view gets the ranking (`pk`)."""

    def with_door(view: View[Rest]) -> Callable[..., HttpResponse]:
        @club_page(ability)  # type: ignore[arg-type]  # wraps() remembers that the arguments have names
        @wraps(view)
        def found(request: ClubRequest, pk: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            ranking = Ranking.objects.select_related("club").filter(club=request.club, pk=pk).first()
            if ranking is None:
                raise Http404
            return view(request, ranking, *args, **kwargs)

        return found

    return with_door
