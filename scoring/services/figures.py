"""What the tallies of a club say: of one person, of two, of everybody, and the records. No page asks for hands.

The year None is all years, the game "" all games. Ids that rows hold are led to the real person (`people_of`); who was
merged into somebody counts as that one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import ExtractYear

from clubs import queries
from clubs.models import Attendance, Club, Evening, Player
from scoring.models import ContractTally, DayTally, Feat, PairTally, PersonTally, YearTally
from scoring.services.tallies import ALL_GAMES, ALL_YEARS

People = Mapping[int, Player]
ENOUGH_CONTRACTS = 20
"""Fewer say nothing about how good somebody is."""


@dataclass(slots=True)
class Figures:
    """What sheets of one person add up to, in the words of `PersonTally`."""

    sheets: int = 0
    hands: int = 0
    won: int = 0
    lost: int = 0
    bummerl_given: int = 0
    bummerl_taken: int = 0
    schneider_given: int = 0
    schneider_taken: int = 0
    retour_given: int = 0
    retour_taken: int = 0
    made: int = 0
    failed: int = 0
    cents: int = 0

    def add(self, row: Mapping[str, Any]) -> None:
        for name in NAMES:
            setattr(self, name, getattr(self, name) + row[name])

    @property
    def contracts(self) -> int:
        return self.made + self.failed

    @property
    def percent(self) -> int:
        """How many of a hundred contracts came off."""
        return (200 * self.made + self.contracts) // (2 * self.contracts) if self.contracts else 0


NAMES = tuple(one.name for one in fields(Figures))


@dataclass(slots=True)
class Pair:
    """How somebody fared with and against another: won and lost together, won and lost against."""

    won: int = 0
    lost: int = 0
    beat: int = 0
    beaten: int = 0

    def add(self, won: int, lost: int, beat: int, beaten: int) -> None:
        self.won += won
        self.lost += lost
        self.beat += beat
        self.beaten += beaten


@dataclass(slots=True)
class Day:
    """Somebody's evening."""

    day: date
    sheets: int = 0
    hands: int = 0
    won: int = 0
    lost: int = 0
    bummerl_given: int = 0
    bummerl_taken: int = 0
    cents: int = 0


OF_A_DAY = tuple(one.name for one in fields(Day))[1:]


@dataclass(slots=True)
class Person:
    """Everything a player's page says."""

    years: list[int]
    """All in which this person played."""
    all_games: list[str]
    games: dict[str, Figures]
    contracts: dict[tuple[str, str], tuple[int, int]]
    """(game, contract) -> how often it was made and lost."""
    others: dict[int, Pair]
    days: list[Day]
    evenings: int = 0


def of_person(club: Club, people: People, player: Player, *, year: int | None = None, game: str = "") -> Person:
    """Six queries, however much was played."""
    ids = queries.ids_of(people, player)
    rows = list(PersonTally.objects.filter(club=club, player_id__in=ids, sheets__gt=0).values())
    games: dict[str, Figures] = {}
    for row in rows:
        if year in (None, row["year"]) and game in ("", row["game"]):
            games.setdefault(row["game"], Figures()).add(row)
    made = ContractTally.objects.filter(club=club, player_id__in=ids).filter(_asked(year, game))
    there = Attendance.objects.filter(player_id__in=ids, evening__club=club)
    if year is not None:
        there = there.filter(evening__day__year=year)
    return Person(
        years=sorted({row["year"] for row in rows}, reverse=True),
        all_games=sorted({row["game"] for row in rows}),
        games=dict(sorted(games.items(), key=lambda one: -one[1].sheets)),
        contracts={
            (key, contract): (won, lost)
            for key, contract, won, lost in made.values_list("game", "contract")
            .annotate(Sum("made"), Sum("failed"))
            .order_by("game", "contract")
            if won or lost
        },
        others=pairs(club, people, year=year, game=game, ids=ids).get(player.pk, {}),
        days=days_of(club, ids, year=year, game=game),
        evenings=there.aggregate(count=Count("evening", distinct=True))["count"],
    )


def _asked(year: int | None, game: str) -> Q:
    asked = Q() if year is None else Q(year=year)
    return asked & Q(game=game) if game else asked


