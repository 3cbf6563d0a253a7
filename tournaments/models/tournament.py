"""One tournament of a club."""

from django.db import models
from django.utils import timezone

from clubs.models import Club, RuleVersion, User


class Tournament(models.Model):
    """A competition with one plan. Whoever changes anything of it takes its row first (`services.turns`)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(max_length=80)
    day = models.DateField()
    place = models.CharField(max_length=80, blank=True)
    game = models.CharField(max_length=20, blank=True)
    """Key of a game the engine knows; nothing for a neighbouring game that is run by table results."""
    game_name = models.CharField(max_length=40, blank=True)
    """What such a game is called (Schafkopf, Tarock, Watten …)."""
    rule_version = models.ForeignKey(
        RuleVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    house_rules = models.JSONField(default=dict)
    """The house rules of every sheet; frozen with the first round."""
    plan = models.JSONField(default=dict)
    """`formats.plan.Plan`; frozen with the first round, later changes are warned of and logged."""
    notes = models.TextField(max_length=2000, blank=True)
    """What else stands on the rule sheet, in the organiser's words."""
    seed = models.CharField(max_length=40)
    """Shown before the draw; round 3 is drawn with "<seed>/3", drawn again with "<seed>/3/2"."""
    secret = models.CharField(max_length=32, unique=True)
    """What the addresses of its tables are made of."""
    seq = models.PositiveIntegerField(default=0)
    """How often anything of it was changed."""
    started_at = models.DateTimeField(null=True, blank=True)
    """When its first round was published."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """When its places were made final."""
    revealed = models.PositiveSmallIntegerField(null=True, blank=True)
    """So many lines of the standings are shown, from the last place on, while they are read out; none: nobody reads.
    `services.reading_out.ALL_READ`: all was read, and stays public also before the places are final."""
    names_gone = models.BooleanField(default=False)
    """Whether its mark has moved since names are no longer told outside (`services.public_until` decides that)."""
    brought = models.JSONField(default=dict, blank=True)
    """What came along from another installation and has no row here: which account did what there, by its name."""
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "token"], name="one_tournament_for_a_token")]
        indexes = [models.Index(fields=["club", "-day"], name="tournaments_of_a_club")]
        ordering = ["-day", "-pk"]

    def __str__(self) -> str:
        return self.name
