"""A tournament's rows as the pure part reads them: one snapshot, a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import prefetch_related_objects

from clubs import queries
from clubs.models import Player
from tournaments.formats import core, stages
from tournaments.formats.plan import Plan, read_plan
from tournaments.formats.ranking import Standing
from tournaments.models import Adjustment, Buy, Entrant, Seat, Table, Tournament
from tournaments.models.entrants import Status
from tournaments.queries import published
from tournaments.services.card_people import called, people_in, people_now
from tournaments.services.table_scores import scores_of

APART = (Status.EXPECTED, Status.CANCELLED)
"""Cards that take no part (yet)."""

GONE = {
    Status.WITHDRAWN: core.Gone.WITHDRAWN,
    Status.DISQUALIFIED: core.Gone.DISQUALIFIED,
    Status.NO_SHOW: core.Gone.NO_SHOW,
}


@dataclass(frozen=True)
class Facts:
    """Everything that draws, places and prizes come from. Rounds that are not published yet are not in it."""

    tournament: Tournament
    plan: Plan
    cards: tuple[Entrant, ...]
    """All start cards by number, `people` and `player` fetched."""
    who: Mapping[int, Player]
    """Id of a person -> who that is now."""
    rounds: tuple[core.Round, ...]
    adjustments: tuple[core.Adjustment, ...]
    buys: Mapping[int, Sequence[Buy]]

    @cached_property
    def entrants(self) -> tuple[core.Entrant, ...]:
        """The cards that take part: here, or gone after they were here or awaited in vain."""
        return tuple(self._entrant(card) for card in self.cards if card.status not in APART)

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {card.number: card for card in self.cards}

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return stages.standings(self.plan, self.entrants, self.rounds, self.adjustments, self.tournament.seed)

    @property
    def open_tables(self) -> tuple[int, ...]:
        """Numbers of the tables of the last round that have not handed in."""
        return self.rounds[-1].open_tables if self.rounds else ()

    def people(self, card: Entrant, in_round: int | None = None) -> list[Player]:
        """Who plays it now, or played it in a round, in the order of their boards."""
        return people_now(card, self.who) if in_round is None else people_in(card, self.who, in_round)

    def name(self, number: int, in_round: int | None = None) -> str:
        card = self.by_number[number]
        return called(card.name, self.people(card, in_round))

    def label(self, number: int, in_round: int | None = None) -> str:
        """A start number with who it is: "12 Anna Huber"."""
        return f"{number}\u00a0{self.name(number, in_round)}" if number in self.by_number else str(number)

    def _entrant(self, card: Entrant) -> core.Entrant:
        keep = self.plan.keep
        apart = {f"apart:{card.apart.casefold()}"} if card.apart else set()
        if keep.groups_apart and card.group:
            apart.add(f"group:{card.group.casefold()}")
        return core.Entrant(
            number=card.number,
            people=tuple(one.pk for one in self.people(card)),
            apart=frozenset(apart),
            deck=card.deck if keep.decks_together else "",
            table=card.fixed_table,
            since=card.since,
            gone=GONE.get(Status(card.status)),
            gone_after=card.gone_after,
            away=frozenset(card.away),
            bought=tuple(buy.after_round for buy in self.buys.get(card.pk, ())),
            group=card.stage_group,
        )


def facts_of(tournament: Tournament) -> Facts:
    """Reads it all: a fixed number of queries, however many rounds there were."""
    cards = tuple(tournament.entrants.prefetch_related("people").order_by("number"))
    buys = defaultdict[int, list[Buy]](list)
    for buy in Buy.objects.filter(entrant__tournament=tournament, cancelled_at=None):
        buys[buy.entrant_id].append(buy)
    numbers = {card.pk: card.number for card in cards}
    plan = read_plan(tournament.plan)
    return Facts(
        tournament=tournament,
        plan=plan,
        cards=cards,
        who=queries.people_of(tournament.club),
        rounds=_rounds(tournament, plan, numbers),
        adjustments=tuple(
            core.Adjustment(numbers[one.entrant_id], one.unit, one.amount, one.round)
            for one in Adjustment.objects.filter(tournament=tournament, cancelled_at=None)
        ),
        buys=dict(buys),
    )


def _rounds(tournament: Tournament, plan: Plan, numbers: Mapping[int, int]) -> tuple[core.Round, ...]:
    rows = list(published(tournament))
    tables = list(Table.objects.filter(round__in=rows).select_related("sheet").order_by("number"))
    # Only what is on a sheet looks for its seats itself; thousands of rows are read plainly.
    prefetch_related_objects([table for table in tables if table.sheet is not None], "seats")
    by_round = defaultdict[int, list[Table]](list)
    for table in tables:
        by_round[table.round_id].append(table)
    resting, seated = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    seats: Iterable[tuple[int, int | None, int]] = (
        Seat.objects.filter(round__in=rows).order_by("position").values_list("round_id", "table_id", "entrant_id")
    )
    for round_, at, entrant in seats:
        (resting[round_] if at is None else seated[at]).append(numbers[entrant])
    made = scores_of(plan, {row.pk: row.stage for row in rows}, tables)
    return tuple(
        core.Round(
            number=row.number,
            stage=row.stage,
            tables=tuple(
                core.Table(
                    number=table.number,
                    seats=tuple(seated[table.pk]),
                    scores=made.get(table.pk),
                )
                for table in by_round[row.pk]
            ),
            byes=tuple(sorted(resting[row.pk])),
        )
        for row in rows
    )
