"""The start page, a new sheet, and joining a table by its code."""

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.queries import memberships_of, public_clubs
from scoring import messages, queries
from scoring.games.core import Problem
from scoring.views.board import row_context
from scoring.views.phone import remembered

WRONG_CODES = 30
WRONG_CODES_FORGOTTEN = 15 * 60
"""So many wrong table codes an address may send in so many seconds (per web process where there is no Redis)."""


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
    key = f"wrong-codes-{sender(request)}"
    code = "".join(request.POST.get("code", "").split()).upper()
    tries = cache.get(key, 0)
    sheet = queries.open_sheet_by_code(code, timezone.now()) if tries < WRONG_CODES else None
    if sheet is not None:
        return redirect("sheet", sheet.write_secret)
    problem = Problem("too_many_tries" if tries >= WRONG_CODES else "no_such_code", "code")
    cache.add(key, 0, WRONG_CODES_FORGOTTEN)
    cache.incr(key)
    context = {**start_context(request), "code": code, "code_problem": messages.problem_text(problem)}
    return render(request, "scoring/start.html", context, status=422)


def sender(request: HttpRequest) -> str:
    """Whose wrong codes are counted together: the address, as our own proxy saw it where there is one."""
    if settings.HTTPS and (forwarded := request.headers.get("X-Forwarded-For")):
        return forwarded.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
