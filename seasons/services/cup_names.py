"""What the rows of a cup's board speak of by ids, by name: events, people, teams and towns."""

from collections.abc import Iterable, Mapping

from clubs import queries
from clubs.models import Player
from clubs.names import NOBODY, name_for, public_names
from seasons.models import Cup, Row
from seasons.services.cup_facts import Held, listed, tournaments_in
from seasons.services.cups_board import TEAMS, number_of
from seasons.services.public_until import end_of_cup, is_over
from seasons.services.ranking_lines import Sees, everybody
from tournaments.models import Entrant


def events_by_key(cup: Cup) -> dict[str, Held]:
    return {one.key: one for one in listed(cup)}


class Names:
    """What the people of a club are called, inside or for everybody; whoever is not there any more is "–"."""

    def __init__(self, cup: Cup, ids: Iterable[int], *, inside: bool) -> None:
        self.who: Mapping[int, Player] = queries.people_of(cup.club)
        known = {*self.who}
        players = {pk: self.who[pk] for pk in ids if pk in known}
        outside = {} if inside else public_names(players.values())
        if outside and is_over(cup.club, end_of_cup(cup)):
            outside = dict.fromkeys(outside, NOBODY)
        self.names = {
            pk: name_for(player, inside=True) if inside else outside[player.pk] for pk, player in players.items()
        }

    def seen(self, pk: int, sees: Sees) -> bool:
        return pk in self.names and sees(self.who[pk])

    def all_seen(self, row: Row, sees: Sees) -> bool:
        """Of a team or town: not where somebody's share may not be seen, for the others' and the total give it away."""
        return sees is everybody or all(sees(self.who[pk]) for pk in players_in(row) if pk in self.names)

    def __getitem__(self, pk: int) -> str:
        return self.names.get(pk, "–")


def players_in(row: Row) -> set[int]:
    """Whose results are in the row of a team or town."""
    return {one["player"] for one in row.detail["shares"]}


def group_names(cup: Cup, table: str) -> dict[int, str]:
    """Number of a row -> how the team or town is written; of several ways the one that comes first."""
    if table == TEAMS:
        cards = Entrant.objects.filter(tournament__in=tournaments_in(cup))
        written = list(cards.exclude(group="").order_by("group").values_list("group", flat=True).distinct())
    else:
        people = Player.objects.filter(club=cup.club, erased_at=None).exclude(place="")
        written = list(people.order_by("place").values_list("place", flat=True).distinct())
    names = dict[int, str]()
    for one in written:
        names.setdefault(number_of(one), one)
    return names
