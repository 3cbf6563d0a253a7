"""The three screens of setting up: which fields each has, and the plan that a posted form says.

A field is named by its path in the plan ("stages.0.counting.best_of"), so the problems of a plan find their fields.
What cannot be read is handed on as it was typed, for `read_plan` to refuse.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from clubs.forms.money import euros_to_cents
from clubs.forms.numbers import day_typed, plain_number
from tournaments.formats.plan import Kind, Prize, Stage, Wins
from tournaments.formats.reading import write
from tournaments.forms.setup_fields import (
    BUYING,
    DESK,
    ENTRY,
    FEE,
    HALL,
    HANDING_IN,
    KEEPING,
    PRIZES,
    STAGE,
    Field,
)
from tournaments.services.presets import LADDERS, USUAL_STAGES, ladder
from tournaments.services.setup import About

STEPS = ("what", "course", "money")

Posted = QueryDict | MultiValueDict[str, str]
Plain = dict[str, Any]
"""A written plan; where something was typed that is none, the text."""

MOST_STAGES = 6
MOST_PRIZES = 200
MOST_EVENTS = 30


def about_of(posted: Posted) -> About:
    """Name, day, place, game and house rules as they were typed."""
    game, _sep, version = posted.get("game", "").partition("/")
    return About(
        name=posted.get("name", ""),
        day=day_typed(posted.get("day", "")),
        place=posted.get("place", ""),
        game=game,
        game_name=posted.get("game_name", ""),
        rules=plain_number(version) if version else None,
        notes=posted.get("notes", ""),
    )


def plan_of(step: str, posted: Posted, plan: Mapping[str, Any]) -> Plain:
    """The plan with what was typed on this screen; what the screen does not ask stays."""
    typed = copy.deepcopy(dict(plan))
    READERS[step](posted, typed)
    return typed


def _what(posted: Posted, typed: Plain) -> None:
    for field in ENTRY:
        _set(typed, field.at, value_of(field, field.at, posted))
    typed["people"] = {"single": 1, "pair": 2}.get(typed["card"], typed["people"])


def _course(posted: Posted, typed: Plain) -> None:
    count = min(max(plain_number(posted.get("stages", "1")), 1), MOST_STAGES)
    typed["stages"] = [_stage(posted, index, typed["card"]) for index in range(count)]
    typed["ranking"] = {
        "chain": [one for one in _row(posted, "ranking.chain.") if one],
        "drop": _number(posted.get("ranking.drop", "0")),
    }
    for field in (*KEEPING, *HANDING_IN, *HALL):
        _set(typed, field.at, value_of(field, field.at, posted))


def _stage(posted: Posted, index: int, card: str) -> Plain:
    """One stage; what makes no sense for its kind falls back to what is usual."""
    at, kind = f"stages.{index}.", posted.get(f"stages.{index}.kind", "")
    if _other_kind(posted, index):
        return _usual(posted, index, kind)
    stage = dict(write(Stage()))
    for field in STAGE:
        if field.fits(kind, card, first=index == 0):
            _set(stage, field.at, value_of(field, f"{at}{field.at}", posted))
    counting = stage["counting"]
    if own := posted.get(f"{at}counting.own_unit", "").strip():
        counting["unit"] = own
    _set_events(counting, _events(posted, f"{at}event."))
    if stage["schneider_lives"] not in (0, 1) and "schneider" not in counting["events"]:
        counting["events"].append("schneider")  # else no table could say that it was one
    return stage


def _events(posted: Posted, at: str) -> dict[str, int | str]:
    """What is counted besides -> points on top for each, of the rows that are ticked or have a word of their own."""
    found: dict[str, int | str] = {}
    for index in range(min(plain_number(posted.get(f"{at}count", "0")), MOST_EVENTS)):
        word, points = (posted.get(f"{at}{index}.{name}", "").strip() for name in ("word", "points"))
        if word:
            found.setdefault(word, _number(points) if points else 0)
    return found


def _set_events(counting: Plain, events: Mapping[str, int | str]) -> None:
    counting["events"], points = list(events), list(events.values())
    while points and points[-1] == 0:
        del points[-1]
    counting["event_points"] = points


def _other_kind(posted: Posted, index: int) -> bool:
    """Whether a stage is of another kind than the fields that were asked for it."""
    kind = posted.get(f"stages.{index}.kind", "")
    return posted.get(f"stages.{index}.asked", kind) != kind and kind in list(Kind)


def _usual(posted: Posted, index: int, kind: str) -> Plain:
    """A stage as this kind usually is: the fields it needs were not asked yet."""
    stage = dict(write(USUAL_STAGES[Kind(kind)]))
    stage["name"] = posted.get(f"stages.{index}.name", "").strip()
    if index and (take := posted.get(f"stages.{index}.take", "")):
        stage["take"] = _number(take)
    return stage


def kinds_changed(posted: Posted) -> bool:
    """Whether some stage has become another kind, so that its fields are still to be shown."""
    return any(_other_kind(posted, index) for index in range(MOST_STAGES))


def _row(posted: Posted, prefix: str) -> list[str]:
    """What stands in the fields of this name, in the order of their numbers."""
    numbers = sorted(plain_number(name.removeprefix(prefix)) for name in posted if name.startswith(prefix))
    return [posted.get(f"{prefix}{number}", "") for number in numbers]


def _money(posted: Posted, typed: Plain) -> None:
    for field in (*FEE, *BUYING, *PRIZES, *DESK):
        _set(typed, field.at, value_of(field, field.at, posted))
    typed["fee"] = _with_rest(typed["fee"], posted)
    count = min(plain_number(posted.get("prizes", "0")), MOST_PRIZES)
    typed["prizes"]["prizes"] = []
    for index in range(count):
        if (prize := _prize(posted, f"prize.{index}.", typed["prizes"]["prizes"])) is not None:
            typed["prizes"]["prizes"].append(prize)


PARTS = ("pool", "club", "food")


def _with_rest(fee: Plain, posted: Posted) -> Plain:
    """The first part that was left empty gets what the others leave of the fee."""
    empty = [part for part in PARTS if not posted.get(f"fee.{part}", "").strip()]
    amounts = [fee["cents"], *(fee[part] for part in PARTS)]
    if empty and all(isinstance(one, int) for one in amounts):
        fee[empty[0]] = max(0, amounts[0] - sum(amounts[1:]))
    return fee


def _prize(posted: Posted, at: str, before: Sequence[Plain]) -> Plain | None:
    """One row of the list; None for an empty one. A place that is not said is the next."""
    share, cents, goods = (posted.get(f"{at}{name}", "").strip() for name in ("share", "cents", "goods"))
    if not (share or cents or goods):
        return None
    wins, place = posted.get(f"{at}wins", str(Wins.PLACE)), posted.get(f"{at}place", "").strip()
    same = sum(1 for one in before if one["wins"] == wins)
    return {
        **write(Prize()),
        "wins": wins,
        "place": _number(place) if place else same + 1,
        "share": share_of(share) if share else 0,
        "cents": euros_to_cents(cents) if cents else 0,
        "goods": goods,
    }


READERS = {"what": _what, "course": _course, "money": _money}


# --- what the buttons beside saving do -----------------------------------------------------------------------------


def pressed(go: str, plan: Plain) -> Plain:
    """The typed plan after a button: a stage more or less, a suggested list of prizes. Nothing is saved by it."""
    what, _sep, which = go.partition(".")
    number = plain_number(which)
    if what == "add-stage" and len(plan["stages"]) < MOST_STAGES:
        plan["stages"].append(write(Stage(kind=Kind.KNOCKOUT, take=8, third=True)))
    elif what == "drop-stage" and len(plan["stages"]) > 1:
        del plan["stages"][min(number, len(plan["stages"]) - 1)]
    elif what == "ladder" and number in LADDERS:
        others = [one for one in plan["prizes"]["prizes"] if one["wins"] != Wins.PLACE]
        plan["prizes"]["prizes"] = [*map(write, ladder(*LADDERS[number])), *others]
    return plan


# --- one field -----------------------------------------------------------------------------------------------------


def value_of(field: Field, name: str, posted: Posted) -> Any:
    """What was typed in a field, as the plan says it."""
    text = posted.get(name, "").strip()
    if field.what == "tick":
        return name in posted
    if field.what == "euros":
        return euros_to_cents(text) if text else 0
    if field.what == "maybe":
        return _number(text) if text else None
    if field.what == "number":
        return _number(text) if text else field.default
    if field.what == "choice" and all(isinstance(key, int) for key in field.choices):
        return _number(text)
    if field.what == "words":
        words = ",".join(posted.getlist(name)).replace(";", ",").split(",")
        return [one.strip() for one in words if one.strip()]
    if field.what == "numbers":
        return [_number(one.strip()) for one in text.replace(";", ",").split(",") if one.strip()]
    return text


def shown(field: Field, value: Any) -> str:
    """What stands in the field: an inverse of `value_of`."""
    if field.what == "euros":
        return euros_typed(value)
    if value is None:
        return ""
    if field.what in ("numbers", "words") and isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def euros_typed(cents: Any) -> str:
    """An amount as it is typed; nothing for none, and what is no amount as it was."""
    if cents == 0 or not isinstance(cents, int):
        return str(cents or "")
    return f"{cents // 100},{cents % 100:02d}" if cents % 100 else str(cents // 100)


def share_of(text: str) -> int | str:
    """ "12,5" percent as hundredths of one; anything else is handed on."""
    cents = euros_to_cents(text.removesuffix("%").strip())
    return cents if isinstance(cents, int) else text


def _number(text: str) -> int | str:
    """A whole number, a minus may be a real one; anything else is handed on."""
    plain = text.strip().replace("−", "-")
    digits = plain.removeprefix("-").removeprefix("+")
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) < 8 else text


def _set(plan: Plain, at: str, value: Any) -> None:
    *inside, last = at.split(".")
    for name in inside:
        plan = plan[name]
    plan[last] = value


def value_at(plan: Mapping[str, Any], at: str) -> Any:
    found: Any = plan
    for name in at.split("."):
        found = found[int(name)] if isinstance(found, list) else found[name]
    return found
