"""Who is rated, and as whom: rows that were merged are led together, and in a region an account is one person.

Whoever does not want to be rated, or was erased, is a stranger on every sheet.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from clubs.models import Membership, Player
from clubs.models.people import Shown
from clubs.queries import led
from seasons.models import Rating, RegionClub

MODEL = 2
"""Changes as soon as the same games come to other figures, so that all of it is reckoned again."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who sat there, by the ids of players on sheets."""

    clubs: tuple[int, ...]
    real: dict[int, int]
    """Id of a player -> id of the person, where it is another one."""
    strangers: frozenset[int]
    """Ids of players whose games count as a stranger's."""
    mark: str
    """Another as soon as anybody is somebody else."""

    def person(self, player: int | None) -> int | None:
        if player is None or player in self.strangers:
            return None
        return self.real.get(player, player)


def clubs_of(rating: Rating) -> tuple[int, ...]:
    """Whose sheets count."""
    if rating.region_id is None:
        return (rating.club_id,)
    members = RegionClub.objects.filter(region=rating.region_id).order_by("club")
    return tuple(members.values_list("club", flat=True))


def who_is_who(rating: Rating) -> Who:
    """Two queries at most, four in a region; nobody who is simply themselves is read."""
    clubs = clubs_of(rating)
    odd = Q(merged_into__isnull=False) | Q(rated=False) | Q(erased_at__isnull=False)
    rows = Player.objects.filter(odd, club__in=clubs).order_by("pk")
    into, off = dict[int, int](), set[int]()
    for pk, merged, rated, erased in rows.values_list("pk", "merged_into", "rated", "erased_at"):
        if merged is not None:
            into[pk] = merged
        if not rated or erased is not None:
            off.add(pk)
    real = {pk: led(into, pk) for pk in into}
    if rating.region_id is not None:
        real |= one_for_an_account(clubs, real, off)
    # Whether somebody is rated says the row that they are now; one who has another in the region is led there after.
    strangers = off - into.keys() | {pk for pk in into if led(into, pk) in off}
    real = {pk: person for pk, person in real.items() if pk not in strangers}
    told = json.dumps([MODEL, clubs, sorted(real.items()), sorted(strangers)])
    return Who(clubs, real, frozenset(strangers), hashlib.sha256(told.encode()).hexdigest()[:32])


def one_for_an_account(clubs: Iterable[int], real: dict[int, int], off: set[int]) -> dict[int, int]:
    """Of an account that plays in several clubs, everybody is the one with the lowest id. Whoever is hidden in one of
    them stays somebody else there: nobody in another club may see that it is them."""
    inside = Membership.objects.filter(club__in=clubs, player__isnull=False)
    several = inside.values("user").annotate(count=Count("pk")).filter(count__gt=1).values("user")
    rows = inside.filter(user__in=several).values_list("user", "player")
    played = [(user, real.get(player, player)) for user, player in rows]
    hidden = Player.objects.filter(pk__in={player for _user, player in played}, shown=Shown.HIDDEN)
    apart, of_account = {*hidden.values_list("pk", flat=True)} if played else set[int](), dict[int, set[int]]()
    for user, player in played:
        if player not in apart:
            of_account.setdefault(user, set()).add(player)
    lowest = {
        player: min(players - off)
        for players in of_account.values()
        if len(players - off) > 1
        for player in players - off
    }
    aliases = {alias: lowest[person] for alias, person in real.items() if person in lowest}
    return {player: person for player, person in (lowest | aliases).items() if player != person}
