"""Ratings day by day: where everybody stands at the end of each day on which they played, and with and against whom
they played on it.

How often somebody has won is held against how often it was to be expected, as strong as everybody was before each game:
so it shows who is carried by a partner, and who carries.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seasons.formats.rating_courses import CHUNK_GAMES, Chunk, Course, Everybody, Kinds, reckon
from seasons.formats.ratings import Floats, Ints

PARTS = 10_000
"""Expected games are counted in whole ten-thousandths, so that sums of many days are exact."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong somebody is believed to be, and from how many games that is known."""

    mu: float
    sigma: float
    games: int


@dataclass(slots=True)
class Meeting:
    """What two people had on a day: games with each other and against each other."""

    together: int = 0
    won: int = 0
    expected: int = 0
    """To be won, in `PARTS`."""
    against: int = 0
    beat: int = 0
    expected_beat: int = 0

    def add(self, other: "Meeting") -> None:
        self.together += other.together
        self.won += other.won
        self.expected += other.expected
        self.against += other.against
        self.beat += other.beat
        self.expected_beat += other.expected_beat


@dataclass(slots=True)
class Point:
    """Where somebody stands at the end of a day."""

    day: Any
    person: int
    mu: float
    sigma: float
    games: int
    meetings: dict[int, list[int]] = field(default_factory=dict)
    """By the other person the figures of a `Meeting`."""


Met = tuple[int, int, list[int], list[int]]
"""Two seats, the lower one first; what that one had with the other, and the other with that one, as in `Meeting`."""


def days(
    before: Mapping[int, Strength], courses: Iterable[tuple[Any, Course]], *, size: int = CHUNK_GAMES
) -> Iterator[list[Point]]:
    """The points of each day, people by their ids. Courses come in their order, each with its day.

    `before` is everybody's strength before the first; whoever is not in it is new.
    """
    everybody, games = Everybody(), {person: one.games for person, one in before.items()}
    for person, strength in before.items():
        everybody.set(person, strength.mu, strength.sigma)
    dated, today = list[Any](), dict[int, Point]()

    def noted() -> Iterator[Course]:
        for day, one in courses:
            dated.append(day)
            yield one

    for chunk in reckon(everybody, noted(), size=size):
        played, met = games_by_seat(chunk).tolist(), meetings(chunk)
        # Of the next chunk nothing has been read yet.
        for number, day in enumerate(dated):
            if today and next(iter(today.values())).day != day:
                yield [today[person] for person in sorted(today)]
                today = {}
            seats = _seats(chunk.courses[number].people, played[number])
            for person, seat in seats.items():
                point = today.setdefault(person, Point(day, person, 0.0, 0.0, 0))
                point.mu, point.sigma = float(chunk.mu[number, seat]), float(chunk.sigma[number, seat])
                point.games = games[person] = games.get(person, 0) + played[number][seat]
            _meet(today, {seat: person for person, seat in seats.items()}, met.get(number, ()))
        dated.clear()
    if today:
        yield [today[person] for person in sorted(today)]


def _seats(people: Sequence[int | None], played: Sequence[int]) -> dict[int, int]:
    """Where everybody sits who has played: of two chairs, on the first."""
    found = dict[int, int]()
    for seat, person in enumerate(people):
        if person is not None:
            found.setdefault(person, seat)
    return {person: seat for person, seat in found.items() if played[seat]}


def _meet(today: Mapping[int, Point], who: Mapping[int, int], met: Iterable[Met]) -> None:
    for one, other, his, theirs in met:
        if one in who and other in who:
            for mine, person, had in ((who[one], who[other], his), (who[other], who[one], theirs)):
                so_far = today[mine].meetings.setdefault(person, had)
                if so_far is not had:
                    so_far[:] = map(add, so_far, had)


# --- one chunk -------------------------------------------------------------------------------------------------------


