"""The form of a new sheet: for a table of nobody in particular, and for one of a club's evening."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import messages
from scoring.forms import number
from scoring.games.core import Game, Preset, Problem
from scoring.games.sheet import GAMES, Refused
from scoring.models import Sheet
from scoring.services.fold import names_of
from scoring.services.sheets import begin_sheet
from scoring.views.board import field_problems
from scoring.views.phone import remember_game, remember_names, remember_sheet, remembered
from scoring.views.rules_form import can_sit_out, chosen_rules, preset_address, rules_form


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table begins, and what its form knows from there."""

    known: Mapping[str, Sequence[str]]
    """Names to tap, by what stands above them."""
    last_game: str
    begin: Callable[..., Sheet] = begin_sheet
    proposed: Sequence[str] = ()
    """Who will probably sit down, in seat order."""
    presets: Callable[[Game], Sequence[Preset]] = lambda game: game.presets
    address: Callable[[Game, str], str] = preset_address
    """Where the options of a preset are."""
    chosen: Callable[[Game], str] = lambda _game: ""
    """Which preset is drawn first; empty for the first one."""
    context: Mapping[str, Any] = field(default_factory=dict)
    """What the page needs besides."""


@never_cache
@require_http_methods(["GET", "POST"])
def new_sheet(request: HttpRequest, key: str | None = None) -> HttpResponse:
    """The form for a new table: of the game in the address, or of the one that this phone began last."""
    known = remembered(request, "names")
    place = Place({str(_("From this phone – tap to seat:")): known} if known else {}, request.COOKIES.get("game", ""))
    return begin_at(place, request, key)


def begin_at(place: Place, request: HttpRequest, key: str | None) -> HttpResponse:
    """The form, or the new sheet. `switch` shows the form for another game; names that were typed stay."""
    posted = request.POST.get("switch") or request.POST.get("game")
    usual = place.last_game if place.last_game in GAMES else next(iter(GAMES))
    game = GAMES.get(posted or key or usual)
    if game is None:
        raise Http404
    if request.method == "GET" or "switch" in request.POST:
        return render(request, "scoring/new.html", new_context(request, game, place))
    names, first_dealer = seated(request, game)
    try:
        sheet = place.begin(
            game=game.key,
            players=names,
            first_dealer=first_dealer,
            house_rules=chosen_rules(request.POST, game, len(names), place.presets(game)),
            token=request.POST.get("token", ""),
            confirms="confirms" in request.POST,
        )
    except Refused as error:
        problems = tuple(by_chairs(problem, game) for problem in error.problems)
        return render(request, "scoring/new.html", new_context(request, game, place, problems), status=422)
    response = redirect("sheet", sheet.write_secret)
    if sheet.club_id is None:
        remember_names(request, response, names_of(sheet))
    remember_sheet(request, response, sheet.write_secret)
    remember_game(response, game.key)
    return response


def chairs(game: Game) -> int:
    """How many chairs the form shows: with one for whoever sits out, where the game knows that."""
    return max(game.seats) + can_sit_out(game)


def seated(request: HttpRequest, game: Game) -> tuple[list[str], int | str | None]:
    """Who sits at the table and who of them deals first; chairs nobody sits on are taken away where that can be."""
    typed, dealer = request.POST.getlist("player"), number(request.POST.get("first_dealer"))
    if chairs(game) == min(game.seats):
        return typed, dealer
    taken = [seat for seat, name in enumerate(typed) if name.strip()]
    if isinstance(dealer, int) and dealer in range(len(typed)):
        dealer = taken.index(dealer) if dealer in taken else None
    return [typed[seat] for seat in taken], dealer


def new_context(request: HttpRequest, game: Game, place: Place, problems: tuple[Problem, ...] = ()) -> dict[str, Any]:
    posted, switched = request.POST, "switch" in request.POST
    names = [*posted.getlist("player"), *posted.getlist("spare")] if posted else list(place.proposed)
    said = field_problems(problems, game, names, {"players", "first_dealer", *(one.name for one in game.options)})
    in_pairs = max(game.seats) == 2 * len(game.sides(max(game.seats)))
    return {
        "game": game,
        "game_name": messages.words(game.name),
        "games": [{"key": one.key, "name": messages.soft(messages.words(one.name))} for one in GAMES.values()],
        "seats": [
            {"index": i, "key": str(i), "name": names[i] if i < len(names) else "", "side": i % 2 if in_pairs else i,
             "optional": i >= min(game.seats)}
            for i in range(chairs(game))
        ],
        "spare": names[chairs(game) :],
        "in_pairs": in_pairs,
        "least": min(game.seats),
        "most": chairs(game),
        "sits_out": can_sit_out(game),
        "known": [{"title": title, "names": some} for title, some in place.known.items() if some],
        "names": list(dict.fromkeys(name for some in place.known.values() for name in some)),
        "first_dealer": posted.get("first_dealer", ""),
        "token": posted.get("token") or secrets.token_urlsafe(12),
        "confirms": "confirms" in posted,
        **rules_form(
            money_of(posted) if switched else posted,
            game,
            said,
            presets=place.presets(game),
            address=place.address,
            chosen=place.chosen(game),
        ),
        "problems": said,
        **place.context,
    }  # fmt: skip


def money_of(posted: QueryDict) -> QueryDict:
    """What was typed about money, which stays where another game is picked."""
    kept = QueryDict(mutable=True)
    for name in ("rule-money", "stake"):
        if name in posted:
            kept.setlist(name, posted.getlist(name))
    return kept


def by_chairs(problem: Problem, game: Game) -> Problem:
    """How many it takes, as the form sees it: with one more the dealer sits out by himself."""
    most = problem.figures.get("most")
    if problem.code != "wrong_number_of_players" or not can_sit_out(game) or most != max(game.seats):
        return problem
    return Problem(problem.code, problem.at, {**problem.figures, "most": chairs(game)})
