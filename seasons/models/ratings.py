"""Ratings: how good somebody is at one game, in one club or in a region of several."""

from django.db import models
from django.utils import timezone

from clubs.models import Club, Player, User


class Region(models.Model):
    """Clubs that are rated together."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="regions")
    """The club that made it and may dissolve it."""
    name = models.CharField(max_length=60)
    secret = models.CharField(max_length=32, unique=True)
    """With it a club joins."""
    created_at = models.DateTimeField(default=timezone.now)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "token"], name="one_region_for_a_token")]

    def __str__(self) -> str:
        return self.name


class RegionClub(models.Model):
    """A club that has joined a region, the one that made it too."""

    region = models.ForeignKey(Region, on_delete=models.CASCADE, related_name="members")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    joined_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["region", "club"], name="once_in_a_region")]

    def __str__(self) -> str:
        return f"{self.region_id} {self.club_id}"


class Rating(models.Model):
    """One game, rated in a club or in a region."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings")
    """The region's own club, where it is a region's."""
    region = models.ForeignKey(Region, null=True, blank=True, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=20)
    provisional = models.PositiveSmallIntegerField(default=20)
    """Whoever has played fewer games (legs, or hands) has no place yet."""
    public = models.BooleanField(default=False)
    secret = models.CharField(max_length=32, unique=True)
    seq = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "game"], condition=models.Q(region=None), name="one_rating_of_a_game"
            ),
            models.UniqueConstraint(fields=["region", "game"], name="one_rating_of_a_game_in_a_region"),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.club_id} {self.game}"


class RatingPoint(models.Model):
    """Where somebody stood at the end of a day on which they played."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="points")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    """Rated so far, this day included."""
    meetings = models.JSONField(default=dict)
    """With and against whom on this day, by the id of the other one: games together, won, expected to be won (in
    ten-thousandths), and the same three against each other."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating", "player", "day"], name="one_rating_point_of_a_day")]
        indexes = [models.Index(fields=["rating", "day"], name="rating_points_of_a_day")]

    def __str__(self) -> str:
        return f"{self.rating_id} {self.player_id} {self.day}"


class RatingDay(models.Model):
    """A day that has been reckoned: its points are there, and say what followed from all that was played until then."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="days")
    day = models.DateField()
    mark = models.CharField(max_length=32)
    """Of everything it followed from: who is who, and the sheets of this day and of all before."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating", "day"], name="one_rating_day_of_a_day")]

    def __str__(self) -> str:
        return f"{self.rating_id} {self.day}"
