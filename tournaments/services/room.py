"""The whole hall at a glance: every table of the round being played, how far it is, and what wants the director.

Read afresh with every look, in a fixed number of queries; a look that finds nothing new asks `seen_of` only.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property

from django.db.models import Sum
from django.utils import timezone

from tournaments.models import Call, Round, Tournament
from tournaments.queries import published
from tournaments.services.agreement import Agreement, cards_of_seats, states_of
from tournaments.services.calls import open_calls
from tournaments.services.clock import Clock, clock_of
from tournaments.services.hints import Found, Hint, hints_of
from tournaments.services.laid_tables import Laid, State, tables_of
from tournaments.services.table_sheets import in_seat_order

QUIET = 10
"""A table that writes hand by hand and has not been in touch for so many minutes is worth a look."""
MINUTE = timedelta(minutes=1)
NOTHING_SAID = Agreement()


class Status(StrEnum):
    """How far a table is; one of them at a time."""

    OPEN = "open"
    """Nothing is in, and no hand is written."""
    PLAYING = "playing"
    """Hands are being written."""
    TYPED_ONCE = "typed_once"
    DISPUTED = "disputed"
    ASKED = "asked"
    """The result is in, and somebody has not said yet whether it is right."""
    FINISHED = "finished"
    ALONE = "alone"


class Mark(StrEnum):
    """What else there may be about a table; any number of them."""

    CALLED = "called"
    UNSIGNED = "unsigned"
    """Hands wait for the director's signature."""
    QUIET = "quiet"
    HINTED = "hinted"
    LATE = "late"
    """Over its time."""


URGENT = (Status.DISPUTED, Mark.CALLED, Mark.UNSIGNED, Mark.QUIET, Mark.HINTED)
"""What puts a table in front of the others; that everybody is over time does not."""


@dataclass(frozen=True)
class Tile:
    """One table as the room shows it."""

    laid: Laid
    agreement: Agreement
    call: Call | None
    hints: Sequence[Hint]
    ends_at: datetime | None
    seen_at: datetime | None
    """The last sign of a phone there, or of its sheet; None: it never was in touch."""
    cards: Sequence[int]
    """For every seat of an open sheet, whose it is (position of the card); empty without one."""
    now: datetime

    @property
    def number(self) -> int:
        return self.laid.table.number

    @property
    def hands(self) -> int:
        return self.laid.table.sheet.state["hands"] if self.laid.table.sheet is not None else 0

    @cached_property
    def status(self) -> Status:
        state = self.laid.state
        if state == State.ALONE:
            return Status.ALONE
        if state == State.DISPUTED or self.agreement.state == "disputed":
            return Status.DISPUTED
        if state == State.TYPED_ONCE:
            return Status.TYPED_ONCE
        if state == State.IN:
            return Status.ASKED if self.agreement.state == "open" else Status.FINISHED
        return Status.PLAYING if self.hands else Status.OPEN

    @property
    def quiet_for(self) -> int | None:
        """Minutes since the last sign, where the table writes hand by hand; None: in touch, or nobody expects it."""
        writing = self.laid.state == State.WRITING
        return (self.now - self.seen_at) // MINUTE if writing and self.seen_at is not None else None

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        still = self.status in (Status.OPEN, Status.PLAYING, Status.TYPED_ONCE, Status.DISPUTED)
        there = {
            Mark.CALLED: self.call is not None,
            Mark.UNSIGNED: bool(self.agreement.unsigned),
            Mark.QUIET: (self.quiet_for or 0) >= QUIET,
            Mark.HINTED: bool(self.hints),
            Mark.LATE: still and self.ends_at is not None and self.ends_at < self.now,
        }
        return tuple(mark for mark, is_so in there.items() if is_so)

    @property
    def urgent(self) -> bool:
        return any(one in URGENT for one in (self.status, *self.marks))

    def by_card(self, values: Sequence[int], sides: Sequence[Sequence[int]]) -> list[int]:
        """What the sides of its sheet have, in the order of the cards at the table."""
        side_of = {seat: side for side, those in enumerate(sides) for seat in those}
        return [values[side_of[self.cards.index(at)]] for at in range(len(self.laid.seats)) if at in self.cards]


