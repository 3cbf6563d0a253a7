"""What only sheets know about two people: whether they ever sat at one table."""

from collections.abc import Collection

from scoring.models import Seat


def sat_together(some: Collection[int], others: Collection[int]) -> bool:
    """Whether one of the players of the first ids sits on a sheet with one of the second: then they are two people."""
    return Seat.objects.filter(player__in=some, sheet__seats__player__in=others).exists()
