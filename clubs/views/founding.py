"""Founding a club, its settings, and its end."""

from collections.abc import Mapping
from typing import Any, cast
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib import messages as says
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import messages
from clubs.forms.till import count_typed
from clubs.models import User
from clubs.models.club import NamesUntil
from clubs.services import clubs as use_cases
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page

FOUNDING = ("name", "slug", "player", "language", "time_zone", "public")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """A club in two minutes: a name is enough."""
    user = cast(User, request.user)
    if request.method == "GET":
        return render(request, "clubs/club/new.html", club_context(founding_fields(user)))
    typed = typed_settings(request, founding_fields(user), FOUNDING)
    typed["slug"] = request.POST.get("slug_instead", typed["slug"])
    try:
        club = use_cases.found_club(by=user, **typed)
    except Refused as error:
        return render(request, "clubs/club/new.html", club_context(typed, error.problems), status=422)
    says.success(request, _("%(club)s is founded.") % {"club": club.name})
    return redirect("what-next", club.slug)


def founding_fields(user: User) -> dict[str, Any]:
    return {
        "name": "",
        "slug": "",
        "player": user.name,
        "language": "en" if (get_language() or "").startswith("en") else "de",
        "time_zone": settings.TIME_ZONE,
        "public": False,
    }


def typed_settings(request: HttpRequest, known: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """What was typed; a field that was not sent stays what it was."""
    typed: dict[str, Any] = {name: request.POST.get(name, known[name]) for name in names}
    if "names_until" in typed:
        typed["names_until"] = count_typed(str(typed["names_until"]))
    return typed | {"public": bool(typed["public"])}


def club_context(typed: Mapping[str, Any], problems: tuple[Problem, ...] = ()) -> dict[str, Any]:
    """The form of a club's settings: what stands in it, what is wrong with it, what can be chosen."""
    usual = list(use_cases.USUAL_TIME_ZONES)
    usual += [typed["time_zone"]] if typed["time_zone"] not in {*usual, *available_timezones()} else []
    return {
        "typed": typed,
        "problems": messages.by_field(problems, typed),
        "free": next((one.figures["free"] for one in problems if "free" in one.figures), ""),
        "languages": settings.LANGUAGES,
        "times": NamesUntil.choices,
        "usual_zones": usual,
        "other_zones": sorted(available_timezones() - set(usual)),
    }


@club_page("own")
@require_safe
def what_next(request: ClubRequest) -> HttpResponse:
    """Right after founding: what a club needs before its first evening."""
    return render(request, "clubs/club/next.html")


@club_page("own")
@require_http_methods(["GET", "POST"])
def club_settings(request: ClubRequest) -> HttpResponse:
    club = request.club
    known = {name: getattr(club, name) for name in use_cases.SETTINGS}
    if request.method == "GET":
        return render(request, "clubs/club/settings.html", club_context(known))
    typed = typed_settings(request, known, use_cases.SETTINGS)
    try:
        club = use_cases.change_club(club, by=request.user, **typed)
    except Refused as error:
        return render(request, "clubs/club/settings.html", club_context(typed, error.problems), status=422)
    says.success(request, _("Saved."))
    return redirect("club-settings", club.slug)


@club_page("own")
@require_http_methods(["GET", "POST"])
def delete_club(request: ClubRequest) -> HttpResponse:
    """Asks for the name before the club is gone for good."""
    if request.method == "GET":
        return render(request, "clubs/club/delete.html")
    typed, name = request.POST.get("name", ""), request.club.name
    try:
        use_cases.delete_club(request.club, by=request.user, name=typed)
    except Refused as error:
        context = {"typed": typed, "problems": messages.by_field(error.problems, ["name"])}
        return render(request, "clubs/club/delete.html", context, status=422)
    says.success(request, _("%(club)s is deleted.") % {"club": name})
    return redirect("start")
