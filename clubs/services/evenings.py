"""Evenings of a club: which one is on, opening one, and ticking off who has paid."""

import zoneinfo
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Evening, Player, Transfer, User
from clubs.models.till import Booking, Kind
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.till import FIRST_DAY, Line, book, reverse_all
from clubs.services.turns import in_turn

LONG_NIGHT = timedelta(hours=18)
"""So long after it was opened an evening may still be the one that is on."""
MORNING = 6
"""O'clock in the club's time: before that, last night's evening goes on."""


def local(club: Club, now: datetime) -> datetime:
    """The moment as the clock on the club's wall shows it."""
    return now.astimezone(zoneinfo.ZoneInfo(club.time_zone))


def day_of(club: Club, moment: datetime) -> date:
    """The day a moment belongs to: after midnight still the evening's of the day before, if one was opened then."""
    clock = local(club, moment)
    before = clock.date() - timedelta(days=1)
    if clock.hour < MORNING and club.evenings.filter(day=before, opened_at__lte=moment).exists():
        return before
    return clock.date()


def evening_now(club: Club, now: datetime) -> Evening | None:
    """The evening that "today" means: of this day, or last night's while it is open and the night is not over."""
    clock = local(club, now)
    today, before = clock.date(), clock.date() - timedelta(days=1)
    found = {evening.day: evening for evening in club.evenings.filter(day__in=(today, before))}
    last = found.get(before)
    if last and last.is_open and clock.hour < MORNING and last.opened_at > now - LONG_NIGHT:
        return last
    return found.get(today)


def open_evening(club: Club, *, by: User | None, now: datetime, day: date | None = None) -> Evening:
    """The evening of this `day` (None: the one that is on), made where there is none yet; closed ones stay closed.

    The same again, from the same phone or another one, leads to the same evening. Refused: a day that is still to
    come, or one before `FIRST_DAY`.
    """
    if day is None:
        if evening := evening_now(club, now):
            return evening
        day = local(club, now).date()
    if day > local(club, now).date():
        raise Refused(Problem("evening_ahead", "day"))
    if day < FIRST_DAY:
        raise Refused(Problem("evening_long_ago", "day", {"year": FIRST_DAY.year}))
    with transaction.atomic():
        evening, made = Evening.objects.get_or_create(club=club, day=day, defaults={"opened_at": now, "opened_by": by})
        if made:
            log_change(club, "evening_opened", by=by, after={"day": day.isoformat()})
    return evening


def hold(evening: Evening, *, closed: bool = False) -> bool:
    """Takes the evening's row until the transaction is over, so that whoever closes it waits.

    False, and nothing held, where it is not open (or not `closed`) any more.
    """
    still = Evening.objects.filter(pk=evening.pk, closed_at__isnull=not closed)
    return bool(still.update(seq=F("seq")))


def hold_open(evening: Evening) -> None:
    """Holds the evening, or refuses because it is settled."""
    if not hold(evening):
        raise Refused(Problem("evening_closed"))


def kitty_or_name(player: Player | None) -> str:
    """Who pays or gets in a payment; nobody is the kitty."""
    return player.name if player else _("Kitty")


# --- who has paid --------------------------------------------------------------------------------------------------


def tick_transfer(transfer: Transfer, *, paid: bool, by: User | None) -> Transfer:
    """Says that a payment of the settlement was made, or after all was not. The same again changes nothing.

    What goes into the kitty comes into the till with the tick, and out of it again without. Refused where the evening
    was opened again meanwhile.
    """
    evening = transfer.evening
    with transaction.atomic():
        # The club before the evening, as everywhere: two that wait for each other would wait for ever.
        in_turn(evening.club)
        if not hold(evening, closed=True):
            raise Refused(Problem("transfer_withdrawn"))
        changing = Transfer.objects.filter(pk=transfer.pk, withdrawn_at=None, paid_at__isnull=paid)
        if changing.update(paid_at=timezone.now() if paid else None, paid_by=by if paid else None):
            if transfer.payer_id is None or transfer.receiver_id is None:
                _book_tick(transfer, paid=paid, by=by)
            facts = {"day": evening.day.isoformat(), "cents": transfer.cents}
            code = "transfer_paid" if paid else "transfer_unpaid"
            log_change(evening.club, code, by=by, after=facts, player=transfer.payer or transfer.receiver)
    fresh = Transfer.objects.filter(pk=transfer.pk, withdrawn_at=None).select_related("evening__club").first()
    if fresh is None:
        raise Refused(Problem("transfer_withdrawn"))
    return fresh


def _book_tick(transfer: Transfer, *, paid: bool, by: User | None) -> None:
    """Cash into the box for what was lost to the kitty (or out of it, where the kitty pays); or all that back."""
    evening, club = transfer.evening, transfer.evening.club
    written = Booking.objects.filter(transfer=transfer)
    token = f"transfer-{transfer.pk}-{written.count()}"
    if not paid:
        standing = list(written.filter(reverses=None, reversed_by=None).select_related("club"))
        if standing:
            reverse_all(standing, by=by, token=token, of_evening=True)
        return
    into = transfer.receiver_id is None
    kinds = (Kind.KITTY, Kind.DEPOSIT) if into else (Kind.SETTLEMENT, Kind.PAYOUT)
    person = transfer.payer if into else transfer.receiver
    lines = [Line(kind=kind, cents=transfer.cents, player=person, transfer=transfer) for kind in kinds]
    book(club, by=by, token=token, day=evening.day, lines=lines, evening=evening)
