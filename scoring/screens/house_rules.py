"""House rules in words: one of them, what departs from the standard, and what a change made of them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubs.messages import money
from scoring import messages
from scoring.games.core import Game, Option, read_house_rules

MONEY_RULES = ("money", "stake_cents")
"""What a table plays for; no rule of the game."""


def departing(game: Game, rules: Mapping[str, Any]) -> str:
    """The house rules that depart from the standard, in one line; empty where none does."""
    default = game.house_rules()
    said = []
    for option in game.options:
        value, usual = rules.get(option.name), getattr(default, option.name)
        if value is None or option.name in MONEY_RULES or value == usual or value == list_of(usual):
            continue
        said.append(rule_in_words(option, value, usual))
    return " · ".join(said)


def list_of(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def yes_or_no(option: Option) -> bool:
    """Whether the answer says nothing without its question."""
    return {choice.value for choice in option.choices} == {True, False}


def rule_in_words(option: Option, value: Any, usual: Any = None) -> str:
    """One house rule as the table plays it; contracts by what was added and left out against `usual`."""
    names = {choice.value: messages.words(choice.text) for choice in option.choices}
    title = messages.words(option.title)
    match option.kind:
        case "choice" if yes_or_no(option):
            return f"{messages.words(option.help)} {names[value]}"
        case "choice":
            return f"{title}: {names[value]}"
        case "values" if value or not option.zero:
            written = money.euros if option.in_cents else str
            return f"{title}: " + ", ".join(f"{names[key]} {written(worth)}" for key, worth in value.items())
        case "some" if usual is not None:
            more = [names[key] for key in value if key not in usual]
            less = [names[key] for key in usual if key not in value]
            parts = [_("with %(names)s") % {"names": ", ".join(more)}] if more else []
            parts += [_("without %(names)s") % {"names": ", ".join(less)}] if less else []
            return f"{title}: " + ", ".join(parts)
        case "some":
            return f"{title}: " + ", ".join(names[key] for key in value)
    if not value and option.zero:
        return f"{title}: {messages.words(option.zero)}"
    return f"{title}: {money.euros(value) if option.in_cents else value}"


def short(game: Game, rules: Mapping[str, Any]) -> str:
    """What departs from the standard in one line, with the stake; empty where nothing does."""
    read = read_house_rules(game, rules)
    parts = [departing(game, rules)]
    if game.in_legs and read.money != "off":
        parts.append(": ".join([_("Stake per Bummerl"), money.euros(read.stake_cents)]))
    return " · ".join(filter(None, parts))


def changed_in_words(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What is different, one sentence for every house rule; empty where nothing is."""
    old, new = read_house_rules(game, before), read_house_rules(game, after)
    pairs = [(option, getattr(old, option.name), getattr(new, option.name)) for option in game.options]
    return [_change(option, was, value) for option, was, value in pairs if was != value]


def _change(option: Option, was: Any, value: Any) -> str:
    title = messages.words(option.help if option.kind == "choice" and yes_or_no(option) else option.title)
    match option.kind:
        case "some":
            return rule_in_words(option, value, was)
        case "values":
            names = {choice.value: messages.words(choice.text) for choice in option.choices}
            moved = [key for key in names if was.get(key) != value.get(key)]
            figures = [(names[key], _worth(option, was.get(key)), _worth(option, value.get(key))) for key in moved]
            return f"{title}: " + ", ".join(f"{name} {before} → {after}" for name, before, after in figures)
    colon = "" if title.endswith("?") else ":"
    return f"{title}{colon} {messages.answer(option, was)} → {messages.answer(option, value)}"


def _worth(option: Option, value: int | None) -> str:
    return _("as usual") if value is None else messages.amount(option, value)
