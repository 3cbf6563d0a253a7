"""How a club plays a game: named profiles ('Gasthaus Post'), each in versions that never change."""

from django.db import models
from django.utils import timezone

from clubs.models.accounts import User
from clubs.models.club import Club


class RuleProfile(models.Model):
    """A name for the way one game is played; its latest version counts for new sheets."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rule_profiles")
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=60)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "game", "name"], name="one_rule_profile_of_a_name")]
        ordering = ["game", "name"]

    def __str__(self) -> str:
        return self.name


class RuleVersion(models.Model):
    """The house rules as they were from one day on. A change makes a new version; sheets keep theirs."""

    profile = models.ForeignKey(RuleProfile, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    house_rules = models.JSONField(default=dict)
    made_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["profile", "number"], name="one_rule_version_of_a_number")]
        ordering = ["profile", "-number"]

    def __str__(self) -> str:
        return f"{self.profile} {self.number}"
