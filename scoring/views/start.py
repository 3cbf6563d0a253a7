"""The start page, a new sheet, and joining a table by its code."""

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.queries import public_clubs
from scoring import messages, queries
from scoring.forms import euros_to_cents, house_rules_of, number
from scoring.games.core import Game, Preset, Problem, write_house_rules
from scoring.games.sheet import GAMES, Refused
from scoring.services.fold import names_of
from scoring.services.sheets import begin_sheet
from scoring.views.board import MONEY_RULES, field_problems, row_context
from scoring.views.phone import remember_names, remember_sheet, remembered

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
def new_sheet(request: HttpRequest) -> HttpResponse:
    game = GAMES["bauernschnapsen"]
    if request.method == "GET":
        return render(request, "scoring/new.html", new_context(request, game))
    names = request.POST.getlist("player")
    try:
        sheet = begin_sheet(
            game=game.key,
            players=names,
            first_dealer=number(request.POST.get("first_dealer")),  # type: ignore[arg-type]  # the engine refuses text
            house_rules=chosen_rules(request, game),
            token=request.POST.get("token", ""),
        )
    except Refused as error:
        context = new_context(request, game, problems=error.problems)
        return render(request, "scoring/new.html", context, status=422)
    response = redirect("sheet", sheet.write_secret)
    remember_names(request, response, names_of(sheet))
    remember_sheet(request, response, sheet.write_secret)
    return response


def chosen_rules(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The ticked options; where they were drawn for another preset than the chosen one (no JavaScript), the preset's.

    Money stands outside the presets and always counts.
    """
    ticked = house_rules_of(request.POST, game)
    money = {
        "money": ticked.get("money", "off"),
        "stake_cents": euros_to_cents(request.POST.get("stake", "0")),
    }
    if money["money"] == "off":
        money["stake_cents"] = 0
    preset = preset_of(game, request.POST.get("preset", ""))
    if preset and request.POST.get("rules-for") != preset.key:
        return {**preset.house_rules, **money}
    return {**ticked, **money}


def preset_of(game: Game, key: str) -> Preset | None:
    return next((preset for preset in game.presets if preset.key == key), None)


def new_context(request: HttpRequest, game: Game, problems: tuple[Problem, ...] = ()) -> dict[str, Any]:
    posted = request.POST
    names = posted.getlist("player") if posted else []
    preset = preset_of(game, posted.get("preset", "")) or game.presets[0]
    rules = {**standard(game, preset), **(house_rules_of(posted, game) if posted else {})}
    said = field_problems(problems, game, names)
    return {
        "game": game,
        "game_name": messages.words(game.name),
        "seats": [
            {"index": i, "key": str(i), "name": names[i] if i < len(names) else "", "side": i % 2}
            for i in range(max(game.seats))
        ],
        "known": remembered(request, "names"),
        "first_dealer": posted.get("first_dealer", ""),
        "presets": [{"key": one.key, "name": messages.words(one.name)} for one in game.presets],
        "money": money_choices(game),
        "money_chosen": posted.get("rule-money", "off"),
        "stake": posted.get("stake", "0,50"),
        "token": posted.get("token") or secrets.token_urlsafe(12),
        **rules_context(game, preset, rules, said),
        "rules_open": any(option.name in said for option in game.options if option.name not in MONEY_RULES),
        "problems": said,
    }


@require_safe
def preset_rules(request: HttpRequest, key: str) -> HttpResponse:
    """The options of a preset, for the form to show when it is picked."""
    game = GAMES["bauernschnapsen"]
    preset = preset_of(game, key)
    if preset is None:
        raise Http404
    return render(request, "scoring/_rules_form.html", rules_context(game, preset, standard(game, preset)))


def standard(game: Game, preset: Preset) -> dict[str, Any]:
    return {**write_house_rules(game.house_rules()), **preset.house_rules}


def money_choices(game: Game) -> list[dict[str, Any]]:
    option = next(one for one in game.options if one.name == "money")
    return [{"value": choice.value, "name": messages.words(choice.text)} for choice in option.choices]


def rules_context(
    game: Game, preset: Preset, rules: dict[str, Any], said: Mapping[str, list[str]] = MappingProxyType({})
) -> dict[str, Any]:
    """Every option of the game but money, in words, with what is chosen and what is `said` against it."""
    return {
        "preset": preset.key,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "title": messages.words(option.title),
                "help": messages.words(option.help),
                "least": min(option.numbers, default=0),
                "most": max(option.numbers, default=0),
                "value": rules[option.name],
                "problems": said.get(option.name, ()),
                "choices": [
                    {
                        "value": choice.value,
                        "name": messages.soft(messages.words(choice.text)),
                        "chosen": _chosen(option.kind, rules[option.name], choice.value),
                        "number": rules[option.name].get(choice.value, "") if option.kind == "values" else "",
                        "usual": _usual(game, choice.value) if option.kind == "values" else "",
                        "fixed": option.kind == "some" and choice.value == "normal",
                    }
                    for choice in option.choices
                ],
            }
            for option in game.options
            if option.name not in MONEY_RULES and len(option.choices) != 1
        ],
    }


def _chosen(kind: str, value: Any, choice: Any) -> bool:
    return choice in value if kind in ("some", "values") else type(value) is type(choice) and value == choice


def _usual(game: Game, contract: Any) -> int | None:
    return next((one.value for one in game.contracts if one.key == contract), None)
