"""A league that tests visit, written as rows: teams of the club's guests, two boards of pairs unless said otherwise."""

import itertools
import random
from datetime import date, timedelta
from typing import Any

from clubs.models import Player
from seasons.formats.circle import fixtures
from seasons.formats.league import Rules, write_rules
from seasons.formats.match_report import Seated
from seasons.models import Board, Division, Fixture, League, Member, Report, Team
from seasons.services.reports import Told, Writer, enter
from tests.club import House
from tests.services.table import new_token
from tournaments.formats.core import shuffled

VILLAGES = (
    "Natternbach",
    "Peuerbach",
    "Waizenkirchen",
    "Neukirchen",
    "Kopfing",
    "Engelhartszell",
    "Esternberg",
    "Haibach",
)
FIRST = date(2026, 10, 2)
_numbers = itertools.count(1)


def a_league(
    house: House, *, teams: int = 2, people: int = 4, stand_ins: int = 1, public: bool = True, **rules: Any
) -> League:
    """With one division and all fixtures, a week between rounds; `people` of each team, and so many stand-ins."""
    said = Rules(**{"boards": 2, "a_side": 2, "minimum": 2, **rules})
    number = next(_numbers)
    league = League.objects.create(
        club=house.club, name="Bezirksliga", season="2026/27", game="bauernschnapsen", rules=write_rules(said),
        public=public, secret=f"league-secret-{number:06}", token=f"league-{number}",
    )  # fmt: skip
    division = Division.objects.create(league=league, level=1, name="1. Klasse")
    there = [a_team(division, index, people, stand_ins) for index in range(1, teams + 1)]
    rounds = fixtures(shuffled(range(teams), random.Random(7)), said.twice)
    Fixture.objects.bulk_create(
        Fixture(division=division, round=round_, home=there[home], away=there[away],
                day=FIRST + timedelta(weeks=round_ - 1))
        for round_, pairs in enumerate(rounds, 1)
        for home, away in pairs
    )  # fmt: skip
    Board.objects.create(club=house.club, division=division)
    return league


def a_team(division: Division, number: int, people: int = 4, stand_ins: int = 1) -> Team:
    name = VILLAGES[(number - 1) % len(VILLAGES)]
    team = Team.objects.create(
        division=division, number=number, name=name, secret=f"team-secret-{next(_numbers):06}", token=f"team-{number}",
        venue=f"Wirt in {name}",
    )  # fmt: skip
    for index in range(1, people + stand_ins + 1):
        known = {"club": division.league.club, "name": f"{name[:4]}er Nr{index}"}
        player, _new = Player.objects.get_or_create(**known, defaults={"guest": True})
        Member.objects.create(team=team, player=player, stand_in=index > people, captain=index == 1)
    return team


def first_fixture(league: League) -> Fixture:
    return Fixture.objects.filter(division__league=league).select_related("home", "away", "division__league__club")[0]


def ids(team: Team, *, stand_ins: bool = False) -> list[int]:
    return list(team.members.filter(stand_in=stand_ins).order_by("pk").values_list("player_id", flat=True))


def seated(fixture: Fixture, *made: tuple[int, int], a_side: int = 2) -> list[Seated]:
    """A board for each pair of amounts, with the teams' own people in their order."""
    home, away = ids(fixture.home), ids(fixture.away)
    return [
        Seated(tuple(home[at : at + a_side]), tuple(away[at : at + a_side]), *amounts)
        for at, amounts in zip(range(0, 99, a_side), made, strict=False)
    ]


def told(fixture: Fixture, *made: tuple[int, int], remark: str = "") -> Told:
    return Told(boards=seated(fixture, *made), remark=remark)


def reported(fixture: Fixture, *made: tuple[int, int], side: Team | None = None, seen: int = 0, **more: Any) -> Report:
    """A report of this match, by the home team unless said otherwise."""
    writer = more.pop("writer", None) or Writer(side=side or fixture.home)
    return enter(fixture, told=told(fixture, *made, **more), writer=writer, seen=seen, token=new_token("report"))
