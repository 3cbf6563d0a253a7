"""The record of a table: facts are appended, never changed.

`Sheet.state` and `Sheet.totals` are the fold of the entries, written only together with a new entry
(`scoring.services.record`) and compared again by `manage.py check_sheets`.
"""

from collections.abc import Callable

from django.db import models
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
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
    confirms = models.BooleanField(default=False)
    """Whether every side is asked if the result is right; nobody waits for the answer."""
    approves = models.JSONField(default=list, blank=True)
    """Keys of contracts that a director signs."""
    check_code = models.CharField(max_length=12, blank=True, db_index=True)
    """Of a closed sheet: tells whether a record is the one that the table signed (`services.check_code`)."""
    outside: Callable[[str], str] | None = None
    """No column: on a copy for strangers (`scoring.services.seen`), what a name on this sheet is called outside."""

    class Meta:
        indexes = [
            # All that a profile's page asks of its sheets, so that thousands of them need not be read.
            models.Index(fields=["rule_version", "started_at", "id", "evening"], name="sheets_under_a_version")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"  # not the code: who knows it may write

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
        CONFIRM = "confirm"
        """A side says whether the result is right."""
        APPROVE = "approve"
        """A director signs a hand."""

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
        indexes = [
            models.Index(
                Cast(KT("data__code"), models.TextField()),
                condition=models.Q(kind="close"),
                name="closes_by_check_code",
            )
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


# --- what the tables of a club add up to ---------------------------------------------------------------------------
# Written by a close and taken back when a sheet is opened again (`scoring.services.tallies`), so that no page of a club
# ever reads hands. Rows keep the player they were written for; readers lead merged people together.


class PersonTally(models.Model):
    """What the closed sheets of one person in one year and one game add up to.

    `won` and `lost` are legs in games with legs, hands in the others. The year is that of the evening.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    year = models.SmallIntegerField()
    game = models.CharField(max_length=20)
    sheets = models.IntegerField(default=0)
    hands = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    lost = models.IntegerField(default=0)
    bummerl_given = models.IntegerField(default=0)
    bummerl_taken = models.IntegerField(default=0)
    schneider_given = models.IntegerField(default=0)
    schneider_taken = models.IntegerField(default=0)
    retour_given = models.IntegerField(default=0)
    retour_taken = models.IntegerField(default=0)
    made = models.IntegerField(default=0)
    """Contracts that came off, and those that did not."""
    failed = models.IntegerField(default=0)
    cents = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player", "year", "game"], name="one_tally_of_a_person_and_year")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.year} {self.game}"


class YearTally(models.Model):
    """How much was played in one year and one game: closed sheets, their hands, legs that were finished."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    year = models.SmallIntegerField()
    game = models.CharField(max_length=20)
    sheets = models.IntegerField(default=0)
    hands = models.IntegerField(default=0)
    legs = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "year", "game"], name="one_tally_of_a_year")]

    def __str__(self) -> str:
        return f"{self.year} {self.game}"


class ContractTally(models.Model):
    """How often a contract came off for one person in one year, and how often it did not."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    year = models.SmallIntegerField()
    game = models.CharField(max_length=20)
    contract = models.CharField(max_length=40)
    made = models.IntegerField(default=0)
    failed = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player", "year", "game", "contract"], name="one_tally_of_a_contract_and_year"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.year} {self.contract}"


class PairTally(models.Model):
    """How two people fared with and against each other: legs in games with legs, hands in the others.

    `player` has the lower id. Year 0 stands for all years, game "" for all games with legs.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    year = models.SmallIntegerField()
    game = models.CharField(max_length=20, blank=True)
    won = models.IntegerField(default=0)
    """Won together."""
    lost = models.IntegerField(default=0)
    beat = models.IntegerField(default=0)
    """Won by `player` against `other`."""
    beaten = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player", "other", "year", "game"], name="one_tally_of_a_pair")
        ]
        indexes = [models.Index(fields=["club", "year", "game"], name="pairs_of_a_club")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.other_id} {self.year} {self.game}"


class DayTally(models.Model):
    """One person's evening. `won` and `lost` are legs; game "" stands for all games."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    game = models.CharField(max_length=20, blank=True)
    sheets = models.IntegerField(default=0)
    hands = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    lost = models.IntegerField(default=0)
    bummerl_given = models.IntegerField(default=0)
    bummerl_taken = models.IntegerField(default=0)
    cents = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player", "day", "game"], name="one_tally_of_a_day")]
        indexes = [
            models.Index(fields=["club", "game", "-hands"], name="days_by_hands"),
            models.Index(fields=["club", "game", "-bummerl_given"], name="days_by_bummerl_given"),
            models.Index(fields=["club", "game", "-bummerl_taken"], name="days_by_bummerl_taken"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day} {self.game}"


class Feat(models.Model):
    """What may be a record: the longest series of legs somebody won on one sheet, or the highest pot of a sheet."""

    class What(models.TextChoices):
        SERIES = "series"
        POT = "pot"

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="feats")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    """Nobody's where it is the whole table's."""
    what = models.CharField(max_length=8, choices=What)
    game = models.CharField(max_length=20)
    day = models.DateField()
    amount = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["club", "what", "-amount"], name="feats_of_a_club")]

    def __str__(self) -> str:
        return f"{self.what} {self.amount}"


# --- what seasons are made of --------------------------------------------------------------------------------------
# Written by a close beside the tallies and gone when the sheet is opened again, so that whoever adds up a season sees
# by how many rows there are, and by the newest, whether anything is new.


class Score(models.Model):
    """What one person's closed sheet came to."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="scores")
    position = models.PositiveSmallIntegerField()
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    day = models.DateField()
    """The evening's, or the day it began on in the club's own time."""
    at_evening = models.BooleanField()
    """Whether it was played at an evening of the club; else at a table of a tournament, say."""
    hands = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    """Legs in games with legs, hands in the others, as in the tallies."""
    lost = models.PositiveIntegerField()
    bummerl_given = models.PositiveIntegerField()
    bummerl_taken = models.PositiveIntegerField()
    points = models.BigIntegerField()
    cents = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "position"], name="one_score_of_a_seat")]
        # With all that boards ask to know whether anything is new, so that the index alone answers.
        indexes = [models.Index(fields=["club", "game", "day", "at_evening", "id"], name="scores_of_a_season")]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.player_id}"


class Course(models.Model):
    """Who won against whom on one closed sheet, game by game in their order; for ratings.

    A game is a leg in games with legs, a hand in the others.
    """

    sheet = models.OneToOneField(Sheet, on_delete=models.CASCADE, related_name="course")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    day = models.DateField()
    people = models.JSONField()
    """Ids of players by seat; null: nobody the club knows."""
    games = models.TextField()
    """Seats of the winners, ">", seats of the losers, with a comma between those who do not play together: "02>13",
    "0,3>12"; a space between games."""

    class Meta:
        indexes = [models.Index(fields=["club", "game", "day", "sheet"], name="courses_of_a_club")]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.games[:20]}"
