"""A strength over time as a picture: where the line and the band of its ± run in an SVG; and a row's as a short bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scoring.views.chart import span
from seasons.services.rating_lines import Shown, Step

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 14, 12, 26
BAR = 100
"""The width of a row's bar, in its own units."""


@dataclass(frozen=True, slots=True)
class RatingChart:
    line: str
    band: str
    """A polygon: along the upper edge, and back along the lower one."""
    end: tuple[int, int]
    ticks: tuple[tuple[int, str], ...]
    days: tuple[tuple[int, date, str], ...]
    """Where the first and the last day stand, and how they are lined up."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def rating_chart(steps: Sequence[Step]) -> RatingChart | None:
    """None where there is nothing to be drawn: fewer than two days."""
    if len(steps) < 2:
        return None
    begin, until = steps[0].day, steps[-1].day
    low, high, step = span(min(one.figure - one.margin for one in steps), max(one.figure + one.margin for one in steps))

    def x(day: date) -> int:
        return LEFT + (day - begin).days * (WIDTH - LEFT - RIGHT) // (until - begin).days

    def y(amount: int) -> int:
        return TOP + (high - amount) * (HEIGHT - TOP - BOTTOM) // (high - low)

    upper = [f"{x(one.day)},{y(one.figure + one.margin)}" for one in steps]
    lower = [f"{x(one.day)},{y(one.figure - one.margin)}" for one in reversed(steps)]
    return RatingChart(
        line=" ".join(f"{x(one.day)},{y(one.figure)}" for one in steps),
        band=" ".join([*upper, *lower]),
        end=(x(until), y(steps[-1].figure)),
        ticks=tuple((y(amount), str(amount)) for amount in range(low, high + 1, step)),
        days=((x(begin), begin, "start"), (x(until), until, "end")),
    )


def bars(shown: Sequence[Shown]) -> list[dict[str, int]]:
    """By line: where its band begins, how wide it is, and where the strength itself stands.

    As wide as all who have a place; whoever is hardly known yet may reach over the edge and is cut off there.
    """
    placed = [one for one in shown if one.place is not None] or shown
    low = min((one.figure - one.margin for one in placed), default=0)
    wide = max((one.figure + one.margin for one in placed), default=0) - low or 1

    def x(amount: int) -> int:
        return min(max((amount - low) * BAR // wide, 0), BAR)

    return [
        {
            "begin": x(one.figure - one.margin),
            "wide": max(x(one.figure + one.margin) - x(one.figure - one.margin), 1),
            "at": x(one.figure),
        }
        for one in shown
    ]
