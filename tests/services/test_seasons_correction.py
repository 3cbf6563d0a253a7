"""A hand of an evening in October is put right in spring: everything that was ever added up says so by itself."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club, Evening, Membership
from clubs.models.club import Role
from clubs.services.evenings import open_evening
from clubs.services.till import balances
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.evenings import reopen_evening
from scoring.services.sheets import replace_hand
from scoring.services.tallies import fresh, stored
from seasons.models import Board, Fixture, Place, RatingDay, RatingPoint, Row
from seasons.services import boards, cups, rankings, ratings
from seasons.services.rankings import About
from seasons.services.ratings import About as Rated
from seasons.services.reports import Writer
from tests.club import House
from tests.league import a_league, first_fixture, reported
from tests.seasons_cups import new_token
from tests.services.evening import fresh_evening, settle, the_stammtisch
from tests.services.table import now, plain

pytestmark = pytest.mark.django_db

TUESDAYS = [datetime(2025, month, day, 19, tzinfo=UTC) for month, day in ((10, 7), (10, 21), (11, 4), (12, 2))]
TODAY = datetime(2026, 4, 1, 12, tzinfo=UTC)


def everything_due(club: Club) -> int:
    """As the sweep and its worker: whatever is due is computed, and what becomes due by that; how many that were."""
    done = 0
    while due := list(Board.objects.filter(club=club).exclude(due_at=None).values_list("pk", flat=True)):
        for pk in due:
            boards.rebuild(pk, now=timezone.now())
            done += 1
        assert done < 100, "a board never gets done"
    return done


def told(club: Club) -> str:
    """Every line of every board and every strength after every day, byte for byte, but for ids of rows."""
    rows = Row.objects.filter(board__club=club).order_by(
        "board__ranking", "board__season", "board__cup", "board__rating", "board__division", "table", "order"
    )
    points = RatingPoint.objects.filter(rating__club=club).order_by("rating", "day", "player")
    return json.dumps(
        [
            list(rows.values_list("table", "subject", "place", "shared", "order", "values", "detail")),
            [[str(day), *more] for day, *more in points.values_list("day", "player", "mu", "sigma", "games")],
        ]
    )


def computed_from_nothing(club: Club) -> str:
    of_boards, of_ratings = (Row, Place), (RatingPoint, RatingDay)
    for one in of_boards:
        one._default_manager.filter(board__club=club).delete()
    for other in of_ratings:
        other._default_manager.filter(rating__club=club).delete()
    never: dict[str, Any] = {
        "basis": {},
        "part": {},
        "computed_at": None,
        "due_at": timezone.now(),
        "done": 0,
        "total": 0,
    }
    Board.objects.filter(club=club).update(**never)
    everything_due(club)
    return told(club)


@pytest.fixture
def club(house: House) -> Club:
    """Four evenings of the Stammtisch, settled through the till, and everything that can be made of them."""
    for when in TUESDAYS:
        evening = open_evening(house.club, by=None, now=when)
        the_stammtisch(evening)
        settle(fresh_evening(evening), through_till=True)
    game = "bauernschnapsen"
    for unit, measure, span in (
        ("points", "per_hand", "all"),
        ("bummerl", "sum", "year"),
        ("cents", "per_evening", "year"),
    ):
        about = About(unit, game, unit, measure=measure, span=span, first_month=9)
        rankings.create(house.club, by=None, token=new_token(), about=about, now=TODAY)
    cups.create(
        house.club, by=None, token=new_token(), now=TODAY, name="Wintercup", game=game, every_evening=True,
        first_day=TUESDAYS[0].date(), last_day=TUESDAYS[-1].date(), rules={"season": {"best": 3}},
    )  # fmt: skip
    ratings.switch_on(house.club, by=None, game=game, about=Rated(provisional=5), now=TODAY)
    reported(first_fixture(a_league(house)), (3, 1), (2, 3))
    everything_due(house.club)
    return house.club


@pytest.mark.usefixtures("clean_record")
def test_a_correction_in_october_reaches_every_board_rating_statistic_and_balance(
    house: House, club: Club, django_capture_on_commit_callbacks: Any
) -> None:
    before, owed = told(club), balances(club)
    evening = Evening.objects.get(club=club, day=TUESDAYS[0].date())
    sheet = evening.sheets.select_related("club", "evening").order_by("pk")[0]
    director = Membership.objects.get(club=club, user=house.users[Role.DIRECTOR])
    with django_capture_on_commit_callbacks(execute=True):
        reopen_evening(evening, by=director.user, after_seq=evening.seq)
        sheet.evening = fresh_evening(evening)
        reopen_sheet(sheet, write=now(sheet), by=director)
        # The leg that Anna and Bernd had won 24 : 1 is a Schneider.
        replace_hand(sheet, line=1, hand=plain(0), write=now(sheet))
        close_sheet(sheet, write=now(sheet))
        settle(fresh_evening(evening), through_till=True)
        league_match = Fixture.objects.select_related("home", "away", "division__league__club").order_by("pk")[0]
        secretary = Writer(by=director.user, director=True)
        reported(league_match, (1, 3), (2, 3), writer=secretary, seen=1, remark="verdreht")
    assert Board.objects.filter(club=club, due_at=None).count() == 0, "each of them hears of it at once"
    everything_due(club)
    after = told(club)
    assert after != before
    assert after == computed_from_nothing(club)
    assert stored(club).counted() == fresh(club).counted()
    now_owed, names = balances(club), dict(club.players.values_list("pk", "name"))
    everybody = now_owed.keys() | owed.keys()
    moved = {names[pk]: now_owed.get(pk, 0) - owed.get(pk, 0) for pk in everybody}
    moved = {name: cents for name, cents in moved.items() if cents}
    assert moved == {"Anna": 50, "Bernd": 50, "Christl": -50, "Dieter": -50}
