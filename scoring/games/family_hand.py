"""The hand of Bauernschnapsen and Talonschnapsen as the table reports it, and its plain JSON form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.core import (
    Form,
    Malformed,
    Problem,
    count_up_to,
    is_count,
    is_integer,
    is_text,
    is_yes_or_no,
    list_of,
    read_fields,
    told,
)

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


_FORMS: dict[str, Form] = {
    "contract": is_text,
    "declarer": is_integer,
    "doubling": is_integer,
    "made": is_yes_or_no,
    "grade": is_integer,
    "caller": is_integer,
    "claimed_by": is_integer,
    "winner_points": is_count,
    "loser_points": is_count,
    "winner_marriages": is_count,
    "loser_marriages": is_count,
    "winner_forties": is_count,
    "doubled_by": list_of(is_integer),
    "aufstand": is_yes_or_no,
}
"""What depends on the game is added in `read`."""


def read(data: Mapping[str, Any], tricks: int, decided_by: tuple[str, ...] = DECIDED_BY) -> Hand:
    """The hand of a game that is played in so many tricks and that can end in these ways."""
    of_the_game: dict[str, Form] = {
        "decided_by": lambda value: is_text(value) and value in decided_by,
        "winner_tricks": count_up_to(tricks),
        "loser_tricks": count_up_to(tricks),
    }
    values, problems = read_fields(data, _FORMS | of_the_game)
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
    return {"contract": hand.contract, "made": hand.made, **told(hand)}