def days_of(club: Club, ids: Iterable[int], *, year: int | None, game: str) -> list[Day]:
    """The evenings of one person in their order."""
    rows = DayTally.objects.filter(club=club, player_id__in=ids, game=game or ALL_GAMES, sheets__gt=0)
    if year is not None:
        rows = rows.filter(day__year=year)
    days: dict[date, Day] = {}
    for row in rows.order_by("day").values("day", *OF_A_DAY):
        day = days.setdefault(row["day"], Day(row["day"]))
        for name in OF_A_DAY:
            setattr(day, name, getattr(day, name) + row[name])
    return list(days.values())


def pairs(
    club: Club, people: People, *, year: int | None, game: str, ids: Iterable[int] | None = None
) -> dict[int, dict[int, Pair]]:
    """Who fared how with and against whom, from the side of each of the two. One query.

    Of all games together it is legs that count, so only games that have them.
    """
    rows = PairTally.objects.filter(club=club, year=ALL_YEARS if year is None else year, game=game or ALL_GAMES)
    if ids is not None:
        ids = list(ids)
        rows = rows.filter(Q(player_id__in=ids) | Q(other_id__in=ids))
    found: dict[int, dict[int, Pair]] = {}
    for one, other, won, lost, beat, beaten in rows.values_list(
        "player_id", "other_id", "won", "lost", "beat", "beaten"
    ):
        first, second = people[one].pk, people[other].pk
        if first == second or not (won or lost or beat or beaten):
            continue
        found.setdefault(first, {}).setdefault(second, Pair()).add(won, lost, beat, beaten)
        found.setdefault(second, {}).setdefault(first, Pair()).add(won, lost, beaten, beat)
    return found


# --- everybody -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Year:
    """One year of a club."""

    year: int
    evenings: int = 0
    sheets: int = 0
    hands: int = 0
    legs: int = 0
    people: dict[int, Figures] = field(default_factory=dict)


def years_of(club: Club, people: People, *, game: str) -> list[Year]:
    """Every year the club has played in, the latest first, with what everybody's sheets add up to. Three queries."""
    years: dict[int, Year] = {}
    played = YearTally.objects.filter(club=club, sheets__gt=0).filter(_asked(None, game)).order_by("-year")
    for number, sheets, hands, legs in played.values_list("year").annotate(Sum("sheets"), Sum("hands"), Sum("legs")):
        years[number] = Year(number, sheets=sheets, hands=hands, legs=legs)
    evenings = Evening.objects.filter(club=club).annotate(year=ExtractYear("day")).values_list("year").order_by("year")
    for number, count in evenings.annotate(Count("pk")):
        if number in years:
            years[number].evenings = count
    rows = PersonTally.objects.filter(club=club, sheets__gt=0).filter(_asked(None, game))
    summed = rows.values_list("year", "player_id").order_by("year").annotate(*map(Sum, NAMES))
    for number, player, *sums in summed:
        figures = years[number].people.setdefault(people[player].pk, Figures())
        figures.add(dict(zip(NAMES, sums, strict=True)))
    return list(years.values())


def games_of(club: Club) -> list[str]:
    """The games the club has played, the most played first."""
    games = YearTally.objects.filter(club=club, sheets__gt=0).values_list("game").annotate(count=Sum("sheets"))
    return [game for game, _count in games.order_by("-count", "game")]


def table_of_people(years: Iterable[Year], year: int | None) -> dict[int, Figures]:
    """What everybody's sheets add up to in one year or in all."""
    table: dict[int, Figures] = {}
    for one in years:
        if year in (None, one.year):
            for player, figures in one.people.items():
                table.setdefault(player, Figures()).add({name: getattr(figures, name) for name in NAMES})
    return table


# --- records -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """The most there ever was of something: what, how much, who (by id), when, and on which sheet where it was one."""

    what: str
    amount: int
    players: tuple[int, ...] = ()
    day: date | None = None
    sheet: int | None = None
    watch_secret: str = ""
    of: int = 0
    """Of how many, where the amount is a share in percent."""


TIED = 100
"""So many who share a record are looked for."""


