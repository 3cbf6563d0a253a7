"""Ratings from closed sheets: equal to a fresh computation whatever happened before, and who is rated as whom."""

from datetime import date, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.utils import timezone

from clubs.models import Change, Membership, Player
from clubs.services.core import Refused
from clubs.services.merging import merge, part
from clubs.services.people import change_player
from scoring.models import Course, Sheet
from scoring.services.closing import reopen_sheet
from scoring.services.erase import erase_person
from seasons.models import Board, Place, RatingDay, RatingPoint, Row
from seasons.services import boards, ratings, ratings_board, stirring
from seasons.services.boards import HEAVY, QUICK
from seasons.services.rated_people import who_is_who
from seasons.services.rating_lines import course_of, lines_of
from seasons.services.ratings import About, RatingMoved
from tests.club import House
from tests.seasons_ratings import GAME, a_rating, a_season, board_of, compute, day, fresh, lay, people, told
from tests.services.evening import a_leg
from tests.services.evening import an_evening as evening_of
from tests.services.table import now as now_on

pytestmark = pytest.mark.django_db

# --- equal to fresh --------------------------------------------------------------------------------------------------


def test_a_board_and_points_come_from_closed_sheets(house: House) -> None:
    evening = evening_of(house.club)
    for _leg in range(3):
        a_leg(evening, "AB", "CD", 1)
    rating = a_rating(house.club, provisional=3)
    compute(rating)
    rows = list(Row.objects.filter(board__rating=rating).order_by("order"))
    assert [(row.place, row.shared, row.values["games"]) for row in rows] == [
        (1, True, 3), (1, True, 3), (3, True, 3), (3, True, 3),
    ]  # fmt: skip
    names = [Player.objects.get(pk=row.subject).name for row in rows]
    assert {*names[:2]} == {"Anna", "Bernd"}
    assert rows[0].values["figure"] > 1000 > rows[2].values["figure"]
    assert rows[0].values["moved"] is None
    met = RatingPoint.objects.get(rating=rating, player=rows[0].subject).meetings
    assert met[str(rows[1].subject)][:2] == [3, 3]
    assert met[str(rows[2].subject)][3:5] == [3, 3]
    assert Place.objects.filter(board__rating=rating).count() == 4


def test_one_new_sheet_reckons_its_day_only_and_is_what_a_fresh_computation_says(house: House) -> None:
    rating, who = a_season(house)
    kept = set(RatingPoint.objects.filter(rating=rating, day__lt=day(4)).values_list("pk", flat=True))
    lay(house.club, 4, [who[0], who[3], who[1], who[2]], "02>13")
    assert ratings_board.queue(board_of(rating)) == QUICK
    assert compute(rating) == 1
    assert kept <= set(RatingPoint.objects.filter(rating=rating).values_list("pk", flat=True))
    assert told(rating) == fresh(rating)


def test_it_says_itself_that_newer_sheets_wait(house: House) -> None:
    rating, who = a_season(house)
    assert not boards.is_stale(board_of(rating))
    stirring.touch(house.club.pk, GAME, day(4))
    assert board_of(rating).due_at is not None
    compute(rating)
    lay(house.club, 9, [who[0], who[1]], "0>1", game="schnapsen")
    assert not boards.is_stale(board_of(rating))  # another game
    lay(house.club, 9, [who[0], who[1]], "0>1")
    assert boards.is_stale(board_of(rating))


def test_a_correction_in_an_old_evening_goes_through_to_today(house: House) -> None:
    rating, _who = a_season(house)
    before = told(rating)
    course = Course.objects.filter(day=day(1)).earliest("pk")
    sheet, seats = course.sheet, course.people
    course.delete()
    Course.objects.create(sheet=sheet, club=house.club, game=GAME, day=day(1), people=seats, games="13>02 13>02 13>02")
    assert boards.is_stale(board_of(rating))
    compute(rating)
    after = told(rating)
    assert after != before
    assert after == fresh(rating)
    assert [one.day for one in RatingDay.objects.filter(rating=rating)] == [day(number) for number in range(5)]


