"""What a match report may say: who sat at which board, and what each side made there.

People are numbers; whoever is one person has one number, whatever rows speak of them. A side that came with too few
leaves boards without anybody: what is played there is lost, and counts for the other side.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seasons.formats.league import Problem, Rules

SIDES = ("home", "away")
MOST_LEGS = 99
MOST_POINTS = 99_999
"""What a side can make at a board, where points are counted: so many, or so many below zero."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One board: who sat there, and what each side made. None: nothing was said."""

    home: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    home_made: int | None = None
    away_made: int | None = None

    def people(self, side: str) -> tuple[int, ...]:
        return self.home if side == "home" else self.away

    def made(self, side: str) -> int | None:
        return self.home_made if side == "home" else self.away_made


@dataclass(frozen=True, slots=True)
class Roster:
    """Who may sit for a side: its own, and stand-ins; of these some have helped out as often as they may."""

    own: frozenset[int] = frozenset()
    stand_ins: frozenset[int] = frozenset()
    used_up: frozenset[int] = frozenset()


def read_seated(data: Any) -> tuple[Seated, ...] | None:
    """Boards as they are stored and as the API brings them; None where this is no list of boards."""
    if not isinstance(data, list | tuple) or not all(isinstance(one, dict) for one in data):
        return None
    found = []
    for one in data:
        people = {side: one.get(side, []) for side in SIDES}
        made = {side: one.get(f"{side}_made") for side in SIDES}
        lists = all(isinstance(ids, list | tuple) and all(type(pk) is int for pk in ids) for ids in people.values())
        if not lists or not all(amount is None or type(amount) is int for amount in made.values()):
            return None
        found.append(Seated(tuple(people["home"]), tuple(people["away"]), made["home"], made["away"]))
    return tuple(found)


def write_seated(boards: Sequence[Seated]) -> list[dict[str, Any]]:
    """As it is stored; an inverse of `read_seated`."""
    return [
        {"home": list(one.home), "away": list(one.away), "home_made": one.home_made, "away_made": one.away_made}
        for one in boards
    ]


def same_boards(one: Sequence[Seated], other: Sequence[Seated]) -> bool:
    """Whether both say the same; the order of two who sat as a pair says nothing."""
    return [_plain(board) for board in one] == [_plain(board) for board in other]


def _plain(board: Seated) -> tuple[Any, ...]:
    return sorted(board.home), sorted(board.away), board.home_made, board.away_made


def check(rules: Rules, boards: Sequence[Seated], rosters: Mapping[str, Roster]) -> tuple[Problem, ...]:
    """Everything that speaks against this report. `rosters`: that of "home" and of "away".

    A problem is at a side, at "home-2-1" (the first seat of the second board) or at "home-2-made".
    """
    if len(boards) != rules.boards:
        return (Problem("report_boards", None, {"boards": rules.boards}),)
    return (
        *_seats(rules, boards, rosters),
        *(one for side in SIDES for one in _side(rules, boards, side, rosters[side])),
        *(one for number, board in enumerate(boards, 1) for one in _made(rules, number, board)),
    )


def _seats(rules: Rules, boards: Sequence[Seated], rosters: Mapping[str, Roster]) -> Iterator[Problem]:
    """Of each seat: whether this person may sit there, and sits nowhere else."""
    sits = Counter(pk for board in boards for side in SIDES for pk in board.people(side))
    for number, board in enumerate(boards, 1):
        for side in SIDES:
            people, roster = board.people(side), rosters[side]
            if people and len(people) != rules.a_side:
                yield Problem("report_seats", f"{side}-{number}-{len(people) + 1}", {"people": rules.a_side})
            for seat, pk in enumerate(people, 1):
                at = f"{side}-{number}-{seat}"
                if pk not in roster.own | roster.stand_ins:
                    yield Problem("report_not_of_team", at)
                if sits[pk] > 1:
                    yield Problem("report_twice", at)
                if pk in roster.used_up and pk not in roster.own:
                    yield Problem("report_stand_in_times", at, {"times": rules.stand_in_times})


def _side(rules: Rules, boards: Sequence[Seated], side: str, roster: Roster) -> Iterator[Problem]:
    people = {pk for board in boards for pk in board.people(side)}
    if len(people) < rules.minimum:
        yield Problem("report_too_few", side, {"minimum": rules.minimum})
    helping = people & (roster.stand_ins - roster.own)
    if len(helping) > rules.stand_ins:
        yield Problem("report_stand_ins", side, {"most": rules.stand_ins, "there": len(helping)})


def _made(rules: Rules, number: int, board: Seated) -> Iterator[Problem]:
    """Of what each side made at this board."""
    lowest, highest = (0, MOST_LEGS) if rules.counts == "legs" else (-MOST_POINTS, MOST_POINTS)
    fine = True
    for side in SIDES:
        made, at = board.made(side), f"{side}-{number}-made"
        if made is None:
            yield Problem("report_made_missing", at)
        elif not lowest <= made <= highest:
            yield Problem("report_made_odd", at, {"lowest": lowest, "highest": highest})
        fine = fine and made is not None and lowest <= made <= highest
    if not fine:
        return
    alone = [side for side in SIDES if not board.people(side)]
    both = [board.made(side) or 0 for side in SIDES]
    if len(alone) == 2 and both != [0, 0]:
        yield Problem("report_nobody_played", f"home-{number}-made")
    elif len(alone) == 1:
        there, missing = reversed(both) if alone == ["home"] else both
        if missing or there <= 0:
            yield Problem("report_seat_empty", f"{alone[0]}-{number}-made")
    elif not alone and rules.counts == "legs" and both == [0, 0]:
        yield Problem("report_not_played", f"home-{number}-made")
