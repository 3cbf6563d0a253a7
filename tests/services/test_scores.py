"""What a close writes of one sheet, for whoever adds up a season; gone again with it."""

from typing import Any

import pytest

from clubs.models import Player
from scoring.models import Course, Score, Sheet
from scoring.services.adopt import adopt_sheet
from scoring.services.sheets import begin_sheet
from tests.services.evening import TUESDAY, an_evening
from tests.services.table import CAST, new_token, plain, record, won_leg
from tests.services.test_tallies import a_club, a_table, closed, reopen
from tests.services.worked_evenings import evenings, laid_down

pytestmark = pytest.mark.django_db

MONEY = {"money": "zero_sum", "stake_cents": 50}


def scores(sheet: Sheet) -> list[tuple[Any, ...]]:
    """Seat by seat: hands, legs won and lost, Bummerl given and taken, points, cents."""
    rows = Score.objects.filter(sheet=sheet).order_by("position")
    return list(rows.values_list("hands", "won", "lost", "bummerl_given", "bummerl_taken", "points", "cents"))


def test_every_seat_has_its_score_and_the_sheet_its_course() -> None:
    club = a_club()
    sheet = closed(a_table(club, plain(1), won_leg(0), won_leg(1), plain(0, 2), house_rules=MONEY))
    # Anna and Cilli make 24 and then 2 in the leg they lose to nothing; Bert and Dora 1 and 24.
    points = sheet.totals["points"]
    anna, bert = (4, 1, 1, 1, 2, points[0], -50), (4, 1, 1, 2, 1, points[1], 50)
    assert scores(sheet) == [anna, bert, anna, bert]
    course = Course.objects.get(sheet=sheet)
    assert (course.games, course.people) == ("02>13 13>02", [one.player_id for one in sheet.seats.all()])
    assert not Score.objects.filter(at_evening=True).exists()


def test_it_is_gone_when_the_sheet_is_opened_again_and_newer_when_it_is_closed() -> None:
    sheet = closed(a_table(a_club(), won_leg(0)))
    newest = Score.objects.latest("pk").pk
    reopen(sheet)
    assert (Score.objects.count(), Course.objects.count()) == (0, 0)
    record(sheet, won_leg(1))
    closed(sheet)
    assert Score.objects.earliest("pk").pk > newest
    assert Course.objects.get().games == "02>13 13>02"


def test_a_sheet_of_an_evening_counts_for_its_day() -> None:
    club = a_club()
    sheet = closed(a_table(club, won_leg(0), evening=an_evening(club)))
    assert set(Score.objects.filter(sheet=sheet).values_list("day", "at_evening")) == {(TUESDAY.date(), True)}


def test_a_closed_sheet_that_comes_into_a_club_brings_its_score() -> None:
    club, sheet = a_club(), begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"))
    record(sheet, won_leg(0))
    closed(sheet)
    assert not Score.objects.exists()
    adopt_sheet(sheet, club=club, by=None, now=TUESDAY, day=TUESDAY.date(), people=CAST)
    assert set(Score.objects.values_list("player__name", flat=True)) == set(CAST)


@pytest.mark.parametrize("document", evenings())
def test_of_every_game_points_and_money_are_what_the_table_signed(document: dict[str, Any]) -> None:
    club, sheet = a_club(), laid_down(document)
    for seat in sheet.seats.all():
        seat.player = Player.objects.get_or_create(club=club, name=seat.name)[0]
        seat.save()
    Sheet.objects.filter(pk=sheet.pk).update(club=club)
    sheet.refresh_from_db()
    closed(sheet)
    signed = {(one.unit, one.seat.position): one.amount for one in sheet.signed.select_related("seat") if one.seat}
    for row in Score.objects.filter(sheet=sheet):
        assert row.points == signed.get(("points", row.position), 0)
        assert row.cents == signed.get(("cents", row.position), 0)
    seats = range(len(document["players"]))
    for one in Course.objects.filter(sheet=sheet).values_list("games", flat=True)[:1]:
        for game in one.split():
            winners, losers = (side.replace(",", "") for side in game.split(">"))
            assert winners
            assert losers
            assert not set(winners) & set(losers)
            assert {int(seat) for seat in winners + losers} <= set(seats)
