"""Who changed what in a club, and what it was before."""

from django.db import models
from django.utils import timezone

from clubs.models.accounts import User
from clubs.models.club import Club
from clubs.models.people import Player


class Change(models.Model):
    """One immutable line of the log that owners read: a role, a rule, a person, a setting, a booking."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=254, blank=True)
    """What the account was called then: it may be renamed or deleted, and the line still says who it was."""
    what = models.CharField(max_length=40)
    """A code; `clubs.messages` has the words."""
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="changes")
    """Whom it is about, so that erasing a person also empties what was written down of them here."""
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="changes_of_a_club")]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.what
