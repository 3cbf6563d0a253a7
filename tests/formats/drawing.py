"""A tournament played on: fake cards, draws round by round, results by lot."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from tournaments.formats import drawn_tables, meetings
from tournaments.formats.core import Draw, Entrant, Note, Round, Table, numbered
from tournaments.formats.plan import Keeping, Kind, Plan, Stage
from tournaments.formats.situation import Situation

Drawing = Callable[[Situation], Draw]


def cards(count: int, **changed: dict[int, Any]) -> tuple[Entrant, ...]:
    """Start numbers from 1, each of a person of its own; `changed`: field -> {number: value}."""
    made = [Entrant(number, (number,)) for number in range(1, count + 1)]
    for name, values in changed.items():
        made = [replace(one, **{name: values[one.number]}) if one.number in values else one for one in made]
    return tuple(made)


def plan_of(stage: Stage, keep: Keeping | None = None) -> Plan:
    return Plan(stages=(stage,), keep=keep or Keeping())


def tables(*groups: Sequence[int]) -> tuple[Table, ...]:
    return numbered(groups)


def situation(
    plan: Plan,
    entrants: Sequence[Entrant],
    rounds: Sequence[Round] = (),
    totals: Mapping[int, int] | None = None,
    seed: int = 1,
) -> Situation:
    """The next round, for those who are there, ranked by total and start number."""
    number = len(rounds) + 1
    there = tuple(one for one in entrants if one.plays(number))
    known = {one.number: (totals or {}).get(one.number, 0) for one in there}
    order = tuple(sorted(known, key=lambda one: (-known[one], one)))
    return Situation(
        plan, 0, plan.stages[0], there, tuple(rounds), number, order, known, random.Random(seed * 1000 + number)
    )


@dataclass(frozen=True, slots=True)
class Played:
    rounds: tuple[Round, ...]
    totals: Mapping[int, int]
    notes: tuple[tuple[Note, ...], ...]

    @property
    def repeats(self) -> int:
        """Meetings of pairs beyond the first."""
        return sum(times - 1 for times in self.meetings.values())

    @property
    def meetings(self) -> Counter[tuple[int, ...]]:
        seats = (table.seats for one in self.rounds for table in one.tables)
        return Counter(pair for those in seats for pair in combinations(sorted(those), 2))

    def codes(self) -> set[str]:
        return {note.code for notes in self.notes for note in notes}


def play(
    plan: Plan, entrants: Sequence[Entrant], rounds: int, seed: int = 1, draw: Drawing = drawn_tables.draw
) -> Played:
    """So many rounds, each drawn with only the ones before known. Every set of tables must be one that can be."""
    lot, totals = random.Random(seed), Counter[int]()
    history, remarks = tuple[Round, ...](), []
    for _ in range(rounds):
        before = situation(plan, entrants, history, totals, seed)
        drawn = draw(before)
        assert meetings.faults(plan, entrants, drawn, before.number) == ()
        remarks.append(meetings.notes(plan, before.entrants, history, drawn))
        for table in drawn.tables:
            totals.update({table.seats[lot.randrange(len(table.seats))]: 1})
        if plan.stages[0].kind is Kind.SWISS:
            totals.update(drawn.byes)
        done = tuple(replace(table, scores=tuple({} for _ in table.seats)) for table in drawn.tables)
        history += (Round(before.number, 0, done, drawn.byes),)
    return Played(history, totals, tuple(remarks))
