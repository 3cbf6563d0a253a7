"""The start page, a new sheet, and joining a table by its code."""

import ipaddress
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
"""So many wrong table codes an address may send in so many seconds, whichever web process it comes to."""


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


def place_for_a_guess(address: str) -> str | None:
    """Takes one of the places that wrong codes of this address have, None where all are taken.

    Each is a key of its own, since two processes may add one to a number at the same moment and count it once.
    """
    places = [f"wrong-code-{address}-{number}" for number in range(WRONG_CODES)]
    taken = cache.get_many(places)
    return next((one for one in places if one not in taken and cache.add(one, True, WRONG_CODES_FORGOTTEN)), None)


def sender(request: HttpRequest) -> str:
    """Whose wrong codes are counted together: the address, as our own proxy saw it where there is one.

    Of an address of version 6 the network: whoever has one has all of its addresses.
    """
    said = str(request.META.get("REMOTE_ADDR", ""))
    if settings.HTTPS and (forwarded := request.headers.get("X-Forwarded-For")):
        said = forwarded.rpartition(",")[2].strip()
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return said[:40]
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else said
