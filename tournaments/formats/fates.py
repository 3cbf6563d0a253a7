"""How far somebody came in an elimination, and by whom they were out: lives and knock-out."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats import knockout, lives
from tournaments.formats.core import Round, Table, by_number
from tournaments.formats.course import Course
from tournaments.formats.plan import Kind


class State(StrEnum):
    IN = "in"
    """Not out."""
    OUT = "out"
    LEFT = "left"
    """Went away without being out."""
    WON = "won"
    """The last one left."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A match that was lost."""

    round: int
    by: int | None
    """Who won it; None where nobody was there."""
    lives: int
    """How many it cost; in a knock-out 1."""


@dataclass(frozen=True, slots=True)
class Fate:
    state: State
    round: int
    """The last one they were in; 0: none of this stage."""
    lives: int | None
    """Left; None in a knock-out."""
    lost: tuple[Lost, ...]
    bought: tuple[int, ...] = ()
    """After which rounds lives were bought."""
    final: bool = False
    """Played for the first place."""
    for_third: bool = False
    """Played for the third place."""


def fate_of(course: Course, index: int, number: int) -> Fate:
    """Of a member of this stage, which is one of lives or a knock-out."""
    played, stage = course.played(index), course.plan.stages[index]
    lost = tuple(found for round_ in played if (found := _lost(course, index, round_, number)) is not None)
    last = lives.last_seen(played).get(number, 0)
    state = _state(course, index, number)
    if stage.kind is Kind.LIVES:
        card = by_number(course.entrants)[number]
        left = lives.left(stage, course.plan.buying, [card], played)[number]
        rounds = {one.number for one in played}
        bought = tuple(one for one in card.bought if one in rounds)
        return Fate(state, last, left, lost, bought)
    at = next((at for at, one in enumerate(played) if one.number == last), None)
    table = _table_of(played[at], number) if at is not None else None
    if at is None or table is None:
        return Fate(state, last, None, lost)
    final = knockout.is_final(stage, played, at, table.number)
    third = table.number not in {one.number for one in knockout.leading(stage, played, at).values()}
    if third and not table.open:
        state = State.OUT  # also who has won it
    return Fate(state, last, None, lost, (), final, third)


def _state(course: Course, index: int, number: int) -> State:
    still_in = course.still_in(index)
    if number in still_in:
        over = course.done(index) and len(still_in) == 1
        return State.WON if over else State.IN
    played, stage = course.played(index), course.plan.stages[index]
    card = by_number(course.entrants)[number]
    if stage.kind is Kind.LIVES:
        return State.LEFT if lives.left(stage, course.plan.buying, [card], played)[number] else State.OUT
    return State.IN if _waits(played, number) else State.OUT if _beaten(played, number) else State.LEFT


def _waits(played: Sequence[Round], number: int) -> bool:
    """Whether their match of the last round is not decided."""
    table = _table_of(played[-1], number) if played else None
    return table is not None and table.open


def _beaten(played: Sequence[Round], number: int) -> bool:
    """Whether the last match they had was not won."""
    for round_ in reversed(played):
        if (table := _table_of(round_, number)) is not None:
            return table.winner != number
        if number in round_.byes:
            return False
    return False


def _lost(course: Course, index: int, round_: Round, number: int) -> Lost | None:
    table = _table_of(round_, number)
    if table is None or table.scores is None or len(table.seats) != 2:
        return None
    seat = table.seats.index(number)
    if not table.scores[seat].get("lost", 0):
        return None
    other = table.seats[1 - seat] if table.winner is not None else None
    stage = course.plan.stages[index]
    schneider = stage.kind is Kind.LIVES and table.scores[1 - seat].get("schneider", 0) > 0
    return Lost(round_.number, other, stage.schneider_lives if schneider else 1)


def _table_of(round_: Round, number: int) -> Table | None:
    return next((table for table in round_.tables if number in table.seats), None)
