"""A tournament's rows as the pure part reads them: one snapshot, a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clubs import queries
from clubs.models import Player
from scoring.models import Sheet
from tournaments.formats import core, stages
from tournaments.formats.plan import Plan, read_plan
from tournaments.formats.ranking import Standing
from tournaments.models import Adjustment, Buy, Entrant, Person, Seat, Table, Tournament
from tournaments.models.entrants import Status
from tournaments.queries import published
from tournaments.services.card_people import called, playing, playing_in
from tournaments.services.table_scores import Holders, Lying, Signed, holders_of, made_from

APART = (Status.EXPECTED, Status.CANCELLED)
"""Cards that take no part (yet)."""

CLOSED = Sheet.Status.CLOSED

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
    """All start cards by number."""
    played_by: Mapping[int, Sequence[Person]]
    """Id of a card -> who plays and played it, in the order of their boards."""
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
        rows = self.played_by.get(card.pk, ())
        return playing(rows, self.who) if in_round is None else playing_in(rows, self.who, in_round)

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
    cards, played_by = tuple(tournament.entrants.order_by("number")), defaultdict[int, list[Person]](list)
    for row in Person.objects.filter(entrant__tournament=tournament).order_by("entrant", "position", "pk"):
        played_by[row.entrant_id].append(row)
    buys = defaultdict[int, list[Buy]](list)
    for buy in Buy.objects.filter(entrant__tournament=tournament, cancelled_at=None):
        buys[buy.entrant_id].append(buy)
    numbers = {card.pk: card.number for card in cards}
    plan, who = read_plan(tournament.plan), queries.people_of(tournament.club)
    holders = holders_of(who, (row for rows in played_by.values() for row in rows))
    return Facts(
        tournament=tournament,
        plan=plan,
        cards=cards,
        played_by=dict(played_by),
        who=who,
        rounds=_rounds(tournament, plan, numbers, holders),
        adjustments=tuple(
            core.Adjustment(numbers[one.entrant_id], one.unit, one.amount, one.round)
            for one in Adjustment.objects.filter(tournament=tournament, cancelled_at=None)
        ),
        buys=dict(buys),
    )


OF_A_TABLE = ("pk", "round_id", "number", "scores", "sheet_id", "sheet__status", "sheet__write_secret", "sheet__seq")


def _rounds(tournament: Tournament, plan: Plan, numbers: Mapping[int, int], holders: Holders) -> tuple[core.Round, ...]:
    """Thousands of rows are read plainly, without making objects of them."""
    rows = list(published(tournament))
    resting, seated = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    seats: Iterable[tuple[int, int | None, int]] = (
        Seat.objects.filter(round__in=rows).order_by("position").values_list("round_id", "table_id", "entrant_id")
    )
    for round_, at, entrant in seats:
        if at is None:
            resting[round_].append(numbers[entrant])
        else:
            seated[at].append(entrant)
    tables = [
        Lying(pk, round_, number, typed, seated[pk], Signed(sheet, secret, seq) if status == CLOSED else None)
        for pk, round_, number, typed, sheet, status, secret, seq in (
            Table.objects.filter(round__in=rows).order_by("number").values_list(*OF_A_TABLE)
        )
    ]
    made = made_from(plan, {row.pk: row.stage for row in rows}, tables, holders)
    by_round = defaultdict[int, list[core.Table]](list)
    for table in tables:
        cards = tuple(numbers[card] for card in table.cards)
        by_round[table.round].append(core.Table(table.number, cards, made[table.pk].scores))
    return tuple(
        core.Round(
            number=row.number,
            stage=row.stage,
            tables=tuple(by_round[row.pk]),
            byes=tuple(sorted(resting[row.pk])),
        )
        for row in rows
    )
