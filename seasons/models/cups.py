"""Cups: tournaments and evenings counted together."""

from django.db import models
from django.utils import timezone

from clubs.models import Club, Evening, Player, User
from tournaments.models import Tournament


class Cup(models.Model):
    """A row of events whose results add up. Whoever changes anything of it moves `seq`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cups")
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=20, blank=True)
    """Of the evenings that count; a tournament may be of any."""
    first_day = models.DateField()
    last_day = models.DateField()
    every_evening = models.BooleanField(default=False)
    """Whether every evening in between on which the game was played is an event by itself."""
    notes = models.TextField(max_length=2000, blank=True)
    women = models.JSONField(default=list)
    """Ids of players who are in the women's table, besides those whose start cards say so."""
    public = models.BooleanField(default=False)
    secret = models.CharField(max_length=32, unique=True)
    seq = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "token"], name="one_cup_for_a_token")]
        ordering = ["-first_day", "-pk"]

    def __str__(self) -> str:
        return self.name


class CupRules(models.Model):
    """One version of a cup's rules (`formats.cup_rules.Rules` as JSON); what it says of events counts from a day on."""

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    from_day = models.DateField()
    rules = models.JSONField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cup", "number"], name="one_version_of_cup_rules")]
        ordering = ["cup", "number"]

    def __str__(self) -> str:
        return f"{self.cup_id} {self.number}"


class CupEvent(models.Model):
    """One tournament, one evening, or a day whose results were typed in."""

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80, blank=True)
    """Of a day typed in."""
    day = models.DateField()
    """Of a tournament the one it was to be on when it was added; what counts is its own, which may be moved."""
    left_out = models.BooleanField(default=False)
    """An evening that would count by itself and does not."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cup", "tournament"], name="a_tournament_counts_once_in_a_cup"),
            models.UniqueConstraint(fields=["cup", "evening"], name="an_evening_counts_once_in_a_cup"),
            models.UniqueConstraint(fields=["cup", "token"], name="one_cup_event_for_a_token"),
        ]
        ordering = ["day", "pk"]

    def __str__(self) -> str:
        return f"{self.cup_id} {self.day}"


class CupResult(models.Model):
    """A result typed in; one person may have several of one day."""

    event = models.ForeignKey(CupEvent, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField(default=1)
    points = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player", "number"], name="one_cup_result_of_a_number")]
        ordering = ["event", "player", "number"]

    def __str__(self) -> str:
        return f"{self.event_id} {self.player_id} {self.points}"
