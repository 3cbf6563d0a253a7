"""What a card's figures would be with one more result, for criteria that depend on its own tables only.

A *key* is the figures of some criteria in the order of the chain, more is better, and behind them the lot. Events that
are counted beside the result have no limit: with `LUCKY` a key has as many good ones as decide anything, with `UNLUCKY`
as many bad ones.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import add

from tournaments.formats.core import Adjustment, Round, Scores
from tournaments.formats.course import Course
from tournaments.formats.menus import Outcome
from tournaments.formats.plan import MATCHES, Kind, Stage
from tournaments.formats.ranking import AVERAGE_SCALE, OF_ROUNDS, Figures, lot_of, of_rounds
from tournaments.formats.stage_ranking import LOT, SURVIVED, Ranker
from tournaments.formats.totals import (
    FEWER,
    NOTHING_DROPPED,
    Dropping,
    RoundSum,
    add_up,
    dropped,
    dropping_of,
    loose,
    units,
    written,
)

Key = tuple[int, ...]

ENDLESS = 10**7
"""More than anybody can make or lack, but for events and amounts without a limit."""

LUCKY, PLAIN, UNLUCKY = 1, 0, -1

OF_THE_TABLE = frozenset({"table_rank", "table_ranks", "table_firsts"})
OF_OTHERS = frozenset({"head_to_head", "buchholz"})


def single(course: Course, index: int, chain: Sequence[str], *, listed: bool) -> tuple[str, ...]:
    """The first criteria of the chain that depend on one's own tables only.

    Not `listed`: of tables where every amount is possible. There more must be better, however many rounds are dropped,
    and nothing may depend on what the others of the table make.
    """
    plan, stage = course.plan, course.plan.stages[index]
    found = list[str]()
    for criterion in dict.fromkeys(chain):
        if criterion in OF_THE_TABLE or criterion in OF_OTHERS or _costs(stage, criterion):
            break
        drops = bool(plan.ranking.drop)
        if not listed and not _grows(stage, criterion, drops=drops, first=not found):
            break
        if criterion != LOT:
            found.append(criterion)
    return tuple(found)


def _costs(stage: Stage, criterion: str) -> bool:
    """An event that gives points, so that nobody wants as many as can be; and a Schneider where it costs lives."""
    counting = stage.counting
    worth = dict(zip(counting.events, counting.event_points, strict=False))
    return bool(worth.get(criterion)) or (
        criterion == "schneider" and stage.kind is Kind.LIVES and stage.schneider_lives > 1
    )


def _grows(stage: Stage, criterion: str, *, drops: bool, first: bool) -> bool:
    """Whether it never falls with the amount; as the first one, whether it grows in a way that is known."""
    unit, events = stage.counting.unit, stage.counting.events
    if unit in FEWER or (stage.kind in MATCHES and (stage.counting.win_bonus or stage.counting.shutout_bonus)):
        return False
    if first:
        return criterion == unit or (not drops and (criterion == "average" or criterion in events))
    return criterion in (unit, *events, "best_round", "last_round", LOT) or (
        not drops and criterion in ("worst_round", "average")
    )


def wanted(course: Course, index: int, criteria: Collection[str]) -> set[str]:
    """The units of a table's scores that these criteria are made of."""
    plan, stage = course.plan, course.plan.stages[index]
    known, found = {*units(stage)}, set[str]()
    asked = {*criteria, *(plan.ranking.chain if plan.ranking.drop else ())}
    for criterion in asked:
        if criterion == "difference":
            found |= {"made", "conceded"}
        elif criterion in OF_ROUNDS:
            found.add(stage.counting.unit)
        elif criterion == "buchholz":
            found.add(plan.ranking.chain[0] if plan.ranking.chain[0] in known else stage.counting.unit)
        elif criterion in (SURVIVED, "head_to_head"):
            found |= {"won", "lost"}
        else:
            found.add(criterion)
    if plan.ranking.drop:
        found.add(stage.counting.unit)
    schneider = stage.kind is Kind.LIVES and stage.schneider_lives > 1
    return (found & known) - {*stage.counting.events} | ({"schneider"} if schneider else set())


