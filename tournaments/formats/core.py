"""What every format is made of: start cards, tables, rounds, a draw and its remarks.

A *unit* is what is counted: `points`, `won`, `legs`, `soli` … Amounts are integers. A table that was not played has no
scores; a score of 0 is a result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """The part of `random.Random` that stays the same for a seed on every machine and in every Python."""

    def getrandbits(self, k: int, /) -> int: ...


def below(rng: Chance, limit: int) -> int:
    """A number from 0 to `limit` - 1, each as likely."""
    bits = limit.bit_length()
    while (drawn := rng.getrandbits(bits)) >= limit:
        pass
    return drawn


def shuffled(items: Iterable[T], rng: Chance) -> list[T]:
    """The items in an order of chance (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something cannot be: a code that keeps its meaning, its field, and figures for the sentence."""

    code: str
    at: str | None = None
    figures: Mapping[str, int | str | list[int]] = field(default_factory=dict)


class Impossible(ValueError):
    """Nothing was drawn or counted; `problems` says why, all of it."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(", ".join(f"{one.code} at {one.at}" for one in problems))


class Gone(StrEnum):
    """Why somebody plays no more."""

    WITHDRAWN = "withdrawn"
    """Left early: what was played counts, the place stays."""
    DISQUALIFIED = "disqualified"
    """Counts for the opponents, has no place."""
    NO_SHOW = "no_show"
    """Never came: has no place."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A start card. Its number stays its own; gaps stay gaps."""

    number: int
    people: tuple[int, ...]
    """Who plays it: one person, a pair or a team. The same person may hold several cards."""
    apart: frozenset[str] = frozenset()
    """Two who share one of these (a family, a car, a club) shall not meet."""
    deck: str = ""
    """The deck they play with; only those with the same one sit together. Nothing: any."""
    table: int | None = None
    """The table they always sit at."""
    since: int = 1
    """The first round they can be drawn for."""
    gone: Gone | None = None
    gone_after: int = 0
    """The last round they are drawn for, where they are gone."""
    away: frozenset[int] = frozenset()
    """Rounds they let pass and come back from."""
    bought: tuple[int, ...] = ()
    """Each buying in again: the round after which it was."""
    group: str = ""
    """The group of a stage in groups, where it was given by hand."""

    def plays(self, number: int) -> bool:
        """Whether they are there for this round."""
        return self.since <= number and number not in self.away and (self.gone is None or number <= self.gone_after)


Scores = Mapping[str, int]
"""What one seat of a table made: unit -> amount."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round: start numbers in the order of the seats, and what each made (None: not played yet).

    A table with one seat is a bye with a place in the grid of a knock-out.
    """

    number: int
    seats: tuple[int, ...]
    scores: tuple[Scores, ...] | None = None

    @property
    def open(self) -> bool:
        """Whether it still has to hand in; somebody alone has nothing to."""
        return self.scores is None and len(self.seats) > 1

    @property
    def winner(self) -> int | None:
        """Who won a match of two; None where nobody did or nothing was played. One alone has won."""
        if len(self.seats) == 1:
            return self.seats[0]
        if self.scores is None:
            return None
        won = [seat for seat, scores in zip(self.seats, self.scores, strict=True) if scores.get("won", 0) > 0]
        return won[0] if len(won) == 1 else None


@dataclass(frozen=True)
class Round:
    """One drawn set of tables; `stage` is the index of its stage in the plan."""

    number: int
    stage: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    """Who was there and had no opponent (in drawn tables: who sat out)."""

    @property
    def over(self) -> bool:
        return not self.open_tables

    @cached_property
    def open_tables(self) -> tuple[int, ...]:
        """Numbers of the tables that have not handed in."""
        return tuple(table.number for table in self.tables if table.open)

    @cached_property
    def resting(self) -> tuple[int, ...]:
        """All who had no opponent: the byes, and those alone in a grid."""
        return (*self.byes, *(table.seats[0] for table in self.tables if len(table.seats) == 1))


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty (negative) or a bonus; `round` is the one it counts in, None for the whole tournament."""

    number: int
    unit: str
    amount: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """What a draw could not keep, as a code and figures: `met_again`, `second_bye` …"""

    code: str
    figures: Mapping[str, int | str | list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draw:
    """The next round: `stage` is the index in the plan."""

    stage: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()


def by_number(entrants: Iterable[Entrant]) -> dict[int, Entrant]:
    return {one.number: one for one in entrants}


def numbered(groups: Sequence[Sequence[int]], first: int = 1) -> tuple[Table, ...]:
    """Tables from lists of start numbers, in this order."""
    return tuple(Table(number, tuple(seats)) for number, seats in enumerate(groups, start=first))
