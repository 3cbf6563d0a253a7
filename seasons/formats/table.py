"""The table of a season: what somebody's sheets add up to becomes a figure, the figures become places.

More is better, always. A figure is a fraction of integers (`Sums.amount` over `divisor`), and two of them are compared
exactly: what is equal shares its place and the next place is left out. Who has attended too few evenings stands behind
all others, in the same order among themselves, without a place.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

SUM, PER_HAND, PER_EVENING = "sum", "per_hand", "per_evening"
MEASURES = (SUM, PER_HAND, PER_EVENING)


class Sums(NamedTuple):
    """What the sheets of one person add up to, in the unit that is counted."""

    person: int
    amount: int
    hands: int
    evenings: int
    """Days on which they played."""


class Line(NamedTuple):
    """One line of the table; the lines stand in their order."""

    sums: Sums
    place: int | None
    """None: outside the ranking."""
    shared: bool
    compares: bool
    """Whether there is anything before the newest day that the place can be compared with."""
    before: int | None
    """The place without the newest day; None: outside the ranking, or not there yet."""


def divisor(measure: str, *, hands: int, evenings: int) -> int:
    """What the amount is shared among; 0: there is nothing to share it among, so there is no figure."""
    if measure == PER_HAND:
        return hands
    return evenings if measure == PER_EVENING else 1


def rounded(amount: int, by: int, *, parts: int = 100) -> int:
    """`amount` / `by` in hundredths (or so many `parts`), rounded to the nearest, a half away from nil: 1/8 is 13."""
    nearest = (2 * parts * abs(amount) + by) // (2 * by)
    return -nearest if amount < 0 else nearest


def table(
    everybody: Iterable[Sums], newest: Mapping[int, tuple[int, int]], *, measure: str, minimum: int
) -> list[Line]:
    """The lines in their order. `newest`: person -> amount and hands of the newest day, which is one evening."""
    now = placed(list(everybody), measure=measure, minimum=minimum)
    # In the order of today, which is nearly that of the day before: so it is put in order in no time.
    there = [one if (day := newest.get(one.person)) is None else without(one, day) for one, _place, _shared in now]
    earlier = placed([one for one in there if one.evenings], measure=measure, minimum=minimum)
    before = {one.person: place for one, place, _shared in earlier}
    compares = bool(before)
    return [
        Line(one, place, shared, compares and place is not None, before.get(one.person)) for one, place, shared in now
    ]


def without(one: Sums, day: tuple[int, int]) -> Sums:
    return Sums(one.person, one.amount - day[0], one.hands - day[1], one.evenings - 1)


def placed(rows: Sequence[Sums], *, measure: str, minimum: int) -> list[tuple[Sums, int | None, bool]]:
    """Each with their place and whether they share it, in order; of equal ones the order says nothing."""
    by = [divisor(measure, hands=one.hands, evenings=one.evenings) for one in rows]
    # Two different fractions with divisors up to n are at least 1/n² apart, so n² times as large they differ as whole
    # numbers, and equal ones are equal: the same as comparing them crosswise, and numbers are sorted faster.
    scale = max(by, default=1) ** 2
    inside, outside, nothing = list[tuple[int, int, Sums]](), list[tuple[int, int, Sums]](), list[Sums]()
    for one, among in zip(rows, by, strict=True):
        if not among:
            nothing.append(one)
        elif one.evenings >= minimum:
            inside.append((-(one.amount * scale // among), one.person, one))
        else:
            outside.append((-(one.amount * scale // among), one.person, one))
    inside.sort()
    outside.sort()
    nothing.sort(key=lambda one: one.person)
    figures, place = [None, *(entry[0] for entry in inside), None], 0
    found = list[tuple[Sums, int | None, bool]]()
    for number, (figure, _person, one) in enumerate(inside, start=1):
        if figure != figures[number - 1]:
            place = number
        found.append((one, place, figure in (figures[number - 1], figures[number + 1])))
    found += [(entry[2], None, False) for entry in outside]
    return found + [(one, None, False) for one in nothing]
