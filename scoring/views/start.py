"""The start page, a new sheet, and joining a table by its code."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.queries import memberships_of, public_clubs
from scoring import messages, queries
from scoring.games.core import Problem
from scoring.services.guessing import place_for_a_guess, sender
from scoring.views.board import row_context
from scoring.views.phone import remembered


@never_cache
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/start.html", start_context(request))


def start_context(request: HttpRequest) -> dict[str, Any]:
    mine = queries.sheets_of_phone(remembered(request, "sheets"))
    user = request.user
    # Whoever is not logged in costs nothing here, not even the question.
    my_clubs = list(memberships_of(user)) if user.is_authenticated else []
    inside = {membership.club_id for membership in my_clubs}
    return {
        "mine": [row_context(sheet) for sheet in mine],
        "my_clubs": my_clubs,
        "clubs": [club for club in public_clubs() if club.pk not in inside],
    }


@never_cache
@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """From the code on the table to the sheet; guessing is limited."""
    code = "".join(request.POST.get("code", "").split()).upper()
    place = place_for_a_guess(sender(request))
    sheet = queries.open_sheet_by_code(code, timezone.now()) if place else None
    if sheet is not None:
        cache.delete(place)
        return redirect("sheet", sheet.write_secret)
    problem = Problem("no_such_code" if place else "too_many_tries", "code")
    context = {**start_context(request), "code": code, "code_problem": messages.problem_text(problem)}
    return render(request, "scoring/start.html", context, status=422)
