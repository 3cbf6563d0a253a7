"""The start page, a new sheet, and joining a table by its code."""

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.forms.money import euros_to_cents
from clubs.queries import public_clubs
from scoring import messages, queries
from scoring.forms import house_rules_of, number
from scoring.games.core import Game, Option, Preset, Problem, write_house_rules
from scoring.games.sheet import GAMES, Refused
from scoring.screens import SCREENS
from scoring.services.fold import names_of
from scoring.services.sheets import begin_sheet
from scoring.views.board import MONEY_RULES, field_problems, row_context
from scoring.views.phone import remember_game, remember_names, remember_sheet, remembered

WRONG_CODES = 30
WRONG_CODES_FORGOTTEN = 15 * 60
"""So many wrong table codes an address may send in so many seconds (per web process where there is no Redis)."""


@never_cache
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/start.html", start_context(request))


def start_context(request: HttpRequest) -> dict[str, Any]:
    mine = queries.sheets_of_phone(remembered(request, "sheets"))
    return {"mine": [row_context(sheet) for sheet in mine], "clubs": public_clubs()}


@never_cache
@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """From the code on the table to the sheet; guessing is limited."""
    key = f"wrong-codes-{sender(request)}"
    code = "".join(request.POST.get("code", "").split()).upper()
    tries = cache.get(key, 0)
    sheet = queries.open_sheet_by_code(code, timezone.now()) if tries < WRONG_CODES else None
    if sheet is not None:
        return redirect("sheet", sheet.write_secret)
    problem = Problem("too_many_tries" if tries >= WRONG_CODES else "no_such_code", "code")
    cache.add(key, 0, WRONG_CODES_FORGOTTEN)
    cache.incr(key)
    context = {**start_context(request), "code": code, "code_problem": messages.problem_text(problem)}
    return render(request, "scoring/start.html", context, status=422)


def sender(request: HttpRequest) -> str:
    """Whose wrong codes are counted together: the address, as our own proxy saw it where there is one."""
    if settings.HTTPS and (forwarded := request.headers.get("X-Forwarded-For")):
        return forwarded.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


@never_cache
@require_http_methods(["GET", "POST"])
def new_sheet(request: HttpRequest, key: str | None = None) -> HttpResponse:
    """The form for a new table: of the game in the address, or of the one that this phone began last.

    `switch` shows the same form for another game; names that were typed stay.
    """
    posted = request.POST.get("switch") or request.POST.get("game")
    game = GAMES.get(posted or key or last_game(request))
    if game is None:
        raise Http404
    if request.method == "GET" or "switch" in request.POST:
        return render(request, "scoring/new.html", new_context(request, game))
    names, first_dealer = seated(request, game)
    try:
        sheet = begin_sheet(
            game=game.key,
            players=names,
            first_dealer=first_dealer,  # type: ignore[arg-type]  # the engine refuses text
            house_rules=chosen_rules(request, game, len(names)),
            token=request.POST.get("token", ""),
        )
    except Refused as error:
        context = new_context(request, game, problems=tuple(by_chairs(problem, game) for problem in error.problems))
        return render(request, "scoring/new.html", context, status=422)
    response = redirect("sheet", sheet.write_secret)
    remember_names(request, response, names_of(sheet))
    remember_sheet(request, response, sheet.write_secret)
    remember_game(response, game.key)
    return response


def last_game(request: HttpRequest) -> str:
    key = request.COOKIES.get("game", "")
    return key if key in GAMES else next(iter(GAMES))


def chairs(game: Game) -> int:
    """How many chairs the form shows: with one for whoever sits out, where the game knows that."""
    return max(game.seats) + can_sit_out(game)


def can_sit_out(game: Game) -> bool:
    return any(option.name == "sit_out" for option in game.options)


def seated(request: HttpRequest, game: Game) -> tuple[list[str], int | str | None]:
    """Who sits at the table and who of them deals first; chairs nobody sits on are taken away where that can be."""
    typed, dealer = request.POST.getlist("player"), number(request.POST.get("first_dealer"))
    if chairs(game) == min(game.seats):
        return typed, dealer
    taken = [seat for seat, name in enumerate(typed) if name.strip()]
    if isinstance(dealer, int) and dealer in range(len(typed)):
        dealer = taken.index(dealer) if dealer in taken else None
    return [typed[seat] for seat in taken], dealer


def chosen_rules(request: HttpRequest, game: Game, seats: int) -> dict[str, Any]:
    """The ticked options; where they were drawn for another preset than the chosen one (no JavaScript), the preset's.

    Money counts as it was typed; where it was left as it was drawn, an amount that the preset names counts. Where more
    people sit down than can play a hand, the dealer sits out.
    """
    ticked, preset = house_rules_of(request.POST, game), preset_of(game, request.POST.get("preset", ""))
    drawn_for_another = preset is not None and request.POST.get("rules-for") != preset.key
    named = preset.house_rules if preset and drawn_for_another else {}
    drawn = standard(game, preset_of(game, request.POST.get("rules-for", "")) or game.presets[0])
    typed = [name for name in SCREENS[game.key].money_rules if name in ticked]
    money = {name: ticked[name] for name in typed if name not in named or ticked[name] != drawn[name]}
    if any(option.name == "stake_cents" for option in game.options):
        money["money"] = ticked.get("money", "off")
        money["stake_cents"] = 0 if money["money"] == "off" else euros_to_cents(request.POST.get("stake", "0"))
    rules = {**(preset.house_rules if preset and drawn_for_another else ticked), **money}
    if can_sit_out(game) and seats > max(game.seats):
        rules["sit_out"] = "dealer"
    return rules


