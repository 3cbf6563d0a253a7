"""The till: what is booked stays, and what each kind of booking does to the cash box and to a person's balance.

Cents are integers. `cash` is what came into the box (negative: went out), `balance` what a person's account with the
club gained (negative: they owe more). What belongs to the club itself is the cash less all balances.
"""

import re
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from clubs import queries
from clubs.models import Booking, Club, Evening, Player, Tariff, Transfer, User
from clubs.models.till import Kind
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import can_be_seen, tidy
from clubs.services.turns import in_turn

EFFECTS: Mapping[Kind, tuple[int, int]] = {
    Kind.SETTLEMENT: (0, 1),
    Kind.KITTY: (0, -1),
    Kind.FINE: (0, -1),
    Kind.DUES: (0, -1),
    Kind.DRINKS: (0, -1),
    Kind.DEPOSIT: (1, 1),
    Kind.PAYOUT: (-1, -1),
    Kind.INCOME: (1, 0),
    Kind.EXPENSE: (-1, 0),
    Kind.CASH_COUNT: (1, 0),
    Kind.SHARE_OUT: (0, 1),
}
"""Kind -> what one cent of it does to the cash box and to the person's balance."""

CHARGES = (Kind.KITTY, Kind.FINE, Kind.DUES, Kind.DRINKS)
"""What a person is charged without money changing hands yet."""

SIGNED = frozenset({Kind.SETTLEMENT, Kind.CASH_COUNT})
"""Kinds whose cents may be negative: lost at the table, missing in the box. A count may also find nothing amiss."""

OF_NOBODY = frozenset({Kind.INCOME, Kind.EXPENSE, Kind.CASH_COUNT})
"""Kinds that are about the cash box only; all others are about a person."""

NOTE_NEEDED = frozenset({Kind.INCOME, Kind.EXPENSE})

MOST_CENTS = 10_000_000
MOST_LINES = 1000
MOST_PIECES = 999
LONGEST_NOTE = 120
TOKEN = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
FIRST_DAY = date(1950, 1, 1)
"""An earlier day is a slip of the finger."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to book, in positive cents (settlement and cash count: signed); `EFFECTS` says what it does.

    `count` pieces of a `tariff`, if the amount came from one.
    """

    kind: Kind
    cents: int
    player: Player | None = None
    note: str = ""
    count: int = 0
    tariff: Tariff | None = None
    transfer: Transfer | None = None


def today(club: Club) -> date:
    """The day it is where the club plays."""
    return timezone.localdate(timezone=zoneinfo.ZoneInfo(club.time_zone))


def book(
    club: Club,
    *,
    by: User | None,
    token: str,
    day: date | None,
    lines: Sequence[Line],
    evening: Evening | None = None,
) -> list[Booking]:
    """Books all the lines or none, for a day in the club's time that is not ahead.

    The same request again (`token`) gets its first answer, also where it could not be booked any more; a token that
    booked something else is refused. Who was merged into somebody is booked as that one. Refused, all at once and
    with the line it is about (`lines.0.cents`): no day (None), no or odd amounts, a missing, superfluous or foreign
    person, a missing or too long note, foreign tariffs, evenings and transfers. Works inside another transaction too.
    """
    who = queries.people_of(club)
    rows = [_row(club, line, who, day, evening) for line in lines]
    if known := answered(club, token, rows):
        return known
    if problems := [*_about_all(club, token, day, lines, evening), *_about_lines(club, lines, who)]:
        raise Refused(*problems)
    with transaction.atomic():
        in_turn(club)
        if known := answered(club, token, rows):
            return known
        return write(club, "booked", rows, by=by, token=token)


SAME = ("kind", "player_id", "cash", "balance", "day", "evening_id", "transfer_id", "tariff_id", "count", "note")
"""What makes a repeated request the same one."""


def booked_by(club: Club, token: str) -> QuerySet[Booking]:
    """What this token has booked. Nothing is asked for by a text that is no token: PostgreSQL refuses some of them."""
    return Booking.objects.filter(club=club, token=token) if TOKEN.fullmatch(token) else Booking.objects.none()


