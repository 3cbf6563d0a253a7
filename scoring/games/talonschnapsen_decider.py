"""The decider of Talonschnapsen: the game for two between those who are lowest together, whose loser takes the marks.

It is played with two, so nothing of a hand of three is told of it. Source: the scoring rules, section 3.2 (`tie_rule`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from scoring.games.core import Malformed, Problem, is_integer, shown_name
from scoring.games.family import State
from scoring.games.family_hand import Hand

FIELDS = ("decider", "decider_loser")
OF_A_HAND = frozenset(one.name for one in fields(Hand))


@dataclass(frozen=True, slots=True)
class Decider:
    """Which seats played it, and who of them lost; None where it could not be read."""

    seats: tuple[int, ...]
    loser: int | None


def is_decider(data: Mapping[str, Any]) -> bool:
    return any(data.get(name) is not None for name in FIELDS)


def read_decider(data: Mapping[str, Any]) -> Decider:
    """Both fields, and none of a hand of three; null is the same as leaving it out."""
    seats, loser = data.get("decider"), data.get("decider_loser")
    problems = [
        Problem("unknown_field", shown_name(name))
        for name, value in data.items()
        if name not in FIELDS and not (name in OF_A_HAND and value is None)
    ]
    if not (isinstance(seats, list | tuple) and all(map(is_integer, seats))):
        problems.append(Problem("bad_value", "decider"))
        seats = ()
    if not is_integer(loser):
        problems.append(Problem("bad_value", "decider_loser"))
        loser = None
    decider = Decider(tuple(seats), loser)
    if problems:
        raise Malformed(problems, decider)
    return decider


def write_decider(decider: Decider) -> dict[str, Any]:
    return {"decider": list(decider.seats), "decider_loser": decider.loser}


def decider_problems(decider: Decider, state: State) -> list[Problem]:
    """It is for the tied players, all of them, in any order, and only while they are tied."""
    problems = []
    everybody = range(state.seats)
    if any(seat not in everybody for seat in decider.seats):
        problems.append(Problem("bad_seat", "decider"))
    elif not state.tied or sorted(decider.seats) != list(state.tied):
        problems.append(Problem("not_tied", "decider"))
    if decider.loser is not None and decider.loser not in everybody:
        problems.append(Problem("bad_seat", "decider_loser"))
    elif decider.loser not in decider.seats:
        problems.append(Problem("not_tied", "decider_loser"))
    return problems
