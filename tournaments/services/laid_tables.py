"""The tables of a round as they lie there: who sits at them, what is in, what is being written."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Max, Prefetch, Subquery, Sum

from clubs import queries
from clubs.models import Player
from clubs.models.people import Shown
from clubs.names import NOBODY, public_name
from clubs.services.likeness import words_of
from tournaments.formats.plan import Plan, Stage, read_plan
from tournaments.models import Confirmation, Person, Result, Round, Seat, Table, Tournament
from tournaments.queries import published_round
from tournaments.services.card_people import called, playing_in
from tournaments.services.public_until import names_over
from tournaments.services.results import still_waiting
from tournaments.services.table_scores import Made, best_of, holders_of, lying, made_from

MOST_TABLES = 9999
SHORTEST_BEGINNING = 3
"""Letters of a name that somebody reads in the beginning of a longer word."""


class State(StrEnum):
    OPEN = "open"
    WRITING = "writing"
    """Its sheet is open."""
    TYPED_ONCE = "typed_once"
    DISPUTED = "disputed"
    """Two entries that differ, a sheet that says something else than what was typed, or one that is no result."""
    IN = "in"
    ALONE = "alone"
    """A bye with a place in the grid: nothing to hand in."""


@dataclass(frozen=True, slots=True)
class AtSeat:
    """A card at its seat."""

    position: int
    number: int
    own_name: str
    """Of a team or pair that has one."""
    players: tuple[Player, ...]

    @property
    def name(self) -> str:
        return called(self.own_name, self.players)

    @property
    def tells_names(self) -> bool:
        """Whether the name of the team or pair says more of its people than they want said outside ("Auer/Berger"),
        also within a word ("Die Auers")."""
        known = {word for one in self.players if one.shown != Shown.FULL for word in words_of(one.name)}
        said = {word for one in self.players for word in words_of(public_name(one))}
        kept, own = known - said, {*words_of(re.sub(r"\W+", " ", self.own_name))} - said
        beginnings = tuple(word for word in kept if len(word) >= SHORTEST_BEGINNING)
        return any(word in kept or word.startswith(beginnings) for word in own)

    def outside(self, names: Mapping[int, str]) -> str:
        """What the card is called outside the club; `names` are the public ones of its people, by id."""
        if self.own_name and not self.tells_names:
            return self.own_name
        return " / ".join(names[one.pk] for one in self.players) or "–"


@dataclass(frozen=True, slots=True)
class Laid:
    """One table."""

    table: Table
    plan: Plan
    stage: Stage
    legs: int | None
    seats: tuple[AtSeat, ...]
    made: Made
    results: tuple[Result, ...]
    """All that was handed in, oldest first."""

    def outside(self, names: Mapping[int, str]) -> list[str]:
        """What its cards are called outside the club (`names` as for `AtSeat.outside`); once the club's time is over,
        nobody is named, and no team."""
        over = names_over(self.table.round.tournament)
        return [NOBODY if over else seat.outside(names) for seat in self.seats]

    @property
    def waiting(self) -> list[Result]:
        """Entries that wait for another one to say the same."""
        return still_waiting(self.results)

    @property
    def overruled(self) -> bool:
        """Whether what was typed was meant to count over the sheet."""
        return bool(self.results) and bool(self.results[-1].reason)

    @property
    def one_person(self) -> bool:
        """Whether two cards of one person were drawn against each other."""
        persons = [{one.pk for one in seat.players} for seat in self.seats]
        return len(persons) == 2 and bool(persons[0] & persons[1])

    @property
    def state(self) -> State:
        if len(self.seats) < 2:
            return State.ALONE
        if self.made.scores is not None:
            return State.DISPUTED if self.made.differs and not self.overruled else State.IN
        if len(self.waiting) > 1 or self.made.problems:
            return State.DISPUTED
        if self.waiting:
            return State.TYPED_ONCE
        return State.WRITING if self.table.sheet is not None and self.table.sheet.is_open else State.OPEN


def tables_of(round_: Round, *, number: int | None = None) -> list[Laid]:
    """All tables of a published round (or the one of this number) by number; as many queries for five as for hundred.

    A card's people are those who played it in this round.
    """
    tables = Table.objects.filter(round=round_).select_related("sheet").order_by("number")
    if number is not None:
        tables = tables.filter(number=number)
    seats = Seat.objects.select_related("entrant").order_by("position")
    handed_in = Result.objects.select_related("by").order_by("seq")
    found = list(tables.prefetch_related(Prefetch("seats", seats), Prefetch("results", handed_in)))
    plan, who, people = read_plan(round_.tournament.plan), queries.people_of(round_.tournament.club), _people(found)
    stages = {round_.pk: round_.stage}
    holders = holders_of(who, (one for rows in people.values() for one in rows))
    made, legs = made_from(plan, stages, [*map(lying, found)], holders), best_of(plan, stages, found)
    for table in found:
        table.round = round_
    return [
        Laid(
            table=table,
            plan=plan,
            stage=plan.stages[round_.stage],
            legs=legs.get(table.pk),
            seats=tuple(_at_seat(seat, people[seat.entrant_id], who, round_.number) for seat in table.seats.all()),
            made=made[table.pk],
            results=tuple(table.results.all()),
        )
        for table in found
    ]


def laid_table(tournament: Tournament, number: int, table: int) -> Laid | None:
    """A table of a published round, by the numbers of both."""
    round_ = published_round(tournament, number)
    found = tables_of(round_, number=table) if round_ is not None and table <= MOST_TABLES else []
    return found[0] if found else None


def _people(tables: Sequence[Table]) -> Mapping[int, Sequence[Person]]:
    """Id of a card at these tables -> who plays and played it, in the order of their boards. One query."""
    found = defaultdict[int, list[Person]](list)
    cards = [seat.entrant_id for table in tables for seat in table.seats.all()]
    for one in Person.objects.filter(entrant__in=cards).order_by("entrant", "position", "pk"):
        found[one.entrant_id].append(one)
    return found


def _at_seat(seat: Seat, people: Sequence[Person], who: dict[int, Player], round_: int) -> AtSeat:
    return AtSeat(seat.position, seat.entrant.number, seat.entrant.name, tuple(playing_in(people, who, round_)))


def whereabouts(round_: Round) -> list[tuple[int, int | None]]:
    """Every start number of a round with its table, by number; None for a bye. For phones: no names. One query."""
    return list(
        Seat.objects.filter(round=round_).order_by("entrant__number").values_list("entrant__number", "table__number")
    )


def seen_of(round_: Round) -> str:
    """How far the tables of a round are, typed, on their sheets, and confirmed: all that a waiting screen asks for."""
    tables = Table.objects.filter(round=round_)
    said = Confirmation.objects.filter(table__round=round_).order_by().values("table__round").annotate(n=Count("pk"))
    figures = tables.aggregate(
        typed=Sum("seq", default=0), written=Sum("sheet__seq", default=0), said=Max(Subquery(said.values("n")))
    )
    return f"{round_.pk}-{figures['typed']}-{figures['written']}-{figures['said'] or 0}"
