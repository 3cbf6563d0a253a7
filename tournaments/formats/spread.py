"""Open tables where every amount is possible: how many of the people there can be ahead of a key, at most and at least.

Amounts of a table are whole numbers between two bounds, free or with a sum; partners have the same amount. The more
somebody makes, the better their key. So everybody has a least amount with which they are ahead, and the most of them
can be ahead who need least; at least as many are ahead as cannot be kept behind.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.formats.prospects import ENDLESS, LUCKY, UNLUCKY, Key, Prospects
from tournaments.formats.ranking import AVERAGE_SCALE


@dataclass(frozen=True)
class Amounts:
    """What one seat may make, and what that comes to in the first criterion: `base + max(amount, floor)`, or that times
    a scale over the number of tables where it is an average."""

    prospects: Prospects
    number: int

    @cached_property
    def first(self) -> str:
        return self.prospects.criteria[0]

    def key(self, amount: int, luck: int) -> Key:
        known = self._keys.get((amount, luck))
        if known is None:
            outcome = ({self.prospects.stage.counting.unit: amount},)
            known = self._keys[amount, luck] = self.prospects.of(self.number, outcome, 0, luck)
        return known

    @cached_property
    def _keys(self) -> dict[tuple[int, int], Key]:
        return {}

    @cached_property
    def _linear(self) -> tuple[int, int]:
        """Base and floor of the total, penalties of the round included."""
        prospects, unit = self.prospects, self.prospects.stage.counting.unit
        if not prospects.course.plan.ranking.drop:
            return prospects.figures.sums[self.number].get(unit, 0), -2 * ENDLESS
        may_go, stay = prospects.splits(self.number)
        keep, of_round = prospects.dropping.keep, prospects.adjusted(self.number, unit)
        others = sorted((one.amount for one in may_go), reverse=True)
        base = prospects.alone(self.number, unit) + sum(one.amount for one in stay) + of_round
        floor = others[keep - 1] - of_round if len(others) >= keep else -2 * ENDLESS
        return base + sum(others[: keep - 1]), floor

    @cached_property
    def _tables(self) -> int:
        """How many they will have sat at, for an average."""
        made = self.prospects.history[self.number]
        return 1 + sum(one.played for one in made)

    @cached_property
    def _credited(self) -> int:
        unit = self.prospects.stage.counting.unit
        return sum(one.scores.get(unit, 0) for one in self.prospects.history[self.number] if not one.played)

    @cached_property
    def plain(self) -> bool:
        prospects = self.prospects
        unit, endless = prospects.stage.counting.unit, prospects.endless(LUCKY) or prospects.endless(UNLUCKY)
        return self.first == unit and not endless and not prospects.course.plan.ranking.drop

    @property
    def had(self) -> int:
        """The total before, where no round is dropped."""
        return self._linear[0]

    def least(self, value: int, luck: int, bounds_: tuple[int, int]) -> int | None:
        """The least amount with which the first criterion is at least this; None: none is enough."""
        lowest, highest = bounds_
        if self.first in self.prospects.stage.counting.events:
            had = self.prospects.figures.sums[self.number].get(self.first, 0) + (ENDLESS if luck == LUCKY else 0)
            return lowest if had >= value else None
        base, floor = self._linear
        more = luck * ENDLESS if self.prospects.endless(luck) else 0
        if self.first == "average":
            value, base = -(-value * self._tables // AVERAGE_SCALE), base - self._credited
        needed = lowest if value <= base + floor else value - base - more
        return max(lowest, needed) if needed <= highest else None

    def ahead_of(self, bar: Key, bounds_: tuple[int, int]) -> int | None:
        """The least amount with which, with luck, they are ahead of it."""
        return self._first_over(bar, LUCKY, bounds_)

    def kept_behind(self, bar: Key, bounds_: tuple[int, int]) -> int | None:
        """The highest amount with which, without luck, they are not ahead of it."""
        over = self._first_over(bar, UNLUCKY, bounds_)
        highest = bounds_[1] if over is None else over - 1
        return highest if highest >= bounds_[0] else None

    def _first_over(self, bar: Key, luck: int, bounds_: tuple[int, int]) -> int | None:
        level, above = (self.least(bar[0] + more, luck, bounds_) for more in (0, 1))
        if level is None or level == above:
            return above
        # As much in the first criterion as the key: the others decide, and more is better in them too.
        low, high = level, bounds_[1] + 1 if above is None else above
        while low < high:
            middle = (low + high) // 2
            if self.key(middle, luck) > bar:
                high = middle
            else:
                low = middle + 1
        return low if low <= bounds_[1] else None


def most_fitting(sides: Sequence[Sequence[int | None]], bounds_: tuple[int, int], total: int | None) -> int:
    """How many can have what they need at once; None: that one never can. Who sits alone is a side of one."""
    lowest, highest = bounds_
    if any(len(side) > 1 for side in sides):
        return _most_partners([sorted(one for one in side if one is not None) for side in sides], bounds_, total)
    needs = sorted(one for side in sides for one in side if one is not None)
    if total is None:
        return len(needs)
    left = total - lowest * len(sides)
    for fitting, need in enumerate(needs):
        left -= max(0, need - lowest)
        if left < 0:
            return fitting
    return len(needs) if total <= highest * len(sides) else 0


def _most_partners(sides: Sequence[Sequence[int]], bounds_: tuple[int, int], total: int | None) -> int:
    """Two sides (or one, whose other side is known): so many of each with the amount that the last of them needs."""
    lowest, highest = bounds_
    if len(sides) == 1 or total is None:
        return sum(len(side) for side in sides)
    best = 0
    for one in range(len(sides[0]) + 1):
        for other in range(len(sides[1]) + 1):
            least = max(lowest, sides[0][one - 1] if one else lowest)
            most = min(highest, total - max(lowest, sides[1][other - 1] if other else lowest))
            if least <= most:
                best = max(best, one + other)
    return best


@dataclass(frozen=True)
class Open:
    """One such table, or what is left of it when somebody's own amount is known."""

    sides: Sequence[Sequence[Amounts]]
    counted: Collection[int]
    """Who of them counts: has a place, in the same group."""
    bounds: tuple[int, int]
    total: int | None

    @property
    def seats(self) -> int:
        return sum(one.number in self.counted for side in self.sides for one in side)

    def most(self, bar: Key) -> int:
        return self._most(lambda one: one.ahead_of(bar, self.bounds))

    def fewest(self, bar: Key) -> int:
        return self._fewest(lambda one: one.kept_behind(bar, self.bounds))

    def most_with(self, value: int) -> int:
        """How many can have at least this in the first criterion."""
        return self._most(lambda one: one.least(value, LUCKY, self.bounds))

    def fewest_with(self, value: int) -> int:
        """How many must have."""

        def below(one: Amounts) -> int | None:
            enough = one.least(value, UNLUCKY, self.bounds)
            highest = self.bounds[1] if enough is None else enough - 1
            return highest if highest >= self.bounds[0] else None

        return self._fewest(below)

    @property
    def plain(self) -> bool:
        """Whether everybody has what they had and the amount, each their own."""
        return all(len(side) == 1 and side[0].plain for side in self.sides)

    def levels(self, sign: int) -> tuple[list[int], int, int | None]:
        """What those who count have with the least amount, how much more anybody can have, and all of them together;
        `sign` -1: upside down."""
        low, high = self.bounds if sign > 0 else (-self.bounds[1], -self.bounds[0])
        counted = [one for (one,) in self.sides if one.number in self.counted]
        at_least = sorted((sign * one.had + low for one in counted), reverse=True)
        return at_least, high - low, None if self.total is None else sign * self.total - low * len(self.sides)

    def _most(self, need: Callable[[Amounts], int | None]) -> int:
        return most_fitting(self._asked(need), self.bounds, self.total)

    def _asked(self, need: Callable[[Amounts], int | None]) -> list[list[int | None]]:
        return [[need(one) if one.number in self.counted else None for one in side] for side in self.sides]

    def _fewest(self, highest: Callable[[Amounts], int | None]) -> int:
        """All but the most that can stay behind: the same question upside down."""
        turned = [[None if one is None else -one for one in side] for side in self._asked(highest)]
        low, high = self.bounds
        return self.seats - most_fitting(turned, (-high, -low), None if self.total is None else -self.total)


