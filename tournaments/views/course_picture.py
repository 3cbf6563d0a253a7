"""The course of the places as a picture: where its lines run in an SVG. Nothing is drawn here.

The leaders and one card that was asked for are marked and named at the end of their lines; the others are grey, and
left out where they are so many that nobody could follow one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scoring.views.chart import apart
from tournaments.formats.course_of_places import Places

LEADERS = 10
MOST_GREY = 60
"""With more cards, only the marked lines are drawn."""
LINEAR = 40
"""With more cards every place of the leaders has its own height, and those behind stand the closer the further back."""
COLOURS = 6
LEFT, TOP, BOTTOM = 38, 14, 28
LABEL_GAP = 16
LEAST_STEP, MOST_STEP, LEADERS_STEP = 15, 34, 20
LEAST_HEIGHT, LOWER = 200, 190
MOST_NUMBERED = 10
"""Rounds that are all numbered."""
PHONE, SCREEN = (360, 14), (1000, 36)
"""Width, and how many letters of a name there is room for."""
LETTER = 10

Name = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Line:
    """The places of one card: a piece for every time it was there without a break."""

    number: int
    kind: str
    """`leader`, `mine` or `other`."""
    colour: int
    pieces: tuple[str, ...]
    end: tuple[int, int]
    label: int
    """How high its name stands."""
    name: str
    """As far as there is room for it; nothing for a grey line."""


@dataclass(frozen=True, slots=True)
class CoursePicture:
    lines: tuple[Line, ...]
    """Grey ones first, so that the marked ones lie above them."""
    ticks: tuple[tuple[int, str], ...]
    rounds: tuple[tuple[int, str], ...]
    width: int
    height: int
    right: int
    left_out: bool
    """Whether only the marked lines are drawn."""
    left: int = LEFT

    @property
    def bottom(self) -> int:
        return self.height - BOTTOM

    @property
    def names_at(self) -> int:
        return self.right + 10


def leaders_of(places: Places) -> list[int]:
    """Those who stand first after the last round, best first."""
    last = {number: course[-1] for number, course in places.of.items() if course}
    placed = sorted((place, number) for number, place in last.items() if place is not None)
    return [number for _place, number in placed[:LEADERS]]


def course_picture(
    places: Places, mine: int | None, name: Name, shape: tuple[int, int] = PHONE
) -> CoursePicture | None:
    """None where fewer than two rounds are over."""
    if len(places.rounds) < 2:
        return None
    width, letters = shape
    leaders = leaders_of(places)
    marked = [*leaders, *(one for one in places.of if one == mine and one not in leaders)]
    named = {number: _short(name(number), letters) for number in marked}
    right = width - LETTER * max((len(one) for one in named.values()), default=0) - LETTER
    lowest = max((place or 0 for course in places.of.values() for place in course), default=1)
    height_of, bottom = heights(lowest)
    step = len(places.rounds) - 1

    def line_of(number: int) -> Line | None:
        points = [
            (LEFT + 8 + at * (right - LEFT - 8) // step, height_of(place)) if place else None
            for at, place in enumerate(places.of[number])
        ]
        seen = [point for point in points if point is not None]
        kind = "mine" if number == mine else "leader" if number in leaders else "other"
        colour = leaders.index(number) % COLOURS if number in leaders else 0
        return Line(number, kind, colour, _pieces(points), seen[-1], 0, named.get(number, "")) if seen else None

    left_out = len(places.of) > MOST_GREY
    others = [] if left_out else [one for one in places.of if one not in marked]
    in_order = [*others, *sorted(marked, key=lambda one: one == mine)]
    return CoursePicture(
        lines=_labelled([line for line in map(line_of, in_order) if line is not None], bottom),
        ticks=_ticks(lowest, height_of),
        rounds=tuple(
            (LEFT + 8 + at * (right - LEFT - 8) // step, str(places.rounds[at])) for at in _numbered(len(places.rounds))
        ),
        width=width,
        height=bottom + BOTTOM,
        right=right,
        left_out=left_out,
    )


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip(' /')}…"


def _pieces(points: Sequence[tuple[int, int] | None]) -> tuple[str, ...]:
    pieces: list[list[str]] = [[]]
    for point in points:
        if point is not None:
            pieces[-1].append(f"{point[0]},{point[1]}")
        elif pieces[-1]:
            pieces.append([])
    return tuple(" ".join(piece) for piece in pieces if piece)


def _labelled(lines: Sequence[Line], bottom: int) -> tuple[Line, ...]:
    named = [at for at, line in enumerate(lines) if line.name]
    placed = dict(zip(named, apart([lines[at].end[1] for at in named], bottom, LABEL_GAP), strict=True))
    return tuple(replace(line, label=placed.get(at, 0)) for at, line in enumerate(lines))


def heights(last: int) -> tuple[Callable[[int], int], int]:
    """Place -> how high it is drawn, and where the last one is."""
    if last <= LINEAR:
        step = min(MOST_STEP, max(LEAST_STEP, (LEAST_HEIGHT - TOP) // max(1, last - 1)))
        return lambda place: TOP + (place - 1) * step, TOP + max(last - 1, LEADERS) * step
    leaders, from_there = TOP + (LEADERS - 1) * LEADERS_STEP, _logarithm(last) - _logarithm(LEADERS)

    def height_of(place: int) -> int:
        if place <= LEADERS:
            return TOP + (place - 1) * LEADERS_STEP
        return leaders + (_logarithm(place) - _logarithm(LEADERS)) * LOWER // from_there

    return height_of, leaders + LOWER


def _logarithm(place: int) -> int:
    """To base 2, in parts of 64."""
    return int(place**64).bit_length()


def _ticks(last: int, height_of: Callable[[int], int]) -> tuple[tuple[int, str], ...]:
    """1, 5, 10 … of a few, 1, 5, 10, 20, 50, 100 … of many."""
    steps = [1, *range(5, last + 1, 5)]
    if last > LINEAR:
        steps = [one for one in (1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000) if one <= last]
    return tuple((height_of(place), str(place)) for place in steps)


def _numbered(rounds: int) -> list[int]:
    """Which of the rounds have their number below: all of a few, else the first, every fifth and the last."""
    if rounds <= MOST_NUMBERED:
        return [*range(rounds)]
    step = max(5, rounds // MOST_NUMBERED // 5 * 5)
    return sorted({0, *(at for at in range(step - 1, rounds - step // 2, step)), rounds - 1})
