"""The cash of the desk: what should be there, counting it, booking it to the club's till, what is still open."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages, queries
from clubs.forms.money import euros_to_cents
from clubs.forms.numbers import plain_number
from clubs.messages.money import coins, euros
from clubs.models import Booking
from clubs.services.core import Problem, Refused
from clubs.services.shares import MONEY
from clubs.views.door import ClubRequest
from clubs.views.till.cash import pieces
from clubs.views.till.cash import what_was_counted as in_the_box
from tournaments.formats.plan import read_plan
from tournaments.models import Tournament
from tournaments.services import card_list
from tournaments.services import cash as desk
from tournaments.views.door import tournament_page


@tournament_page("score")
@require_http_methods(["GET", "POST"])
def cash(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """GET: how it stands. POST: what was counted, first compared and then (`record`) put on record."""
    if request.method == "GET":
        return page(request, tournament)
    change, found, problems = what_was_counted(request)
    if problems or not isinstance(change, int) or not isinstance(found, int):
        return page(request, tournament, problems)
    if "record" not in request.POST:
        return page(request, tournament, compared=(change, found))
    try:
        seen = plain_number(request.POST.get("seen", ""))
        desk.counted(tournament, by=request.user, change=change, counted=found, seen=seen)
    except Refused as error:
        return page(request, tournament, error.problems, compared=(change, found))
    says.success(request, _("The count is on record."))
    return redirect("tournament-cash", request.club.slug, tournament.pk)


def what_was_counted(request: ClubRequest) -> tuple[int | str, int | str, list[Problem]]:
    """The change that was put in, what was counted (by notes and coins if any were filled in), what is wrong."""
    change = euros_to_cents(request.POST.get("change", "") or "0")
    problems = [] if isinstance(change, int) else [Problem("no_amount", "change")]
    found, wrong = in_the_box(request)
    return change, found, [*problems, *wrong]


@tournament_page("till")
@require_POST
def book(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    post = request.POST
    try:
        booking = desk.book(
            tournament, by=request.user, token=post.get("token", ""), seen=plain_number(post.get("seen", ""))
        )
    except Refused as error:
        return page(request, tournament, error.problems)
    says.success(request, _("%(amount)s booked to the till.") % {"amount": euros(booking.cash)})
    return redirect("tournament-cash", request.club.slug, tournament.pk)


@tournament_page("till")
@require_POST
def take_back(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    post, pk = request.POST, plain_number(request.POST.get("booking", ""))
    booking = Booking.objects.filter(club=request.club, pk=pk).select_related("club").first()
    try:
        if booking is None:
            raise Refused(Problem("booking_not_of_desk"))
        desk.take_back(booking, tournament, by=request.user, token=post.get("token", ""))
    except Refused as error:
        return page(request, tournament, error.problems)
    says.success(request, _("The booking is reversed. Its money can be booked again."))
    return redirect("tournament-cash", request.club.slug, tournament.pk)


def page(
    request: ClubRequest,
    tournament: Tournament,
    problems: Sequence[Problem] = (),
    compared: tuple[int, int] | None = None,
) -> HttpResponse:
    plan, who, found = read_plan(tournament.plan), queries.people_of(request.club), desk.cash_of(tournament)
    said = messages.by_field(problems, ("change", "counted", *(f"pieces-{worth}" for worth in MONEY)))
    opened = [card_list.line_of(card, plan, who) for card in desk.open_cards(tournament)]
    came_in = desk.paid_by_card(tournament)
    context: dict[str, Any] = {
        "plan": plan,
        "cash": found,
        "bookings": desk.bookings_of(tournament),
        "counts": desk.counts_of(tournament),
        "open": opened,
        "open_cents": sum(line.fee - came_in.get(line.card.pk, 0) for line in opened),
        "problems": said,
        "change": request.POST.get("change", ""),
        "typed": request.POST.get("counted", ""),
        "pieces": pieces(request, said),
        "opened": any(request.POST.get(f"pieces-{worth}") for worth in MONEY),
        "token": secrets.token_urlsafe(12),
    }
    if compared is not None and not said:
        change, counted = compared
        should = found.in_box + change
        context |= {"should": should, "counted": counted, "difference": counted - should}
        context |= {"change_typed": coins(change), "counted_typed": coins(counted)}
    return render(request, "tournaments/cash/page.html", context, status=422 if problems else 200)
