"""Rounds as they were drawn, their tables, what the tables handed in, and what they say besides."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import User
from scoring.models import Sheet
from tournaments.models.entrants import Entrant
from tournaments.models.tournament import Tournament


class Round(models.Model):
    """One drawn set of tables. Frozen when it is published: a later correction changes standings, never a draw."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.PositiveSmallIntegerField(default=0)
    """Index of its stage in the plan."""
    seed = models.CharField(max_length=60)
    attempt = models.PositiveSmallIntegerField(default=1)
    """The how manieth draw of this round it is."""
    by_hand = models.BooleanField(default=False)
    """Whether somebody moved cards after the draw, or set the tables themselves."""
    notes = models.JSONField(default=list)
    """What the draw could not keep."""
    standing = models.JSONField(default=list)
    """The start numbers, best first, that it was drawn from."""
    drawn_from = models.JSONField(default=dict, blank=True)
    """Everything it was drawn from (plan, cards without names, rounds before, adjustments): so that anybody can draw it
    again, also after a correction."""
    drawn_at = models.DateTimeField(default=timezone.now)
    drawn_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    clock_at = models.DateTimeField(null=True, blank=True)
    """When its clock was started: the signal that everybody begins."""
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """What its clock runs from; none: the plan's."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_of_a_number")]
        ordering = ["tournament", "number"]

    def __str__(self) -> str:
        return str(self.number)


class Table(models.Model):
    """One table of a round. Its result is the newest that counts; without one, its closed sheet's totals."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(Sheet, null=True, blank=True, on_delete=models.SET_NULL, related_name="table")
    scores = models.JSONField(null=True, blank=True)
    """What the desk's result makes for each seat (`formats.results`); none where nothing was typed."""
    seq = models.PositiveSmallIntegerField(default=0)
    """How many results were handed in, to tell who was first."""
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    """What this table has beyond the clock of its round."""
    seen_at = models.DateTimeField(null=True, blank=True)
    """When a phone last had the page of this table open, to the minute."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_of_a_number")]
        ordering = ["round", "number"]

    def __str__(self) -> str:
        return str(self.number)


class Seat(models.Model):
    """Where a card is in a round: on a seat of a table, or resting (no table)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField(default=0)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="nobody_in_two_places"),
            models.UniqueConstraint(fields=["table", "position"], name="one_card_on_a_seat"),
        ]
        ordering = ["round", "table", "position"]

    def __str__(self) -> str:
        return f"{self.round_id} {self.entrant_id}"


class Result(models.Model):
    """What was handed in for a table, written once; a correction is a new one with its reason."""

    class How(models.TextChoices):
        TYPED = "typed", _("typed")
        FIRST = "first", _("typed once")
        """The first of two entries that are compared: counts only when the second says the same."""
        WALKOVER = "walkover", _("not played")
        STRUCK = "struck", _("struck")
        SURVIVOR = "survivor", _("against oneself")
        SHEET = "sheet", _("the sheet counts")
        """The typed result is taken back and the table's sheet counts again."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    seq = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=8, choices=How, default=How.TYPED)
    rows = models.JSONField(default=list)
    """As it was typed: one mapping for each seat."""
    boards = models.JSONField(default=list)
    scores = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=120, blank=True)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The account at the desk; none where the table itself did it on a phone."""
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(default=timezone.now)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_result_at_a_seq"),
            models.UniqueConstraint(fields=["table", "token"], name="one_result_for_a_token"),
        ]
        ordering = ["table", "seq"]

    def __str__(self) -> str:
        return f"{self.table_id} {self.seq} {self.how}"


class Confirmation(models.Model):
    """Somebody says whether the result of a table is right; written once. It is about what was there then (`of`)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="confirmations")
    of = models.PositiveSmallIntegerField()
    """The `seq` of the table, when this was said: whatever was handed in since is not confirmed by it."""
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    """The card (its seat at the table) that says so; none: the director signs."""
    agrees = models.BooleanField()
    remark = models.CharField(max_length=120, blank=True)
    passed = models.BooleanField(default=False)
    """Said on the phone that the result was typed on, handed over."""
    device = models.CharField(max_length=32, blank=True)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "token"], name="one_confirmation_for_a_token")]
        ordering = ["table", "pk"]

    def __str__(self) -> str:
        return f"{self.table_id} {self.of} {self.position} {self.agrees}"


class Call(models.Model):
    """ "The director to table 7, please"."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    at = models.DateTimeField(default=timezone.now)
    device = models.CharField(max_length=32, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "token"], name="one_call_for_a_token"),
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(answered_at=None), name="one_open_call_of_a_table"
            ),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table_id} {self.at}"
