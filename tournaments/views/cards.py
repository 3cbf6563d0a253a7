"""One start card: what is written of it, and everything that can happen to it."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.formats import stages
from tournaments.formats.plan import Kind, Plan, read_plan
from tournaments.forms.cards import MORE, fields_of
from tournaments.models import Buy, Entrant, Tournament
from tournaments.models.entrants import Status
from tournaments.services import buying, card_list, cards, joining, payments, spelling
from tournaments.services.card_people import Wanted
from tournaments.services.facts import Facts
from tournaments.services.kept import facts_of
from tournaments.views.checkin import alike_of, entered
from tournaments.views.door import tournament_page

FIELDS = ("number", *MORE, "how", "after_round", "reason", "round", "person", "spelled")


@tournament_page("score")
@require_http_methods(["GET", "POST"])
def card(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    found, post = card_or_404(tournament, number), request.POST
    if request.method == "GET":
        return page(request, tournament, found)
    more = {name: post[name] for name in MORE if name in post}
    try:
        changed = cards.change(
            found, by=request.user, number=plain_number(post.get("number", "")) or found.number, **fields_of(more)
        )
    except Refused as error:
        return page(request, tournament, found, error.problems, typed=more | {"number": post.get("number", "")})
    says.success(request, _("Saved."))
    return redirect("card", request.club.slug, tournament.pk, changed.number)


def card_or_404(tournament: Tournament, number: int) -> Entrant:
    found = cards.card_of(tournament, number)
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


# --- what can happen to a card -------------------------------------------------------------------------------------


def pay(request: ClubRequest, found: Entrant) -> None:
    cards.pay(found, by=request.user, how=request.POST.get("how", ""), now=timezone.now())


def arrive(request: ClubRequest, found: Entrant) -> None:
    said = {name: may(request.membership, "direct") and name in request.POST for name in ("late", "sure")}
    cards.arrive(found, by=request.user, now=timezone.now(), **said)


def leave(request: ClubRequest, found: Entrant) -> None:
    """Disqualifying is the director's, and so is making something else of it."""
    post, how = request.POST, request.POST.get("how", "")
    if Status.DISQUALIFIED in (how, found.status) and not may(request.membership, "direct"):
        raise Refused(Problem("not_allowed", "how"))
    typed = post.get("after_round", "").strip()
    after = plain_number(typed) if typed else None
    cards.leave(found, by=request.user, how=how, after_round=after, reason=post.get("reason", ""))


def come_back(request: ClubRequest, found: Entrant) -> None:
    if found.status == Status.DISQUALIFIED and not may(request.membership, "direct"):
        raise Refused(Problem("not_allowed"))
    cards.come_back(found, by=request.user)


def substitute(request: ClubRequest, found: Entrant) -> None:
    post = request.POST
    cards.substitute(
        found,
        by=request.user,
        wanted=Wanted(post.get("person", ""), post.get("person_place", "")),
        position=plain_number(post.get("position", "")),
        sure=may(request.membership, "direct") and "sure" in post,
        now=timezone.now(),
    )


def let_pass(request: ClubRequest, found: Entrant) -> None:
    number = plain_number(request.POST.get("round", ""))
    cards.let_pass(found, by=request.user, number=number, passes="plays" not in request.POST)


def buy(request: ClubRequest, found: Entrant) -> None:
    buying.buy(found, by=request.user, token=request.POST.get("token", ""), now=timezone.now())


def take_back(request: ClubRequest, found: Entrant) -> None:
    bought = Buy.objects.filter(entrant=found, pk=plain_number(request.POST.get("buy", ""))).first()
    if bought is None:
        raise Refused(Problem("act_unknown"))
    buying.take_back(bought, by=request.user, now=timezone.now())


def really(request: ClubRequest, found: Entrant) -> None:
    player, position = plain_number(request.POST.get("player", "")), plain_number(request.POST.get("position", ""))
    cards.is_really(found, by=request.user, position=position, player=player)


def spell(request: ClubRequest, found: Entrant) -> None:
    post, position = request.POST, plain_number(request.POST.get("position", ""))
    typed = {"name": post.get("spelled", ""), "place": post.get("spelled_place", "")}
    try:
        spelling.spell(found, by=request.user, position=position, **typed)
    except Refused as error:
        # The page has other fields of these names.
        raise Refused(*(Problem(one.code, "spelled", one.figures) for one in error.problems)) from error


def give_up(request: ClubRequest, found: Entrant) -> None:
    cards.give_up_number(found, by=request.user)


