"""How far a tournament is: which stage, who belongs to it, and whom its next round is for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats import groups, knockout, lives, round_robin, sliding
from tournaments.formats.core import Entrant, Round
from tournaments.formats.plan import Kind, Plan

ELIMINATION = frozenset({Kind.LIVES, Kind.KNOCKOUT})
"""Formats in which one is out at some time."""


@dataclass(frozen=True, slots=True)
class Course:
    """What was played so far; `entrants` by number, `rounds` in order."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]

    @property
    def next_number(self) -> int:
        """Of the round to draw; rounds are numbered through all stages."""
        return self.rounds[-1].number + 1 if self.rounds else 1

    @property
    def begun(self) -> int:
        """The stage of the last round."""
        return self.rounds[-1].stage if self.rounds else 0

    @property
    def coming(self) -> int:
        """The stage of the next round; at the end the last one."""
        return self.begun + 1 if self.done(self.begun) and self.begun + 1 < len(self.plan.stages) else self.begun

    @property
    def over(self) -> bool:
        return self.coming == len(self.plan.stages) - 1 and self.done(self.coming)

    def played(self, index: int) -> list[Round]:
        return [one for one in self.rounds if one.stage == index]

    def members(self, index: int) -> tuple[Entrant, ...]:
        """Who belongs to a stage: all, or where only some went on, those who were drawn in it."""
        if index == 0:
            return self.entrants
        stage, before = self.plan.stages[index], self.plan.stages[index - 1]
        if not stage.take and stage.kind is not Kind.KNOCKOUT and before.kind not in ELIMINATION:
            return self.members(index - 1)
        drawn = lives.last_seen(self.played(index))
        return tuple(one for one in self.entrants if one.number in drawn)

    def there(self, index: int) -> tuple[Entrant, ...]:
        """The members who are there for the next round."""
        return tuple(one for one in self.members(index) if one.plays(self.next_number))

    def due(self, index: int) -> tuple[Entrant, ...]:
        """Those of them whom the next round of this begun stage is for: not out, and with opponents left."""
        stage, played, there = self.plan.stages[index], self.played(index), self.there(index)
        numbers = {one.number for one in there}
        if stage.kind is Kind.LIVES:
            numbers &= lives.alive(stage, self.plan.buying, there, played)
        elif stage.kind is Kind.KNOCKOUT:
            numbers &= {*knockout.alive(stage, there, played), *knockout.for_third(stage, played, numbers)}
        elif stage.kind is Kind.ROUND_ROBIN and played:
            members = (one.number for one in self.members(index))
            numbers = round_robin.to_play(stage, members, numbers, played)
        elif stage.kind is Kind.GROUPS and played:
            numbers = groups.to_play(self.plan, stage, self.members(index), numbers, played)
        return tuple(one for one in there if one.number in numbers)

    def still_in(self, index: int) -> set[int]:
        """Of an elimination: those who are not out, also if they let the next round pass. Else all members."""
        stage, played, members = self.plan.stages[index], self.played(index), self.members(index)
        if stage.kind is Kind.LIVES:
            return lives.alive(stage, self.plan.buying, members, played)
        if stage.kind is Kind.KNOCKOUT:
            return knockout.alive(stage, self.there(index), played) & {one.number for one in self.there(index)}
        return {one.number for one in members}

    def done(self, index: int) -> bool:
        """Whether a stage has no further round."""
        stage, played = self.plan.stages[index], self.played(index)
        if not played or not played[-1].over:
            return False
        if stage.rounds and len(played) >= stage.rounds:
            return True
        if stage.kind is Kind.LIVES:
            return len(self.still_in(index)) < 2
        if stage.kind is Kind.KNOCKOUT:
            there = {one.number for one in self.there(index)}
            return len(self.still_in(index)) < 2 and not knockout.for_third(stage, played, there)
        if stage.kind is Kind.SLIDING:
            return not stage.rounds and len(played) >= sliding.tables(
                self.plan, self.rounds, self.members(index), index
            )
        if stage.kind in (Kind.ROUND_ROBIN, Kind.GROUPS):
            return not self.due(index)
        return not stage.rounds


def course_of(plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round]) -> Course:
    return Course(
        plan,
        tuple(sorted(entrants, key=lambda one: one.number)),
        tuple(sorted(rounds, key=lambda one: one.number)),
    )
