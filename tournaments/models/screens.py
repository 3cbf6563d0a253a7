"""The screens of the hall."""

from django.db import models

from tournaments.models.tournament import Tournament


class Screen(models.Model):
    """A projector or a television: an address of its own that shows one thing after the other."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(max_length=40)
    secret = models.CharField(max_length=32, unique=True)
    """Its address; whoever has it sees what is public, and nothing else."""
    shows = models.JSONField(default=list)
    """What it shows, what all show just now instead, and its colours (`services.screen_program`)."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "token"], name="one_screen_for_a_token")]
        ordering = ["tournament", "pk"]

    def __str__(self) -> str:
        return self.name
