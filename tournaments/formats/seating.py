"""Tables of several: how many sit at which, who with whom at the least cost, and which number a table has.

Search: everybody in some order, then swaps of two that cost less; where something still costs, annealing in integers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import gcd

from tournaments.formats.core import Chance, Entrant, Table, below, by_number, shuffled
from tournaments.formats.meetings import Pair

PlaceCost = Callable[[int, int], int]
"""What it costs that this number sits at the table of this index."""

STEPS = 40_000
"""Tries of the annealing: a quarter of a second."""

HEATS = (32, 26, 21, 17, 14, 11, 9, 7, 6, 5)
"""In sixty-fourths of a cost that should not be: for each so much that a try costs more, it is taken half as often."""


def sizes_for(count: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """Tables that seat exactly so many: as many as can be of the first size, then of the second … None: cannot be."""
    if not count:
        return ()
    if not sizes or count % gcd(*sizes):
        return None
    for tables in range(count // sizes[0], -1, -1):
        rest = sizes_for(count - tables * sizes[0], sizes[1:])
        if rest is not None:
            return (sizes[0],) * tables + rest
    return None


def most_seated(count: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Tables for as many of these as can be seated; nothing where they are too few for one table."""
    return next(found for seated in range(count, -1, -1) if (found := sizes_for(seated, sizes)) is not None)


def table_numbers(count: int, wanted: Sequence[int]) -> list[int]:
    """Numbers for so many tables: those somebody needs, also where they lie beyond `count`, and the lowest others."""
    numbers = sorted(set(wanted))[:count]
    free = (number for number in range(1, 2 * count + 1) if number not in numbers)
    return sorted([*numbers, *(next(free) for _ in range(count - len(numbers)))])


def placed(groups: Sequence[Sequence[int]], entrants: Sequence[Entrant]) -> tuple[Table, ...]:
    """Tables from lists of start numbers in this order, each with the number that somebody at it needs."""
    known = by_number(entrants)
    needs = [[one for number in group if (one := known[number].table) is not None] for group in groups]
    free = table_numbers(len(groups), [table for need in needs for table in need])
    given: dict[int, int] = {}
    for index, need in enumerate(needs):
        if number := next((one for one in need if one in free), None):
            given[index] = number
            free.remove(number)
    rest = iter(free)
    made = [Table(given.get(index) or next(rest), tuple(group)) for index, group in enumerate(groups)]
    return tuple(sorted(made, key=lambda table: table.number))


def tables(
    numbers: Sequence[int],
    sizes: Sequence[int],
    costs: Mapping[Pair, int],
    rng: Chance,
    *,
    partner_costs: Mapping[Pair, int] | None = None,
    place_cost: PlaceCost | None = None,
    pinned: Mapping[int, int] | None = None,
    reach: int = 0,
) -> list[list[int]]:
    """Who sits at which table and seat; there are as many numbers as seats.

    It begins in the order of `numbers`. `pinned` numbers stay at the table of that index, as far as it has seats.
    With `partner_costs`, seats 1 and 3, 2 and 4 of a table of four are partners. `reach`: nobody changes places with
    somebody more tables away (0: with anybody).
    """
    sitting, seats, movable, swaps = _furnished(numbers, sizes, pinned or {}, reach)
    room = _Room(
        sitting=sitting,
        tables=seats,
        table_of=[index for index, table in enumerate(seats) for _ in table],
        others=[[other for other in table if other != seat] for table in seats for seat in table],
        rows=_rows(numbers, costs),
        partner_rows=_rows(numbers, partner_costs) if partner_costs else {},
        place_cost=place_cost,
        movable=movable,
        swaps=swaps,
    )
    room.climb(rng)
    if room.total():
        room.anneal(rng)
    return [[room.sitting[seat] for seat in table] for table in room.tables]


