"""Leagues: divisions, teams with their people, fixtures and match reports."""

from django.db import models
from django.utils import timezone

from clubs.models import Club, Player, User


class League(models.Model):
    """One season of a league, with one set of rules (`formats.league.Rules` as JSON). Changes move `seq`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=80)
    season = models.CharField(max_length=20)
    game = models.CharField(max_length=20, blank=True)
    rules = models.JSONField(default=dict)
    previous = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next")
    notes = models.TextField(max_length=2000, blank=True)
    public = models.BooleanField(default=False)
    secret = models.CharField(max_length=32, unique=True)
    """Its address for everybody, and that of its calendar."""
    seq = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "token"], name="one_league_for_a_token")]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.season}"


class Division(models.Model):
    """Those who play each other; level 1 is the highest."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    seed = models.CharField(max_length=40, blank=True)
    """Of the draw of its fixtures."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "level"], name="one_division_of_a_level")]
        ordering = ["league", "level"]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team or a pair of one division."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    """Its place in the fixtures."""
    name = models.CharField(max_length=60)
    venue = models.CharField(max_length=80, blank=True)
    secret = models.CharField(max_length=32, unique=True)
    """Whoever has it enters and confirms the reports of this team, without an account."""
    withdrawn_on = models.DateField(null=True, blank=True)
    struck = models.BooleanField(default=False)
    """Whether, withdrawn, none of its matches counts; else those that were played do, and the others are walk-overs."""
    previous = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="one_team_of_a_number"),
            models.UniqueConstraint(fields=["division", "token"], name="one_team_for_a_token"),
        ]
        ordering = ["division", "number"]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """Somebody on a team's list."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    stand_in = models.BooleanField(default=False)
    """Not of the team: may help out as often as the rules say."""
    captain = models.BooleanField(default=False)
    left_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "player"], name="once_on_a_team")]
        ordering = ["team", "pk"]

    def __str__(self) -> str:
        return f"{self.team_id} {self.player_id}"


class Deduction(models.Model):
    """Penalty points, taken from what a team has; cancelled, they stay on record."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="deductions")
    points = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=120)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "token"], name="one_deduction_for_a_token")]
        ordering = ["team", "pk"]

    def __str__(self) -> str:
        return f"{self.team_id} -{self.points}"


class Fixture(models.Model):
    """One match: who meets whom, where and when."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="home_fixtures")
    away = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="away_fixtures")
    day = models.DateField(null=True, blank=True)
    time = models.TimeField(null=True, blank=True)
    venue = models.CharField(max_length=80, blank=True)
    """Where it is not the home team's."""
    postponed_from = models.DateField(null=True, blank=True)
    """The day it should have been on, where it was postponed; without a `day` a new one is still to be found."""
    seq = models.PositiveIntegerField(default=0)
    """How often its result, its confirmation, its date or a team of it was changed; also the sequence of its calendar
    entry."""
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["division", "round", "home"], name="once_at_home_in_a_round")]
        ordering = ["division", "round", "pk"]

    def __str__(self) -> str:
        return f"{self.home_id} – {self.away_id}"


class Report(models.Model):
    """What a match came to, with its line-up, written once; the newest of a fixture counts."""

    class How(models.TextChoices):
        PLAYED = "played"
        WALKOVER = "walkover"
        STRUCK = "struck"
        """The match does not count at all."""
        OPEN = "open"
        """Taken back: it is still to be played, and what was reported before counts no more."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="reports")
    number = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=8, choices=How, default=How.PLAYED)
    boards = models.JSONField(default=list)
    """One for each board: who sat there at home and away (ids of players), and what each side made."""
    winner = models.ForeignKey(Team, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    """Of a walk-over; none: neither side came."""
    remark = models.CharField(max_length=120, blank=True)
    side = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The team that entered it; none: the secretary."""
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(default=timezone.now)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fixture", "number"], name="one_report_of_a_number"),
            models.UniqueConstraint(fields=["fixture", "token"], name="one_report_for_a_token"),
        ]
        ordering = ["fixture", "number"]

    def __str__(self) -> str:
        return f"{self.fixture_id} {self.number}"


class Word(models.Model):
    """A side says that a report is right, or with a remark that it is not; the newest of a side counts."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="words")
    side = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    agrees = models.BooleanField()
    remark = models.CharField(max_length=120, blank=True)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(default=timezone.now)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["report", "token"], name="one_word_for_a_token")]
        ordering = ["report", "pk"]

    def __str__(self) -> str:
        return f"{self.report_id} {self.side_id} {self.agrees}"
