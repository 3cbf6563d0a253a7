"""A whole tournament by chance: draws, results, corrections; people leave, come late, pass a round, buy in again."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.formats import results, stages
from tournaments.formats.core import Adjustment, Draw, Entrant, Gone, Round, Scores, Table
from tournaments.formats.plan import MATCHES, Kind, Plan, Stage
from tournaments.formats.ranking import Standing

LOT = "kirtag"


def cards_of(people: Mapping[int, int] | int) -> list[Entrant]:
    """Start cards by number: number -> person, or so many people with one card each."""
    owners = people if not isinstance(people, int) else {number: number for number in range(1, people + 1)}
    return [Entrant(number, (person,)) for number, person in owners.items()]


@dataclass
class Tournament:
    plan: Plan
    entrants: list[Entrant]
    seed: int = 1
    doors_open: int = 5
    """The last round after which somebody may come late."""
    rounds: list[Round] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    @property
    def stage(self) -> Stage:
        return self.plan.stages[self.rounds[-1].stage if self.rounds else 0]

    @property
    def over(self) -> bool:
        return stages.is_over(self.plan, self.entrants, self.rounds)

    def next_draw(self) -> Draw:
        rng = random.Random(f"{self.seed}.{len(self.rounds)}")
        return stages.next_draw(self.plan, self.entrants, self.rounds, self.adjustments, rng, lot=LOT)

    def due(self) -> set[int]:
        return {one.number for one in stages.due(self.plan, self.entrants, self.rounds, self.adjustments, LOT)}

    def standings(self) -> tuple[Standing, ...]:
        return stages.standings(self.plan, self.entrants, self.rounds, self.adjustments, LOT)

    def draw(self, *tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> Draw:
        """The next round: as the format draws it, or forced to these tables."""
        number = len(self.rounds) + 1
        if tables:
            stage = stages.stage_of(self.plan, self.entrants, self.rounds)
            made = Draw(stage, tuple(Table(at, seats) for at, seats in enumerate(tables, start=1)), byes)
        else:
            made = self.next_draw()
        self.draws.append(made)
        self.rounds.append(Round(number, made.stage, made.tables, made.byes))
        return made

    def hand_in(self, table: int, scores: tuple[Scores, ...], number: int | None = None) -> None:
        at = (number or len(self.rounds)) - 1
        tables = tuple(replace(one, scores=scores) if one.number == table else one for one in self.rounds[at].tables)
        self.rounds[at] = replace(self.rounds[at], tables=tables)

    def win(self, *winners: int) -> None:
        """These win the tables of the last round, in this order; the round is over then."""
        tables = [table for table in self.rounds[-1].tables if len(table.seats) > 1]
        for table, winner in zip(tables, winners, strict=True):
            self.hand_in(table.number, scores_of(self.stage, table, table.seats.index(winner)))

    def play(self) -> None:
        """Results of the last round by lot."""
        for table in self.rounds[-1].tables:
            if len(table.seats) > 1:
                self.hand_in(table.number, self.result(self.stage, table))

    def result(self, stage: Stage, table: Table) -> tuple[Scores, ...]:
        people = {one.number: set(one.people) for one in self.entrants}
        if stage.kind not in MATCHES:
            return of_several(stage, table, self.chance)
        one, other = table.seats
        if people[one] & people[other]:
            return results.self_match(stage, self.chance.randrange(2))
        lot = self.chance.random()
        if lot < 0.03:
            return results.walkover(stage, 2, None if lot < 0.003 else self.chance.randrange(2))
        if lot < 0.04 and stage.kind not in (Kind.LIVES, Kind.KNOCKOUT):
            return results.struck(stage, 2)
        return scores_of(stage, table, self.chance.randrange(2), self.chance)

    def change(self, number: int, **fields: Any) -> None:
        self.entrants = [replace(one, **fields) if one.number == number else one for one in self.entrants]

    def happen(self) -> None:
        """What happens between two rounds, each now and then."""
        chance, latest = self.chance, len(self.rounds)
        here = [one for one in self.entrants if one.gone is None]
        if here and chance.random() < 0.2:
            gone = chance.choice([Gone.WITHDRAWN, Gone.WITHDRAWN, Gone.DISQUALIFIED])
            self.change(chance.choice(here).number, gone=gone, gone_after=latest)
        if here and chance.random() < 0.1:
            self.change(chance.choice(here).number, away=frozenset({latest + 1}))
        if latest < self.doors_open and chance.random() < 0.15:
            number = max(one.number for one in self.entrants) + chance.randrange(1, 4)
            self.entrants.append(Entrant(number, (1000 + number,), since=latest + 1))
        if chance.random() < 0.1 and self.rounds:
            self.correct()
        if chance.random() < 0.1:
            number = chance.choice(self.entrants).number
            self.adjustments.append(Adjustment(number, self.plan.ranking.chain[0], -chance.randrange(1, 5)))
        for one in self.entrants:
            if stages.may_buy(self.plan, self.entrants, self.rounds, one.number) is None and chance.random() < 0.5:
                self.change(one.number, bought=(*one.bought, latest))

    def correct(self) -> None:
        """Another result for some table of some round."""
        round_ = self.chance.choice(self.rounds)
        played = [table for table in round_.tables if len(table.seats) > 1]
        if played:
            table = self.chance.choice(played)
            self.hand_in(table.number, self.result(self.plan.stages[round_.stage], table), round_.number)


def scores_of(stage: Stage, table: Table, winner: int, chance: random.Random | None = None) -> tuple[Scores, ...]:
    """A legal result of a match that this seat wins."""
    counting, lot = stage.counting, chance or random.Random(0)
    most = counting.winner_makes or (counting.best_of // 2 + 1 if counting.unit == "legs" else 7)
    less = lot.randrange(most)
    if counting.boards > 1:
        won = lot.randrange(counting.boards // 2 + 1, counting.boards + 1)
        order = [winner] * won + [1 - winner] * (counting.boards - won)
        boards = [(1, 0) if seat == 0 else (0, 1) for seat in order]
        return results.count(stage, [], team=True, boards=boards)
    if counting.sums_to is not None:
        less = lot.randrange((counting.sums_to + 1) // 2)
        most = counting.sums_to - less
    return results.count(stage, [{counting.unit: most if seat == winner else less} for seat in range(2)])


def of_several(stage: Stage, table: Table, chance: random.Random) -> tuple[Scores, ...]:
    if stage.partners:
        mine = chance.randrange(158)
        return results.count(stage, [{stage.counting.unit: mine if seat % 2 == 0 else 157 - mine} for seat in range(4)])
    amounts = [chance.randrange(-50, 51) for _ in table.seats]
    if stage.counting.sums_to is not None:
        amounts[-1] = stage.counting.sums_to - sum(amounts[:-1])
    return results.count(stage, [{stage.counting.unit: amount} for amount in amounts])


def seats_of(round_: Round) -> Counter[int]:
    """How often everybody is somewhere in a round."""
    return Counter([*round_.byes, *(number for table in round_.tables for number in table.seats)])
