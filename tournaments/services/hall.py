"""What everybody in the hall may know of a tournament: for the phone page and the API without an account.

Where a card sits and against whom is public once it is drawn; how it stands only as far as the organiser says
(`shown`), also to whoever typed that card's number, since anybody may type it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from clubs.names import NOBODY, alphabetical, by_last_name
from tournaments.formats import core
from tournaments.formats.plan import MATCHES, Stage
from tournaments.formats.totals import RoundSum
from tournaments.models import Payout, Round, Table
from tournaments.models.entrants import Status
from tournaments.queries import published
from tournaments.services.clock import Clock, clock_of
from tournaments.services.facts import APART, Facts
from tournaments.services.finishing import payouts_of
from tournaments.services.hall_names import Outside, outside
from tournaments.services.kept import Now
from tournaments.services.prizes import STAYS, out_for_good
from tournaments.services.shown import lines_shown, public_facts
from tournaments.services.standings import Row, Standings, ahead_of, standings_of

SHORTEST_SEARCH = 2
"""Letters that somebody has to type."""
MOST_FOUND = 20


class Where(StrEnum):
    """Where a card is in the round that is played or was played last."""

    TABLE = "table"
    BYE = "bye"
    NOT_DRAWN = "not_drawn"
    """No round is drawn yet."""
    AWAY = "away"
    """Lets this round pass."""
    OUT = "out"
    """Out for good, as far as everybody may know."""
    ELSEWHERE = "elsewhere"
    """In no table of this round, for whatever reason."""
    OVER = "over"
    """The places are final."""
    EXPECTED = "expected"
    GIVEN_UP = "given_up"
    LEFT = "left"
    DISQUALIFIED = "disqualified"
    NO_SHOW = "no_show"


GONE = {
    Status.EXPECTED: Where.EXPECTED,
    Status.CANCELLED: Where.GIVEN_UP,
    Status.WITHDRAWN: Where.LEFT,
    Status.DISQUALIFIED: Where.DISQUALIFIED,
    Status.NO_SHOW: Where.NO_SHOW,
}


@dataclass(frozen=True, slots=True)
class Sitting:
    """A card in one round; without a table it rests."""

    round: int
    stage: int
    """Index in the plan."""
    table: int | None
    seat: int | None
    """Counted from 1, as the cards stand on the draw."""
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    open: bool = False
    """The table has not handed in."""
    made: RoundSum | None = None
    """Only what everybody may know."""


@dataclass(frozen=True, slots=True)
class OneCard:
    """All that the page of a start number says."""

    number: int
    where: Where
    sittings: tuple[Sitting, ...]
    """The last round first."""
    row: Row | None
    """Its line of the standings, where that may be shown."""
    before: Row | None
    """The line before it, against which is said what decided."""
    prizes: tuple[Payout, ...]

    @property
    def now(self) -> Sitting | None:
        """Where it sits or rests in the last round."""
        return self.sittings[0] if self.where in (Where.TABLE, Where.BYE) else None


@dataclass(frozen=True)
class Hall:
    """A tournament as everybody may see it at one moment."""

    facts: Facts
    standings: Callable[[], Standings]
    """Those of the facts, public or not."""
    row: Round | None
    """The round that is played or was played last."""
    extra: Mapping[int, int]
    """Number of a table of it -> minutes beyond the clock of all."""
    payouts: tuple[Payout, ...]

    @cached_property
    def name(self) -> Outside:
        return outside(self.facts)

    @property
    def played(self) -> core.Round | None:
        return self.facts.rounds[-1] if self.facts.rounds else None

    @property
    def over(self) -> bool:
        return self.facts.tournament.ended_at is not None

    @property
    def clock(self) -> Clock | None:
        """The clock of the round, where somebody has started it and tables are still playing."""
        playing = bool(self.facts.open_tables) and not self.over
        return clock_of(self.row) if playing and self.row is not None else None

    @cached_property
    def public(self) -> Standings | None:
        """The standings that everybody may see; None: not now."""
        facts = public_facts(self.facts)
        if facts is None:
            return None
        return self.standings() if facts is self.facts else standings_of(facts)

    @cached_property
    def lines(self) -> Sequence[Row]:
        """Of them what may be shown, best first: all, or what was read out."""
        return lines_shown(self.facts.tournament, self.public.rows) if self.public is not None else ()

    @cached_property
    def begun(self) -> bool:
        """Whether anything is in: before that, places would be those of the lot."""
        return self.public is not None and any(row.rounds for row in self.public.rows)

    @cached_property
    def shown(self) -> Mapping[int, Row]:
        return {row.number: row for row in self.lines}

    @cached_property
    def ahead(self) -> Mapping[int, Row]:
        return ahead_of(self.public.rows) if self.public is not None else {}

    @cached_property
    def placed(self) -> int:
        """How many have a place; 0 where that is not public."""
        return sum(row.place is not None for row in self.public.rows) if self.public is not None else 0

    @cached_property
    def out(self) -> frozenset[int]:
        return out_for_good(self.public.facts) if self.public is not None else frozenset()

    @cached_property
    def seats(self) -> Sequence[Mapping[int, tuple[core.Table, int]]]:
        """For every round: start number -> its table and its place there from 0."""
        return [
            {number: (table, place) for table in one.tables for place, number in enumerate(table.seats)}
            for one in self.facts.rounds
        ]

    @cached_property
    def listed(self) -> Sequence[tuple[str, int]]:
        """Everybody's names with the start number, as in a telephone book; who wants no name said is not in it."""
        numbers = (card.number for card in self.facts.cards if card.status not in APART)
        found = [(name, number) for number in numbers for name in self.name.each(number) if not is_nobody(name)]
        return sorted(found, key=lambda one: (by_last_name(one[0]), one[1]))

    def won(self, number: int | None = None) -> tuple[Payout, ...]:
        """The prizes that may be shown, as they are called: of a card, or all. Groups come when everything was read."""
        return tuple(
            one
            for one in self.payouts
            if number in (None, one.entrant and one.entrant.number)
            and (one.entrant.number in self.shown if one.entrant is not None else self.all_read)
        )

    @property
    def all_read(self) -> bool:
        return self.public is not None and len(self.lines) == len(self.public.rows)

    def card(self, number: int) -> OneCard | None:
        """None: no such start number."""
        card = self.facts.by_number.get(number)
        if card is None:
            return None
        row = self.shown.get(number)
        sittings = tuple(
            filter(None, (self._sitting(at, number, row) for at in reversed(range(len(self.facts.rounds)))))
        )
        return OneCard(
            number=number,
            where=self._where(number, sittings),
            sittings=sittings,
            row=row,
            before=self.ahead.get(number) if row is not None else None,
            prizes=self.won(number),
        )

    def _sitting(self, at: int, number: int, row: Row | None) -> Sitting | None:
        one = self.facts.rounds[at]
        made = row.rounds.get(one.number) if row is not None else None
        if number in one.byes:
            return Sitting(one.number, one.stage, None, None, made=made)
        if number not in self.seats[at]:
            return None
        table, place = self.seats[at][number]
        if len(table.seats) == 1:  # alone in the grid of a knock-out
            return Sitting(one.number, one.stage, None, None, made=made)
        with_me = partners(self.facts.plan.stages[one.stage], table, place)
        others = tuple(seat for seat in table.seats if seat != number and seat not in with_me)
        return Sitting(one.number, one.stage, table.number, place + 1, with_me, others, table.open, made)

    def _where(self, number: int, sittings: Sequence[Sitting]) -> Where:
        card, last = self.facts.by_number[number], self.played
        here = sittings[0] if last is not None and sittings and sittings[0].round == last.number else None
        if self.over and card.status in (Status.HERE, Status.WITHDRAWN):
            return Where.OVER
        if card.status in (Status.EXPECTED, Status.CANCELLED):
            return GONE[Status(card.status)]
        if here is not None and (card.status == Status.HERE or here.open):
            return Where.BYE if here.table is None else Where.TABLE
        if card.status in GONE:
            return GONE[Status(card.status)]
        if last is None:
            return Where.NOT_DRAWN
        if number in self.out and number in self.shown:
            return Where.OUT
        return Where.AWAY if last.number in card.away else Where.ELSEWHERE


