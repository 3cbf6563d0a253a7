"""Lines over the hands of a sheet as a picture: where they run in an SVG of a phone's width. Nothing is drawn here.

Integers in, coordinates out, in units of the picture (360 wide); a phone shows it one to one, a big screen larger.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 360, 230
LEFT, RIGHT, TOP, BOTTOM = 24, 84, 12, 22
"""The margins: figures on the left (more room for long ones), names on the right, numbers of the hands below."""
DIGIT = 7
LABEL_GAP = 13
MOST_TICKS = 5


@dataclass(frozen=True, slots=True)
class Line:
    """One side's line: a piece for every leg, and where its name stands at the end."""

    index: int
    name: str
    pieces: tuple[str, ...]
    end: tuple[int, int]
    label: int
    last: str


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    ticks: tuple[tuple[int, str], ...]
    hands: tuple[tuple[int, str], ...]
    left: int
    ends: tuple[int, ...]
    """Where a leg ended."""
    nil: int
    width: int = WIDTH
    height: int = HEIGHT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(
    names: Sequence[str],
    legs: Sequence[Sequence[Sequence[int]]],
    written: Callable[[int], str],
    below: Sequence[str] = (),
) -> Chart | None:
    """The picture of `legs`: for each the totals per side after every hand; every leg starts at nil.

    None where nothing was played. Where there are no legs, everything is one. `below`: what is written below each hand
    instead of its number.
    """
    legs = [leg for leg in legs if leg]
    count = sum(len(leg) for leg in legs)
    if not count:
        return None
    totals = [total for leg in legs for hand in leg for total in hand]
    low, high, step = span(min(0, *totals), max(0, *totals))
    figures = [(total, written(total)) for total in range(low, high + 1, step)]
    left = LEFT + DIGIT * (max(len(figure) for _total, figure in figures) - 1)

    def x(hand: int) -> int:
        return left + hand * (WIDTH - left - RIGHT) // count

    def y(total: int) -> int:
        return TOP + (high - total) * (HEIGHT - TOP - BOTTOM) // (high - low)

    pieces: list[list[str]] = [[] for _name in names]
    ends, begun = [], 0
    for leg in legs:
        for side in range(len(names)):
            steps = [(begun, 0), *((begun + number, hand[side]) for number, hand in enumerate(leg, start=1))]
            pieces[side].append(" ".join(f"{x(hand)},{y(total)}" for hand, total in steps))
        begun += len(leg)
        ends.append(x(begun))
    last = legs[-1][-1]
    labels = apart([y(total) for total in last])
    lines = [
        Line(side, name, tuple(pieces[side]), (x(count), y(last[side])), labels[side], written(last[side]))
        for side, name in enumerate(names)
    ]
    return Chart(
        lines=tuple(lines),
        ticks=tuple((y(total), figure) for total, figure in figures),
        left=left,
        hands=tuple(
            (x(hand), below[hand - 1] if below else str(hand)) for hand in sorted({1, max(1, count // 2), count})
        ),
        ends=tuple(ends[:-1]),
        nil=y(0),
    )


def span(least: int, most: int) -> tuple[int, int, int]:
    """Round figures around what is to be shown, and the step between them: 1, 2 or 5 and noughts."""
    step, factors, place = 1, (2, 5, 10), 0
    while (most - least) // step >= MOST_TICKS:
        step, place = 10 ** (place // 3) * factors[place % 3], place + 1
    low, high = least // step * step, -(-most // step) * step
    return low, max(high, low + step), step


def apart(heights: Sequence[int], floor: int = HEIGHT - BOTTOM, gap: int = LABEL_GAP) -> list[int]:
    """The heights of the labels, moved so that none stands on another, in the order of the lines."""
    order = sorted(range(len(heights)), key=lambda side: (heights[side], side))
    placed = list(heights)
    for above, side in pairwise(order):
        placed[side] = max(placed[side], placed[above] + gap)
    for below, side in zip([None, *reversed(order)], reversed(order), strict=False):
        most = floor if below is None else placed[below] - gap
        placed[side] = min(placed[side], most)
    return placed
