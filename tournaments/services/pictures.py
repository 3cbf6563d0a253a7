"""What a tournament looks like in pictures: the course of the places, its tables, its contracts, its records.

All of it comes from what was handed in and from closed sheets, so it is kept like the standings until something changes
(`kept`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cached_property

from django.db.models import Min

from scoring.models import Sheet
from scoring.services.contracts import Contracts, contracts_of
from tournaments.formats import core
from tournaments.formats.course_of_places import Places, course_of_places
from tournaments.formats.plan import MATCHES, Stage
from tournaments.formats.records import Record, records
from tournaments.formats.totals import was_played
from tournaments.models import Result, Table, Tournament
from tournaments.services.facts import Facts
from tournaments.services.kept import Now
from tournaments.services.shown import lines_shown, public_facts

A_SECOND = timedelta(seconds=1)
SHORTEST = 60
"""Seconds: what is in sooner was not played in that time."""
HANDED_IN = (Result.How.TYPED, Result.How.FIRST)


class Measure(StrEnum):
    """What is shown of each table of a round."""

    MARGIN = "margin"
    """What the winner made more than the other."""
    SPREAD = "spread"
    """What lies between the first and the last."""
    SUM = "sum"
    """What all of them made together."""


@dataclass(frozen=True, slots=True)
class OfRound:
    """What its tables made, in a unit: number of a table -> amount. Nothing where all made the same."""

    round: int
    measure: Measure
    unit: str
    made: Mapping[int, int]


@dataclass(frozen=True)
class Pictures:
    """Everything there is to be seen in these facts; each is reckoned when somebody looks at it."""

    facts: Facts

    @cached_property
    def places(self) -> Places:
        facts = self.facts
        return course_of_places(facts.plan, facts.entrants, facts.rounds, facts.adjustments, facts.tournament.seed)

    @cached_property
    def tables(self) -> tuple[OfRound, ...]:
        """The rounds whose tables differ, in order."""
        stages = self.facts.plan.stages
        every = (of_round(stages[one.stage], one) for one in self.facts.rounds)
        return tuple(one for one in every if one is not None)

    @cached_property
    def contracts(self) -> Contracts | None:
        """On the closed sheets of these rounds."""
        found = contracts_of(
            Sheet.objects.filter(
                table__round__tournament=self.facts.tournament,
                table__round__number__in=self._numbers,
                status=Sheet.Status.CLOSED,
            )
        )
        return found if found is not None and found.came else None

    @cached_property
    def records(self) -> list[Record]:
        return records(self.facts.plan, self.facts.rounds, self.places, self.seconds)

    @cached_property
    def seconds(self) -> Mapping[tuple[int, int], int]:
        """(round, table) -> from the beginning of the round to when the table was in. Two queries.

        A round begins with its clock, or when it is published. What was typed late tells nothing of the table, but the
        fastest one was in first in any case.
        """
        tables = Table.objects.filter(round__tournament=self.facts.tournament, round__number__in=self._numbers)
        first = dict(
            Result.objects.filter(table__in=tables, how__in=HANDED_IN)
            .order_by()
            .values_list("table")
            .annotate(at=Min("at"))
        )
        rows = tables.order_by().values_list(
            "pk", "round__number", "number", "round__clock_at", "round__published_at", "sheet__closed_at"
        )
        found = {}
        for pk, round_, table, clock, published, closed in rows:
            ends = [one for one in (closed, first.get(pk)) if one is not None]
            began, ended = clock or published, min(ends, default=None)
            if began is None or ended is None:
                continue
            took = (ended - began) // A_SECOND
            if took >= SHORTEST:
                found[round_, table] = took
        return found

    @property
    def _numbers(self) -> Sequence[int]:
        return [one.number for one in self.facts.rounds]


def of_round(stage: Stage, round_: core.Round) -> OfRound | None:
    """None where its tables tell nothing but who won, or all the same."""
    measure = measure_of(stage)
    made = {
        table.number: amount
        for table in round_.tables
        if len(table.seats) > 1 and was_played(table) and (amount := _amount(stage, table, measure)) is not None
    }
    return OfRound(round_.number, measure, stage.counting.unit, made) if len({*made.values()}) > 1 else None


def measure_of(stage: Stage) -> Measure:
    """Where the amounts of a table always make the same sum, that sum says nothing."""
    if stage.kind in MATCHES:
        return Measure.MARGIN
    return Measure.SUM if stage.counting.sums_to is None else Measure.SPREAD


def _amount(stage: Stage, table: core.Table, measure: Measure) -> int | None:
    unit = "made" if measure == Measure.MARGIN else stage.counting.unit
    amounts = [one[unit] for one in table.scores or () if unit in one]
    if len(amounts) < len(table.seats) or any("struck" in one for one in table.scores or ()):
        return None
    return sum(amounts) if measure == Measure.SUM else max(amounts) - min(amounts)


# --- who may see them ------------------------------------------------------------------------------------------------


def pictures_of(found: Now) -> Pictures:
    return found.once("pictures", lambda: Pictures(found.facts))


def public_pictures(found: Now) -> Pictures | None:
    """As far as everybody may see it now; None: nothing yet, also while places are read out."""
    facts = public_facts(found.facts)
    if facts is None or not everything_read(found.tournament, facts):
        return None
    if facts is found.facts:
        return pictures_of(found)
    return found.once("pictures, public", lambda: Pictures(facts))


def everything_read(tournament: Tournament, facts: Facts) -> bool:
    return len(lines_shown(tournament, facts.entrants)) == len(facts.entrants)