ACTS: Mapping[str, tuple[Callable[[ClubRequest, Entrant], None], str | Promise]] = {
    "pay": (pay, _("Saved.")),
    "arrive": (arrive, _("Is here.")),
    "leave": (leave, _("Saved.")),
    "back": (come_back, _("Is back.")),
    "substitute": (substitute, _("The substitute plays on.")),
    "pass": (let_pass, _("Saved.")),
    "buy": (buy, _("Bought in again.")),
    "unbuy": (take_back, _("Taken back; the money goes back too.")),
    "really": (really, _("Saved.")),
    "spell": (spell, _("Saved.")),
    "give-up": (give_up, _("The number is given up.")),
}
"""The end of the address -> what it does, and what is said then."""


@tournament_page("score")
@require_POST
def act(request: ClubRequest, tournament: Tournament, number: int, act: str) -> HttpResponse:
    if act not in ACTS:
        raise Http404
    found = card_or_404(tournament, number)
    does, said = ACTS[act]
    try:
        does(request, found)
    except Refused as error:
        if request.htmx:
            context = {"problems": [messages.problem_text(one) for one in error.problems]}
            return render(request, "tournaments/check_in/_refused.html", context, status=422)
        return page(request, tournament, found, error.problems, typed=request.POST.dict())
    if request.htmx:
        return entered(request, tournament, [found])
    says.success(request, str(said))
    if act == "give-up":
        return redirect("check-in", request.club.slug, tournament.pk)
    return redirect("card", request.club.slug, tournament.pk, number)


# --- the page ------------------------------------------------------------------------------------------------------


def page(
    request: ClubRequest,
    tournament: Tournament,
    found: Entrant,
    problems: Sequence[Problem] = (),
    typed: Mapping[str, Any] | None = None,
) -> HttpResponse:
    plan, who = read_plan(tournament.plan), queries.people_of(request.club)
    line, last = card_list.line_of(found, plan, who), joining.last_round(tournament)
    context = {
        "plan": plan,
        "line": line,
        "card": found,
        "people": people_rows(found, who),
        "places_free": range(len(line.people), plan.people),
        "more": shown(found) if typed is None else shown(found) | dict(typed),
        "number": (typed or {}).get("number", found.number),
        "number_stays": last > 0,
        "further": [name for name in MORE if name != "title" or plan.people > 1],
        "problems": messages.by_field([in_form(one) for one in problems], FIELDS),
        "typed": typed or {},
        "last": last,
        "next": last + 1,
        "payments": list(found.payments.select_related("by", "booking")),
        "paid_in": payments.fees_paid(found),
        "paid_states": card_list.paid_states(plan),
        "alike": alike_of(tournament, found) if not last else [],
        "known": queries.people_there(request.club),
        "may_be_late": may(request.membership, "direct") and line.may_arrive and joining.can_be_let_in(tournament),
        "may_be_sure": may(request.membership, "direct") and any(one.code.startswith("banned") for one in problems),
        "may_go": found.status != Status.CANCELLED and not last,
        "token": secrets.token_urlsafe(12),
        **bought_context(tournament, plan, found),
    }
    return render(request, "tournaments/check_in/card.html", context, status=422 if problems else 200)


def in_form(problem: Problem) -> Problem:
    """The problem at the field as the forms of this page name it."""
    at = problem.at or ""
    field = "person" if at.startswith("people.") else "title" if at == "name" else problem.at
    return Problem(problem.code, field, problem.figures)


def shown(found: Entrant) -> dict[str, Any]:
    """The fields of a card as the form names them."""
    plain = {name: getattr(found, name) for name in ("group", "apart", "deck", "woman", "fixed_table")}
    return plain | {"title": found.name}


def people_rows(found: Entrant, who: Mapping[int, Any]) -> list[dict[str, Any]]:
    """Who plays it and who played it before them."""
    return [
        {
            "player": who[one.player_id],
            "position": one.position,
            "since": one.since,
            "until": one.until,
            "may_spell": one.until is None and spelling.may_spell(who[one.player_id], found.tournament),
        }
        for one in found.people.all()
    ]


def bought_context(tournament: Tournament, plan: Plan, found: Entrant) -> dict[str, Any]:
    """Lives left and buying in again, where this is played for lives."""
    if plan.stages[0].kind != Kind.LIVES or not tournament.started_at:
        return {}
    facts: Facts = facts_of(tournament)
    why = buying.why_not(facts, facts.by_number[found.number]) if plan.buying.allowed else None
    lives = stages.lives_left(plan, facts.entrants, facts.rounds).get(found.number)
    # Only who is out asks why not.
    asks = lives == 0 and found.status == Status.HERE
    return {
        "lives": lives,
        "buys": list(Buy.objects.filter(entrant=found).order_by("pk")),
        "may_buy": plan.buying.allowed and why is None,
        "why_not": messages.problem_text(why) if why and asks else "",
    }
