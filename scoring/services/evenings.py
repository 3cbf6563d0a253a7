"""The end of an evening: what all its sheets come to, who gives whom how much, and opening it again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from clubs.messages.money import euros
from clubs.models import Booking, Evening, Player, Transfer, User
from clubs.models.till import Kind
from clubs.queries import people_of
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.evenings import hold_open, kitty_or_name
from clubs.services.till import Line, book, reverse_all
from clubs.services.turns import in_turn
from scoring import messages, queries
from scoring.games.core import KITTY
from scoring.games.settle import transfers
from scoring.games.sheet import GAMES
from scoring.models import Seat, Sheet, Total
from scoring.services.fold import names_of


class EveningMoved(Exception):
    """Somebody wrote on the evening or one of its sheets meanwhile: what was confirmed is not what it comes to."""


@dataclass(slots=True)
class Share:
    """One person's part: cents (positive: to get) at all tables, those lost to the kitty alone, and what was played."""

    player: Player
    cents: int = 0
    kitty: int = 0
    bummerl: int = 0
    legs: int = 0
    sheets: int = 0


@dataclass(slots=True)
class Settlement:
    """What an evening comes to. `seen` tells one state of its sheets from another, for whoever confirms it."""

    shares: dict[int, Share] = field(default_factory=dict)
    kitty: int = 0
    sheets: list[Sheet] = field(default_factory=list)
    nobody: list[str] = field(default_factory=list)
    """Names on seats that belong to none of the club's people."""
    for_money: bool = False

    @property
    def seen(self) -> str:
        return queries.seen_of((sheet.pk, sheet.seq) for sheet in self.sheets)

    @property
    def open(self) -> list[Sheet]:
        return [sheet for sheet in self.sheets if sheet.is_open]

    def payments(self) -> list[tuple[int, int, int]]:
        """(payer, receiver, cents) by player's id, the fewest there can be; `KITTY` is the kitty."""
        if self.nobody:
            return []
        return transfers({KITTY: self.kitty, **{pk: share.cents for pk, share in self.shares.items()}})


def settlement_of(evening: Evening, sheets: Sequence[Sheet] | None = None) -> Settlement:
    """What all `sheets` of the evening come to, by real person. As many queries for one sheet as for a hundred."""
    who = people_of(evening.club)
    settlement = Settlement(sheets=queries.sheets_of_evening(evening) if sheets is None else list(sheets))
    settlement.for_money = any(for_money(sheet) for sheet in settlement.sheets)
    # A table that was closed since the sheets were read is not among them yet: the next look has all of it.
    closed = {sheet.pk for sheet in settlement.sheets if not sheet.is_open}
    sat = dict[int, set[int]]()
    signed_by = Seat.objects.filter(sheet__evening=evening, sheet__status=Sheet.Status.CLOSED)
    for seat in signed_by.order_by("sheet_id", "position"):
        if seat.sheet_id not in closed:
            continue
        if seat.player_id is None:
            settlement.nobody.append(seat.name)
            continue
        player = who[seat.player_id]
        share = settlement.shares.setdefault(player.pk, Share(player))
        if seat.sheet_id not in (at := sat.setdefault(player.pk, set())):
            at.add(seat.sheet_id)
            share.sheets += 1
    _add_signed(settlement, evening, closed, who)
    return settlement


def for_money(sheet: Sheet) -> bool:
    """Whether this table plays for money at all."""
    return not GAMES[sheet.game].in_legs or sheet.house_rules.get("money", "off") != "off"


def _add_signed(settlement: Settlement, evening: Evening, closed: set[int], who: dict[int, Player]) -> None:
    rows = Total.objects.filter(sheet__evening=evening, unit__in=("cents", "bummerl", "legs"))
    wanted = ("sheet_id", "unit", "seat__player_id", "seat_id", "amount")
    signed: list[Any] = [row for row in rows.values_list(*wanted) if row[0] in closed]
    won = {sheet for sheet, unit, _player, seat, amount in signed if unit == "cents" and seat and amount > 0}
    for sheet, unit, player, seat, amount in signed:
        if seat is None:
            settlement.kitty += amount
        elif player is not None:
            share = settlement.shares.setdefault(who[player].pk, Share(who[player]))
            if unit == "cents":
                share.cents += amount
                # Where nobody at the table has won anything, all that was lost went into the kitty.
                share.kitty += -amount if sheet not in won else 0
            else:
                setattr(share, unit, getattr(share, unit) + amount)


# --- close ---------------------------------------------------------------------------------------------------------


def close_evening(evening: Evening, *, by: User | None, after_seq: int, seen: str, through_till: bool) -> Evening:
    """Settles the evening once: the fewest payments from hand to hand, or everything `through_till`.

    `after_seq` is the evening's `seq` and `seen` the mark of the settlement that was confirmed. The same again, from
    one phone or two, changes nothing. Raises `EveningMoved` where something was written meanwhile, `Refused` where
    tables are still open.
    """
    try:
        with transaction.atomic():
            in_turn(evening.club)
            _claim(evening, after_seq, by, through_till)
            settlement = settlement_of(evening)
            if settlement.seen != seen:
                raise EveningMoved
            if problems := [*against_closing(settlement)]:
                raise Refused(*problems)
            if through_till:
                _book(evening, settlement, by, token_of(evening, after_seq + 1))
            else:
                _write_transfers(evening, settlement)
            facts = {"day": evening.day.isoformat(), "sheets": len(settlement.sheets), "through_till": through_till}
            log_change(evening.club, "evening_closed", by=by, after=facts)
    except EveningMoved:
        fresh = Evening.objects.select_related("club").get(pk=evening.pk)
        if not fresh.is_open and fresh.seq == after_seq + 1 and fresh.through_till == through_till:
            return fresh
        raise
    return Evening.objects.select_related("club").get(pk=evening.pk)


