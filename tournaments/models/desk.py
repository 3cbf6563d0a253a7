"""What happens at the desk beside the tables: money, buying in again, penalties, prizes, bans."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Booking, Club, Player, User
from tournaments.models.entrants import Entrant
from tournaments.models.tournament import Tournament


class Payment(models.Model):
    """Cash that came over the desk (negative: given back), written once; a mistake is a second line."""

    class Kind(models.TextChoices):
        FEE = "fee", _("Entry fee")
        BUY = "buy", _("Bought in again")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="payments")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="payments")
    kind = models.CharField(max_length=4, choices=Kind)
    cents = models.BigIntegerField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    booking = models.ForeignKey(Booking, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """The line of the till that it went in with."""

    class Meta:
        indexes = [models.Index(fields=["tournament", "booking"], name="payments_not_booked")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.cents}"


class Buy(models.Model):
    """A card that bought in again after its last life."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="buys")
    after_round = models.PositiveSmallIntegerField()
    lives = models.PositiveSmallIntegerField()
    cents = models.PositiveIntegerField()
    pool_cents = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entrant", "token"], name="one_buy_for_a_token")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.after_round}"


class Adjustment(models.Model):
    """A penalty (negative) or a bonus, with its reason; it can be cancelled."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="adjustments")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="adjustments")
    unit = models.CharField(max_length=20)
    amount = models.IntegerField()
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=120)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "token"], name="one_adjustment_for_a_token")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.amount} {self.unit}"


class Payout(models.Model):
    """A prize that was won, written when the places are made final."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="payouts")
    entrant = models.ForeignKey(Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="payouts")
    """Nobody for the prize of a group, and for what stays with the club."""
    group = models.CharField(max_length=40, blank=True)
    wins = models.CharField(max_length=20)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    cents = models.PositiveBigIntegerField(default=0)
    goods = models.CharField(max_length=120, blank=True)
    order = models.PositiveSmallIntegerField(default=0)
    handed_at = models.DateTimeField(null=True, blank=True)
    handed_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    booking = models.ForeignKey(Booking, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "order"], name="one_payout_of_an_order")]
        ordering = ["tournament", "order"]

    def __str__(self) -> str:
        return f"{self.wins} {self.cents} {self.goods}"


class Ban(models.Model):
    """Somebody may not enter the tournaments of a club for a while."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bans")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bans")
    reason = models.CharField(max_length=120)
    until = models.DateField(null=True, blank=True)
    """The last day of it; none: for good."""
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return str(self.player_id)
