"""Every outcome of the open matches together, ranked as it would be: for criteria that depend on others' results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod

from tournaments.formats import ranking
from tournaments.formats.chances import Setting
from tournaments.formats.core import Entrant, Round
from tournaments.formats.course import Course
from tournaments.formats.menus import Outcome
from tournaments.formats.plan import Kind
from tournaments.formats.ranking import Values
from tournaments.formats.spans import Span, exactly
from tournaments.formats.stage_ranking import LOT, counted_stages

WORK = 3000
"""Cards that are ranked, over all cases."""


@dataclass(frozen=True)
class Cases:
    """Every case of a setting; `going` are those who can go on, None where nobody is cut."""

    setting: Setting
    going: frozenset[int] | None

    @cached_property
    def menus(self) -> Mapping[int, tuple[Outcome, ...]] | None:
        return self.setting.menus(self.setting.chain) if self.setting.matches else None

    @cached_property
    def few(self) -> bool:
        """Whether they are few enough to try them all."""
        events = self.setting.stage.counting.events  # without a limit
        if self.menus is None or any(one in events for one in self.setting.chain):
            return False
        if any(self.setting.stage.counting.event_points):
            return False
        return prod(map(len, self.menus.values())) * len(self.setting.ranker.course.entrants) <= WORK

    def spans(self) -> list[tuple[Outcome | None, Span, Span | None]]:
        """For each outcome of the own match (None: it is in) the places that come out."""
        assert self.menus is not None
        mine = self.setting.mine
        own: Sequence[Outcome | None] = self.menus[mine.number] if mine is not None else (None,)
        others = [number for number in self.menus if mine is None or number != mine.number]
        found = []
        for outcome in own:
            places, cuts = list[int](), list[int]()
            for made in product(*(self.menus[number] for number in others)):
                known: dict[int, Outcome] = dict(zip(others, made, strict=True))
                if mine is not None and outcome is not None:
                    known[mine.number] = outcome
                self._add(self._course(known), places, cuts)
            found.append((outcome, exactly(places), exactly(cuts) if cuts else None))
        return found

    def _course(self, known: Mapping[int, Outcome]) -> Course:
        course = self.setting.ranker.course
        last: Round = course.rounds[-1]
        tables = tuple(replace(one, scores=known[one.number]) if one.number in known else one for one in last.tables)
        return replace(course, rounds=(*course.rounds[:-1], replace(last, tables=tables)))

    def _add(self, course: Course, places: list[int], cuts: list[int]) -> None:
        values, me, chain, pool = self._values(course), self.setting.me, self.setting.chain, self.setting.pool
        places += [one.place or 0 for one in ranking.rank(pool, chain, values) if one.number == me]
        if self.going is None or me not in self.going:
            return
        # In groups the whole group is ranked and those who cannot go on are left out, else they are out before.
        among = pool if self.setting.stage.kind is Kind.GROUPS else self.going
        order = [one.number for one in ranking.rank(among, (*chain, LOT), values) if one.number in self.going]
        cuts.append(1 + order.index(me))

    def _values(self, course: Course) -> Values:
        ranker = self.setting.ranker
        if self.setting.stage.kind is not Kind.GROUPS:
            return replace(ranker, course=course).values()
        stages = counted_stages(course.plan, ranker.index)
        return ranking.criteria_values(
            course.plan, list(self._cards()), course.rounds, ranker.adjustments, ranker.lot, stages
        )

    def _cards(self) -> Iterator[Entrant]:
        everybody = "buchholz" in self.setting.chain
        return (one for one in self.setting.cards.values() if everybody or one.number in self.setting.pool)
