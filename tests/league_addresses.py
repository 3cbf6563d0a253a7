"""What stands for an argument in an address of leagues (`tests.web.test_permissions`)."""

from collections.abc import Callable
from typing import Any

from django.db.models import Model

from seasons.models import Deduction, Fixture, Member, Team
from tests.club import House
from tests.league import a_league


def a_league_of(house: House, role: str) -> int:
    """With two teams, their lists and a first match that is open."""
    return a_league(house, teams=2, people=1).pk


def of_the_league(model: type[Model]) -> int:
    """The first of it in the league that was made for the same address."""
    return int(model._default_manager.order_by("pk").values_list("pk", flat=True)[0])


def penalty_points(house: House, role: str) -> int:
    team = Team.objects.get(pk=of_the_league(Team))
    return Deduction.objects.create(team=team, points=1, reason="zu spät", token="points").pk


OF_LEAGUES: list[tuple[str, str, Callable[[House, str], Any]]] = [
    ("pk", "/leagues/<int:pk>/", a_league_of),
    ("team", "/leagues/", lambda house, role: of_the_league(Team)),
    ("member", "/leagues/", lambda house, role: of_the_league(Member)),
    ("penalty", "/leagues/", penalty_points),
    ("fixture", "/leagues/", lambda house, role: of_the_league(Fixture)),
    ("level", "/leagues/", lambda house, role: 1),
    ("number", "/leagues/", lambda house, role: 1),
]