def test_a_sheet_that_is_opened_again_takes_its_day_with_it(house: House) -> None:
    owner = Membership.objects.get(club=house.club, role="owner")
    evening = evening_of(house.club)
    a_leg(evening, "AB", "CD", 1)
    rating = a_rating(house.club)
    lay(house.club, -1, [house.players["owner"], house.players["member"]], "0>1")
    compute(rating)
    sheet = Sheet.objects.exclude(seq=0).get()
    reopen_sheet(sheet, write=now_on(sheet), by=owner)
    compute(rating)
    assert [one.day for one in RatingDay.objects.filter(rating=rating)] == [day(-1)]
    assert RatingPoint.objects.filter(rating=rating).count() == Row.objects.filter(board__rating=rating).count() == 2
    assert told(rating) == fresh(rating)


@pytest.mark.parametrize("part", [1, 4, 4000])
def test_a_day_on_which_nobody_plays_any_more_counts_for_nothing_that_comes_after(
    house: House, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    monkeypatch.setattr(ratings_board, "PART", part)
    rating, who = a_season(house)
    Course.objects.filter(day=day(2)).delete()
    compute(rating)
    assert told(rating) == fresh(rating)
    change_player(who[5], by=None, rated=False)  # all of it again, part by part, and a day goes in between
    boards.rebuild(board_of(rating).pk, now=timezone.now())
    Course.objects.filter(day=day(1)).delete()
    compute(rating)
    assert told(rating) == fresh(rating)


def test_without_any_sheet_there_is_an_empty_table(house: House) -> None:
    rating, _who = a_season(house, days=1)
    Course.objects.all().delete()
    compute(rating)
    assert told(rating) == "[[], [], []]"
    assert board_of(rating).computed_at is not None


def test_two_who_were_merged_are_one_from_the_first_day_on_and_two_again_after(house: House) -> None:
    rating, who = a_season(house)
    before = told(rating)
    guest = Player.objects.create(club=house.club, name="Gast", guest=True)
    lay(house.club, 2, [guest, who[1]], "0>1")
    compute(rating)
    apart = told(rating)
    assert before != apart
    merge(house.club, gone=guest, into=who[0], by=None, sat_together=lambda one, other: False)
    assert ratings_board.queue(board_of(rating)) == QUICK  # so few sheets
    compute(rating)
    merged = told(rating)
    assert not RatingPoint.objects.filter(player=guest).exists()
    assert merged == fresh(rating)
    part(house.club, alias=guest, by=None)
    compute(rating)
    assert told(rating) == apart == fresh(rating)


def test_whoever_does_not_want_to_be_rated_is_a_stranger_on_all_sheets(house: House) -> None:
    rating, who = a_season(house)
    before = told(rating)
    change_player(who[2], by=None, rated=False)
    gone = who_is_who(rating)
    shown = lines_of(rating, board_of(rating), gone, house.club).shown
    assert who[2].pk not in {line.person for line in shown}  # at once, though nothing is computed yet
    assert all(who[2].pk not in course_of(rating, gone, one.pk).meetings for one in who)
    compute(rating)
    assert not RatingPoint.objects.filter(player=who[2]).exists()
    met = [other for one in RatingPoint.objects.filter(rating=rating) for other in one.meetings]
    assert str(who[2].pk) not in met
    assert told(rating) == fresh(rating)
    change_player(who[2], by=None, rated=True)
    compute(rating)
    assert told(rating) == before


def test_an_erased_person_is_a_stranger_and_nothing_says_how_good_they_were(house: House) -> None:
    rating, who = a_season(house)
    erase_person(house.club, who[1], by=None, confirmation=who[1].name)
    assert not RatingPoint.objects.filter(player=who[1]).exists()
    compute(rating)
    assert str(who[1].pk) not in {other for one in RatingPoint.objects.all() for other in one.meetings}
    assert told(rating) == fresh(rating)


# --- part by part ----------------------------------------------------------------------------------------------------


def test_a_long_computation_goes_part_by_part_and_shows_the_old_rows_until_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating, who = a_season(house)
    whole, rows = told(rating), list(Row.objects.order_by("order").values_list("subject", "values"))
    monkeypatch.setattr(ratings_board, "PART", 4)
    monkeypatch.setattr(ratings_board, "MANY", 10)
    change_player(who[0], by=None, rated=False)
    assert ratings_board.queue(board_of(rating)) == HEAVY
    seen = []
    while boards.is_stale(board_of(rating)):
        boards.rebuild(board_of(rating).pk, now=timezone.now())
        board = board_of(rating)
        seen.append((board.done, board.total))
        if board.part:
            assert list(Row.objects.order_by("order").values_list("subject", "values")) == rows
            assert boards.kind_of(board).queue_of(board) == HEAVY
    assert seen == [(6, 15), (12, 15), (0, 0)]
    monkeypatch.setattr(ratings_board, "PART", 4000)
    assert told(rating) == fresh(rating) != whole


@pytest.mark.parametrize("kills", [1, 2, 3])
def test_a_worker_that_is_killed_at_any_moment_goes_on_from_the_last_whole_day(
    house: House, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    """Points of a part are written, and the worker is gone before the board says so."""
    rating, who = a_season(house)
    monkeypatch.setattr(ratings_board, "PART", 4)
    change_player(who[0], by=None, rated=False)
    written: list[int] = []
    write = boards._write

    def killed(*args: Any, **more: Any) -> None:
        written.append(1)
        if len(written) <= kills:
            raise KeyboardInterrupt
        write(*args, **more)

    monkeypatch.setattr(boards, "_write", killed)
    days, reckon = list[date](), ratings_board.reckon

    def watched(*args: Any, **more: Any) -> None:
        days.extend(one.day for one in args[2])
        reckon(*args, **more)

    monkeypatch.setattr(ratings_board, "reckon", watched)
    for _try in range(20):
        try:
            boards.rebuild(board_of(rating).pk, now=timezone.now())
        except KeyboardInterrupt:
            Board.objects.update(lease_until=timezone.now() - timedelta(minutes=1))
        if not boards.is_stale(board_of(rating)):
            break
    assert days == [day(number) for number in range(5)]  # no day twice
    monkeypatch.setattr(boards, "_write", write)
    assert told(rating) == fresh(rating)


def test_who_opts_out_and_is_back_during_a_long_computation_is_rated_as_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating, who = a_season(house)
    monkeypatch.setattr(ratings_board, "PART", 1)
    lay(house.club, 0, [who[0], who[1]], "0>1")
    for rated in (True, False, True):
        change_player(who[2], by=None, rated=rated)
        boards.rebuild(board_of(rating).pk, now=timezone.now())
        assert board_of(rating).part
    compute(rating)
    assert not boards.is_stale(board_of(rating))
    assert told(rating) == fresh(rating)


def test_who_is_back_during_its_last_part_is_not_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    rating, who = a_season(house)
    monkeypatch.setattr(ratings_board, "PART", 8)
    lay(house.club, 0, [who[0], who[1]], "0>1")
    boards.rebuild(board_of(rating).pk, now=timezone.now())
    change_player(who[2], by=None, rated=False)
    made = ratings_board.lines_of

    def back(*args: Any) -> list[boards.Line]:
        change_player(who[2], by=None, rated=True)
        return made(*args)

    monkeypatch.setattr(ratings_board, "lines_of", back)
    compute(rating)
    assert not boards.is_stale(board_of(rating))
    assert told(rating) == fresh(rating)


def test_what_a_killed_worker_has_reckoned_is_looked_at_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It wrote the points of a sheet, not its lines; the sheet is opened again, and another one closes."""
    rating, who = a_season(house)
    sheet = lay(house.club, 6, [who[0], who[1]], "0>1")
    with monkeypatch.context() as killed:
        killed.setattr(boards, "_write", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            boards.rebuild(board_of(rating).pk, now=timezone.now())
    Board.objects.update(lease="", lease_until=None)
    sheet.delete()
    lay(house.club, 7, [who[0], who[1]], "1>0")
    compute(rating)
    assert told(rating) == fresh(rating)


def test_something_new_in_an_old_day_during_a_long_computation_is_not_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating, who = a_season(house)
    monkeypatch.setattr(ratings_board, "PART", 4)
    change_player(who[0], by=None, rated=False)
    boards.rebuild(board_of(rating).pk, now=timezone.now())
    assert board_of(rating).part
    lay(house.club, 0, [who[1], who[2]], "0>1")
    compute(rating)
    assert not boards.is_stale(board_of(rating))
    assert told(rating) == fresh(rating)


# --- who has a place -------------------------------------------------------------------------------------------------


def test_few_games_are_provisional_and_long_ago_rests(house: House) -> None:
    rating, who = a_season(house)
    late = Player.objects.create(club=house.club, name="Neu")
    lay(house.club, 60, [late, who[0], who[1], who[2]], "02>13")
    ratings.change(rating, by=None, about=About(3), seen=None, now=timezone.now())
    compute(rating)
    lines = lines_of(rating, board_of(rating), who_is_who(rating), house.club)
    assert [(one.outside, one.place is None) for one in lines.shown] == [
        ("", False), ("", False), ("", False), ("provisional", True), ("rests", True), ("rests", True), ("rests", True),
    ]  # fmt: skip
    certain = [one.certain for one in lines.shown[:3]]
    assert certain == sorted(certain, reverse=True)
    assert lines.since == day(60) - timedelta(days=30)


def test_equals_share_a_place_and_the_next_is_left_out(house: House) -> None:
    who = people(house, 4)
    lay(house.club, 0, [who[3], who[2], who[1], who[0]], "02>13")
    rating = a_rating(house.club)
    compute(rating)
    found = lines_of(rating, board_of(rating), who_is_who(rating), house.club).shown
    assert [(one.place, one.shared) for one in found] == [(1, True), (1, True), (3, True), (3, True)]


# --- switched on and off ---------------------------------------------------------------------------------------------


def test_switched_on_twice_is_once_and_off_loses_nothing(house: House) -> None:
    rating, _who = a_season(house)
    before = told(rating)
    assert a_rating(house.club).pk == rating.pk
    ratings.switch_off(rating, by=None)
    ratings.switch_off(rating, by=None)
    assert (RatingPoint.objects.count(), RatingDay.objects.count(), Board.objects.count()) == (0, 0, 0)
    again = a_rating(house.club)
    compute(again)
    assert told(again) == before
    assert [one.what for one in Change.objects.order_by("pk")] == ["rating_on", "rating_off", "rating_on"]


def test_who_comes_second_with_settings_is_told(house: House) -> None:
    rating = a_rating(house.club)
    changed = ratings.change(rating, by=None, about=About(30, True), seen=0, now=timezone.now())
    assert (changed.provisional, changed.public, changed.seq) == (30, True, 1)
    with pytest.raises(RatingMoved):
        ratings.change(rating, by=None, about=About(40), seen=0, now=timezone.now())
    secret = changed.secret
    assert ratings.new_secret(rating, by=None, seen=1).secret != secret
    with pytest.raises(RatingMoved):
        ratings.new_secret(rating, by=None, seen=1)
    with pytest.raises(Refused, match="provisional_not_possible"):
        ratings.change(rating, by=None, about=About(0), seen=None, now=timezone.now())