@dataclass(frozen=True, slots=True)
class Room:
    round: Round
    clock: Clock | None
    tiles: Sequence[Tile]
    now: datetime

    @property
    def counts(self) -> Mapping[str, int]:
        """How many tables there are of every status and mark; byes are not counted."""
        tiles = [one for one in self.tiles if one.status != Status.ALONE]
        return Counter(str(what) for one in tiles for what in (one.status, *one.marks))

    def groups(self) -> tuple[Sequence[Tile], ...]:
        """Called (who waits longest first) and to be looked at, being played, asked or in, byes: each by number."""
        waiting = {one.number: one.call.at for one in self.tiles if one.call is not None}
        called = sorted((one for one in self.tiles if one.number in waiting), key=lambda one: waiting[one.number])
        rest = [one for one in self.tiles if not one.call]
        done = (Status.ASKED, Status.FINISHED)
        calm = [one for one in rest if not one.urgent and one.status != Status.ALONE]
        return (
            [*called, *(one for one in rest if one.urgent and one.status != Status.ALONE)],
            [one for one in calm if one.status not in done],
            [one for one in calm if one.status in done],
            [one for one in rest if one.status == Status.ALONE],
        )


def room_of(round_: Round, *, desk: bool, number: int | None = None, now: datetime | None = None) -> Room:
    """All tables of a published round; with `number` only that one, its hints still beside all others.

    Hints are for the `desk` only: nobody else is told that a table looks unusual.
    """
    now, clock = now or timezone.now(), clock_of(round_)
    laid = tables_of(round_)
    found, calls = hints_of(laid, clock=clock, now=now), open_calls(round_)
    if number is not None:
        laid = [one for one in laid if one.table.number == number]
    # Of a sheet that is being written only its hands can be waited for.
    agreed = states_of([one for one in laid if one.plan.hall.approve or one.state != State.WRITING])
    cards = _cards([one for one in laid if one.table.sheet is not None and one.table.sheet.is_open])
    tiles = [
        Tile(
            laid=one,
            agreement=agreed.get(one.table.pk, NOTHING_SAID),
            call=calls.get(one.table.pk),
            hints=found.hints.get(one.table.pk, ()) if desk else (),
            ends_at=clock.ends_with(one.table.extra_minutes) if clock else None,
            seen_at=_last_sign(one, found),
            cards=cards.get(one.table.pk, ()),
            now=now,
        )
        for one in laid
    ]
    return Room(round_, clock, tiles, now)


def _cards(writing: Sequence[Laid]) -> Mapping[int, Sequence[int]]:
    """Id of a table -> for every seat of its sheet, whose it is. Asks only for those that sit otherwise than drawn."""
    found, moved = dict[int, Sequence[int]](), []
    for one in writing:
        order = in_seat_order([[(card, person.name) for person in seat.players] for card, seat in enumerate(one.seats)])
        if one.table.sheet is not None and [name for _card, name in order] == one.table.sheet.state["names"]:
            found[one.table.pk] = [card for card, _name in order]
        else:
            moved.append(one)
    return found | cards_of_seats(moved)


def _last_sign(laid: Laid, found: Found) -> datetime | None:
    return max(filter(None, (laid.table.seen_at, found.written_at.get(laid.table.pk))), default=None)


def playing(tournament: Tournament) -> Round | None:
    """The round being played or played last, with how much is written on its sheets (for `seen_of`). One query."""
    return published(tournament).annotate(written=Sum("tables__sheet__seq", default=0)).last()


def seen_of(tournament: Tournament, round_: Round, now: datetime | None = None) -> str:
    """Moves on with everything that happens in the tournament or on a sheet, and once a minute with the time.

    `round_` is as `playing` gives it. No query.
    """
    minute = int((now or timezone.now()).timestamp()) // 60
    return f"{round_.pk}-{tournament.seq}-{round_.written}-{minute}"  # type: ignore[attr-defined]
