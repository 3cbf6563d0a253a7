"""A league made by its use cases, step by step."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change
from clubs.services.core import Refused
from seasons.models import Board, Division, Fixture, League, Row, Team
from seasons.services import boards, fixtures, leagues, teams
from seasons.services.fixtures import Days
from seasons.services.leagues import About
from tests.club import House
from tests.services.table import new_token

WON = ((3, 1), (2, 0))


def made(house: House, *divisions: str, token: str = "", **rules: Any) -> League:
    about = About("Bezirksliga", "2026/27", "bauernschnapsen")
    return leagues.create(
        house.club,
        by=house.users["owner"],
        token=token or new_token("league"),
        about=about,
        divisions=divisions or ["1. Klasse"],
        rules=rules,
    )


def add(league: League, *names: str, level: int = 1) -> list[Team]:
    division = league.divisions.get(level=level)
    return [teams.add(division, by=None, token=new_token("team"), name=name) for name in names]


def drawn(league: League, level: int = 1, seed: str = "sauwald", **days: Any) -> list[Fixture]:
    division = Division.objects.select_related("league__club").get(league=league, level=level)
    return fixtures.draw(division, by=None, seed=seed, days=Days(**days), now=timezone.now())


def codes(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str | None]]:
    return [(one.code, one.at) for one in error.value.problems]


def logged(house: House) -> list[str]:
    return list(Change.objects.filter(club=house.club).order_by("pk").values_list("what", flat=True))


def division_of(league: League, level: int = 1) -> Division:
    return Division.objects.select_related("league__club").get(league=league, level=level)


def rebuilt(league: League) -> list[tuple[int | None, str, int]]:
    """Place, name and points of the first division after its board was computed."""
    board = Board.objects.get(division=division_of(league))
    boards.rebuild(board.pk, now=timezone.now())
    names = dict(Team.objects.values_list("pk", "name"))
    found = Row.objects.filter(board=board, table="")
    return [(one.place, names[one.subject], one.values["points"]) for one in found]
