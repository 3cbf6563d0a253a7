"""Bars as a picture: where they stand in an SVG of a phone's width. Nothing is drawn here.

Integers in, coordinates out, in units of the picture (360 wide).
"""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 150
TOP, BOTTOM = 18, 20
"""Room for the figure above a bar and for its name below."""
WIDEST = 48


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its corner and size, and the figure and the name in its middle."""

    name: str
    figure: int
    x: int
    y: int
    width: int
    height: int
    middle: int


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    floor: int = HEIGHT - BOTTOM


def bars(figures: Sequence[tuple[str, int]]) -> Bars | None:
    """(name, figure) in their order; the highest reaches the top. None where there is nothing to show."""
    most = max((figure for _name, figure in figures), default=0)
    if most <= 0:
        return None
    step = WIDTH // len(figures)
    width = min(WIDEST, step * 2 // 3)
    room, drawn = HEIGHT - TOP - BOTTOM, []
    for number, (name, figure) in enumerate(figures):
        middle, height = step * number + step // 2, figure * room // most
        drawn.append(Bar(name, figure, middle - width // 2, HEIGHT - BOTTOM - height, width, height, middle))
    return Bars(tuple(drawn))


@dataclass(frozen=True, slots=True)
class Share:
    """What came off and what did not, as two parts of one bar, in units of a picture that is 100 wide."""

    made: int
    failed: int
    made_width: int
    whole_width: int


def shares(pairs: Sequence[tuple[int, int]]) -> list[Share]:
    """(made, failed) each as a bar; the longest takes the whole width."""
    most = max((made + failed for made, failed in pairs), default=0) or 1
    return [Share(made, failed, 100 * made // most, max(1, 100 * (made + failed) // most)) for made, failed in pairs]
