"""Who of a club sits on the seats of its sheets: every name leads to one of its people, and nobody sits twice."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.db import IntegrityError, transaction

from clubs.models import Attendance, Club, Evening, Player
from clubs.queries import people_of
from clubs.services.evenings import hold
from clubs.services.people import seat_players
from scoring.games.core import Problem
from scoring.games.sheet import Refused


def people_at(club: Club, names: Sequence[str], kept: Mapping[str, int] = MappingProxyType({})) -> list[Player]:
    """The people who sit under these names, in order; a name that nobody knows becomes a guest of the club.

    `kept` are names that are known to be of a player (by id) already. Refused where two names are the same person. To
    be called inside a transaction.
    """
    who = people_of(club)
    players = {name: who[kept[name]] for name in names if name in kept}
    new = [name for name in names if name not in players]
    players.update(zip(new, _known_or_guests(club, new), strict=True) if new else ())
    seated = [players[name] for name in names]
    twice = [name for name, player in zip(names, seated, strict=True) if seated.count(player) > 1]
    if twice:
        raise Refused((Problem("same_person_twice", "players", {"names": ", ".join(twice)}),))
    return seated


def _known_or_guests(club: Club, names: Sequence[str]) -> list[Player]:
    """Another phone may add the very same guest at the same moment: then the name is known."""
    try:
        with transaction.atomic():
            return seat_players(club, names)
    except IntegrityError:
        return seat_players(club, names)


def sit_down(evening: Evening, players: Sequence[Player]) -> None:
    """Whoever sits at a table of the evening is there. Refused where it was settled; inside a transaction."""
    if not hold(evening):
        raise Refused((Problem("evening_closed"),))
    there = [Attendance(evening=evening, player=player) for player in players]
    Attendance.objects.bulk_create(there, ignore_conflicts=True)
