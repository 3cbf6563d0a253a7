"""The hand of Bauernschnapsen and Talonschnapsen as the table reports it, and its plain JSON form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from scoring.games.core import Malformed, Problem, is_integer, shown_name

DECIDED_BY = ("points", "last_trick", "false_claim")
UNREADABLE = ""
"""The contract of a hand that names none properly, so that what does not depend on it is checked all the same."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as the table reports it; all but the first five fields are optional and checked when present.

    `doubling` is the level (0: ×1 ... 3: ×8). `made`: the declarer's side did it. winner_*/loser_* are card points,
    tricks and marriages of the side that gets the points and of the other.
    """

    contract: str = "normal"
    declarer: int | None = None
    doubling: int = 0
    made: bool = True
    grade: int | None = None
    caller: int | None = None
    decided_by: str | None = None
    claimed_by: int | None = None
    winner_points: int | None = None
    loser_points: int | None = None
    winner_tricks: int | None = None
    loser_tricks: int | None = None
    winner_marriages: int | None = None
    loser_marriages: int | None = None
    winner_forties: int | None = None
    doubled_by: tuple[int, ...] | None = None
    aufstand: bool = False


def _is_count(value: object) -> bool:
    return is_integer(value) and value >= 0  # type: ignore[operator]  # is_integer says so


_FORMS: dict[str, Callable[[Any], bool]] = {
    "contract": lambda value: isinstance(value, str),
    "declarer": is_integer,
    "doubling": is_integer,
    "made": lambda value: isinstance(value, bool),
    "grade": is_integer,
    "caller": is_integer,
    "decided_by": lambda value: isinstance(value, str),
    "claimed_by": is_integer,
    "winner_points": _is_count,
    "loser_points": _is_count,
    "winner_tricks": _is_count,
    "loser_tricks": _is_count,
    "winner_marriages": _is_count,
    "loser_marriages": _is_count,
    "winner_forties": _is_count,
    "doubled_by": lambda value: isinstance(value, list | tuple) and all(map(is_integer, value)),
    "aufstand": lambda value: isinstance(value, bool),
}
"""What each field looks like; null is the same as leaving it out."""


def read(data: Mapping[str, Any], tricks: int, decided_by: tuple[str, ...] = DECIDED_BY) -> Hand:
    """The hand of a game that is played in so many tricks and that can end in these ways."""
    if not isinstance(data, Mapping):
        raise Malformed([Problem("bad_value", "hand")])
    problems: list[Problem] = []
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name not in _FORMS:
            problems.append(Problem("unknown_field", shown_name(name)))
        elif value is None:
            continue
        elif (
            not _FORMS[name](value)
            or (name.endswith("_tricks") and value > tricks)
            or (name == "decided_by" and value not in decided_by)
        ):
            problems.append(Problem("bad_value", name))
        else:
            values[name] = tuple(value) if name == "doubled_by" else value
    if data.get("made") is None:
        problems.append(Problem("bad_value", "made"))
    if data.get("contract") is not None:
        values.setdefault("contract", UNREADABLE)
    hand = Hand(**values)
    if problems:
        raise Malformed(problems, hand)
    return hand


def write(hand: Hand) -> dict[str, Any]:
    """What was reported, without what was left out."""
    data: dict[str, Any] = {"contract": hand.contract, "made": hand.made}
    for one in fields(hand):
        value = getattr(hand, one.name)
        if value != one.default and one.name not in data:
            data[one.name] = list(value) if isinstance(value, tuple) else value
    return data
