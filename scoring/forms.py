"""What a phone posts, turned into what the use cases take; a hand is read by the game's screen (`scoring.screens`).

Nothing is judged here: that is the engine's work, so that page and API refuse the same things in the same words. A
value that is not a number is passed on as it is.
"""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from scoring.games.core import Game, Option
from scoring.services.record import Write

Posted = QueryDict | Mapping[str, str]


def number(text: str | None) -> int | str | None:
    """A whole number, None for nothing, or the text itself for the engine to refuse."""
    text = (text or "").strip()
    if not text:
        return None
    return (
        int(text) if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else text
    )


def number_of(posted: Posted, name: str) -> int:
    """A whole number that a form carries along (what was seen last); -1 for anything else."""
    value = number(posted.get(name))
    return value if isinstance(value, int) else -1


def write_of(posted: Posted, device: str) -> Write:
    return Write(number_of(posted, "after_seq"), posted.get("token", ""), device)


def house_rules_of(posted: QueryDict, game: Game) -> dict[str, Any]:
    """The house rules as ticked in the form."""
    return {option.name: value for option in game.options if (value := _option(posted, option)) is not None}


def _option(posted: QueryDict, option: Option) -> Any:
    name = f"rule-{option.name}"
    match option.kind:
        case "choice":
            by_text = {str(choice.value): choice.value for choice in option.choices}
            text = posted.get(name)
            return None if text is None else by_text.get(text, text)
        case "number":
            return number(posted.get(name))
        case "some":
            if f"{name}-shown" not in posted:
                return None
            ticked = posted.getlist(name)
            known = [choice.value for choice in option.choices if choice.value in ticked]
            return known + [key for key in ticked if key not in known]
        case "values":
            given = {str(choice.value): number(posted.get(f"{name}-{choice.value}")) for choice in option.choices}
            return {key: value for key, value in given.items() if value is not None}
