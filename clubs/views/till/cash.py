"""Counting the box: first what was counted and what is missing or too much, then, confirmed, the booking."""

import secrets
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs import messages
from clubs.forms.money import euros_to_cents
from clubs.forms.numbers import plain_number
from clubs.forms.till import pieces_counted
from clubs.messages.money import coins, euros
from clubs.services import by_hand, till
from clubs.services.core import Problem, Refused
from clubs.services.shares import MONEY, counted
from clubs.services.till import LONGEST_NOTE, MOST_PIECES
from clubs.views.door import ClubRequest, club_page


@club_page("till")
@require_http_methods(["GET", "POST"])
def count(request: ClubRequest) -> HttpResponse:
    if request.method == "GET":
        return count_page(request)
    found, problems = what_was_counted(request)
    if problems or "book" not in request.POST:
        return count_page(request, status=422 if problems else 200, found=found, problems=problems)
    try:
        booking = by_hand.count_cash(
            request.club,
            by=request.user,
            token=request.POST.get("token", ""),
            expected=plain_number(request.POST.get("expected", "")),
            counted=found,
            note=request.POST.get("note", ""),
        )
    except Refused as error:
        problems = [
            Problem(one.code, "note" if one.at == "lines.0.note" else "counted", one.figures) for one in error.problems
        ]
        return count_page(request, status=422, found=found, problems=problems)
    missing = {"amount": euros(abs(booking.cash))}
    if booking.cash == 0:
        says.success(request, _("The box is right to the cent. That is on record now."))
    elif booking.cash > 0:
        says.success(request, _("%(amount)s more than expected: booked.") % missing)
    else:
        says.success(request, _("%(amount)s missing: booked.") % missing)
    return redirect("till", request.club.slug)


def what_was_counted(request: ClubRequest) -> tuple[int | str, list[Problem]]:
    """The amount in cents, from notes and coins if any were filled in, and what is wrong with them."""
    filled = pieces_counted(request.POST)
    if not filled:
        typed = euros_to_cents(request.POST.get("counted", ""))
        return typed, [] if isinstance(typed, int) else [Problem("no_amount", "counted")]
    good = {
        worth: how_many for worth, how_many in filled.items() if isinstance(how_many, int) and how_many <= MOST_PIECES
    }
    wrong = [Problem("odd_count", f"pieces-{worth}", {"most": MOST_PIECES}) for worth in filled if worth not in good]
    return counted(good), wrong


def count_page(
    request: ClubRequest, *, status: int = 200, found: int | str | None = None, problems: list[Problem] | None = None
) -> HttpResponse:
    expected = till.cash_in_box(request.club)
    fields = ("counted", "note", *(f"pieces-{worth}" for worth in MONEY))
    said = messages.by_field(problems or [], fields)
    context: dict[str, Any] = {
        "expected": expected,
        "typed": request.POST.get("counted", ""),
        "note": request.POST.get("note", "")[:LONGEST_NOTE],
        "pieces": pieces(request, said),
        "opened": any(request.POST.get(f"pieces-{worth}") for worth in MONEY),
        "token": secrets.token_urlsafe(12),
        "problems": said,
    }
    if isinstance(found, int) and not said:
        context |= {"found": found, "found_typed": coins(found), "difference": found - expected}
    return render(request, "clubs/till/count.html", context, status=status)


def pieces(request: ClubRequest, said: dict[str, list[str]]) -> list[dict[str, Any]]:
    """The fields for counting by notes and coins, as they were filled in."""
    return [
        {
            "name": f"pieces-{worth}",
            "word": _("%(worth)s euro") % {"worth": worth // 100}
            if worth >= 100
            else _("%(worth)s cent") % {"worth": worth},
            "value": request.POST.get(f"pieces-{worth}", ""),
            "problems": said.get(f"pieces-{worth}", []),
        }
        for worth in MONEY
    ]