@dataclass(slots=True)
class _Room:
    """Seats from 0 on, and who sits on them."""

    sitting: list[int]
    tables: list[range]
    rows: Mapping[int, Mapping[int, int]]
    partner_rows: Mapping[int, Mapping[int, int]]
    """Nothing where there are no partners."""
    place_cost: PlaceCost | None
    movable: list[int]
    table_of: list[int]
    others: list[list[int]]
    """For every seat the other seats of its table."""
    swaps: list[list[int]]
    """For every seat those it may change with."""

    def cost(self, number: int, seat: int) -> int:
        """What it costs that this number sits here, with the others as they sit."""
        row, sitting = self.rows[number], self.sitting
        found = sum(row.get(sitting[other], 0) for other in self.others[seat]) if row else 0
        if self.partner_rows and len(table := self.tables[self.table_of[seat]]) == 4:
            partner = sitting[table[(seat - table[0] + 2) % 4]]
            found += self.partner_rows[number].get(partner, 0)
        return found + (self.place_cost(number, self.table_of[seat]) if self.place_cost else 0)

    def total(self) -> int:
        """What everything costs, each pair once."""
        by_seat = sum(self.cost(number, seat) for seat, number in enumerate(self.sitting))
        if not self.place_cost:
            return by_seat // 2
        return (by_seat + sum(map(self.place_cost, self.sitting, self.table_of))) // 2

    def change(self, seat: int, other: int, most: int) -> int | None:
        """Two change seats where that adds no more than `most` (what it adds is returned), else nothing happens."""
        sitting = self.sitting
        one, two = sitting[seat], sitting[other]
        before = self.cost(one, seat) + self.cost(two, other)
        sitting[seat], sitting[other] = two, one
        added = self.cost(one, other) + self.cost(two, seat) - before
        if added <= most:
            return added
        sitting[seat], sitting[other] = one, two
        return None

    def climb(self, rng: Chance) -> None:
        """Swaps that cost less, until there are none for anybody who costs something."""
        better = True
        while better:
            better = False
            for seat in shuffled(self.movable, rng):
                if (swaps := self.swaps[seat]) and self.cost(self.sitting[seat], seat):
                    first = below(rng, len(swaps))
                    order = (*swaps[first:], *swaps[:first])
                    better |= any(self.change(seat, other, -1) is not None for other in order)

    def anneal(self, rng: Chance) -> None:
        """Swaps that may cost more, ever less likely; the best that was found stays."""
        best, now = list(self.sitting), self.total()
        least, seats = now, [seat for seat in self.movable if self.swaps[seat]]
        heats = [level * heat // 64 for level in self.levels() for heat in HEATS]
        for heat in heats if seats else ():
            for _ in range(STEPS // len(heats)):
                seat = seats[below(rng, len(seats))]
                swaps = self.swaps[seat]
                now += self.change(seat, swaps[below(rng, len(swaps))], _tolerance(heat, rng)) or 0
                if now < least:
                    best, least = list(self.sitting), now
            if not least:
                break
        self.sitting[:] = best
        self.climb(rng)

    def levels(self) -> list[int]:
        """The powers of ten that the costs of this seating begin with, greatest first."""
        amounts = {self.cost(number, seat) for seat, number in enumerate(self.sitting)}
        return sorted({10 ** (len(str(amount)) - 1) for amount in amounts if amount}, reverse=True)


def _tolerance(heat: int, rng: Chance) -> int:
    """How much more a try may cost: an amount of chance, half as likely with each `heat` more."""
    halvings = rng.getrandbits(16) | 1 << 16
    return heat * ((halvings & -halvings).bit_length() - 1 << 8 | rng.getrandbits(8)) >> 8


def _furnished(
    numbers: Sequence[int], sizes: Sequence[int], pinned: Mapping[int, int], reach: int
) -> tuple[list[int], list[range], list[int], list[list[int]]]:
    """Who sits where to begin with, the seats of every table, the seats that may change, and for each with which."""
    ends = [*accumulate(sizes)]
    seats = [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    fixed = dict[int, int]()
    for number in numbers:
        free = (seat for seat in seats[pinned[number]] if seat not in fixed) if number in pinned else iter(())
        if (seat := next(free, None)) is not None:
            fixed[seat] = number
    still = set(fixed.values())
    rest = (number for number in numbers if number not in still)
    sitting = [fixed[seat] if seat in fixed else next(rest) for seat in range(ends[-1])]
    movable = [seat for seat in range(ends[-1]) if seat not in fixed]
    if not reach:
        return sitting, seats, movable, [movable] * ends[-1]
    near = [range(max(0, index - reach), min(len(sizes), index + reach + 1)) for index in range(len(sizes))]
    within = [[seat for other in others for seat in seats[other] if seat not in fixed] for others in near]
    return sitting, seats, movable, [within[index] for index, table in enumerate(seats) for _ in table]


def _rows(numbers: Sequence[int], costs: Mapping[Pair, int]) -> dict[int, dict[int, int]]:
    rows: dict[int, dict[int, int]] = {number: {} for number in numbers}
    for (one, other), cost in costs.items():
        if one in rows and other in rows:
            rows[one][other] = rows[other][one] = cost
    return rows
