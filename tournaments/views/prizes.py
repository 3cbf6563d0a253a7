"""The prize list: at any time as it would be now, at the end final, to hand out, to print, to book."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.messages.money import euros
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.messages.prize_words import what_for
from tournaments.models import Payout, Tournament
from tournaments.services import finishing
from tournaments.services.facts import Facts, facts_of
from tournaments.services.prizes import STAYS, PrizeList, out_for_good, prize_list
from tournaments.services.standings import in_lives
from tournaments.views.door import tournament_page


@tournament_page("see")
@require_safe
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    return prizes_page(request, tournament)


@tournament_page("direct")
@require_POST
def finish(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    try:
        finishing.finish(tournament, by=request.user, now=timezone.now(), sure="sure" in request.POST)
    except Refused as error:
        return prizes_page(request, tournament, status=422, problems=error.problems)
    says.success(request, _("The places are final. Now the prizes can be handed out."))
    return redirect("prizes", request.club.slug, tournament.pk)


@tournament_page("direct")
@require_POST
def reopen(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    try:
        finishing.reopen(tournament, by=request.user, sure="sure" in request.POST)
    except Refused as error:
        return prizes_page(request, tournament, status=422, problems=error.problems)
    says.success(request, _("Open again. Put right what is wrong, then finish once more."))
    return redirect("prizes", request.club.slug, tournament.pk)


@tournament_page("score")
@require_POST
def handed(request: ClubRequest, tournament: Tournament, prize: int) -> HttpResponse:
    """`on` ticks the prize as handed out, `off` takes the tick back."""
    payout = Payout.objects.filter(tournament=tournament, pk=prize).select_related("tournament__club").first()
    if payout is None:
        raise Http404
    try:
        finishing.hand_out(payout, by=request.user, handed="on" in request.POST)
    except Refused as error:
        return prizes_page(request, tournament, status=422, problems=error.problems)
    return redirect(f"{request.path.removesuffix(f'{prize}/handed/')}#prize-{prize}")


@tournament_page("score")
@require_POST
def handed_early(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The same for somebody who is out while others go on playing: `number`, `wins` and `place` name the prize."""
    post = request.POST
    try:
        finishing.hand_out_early(
            tournament,
            by=request.user,
            number=plain_number(post.get("number", "")),
            wins=post.get("wins", ""),
            place=plain_number(post.get("place", "")) or None,
            handed="on" in post,
        )
    except Refused as error:
        return prizes_page(request, tournament, status=422, problems=error.problems)
    return redirect("prizes", request.club.slug, tournament.pk)


@tournament_page("till")
@require_POST
def book(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    try:
        written = finishing.book(tournament, by=request.user, token=request.POST.get("token", ""))
    except Refused as error:
        return prizes_page(request, tournament, status=422, problems=error.problems)
    amount = euros(-sum(one.cash for one in written))
    says.success(request, _("Booked in the till: %(amount)s paid out.") % {"amount": amount})
    return redirect("prizes", request.club.slug, tournament.pk)


def prizes_page(
    request: ClubRequest, tournament: Tournament, *, status: int = 200, problems: Sequence[Problem] = ()
) -> HttpResponse:
    facts = facts_of(tournament)
    found, final = prize_list(facts), facts.tournament.ended_at is not None
    written = list(finishing.payouts_of(tournament))
    rows = [payout_row(facts, one, written) for one in written] if final else preview_rows(facts, found, written)
    prizes = [row for row in rows if row["wins"] != STAYS]
    doubts = {one.at for one in problems} == {"sure"}
    context: dict[str, Any] = {
        "final": final,
        "found": found,
        "rows": prizes,
        "stays": sum(row["cents"] for row in rows if row["wins"] == STAYS) if final else found.stays,
        "won": sum(row["cents"] for row in prizes),
        "moved": final and finishing.moved_on(facts, found, written),
        "early": any(row.get("certain") for row in prizes),
        "calling": calling_rows(facts, found, rows),
        "in_lives": in_lives(facts),
        **money(prizes),
        "token": secrets.token_urlsafe(12),
        "sure": doubts,
        "problems": [messages.problem_text(one) for one in problems],
        "cannot": [] if final or problems else [messages.problem_text(one) for one in found.problems],
    }
    context["pot"] = context["won"] + context["stays"]
    return render(request, "tournaments/prizes.html", context, status=status)


def money(prizes: Sequence[dict[str, Any]]) -> dict[str, int]:
    """What is handed out, what of it is booked, what nobody has fetched yet; in cents."""
    handed_out = sum(row["cents"] for row in prizes if row["handed"])
    booked = sum(row["cents"] for row in prizes if row["booked"])
    to_book = sum(row["cents"] for row in prizes if row["handed"] and not row["booked"])
    to_reverse = sum(row["cents"] for row in prizes if row["booked"] and not row["handed"])
    not_fetched = sum(row["cents"] for row in prizes if not row["handed"])
    return {
        "handed_out": handed_out,
        "booked": booked,
        "to_book": to_book,
        "to_reverse": to_reverse,
        "not_fetched": not_fetched,
    }


def payout_row(facts: Facts, payout: Payout, written: Sequence[Payout]) -> dict[str, Any]:
    shared = sum((one.wins, one.place) == (payout.wins, payout.place) for one in written) - 1
    number = payout.entrant.number if payout.entrant else None
    return {
        "pk": payout.pk,
        "number": number,
        "name": payout.group if number is None else facts.name(number),
        "wins": payout.wins,
        "what": "" if payout.wins == STAYS else what_for(payout.wins, payout.place, shared),
        "cents": payout.cents,
        "goods": payout.goods,
        "handed": payout.handed_at,
        "booked": finishing.is_booked(payout),
    }


def preview_rows(facts: Facts, found: PrizeList, written: Sequence[Payout]) -> list[dict[str, Any]]:
    """As if it ended now; what was handed out before the end was taken back is told."""
    handed_out, out = finishing.handed_before(written), out_for_good(facts)
    return [
        {
            "pk": None,
            "number": one.number,
            "name": one.group if one.number is None else facts.name(one.number),
            "wins": one.wins,
            "place": one.place,
            "certain": one.number in out,
            "what": what_for(one.wins, one.place, one.shared_with),
            "cents": one.cents,
            "goods": one.goods,
            "handed": handed_out.get(finishing.key_of(facts, one)),
            "booked": False,
        }
        for one in found.prizes
    ]


def calling_rows(facts: Facts, found: PrizeList, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everybody who has a place, as they are called, with what they get."""
    places = {one.number: one.place for one in facts.standings}
    mine: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        mine.setdefault(row["number"], []).append(row)
    return [
        {"number": number, "name": facts.name(number), "place": places[number], "prizes": mine.get(number, [])}
        for number in found.calling
    ]
