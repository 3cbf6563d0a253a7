"""When people came together, who was there, and who paid whom in the end."""

from django.db import models
from django.utils import timezone

from clubs.models.accounts import User
from clubs.models.club import Club
from clubs.models.people import Player


class Evening(models.Model):
    """A club's evening. It belongs to the day it began on in the club's own time, also after midnight."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    day = models.DateField()
    opened_at = models.DateTimeField(default=timezone.now)
    opened_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    seq = models.PositiveIntegerField(default=0)
    """How often it was closed or opened again, to tell who was first."""
    through_till = models.BooleanField(default=False)
    """Whether its settlement went through the till instead of from hand to hand."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "day"], name="one_evening_of_a_club_on_a_day")]
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.club} {self.day}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class Attendance(models.Model):
    """Somebody was there."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="attendances")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="there_once_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening} {self.player}"


class Transfer(models.Model):
    """One payment of an evening's settlement, from hand to hand; without a receiver it goes into the till."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="transfers")
    payer = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="transfers_to_pay")
    receiver = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="transfers_to_get")
    cents = models.PositiveBigIntegerField()
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Who ticked it off."""
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    """When its evening was opened again, of one that bookings still speak of; it counts no more."""

    def __str__(self) -> str:
        return f"{self.payer} → {self.receiver} {self.cents}"