def preset_of(game: Game, key: str) -> Preset | None:
    return next((preset for preset in game.presets if preset.key == key), None)


def new_context(request: HttpRequest, game: Game, problems: tuple[Problem, ...] = ()) -> dict[str, Any]:
    posted, switched = request.POST, "switch" in request.POST
    names = [*posted.getlist("player"), *posted.getlist("spare")]
    preset = preset_of(game, posted.get("preset", "")) if not switched else None
    preset = preset or game.presets[0]
    typed = house_rules_of(posted, game) | emptied(posted, game) if posted and not switched else {}
    rules = {**standard(game, preset), **typed}
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
        "known": remembered(request, "names"),
        "first_dealer": posted.get("first_dealer", ""),
        "presets": [{"key": one.key, "name": messages.words(one.name)} for one in game.presets],
        "money": money_choices(game),
        "money_chosen": posted.get("rule-money", "off"),
        "stake": posted.get("stake", "0,50"),
        "token": posted.get("token") or secrets.token_urlsafe(12),
        **rules_context(game, preset, rules, said),
        "problems": said,
    }  # fmt: skip


def by_chairs(problem: Problem, game: Game) -> Problem:
    """How many it takes, as the form sees it: with one more the dealer sits out by himself."""
    most = problem.figures.get("most")
    if problem.code != "wrong_number_of_players" or not can_sit_out(game) or most != max(game.seats):
        return problem
    return Problem(problem.code, problem.at, {**problem.figures, "most": chairs(game)})


def emptied(posted: QueryDict, game: Game) -> dict[str, None]:
    """Figures that were on the form and have been taken out: they stay out when it comes back."""
    names = [option.name for option in game.options if option.kind == "number"]
    return {name: None for name in names if not posted.get(f"rule-{name}", "something").strip()}


@require_safe
def preset_rules(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """The options of a preset, for the form to show when it is picked."""
    played = GAMES.get(game)
    preset = preset_of(played, key) if played else None
    if played is None or preset is None:
        raise Http404
    context = rules_context(played, preset, standard(played, preset)) | {"with_money": True}
    return render(request, "scoring/_rules_form.html", context)


def standard(game: Game, preset: Preset) -> dict[str, Any]:
    return {**write_house_rules(game.house_rules()), **preset.house_rules}


def money_choices(game: Game) -> list[dict[str, Any]]:
    return [
        {"value": choice.value, "name": messages.words(choice.text)}
        for option in game.options
        if option.name == "money"
        for choice in option.choices
    ]


def rules_context(
    game: Game, preset: Preset, rules: dict[str, Any], said: Mapping[str, list[str]] = MappingProxyType({})
) -> dict[str, Any]:
    """Every option of the game in words, those of money apart, with what is chosen and what is `said` against it."""
    of_money = SCREENS[game.key].money_rules
    rows = {
        option.name: option_row(game, option, rules[option.name], said)
        for option in game.options
        if option.name not in MONEY_RULES and len(option.choices) != 1
    }
    return {
        "preset": preset.key,
        "money_options": [rows[name] for name in of_money],
        "options": [row for name, row in rows.items() if name not in of_money],
        "rules_open": any(row["problems"] for name, row in rows.items() if name not in of_money),
    }


def option_row(game: Game, option: Option, value: Any, said: Mapping[str, list[str]]) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "title": messages.words(option.title),
        "help": messages.words(option.help),
        "least": min(option.numbers, default=0),
        "most": max(option.numbers, default=0),
        "zero": messages.words(option.zero) if option.zero else "",
        "in_cents": option.in_cents,
        "value": "" if value is None else value,
        "problems": said.get(option.name, ()),
        "choices": [
            {
                "value": choice.value,
                "name": messages.soft(messages.words(choice.text)),
                "chosen": _chosen(option.kind, value, choice.value),
                "number": value.get(choice.value, "") if option.kind == "values" else "",
                "usual": _usual(game, choice.value) if option.kind == "values" else "",
                "fixed": option.kind == "some" and choice.value == "normal",
            }
            for choice in option.choices
        ],
    }


def _chosen(kind: str, value: Any, choice: Any) -> bool:
    return choice in value if kind in ("some", "values") else type(value) is type(choice) and value == choice


def _usual(game: Game, contract: Any) -> int | str:
    return next((getattr(one, "value", "") for one in game.contracts if one.key == contract), "")
