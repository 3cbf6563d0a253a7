"""Whether what runs by itself does run."""

from django.db import models


class Beat(models.Model):
    """When something that runs by itself was last seen at work: the sweep, mails, a nightly task."""

    name = models.CharField(max_length=80, unique=True)
    at = models.DateTimeField()
    told = models.JSONField(default=dict)
    """What it found or did, in figures."""

    def __str__(self) -> str:
        return self.name