@dataclass(frozen=True)
class Prospects:
    """Keys of the members of a stage with results of its last round."""

    ranker: Ranker
    criteria: tuple[str, ...]
    """Without the lot, which stands behind every key."""

    @cached_property
    def course(self) -> Course:
        return self.ranker.course

    @cached_property
    def stage(self) -> Stage:
        return self.course.plan.stages[self.ranker.index]

    @cached_property
    def round(self) -> Round:
        return self.course.rounds[-1]

    @cached_property
    def figures(self) -> Figures:
        return self.ranker.figures()

    # --- as it is ----------------------------------------------------------------------------------------------------

    def settled(self, numbers: Iterable[int]) -> dict[int, Key]:
        """Of those whose table has handed in, or who rest."""
        numbers = list(numbers)
        survived = self.ranker.survived() if SURVIVED in self.criteria else {}
        made = {
            criterion: survived if criterion == SURVIVED else self.figures(criterion, numbers)
            for criterion in self.criteria
        }
        return {number: (*(made[one].get(number, 0) for one in self.criteria), self.lot(number)) for number in numbers}

    def lot(self, number: int) -> int:
        if number not in self._lots:
            self._lots[number] = lot_of(self.ranker.lot, number)
        return self._lots[number]

    @cached_property
    def _lots(self) -> dict[int, int]:
        return {}

    # --- with a result -----------------------------------------------------------------------------------------------

    def of(self, number: int, outcome: Outcome, seat: int, luck: int = PLAIN) -> Key:
        """With this outcome of the table, at whose `seat` they sit."""
        key = self._key(*self._sums(number, self.with_luck(outcome[seat], luck)))
        if SURVIVED in self.criteria:
            at = self.criteria.index(SURVIVED)
            key = (*key[:at], self._survived_with(outcome)[number], *key[at + 1 :])
        return (*key, self.lot(number))

    def with_luck(self, scores: Scores, luck: int) -> Scores:
        if luck == PLAIN or not self._events:
            return scores
        made = dict(scores)
        for event in self.stage.counting.events:
            if event in self.criteria:
                made[event] = ENDLESS if (luck == LUCKY) != (event in FEWER) else 0
        if self.endless(luck):
            made[self.stage.counting.unit] = made.get(self.stage.counting.unit, 0) + luck * ENDLESS
        return made

    def endless(self, luck: int) -> bool:
        """Whether events may give (with bad luck: take) as many points as there are of them."""
        return luck in self._endless

    @cached_property
    def _endless(self) -> frozenset[int]:
        worth = self.stage.counting.event_points
        return frozenset(luck for luck in (LUCKY, UNLUCKY) if any(one * luck > 0 for one in worth))

    @cached_property
    def _events(self) -> bool:
        counting = self.stage.counting
        return any(counting.event_points) or any(one in self.criteria for one in counting.events)

    def keys(self, number: int, menu: Sequence[Outcome], seat: int, luck: int) -> list[Key]:
        """With each outcome of a menu. Where results are only added up, what each adds is reckoned once for all."""
        if not self._only_sums or SURVIVED in self.criteria:
            return [self.of(number, outcome, seat, luck) for outcome in menu]
        known = self._added.get((id(menu), seat, luck))
        if known is None or known[0] is not menu:
            nothing = dict.fromkeys(self._counted, 0)
            added = [self._key(nothing | dict(self.with_luck(outcome[seat], luck)), {}) for outcome in menu]
            known = self._added[id(menu), seat, luck] = (menu, added)
        base, lot = self._base[number], (self.lot(number),)
        return [(*map(add, base, one), *lot) for one in known[1]]

    @cached_property
    def _added(self) -> dict[tuple[int, int, int], tuple[Sequence[Outcome], list[Key]]]:
        return {}

    @cached_property
    def _base(self) -> Mapping[int, Key]:
        return {number: self._key(sums, {}) for number, sums in self.figures.sums.items()}

    def _key(self, sums: Mapping[str, int], singles: Mapping[str, int]) -> Key:
        """The figures of all criteria but how far somebody came."""
        found = []
        for criterion in self.criteria:
            if criterion == "difference":
                figure = sums.get("made", 0) - sums.get("conceded", 0)
            else:
                figure = singles[criterion] if criterion in OF_ROUNDS else sums.get(criterion, 0)
                figure = -figure if criterion in FEWER else figure
            found.append(figure)
        return tuple(found)

    @cached_property
    def _only_sums(self) -> bool:
        return not self.course.plan.ranking.drop and not OF_ROUNDS.intersection(self.criteria)

    def _sums(self, number: int, scores: Scores) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """All that is added up, and what is read off single rounds."""
        if not self.course.plan.ranking.drop:
            had = self.figures.sums[number]
            sums = {one: had.get(one, 0) + scores.get(one, 0) for one in self._counted}
            return sums, {} if self._only_sums else self._singles(number, scores, sums)
        unit = self.figures.unit
        mine = add_up([(0, scores), *((0, {one.unit: one.amount}) for one in self._of_round.get(number, ()))])[0]
        made = (*self.history[number], RoundSum(self.round.number, mine.get(unit, 0), mine, played=True))
        made = dropped(made, self.dropping)
        sums = add_up([(0, self._alone.get(number, {})), *((0, one.scores) for one in made if not one.dropped)])[0]
        return sums, of_rounds(written(self.course.plan, self.figures.stages), made, sums, self.round.number, {})

    def _singles(self, number: int, scores: Scores, sums: Mapping[str, int]) -> Mapping[str, int]:
        """What `of_rounds` would say with one more round at a table, where none is dropped."""
        played, credited = self._before[number]
        unit = self.stage.counting.unit
        amount = scores.get(unit, 0) + self.adjusted(number, unit)
        return {
            "best_round": max(amount, *played) if played else amount,
            "worst_round": min(amount, *played) if played else amount,
            "last_round": amount,
            "average": (sums[unit] - credited) * AVERAGE_SCALE // (1 + len(played)),
        }

    @cached_property
    def _before(self) -> Mapping[int, tuple[list[int], int]]:
        """The amounts of the rounds that were played, and what was credited for the others."""
        unit = self.stage.counting.unit
        return {
            number: (
                [one.scores.get(unit, 0) for one in made if one.played],
                sum(one.scores.get(unit, 0) for one in made if not one.played),
            )
            for number, made in self.history.items()
        }

    @cached_property
    def _counted(self) -> tuple[str, ...]:
        return tuple(
            {self.stage.counting.unit, *self.criteria} - {SURVIVED, "difference", *OF_ROUNDS}
            | ({"made", "conceded"} if "difference" in self.criteria else set())
        )

    @cached_property
    def history(self) -> Mapping[int, tuple[RoundSum, ...]]:
        """The rounds before, none dropped."""
        return {
            number: tuple(
                replace(one, dropped=False) if one.dropped else one for one in made if one.round != self.round.number
            )
            for number, made in self.figures.made.items()
        }

    @cached_property
    def dropping(self) -> Dropping:
        return dropping_of(self.course.plan, self.course.rounds, self.figures.stages)

    @cached_property
    def _of_round(self) -> Mapping[int, Sequence[Adjustment]]:
        """Penalties and bonuses of the round, which go where its result goes."""
        found: dict[int, list[Adjustment]] = {}
        for one in self.ranker.adjustments:
            if one.round == self.round.number:
                found.setdefault(one.number, []).append(one)
        return found

    @cached_property
    def _alone(self) -> Mapping[int, Scores]:
        """Those that count as they are."""
        found = loose(self.figures.made, self.ranker.adjustments, self.course.rounds, self.figures.stages)
        return add_up((one.number, {one.unit: one.amount}) for one in found if one.round != self.round.number)

    def splits(self, number: int) -> tuple[list[RoundSum], list[RoundSum]]:
        """The rounds before that may be dropped, and those that always count."""
        kinds, made = self.dropping.kinds, self.history[number]
        may_go = [one for one in made if kinds[one.round] not in NOTHING_DROPPED]
        return may_go, [one for one in made if kinds[one.round] in NOTHING_DROPPED]

    def adjusted(self, number: int, unit: str) -> int:
        """Penalties and bonuses of this round."""
        return sum(one.amount for one in self._of_round.get(number, ()) if one.unit == unit)

    def alone(self, number: int, unit: str) -> int:
        """Those that count as they are."""
        return self._alone.get(number, {}).get(unit, 0)

    # --- lives and knock-out -----------------------------------------------------------------------------------------

    def _survived_with(self, outcome: Outcome) -> Mapping[int, int]:
        """How far everybody at an open table would have come, if all of these ended like this."""
        won = tuple((one.get("won", 0), one.get("lost", 0), one.get("schneider", 0)) for one in outcome)
        if won not in self._survivors:
            tables = tuple(
                replace(table, scores=outcome) if table.open and len(table.seats) == len(outcome) else table
                for table in self.round.tables
            )
            course = replace(self.course, rounds=(*self.course.rounds[:-1], replace(self.round, tables=tables)))
            self._survivors[won] = replace(self.ranker, course=course).survived()
        return self._survivors[won]

    @cached_property
    def _survivors(self) -> dict[tuple[tuple[int, int, int], ...], Mapping[int, int]]:
        return {}
