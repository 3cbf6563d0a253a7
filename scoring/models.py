"""The record of a table: facts are appended, never changed.

`Sheet.state` and `Sheet.totals` are the fold of the entries, written only together with a new entry
(`scoring.services.record`) and compared again by `manage.py check_sheets`.
"""

from django.db import models
from django.utils import timezone

from clubs.models import Club, Evening, Player, RuleVersion, User


class Sheet(models.Model):
    """The record of one table: game, house rules (frozen here), seats and entries."""

    class Status(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="sheets")
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.SET_NULL, related_name="sheets")
    """The evening it began in, whenever it ends."""
    rule_version = models.ForeignKey(
        RuleVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="sheets"
    )
    """The club's house rules it was begun with; `house_rules` is what counts."""
    game = models.CharField(max_length=20)
    house_rules = models.JSONField(default=dict)
    first_dealer = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    totals = models.JSONField(default=dict)
    status = models.CharField(max_length=6, choices=Status, default=Status.OPEN)
    token = models.CharField(max_length=64, unique=True)
    write_secret = models.CharField(max_length=32, unique=True)
    watch_secret = models.CharField(max_length=32, unique=True)
    code = models.CharField(max_length=6, unique=True)
    started_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN


class Seat(models.Model):
    """A chair at the table and who sits on it; a guest needs no player row."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    name = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "position"], name="one_seat_at_a_position")]
        ordering = ["sheet", "position"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One immutable line on a sheet."""

    class Kind(models.TextChoices):
        HAND = "hand"
        VOID = "void"
        REPLACE = "replace"
        SEATS = "seats"
        CLOSE = "close"
        REOPEN = "reopen"

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    data = models.JSONField(default=dict)
    token = models.CharField(max_length=64)
    asked = models.CharField(max_length=64)
    """A hash of what was asked for, to tell a repeated request from another one with the same token."""
    device = models.CharField(max_length=32, blank=True)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The account that wrote it, where one was needed."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="one_entry_at_a_seq"),
            models.UniqueConstraint(fields=["sheet", "token"], name="one_entry_for_a_token"),
        ]
        ordering = ["sheet", "seq"]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Total(models.Model):
    """What the table signed: one amount in one unit per seat (seat null: the kitty), written by a close."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="signed")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="totals")
    unit = models.CharField(max_length=20)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seat", "unit"], name="one_total_of_a_unit"),
            models.UniqueConstraint(
                fields=["sheet", "unit"], condition=models.Q(seat=None), name="one_kitty_total_of_a_unit"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit} {self.amount}"