def _claim(evening: Evening, after_seq: int, by: User | None, through_till: bool) -> None:
    """The first one closes it; from here on nobody begins or reopens a sheet of it."""
    columns = {"closed_at": timezone.now(), "closed_by": by, "through_till": through_till, "seq": after_seq + 1}
    if not Evening.objects.filter(pk=evening.pk, seq=after_seq, closed_at=None).update(**columns):
        raise EveningMoved


def against_closing(settlement: Settlement) -> Iterable[Problem]:
    if settlement.open:
        sheets = "; ".join(map(in_words, settlement.open))
        yield Problem("sheets_open", None, {"sheets": sheets})
    if settlement.nobody:
        yield Problem("seat_of_nobody", None, {"names": ", ".join(dict.fromkeys(settlement.nobody))})


def in_words(sheet: Sheet) -> str:
    return f"{messages.words(GAMES[sheet.game].name)} ({', '.join(names_of(sheet))})"


def token_of(evening: Evening, seq: int) -> str:
    """The token of what the till books when this evening is closed (or opened again) for the `seq`-th time."""
    return f"evening-{evening.pk}-{seq}"


def _book(evening: Evening, settlement: Settlement, by: User | None, token: str) -> None:
    lines = []
    for share in settlement.shares.values():
        # What was won and lost among people, and apart from it what went to the kitty alone.
        if among := share.cents + share.kitty:
            lines.append(Line(kind=Kind.SETTLEMENT, cents=among, player=share.player))
        if share.kitty:
            lines.append(Line(kind=Kind.KITTY, cents=share.kitty, player=share.player))
    if lines:
        book(evening.club, by=by, token=token, day=evening.day, lines=lines, evening=evening)


def _write_transfers(evening: Evening, settlement: Settlement) -> None:
    Transfer.objects.bulk_create(
        Transfer(
            evening=evening,
            payer_id=payer if payer != KITTY else None,
            receiver_id=receiver if receiver != KITTY else None,
            cents=cents,
        )
        for payer, receiver, cents in settlement.payments()
    )


# --- open again ----------------------------------------------------------------------------------------------------


def reopen_evening(evening: Evening, *, by: User | None, after_seq: int) -> Evening:
    """Opens a settled evening again: its bookings are reversed, its payments withdrawn. The same again is once.

    Refused while a payment is ticked as paid: nobody can see any more what it was for. Raises `EveningMoved` where
    somebody was quicker with something else.
    """
    with transaction.atomic():
        in_turn(evening.club)
        columns = {"closed_at": None, "closed_by": None, "through_till": False, "seq": after_seq + 1}
        if not Evening.objects.filter(pk=evening.pk, seq=after_seq, closed_at__isnull=False).update(**columns):
            fresh = Evening.objects.select_related("club").get(pk=evening.pk)
            if fresh.is_open and fresh.seq == after_seq + 1:
                return fresh
            raise EveningMoved
        current = Transfer.objects.filter(evening=evening, withdrawn_at=None)
        if paid := list(current.filter(paid_at__isnull=False).select_related("payer", "receiver")):
            raise Refused(Problem("transfers_paid", None, {"payments": "; ".join(map(transfer_in_words, paid))}))
        # What bookings speak of stays, and counts no more.
        current.filter(bookings__isnull=False).update(withdrawn_at=timezone.now())
        current.delete()
        booked = Booking.objects.filter(club=evening.club, token=token_of(evening, after_seq)).select_related("club")
        if standing := list(booked.order_by("number")):
            reverse_all(standing, by=by, token=token_of(evening, after_seq + 1), of_evening=True)
        log_change(evening.club, "evening_reopened", by=by, after={"day": evening.day.isoformat()})
    return Evening.objects.select_related("club").get(pk=evening.pk)


def transfer_in_words(transfer: Transfer) -> str:
    payer, receiver = kitty_or_name(transfer.payer), kitty_or_name(transfer.receiver)
    return f"{payer} → {receiver} {euros(transfer.cents)}"


# --- a sheet that nobody wrote on ------------------------------------------------------------------------------------


def drop_sheet(sheet: Sheet, *, by: User | None) -> None:
    """Throws away a sheet of an open evening on which nothing was ever written. Gone already is fine too.

    Refused where something stands on it, even if it was struck out: that is for closing.
    """
    if sheet.evening is None:
        raise Refused(Problem("sheet_not_here"))
    try:
        with transaction.atomic():
            in_turn(sheet.evening.club)
            hold_open(sheet.evening)
            if sheet.entries.exists():
                raise Refused(Problem("sheet_not_empty"))
            dropped, _of_what = Sheet.objects.filter(pk=sheet.pk, seq=0).delete()
            if dropped:
                facts = {"game": sheet.game, "code": sheet.code, "day": sheet.evening.day.isoformat()}
                log_change(sheet.evening.club, "sheet_dropped", by=by, after=facts)
    except (IntegrityError, ProtectedError) as error:
        # A hand came in at the same moment, and keeps its sheet.
        raise Refused(Problem("sheet_not_empty")) from error
