"""Bookings as they are listed: with the person's real name, and whether they can still be reversed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.models import Booking, Club, Player
from clubs.models.till import Kind
from clubs.names import name_for
from clubs.services.till import OF_NOBODY, through_evening


@dataclass(frozen=True, slots=True)
class Listed:
    """One booking as it is shown."""

    booking: Booking
    name: str
    """Who it is about; empty where it is about the cash box only."""
    reversed_by: int | None = None
    """The id of the booking that reversed it."""

    @property
    def cents(self) -> int:
        """What to show: what the box got or lost where it is about the box only, else what the person's balance did."""
        return self.booking.cash if self.booking.kind in OF_NOBODY else self.booking.balance

    @property
    def reversed(self) -> bool:
        return self.reversed_by is not None

    @property
    def of_evening(self) -> bool:
        return through_evening(self.booking)

    @property
    def reversible(self) -> bool:
        return not (self.reversed or self.booking.reverses_id or self.of_evening)

    @property
    def right(self) -> bool:
        """Whether nothing is amiss: a cash count that found what should be there."""
        return self.booking.kind == Kind.CASH_COUNT and not self.booking.cash


def listed(rows: Iterable[Booking], who: Mapping[int, Player]) -> list[Listed]:
    """The rows as they are shown; one more query, for what reversed them."""
    bookings = list(rows)
    reversals = Booking.objects.filter(reverses__in=[row.pk for row in bookings]).order_by()
    gone = dict(reversals.values_list("reverses_id", "pk"))
    return [
        Listed(row, name_for(who[row.player_id], inside=True) if row.player_id else "", gone.get(row.pk))
        for row in bookings
    ]


def bookings_of(club: Club, who: Mapping[int, Player], *, most: int, before: int | None = None) -> list[Listed]:
    """The latest bookings, of ids below `before`; one more than `most` if there are."""
    rows = Booking.objects.filter(club=club)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    rows = rows.select_related("tariff", "by").order_by("-pk")
    return listed(rows[: most + 1], who)


def act_of(booking: Booking, who: Mapping[int, Player]) -> list[Listed]:
    """Everything that was booked together with this one, in order."""
    rows = Booking.objects.filter(club=booking.club_id, token=booking.token).order_by("number")
    return listed(rows.select_related("club", "tariff", "by"), who)
