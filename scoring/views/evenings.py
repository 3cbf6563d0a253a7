"""The evenings of a club: the list by year, and opening one."""

from typing import Any

from django.contrib import messages as said
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs import queries as club_queries
from clubs.forms.numbers import day_typed, year_typed
from clubs.services import evenings as use_cases
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from scoring import queries


@club_page("see")
@require_safe
def evenings(request: ClubRequest) -> HttpResponse:
    """All evenings of one year, the latest first."""
    return render(request, "scoring/evenings.html", list_context(request))


def list_context(request: ClubRequest) -> dict[str, Any]:
    club, now = request.club, timezone.now()
    years = club_queries.years_of(club)
    year = year_typed(request.GET.get("year", ""))
    if year not in years:
        year = years[0] if years else None
    return {
        "years": years,
        "year": year,
        "rows": evening_rows(club_queries.evenings_in(club, year)) if year else [],
        "today": use_cases.local(club, now).date(),
        "tonight": use_cases.evening_now(club, now),
    }


def evening_rows(found: list[Any]) -> list[dict[str, Any]]:
    """Evenings in a list, each with how many sheets and people it has; two queries for all."""
    sheets, people = queries.sheets_by_evening(found), queries.there_by_evening(found)
    return [{"evening": one, "sheets": sheets.get(one.pk, 0), "people": people.get(one.pk, 0)} for one in found]


@club_page("score")
@require_POST
def open_evening(request: ClubRequest) -> HttpResponse:
    """Tonight by one tap, or a `day` that is past. The same again leads to the same evening."""
    club, now = request.club, timezone.now()
    typed = request.POST.get("day")
    try:
        day = day_typed(typed) if typed is not None else None
        if typed is not None and day is None:
            raise Refused(Problem("evening_day_missing", "day"))
        evening = use_cases.open_evening(club, by=request.user, now=now, day=day)
    except Refused as error:
        context = list_context(request) | {"problems": messages.by_field(error.problems, ["day"]), "typed": typed}
        return render(request, "scoring/evenings.html", context, status=422)
    if evening.opened_at == now:
        said.success(request, _("The evening is open. Tap who is there, and begin the first sheet."))
    return redirect("evening", club.slug, evening.day)