def games_by_seat(chunk: Chunk) -> Ints:
    """By course and seat: in how many games who sits there has played."""
    courses, seats = chunk.mu.shape
    kinds, course, keys, everything = Kinds(chunk.words), chunk.course, list[Ints](), np.arange(len(chunk.games))
    for played, mine in kinds.apart(chunk.games, everything):
        table = kinds.seats[chunk.games[mine], : played.width]
        keys.append((course[mine, None] * seats + table).ravel())
    return _counted(keys, courses * seats).reshape(courses, seats)


def meetings(chunk: Chunk) -> dict[int, list[Met]]:
    """By course."""
    courses, seats = chunk.mu.shape
    course, sums = chunk.course, Sums(courses * seats * seats)
    kinds, everything = Kinds(chunk.words), np.arange(len(chunk.games))
    # In an order that does not depend on which shape occurred first: sums of floats do.
    for played, mine in sorted(kinds.apart(chunk.games, everything), key=lambda one: (one[0].teams, one[0].pairs)):
        table, base, chances = kinds.seats[chunk.games[mine]], course[mine] * seats * seats, chunk.chances[:, mine]
        if len(played.teams) == 2:
            for team, wins in zip(played.teams, (chances[0], 1 - chances[0]), strict=True):
                for one, other in combinations(team, 2):
                    low, high = np.sort(table[:, [one, other]], axis=1).T
                    sums.together(base + low * seats + high, wins, won=team == played.teams[0])
        for number, (winner, loser) in enumerate(played.decided):
            for one, other in product(played.teams[winner], played.teams[loser]):
                first, second = table[:, one], table[:, other]
                key = base + np.minimum(first, second) * seats + np.maximum(first, second)
                sums.against(key, chances[number], lower_won=first < second)
    keys, rows = sums.meetings()
    numbers, pairs = np.divmod(keys, seats * seats)
    low_seats, high_seats = np.divmod(pairs, seats)
    turned = rows.copy()
    turned[:, 4:] = rows[:, 3:4] * [1, PARTS] - rows[:, 4:]
    found = dict[int, list[Met]]()
    for number, *met in zip(
        *(column.tolist() for column in (numbers, low_seats, high_seats, rows, turned)), strict=True
    ):
        found.setdefault(number, []).append(tuple(met))
    return found


class Sums:
    """Sums of meetings by keys below `count`; each in the order in which it was added."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.keys: tuple[list[Ints], list[Ints]] = ([], [])
        """With each other, and against each other."""
        self.won: tuple[list[Ints], list[Ints]] = ([], [])
        self.expected: tuple[list[Floats], list[Floats]] = ([], [])

    def together(self, keys: Ints, wins: Floats, *, won: bool) -> None:
        self.keys[0].append(keys)
        self.expected[0].append(wins)
        if won:
            self.won[0].append(keys)

    def against(self, keys: Ints, wins: Floats, *, lower_won: NDArray[np.bool_]) -> None:
        self.keys[1].append(keys)
        self.expected[1].append(np.where(lower_won, wins, 1 - wins))
        self.won[1].append(keys[lower_won])

    def meetings(self) -> tuple[Ints, Ints]:
        """The keys at which there is something, and rows of the figures of a `Meeting`."""
        columns = list[Ints]()
        for keys, won, expected in zip(self.keys, self.won, self.expected, strict=True):
            sums = np.bincount(_all(keys), np.concatenate([np.empty(0), *expected]), self.count)
            columns += [_counted(keys, self.count), _counted(won, self.count), np.rint(sums * PARTS).astype(np.int64)]
        there = np.flatnonzero(columns[0] + columns[3])
        return there, np.stack([column[there] for column in columns], axis=1)


def _all(parts: Sequence[Ints]) -> Ints:
    return np.concatenate([np.empty(0, dtype=np.int64), *parts])


def _counted(keys: Sequence[Ints], count: int) -> Ints:
    return np.bincount(_all(keys), minlength=count)
