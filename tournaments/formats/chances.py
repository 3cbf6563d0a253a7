"""How many can be ahead of somebody after the round that is being played, at most and at least, exactly.

As long as criteria depend on one's own tables only, open tables have nothing to do with each other: what is possible at
each of them is counted for itself and added up. Of a match that is four figures: the best key that one, or both, can
have, and the best that one, or both, cannot help having. Where amounts are free, see `spread`.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.formats.core import Entrant, Table, by_number
from tournaments.formats.knockout import is_final
from tournaments.formats.menus import Outcome, menu, of_one_person
from tournaments.formats.plan import MATCHES, Kind, Stage
from tournaments.formats.prospects import ENDLESS, LUCKY, UNLUCKY, Key, Prospects, single, wanted
from tournaments.formats.results import LIMIT, bounds
from tournaments.formats.spread import Amounts, Open, Steps
from tournaments.formats.stage_ranking import Ranker

WORK = 15_000
"""So many keys are made of matches at most: what all open tables may hand in, together."""
MENU = 400
"""So much may a match hand in that each outcome is looked at."""


@dataclass(frozen=True)
class Setting:
    """The open round seen from one card: its stage, whom it is compared with, by what."""

    ranker: Ranker
    me: int
    pool: frozenset[int]
    """Everybody with a place whom one is compared with: all of the stage, or one's group; oneself too."""
    chain: tuple[str, ...]

    @cached_property
    def stage(self) -> Stage:
        return self.ranker.course.plan.stages[self.ranker.index]

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Open ones with anybody of the pool."""
        last = self.ranker.course.rounds[-1]
        return tuple(table for table in last.tables if table.open and not self.pool.isdisjoint(table.seats))

    @cached_property
    def mine(self) -> Table | None:
        return next((table for table in self.tables if self.me in table.seats), None)

    @cached_property
    def cards(self) -> Mapping[int, Entrant]:
        return by_number(self.ranker.course.entrants)

    @cached_property
    def matches(self) -> bool:
        return self.stage.kind in MATCHES

    @cached_property
    def free(self) -> bool:
        """Whether any amount may be written, so that seats are told apart by their amounts only."""
        counting = self.stage.counting
        if not self.matches:
            return True
        return counting.boards == 1 and counting.winner_makes is None and counting.unit != "legs"

    @cached_property
    def listed(self) -> tuple[str, ...]:
        """The criteria up to which every outcome of all matches can be looked at."""
        criteria = single(self.ranker.course, self.ranker.index, self.chain, listed=True) if self.matches else ()
        while criteria and self.menus(criteria) is None:
            criteria = criteria[:-1]
        return criteria

    @cached_property
    def spread(self) -> tuple[str, ...]:
        """The criteria that free amounts can be followed through."""
        return single(self.ranker.course, self.ranker.index, self.chain, listed=False) if self.free else ()

    @cached_property
    def criteria(self) -> tuple[str, ...]:
        return self.listed if self.by_list else self.spread

    @cached_property
    def by_list(self) -> bool:
        return self.matches and len(self.listed) >= len(self.spread)

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """What of the chain is not followed: it decides between those who are level until there."""
        rest = [one for one in self.chain if one not in self.criteria]
        return () if rest == ["lot"] else tuple(rest)

    def menus(self, criteria: Collection[str]) -> Mapping[int, tuple[Outcome, ...]] | None:
        """Number of a table -> all it may hand in, as far as these criteria see a difference."""
        most = min(MENU, WORK // max(1, len(self.tables)))
        units, made = wanted(self.ranker.course, self.ranker.index, criteria), dict[int | None, tuple[Outcome, ...]]()
        found = dict[int, tuple[Outcome, ...]]()
        for table in self.tables:
            if self.one_person(table):
                found[table.number] = of_one_person(self.stage)
                continue
            legs = self.legs(table)
            if legs not in made:
                outcomes = menu(self.stage, units, best_of=legs, most=most)
                if outcomes is None:
                    return None
                made[legs] = outcomes
            found[table.number] = made[legs]
        return found

    def one_person(self, table: Table) -> bool:
        one, other = (self.cards[number].people for number in table.seats)
        return not {*one}.isdisjoint(other)

    def legs(self, table: Table) -> int | None:
        """Those of a final that is longer than the matches before."""
        course, index = self.ranker.course, self.ranker.index
        if not self.stage.final_best_of or self.stage.kind is not Kind.KNOCKOUT:
            return None
        played = course.played(index)
        return self.stage.final_best_of if is_final(self.stage, played, len(played) - 1, table.number) else None


@dataclass(frozen=True)
class Chances:
    """Of everybody but oneself, and but those at one's own open table."""

    setting: Setting
    counted: frozenset[int]
    """Who counts: all of the pool, or of it who can go on."""

    @cached_property
    def prospects(self) -> Prospects:
        return Prospects(self.setting.ranker, self.setting.criteria)

    @cached_property
    def _others(self) -> tuple[Table, ...]:
        return tuple(table for table in self.setting.tables if table is not self.setting.mine)

    @cached_property
    def _settled(self) -> list[Key]:
        playing = {number for table in self.setting.tables for number in table.seats}
        return sorted(self.prospects.settled(self.counted - playing - {self.setting.me}).values())

    # --- matches, outcome by outcome ---------------------------------------------------------------------------------

    @cached_property
    def menus(self) -> Mapping[int, tuple[Outcome, ...]]:
        return self.setting.menus(self.setting.criteria) or {}

    @cached_property
    def _can(self) -> list[Key]:
        """For each one who can be ahead of a table the best key with which that may happen."""
        return sorted(key for table in self._others for key in self._extremes(table, LUCKY))

    @cached_property
    def _must(self) -> list[Key]:
        """For each one who is ahead in any case, the best key that cannot be helped."""
        return sorted(key for table in self._others for key in self._extremes(table, UNLUCKY))

    def _extremes(self, table: Table, luck: int) -> list[Key]:
        seats = [seat for seat, number in enumerate(table.seats) if number in self.counted]
        if not seats:
            return []
        menu, best = self.menus[table.number], max if luck == LUCKY else min
        columns = [self.prospects.keys(table.seats[seat], menu, seat, luck) for seat in seats]
        if len(columns) == 1:
            return [best(columns[0])]
        return [best(map(min, *columns)), best(map(max, *columns))]

    # --- free amounts ------------------------------------------------------------------------------------------------

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """The amounts that may be written; where nothing limits them, more than anybody makes."""
        low, high = bounds(self.setting.stage.counting)
        return (-ENDLESS if low == -LIMIT else low), (ENDLESS if high == LIMIT else high)

    def open(self, table: Table) -> Open:
        seats = [self.amounts(number) for number in table.seats]
        partners = self.setting.stage.partners and not self.setting.matches
        sides = [seats[0::2], seats[1::2]] if partners else [[one] for one in seats]
        return Open(sides, self.counted, self.bounds, self.setting.stage.counting.sums_to)

    def amounts(self, number: int) -> Amounts:
        if number not in self._amounts:
            self._amounts[number] = Amounts(self.prospects, number)
        return self._amounts[number]

    @cached_property
    def _amounts(self) -> dict[int, Amounts]:
        return {}

    @cached_property
    def _steps(self) -> Steps:
        first = [key[0] for key in self.own_range]
        return Steps([self.open(table) for table in self._others], min(first), max(first))

    @cached_property
    def own_range(self) -> tuple[Key, ...]:
        """One's own worst and best key."""
        me = self.setting.me
        if self.setting.mine is None:
            return tuple(self.prospects.settled([me]).values())
        low, high = own_bounds(self)
        mine = self.amounts(me)
        return mine.key(low, UNLUCKY), mine.key(high, LUCKY)

    # --- together ----------------------------------------------------------------------------------------------------

    def most(self, bar: Key) -> int:
        """How many of them can be ahead of this key."""
        there = len(self._settled) - bisect_right(self._settled, bar)
        if self.setting.by_list:
            return there + len(self._can) - bisect_right(self._can, bar)
        return there + self._steps.most(bar)

    def fewest(self, bar: Key) -> int:
        """How many must be."""
        there = len(self._settled) - bisect_right(self._settled, bar)
        if self.setting.by_list:
            return there + len(self._must) - bisect_right(self._must, bar)
        return there + self._steps.fewest(bar)

    # --- one's own table ---------------------------------------------------------------------------------------------

    def beside_most(self, outcome: Outcome, bar: Key) -> int:
        return sum(key > bar for key in self._beside(outcome, LUCKY))

    def beside_fewest(self, outcome: Outcome, bar: Key) -> int:
        return sum(key > bar for key in self._beside(outcome, UNLUCKY))

    def _beside(self, outcome: Outcome, luck: int) -> list[Key]:
        assert self.setting.mine is not None
        return [
            self.prospects.of(number, outcome, seat, luck)
            for seat, number in enumerate(self.setting.mine.seats)
            if number != self.setting.me and number in self.counted
        ]

    def left_over(self, amount: int) -> tuple[Open, list[int]]:
        """One's own table when one has made so much: what is open of it, and who has just as much (a partner)."""
        assert self.setting.mine is not None
        whole, me = self.open(self.setting.mine), self.setting.me
        with_me = next(side for side in whole.sides if any(one.number == me for one in side))
        total = None if whole.total is None else whole.total - amount
        bounds_ = whole.bounds
        if len(with_me) > 1 and total is not None:
            bounds_ = (total, total)
        rest = replace(whole, sides=[side for side in whole.sides if side is not with_me], total=total, bounds=bounds_)
        return rest, [one.number for one in with_me if one.number != me and one.number in self.counted]


def own_bounds(chances: Chances) -> tuple[int, int]:
    """What one can make oneself, whatever the others of the table then have to make of its sum."""
    counting, (low, high) = chances.setting.stage.counting, bounds(chances.setting.stage.counting)
    assert chances.setting.mine is not None
    if counting.sums_to is None:
        return low, high
    wide_low, wide_high = chances.bounds
    partners = chances.setting.stage.partners and not chances.setting.matches
    others = 1 if partners else len(chances.setting.mine.seats) - 1
    return max(low, counting.sums_to - others * wide_high), min(high, counting.sums_to - others * wide_low)
