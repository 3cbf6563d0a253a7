"""Taking a quick sheet into a club: which club, which evening, who is who."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any, cast

from django.contrib import messages as said
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import messages
from clubs import queries as club_queries
from clubs.forms.numbers import day_typed
from clubs.models import Club, Player, User
from clubs.names import alphabetical
from clubs.services import evenings
from clubs.services.core import Problem, Refused
from clubs.services.likeness import same_name
from scoring.models import Sheet
from scoring.services.adopt import adopt_sheet
from scoring.services.fold import names_of
from scoring.views.board import sheet_context
from scoring.views.directing import clubs_to_adopt
from scoring.views.sheet import sheet_or_404


@never_cache
@require_http_methods(["GET", "POST"])
def adopt(request: HttpRequest, secret: str) -> HttpResponse:
    """The form for whoever holds the writing address and directs a club; afterwards the evening it belongs to."""
    sheet = sheet_or_404(secret)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if sheet.club_id is not None:
        return adopted(request, sheet)
    clubs = clubs_to_adopt(request, sheet)
    club = next((one for one in clubs if one.slug == request.POST.get("club", request.GET.get("club"))), None)
    if club is None and (len(clubs) == 1 or (clubs and request.method == "GET")):
        club = likeliest(clubs, names_of(sheet))
    if request.method == "GET" or club is None or "switch" in request.POST:
        status = 200 if request.method == "GET" or club else 422
        return form(request, sheet, clubs, club, status=status)
    try:
        day = day_typed(request.POST.get("day", ""))
        if day is None:
            raise Refused(Problem("evening_day_missing", "day"))
        people = request.POST.getlist("person")
        adopt_sheet(sheet, club=club, by=request.user, now=timezone.now(), day=day, people=people)
    except Refused as error:
        return form(request, sheet, clubs, club, problems=error.problems, status=422)
    said.success(request, _("The sheet belongs to the club now."))
    return redirect("evening", club.slug, day)


def likeliest(clubs: Sequence[Club], names: Sequence[str]) -> Club:
    """Of several clubs the one that knows most of these names; of equals the first."""
    if len(clubs) == 1:
        return clubs[0]
    wanted = {same_name(name) for name in names}
    people = Player.objects.filter(club__in=clubs).values_list("club", "name")
    known = Counter(club for club, name in people if same_name(name) in wanted)
    return max(clubs, key=lambda club: known[club.pk])


def adopted(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """It belongs to a club already: to its evening for whoever is in that club, back to the sheet for others."""
    club = sheet.club
    if club is not None and club_queries.membership_of(cast(User, request.user), club.slug):
        return redirect("evening", club.slug, sheet.evening.day) if sheet.evening else redirect("club", club.slug)
    return redirect("sheet" if sheet.is_open else "result", sheet.write_secret)


def form(
    request: HttpRequest,
    sheet: Sheet,
    clubs: list[Club],
    club: Club | None,
    *,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    names = names_of(sheet)
    posted = request.POST if "switch" not in request.POST else {}
    context: dict[str, Any] = sheet_context(sheet, writing=True) | {
        "clubs": clubs,
        "chosen": club,
        "problems": messages.by_field(problems, ["day", "people"]),
        "day": posted.get("day") or (club and began_on(club, sheet).isoformat()),
    }
    if club is not None:
        known = {same_name(one.name): one for one in club.players.all()}
        who = club_queries.people_of(club)
        typed = request.POST.getlist("person") if "person" in posted else []
        matched = [known.get(same_name(name)) for name in names]
        context["known"] = sorted({one.name for one in who.values() if one.erased_at is None}, key=alphabetical)
        context["rows"] = [
            {
                "name": name,
                "person": typed[i] if i < len(typed) else (who[found.pk].name if found else name),
                "matched": found is not None,
            }
            for i, (name, found) in enumerate(zip(names, matched, strict=True))
        ]
    return render(request, "scoring/adopt.html", context, status=status)


def began_on(club: Club, sheet: Sheet) -> date:
    """The evening the sheet began on, also after midnight."""
    return evenings.day_of(club, sheet.started_at)
