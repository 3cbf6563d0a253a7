"""A public club's page: its sheets and what everybody has taken so far."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.queries import public_clubs
from scoring import queries
from scoring.views.board import row_context

LATEST = 50


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(public_clubs(), slug=slug)
    context: dict[str, Any] = {
        "club": found,
        "rows": [row_context(sheet) for sheet in queries.sheets_of_club(found, LATEST)],
        "tally": queries.tally_of_club(found),
    }
    return render(request, "scoring/club.html", context)
