"""Why somebody stands where they stand: what was made round by round, and the comparisons that made the order.

Nothing is reckoned here: the sums are those of `totals`, the comparisons are the steps that `ranking.rank` took.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tournaments.formats import fates, stages
from tournaments.formats.core import Adjustment, Entrant, Round, by_number
from tournaments.formats.course import ELIMINATION, Course, course_of
from tournaments.formats.fates import Fate
from tournaments.formats.plan import Plan
from tournaments.formats.ranking import Figures, Match, Standing, Step, head_to_head, met
from tournaments.formats.round_lines import RoundLine, Where, lines_of
from tournaments.formats.stage_ranking import GROUP_PLACE, SURVIVED, Ranker, counted_stages
from tournaments.formats.stages import Part
from tournaments.formats.totals import FEWER, loose

STAGE, HEAD_TO_HEAD, BUCHHOLZ = "stage", "head_to_head", "buchholz"


class Verdict(StrEnum):
    """What came of a comparison."""

    DECIDES = "decides"
    EQUAL = "equal"
    NOT_REACHED = "not_reached"
    """It was decided before."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """One opponent in `buchholz`; a bye counts as one of one's own strength: then it is oneself."""

    round: int
    number: int
    amount: int


@dataclass(frozen=True, slots=True)
class Compared:
    """One criterion of the chain with what both have of it."""

    criterion: str
    ahead: int | None
    """As people write it; None where nothing is compared (matches among those who did not all meet)."""
    behind: int | None
    verdict: Verdict
    among: tuple[int, ...] = ()
    """Who was equal until here, by number."""
    again: bool = False
    """Direct comparison among the fewer who are left."""
    matches: tuple[Match, ...] = ()
    """Direct comparison: those of the two against anybody among these."""
    ahead_parts: tuple[Opponent, ...] = ()
    behind_parts: tuple[Opponent, ...] = ()
    within: tuple["Compared", ...] = ()
    """The place in one group: what made it there."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two in the order they stand in; `decided_by` None: they share the place."""

    ahead: int
    behind: int
    decided_by: str | None
    steps: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty or a bonus, and where it counts."""

    adjustment: Adjustment
    where: Where


@dataclass(frozen=True, slots=True)
class Why:
    """Everything that makes one place."""

    standing: Standing
    stage: int
    """The stage that ranks them: the last one they came to."""
    counted: tuple[int, ...]
    """The stages whose results count in it."""
    unit: str
    """What rounds are compared in, where rounds may be dropped."""
    chain: tuple[str, ...]
    rounds: tuple[RoundLine, ...]
    adjustments: tuple[Given, ...]
    totals: Mapping[str, int]
    fate: Fate | None
    """How far they came, in an elimination."""
    sharing: tuple[int, ...]
    """Who has the same place."""
    ahead: Comparison | None
    """With the last one who has a better place; None for the first and where there is no place."""
    behind: Comparison | None
    """With the first one who has a worse place."""


@dataclass(frozen=True)
class Reasons:
    """The standings of a tournament with everything that made them, for any number of questions."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    adjustments: Sequence[Adjustment]
    lot: str

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return stages.parts(self.plan, self.entrants, self.rounds, self.adjustments, self.lot)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return stages.in_a_row(self.plan, self.entrants, self.rounds, self.adjustments, self.lot, self.parts)

    @cached_property
    def by_number(self) -> Mapping[int, Standing]:
        return {one.number: one for one in self.standings}

    @cached_property
    def cards(self) -> Mapping[int, Entrant]:
        return by_number(self.entrants)

    @cached_property
    def course(self) -> Course:
        return course_of(self.plan, self.entrants, self.rounds)

    @cached_property
    def part_of(self) -> Mapping[int, Part]:
        """Of everybody who has a place."""
        return {one.number: part for part in self.parts for one in part.ranked.standings}

    def stage_of(self, number: int) -> int:
        return self.part_of[number].stage if number in self.part_of else self.course.begun

    def figures_of(self, number: int) -> Figures:
        if number in self.part_of:
            return self.part_of[number].ranked.figures
        return Ranker(self.course, self.course.begun, self.adjustments, self.lot).figures()

    def fate(self, number: int) -> Fate | None:
        """How far somebody came in an elimination; None in other formats."""
        if number not in self._fates:
            index = self.stage_of(number)
            elimination = self.plan.stages[index].kind in ELIMINATION
            self._fates[number] = fates.fate_of(self.course, index, number) if elimination else None
        return self._fates[number]

    @cached_property
    def _fates(self) -> dict[int, Fate | None]:
        return {}

    # --- one ----------------------------------------------------------------------------------------------------------

    def why(self, number: int) -> Why:
        """Raises KeyError for a number that takes no part."""
        standing, index, figures = self.by_number[number], self.stage_of(number), self.figures_of(number)
        counted = counted_stages(self.plan, index)
        alone = loose(figures.made, self.adjustments, self.rounds, counted)
        lines = lines_of(self.plan, self.rounds, self.adjustments, counted, figures, self.cards[number])
        before, after, sharing = self._neighbours(standing)
        return Why(
            standing=standing,
            stage=index,
            counted=counted,
            unit=figures.unit,
            chain=Ranker(self.course, index, self.adjustments, self.lot).chain,
            rounds=lines,
            adjustments=tuple(
                Given(one, Where.ALONE if one in alone else _where(lines, one))
                for one in self.adjustments
                if one.number == number
            ),
            totals=figures.sums[number],
            fate=self.fate(number),
            sharing=sharing,
            ahead=self.compare(before, number) if before is not None else None,
            behind=self.compare(number, after) if after is not None else None,
        )

    def _neighbours(self, mine: Standing) -> tuple[int | None, int | None, tuple[int, ...]]:
        if mine.place is None:
            return None, None, ()
        placed = [(one.place, one.number) for one in self.standings if one.place is not None]
        before = [number for place, number in placed if place < mine.place]
        after = [number for place, number in placed if place > mine.place]
        same = tuple(number for place, number in placed if place == mine.place and number != mine.number)
        return (before[-1] if before else None), (after[0] if after else None), same

    # --- two ----------------------------------------------------------------------------------------------------------

    def compare(self, one: int, other: int) -> Comparison | None:
        """These two, in whatever order they are named; None where one of them has no place, and with oneself."""
        if one == other or one not in self.part_of or other not in self.part_of:
            return None
        places = {number: at for at, number in enumerate(each.number for each in self.standings)}
        ahead, behind = sorted((one, other), key=places.__getitem__)
        part, below = self.part_of[ahead], self.part_of[behind]
        if part.stage != below.stage:
            step = Compared(STAGE, part.stage, below.stage, Verdict.DECIDES)
            return Comparison(ahead, behind, STAGE, (step,))
        chain = Ranker(self.course, part.stage, self.adjustments, self.lot).chain
        steps = self._steps(part, part.ranked.steps, chain, ahead, behind)
        decided_by = next((step.criterion for step in steps if step.verdict is Verdict.DECIDES), None)
        return Comparison(ahead, behind, decided_by, steps)

    def _steps(
        self, part: Part, taken: Iterable[Step], chain: Sequence[str], ahead: int, behind: int
    ) -> tuple[Compared, ...]:
        """The comparisons of these two, in the order they were made, and what was not needed any more."""
        common = [step for step in taken if ahead in step.group and behind in step.group]
        made, last = list[Compared](), -1
        for step in common:
            at = chain.index(step.criterion)
            made.append(self._compared(part, step, ahead, behind, again=at == last))
            last = at
        made += [self._unreached(part, criterion, ahead, behind) for criterion in chain[last + 1 :]]
        return tuple(made)

    def _compared(self, part: Part, step: Step, ahead: int, behind: int, *, again: bool) -> Compared:
        criterion, figures = step.criterion, part.ranked.figures
        mine, theirs = step.values[ahead], step.values[behind]
        told: tuple[int | None, int | None] = (as_written(criterion, mine), as_written(criterion, theirs))
        matches: tuple[Match, ...] = ()
        if criterion == HEAD_TO_HEAD:
            if head_to_head(figures.matches, step.group) is None:
                told = None, None
            matches = tuple(
                one for one in figures.matches if {*one[:2]} <= step.group and not {ahead, behind}.isdisjoint(one[:2])
            )
        return Compared(
            criterion,
            *told,
            Verdict.EQUAL if mine == theirs else Verdict.DECIDES,
            tuple(sorted(step.group)),
            again,
            matches,
            self._opponents(part, ahead) if criterion == BUCHHOLZ else (),
            self._opponents(part, behind) if criterion == BUCHHOLZ else (),
            self._within(part, ahead, behind) if criterion == GROUP_PLACE else (),
        )

    def _unreached(self, part: Part, criterion: str, ahead: int, behind: int) -> Compared:
        """What they have of a criterion that was not needed; of those said only among the tied nothing."""
        if criterion in (HEAD_TO_HEAD, SURVIVED, GROUP_PLACE):
            return Compared(criterion, None, None, Verdict.NOT_REACHED)
        had = part.ranked.figures(criterion, (ahead, behind))
        return Compared(
            criterion, as_written(criterion, had[ahead]), as_written(criterion, had[behind]), Verdict.NOT_REACHED
        )

    def _opponents(self, part: Part, number: int) -> tuple[Opponent, ...]:
        figures = part.ranked.figures
        return tuple(
            Opponent(round_, other, figures.result(other))
            for one, round_, others in met(self.plan, figures.rounds)
            if one == number
            for other in others
        )

    def _within(self, part: Part, ahead: int, behind: int) -> tuple[Compared, ...]:
        """How the two came to their places where they are in one group."""
        ranker = Ranker(self.course, part.stage, self.adjustments, self.lot)
        if not any({ahead, behind} <= step.group for step in part.ranked.within):
            return ()
        return self._steps(part, part.ranked.within, ranker.inner_chain, ahead, behind)


def as_written(criterion: str, figure: int) -> int:
    """The figure as people write it, of one of which more is better."""
    return -figure if criterion in FEWER or criterion == GROUP_PLACE else figure


def _where(lines: Sequence[RoundLine], one: Adjustment) -> Where:
    """Where an adjustment counts that belongs to a round."""
    return next((line.where for line in lines if line.round == one.round), Where.ELSEWHERE)


def why(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    lot: str,
    number: int,
) -> Why:
    return Reasons(plan, tuple(entrants), tuple(rounds), adjustments, lot).why(number)


def compare(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    lot: str,
    ahead: int,
    behind: int,
) -> Comparison | None:
    return Reasons(plan, tuple(entrants), tuple(rounds), adjustments, lot).compare(ahead, behind)
