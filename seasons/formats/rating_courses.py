"""Many games one after the other: what was played at every table, and what that says of everybody.

Courses (what was played at one table, game by game) come in their order. Those that share nobody are reckoned together,
in *levels*: a person's level is that of their course before, and one. Within a level all first games are reckoned at
once, then all second ones, and so on, each shape by itself; where a level is thin, course by course. As `after` gives
the same to the last bit either way, it makes no difference how the courses are cut into chunks.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from seasons.formats.ratings import MU, SIGMA, Floats, Ints, Shape, after, after_many, shape

CHUNK_GAMES, CHUNK_COURSES = 100_000, 10_000
"""So much is reckoned together at most: this decides how much memory is needed, and nothing else."""
FEW = 6
"""So few courses are reckoned faster one by one."""
NOBODY, STRANGER = -1, -2
"""On a chair: none sits there, or somebody who is not known. Nobody has the last place of all."""


@dataclass(frozen=True, slots=True)
class Course:
    """Who sat at a table by seat (None: a stranger) and how the games went, as "02>13 0,3>12"."""

    people: Sequence[int | None]
    games: str


# --- how games are written -------------------------------------------------------------------------------------------


class Words(dict[str, int]):
    """The games that occur, as they are written ("0,3>12"), numbered. There are few different ones."""

    def __init__(self) -> None:
        super().__init__()
        self.shapes = list[Shape]()
        self.read = list[tuple[Shape, tuple[int, ...]]]()
        """By number: the shape, and the seats in the order of its columns."""

    def __missing__(self, written: str) -> int:
        won, lost = (side.split(",") for side in written.split(">"))
        teams = [*won, *lost]
        found = shape(tuple(map(len, teams)), len(won))
        if found not in self.shapes:
            self.shapes.append(found)
        self.read.append((found, tuple(int(seat) for team in teams for seat in team)))
        self[written] = len(self.read) - 1
        return self[written]


class Kinds:
    """The words again, as tables in which many games can be looked up at once."""

    def __init__(self, words: Words) -> None:
        self.shapes = words.shapes
        self.shape = np.array([self.shapes.index(one) for one, _seats in words.read], dtype=np.int64)
        """By number of a game the number of its shape."""
        self.seats = np.zeros((len(words.read), max((one.width for one in self.shapes), default=0)), dtype=np.int64)
        """By number of a game its seats; a small one fills the first columns only."""
        for number, (_shape, seats) in enumerate(words.read):
            self.seats[number, : len(seats)] = seats

    def apart(self, games: Ints, which: Ints) -> Iterator[tuple[Shape, Ints]]:
        """These of the games by their shapes: which of them have it."""
        if len(self.shapes) == 1:
            yield self.shapes[0], which
            return
        shapes = self.shape[games[which]]
        for number, one in enumerate(self.shapes):
            if len(mine := which[shapes == number]):
                yield one, mine


# --- who plays -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Everybody:
    """What is known of everybody's strength. Behind them sit the strangers of the courses in hand."""

    places: dict[int | None, int] = field(default_factory=dict)
    mu: Floats = field(default_factory=lambda: np.empty(0))
    sigma: Floats = field(default_factory=lambda: np.empty(0))
    known: int = 0
    """So many of the places are people's who were there before; on all others somebody new sits down."""

    def set(self, person: int, mu: float, sigma: float) -> None:
        place = self.places.setdefault(person, len(self.places))
        self.make_room(0)
        self.mu[place], self.sigma[place] = mu, sigma

    def make_room(self, strangers: int) -> None:
        """For everybody who has a place by now, and so many strangers behind them; the last place is nobody's."""
        wanted, have = len(self.places) + strangers, len(self.mu)
        if wanted >= have:
            more = np.full(wanted + have + 1, MU)
            self.mu, self.sigma = np.concatenate([self.mu, more]), np.concatenate([self.sigma, more])
        self.mu[self.known : wanted], self.sigma[self.known : wanted] = MU, SIGMA
        self.known = len(self.places)

    def seat(self, courses: Sequence[Course]) -> tuple[Ints, Ints]:
        """The places of those at each table, as rows that are all as long as the longest; and the level of each course.

        Somebody who has two chairs sits on the first; on the other sits a stranger, and where there is none, nobody.
        """
        known, flat, levels = self.places, list[int](), list[int]()
        width = max(len(one.people) for one in courses)
        next_level = [0] * len(known)
        place_of, level_of = known.__getitem__, next_level.__getitem__
        for one in courses:
            try:
                row = list(map(place_of, one.people))
                seated = row
            except KeyError:
                row = [STRANGER if who is None else known.setdefault(who, len(known)) for who in one.people]
                seated = [place for place in row if place != STRANGER]
                next_level += [0] * (len(known) - len(next_level))
            level = max(map(level_of, seated), default=0)
            levels.append(level)
            level += 1
            for place in seated:
                next_level[place] = level
            flat += row
            if len(row) < width:
                flat += [NOBODY] * (width - len(row))
        places = np.array(flat, dtype=np.int64).reshape(-1, width)
        for seat in range(1, width):
            twice = (places[:, :seat] == places[:, seat : seat + 1]).any(axis=1) & (places[:, seat] >= 0)
            places[twice, seat] = STRANGER
        strangers = places == STRANGER
        count = int(strangers.sum())
        self.make_room(count)
        places[strangers] = np.arange(len(known), len(known) + count)
        return places, np.array(levels, dtype=np.int64)


