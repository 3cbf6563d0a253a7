"""An invitation as it is typed."""

from collections.abc import Mapping
from typing import Any

from clubs.forms.numbers import plain_number
from clubs.models import Club, Player
from clubs.services.core import Problem, Refused


def invitation_of(posted: Mapping[str, str], club: Club) -> dict[str, Any]:
    """What `invite` takes. Refused: a person that the club does not know."""
    chosen = posted.get("player", "")
    player = None
    if chosen:
        player = Player.objects.filter(club=club, pk=plain_number(chosen)).first()
        if player is None:
            raise Refused(Problem("no_such_person", "player"))
    return {
        "token": posted.get("token", ""),
        "role": posted.get("role", ""),
        "uses": plain_number(posted.get("uses", "")),
        "days": plain_number(posted.get("days", "")),
        "player": player,
    }
