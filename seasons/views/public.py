"""What everybody may see of rankings, cups, leagues and ratings at `/board/<secret>/`: no account, no session."""

from collections.abc import Callable
from typing import Any

from django.db.models import Model
from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.views.door import HtmxRequest, in_club
from seasons.models import Cup, League, Ranking, Rating
from seasons.views import cups, league_public, rankings, ratings

Show = Callable[[HtmxRequest, Any], HttpResponse]

SHOWN: tuple[tuple[type[Model], Show], ...] = (
    (Ranking, rankings.public),
    (Cup, cups.public),
    (League, league_public.public),
    (Rating, ratings.public),
)
"""Whose secrets lead here, and how each of them is shown to everybody."""


@never_cache
@require_safe
def board(request: HtmxRequest, secret: str) -> HttpResponse:
    """What belongs to this secret and is public, in its club's language and time."""
    for model, show in SHOWN:
        owner: Any = model._default_manager.select_related("club").filter(secret=secret, public=True).first()
        if owner is not None:
            with in_club(request, owner.club):
                return show(request, owner)
    raise Http404
