"""Which tables of a round are unlike the others: late, over their time, with an amount nobody else is near.

Minutes are those since the round began. *Usual* is what the table in the middle has: half have more, half less.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

BEHIND = 40
"""Minutes behind the usual table that are worth a look."""
FEWEST = 3
"""Tables to compare with; fewer say nothing."""
FEWEST_AMOUNTS = 12
FAR = 6
"""How many times the usual distance from the middle an amount is far out."""
ALONE = 3
"""How many times that distance it is from the next one."""


@dataclass(frozen=True, slots=True)
class Going:
    """How far one table is."""

    came_in: int | None
    """After how many minutes; None: it is open."""
    hands: int | None
    """How many are written; None: it does not write them down."""
    extra: int = 0
    """Minutes that it has beyond the others."""


def behind(tables: Mapping[int, Going], now: int) -> dict[int, int]:
    """Table -> minutes that it is behind the usual one, from `BEHIND` on.

    Once half of the tables are in, by when the usual one of those was; before that, by the hands that the tables have
    written: with half as many, half the time is missing.
    """
    still = {table: one for table, one in tables.items() if one.came_in is None}
    if half_in(tables.values()):
        usual = middle([one.came_in for one in tables.values() if one.came_in is not None])
        late = {table: now - usual - one.extra for table, one in still.items()}
    else:
        hands = [one.hands for one in tables.values() if one.hands is not None]
        usual = middle(hands) if len(hands) > FEWEST else 0
        late = {
            table: now * (usual - one.hands) // usual - one.extra
            for table, one in still.items()
            if usual and one.hands is not None
        }
    return {table: minutes for table, minutes in late.items() if minutes >= BEHIND}


def half_in(tables: Iterable[Going]) -> bool:
    """Whether so many tables are in that one can say when tables come in."""
    every = [one.came_in is not None for one in tables]
    return sum(every) >= FEWEST and 2 * sum(every) >= len(every)


def far_out(amounts: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Start number -> its amount and the next one of anybody, where it is alone far above or below all others."""
    if len(amounts) < FEWEST_AMOUNTS:
        return {}
    usual = middle(amounts.values())
    distance = middle([abs(one - usual) for one in amounts.values()])
    order = sorted(amounts, key=lambda number: (amounts[number], number))
    found = {}
    for number, neighbour in ((order[-1], order[-2]), (order[0], order[1])):
        mine, next_one = amounts[number], amounts[neighbour]
        if distance and abs(mine - usual) > FAR * distance and abs(mine - next_one) > ALONE * distance:
            found[number] = (mine, next_one)
    return found


def middle(values: Iterable[int]) -> int:
    """The value in the middle, of two the lower."""
    order: Sequence[int] = sorted(values)
    return order[(len(order) - 1) // 2]
