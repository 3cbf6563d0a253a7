"""The door of every page of a rating and of a region: that of the club; it must be the club's, or a region's of it."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpResponse

from clubs.views.door import ClubRequest, club_page
from seasons.models import Rating, Region
from seasons.services.ratings import may_manage, ratings_of
from seasons.services.regions import regions_of

Rest = ParamSpec("Rest")
RatingView = Callable[Concatenate[ClubRequest, Rating, Rest], HttpResponse]
RegionView = Callable[Concatenate[ClubRequest, Region, Rest], HttpResponse]


def rating_page(ability: str) -> Callable[[RatingView[Rest]], Callable[..., HttpResponse]]:
    """Lets in whoever has the `ability` in a club that the rating is of; only the club that keeps it may do more than
    look at it. The view gets the rating (`pk`)."""

    def with_door(view: RatingView[Rest]) -> Callable[..., HttpResponse]:
        @club_page(ability)  # type: ignore[arg-type]  # wraps() remembers that the arguments have names
        @wraps(view)
        def found(request: ClubRequest, pk: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            rating = ratings_of(request.club).filter(pk=pk).first()
            if rating is None or (ability != "see" and not may_manage(request.club, rating)):
                raise Http404
            return view(request, rating, *args, **kwargs)

        return found

    return with_door


def region_page(ability: str, *, own: bool = False) -> Callable[[RegionView[Rest]], Callable[..., HttpResponse]]:
    """Lets in whoever has the `ability` in a club of the region (`own`: in the club that made it)."""

    def with_door(view: RegionView[Rest]) -> Callable[..., HttpResponse]:
        @club_page(ability)  # type: ignore[arg-type]  # wraps() remembers that the arguments have names
        @wraps(view)
        def found(request: ClubRequest, pk: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            region = regions_of(request.club).filter(pk=pk).first()
            if region is None or (own and region.club_id != request.club.pk):
                raise Http404
            return view(request, region, *args, **kwargs)

        return found

    return with_door
