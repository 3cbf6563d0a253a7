"""Who stood where after each round: the standings of every round that is over, reckoned in one go.

What `stages.standings` makes of the rounds up to each of them, with everybody as they were then. It would add up the
first rounds again and again; here every round is added once to what was there before.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tournaments.formats import ranking
from tournaments.formats.core import Adjustment, Entrant, Gone, Round
from tournaments.formats.course import Course, course_of
from tournaments.formats.plan import Plan
from tournaments.formats.ranking import Figures, Match, Values
from tournaments.formats.stage_ranking import Ranker, counted_stages
from tournaments.formats.totals import RoundSum, by_round, dropped, dropping_of, loose


@dataclass(frozen=True, slots=True)
class Places:
    """The course of the places."""

    rounds: tuple[int, ...]
    """Numbers of the rounds that are over."""
    of: Mapping[int, tuple[int | None, ...]]
    """Start number -> the place after each of them; None: not there yet, or without a place."""


def course_of_places(
    plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round], adjustments: Sequence[Adjustment], lot: str
) -> Places:
    """A penalty of no round counts from the first one on, as nobody can say when it was."""
    every, played = tuple(entrants), over(rounds)
    running = dict[tuple[int, ...], _Running]()
    found: list[Mapping[int, int]] = []
    for index, last in enumerate(played):
        then = course_of(plan, as_of(every, last.number), played[: index + 1])
        counting = [one for one in adjustments if (one.round or 0) <= last.number]
        found.append(_places(then, counting, lot, running))
    numbers = sorted(one.number for one in every)
    return Places(
        tuple(one.number for one in played),
        {number: tuple(places.get(number) for places in found) for number in numbers},
    )


def over(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """In order, up to the last round that all tables have handed in."""
    played = sorted(rounds, key=lambda one: one.number)
    while played and not played[-1].over:
        played.pop()
    return tuple(played)


def as_of(entrants: Iterable[Entrant], number: int) -> tuple[Entrant, ...]:
    """Everybody as they were at the end of this round: who came later is not there, who left later is."""
    return tuple(_then(one, number) for one in entrants if one.since <= number)


def _then(one: Entrant, number: int) -> Entrant:
    left_later = one.gone not in (None, Gone.NO_SHOW) and number < one.gone_after
    bought = tuple(after for after in one.bought if after <= number)
    if not left_later and bought == one.bought:
        return one
    return replace(one, gone=None if left_later else one.gone, bought=bought)


def _places(
    then: Course, adjustments: Sequence[Adjustment], lot: str, running: dict[tuple[int, ...], "_Running"]
) -> dict[int, int]:
    """As `stages.parts`: the stage that was reached first, then those who did not get there."""
    made, seen = dict[int, int](), {*ranking.unplaced(then.entrants)}
    for index in range(then.begun, -1, -1):
        numbers = [one.number for one in then.members(index) if one.number not in seen]
        if not numbers:
            continue
        ranker, counted = Ranker(then, index, adjustments, lot), counted_stages(then.plan, index)
        if counted not in running:
            running[counted] = _Running(then.plan, counted, lot)
        values = ranker.values(running[counted].up_to(then, adjustments))
        made |= _ranked(numbers, ranker.chain, values, len(made))
        seen.update(numbers)
    return made


def _ranked(numbers: Sequence[int], chain: Sequence[str], values: Values, ahead: int) -> dict[int, int]:
    """The places that `ranking.rank` gives, behind so many who are `ahead`, without what decided them."""
    if "head_to_head" in chain:
        return {one.number: ahead + (one.place or 0) for one in ranking.rank(numbers, chain, values)}
    columns = [values(criterion, numbers) for criterion in dict.fromkeys(chain)]
    had = {number: tuple(column[number] for column in columns) for number in numbers}
    place_of = dict[tuple[int, ...], int]()
    for place, figures in enumerate(sorted(had.values(), reverse=True), start=ahead + 1):
        place_of.setdefault(figures, place)
    return {number: place_of[figures] for number, figures in had.items()}


# --- adding up -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _UpTo(Figures):
    """The figures up to a round, where what the opponents were and what was won is known already."""

    opponents: Mapping[int, Sequence[int]] = field(default_factory=dict)
    met_in_matches: Sequence[Match] = ()
    lots: dict[int, int] = field(default_factory=dict)
    """Those that were reckoned so far."""

    def __call__(self, criterion: str, numbers: Sequence[int]) -> Mapping[int, int]:
        if criterion != "lot":
            return super().__call__(criterion, numbers)
        for number in numbers:
            if number not in self.lots:
                self.lots[number] = ranking.lot_of(self.lot, number)
        return self.lots

    @cached_property
    def buchholz(self) -> Mapping[int, int]:
        unit, sums = self.unit, self.sums
        result = {number: made.get(unit, 0) for number, made in sums.items()}
        return {number: sum(result.get(one, 0) for one in others) for number, others in self.opponents.items()}

    @cached_property
    def matches(self) -> list[Match]:
        return [*self.met_in_matches]


@dataclass
class _Running:
    """What was made in some stages so far; each round is added once."""

    plan: Plan
    stages: tuple[int, ...]
    lot: str
    added: set[int] = field(default_factory=set)
    made: dict[int, list[RoundSum]] = field(default_factory=dict)
    sums: dict[int, dict[str, int]] = field(default_factory=dict)
    opponents: dict[int, list[int]] = field(default_factory=dict)
    matches: list[Match] = field(default_factory=list)
    lots: dict[int, int] = field(default_factory=dict)

    def up_to(self, then: Course, adjustments: Sequence[Adjustment]) -> Figures:
        """With the rounds of this course that are not added yet. Those before must be the same as the last time."""
        chosen = [one for one in then.rounds if one.stage in self.stages]
        for round_ in chosen:
            if round_.number not in self.added:
                self._add(then.entrants, round_, [one for one in adjustments if one.round == round_.number])
        made: dict[int, Sequence[RoundSum]] = {one.number: self.made.get(one.number, []) for one in then.entrants}
        return _UpTo(
            self.plan,
            chosen,
            self.stages,
            self.lot,
            *self._counted(made, then, adjustments),
            opponents={number: self.opponents.get(number, ()) for number in made},
            met_in_matches=self.matches,
            lots=self.lots,
        )

    def _add(self, entrants: Collection[Entrant], round_: Round, adjustments: Sequence[Adjustment]) -> None:
        keep_all = replace(self.plan, ranking=replace(self.plan.ranking, drop=0))
        for number, sums in by_round(keep_all, entrants, [round_], adjustments, stages=self.stages).items():
            self.made.setdefault(number, []).extend(sums)
            mine = self.sums.setdefault(number, {"played": 0})
            for one in sums:
                mine["played"] += one.played
                _lay_on(mine, one.scores)
        if "buchholz" in self.plan.ranking.chain:
            for number, _round, others in ranking.met(self.plan, [round_]):
                self.opponents.setdefault(number, []).extend(others)
        if "head_to_head" in self.plan.ranking.chain:
            self.matches += ranking.matches_of(self.plan, [round_])
        self.added.add(round_.number)

    def _counted(
        self, made: dict[int, Sequence[RoundSum]], then: Course, adjustments: Sequence[Adjustment]
    ) -> tuple[Mapping[int, Sequence[RoundSum]], Mapping[int, Mapping[str, int]]]:
        """The rounds as far as they count now, and their sums."""
        if self.plan.ranking.drop:
            dropping = dropping_of(self.plan, then.rounds, self.stages)
            made = {number: dropped(sums, dropping) for number, sums in made.items()}
        sums: dict[int, Mapping[str, int]] = {
            number: self._without(number, [one for one in those if one.dropped]) for number, those in made.items()
        }
        for one in loose(made, adjustments, then.rounds, self.stages):
            sums[one.number] = {**sums[one.number], one.unit: sums[one.number].get(one.unit, 0) + one.amount}
        return made, sums

    def _without(self, number: int, those: Sequence[RoundSum]) -> Mapping[str, int]:
        """The sums of a card without the rounds that are dropped: it sat there all the same."""
        mine = self.sums.get(number, {})
        if not those:
            return {**mine}
        left = {**mine}
        for one in those:
            _lay_on(left, one.scores, sign=-1)
        return left


def _lay_on(sums: dict[str, int], scores: Mapping[str, int], sign: int = 1) -> None:
    for unit, amount in scores.items():
        sums[unit] = sums.get(unit, 0) + sign * amount
