"""Somebody's places over a season as a picture: where the line runs in an SVG. The first place is at the top."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from scoring.views.chart import span

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 16, 14, 26
LEAST_GAP = 14
"""Between two figures on the left."""


@dataclass(frozen=True, slots=True)
class PlaceChart:
    pieces: tuple[str, ...]
    """The line; where somebody was outside the ranking it has a gap."""
    dots: tuple[tuple[int, int], ...]
    ticks: tuple[tuple[int, str], ...]
    days: tuple[tuple[int, date, str], ...]
    """Where the first and the last day stand, and how they are lined up."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def place_chart(steps: Sequence[tuple[date, int | None]], until: date) -> PlaceChart | None:
    """A place holds until it is another one, the last one until the newest day; so the line goes in steps.

    None where there is nothing to be drawn: no place, or all of it on one day.
    """
    places = [place for _day, place in steps if place is not None]
    if not places or steps[0][0] >= until:
        return None
    begin, lowest = steps[0][0], max(*places, 2)

    def x(day: date) -> int:
        return LEFT + (day - begin).days * (WIDTH - LEFT - RIGHT) // (until - begin).days

    def y(place: int) -> int:
        return TOP + (place - 1) * (HEIGHT - TOP - BOTTOM) // (lowest - 1)

    pieces, piece = list[str](), list[str]()
    for number, (day, place) in enumerate(steps):
        if place is not None:
            ends = steps[number + 1][0] if number + 1 < len(steps) else until
            piece += [f"{x(day)},{y(place)}", f"{x(ends)},{y(place)}"]
        elif piece:
            pieces.append(" ".join(piece))
            piece = []
    return PlaceChart(
        pieces=tuple([*pieces, " ".join(piece)] if piece else pieces),
        dots=tuple((x(day), y(place)) for day, place in steps if place is not None),
        ticks=_ticks(lowest, y),
        days=((x(begin), begin, "start"), (x(until), until, "end")),
    )


def _ticks(lowest: int, y: Callable[[int], int]) -> tuple[tuple[int, str], ...]:
    """The first place, the lowest, and round ones between them where there is room."""
    _low, _high, step = span(0, lowest)
    between = [place for place in range(step, lowest, step) if y(place) - y(1) >= LEAST_GAP <= y(lowest) - y(place)]
    return tuple((y(place), str(place)) for place in (1, *between, lowest))
