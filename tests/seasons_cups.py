"""The season of scenario S6: ten evenings, who made what, and what must come of it. Cups as tests make them."""

import itertools
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from clubs.models import Club
from seasons.models import Cup, Row
from seasons.services import boards, cup_events, cups
from seasons.services.cup_events import Typed
from tests.club import House

_numbers = itertools.count(1)

S6: dict[str, list[int | None]] = {
    "Anna": [812, None, 903, 655, 1120, 780, 990, 700, 860, None],
    "Bernd": [1010, 640, 720, 980, None, 905, 870, 1110, 590, 765],
    "Christl": [None, None, 1240, None, 1005, None, 1130, 985, None, None],
    "Dieter": [455, 930, 610, 815, 725, None, 840, 905, 1015, 870],
    "Eva": [770, 890, None, 905, 845, 1070, 760, None, None, 840],
    "Franz": [980, None, 845, None, 760, 1035, 700, 890, 875, 920],
}

S6_BEST_7 = [("Bernd", 6360), ("Franz", 6305), ("Anna", 6165), ("Dieter", 6100), ("Eva", 6080)]
"""Best 7 of 10, at least 6 evenings; Christl (4 evenings, 4360) stands outside."""
S6_AVERAGE = [("Franz", 87563), ("Eva", 86857), ("Anna", 85250), ("Bernd", 84333), ("Dieter", 79611)]
"""In hundredths."""

FIRST, LAST = date(2026, 9, 1), date(2027, 6, 30)
DAYS = [date(2026, 10, 6) + timedelta(days=14 * number) for number in range(10)]


def new_token(what: str = "cup") -> str:
    return f"{what}-{next(_numbers)}"


def a_cup(club: Club, rules: Any = None, **more: Any) -> Cup:
    """`rules` as JSON; what is left out is as usual."""
    fields = {"name": "Wintercup", "first_day": FIRST, "last_day": LAST, "rules": rules or {}, **more}
    return cups.create(club, by=None, token=new_token(), now=timezone.now(), **fields)


def a_day(cup: Cup, day: date, **made: int) -> Any:
    """A day typed in: who made how much."""
    results = [Typed(name, points) for name, points in made.items()]
    now = timezone.now()
    return cup_events.add_day(cup, by=None, now=now, token=new_token(), name=f"Tag {day}", day=day, results=results)


def the_season(cup: Cup) -> None:
    """All ten evenings of S6."""
    for number, day in enumerate(DAYS):
        a_day(cup, day, **{name: made[number] for name, made in S6.items() if made[number] is not None})  # type: ignore[arg-type]


def computed(cup: Cup, table: str = "") -> list[Row]:
    """The rows of its board, computed anew."""
    board = Cup.objects.select_related("board").get(pk=cup.pk).board
    assert boards.rebuild(board.pk, now=timezone.now()) is not None
    return list(board.rows.filter(table=table))


def path(house: House, cup: Cup, rest: str = "") -> str:
    """The address of a cup's page."""
    return house.path(f"seasons/cups/{cup.pk}/{rest}")
