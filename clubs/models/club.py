"""Clubs, who may do what in them, and how one gets in."""

from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models.accounts import User


def known_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("There is no time zone of this name."))


class NamesUntil(models.IntegerChoices):
    """For how many months after something is over everybody may read who took part (`clubs.names`)."""

    FOR_GOOD = 0, _("For good")
    ONE_MONTH = 1, _("One month")
    THREE_MONTHS = 3, _("Three months")
    ONE_YEAR = 12, _("One year")


class Club(models.Model):
    """A round of people who play together; only a `public` club has a page for everybody."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    public = models.BooleanField(default=False)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="de")
    time_zone = models.CharField(max_length=40, default="Europe/Vienna", validators=[known_time_zone])
    iban = models.CharField(max_length=34, blank=True)
    """Where dues are paid to; without spaces."""
    account_holder = models.CharField(max_length=70, blank=True)
    names_until = models.PositiveSmallIntegerField(choices=NamesUntil, default=NamesUntil.FOR_GOOD)
    """After so many months nobody outside reads who took part in what is over; inside nothing changes."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class FormerAddress(models.Model):
    """A short address the club once had: it still leads there, and nobody else gets it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_addresses")
    slug = models.SlugField(max_length=40, unique=True)

    def __str__(self) -> str:
        return self.slug


class Role(models.TextChoices):
    """What an account is in a club; `clubs.permissions` says what each may do."""

    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    TREASURER = "treasurer", _("Treasurer")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")


class Membership(models.Model):
    """An account in a club, with its role, and which of the club's people it is."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=9, choices=Role, default=Role.MEMBER)
    player = models.OneToOneField(
        "clubs.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="membership"
    )
    joined_at = models.DateTimeField(default=timezone.now)
    mails = models.BooleanField(default=False)
    """Whether this account wants its table by e-mail when a round is drawn."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_of_an_account")]

    def __str__(self) -> str:
        return f"{self.user} {self.role}"


class Invitation(models.Model):
    """A link into a club: who has it and an account gets the role, until it is used up, revoked or too old."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=9, choices=Role, default=Role.MEMBER)
    player = models.ForeignKey("clubs.Player", null=True, blank=True, on_delete=models.CASCADE)
    """Whom it is meant for: who accepts it becomes this one of the club's people."""
    secret = models.CharField(max_length=32, unique=True)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="invitations")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    uses_left = models.PositiveSmallIntegerField(default=1)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.club} {self.role}"
