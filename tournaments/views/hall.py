"""The page of the hall for everybody's phone, without an account: my table, my place, my next opponent.

No session is opened and nobody is asked who they are. What a phone follows is in a cookie of its own.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now as current_time
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.forms.numbers import plain_number
from clubs.views.address import address, qr
from clubs.views.door import HtmxRequest, in_club
from scoring.views.phone import remember_cards, remembered
from tournaments.messages import hall as words
from tournaments.models import Tournament
from tournaments.services.hall import Hall, hall_of_now, search
from tournaments.services.kept import Now
from tournaments.services.plan_words import sections
from tournaments.services.table_codes import hall_code
from tournaments.services.why import needs_public
from tournaments.views.hall_parts import Part, now_or_404, part_of, waited
from tournaments.views.rules import rules_context
from tournaments.views.setup_page import game_title

VIEWS = ("draw", "tables", "standings", "prizes")
MOST_FOLLOWED = 4
"""Start cards of one hall that a phone follows: as many as one person may well hold."""


# --- the hall --------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def hall(request: HtmxRequest, code: str) -> HttpResponse:
    """`number` leads to that card and is remembered, `q` looks for a name, `view` is a part of what is public.

    Without any of them a phone that follows a card gets that card.
    """
    view = request.GET.get("view", "")
    if request.htmx:
        return waited(request, code, lambda found: hall_part(found, view))
    found = now_or_404(code)
    tournament = found.tournament
    with in_club(request, tournament.club):
        if "number" in request.GET:
            return to_card(request, found, code)
        mine = followed(request, tournament)
        if not request.GET and mine:
            return redirect("hall-card", code, mine[0])
        return hall_page(request, found, code, view)


def to_card(request: HtmxRequest, found: Now, code: str) -> HttpResponse:
    """To the card whose number was typed: this phone follows it from now on."""
    typed = request.GET.get("number", "").strip()
    number = plain_number(typed)
    if number not in found.facts.by_number:
        said = _("There is no start number %(number)s.") % {"number": typed[:9]} if typed else _("Which start number?")
        return hall_page(request, found, code, "", typed=typed[:9], said=said, status=422)
    response = redirect("hall-card", code, number)
    follow(request, response, found.tournament, number)
    return response


def hall_page(
    request: HtmxRequest, found: Now, code: str, view: str, *, typed: str = "", said: str = "", status: int = 200
) -> HttpResponse:
    tournament, one, asked = found.tournament, hall_of_now(found), request.GET.get("q", "").strip()[:40]
    link = address(request, "hall", code)
    context = {
        **page_context(request, found, code),
        "view": view if view in VIEWS else VIEWS[0],
        "game": game_title(tournament.game, tournament.game_name),
        "typed": typed,
        "said": said,
        "q": asked,
        "found": search(one, asked),
        "live": hall_part(found, view).html,
        "link": link,
        "qr": qr(link),
    }
    return render(request, "tournaments/hall/hall.html", context, status=status)


def page_context(request: HttpRequest, found: Now, code: str) -> dict[str, Any]:
    """What every page of the hall has around its live part."""
    one = hall_of_now(found)
    return {
        "tournament": found.tournament,
        "club": found.tournament.club,
        "code": code,
        "server_time": int(current_time().timestamp()),
        "followed": [
            {"number": number, "name": one.name(number)}
            for number in followed(request, found.tournament)
            if number in found.facts.by_number
        ],
    }


def hall_part(found: Now, view: str) -> Part:
    chosen = view if view in VIEWS else VIEWS[0]

    def context() -> dict[str, Any]:
        one = hall_of_now(found)
        missing = () if one.over else one.facts.open_tables
        return {"view": chosen, "missing": missing, **state_context(one), **VIEW_CONTEXTS[chosen](one)}

    return part_of(found, ("hall", chosen), "tournaments/hall/_hall.html", context)


def state_context(one: Hall) -> dict[str, Any]:
    """The same for all; which tables are missing is none of it, as that changes with every one of them."""
    clock = one.clock
    return {
        "code": hall_code(one.facts.tournament),
        "round": one.played.number if one.played is not None else 0,
        "round_line": words.round_line(one),
        "over": one.over,
        "clock": clock,
        "ends_at": clock.ends_at if clock is not None else None,
        "kept_back": words.kept_back(one),
    }


def standings_context(one: Hall) -> dict[str, Any]:
    rows = words.lines(one)
    return {
        "rows": rows,
        "state": words.state(one),
        "lives": any(row["lives"] is not None for row in rows),
        "total": words.total_name(one),
    }


def prizes_context(one: Hall) -> dict[str, Any]:
    """What can be won, as the rule sheet says it; who won it, once that is read."""
    plan = one.facts.plan
    laid_down = [part.lines for part in sections(plan) if part.title == _("Prizes")]
    return {"won": words.won(one), "laid_down": laid_down[0] if laid_down else ()}


VIEW_CONTEXTS: dict[str, Callable[[Hall], dict[str, Any]]] = {
    "draw": lambda one: {"rows": words.by_name(one)},
    "tables": lambda one: {"rows": words.by_table(one), "byes": words.byes(one)},
    "standings": standings_context,
    "prizes": prizes_context,
}


@never_cache
@require_safe
def rules(request: HtmxRequest, code: str) -> HttpResponse:
    """The rule sheet, as it hangs up."""
    found = now_or_404(code)
    with in_club(request, found.tournament.club):
        context = page_context(request, found, code) | rules_context(found.tournament)
        return render(request, "tournaments/hall/rules.html", context)


# --- one card --------------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HtmxRequest, code: str, number: int) -> HttpResponse:
    """A posted `follow` or `forget` says whether this phone follows the card. The first one it sees it follows."""
    if request.htmx and request.method != "POST":
        return waited(request, code, lambda found: card_part(found, number))
    found = now_or_404(code)
    if request.method == "POST":
        return followed_now(request, found, code, number)
    tournament = found.tournament
    with in_club(request, tournament.club):
        if number not in found.facts.by_number:
            said = _("There is no start number %(number)s.") % {"number": number}
            return hall_page(request, found, code, "", typed=str(number)[:9], said=said, status=404)
        mine = followed(request, tournament)
        link = f"{address(request, 'hall', code)}{number}/"
        context = {
            **page_context(request, found, code),
            "number": number,
            "name": hall_of_now(found).name(number),
            "is_followed": number in mine or not mine,
            "live": card_part(found, number).html,
            "link": link,
            "qr": qr(link),
        }
        response = render(request, "tournaments/hall/card.html", context)
        if not mine:
            follow(request, response, tournament, number)
        return response


def card_part(found: Now, number: int) -> Part:
    """Raises `Http404` where there is no such start number."""

    def context() -> dict[str, Any]:
        one = hall_of_now(found)
        mine = one.card(number)
        if mine is None:
            raise Http404
        told, state = words.card_data(one, mine), state_context(one)
        if mine.now is not None and mine.now.table is not None and state["clock"] is not None:
            state["ends_at"] = state["clock"].ends_with(one.extra.get(mine.now.table, 0)) if mine.now.open else None
        return {**state, "card": told, "needs_told": not one.over and needs_public(one.facts)}

    return part_of(found, ("card", number), "tournaments/hall/_card.html", context)


# --- what a phone follows --------------------------------------------------------------------------------------------


def followed(request: HttpRequest, tournament: Tournament) -> list[int]:
    """Start numbers of this tournament that the phone follows, the one that was looked up last first."""
    marks = [one.partition(":") for one in remembered(request, "cards")]
    return [plain_number(number) for pk, _colon, number in marks if pk == str(tournament.pk)][:MOST_FOLLOWED]


def followed_now(request: HttpRequest, found: Now, code: str, number: int) -> HttpResponse:
    if number not in found.facts.by_number:
        raise Http404
    if "forget" not in request.POST:
        response = redirect("hall-card", code, number)
        follow(request, response, found.tournament, number)
        return response
    left = [one for one in remembered(request, "cards") if one != f"{found.tournament.pk}:{number}"]
    response = redirect(f"{reverse('hall', args=[code])}?view={VIEWS[0]}")
    remember_cards(response, left)
    return response


def follow(request: HttpRequest, response: HttpResponse, tournament: Tournament, number: int) -> None:
    """Puts the card first among those that this phone follows; the oldest of too many of one hall go."""
    mine = [number, *(one for one in followed(request, tournament) if one != number)][:MOST_FOLLOWED]
    others = [one for one in remembered(request, "cards") if not one.startswith(f"{tournament.pk}:")]
    remember_cards(response, [*(f"{tournament.pk}:{one}" for one in mine), *others])
