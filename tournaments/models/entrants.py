"""Start cards and who plays them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from tournaments.models.tournament import Tournament


class Status(models.TextChoices):
    EXPECTED = "expected", _("announced")
    """Announced or sold beforehand, not seen yet."""
    HERE = "here", _("here")
    WITHDRAWN = "withdrawn", _("left early")
    DISQUALIFIED = "disqualified", _("disqualified")
    NO_SHOW = "no_show", _("did not come")
    CANCELLED = "cancelled", _("given up")
    """Entered by mistake or given up before the start; takes no part, and its payments stay on record."""


class Paid(models.TextChoices):
    OPEN = "open", _("open")
    PAID = "paid", _("paid")
    FREE = "free", _("free")


class Entrant(models.Model):
    """A start card. Its number stays its own; a number that was given up stays a gap."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)
    """Of a team or a pair that has a name of its own; else the people are what it is called."""
    group = models.CharField(max_length=40, blank=True)
    """Club or brigade: for "same club apart" and the largest group."""
    apart = models.CharField(max_length=40, blank=True)
    """A family or a car: who shares this word does not meet."""
    deck = models.CharField(max_length=20, blank=True)
    woman = models.BooleanField(default=False)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.EXPECTED)
    paid = models.CharField(max_length=4, choices=Paid, default=Paid.OPEN)
    since = models.PositiveSmallIntegerField(default=1)
    """The first round they can be drawn for."""
    gone_after = models.PositiveSmallIntegerField(default=0)
    """The last round they are drawn for, where they are gone."""
    away = models.JSONField(default=list)
    """Numbers of the rounds they let pass."""
    stage_group = models.CharField(max_length=10, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    added_at = models.DateTimeField(default=timezone.now)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_card_of_a_number"),
            models.UniqueConstraint(fields=["tournament", "token"], name="one_card_for_a_token"),
        ]
        ordering = ["tournament", "number"]

    def __str__(self) -> str:
        return str(self.number)


class Person(models.Model):
    """Who plays a card, or one board of a team. A substitute is a new row and inherits what was made."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="people")
    position = models.PositiveSmallIntegerField(default=0)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="cards")
    since = models.PositiveSmallIntegerField(default=1)
    """The first round they play it."""
    until = models.PositiveSmallIntegerField(null=True, blank=True)
    """The last round they played it, where somebody took over."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "position"], condition=models.Q(until=None), name="one_person_at_a_position"
            )
        ]
        ordering = ["entrant", "position", "pk"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.player_id}"
