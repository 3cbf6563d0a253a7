"""Fixtures of a league by the circle method: everybody meets everybody, at home and away in turn."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def fixtures(order: Sequence[T], twice: bool) -> tuple[tuple[tuple[T, T], ...], ...]:
    """The rounds of (home, away) in which each meets each, once or twice with the sides swapped.

    By the circle method; `order` is who has which place on the circle. In a single round of all rounds nobody is at
    home more than once more often than away, and as few as can be are twice running at home or away: with an even
    number all but two once, with an odd one nobody. With an odd number one rests each round. The second half is the
    first with home and away swapped.
    """
    teams = len(order)
    if teams < 2:
        return ()
    count = teams + teams % 2
    first = tuple(
        tuple((order[home], order[away]) for home, away in _circle(count, turn) if max(home, away) < teams)
        for turn in range(count - 1)
    )
    return first + tuple(tuple((away, home) for home, away in one) for one in first) if twice else first


def _circle(count: int, turn: int) -> list[tuple[int, int]]:
    """Round `turn` (from 0) of an even count: the last place stays, the others go round.

    The one who stays is at home every other round; the others alternate along the circle.
    """
    last, ring = count - 1, count - 1
    found = [(last, turn) if turn % 2 else (turn, last)]
    for step in range(1, count // 2):
        ahead, behind = (turn + step) % ring, (turn - step) % ring
        found.append((behind, ahead) if step % 2 else (ahead, behind))
    return found
