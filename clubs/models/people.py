"""The people of a club. None of them needs an account."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models.accounts import User
from clubs.models.club import Club, Membership


class Shown(models.TextChoices):
    """How a name is shown to those who are not in the club (`clubs.names`)."""

    FULL = "full", _("Full name")
    INITIAL = "initial", _("First name and initial")
    NICKNAME = "nickname", _("Nickname")
    HIDDEN = "hidden", _("Hidden")


class Player(models.Model):
    """Somebody a club knows by name: a member or a guest."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    """First name first, as said at the table."""
    nickname = models.CharField(max_length=40, blank=True)
    place = models.CharField(max_length=60, blank=True)
    shown = models.CharField(max_length=8, choices=Shown, default=Shown.INITIAL)
    money_shown = models.BooleanField(default=False)
    """Whether other members may see the run of this person's money."""
    rated = models.BooleanField(default=True)
    """Whether this person appears in ratings; else whoever played with them played with a stranger."""
    guest = models.BooleanField(default=False)
    iban = models.CharField(max_length=34, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases")
    """The one this person turned out to be: rows stay where they are, so that parting again loses nothing."""
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_player_of_a_name_in_a_club")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Claim(models.Model):
    """'This guest was me': the guest's history goes to the account once both sides have agreed."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    """The guest whose history is claimed."""
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="claims")
    by_club = models.BooleanField()
    """Whether the club asked and the account has to agree, or the other way round."""
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    agreed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "membership"],
                condition=models.Q(answered_at=None),
                name="one_open_claim_to_a_guest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.membership}"
