"""How a name is shown. Page, print, API, export, feed and log all ask here, nobody decides it again."""

from clubs.models import Player
from clubs.models.people import Shown

NOBODY = "N. N."
"""Stands for a name that is not to be said."""


def public_name(player: Player) -> str:
    """The name for everybody outside the club, as this person chose it (or the club for them)."""
    if player.shown == Shown.FULL:
        return player.name
    if player.shown == Shown.HIDDEN:
        return NOBODY
    if player.shown == Shown.NICKNAME and player.nickname:
        return player.nickname
    first, *others = player.name.split()
    return f"{first} {others[-1][0]}." if others else first


def name_for(player: Player, *, inside: bool) -> str:
    """The name for a reader who is `inside` the club, or not."""
    return player.name if inside else public_name(player)