@dataclass(frozen=True)
class Steps:
    """The same of many tables together: how many can, or must, have so much in the first criterion, step by step.

    Only where a key is level with a step, that table is looked at closely.
    """

    tables: Sequence[Open]
    lowest: int
    highest: int
    """Between which the first figures of the keys lie that are asked for."""

    @cached_property
    def _most(self) -> tuple[list[int], dict[int, set[int]]]:
        return self._steps(
            lambda table: (
                _water(*table.levels(1)) if table.plain else _falls(table.most_with, self.lowest, self.highest + 1)
            )
        )

    @cached_property
    def _fewest(self) -> tuple[list[int], dict[int, set[int]]]:
        return self._steps(
            lambda table: (
                [-one for one in _water(*table.levels(-1))]
                if table.plain
                else _falls(table.fewest_with, self.lowest, self.highest + 1)
            )
        )

    def _steps(self, steps: Callable[[Open], list[int]]) -> tuple[list[int], dict[int, set[int]]]:
        """For every one who can be (must be) at so much the most that it may be, in order; and whose these are."""
        values, tables = list[int](), dict[int, set[int]]()
        for at, table in enumerate(self.tables):
            found = steps(table)
            values += found
            for value in found:
                tables.setdefault(value, set()).add(at)
        return sorted(values), tables

    def most(self, bar: Key) -> int:
        return self._at(bar, *self._most, lambda table: table.most(bar), lambda table, one: table.most_with(one))

    def fewest(self, bar: Key) -> int:
        return self._at(bar, *self._fewest, lambda table: table.fewest(bar), lambda table, one: table.fewest_with(one))

    def _at(
        self,
        bar: Key,
        values: list[int],
        tables: dict[int, set[int]],
        closely: Callable[[Open], int],
        count: Callable[[Open, int], int],
    ) -> int:
        above = len(values) - bisect_right(values, bar[0])
        level = [self.tables[at] for at in tables.get(bar[0], ())]
        return above + sum(closely(table) - count(table, bar[0] + 1) for table in level)


def _water(at_least: Sequence[int], more: int, together: int | None) -> list[int]:
    """For one, two … of them (those who have most first) the level that all of these can reach at once: what is to be
    had is poured into the lowest first."""
    found = []
    for count in range(1, len(at_least) + 1):
        level = at_least[count - 1] + more
        if together is not None:
            poured = 0
            for into, one in enumerate(reversed(at_least[:count]), start=1):
                poured += one
                level = min(level, (together + poured) // into)
        found.append(level)
    return found


def _falls(count: Callable[[int], int], low: int, high: int) -> list[int]:
    """Of a count that never grows, for each one of it the last value at which it is still there, from `low` - 1."""
    most, least = count(low), count(high)
    found = [high] * least
    if most > least:
        found += _between(count, low, most, high, least)
    return found


def _between(count: Callable[[int], int], low: int, at_low: int, high: int, at_high: int) -> list[int]:
    if at_low == at_high:
        return []
    if high - low == 1:
        return [low] * (at_low - at_high)
    middle = (low + high) // 2
    there = count(middle)
    return [
        *_between(count, low, at_low, middle, there),
        *_between(count, middle, there, high, at_high),
    ]
