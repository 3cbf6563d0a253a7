"""The rankings of a club: who made how much, in one game, in a season or in all."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player, User


class Ranking(models.Model):
    """What is counted, over which time, and from how many evenings on one is in it. Every season of it is a board."""

    class Unit(models.TextChoices):
        POINTS = "points", _("Points")
        BUMMERL = "bummerl", _("Bummerl given less Bummerl taken")
        WON = "won", _("Legs won")
        """Legs in games with legs, hands in the others."""
        CENTS = "cents", _("Money")

    class Measure(models.TextChoices):
        SUM = "sum", _("in all")
        PER_HAND = "per_hand", _("per hand")
        PER_EVENING = "per_evening", _("per evening")

    class Span(models.TextChoices):
        ALL = "all", _("all time")
        YEAR = "year", _("every year")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rankings")
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=20)
    unit = models.CharField(max_length=7, choices=Unit)
    measure = models.CharField(max_length=11, choices=Measure, default=Measure.SUM)
    minimum = models.PositiveSmallIntegerField(default=0)
    """So many evenings must have been attended; who has fewer stands behind, without a place."""
    span = models.CharField(max_length=4, choices=Span, default=Span.YEAR)
    first_month = models.PositiveSmallIntegerField(default=1)
    """Of a season: 9 is from September to August."""
    evenings_only = models.BooleanField(default=True)
    """Whether sheets of tournament tables are left out."""
    public = models.BooleanField(default=False)
    secret = models.CharField(max_length=32, unique=True)
    """Its address for everybody."""
    seq = models.PositiveIntegerField(default=0)
    """How often it was changed."""
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "token"], name="one_ranking_for_a_token")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Champion(models.Model):
    """Who won a season that no board knows: written into the champions' list by hand."""

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="champions")
    season = models.CharField(max_length=20)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80, blank=True)
    """Where it is nobody whom the club knows."""
    amount = models.CharField(max_length=20, blank=True)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ranking", "token"], name="one_champion_for_a_token")]
        ordering = ["-season", "pk"]

    def __str__(self) -> str:
        return f"{self.ranking_id} {self.season}"
