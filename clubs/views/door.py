"""The door of every page inside a club: who may come in, in which language and at what time of day."""

import zoneinfo
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django_htmx.middleware import HtmxDetails

from clubs import queries
from clubs.models import Club, Membership, User
from clubs.permissions import ABILITIES, may

Rest = ParamSpec("Rest")


class HtmxRequest(HttpRequest):
    """A request as django-htmx's middleware hands it on: `htmx` tells whether a script asks for a part of the page."""

    htmx: HtmxDetails


class ClubRequest(HtmxRequest):
    """A request of an account that is in this club and may do what the page needs."""

    club: Club
    membership: Membership
    user: User


def club_page(
    ability: str,
) -> Callable[[Callable[Concatenate[ClubRequest, Rest], HttpResponse]], Callable[..., HttpResponse]]:
    """Lets in whoever has the `ability` in the club of the address (`slug`).

    Nobody in particular is asked to log in, whether such a club exists or not; a stranger finds nothing (404); a
    member without the ability is told who may (403).
    """

    def with_door(view: Callable[Concatenate[ClubRequest, Rest], HttpResponse]) -> Callable[..., HttpResponse]:
        @never_cache
        @wraps(view)
        def guarded(anyone: HttpRequest, slug: str, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            request = cast(ClubRequest, anyone)
            if not anyone.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            membership = queries.membership_of(request.user, slug)
            if membership is None or not queries.can_be_ids(kwargs):
                raise Http404
            if membership.club.slug != slug and request.method in ("GET", "HEAD"):
                # An address the club had before: bookmarks and printed links lead on.
                return redirect(request.get_full_path().replace(f"/club/{slug}/", f"/club/{membership.club.slug}/", 1))
            request.club, request.membership = membership.club, membership
            with in_club(request, membership.club):
                if not may(membership, ability):
                    return render(request, "clubs/not_allowed.html", {"ability": ABILITIES[ability]}, status=403)
                return view(request, *args, **kwargs)

        guarded.ability = ability  # type: ignore[attr-defined]  # docs/permissions.md and its test read it
        return guarded

    return with_door


class in_club:  # reads as the block it opens
    """The club's time zone, and its language for whoever has chosen none."""

    def __init__(self, request: HttpRequest, club: Club) -> None:
        self.zone = timezone.override(zoneinfo.ZoneInfo(club.time_zone))
        chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        self.language = translation.override(translation.get_language() if chosen else club.language)

    def __enter__(self) -> None:
        self.zone.__enter__()
        self.language.__enter__()

    def __exit__(self, *error: Any) -> None:
        self.language.__exit__(*error)
        self.zone.__exit__(*error)
