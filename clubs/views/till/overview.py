"""The till at a glance: what is in the box, who owes what, what was booked last; settling up and reversing."""

import secrets
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.messages.money import euros
from clubs.models import Booking
from clubs.names import alphabetical, name_for
from clubs.services import by_hand, till
from clubs.services.core import Problem, Refused
from clubs.services.till_list import act_of, bookings_of
from clubs.views.door import ClubRequest, club_page

LATEST = 12
ON_A_PAGE = 50


@club_page("see_till")
@require_safe
def overview(request: ClubRequest) -> HttpResponse:
    return overview_page(request)


def overview_page(
    request: ClubRequest, *, status: int = 200, about: int | None = None, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    """Everybody who owes or is owed; the `problems` are said at the person they are `about`."""
    who = queries.people_of(request.club)
    cash, sums = till.cash_and_balances(request.club, who)
    said = [messages.problem_text(problem) for problem in problems]
    rows = [
        {
            "player": who[pk],
            "name": name_for(who[pk], inside=True),
            "cents": cents,
            "token": secrets.token_urlsafe(12),
            "problems": said if pk == about else [],
        }
        for pk, cents in sorted(sums.items(), key=lambda one: (one[1], alphabetical(who[one[0]].name)))
    ]
    latest = bookings_of(request.club, who, most=LATEST)
    context: dict[str, Any] = {
        "cash": cash,
        "owed": -sum(cents for cents in sums.values() if cents < 0),
        "owes": sum(cents for cents in sums.values() if cents > 0),
        "open": [row for row in rows if row["cents"]],
        "even": [row for row in rows if not row["cents"]],
        "latest": latest[:LATEST],
        "more": len(latest) > LATEST,
        # Whoever is even by now stands in no row that could say it.
        "problems": [] if any(row["problems"] for row in rows if row["cents"]) else said,
    }
    return render(request, "clubs/till/overview.html", context, status=status)


@club_page("till")
@require_POST
def settle(request: ClubRequest, pk: int) -> HttpResponse:
    """ "Alles bezahlt"."""
    player = queries.person_of(request.club, pk)
    if player is None:
        raise Http404
    try:
        booking = by_hand.settle_up(
            request.club,
            by=request.user,
            token=request.POST.get("token", ""),
            player=player,
            seen=plain_number(request.POST.get("seen", "")),
        )
    except Refused as error:
        return overview_page(request, status=422, about=player.pk, problems=error.problems)
    told = {"name": name_for(player, inside=True), "amount": euros(abs(booking.cash))}
    sentence = _("%(name)s has paid %(amount)s.") if booking.cash > 0 else _("%(name)s got %(amount)s.")
    says.success(request, sentence % told)
    return redirect("till", request.club.slug)


@club_page("see_till")
@require_safe
def bookings(request: ClubRequest) -> HttpResponse:
    """All bookings, latest first; `before` an id."""
    before = plain_number(request.GET.get("before", "")) or None
    rows = bookings_of(request.club, queries.people_of(request.club), most=ON_A_PAGE, before=before)
    context = {"rows": rows[:ON_A_PAGE], "next": rows[ON_A_PAGE - 1].booking.pk if len(rows) > ON_A_PAGE else None}
    return render(request, "clubs/till/bookings.html", context)


@club_page("till")
@require_http_methods(["GET", "POST"])
def reverse_booking(request: ClubRequest, pk: int) -> HttpResponse:
    """Asks which of what was booked together is to be reversed: this line, or all of it."""
    booking = Booking.objects.select_related("club").filter(club=request.club, pk=pk).first()
    if booking is None:
        raise Http404
    if request.method == "GET":
        return reverse_page(request, booking)
    token = request.POST.get("token", "")
    chosen = [booking]
    if "together" in request.POST:
        # By their ids, so that a second tap names the same ones.
        ids = {plain_number(text) for text in request.POST.getlist("booking")}
        chosen = [one.booking for one in act_of(booking, queries.people_of(request.club)) if one.booking.pk in ids]
    try:
        reversals = till.reverse_all(chosen, by=request.user, token=token)
    except Refused as error:
        return reverse_page(request, booking, status=422, problems=error.problems)
    count = len(reversals)
    says.success(request, ngettext("Reversed.", "%(count)s bookings reversed.", count) % {"count": count})
    return redirect("till", request.club.slug)


def reverse_page(
    request: ClubRequest, booking: Booking, *, status: int = 200, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    act = act_of(booking, queries.people_of(request.club))
    this = next(one for one in act if one.booking.pk == booking.pk)
    context = {
        "this": this,
        "act": act,
        "together": [one for one in act if one.reversible],
        "token": secrets.token_urlsafe(12),
        "problems": [messages.problem_text(problem) for problem in problems],
    }
    return render(request, "clubs/till/reverse.html", context, status=status)
