"""The prize list: at any time as it would be now, at the end final, to hand out, to print, to book."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.messages.money import euros
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.models import Payout, Tournament
from tournaments.services import finishing
from tournaments.services.facts import Facts
from tournaments.services.kept import facts_of
from tournaments.services.prize_rows import prize_rows, stays_of
from tournaments.services.prizes import PrizeList, prize_list
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
    prizes = prize_rows(facts, found, written)
    doubts = {one.at for one in problems} == {"sure"}
    context: dict[str, Any] = {
        "final": final,
        "found": found,
        "rows": prizes if final else crowds_in_one(prizes),
        "stays": stays_of(facts, found, written),
        "won": sum(row["cents"] for row in prizes),
        "moved": final and finishing.moved_on(facts, found, written),
        "early": any(row["certain"] for row in prizes),
        "calling": calling_rows(facts, found, prizes),
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
    handed_out = sum(row["cents"] for row in prizes if row["handed_at"])
    booked = sum(row["cents"] for row in prizes if row["booking"])
    to_book = sum(row["cents"] for row in prizes if row["handed_at"] and not row["booking"] and not row["elsewhere"])
    elsewhere = sum(row["cents"] for row in prizes if row["elsewhere"] and not row["booking"])
    to_reverse = sum(row["cents"] for row in prizes if row["booking"] and not row["handed_at"])
    not_fetched = sum(row["cents"] for row in prizes if not row["handed_at"])
    return {
        "handed_out": handed_out,
        "booked": booked,
        "to_book": to_book,
        "elsewhere": elsewhere,
        "to_reverse": to_reverse,
        "not_fetched": not_fetched,
    }


CROWD = 12
"""So many who would share a prize say only that nothing is decided yet."""


def crowds_in_one(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a preview, with one for all of a crowd that would share the same prize."""
    crowds: dict[tuple[str, int | None], list[dict[str, Any]]] = {}
    for row in rows:
        crowds.setdefault((row["wins"], row["place"]), []).append(row)
    shown = []
    for crowd in crowds.values():
        if len(crowd) <= CROWD or any(row["goods"] or row["handed_at"] for row in crowd):
            shown += crowd
            continue
        name = ngettext("%(count)d card is still level", "%(count)d cards are still level", len(crowd))
        cents = sum(row["cents"] for row in crowd)
        shown.append({**crowd[0], "number": None, "name": name % {"count": len(crowd)}, "cents": cents})
    return shown


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