def answered(club: Club, token: str, rows: Sequence[Booking]) -> list[Booking]:
    """What this token has booked, nothing for a new one; refused where it booked something else than `rows`."""
    known = list(booked_by(club, token).order_by("number"))
    if known and [_content(row) for row in known] != [_content(row) for row in rows]:
        raise Refused(Problem("token_used"))
    return known


def _content(row: Booking) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in SAME)


def _row(club: Club, line: Line, who: Mapping[int, Player], day: date | None, evening: Evening | None) -> Booking:
    cash, balance = EFFECTS[line.kind]
    cents = line.cents if type(line.cents) is int else 0
    return Booking(
        club=club,
        kind=line.kind,
        player=who.get(line.player.pk, line.player) if line.player else None,
        cash=cash * cents,
        balance=balance * cents,
        day=day or FIRST_DAY,
        evening=evening,
        transfer=line.transfer,
        tariff=line.tariff,
        count=line.count,
        note=tidy(line.note),
    )


def write(club: Club, what: str, rows: Sequence[Booking], *, by: User | None, token: str) -> list[Booking]:
    """Writes the rows and a line of the log of changes (`what`) for each; inside a transaction that queued up."""
    for number, row in enumerate(rows):
        row.by, row.token, row.number = by, token, number
    written = Booking.objects.bulk_create(rows)
    for row in written:
        facts = {"booking": row.pk, "kind": str(row.kind), "day": row.day.isoformat()}
        facts |= {name: cents for name, cents in (("cash", row.cash), ("balance", row.balance)) if cents}
        log_change(club, what, by=by, after=facts, player=row.player)
    return written


def _about_all(
    club: Club, token: str, day: date | None, lines: Sequence[Line], evening: Evening | None
) -> Iterator[Problem]:
    if not TOKEN.fullmatch(token):
        yield Problem("bad_token", "token")
    if day is None:
        yield Problem("no_day", "day")
    elif day > today(club):
        yield Problem("day_ahead", "day")
    elif day < FIRST_DAY:
        yield Problem("day_long_ago", "day", {"year": FIRST_DAY.year})
    if evening is not None and evening.club_id != club.pk:
        yield Problem("evening_elsewhere", "evening")
    if not lines:
        yield Problem("nothing_to_book", "lines")
    elif len(lines) > MOST_LINES:
        yield Problem("too_many_lines", "lines", {"most": MOST_LINES})


def _about_lines(club: Club, lines: Iterable[Line], who: Mapping[int, Player]) -> Iterator[Problem]:
    for number, line in enumerate(lines):
        for code, field, figures in _about_line(club, line, who):
            yield Problem(code, f"lines.{number}.{field}", {"line": number + 1, **figures})