# --- many courses ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Chunk:
    """Some courses that were reckoned together, in their order, and what they have come to."""

    courses: Sequence[Course]
    places: Ints
    """By course and seat the place of who sits there."""
    games: Ints
    """Of all courses one after the other, by their numbers (`Words`)."""
    begins: Ints
    """By course the number of its first game; at the end, that of all."""
    words: Words
    mu: Floats
    """By course and seat: how strong who sits there is after it."""
    sigma: Floats
    chances: Floats
    """By decided pair and game: how likely it was to go as it did."""

    @property
    def course(self) -> Ints:
        """By game the number of its course."""
        return np.repeat(np.arange(len(self.courses)), np.diff(self.begins))


def reckon(everybody: Everybody, courses: Iterable[Course], *, size: int = CHUNK_GAMES) -> Iterator[Chunk]:
    """Plays all courses in their order; what is known of everybody changes on the way, chunk by chunk."""
    words, laid, games, begins = Words(), list[Course](), list[int](), [0]
    number = words.__getitem__
    for one in courses:
        games += map(number, one.games.split())
        laid.append(one)
        begins.append(len(games))
        if len(games) >= size or len(laid) >= CHUNK_COURSES:
            yield _reckon(everybody, laid, games, begins, words)
            laid, games, begins = [], [], [0]
    if laid:
        yield _reckon(everybody, laid, games, begins, words)


def _reckon(everybody: Everybody, courses: list[Course], games: list[int], begins: list[int], words: Words) -> Chunk:
    places, levels = everybody.seat(courses)
    pairs = max((len(one.decided) for one in words.shapes), default=1)
    chunk = Chunk(
        courses, places, np.array(games, dtype=np.int64), np.array(begins), words,
        np.empty(places.shape), np.empty(places.shape), np.zeros((pairs, len(games))),
    )  # fmt: skip
    kinds = Kinds(words)
    seated = np.take_along_axis(places[chunk.course], kinds.seats[chunk.games], axis=1)
    in_order = np.argsort(levels, kind="stable")
    for together in np.split(in_order, np.cumsum(np.bincount(levels))[:-1]):
        if len(together) > FEW:
            _play_together(everybody, chunk, together, kinds, seated)
        else:
            for course in together.tolist():
                _play_alone(everybody, chunk, course)
    return chunk


def _play_alone(everybody: Everybody, chunk: Chunk, course: int) -> None:
    """All games of one course, one by one."""
    row, read = chunk.places[course], chunk.words.read
    begin, end = chunk.begins[course : course + 2].tolist()
    mu, sigma = everybody.mu[row].tolist(), everybody.sigma[row].tolist()
    for game, number in enumerate(chunk.games[begin:end].tolist(), start=begin):
        played, seats = read[number]
        new_mu, new_sigma, found = after(played, [mu[seat] for seat in seats], [sigma[seat] for seat in seats])
        for at, seat in enumerate(seats):
            mu[seat], sigma[seat] = new_mu[at], new_sigma[at]
        for at, chance in enumerate(found):
            chunk.chances[at, game] = chance
    everybody.mu[row], everybody.sigma[row] = mu, sigma
    chunk.mu[course], chunk.sigma[course] = mu, sigma


def _play_together(everybody: Everybody, chunk: Chunk, together: Ints, kinds: Kinds, seated: Ints) -> None:
    """Courses that share nobody: all their first games at once, then all second ones …

    `seated`: by game and column the place of who plays there.
    """
    mu, sigma = everybody.mu, everybody.sigma
    begins, lengths = chunk.begins[together], np.diff(chunk.begins)[together]
    shortest = lengths.min()
    for turn in range(int(lengths.max())):
        games = (begins if turn < shortest else begins[lengths > turn]) + turn
        for played, mine in kinds.apart(chunk.games, games):
            who = seated.take(mine, axis=0)[:, : played.width].T
            mu[who], sigma[who], found = after_many(played, mu.take(who), sigma.take(who))
            for at, chance in enumerate(found):
                chunk.chances[at, mine] = chance
    places = chunk.places[together]
    chunk.mu[together], chunk.sigma[together] = mu[places], sigma[places]
