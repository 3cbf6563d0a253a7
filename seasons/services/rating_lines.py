"""What a rating shows: its lines with names, and one person's course, partners and opponents.

Inside a club everybody of it has their full name. In a region, people of the other clubs have the name that they chose
for outside, and whoever chose to be hidden has no page there. For everybody else all names are those for outside.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from clubs import queries
from clubs.models import Club, Player
from clubs.models.people import Shown as NameShown
from clubs.names import NOBODY, name_for, public_names
from seasons.formats.rating_days import Meeting
from seasons.models import Board, Rating, RatingPoint, Row
from seasons.services.public_until import still_named
from seasons.services.rated_people import Who
from seasons.services.ratings_board import BACK, figure, margin

AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody as this reader may know them."""

    name: str
    club: str
    """Which club they are from, in a region; else nothing."""
    page: bool
    """Whether this reader may look at their course."""
    player: Player


class Names:
    """How everybody in a rating is called, for readers in a club or (None) outside of all."""

    def __init__(self, rating: Rating, who: Who, persons: Iterable[int], club: Club | None) -> None:
        self.named = dict[int, Named]()
        wanted = set(persons)
        if club is not None:
            self._inside(club, who, wanted, told=rating.region is not None)
        self._outside(wanted - self.named.keys(), told=rating.region is not None, strangers=club is None)

    def _inside(self, club: Club, who: Who, wanted: Collection[int], *, told: bool) -> None:
        for player in set(queries.people_of(club).values()):
            person = who.real.get(player.pk, player.pk)
            if person in wanted:
                self.named[person] = Named(name_for(player, inside=True), club.name if told else "", True, player)

    def _outside(self, others: Collection[int], *, told: bool, strangers: bool) -> None:
        players, ids = list[Player](), sorted(others)
        for first in range(0, len(ids), AT_ONCE):
            players += Player.objects.filter(pk__in=ids[first : first + AT_ONCE]).select_related("club")
        names = public_names(players)
        lately = {club.pk: still_named(club) for club in {player.club for player in players}}
        for player in players:
            hidden = player.shown == NameShown.HIDDEN or player.erased_at is not None
            if (named := lately.get(player.club_id)) is not None and player.pk not in named:
                names[player.pk], hidden = NOBODY, True
            said = told and not hidden and (player.club.public or not strangers)
            self.named[player.pk] = Named(
                names[player.pk], player.club.name if said else "", not strangers and not hidden, player
            )

    def get(self, person: int) -> Named | None:
        return self.named.get(person)


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of a rating, as it is shown."""

    person: int
    place: int | None
    shared: bool
    figure: int
    margin: int
    games: int
    moved: int | None
    """Since `since`; None: was not there yet."""
    last: date
    outside: str
    named: Named

    @property
    def certain(self) -> int:
        return self.figure - self.margin


@dataclass(frozen=True, slots=True)
class Lines:
    shown: list[Shown]
    count: int
    since: date | None
    """What has moved is said since this day."""


def names_in(rating: Rating, board: Board, who: Who, persons: Iterable[int], club: Club | None) -> Names:
    """How these are called where they do not stand in the table: with the same numbers as there ("Anna H. 2")."""
    return Names(rating, who, {row.subject for row in rows_of(board, who)}.union(persons), club)


def rows_of(board: Board, who: Who) -> list[Row]:
    """Whoever has asked out of it is gone at once, though the board comes later."""
    gone = who.strangers | who.real.keys()
    return [row for row in board.rows.order_by("order") if row.subject not in gone]


def lines_of(
    rating: Rating, board: Board, who: Who, club: Club | None, *, first: int = 0, most: int | None = None
) -> Lines:
    """Those from `first` on, of all."""
    rows = rows_of(board, who)
    names = Names(rating, who, [row.subject for row in rows], club)
    shown = [
        Shown(
            row.subject, row.place, row.shared, row.values["figure"], row.values["margin"], row.values["games"],
            row.values["moved"], date.fromisoformat(row.values["last"]), row.detail.get("outside", ""), named,
        )
        for row in rows
        if (named := names.get(row.subject)) is not None
    ]  # fmt: skip
    newest = max((one.last for one in shown), default=None)
    end = None if most is None else first + most
    return Lines(shown[first:end], len(shown), newest - BACK if newest else None)


# --- one person ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """Where somebody stood at the end of a day."""

    day: date
    figure: int
    margin: int
    games: int
    """On this day."""
    moved: int | None


@dataclass(frozen=True, slots=True)
class Course:
    """Everything of one person in a rating, the oldest day first."""

    steps: list[Step]
    meetings: dict[int, Meeting]


def course_of(rating: Rating, who: Who, person: int) -> Course:
    """Partners and opponents who do not want to be rated any more are nobody."""
    steps, meetings = list[Step](), dict[int, Meeting]()
    rows = RatingPoint.objects.filter(rating=rating, player=person).order_by("day")
    games, before = 0, None
    for day, mu, sigma, so_far, met in rows.values_list("day", "mu", "sigma", "games", "meetings"):
        now = figure(mu)
        steps.append(Step(day, now, margin(sigma), so_far - games, None if before is None else now - before))
        games, before = so_far, now
        for other, amounts in met.items():
            if (known := who.person(int(other))) is not None:
                meetings.setdefault(known, Meeting()).add(Meeting(*amounts))
    return Course(steps, meetings)
