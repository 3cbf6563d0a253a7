"""The till: immutable bookings in integer cents."""

from typing import Any

from django.db import models
from django.utils import timezone

from clubs.models.accounts import User
from clubs.models.club import Club
from clubs.models.evenings import Evening, Transfer
from clubs.models.people import Player


class Kind(models.TextChoices):
    """Why money moved. What each does to cash and to a person's balance stands in `clubs.services.till`."""

    SETTLEMENT = "settlement"
    KITTY = "kitty"
    FINE = "fine"
    DUES = "dues"
    DRINKS = "drinks"
    DEPOSIT = "deposit"
    PAYOUT = "payout"
    INCOME = "income"
    EXPENSE = "expense"
    CASH_COUNT = "cash_count"
    SHARE_OUT = "share_out"


class Tariff(models.Model):
    """A price by the piece: the first `first` pieces of an evening at `cents`, every further one at `further_cents`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tariffs")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=60)
    first = models.PositiveSmallIntegerField(default=0)
    cents = models.PositiveIntegerField()
    further_cents = models.PositiveIntegerField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_tariff_of_a_name")]
        ordering = ["kind", "name"]

    def __str__(self) -> str:
        return self.name


class Booking(models.Model):
    """One line of the till, written once. A mistake is reversed by a line of the opposite amounts.

    `cash` is what came into the cash box (negative: went out), `balance` what the person's account with the club
    gained (negative: they owe more). What the club itself gained is `cash - balance`.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="bookings")
    kind = models.CharField(max_length=10, choices=Kind)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="bookings")
    cash = models.BigIntegerField(default=0)
    balance = models.BigIntegerField(default=0)
    day = models.DateField()
    """The day it counts for, in the club's time; an evening's bookings count for the evening's day."""
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.PROTECT, related_name="bookings")
    transfer = models.ForeignKey(Transfer, null=True, blank=True, on_delete=models.PROTECT, related_name="bookings")
    tariff = models.ForeignKey(Tariff, null=True, blank=True, on_delete=models.PROTECT, related_name="bookings")
    count = models.PositiveSmallIntegerField(default=0)
    note = models.CharField(max_length=120, blank=True)
    reverses = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)
    """Made for the one request; a request books one line or several, by `number`."""
    number = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "token", "number"], name="one_booking_for_a_token"),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | models.Q(balance=0), name="no_balance_of_nobody"
            ),
        ]
        indexes = [models.Index(fields=["club", "day"], name="bookings_of_a_club_by_day")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.cash} {self.balance}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a booking is never changed, only reversed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError("a booking is never deleted, only reversed")
