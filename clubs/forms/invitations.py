"""An invitation as it is typed."""

from collections.abc import Mapping
from typing import Any

from clubs.models import Club, Player
from clubs.services.core import Problem, Refused


def invitation_of(posted: Mapping[str, str], club: Club) -> dict[str, Any]:
    """What `invite` takes. Refused: a person that the club does not know."""
    chosen = posted.get("player", "")
    player = None
    if chosen:
        player = Player.objects.filter(club=club, pk=whole(chosen)).first()
        if player is None:
            raise Refused(Problem("no_such_person", "player"))
    return {
        "token": posted.get("token", ""),
        "role": posted.get("role", ""),
        "uses": whole(posted.get("uses", "")),
        "days": whole(posted.get("days", "")),
        "player": player,
    }


def whole(text: str) -> int:
    """The number that was typed; 0 for what is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