def partners(stage: Stage, table: core.Table, place: int) -> tuple[int, ...]:
    """Who plays with the card at this place of the table, where partners are drawn: seats 1 and 3, 2 and 4."""
    drawn = stage.partners and stage.kind not in MATCHES and len(table.seats) == 4
    return (table.seats[(place + 2) % 4],) if drawn else ()


def hall_of_now(now: Now) -> Hall:
    """Three queries more than the facts."""
    return now.once("hall", lambda: _hall(now))


def _hall(now: Now) -> Hall:
    row = published(now.tournament).last()
    extra = dict[int, int]()
    if row is not None:
        row.tournament = now.tournament
        extra = dict(Table.objects.filter(round=row).exclude(extra_minutes=0).values_list("number", "extra_minutes"))
    written = payouts_of(now.tournament).exclude(wins=STAYS) if now.tournament.ended_at is not None else ()
    return Hall(now.facts, lambda: now.standings, row, extra, tuple(written))


def is_nobody(name: str) -> bool:
    """Whether it is what stands for a name that is not to be said."""
    return name.startswith(NOBODY)


def search(hall: Hall, typed: str) -> list[tuple[str, int]]:
    """Names and start numbers where every word that was typed begins a word of the public name; not many, in order."""
    words = alphabetical(typed)[0].split()
    if len("".join(words)) < SHORTEST_SEARCH:
        return []
    found = []
    for name, number in hall.listed:
        parts = alphabetical(name)[0].replace("-", " ").replace("/", " ").split()
        if all(any(part.startswith(word.strip(".,")) for part in parts) for word in words):
            found.append((name, number))
    return found[:MOST_FOUND]
