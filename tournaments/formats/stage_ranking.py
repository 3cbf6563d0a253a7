"""The order within one stage, and who of it goes on to the next.

`survived` (how far somebody came) and `group_place` are made here, the other criteria by `ranking`. In lives and
knock-out `survived` decides, and what is equal is shared (5-8 are all fifth): only what the plan's chain names behind
`survived` breaks such ties. For the other formats the chain is meant without it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats import groups, knockout, lives, ranking
from tournaments.formats.core import Adjustment, Note
from tournaments.formats.course import ELIMINATION, Course
from tournaments.formats.plan import Kind, Plan, Stage
from tournaments.formats.ranking import Figures, Standing, Step, Values

SURVIVED, GROUP_PLACE, LOT = "survived", "group_place", "lot"


def ranked_by(plan: Plan, stage: Stage) -> tuple[str, ...]:
    """By what a stage ranks, beside how far somebody came and the place in the group."""
    chain = plan.ranking.chain
    if stage.kind in ELIMINATION:
        return chain[chain.index(SURVIVED) + 1 :] if SURVIVED in chain else ()
    return tuple(one for one in chain if one != SURVIVED) or (stage.counting.unit,)


@dataclass(frozen=True, slots=True)
class Ranked:
    """Members of a stage in order, and how that came about."""

    standings: tuple[Standing, ...]
    steps: tuple[Step, ...]
    """Every comparison that made the order."""
    within: tuple[Step, ...]
    """Those within the groups, which made the places in them."""
    figures: Figures


@dataclass(frozen=True, slots=True)
class Ranker:
    """Ranks members of one stage of a course; `lot` is what lots are drawn from."""

    course: Course
    index: int
    adjustments: Sequence[Adjustment]
    lot: str

    @property
    def chain(self) -> tuple[str, ...]:
        kind, inner = self.course.plan.stages[self.index].kind, self.inner_chain
        return (GROUP_PLACE, *inner) if kind is Kind.GROUPS else inner

    @property
    def inner_chain(self) -> tuple[str, ...]:
        """The chain within a group, or of the whole stage where there are none."""
        stage = self.course.plan.stages[self.index]
        chain = ranked_by(self.course.plan, stage)
        return (SURVIVED, *chain) if stage.kind in ELIMINATION else chain

    def figures(self) -> Figures:
        """What everybody made in the stages that count in this one."""
        course, counted = self.course, counted_stages(self.course.plan, self.index)
        return ranking.criteria_values(course.plan, course.entrants, course.rounds, self.adjustments, self.lot, counted)

    def values(self, base: Figures | None = None, within: list[Step] | None = None) -> Values:
        """The figures with how far somebody came and the place in the group; `within` gets what made the latter."""
        base = base or self.figures()
        kind = self.course.plan.stages[self.index].kind
        made: dict[str, Mapping[int, int]] = {}
        if kind in ELIMINATION:
            made[SURVIVED] = self.survived()
        if kind is Kind.GROUPS:
            groups_ = self.groups(base, steps=within)
            made[GROUP_PLACE] = {one.number: -(one.place or 0) for group in groups_ for one in group}

        def values(criterion: str, numbers: Sequence[int]) -> Mapping[int, int]:
            if criterion in made:
                return {number: made[criterion].get(number, 0) for number in numbers}
            return base(criterion, numbers)

        return values

    def survived(self) -> dict[int, int]:
        course, stage, played = self.course, self.course.plan.stages[self.index], self.course.played(self.index)
        if stage.kind is Kind.LIVES:
            return lives.survived(stage, course.plan.buying, course.entrants, played)
        return knockout.survived(stage, course.entrants, played)

    def groups(
        self, values: Values, *, by_lot: bool = False, steps: list[Step] | None = None
    ) -> list[tuple[Standing, ...]]:
        """The standings of every group; nothing before they are drawn. Every comparison is added to `steps`."""
        played, stage = self.course.played(self.index), self.course.plan.stages[self.index]
        if not played:
            return []
        members = self.course.members(self.index)
        out = ranking.unplaced(members)
        chain = (*self.inner_chain, *([LOT] if by_lot else []))
        return [
            ranking.rank(
                (one for one in group if one not in out),
                chain,
                values,
                unplaced=set(out).intersection(group),
                steps=steps,
            )
            for group in groups.groups_of(self.course.plan, stage, members, played)
        ]

    def ranked(self, numbers: Collection[int], *, by_lot: bool = False) -> tuple[Standing, ...]:
        """These members with places from 1; `by_lot`: nobody shares one."""
        return self.traced(numbers, by_lot=by_lot).standings

    def traced(self, numbers: Collection[int], *, by_lot: bool = False) -> Ranked:
        """The same with every comparison that made it."""
        steps, within, figures = list[Step](), list[Step](), self.figures()
        values = self.values(figures, within)
        placed = ranking.rank(numbers, (*self.chain, *([LOT] if by_lot else [])), values, steps=steps)
        played = values("played", list(numbers))
        standings = tuple(replace(one, values=_written(one.values, played[one.number])) for one in placed)
        return Ranked(standings, tuple(steps), tuple(within), figures)


def _written(values: Mapping[str, int], played: int) -> dict[str, int]:
    written = {**values, "played": played}
    return {**written, GROUP_PLACE: -written[GROUP_PLACE]} if GROUP_PLACE in written else written


def counted_stages(plan: Plan, index: int) -> tuple[int, ...]:
    """The stages whose results count in this one: those before it as far as they are carried on."""
    first = index
    while first and plan.stages[first].carry:
        first -= 1
    return tuple(range(first, index + 1))


def going_on(
    course: Course, index: int, adjustments: Sequence[Adjustment], lot: str
) -> tuple[tuple[int, ...], tuple[Note, ...]]:
    """Who goes on to this stage, which is not begun yet, best first; and where only the lot decided who does.

    Whoever is not there for its first round does not, and leaves the place to the next.
    """
    stage, before = course.plan.stages[index], Ranker(course, index - 1, adjustments, lot)
    free = course.still_in(index - 1) & {one.number for one in course.there(index - 1)}
    if course.plan.stages[index - 1].kind is not Kind.GROUPS or not stage.take:
        return _cut(before.ranked(free, by_lot=True), stage.take)
    taken, notes = list[tuple[int, ...]](), list[Note]()
    for group in before.groups(before.values(), by_lot=True):
        numbers, by_lot = _cut([one for one in group if one.number in free], stage.take)
        taken.append(numbers)
        notes += by_lot
    if stage.kind is Kind.KNOCKOUT:
        return tuple(groups.crossed(taken)), tuple(notes)
    every = {number for numbers in taken for number in numbers}
    return tuple(one.number for one in before.ranked(every, by_lot=True)), tuple(notes)


def _cut(ranked: Sequence[Standing], take: int) -> tuple[tuple[int, ...], tuple[Note, ...]]:
    """The best `take` (0: all). A note where the lot parts the last of them from the first behind."""
    numbers = tuple(one.number for one in ranked)
    if not take or take >= len(ranked) or ranked[take].decided_by != LOT:
        return (numbers[:take] if take else numbers), ()
    first, last = take - 1, take
    while ranked[first].decided_by == LOT:
        first -= 1
    while last + 1 < len(ranked) and ranked[last + 1].decided_by == LOT:
        last += 1
    tied, on = sorted(numbers[first : last + 1]), sorted(numbers[first:take])
    return numbers[:take], (Note("cut_by_lot", {"numbers": tied, "places": len(on), "on": on}),)
