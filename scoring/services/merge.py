"""What only sheets, and tables drawn in a tournament, know about two people: whether they ever sat at one."""

from collections.abc import Collection

from scoring.models import Seat
from scoring.services.elsewhere import KEEPERS


def sat_together(some: Collection[int], others: Collection[int]) -> bool:
    """Whether one of the players of the first ids sits on a sheet with one of the second: then they are two people."""
    on_a_sheet = Seat.objects.filter(player__in=some, sheet__seats__player__in=others).exists()
    return on_a_sheet or any(keeper.sat_together(some, others) for keeper in KEEPERS)
