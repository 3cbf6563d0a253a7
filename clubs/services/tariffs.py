"""Prices by the piece: fines, dues, drinks. A change holds for new bookings; what was booked keeps its amount."""

from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.db.models import Case, F, Sum, When
from django.utils import timezone

from clubs.models import Booking, Club, Player, Tariff, User
from clubs.models.till import Kind
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import can_be_seen, tidy
from clubs.services.till import MOST_CENTS
from clubs.services.turns import in_turn

PRICED = (Kind.FINE, Kind.DUES, Kind.DRINKS)
"""Kinds that have prices."""

LONGEST_NAME = 60
MOST_FIRST = 99


def add_tariff(
    club: Club,
    *,
    by: User | None,
    name: str,
    kind: str,
    cents: int | str,
    first: int | str = 0,
    further_cents: int | str | None = None,
) -> Tariff:
    """A new price: `cents` a piece; if graded, that for the `first` pieces of an evening and `further_cents` after.

    The same one again is the one there is. Refused, all at once: no name or one that is taken, a kind without prices,
    odd amounts.
    """
    name = tidy(name)
    with transaction.atomic():
        in_turn(club)
        problems = [*_about(name, cents, first, further_cents)]
        if kind not in PRICED:
            problems.append(Problem("kind_without_price", "kind"))
        there = Tariff.objects.filter(club=club, name=name).first()
        if (
            there
            and not problems
            and _facts(there) == _wanted(name, cents, first, further_cents)
            and there.kind == kind
        ):
            return there
        if there:
            problems.append(Problem("tariff_name_taken", "name"))
        if problems:
            raise Refused(*problems)
        wanted = _wanted(name, cents, first, further_cents)
        tariff = Tariff.objects.create(club=club, kind=kind, **wanted)
        log_change(club, "tariff_added", by=by, after={"kind": str(kind), **wanted})
        return tariff


def change_tariff(
    tariff: Tariff,
    *,
    by: User | None,
    name: str,
    cents: int | str,
    first: int | str = 0,
    further_cents: int | str | None = None,
) -> Tariff:
    """Another name or price from now on; refused as in `add_tariff`."""
    name = tidy(name)
    with transaction.atomic():
        in_turn(tariff.club)
        problems = [*_about(name, cents, first, further_cents)]
        if Tariff.objects.filter(club=tariff.club, name=name).exclude(pk=tariff.pk).exists():
            problems.append(Problem("tariff_name_taken", "name"))
        if problems:
            raise Refused(*problems)
        tariff = Tariff.objects.select_related("club").get(pk=tariff.pk)
        before, wanted = _facts(tariff), _wanted(name, cents, first, further_cents)
        Tariff.objects.filter(pk=tariff.pk).update(**wanted)
        log_change(
            tariff.club,
            "tariff_changed",
            by=by,
            before=before,
            after={"tariff": before["name"], **wanted},
        )
        tariff.refresh_from_db()
        return tariff


def archive_tariff(tariff: Tariff, *, by: User | None, back: bool = False) -> None:
    """Takes a price off the list of those to book, or puts it back there; what was booked stays."""
    with transaction.atomic():
        to_do = Tariff.objects.filter(pk=tariff.pk, archived_at__isnull=not back)
        if to_do.update(archived_at=None if back else timezone.now()):
            log_change(tariff.club, "tariff_back" if back else "tariff_archived", by=by, after={"tariff": tariff.name})


def _about(name: str, cents: int | str, first: int | str, further_cents: int | str | None) -> list[Problem]:
    problems = []
    if not name:
        problems.append(Problem("tariff_name_missing", "name"))
    elif len(name) > LONGEST_NAME:
        problems.append(Problem("tariff_name_too_long", "name", {"most": LONGEST_NAME}))
    elif not can_be_seen(name):
        problems.append(Problem("note_unreadable", "name"))
    problems += price_problems(cents, "cents")
    if type(first) is not int or not 0 <= first <= MOST_FIRST:
        problems.append(Problem("odd_count", "first", {"most": MOST_FIRST}))
    elif first:
        problems += price_problems("" if further_cents is None else further_cents, "further_cents")
    elif further_cents not in (None, cents):
        problems.append(Problem("first_missing", "first"))
    return problems


def price_problems(cents: int | str, at: str) -> list[Problem]:
    if type(cents) is not int:
        return [Problem("no_amount", at)]
    if cents <= 0:
        return [Problem("amount_too_small", at)]
    return [Problem("amount_too_large", at, {"most": MOST_CENTS // 100})] if cents > MOST_CENTS else []


def _wanted(
    name: str, cents: int | str, first: int | str, further_cents: int | str | None
) -> dict[str, int | str | None]:
    return {"name": name, "cents": cents, "first": first, "further_cents": further_cents if first else cents}


def _facts(tariff: Tariff) -> dict[str, int | str | None]:
    return {name: getattr(tariff, name) for name in ("name", "cents", "first", "further_cents")}


def pieces_before(
    club: Club, who: Mapping[int, Player], tariff: Tariff, day: date, until: int | None = None
) -> dict[int, int]:
    """Player's id -> pieces of this price that stand booked for this day; merged people are one.

    An evening's bookings count for its day, and there is one evening a day: so grading goes on over all of them.
    `until`: as it was before the booking of this id.
    """
    rows = Booking.objects.filter(club=club, tariff=tariff, day=day, player__isnull=False)
    if until is not None:
        rows = rows.filter(pk__lt=until)
    # A reversal has the day, the price and the pieces of what it takes back.
    standing = Case(When(reverses=None, then=F("count")), default=-F("count"))
    pieces = dict[int, int]()
    for player, count in rows.order_by().values_list("player").annotate(pieces=Sum(standing)):
        pieces[who[player].pk] = pieces.get(who[player].pk, 0) + count
    return pieces
