"""Check-in at the desk: one line by keyboard for each card, the cards that are in, who is missing, partners by lot."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.models import Player
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register
from clubs.views.door import ClubRequest
from tournaments.formats.plan import Card, Plan, read_plan
from tournaments.forms.cards import MORE, Typed, beside, typed_line
from tournaments.models import Entrant, Tournament
from tournaments.models.entrants import Paid
from tournaments.services import card_list, cards, joining, pairing
from tournaments.views.door import tournament_page

LATE = frozenset({"round_runs", "round_was_played"})
BANS = frozenset({"banned", "banned_until"})
MOST_SHOWN = 600


@tournament_page("score")
@require_http_methods(["GET", "POST"])
def check_in(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """GET: the page; for a script that has `seen` all there is, 204 and nothing more. POST: one card."""
    if request.method == "POST":
        return enter(request, tournament)
    if not request.htmx:
        return page(request, tournament)
    if request.GET.get("seen") == str(tournament.seq):
        return HttpResponse(status=204)
    return render(request, "tournaments/check_in/_live.html", context_of(request, tournament))


def enter(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    typed, post, may_direct = typed_line(request.POST), request.POST, may(request.membership, "direct")
    now = timezone.now()
    try:
        card = cards.enter(
            tournament,
            by=request.user,
            token=post.get("token", ""),
            people=typed.wanted,
            number=typed.wanted_number,
            paid=typed.paid,
            here="announced" not in post,
            sure=may_direct and "sure" in post,
            late=may_direct and "late" in post,
            now=now,
            **typed.fields,
        )
    except Refused as error:
        if not request.htmx:
            return page(request, tournament, typed, error.problems)
        context = line_context(request, tournament, read_plan(tournament.plan), typed, error.problems)
        return render(request, "tournaments/check_in/_line.html", context, status=422)
    if request.htmx:
        return entered(request, tournament, [card], alike_of(tournament, card, new_since=now))
    line = line_in_list(tournament, card)
    says.success(request, f"{card.number} · {line.name}")
    return redirect("check-in", request.club.slug, tournament.pk)


def entered(
    request: ClubRequest, tournament: Tournament, some: Iterable[Entrant], alike: Sequence[Player] = ()
) -> HttpResponse:
    """The rows of these cards and the counts, as the script puts them into the page."""
    tournament.refresh_from_db()
    lines = card_list.lines_of(tournament)
    numbers = {card.number for card in some}
    context = list_context(request, tournament, lines) | {
        "lines": [line for line in lines if line.card.number in numbers],
        "alike": alike,
    }
    return render(request, "tournaments/check_in/_entered.html", context)


def line_in_list(tournament: Tournament, card: Entrant) -> card_list.Line:
    card = Entrant.objects.prefetch_related("people").get(pk=card.pk)
    return card_list.line_of(card, read_plan(tournament.plan), queries.people_of(tournament.club))


def alike_of(tournament: Tournament, card: Entrant, new_since: Any = None) -> list[Player]:
    """Whom the club knows and who is called nearly like the newcomer of this card."""
    found = list[Player]()
    for row in card.people.filter(until=None, player__guest=True).select_related("player"):
        if row.player.merged_into_id is None and (new_since is None or row.player.created_at == new_since):
            found += Register(tournament.club, apart_from=row.player_id).like(row.player.name)
    return found


@tournament_page("score")
@require_POST
def mark(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """A tap in the list: `arrive` or `paid` with the start number."""
    act = next((name for name in ("arrive", "paid") if name in request.POST), "")
    card = cards.card_of(tournament, plain_number(request.POST.get(act, "")))
    try:
        if card is None:
            raise Refused(Problem("card_unknown", None, {"number": request.POST.get(act, "")}))
        if act == "paid":
            cards.pay(card, by=request.user, how=Paid.PAID, now=timezone.now())
        else:
            late = may(request.membership, "direct") and "late" in request.POST
            cards.arrive(card, by=request.user, now=timezone.now(), late=late)
    except Refused as error:
        if request.htmx:
            context = {"problems": [messages.problem_text(one) for one in error.problems]}
            return render(request, "tournaments/check_in/_refused.html", context, status=422)
        return page(request, tournament, problems=error.problems)
    if request.htmx:
        return entered(request, tournament, [card])
    return redirect("check-in", request.club.slug, tournament.pk)


@tournament_page("score")
@require_POST
def no_shows(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    try:
        missing = cards.no_shows(tournament, by=request.user)
    except Refused as error:
        return page(request, tournament, problems=error.problems)
    said = ngettext("%(count)d card did not come.", "%(count)d cards did not come.", len(missing))
    says.success(request, said % {"count": len(missing)})
    return redirect("check-in", request.club.slug, tournament.pk)


@tournament_page("score")
@require_POST
def partners(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    try:
        drawn = pairing.draw_partners(tournament, by=request.user, now=timezone.now())
    except Refused as error:
        return page(request, tournament, problems=error.problems)
    said = ngettext("%(count)d pair was drawn.", "%(count)d pairs were drawn.", len(drawn))
    says.success(request, said % {"count": len(drawn)})
    return redirect("check-in", request.club.slug, tournament.pk)


# --- what the page shows -------------------------------------------------------------------------------------------


def page(
    request: ClubRequest,
    tournament: Tournament,
    typed: Typed | None = None,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    context = context_of(request, tournament)
    context |= line_context(request, tournament, read_plan(tournament.plan), typed, problems)
    context |= names_context(tournament)
    context |= {"round_now": joining.last_round(tournament)}
    return render(request, "tournaments/check_in/page.html", context, status=422 if problems else 200)


def context_of(request: ClubRequest, tournament: Tournament) -> dict[str, Any]:
    """The list and what stands above it; as many queries with five cards as with five hundred."""
    return list_context(request, tournament, card_list.lines_of(tournament))


def list_context(request: ClubRequest, tournament: Tournament, lines: Sequence[card_list.Line]) -> dict[str, Any]:
    plan = read_plan(tournament.plan)
    show, asked = request.GET.get("show", ""), request.GET.get("q", "")[:60]
    missing = [line for line in lines if card_list.SHOWN["expected"](line)]
    found = card_list.matching(lines, show, asked)
    return {
        "plan": plan,
        "seq": tournament.seq,
        "next_number": max((line.card.number for line in lines), default=0) + 1,
        "lines": found[:MOST_SHOWN],
        "not_shown": max(len(found) - MOST_SHOWN, 0),
        "counts": card_list.counts_of(lines),
        "missing": sorted(missing, key=lambda line: line.card.number),
        "alone": [line for line in lines if len(line.people) == 1] if plan.card == Card.PAIR else [],
        "show": show,
        "asked": asked,
        "shows": [
            ("", _("All")),
            ("expected", _("Not here yet")),
            ("open", _("Not paid")),
            ("gone", _("Gone")),
        ],
    }


def names_context(tournament: Tournament) -> dict[str, Any]:
    """Whom the list of names offers while one types: everybody of the club, members and earlier guests."""
    there = queries.people_there(tournament.club)
    places = sorted({one.place for one in there if one.place})
    return {"known": there, "places": places}


def line_context(
    request: ClubRequest,
    tournament: Tournament,
    plan: Plan,
    typed: Typed | None = None,
    problems: Sequence[Problem] = (),
) -> dict[str, Any]:
    """The line for one card, empty or as it was typed."""
    typed = typed or Typed(paid=Paid.PAID if plan.fee.cents else Paid.OPEN)
    free = str(cards.next_number(tournament))
    people = max(plan.people, len(typed.names), 1)
    said, codes = by_field(problems, people), {one.code for one in problems}
    direct, in_line = may(request.membership, "direct"), beside(plan)
    return {
        "plan": plan,
        "number": typed.number if typed.number not in ("", typed.proposed) else free,
        "proposed": free,
        "people": [
            {
                "name": typed.names[position] if position < len(typed.names) else "",
                "place": typed.places[position] if position < len(typed.places) else "",
                "problems": said.get(f"people.{position}", []),
                "number": position + 1,
            }
            for position in range(people)
        ],
        "one_place": plan.card == Card.TEAM,
        "paid": typed.paid,
        "paid_states": card_list.paid_states(plan),
        "more": typed.more,
        "beside": in_line,
        "further": [name for name in MORE if name not in in_line and (name != "title" or plan.card == Card.PAIR)],
        "opened": any(typed.more.get(name) for name in MORE if name not in in_line),
        "problems": said,
        "may_be_sure": direct and bool(codes) and codes <= BANS,
        "may_be_late": direct and bool(codes) and codes <= LATE and joining.can_be_let_in(tournament),
        "token": secrets.token_urlsafe(12),
    }


def by_field(problems: Iterable[Problem], people: int) -> Mapping[str, list[str]]:
    """The sentences next to their fields: `people.1.place` stands with the second of the card."""
    at = [Problem(one.code, place_of(one.at), one.figures) for one in problems]
    return messages.by_field(at, ["number", *MORE, *(f"people.{position}" for position in range(people))])


def place_of(at: str | None) -> str | None:
    if at == "name":
        return "title"
    return ".".join(at.split(".")[:2]) if at and at.startswith("people.") else at
