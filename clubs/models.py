"""Who plays: clubs and their people."""

from django.db import models


class Club(models.Model):
    """A round of people who play together; only a `public` club has a page for everybody."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    public = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody a club knows by name; a guest at a table needs none of this."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_player_of_a_name_in_a_club")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