def records(club: Club, people: People, table: Mapping[int, Figures], *, year: int | None, game: str) -> list[Record]:
    """The club's records in a year and game. Always the same number of queries."""
    found = [
        _of_a_day(club, people, "bummerl_taken", year, game),
        _of_a_day(club, people, "bummerl_given", year, game),
        _of_a_day(club, people, "hands", year, game),
        _feat(club, people, Feat.What.SERIES, year, game),
        _feat(club, people, Feat.What.POT, year, game),
        _best_contracts(table),
        _most_evenings(club, people, year),
    ]
    return [one for one in found if one is not None]


def _in_year(rows: QuerySet[Any], year: int | None) -> QuerySet[Any]:
    return rows if year is None else rows.filter(day__year=year)


def _of_a_day(club: Club, people: People, what: str, year: int | None, game: str) -> Record | None:
    """The most somebody had of `what` in one evening; of several evenings the first, with everybody who had as much.

    Rows of people who were written under several names are added up first; of all others the highest row is it.
    """
    rows = _in_year(DayTally.objects.filter(club=club, game=game or ALL_GAMES), year)
    several = _under_several_names(people)
    best = rows.exclude(player_id__in=several).order_by(f"-{what}", "day", "player_id")
    candidates = [(amount, day, player) for player, day, amount in best.values_list("player_id", "day", what)[:TIED]]
    added: dict[tuple[date, int], int] = {}
    for player, day, amount in rows.filter(player_id__in=several).values_list("player_id", "day", what):
        key = (day, people[player].pk)
        added[key] = added.get(key, 0) + amount
    candidates += [(amount, day, player) for (day, player), amount in added.items()]
    amount, day, _player = max(candidates, key=lambda one: (one[0], -one[1].toordinal()), default=(0, None, 0))
    holders = tuple(sorted(player for *best_of, player in candidates if best_of == [amount, day]))
    return Record(f"{what}_in_an_evening", amount, holders, day) if amount else None


def _under_several_names(people: People) -> list[int]:
    merged = {real.pk for pk, real in people.items() if pk != real.pk}
    return [pk for pk, real in people.items() if real.pk in merged]


def _feat(club: Club, people: People, what: Feat.What, year: int | None, game: str) -> Record | None:
    """The highest; whoever has it on the same sheet too is named with them."""
    rows = _in_year(Feat.objects.filter(club=club, what=what), year)
    if game:
        rows = rows.filter(game=game)
    best = list(
        rows.order_by("-amount", "day", "sheet_id", "player_id").values_list(
            "sheet_id", "amount", "player_id", "day", "sheet__watch_secret"
        )[:6]
    )
    if not best:
        return None
    sheet, amount, _player, day, secret = best[0]
    names = [people[one[2]].pk for one in best if one[:2] == (sheet, amount) and one[2] is not None]
    return Record(what, amount, tuple(dict.fromkeys(names)), day, sheet, secret)


def _best_contracts(table: Mapping[int, Figures]) -> Record | None:
    """Whose contracts came off most often, of those who have played enough of them."""
    enough = {player: one for player, one in table.items() if one.contracts >= ENOUGH_CONTRACTS}

    def order(player: int) -> tuple[int, int]:
        one = enough[player]
        return 1000 * one.made // one.contracts, one.contracts

    best = max(enough, key=order, default=None)
    if best is None:
        return None
    return Record("contracts", enough[best].percent, (best,), of=enough[best].contracts)


def _most_evenings(club: Club, people: People, year: int | None) -> Record | None:
    rows = Attendance.objects.filter(evening__club=club)
    if year is not None:
        rows = rows.filter(evening__day__year=year)
    several = _under_several_names(people)
    one_name = rows.exclude(player_id__in=several).values_list("player_id").order_by("player_id")
    counted = dict(one_name.annotate(Count("pk")))
    added: dict[int, set[int]] = {}
    for player, evening in rows.filter(player_id__in=several).values_list("player_id", "evening_id"):
        added.setdefault(people[player].pk, set()).add(evening)
    counted |= {player: len(evenings) for player, evenings in added.items()}
    most = max(counted.values(), default=0)
    holders = tuple(sorted(player for player, evenings in counted.items() if evenings == most))
    return Record("evenings", most, holders) if most else None
