"""Arithmetic of the till, in integers only: graded fines, and shares that add up to the cent."""

from collections.abc import Mapping, Sequence


def graded(count: int, first: int, cents: int, further_cents: int, before: int = 0) -> int:
    """What `count` pieces cost in cents: the first `first` of an evening at `cents`, further ones at `further_cents`.

    `before` pieces of the evening are already booked, so that booking 2 and then 3 costs what 5 at once do.
    """
    cheap = max(0, min(before + count, first) - min(before, first))
    return cheap * cents + (count - cheap) * further_cents


def shares(cents: int, weights: Sequence[int]) -> list[int]:
    """Deals out `cents` (not negative) by weights (not negative), by largest remainder; the shares sum to it exactly.

    Whoever lost the largest part of a cent by rounding down gets one of the cents that are left. Of equal parts the
    larger weight goes first, of equal weights the one who stands earlier: the same list always gets the same shares.
    Without any weight nobody gets anything.
    """
    total = sum(weights)
    if not total:
        return [0] * len(weights)
    dealt = [cents * weight // total for weight in weights]
    lost = [cents * weight % total for weight in weights]
    first = sorted(range(len(weights)), key=lambda one: (-lost[one], -weights[one], one))
    for one in first[: cents - sum(dealt)]:
        dealt[one] += 1
    return dealt


MONEY = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins of the euro, in cents."""


def counted(pieces: Mapping[int, int]) -> int:
    """What notes and coins (worth in cents -> how many) come to."""
    return sum(worth * count for worth, count in pieces.items())