def _about_line(club: Club, line: Line, who: Mapping[int, Player]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    if type(line.cents) is not int:
        yield "no_amount", "cents", {}
    elif (line.cents == 0 and line.kind != Kind.CASH_COUNT) or (line.cents < 0 and line.kind not in SIGNED):
        yield "amount_too_small", "cents", {}
    elif abs(line.cents) > MOST_CENTS:
        yield "amount_too_large", "cents", {"most": MOST_CENTS // 100}
    if line.player is None:
        if line.kind not in OF_NOBODY:
            yield "person_missing", "player", {}
    elif line.kind in OF_NOBODY:
        yield "person_not_here", "player", {}
    elif line.player.pk not in who:
        yield "person_elsewhere", "player", {}
    if len(tidy(line.note)) > LONGEST_NOTE:
        yield "note_too_long", "note", {"most": LONGEST_NOTE}
    elif not can_be_seen(tidy(line.note)):
        yield "note_unreadable", "note", {}
    elif line.kind in NOTE_NEEDED and not tidy(line.note):
        yield "note_missing", "note", {}
    if type(line.count) is not int or not 0 <= line.count <= MOST_PIECES:
        yield "odd_count", "count", {"most": MOST_PIECES}
    if line.tariff is not None and (line.tariff.club_id != club.pk or line.tariff.kind != line.kind):
        yield "tariff_elsewhere", "tariff", {}
    if line.transfer is not None and line.transfer.evening.club_id != club.pk:
        yield "transfer_elsewhere", "transfer", {}


# --- reversing -----------------------------------------------------------------------------------------------------


def through_evening(booking: Booking) -> bool:
    """Whether it was booked by settling an evening, and goes away only by opening that evening again."""
    return booking.evening_id is not None and (
        booking.kind == Kind.SETTLEMENT or booking.transfer_id is not None or booking.kind == Kind.KITTY
    )


def reverse(booking: Booking, *, by: User | None, token: str, of_evening: bool = False) -> Booking:
    """Books the opposite for the same day, as if the booking had not been; see `reverse_all`."""
    return reverse_all([booking], by=by, token=token, of_evening=of_evening)[0]


def reverse_all(bookings: Sequence[Booking], *, by: User | None, token: str, of_evening: bool = False) -> list[Booking]:
    """Reverses bookings of one club, all or none, each for the day it counted for.

    Refused: a reversal, what was reversed already, and what came from settling an evening (open the evening again;
    `of_evening` is that use case) or from ticking a payment off (take the tick back). The same request again gets its
    first answer.
    """
    if not bookings:
        raise Refused(Problem("nothing_to_book", "lines"))
    club = bookings[0].club
    if known := _reversed_before(club, token, bookings):
        return known
    problems = []
    if any(one.reverses_id for one in bookings):
        problems.append(Problem("reversal_stays", "booking"))
    if any(one.club_id != club.pk for one in bookings):
        problems.append(Problem("booking_elsewhere", "booking"))
    if not of_evening and (ours := [one for one in bookings if through_evening(one)]):
        by_tick = any(one.transfer_id is not None for one in ours)
        problems.append(Problem("through_payment" if by_tick else "through_evening", "booking"))
    if not TOKEN.fullmatch(token):
        problems.append(Problem("bad_token", "token"))
    if problems:
        raise Refused(*problems)
    with transaction.atomic():
        in_turn(club)
        if known := _reversed_before(club, token, bookings):
            return known
        if Booking.objects.filter(reverses__in=bookings).exists():
            raise Refused(Problem("already_reversed", "booking"))
        return write(club, "reversed", [_opposite(one) for one in bookings], by=by, token=token)


def _reversed_before(club: Club, token: str, bookings: Sequence[Booking]) -> list[Booking]:
    known = list(booked_by(club, token).order_by("number"))
    if known and [one.reverses_id for one in known] != [one.pk for one in bookings]:
        raise Refused(Problem("token_used"))
    return known


def _opposite(booking: Booking) -> Booking:
    same = ("kind", "player_id", "day", "evening_id", "transfer_id", "tariff_id", "count", "note")
    opposite = Booking(club_id=booking.club_id, **{name: getattr(booking, name) for name in same})
    opposite.cash, opposite.balance, opposite.reverses = -booking.cash, -booking.balance, booking
    return opposite


# --- what it comes to ----------------------------------------------------------------------------------------------


def balances(club: Club, who: Mapping[int, Player] | None = None) -> dict[int, int]:
    """Player's id -> balance in cents (negative: owes the club), for everybody who was ever booked on.

    Merged people are one. Two queries; one where the club's people (`queries.people_of`) are at hand.
    """
    return cash_and_balances(club, queries.people_of(club) if who is None else who)[1]


def cash_and_balances(club: Club, who: Mapping[int, Player]) -> tuple[int, dict[int, int]]:
    """`cash_in_box` and `balances` in one query."""
    cash, sums = 0, dict[int, int]()
    rows = Booking.objects.filter(club=club).order_by().values_list("player")
    for player, moved, cents in rows.annotate(c=Sum("cash"), b=Sum("balance")):
        cash += moved
        if player is not None:
            sums[who[player].pk] = sums.get(who[player].pk, 0) + cents
    return cash, sums


def cash_in_box(club: Club) -> int:
    """What must lie in the cash box, in cents."""
    return Booking.objects.filter(club=club).aggregate(cents=Sum("cash"))["cents"] or 0
