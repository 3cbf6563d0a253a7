"""Regions: made by one club, joined by others with a link, left, dissolved."""

import secrets
from typing import cast

from django.contrib import messages as says
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.models import User
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.address import address, qr
from clubs.views.door import ClubRequest, club_page
from seasons.messages import ratings as words
from seasons.models import Rating, Region, RegionClub
from seasons.services import regions as use_cases
from seasons.services.regions import LONGEST_NAME
from seasons.views.rating_door import region_page


@club_page("direct")
@require_http_methods(["GET", "POST"])
def new(request: ClubRequest) -> HttpResponse:
    name, token = request.POST.get("name", "")[: 2 * LONGEST_NAME], request.POST.get("token", "")
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        try:
            made = use_cases.create(request.club, by=request.user, token=token, name=name, now=timezone.now())
        except Refused as error:
            problems = error.problems
        else:
            return redirect("region", request.club.slug, made.pk)
    context = {
        "name": name,
        "token": token or secrets.token_urlsafe(12),
        "most": LONGEST_NAME,
        "problems": messages.by_field(problems, ("name",)),
    }
    return render(request, "seasons/ratings/new_region.html", context, status=422 if problems else 200)


@region_page("see")
@require_safe
def region(request: ClubRequest, region: Region) -> HttpResponse:
    return region_answer(request, region)


def region_answer(request: ClubRequest, region: Region, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    own = region.club_id == request.club.pk
    link = address(request, "region-link", region.secret) if own and may(request.membership, "direct") else ""
    found = Rating.objects.select_related("club", "region").filter(region=region)
    context = {
        "region": region,
        "own": own,
        "clubs": [one.club for one in RegionClub.objects.select_related("club").filter(region=region).order_by("pk")],
        "ratings": [{"rating": one, "title": words.title(one)} for one in found],
        "link": link,
        "code": qr(link) if link else "",
        "problems": messages.by_field(problems, ()),
    }
    return render(request, "seasons/ratings/region.html", context, status=422 if problems else 200)


@never_cache
@login_required
@require_safe
def link(request: HttpRequest, secret: str) -> HttpResponse:
    """What the link leads to: in which of one's clubs shall the region be joined?"""
    found = use_cases.by_secret(secret)
    if found is None:
        raise Http404
    mine = [one.club for one in queries.memberships_of(cast(User, request.user)) if may(one, "direct")]
    inside = {one.club_id for one in RegionClub.objects.filter(region=found)}
    context = {
        "region": found,
        "secret": secret,
        "clubs": [one for one in mine if one.pk not in inside],
        "inside": [one for one in mine if one.pk in inside],
    }
    return render(request, "seasons/ratings/join.html", context)


@club_page("direct")
@require_POST
def join(request: ClubRequest) -> HttpResponse:
    """Only from the page of the link: an address of its own would put the secret into every log."""
    try:
        joined = use_cases.join(
            request.club, by=request.user, secret=request.POST.get("secret", ""), now=timezone.now()
        )
    except Refused as error:
        context = {"problems": messages.by_field(error.problems, ())}
        return render(request, "seasons/ratings/not_joined.html", context, status=422)
    says.success(request, _("%(club)s is in the region now.") % {"club": request.club.name})
    return redirect("region", request.club.slug, joined.pk)


@region_page("direct")
@require_http_methods(["GET", "POST"])
def leave(request: ClubRequest, region: Region) -> HttpResponse:
    """Who made it dissolves it, any other club leaves it."""
    own = region.club_id == request.club.pk
    if request.method != "POST":
        return render(request, "seasons/ratings/leave.html", {"region": region, "own": own})
    if own:
        use_cases.dissolve(region, by=request.user)
        says.success(request, _("The region is dissolved."))
    else:
        use_cases.leave(request.club, by=request.user, region=region, now=timezone.now())
        says.success(request, _("Your club has left the region."))
    return redirect("ratings", request.club.slug)


@region_page("direct", own=True)
@require_http_methods(["GET", "POST"])
def put_out(request: ClubRequest, region: Region) -> HttpResponse:
    """A club that is not to be in it, once one is sure; the link becomes another."""
    asked = plain_number((request.POST or request.GET).get("club", ""))
    member = RegionClub.objects.select_related("club").filter(region=region, club=max(asked, 0)).first()
    if request.method != "POST":
        if member is None:
            return redirect("region", request.club.slug, region.pk)
        return render(request, "seasons/ratings/put_out.html", {"region": region, "who": member.club})
    if member is None:
        return region_answer(request, region, (Problem("region_club_unknown"),))
    try:
        use_cases.put_out(region, by=request.user, club=member.club, now=timezone.now())
    except Refused as error:
        return region_answer(request, region, error.problems)
    says.success(request, _("%(club)s is out of the region, and the link is another one now.") % {"club": member.club})
    return redirect("region", request.club.slug, region.pk)
