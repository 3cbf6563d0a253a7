"""Boards: stored rankings that workers rebuild."""

from django.db import models

from clubs.models import Club
from seasons.models.cups import Cup
from seasons.models.leagues import Division
from seasons.models.rankings import Ranking
from seasons.models.ratings import Rating


class Board(models.Model):
    """A stored table of places: from what it was computed, and where a computation that runs has got to.

    What is due is a row of this table; a queue may forget everything (`services.boards`).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="boards")
    ranking = models.ForeignKey(Ranking, null=True, blank=True, on_delete=models.CASCADE, related_name="boards")
    season = models.SmallIntegerField(default=0)
    """The year in which a ranking's season begins; 0: all time."""
    cup = models.OneToOneField(Cup, null=True, blank=True, on_delete=models.CASCADE, related_name="board")
    division = models.OneToOneField(Division, null=True, blank=True, on_delete=models.CASCADE, related_name="board")
    rating = models.OneToOneField(Rating, null=True, blank=True, on_delete=models.CASCADE, related_name="board")

    basis = models.JSONField(default=dict)
    """Of every source it was computed from: how many rows there were and which was the newest. Empty: never yet."""
    computed_at = models.DateTimeField(null=True, blank=True)
    seq = models.PositiveIntegerField(default=0)
    """How often what it shows was changed."""

    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """Since when (after a failure: from when on) it is to be computed again; none: nothing newer is known."""
    queued_at = models.DateTimeField(null=True, blank=True)
    """When its task was last put into a queue; none: no task waits."""
    lease = models.CharField(max_length=32, blank=True)
    """Of the worker that computes it; only who holds it writes."""
    lease_until = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    """How often in a row it could not be computed."""
    part = models.JSONField(default=dict)
    """Where a long computation goes on; empty: none is half done."""
    began_with = models.JSONField(default=dict)
    """The basis when a long computation began: what came in between its parts is newer."""
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    """How much of a long computation is done, and of how much."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ranking", "season"], name="one_board_of_a_season"),
            models.CheckConstraint(
                condition=models.Q(ranking__isnull=False)
                | models.Q(cup__isnull=False)
                | models.Q(division__isnull=False)
                | models.Q(rating__isnull=False),
                name="a_board_is_of_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Row(models.Model):
    """One line of a board. A board may hold several tables: women, teams, towns."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="rows")
    table = models.CharField(max_length=60, default="", blank=True)
    """"": the board's own; else which of its further tables."""
    subject = models.BigIntegerField()
    """The id of a player or of a team; for tables of groups a number within the board."""
    place = models.PositiveIntegerField(null=True, blank=True)
    """None: outside the ranking."""
    shared = models.BooleanField(default=False)
    order = models.PositiveIntegerField()
    """How the lines stand, those without a place too."""
    values = models.JSONField(default=dict)
    """Figures by column."""
    detail = models.JSONField(default=dict)
    """What counted, what did not and why, as codes and ids."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "table", "subject"], name="one_row_of_a_subject")]
        indexes = [models.Index(fields=["board", "table", "order"], name="rows_in_order")]
        ordering = ["board", "table", "order"]

    def __str__(self) -> str:
        return f"{self.board_id} {self.place} {self.subject}"


class Place(models.Model):
    """The place a subject had when the board stood at this day; written where it moved."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="places")
    table = models.CharField(max_length=60, default="", blank=True)
    subject = models.BigIntegerField()
    day = models.DateField()
    place = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "table", "subject", "day"], name="one_place_of_a_day")]
        ordering = ["board", "table", "subject", "day"]

    def __str__(self) -> str:
        return f"{self.board_id} {self.subject} {self.day} {self.place}"
