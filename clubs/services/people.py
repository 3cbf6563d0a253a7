"""The people of a club: who a typed name is, and adding somebody quickly."""

import unicodedata
from collections.abc import Sequence

from clubs import queries
from clubs.models import Club, Player


def same_name(name: str) -> str:
    """What two ways of writing the same name have in common: "Höß Anna" is "Anna Höß" is "anna hoess"."""
    plain = name.casefold()
    for letter, spelled in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        plain = unicodedata.normalize("NFC", plain).replace(letter, spelled)
    plain = "".join(one for one in unicodedata.normalize("NFD", plain) if not unicodedata.combining(one))
    return " ".join(sorted(plain.replace("-", " ").replace(".", " ").replace(",", " ").split()))


def seat_players(club: Club, names: Sequence[str]) -> list[Player]:
    """Who sits down under these names; a name nobody knows becomes a guest of the club.

    The name of somebody who was merged into another means the other one. To be called inside a transaction.
    """
    known = {same_name(player.name): player for player in club.players.all()}
    who = queries.people_of(club)
    seated = []
    for name in names:
        player = known.get(same_name(name))
        if player is None:
            player = Player.objects.create(club=club, name=name, guest=True)
            who[player.pk] = known[same_name(name)] = player
        seated.append(who[player.pk])
    return seated
