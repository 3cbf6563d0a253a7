"""House rules as a form: of a new sheet and of a club's profile, drawn from the game's own options.

What the options are drawn from is a `Preset`: one of the game's, or what a club has written down itself
(`scoring.queries.profile_choices`).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.forms.money import euros_to_cents
from clubs.messages.money import coins
from scoring import messages
from scoring.forms import house_rules_of
from scoring.games.core import Game, Option, Preset, write_house_rules
from scoring.games.sheet import GAMES
from scoring.screens import SCREENS
from scoring.screens.house_rules import MONEY_RULES

USUAL_STAKE = "0,50"
"""In euros, where a table has not played for money yet."""


def preset_address(game: Game, key: str) -> str:
    """Where the form finds the options of one of the game's own presets."""
    return reverse("preset-rules", args=[game.key, key])


@require_safe
def preset_rules(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """The options of a preset, for the form to show when it is picked."""
    played = GAMES.get(game)
    preset = preset_of(played.presets, key) if played else None
    if played is None or preset is None:
        raise Http404
    return options_of(request, played, preset)


def options_of(request: HttpRequest, game: Game, preset: Preset) -> HttpResponse:
    """The part of the form that changes when a preset is picked; the money too, where the preset says what it is."""
    context = rules_context(game, preset, standard(game, preset)) | {"with_money": True}
    context |= money_context(game, standard(game, preset)) if "money" in preset.house_rules else {}
    return render(request, "scoring/_rules_form.html", context)


def preset_of(presets: Sequence[Preset], key: str) -> Preset | None:
    return next((preset for preset in presets if preset.key == key), None)


def standard(game: Game, preset: Preset) -> dict[str, Any]:
    return {**write_house_rules(game.house_rules()), **preset.house_rules}


def can_sit_out(game: Game) -> bool:
    return any(option.name == "sit_out" for option in game.options)


# --- what was posted -----------------------------------------------------------------------------------------------


def chosen_rules(posted: QueryDict, game: Game, seats: int, presets: Sequence[Preset] = ()) -> dict[str, Any]:
    """The ticked options; where they were drawn for another preset than the chosen one (no JavaScript), the preset's.

    Money counts as it was typed; where it was left as it was drawn, an amount that the preset names counts. Where more
    people sit down than can play a hand, the dealer sits out.
    """
    presets = presets or game.presets
    ticked, preset = house_rules_of(posted, game), preset_of(presets, posted.get("preset", ""))
    drawn_for_another = preset is not None and posted.get("rules-for") != preset.key
    named = preset.house_rules if preset and drawn_for_another else {}
    drawn = standard(game, preset_of(presets, posted.get("rules-for", "")) or presets[0])
    typed = [name for name in SCREENS[game.key].money_rules if name in ticked]
    money = {name: ticked[name] for name in typed if name not in named or ticked[name] != drawn[name]}
    if _has_stake(game):
        money |= _stake(posted, ticked, drawn, named)
    rules = {**(preset.house_rules if preset and drawn_for_another else ticked), **money}
    if can_sit_out(game) and seats > max(game.seats):
        rules["sit_out"] = "dealer"
    return rules


def _has_stake(game: Game) -> bool:
    return any(option.name == "stake_cents" for option in game.options)


def _stake(
    posted: QueryDict, ticked: Mapping[str, Any], drawn: Mapping[str, Any], named: Mapping[str, Any]
) -> dict[str, Any]:
    """What a Bummerl costs: as typed, or what the preset says where nobody touched what was drawn."""
    how, stake = ticked.get("money", "off"), posted.get("stake", "0")
    if "money" in named and (how, stake) == (drawn["money"], stake_text(drawn)):
        return {name: named[name] for name in MONEY_RULES if name in named}
    return {"money": how, "stake_cents": 0 if how == "off" else euros_to_cents(stake)}


def stake_text(rules: Mapping[str, Any]) -> str:
    return USUAL_STAKE if rules["money"] == "off" else coins(rules["stake_cents"])


# --- what the form shows -------------------------------------------------------------------------------------------


def rules_form(
    posted: QueryDict,
    game: Game,
    said: Mapping[str, list[str]] = MappingProxyType({}),
    *,
    presets: Sequence[Preset] = (),
    address: Callable[[Game, str], str] = preset_address,
    chosen: str = "",
) -> dict[str, Any]:
    """Everything `_rules_sections.html` needs: presets, money and options, with what was `posted` before.

    `presets` may be more than the game's own; `address` finds the options of each, `chosen` is the one that is drawn
    where nothing was posted.
    """
    presets = presets or game.presets
    preset = preset_of(presets, posted.get("preset", chosen)) or presets[0]
    drawn = standard(game, preset)
    typed = house_rules_of(posted, game) | emptied(posted, game) if posted else {}
    return {
        "presets": [
            {"key": one.key, "name": messages.words(one.name), "address": address(game, one.key)} for one in presets
        ],
        **money_context(game, drawn, posted),
        **rules_context(game, preset, {**drawn, **typed}, said),
    }


def emptied(posted: QueryDict, game: Game) -> dict[str, None]:
    """Figures that were on the form and have been taken out: they stay out when it comes back."""
    names = [option.name for option in game.options if option.kind == "number"]
    return {name: None for name in names if not posted.get(f"rule-{name}", "something").strip()}


def money_context(
    game: Game, rules: Mapping[str, Any], posted: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """The choice of a stake, in games that know one."""
    if not _has_stake(game):
        return {"money": []}
    return {
        "money": money_choices(game),
        "money_chosen": posted.get("rule-money", rules["money"]),
        "stake": posted.get("stake", stake_text(rules)),
    }


def money_choices(game: Game) -> list[dict[str, Any]]:
    return [
        {"value": choice.value, "name": messages.words(choice.text)}
        for option in game.options
        if option.name == "money"
        for choice in option.choices
    ]


def rules_context(
    game: Game, preset: Preset, rules: Mapping[str, Any], said: Mapping[str, list[str]] = MappingProxyType({})
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
