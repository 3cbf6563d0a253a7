"""The lines of a board as they are stored, the course of places, figures in words, and the champions' list."""

from datetime import date
from typing import Any

import pytest
from django.db.models import F

from clubs.models import Change, Player
from clubs.services.core import Refused
from seasons.messages import rankings as words
from seasons.models import Place
from seasons.services import boards, champions
from seasons.services.boards import Line, write_lines
from seasons.services.ranking_lines import course_of
from seasons.services.rankings import About
from tests.club import House
from tests.seasons_rankings import BERT, a_ranking, codes, computed, opened, table
from tests.services.season import a_season, a_sheet_of
from tests.services.table import won_leg

pytestmark = pytest.mark.django_db

# --- the lines of a board --------------------------------------------------------------------------------------------


def line(subject: int, place: int | None = 1, **more: Any) -> Line:
    return Line(subject, place, **more)


def test_only_lines_that_are_others_are_written_and_json_is_compared_as_json(house: House) -> None:
    board, day = a_ranking(house).boards.get(), date(2026, 1, 1)
    first = [line(7, values={"a": 1, "b": (1, 2)}, detail={3: None}), line(8, 2, table="women")]
    assert write_lines(board, first, day) == 2
    ids = list(board.rows.values_list("pk", flat=True))
    again = [line(7, values={"b": [1, 2], "a": 1}, detail={"3": None}), line(8, 2, table="women")]
    assert write_lines(board, again, day) == 0
    assert write_lines(board, [line(7, values={"a": 2, "b": [1, 2]}, detail={"3": None}), again[1]], day) == 1
    assert list(board.rows.values_list("pk", flat=True)) == ids
    assert write_lines(board, again[1:], day) == 2  # one is gone, the other is first now
    assert list(board.rows.values_list("subject", "place", "order")) == [(8, 2, 0)]


def test_thousands_of_lines_are_laid_down_whole(house: House) -> None:
    board, day = a_ranking(house).boards.get(), date(2026, 1, 1)
    lines = [line(number, number, values={"amount": -number}) for number in range(1, 2501)]
    assert write_lines(board, lines, day) == 2500
    turned = [line(one.subject, place, values=one.values) for place, one in enumerate(reversed(lines), start=1)]
    assert write_lines(board, turned, day) == 2500
    rows = board.rows.order_by("order").values_list("subject", "place", "values")
    assert list(rows) == [(one.subject, one.place, one.values) for one in turned]
    assert Place.objects.filter(board=board).count() == 2500


def test_the_course_of_places_goes_back_with_a_sheet_that_is_opened_again(house: House) -> None:
    a_sheet_of(house, date(2026, 1, 6), won_leg(0))
    ranking, bert = a_ranking(house), house.players["director"]
    computed(ranking, 2026)
    last = a_sheet_of(house, date(2026, 1, 13), won_leg(1), won_leg(1))
    board = computed(ranking, 2026)
    assert course_of(board, bert) == [(date(2026, 1, 6), 3), (date(2026, 1, 13), 1)]
    opened(house, last)
    board = computed(ranking, 2026)
    assert course_of(board, bert) == [(date(2026, 1, 6), 3)]


def test_nothing_is_left_where_the_only_sheet_is_opened_again(house: House) -> None:
    sheet = a_sheet_of(house, date(2026, 1, 6), won_leg(0))
    ranking = a_ranking(house)
    computed(ranking, 2026)
    opened(house, sheet)
    board = computed(ranking, 2026)
    assert (table(board), Place.objects.filter(board=board).count()) == ([], 0)


# --- figures and champions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "measure", "amount", "shown"),
    [
        ("points", "per_evening", 6129, "875,57"),
        ("points", "sum", -12, "−12"),
        ("bummerl", "sum", 12, "+12"),
        ("bummerl", "per_evening", -1, "−0,14"),
        ("won", "per_hand", 1, "0,33"),
        ("cents", "sum", 150, "+1,50"),
        ("cents", "per_evening", -10, "−0,01"),
        ("bummerl", "sum", 0, "0"),
    ],
)
def test_figures_are_shown_as_players_write_them(unit: str, measure: str, amount: int, shown: str) -> None:
    about = About("x", "schnapsen", unit, measure)
    assert words.figure(about, {"amount": amount, "hands": 3, "evenings": 7}) == shown


def test_the_champions_are_who_was_first_in_seasons_that_are_over_and_who_was_written_in(house: House) -> None:
    a_season(house)
    a_sheet_of(house, date(2026, 1, 6), won_leg(1))
    ranking = a_ranking(house)
    for season in (2024, 2026):
        computed(ranking, season)
    more: dict[str, Any] = {"by": None, "player": None, "amount": "17"}
    known = champions.add(ranking, token="a", season="2023", name=BERT, **more)
    assert champions.add(ranking, token="a", season="2023", name=BERT, **more) == known
    champions.add(ranking, token="b", season=" 1999 ", name="Der  alte Wirt", **more)
    titles = champions.titles_of(ranking, date(2026, 6, 1))
    ids = [house.players[role].pk for role in ("owner", "treasurer", "director")]
    assert [(one.season, one.player, one.name, one.amount) for one in titles] == [
        ("2024", ids[0], "", ""),
        ("2024", ids[1], "", ""),
        ("2023", ids[2], "", "17"),
        ("1999", None, "Der alte Wirt", "17"),
    ]
    champions.remove(known, by=None)
    champions.remove(known, by=None)
    assert len(champions.titles_of(ranking, date(2026, 6, 1))) == 3
    assert Change.objects.filter(what="champion_removed", player=ids[2]).count() == 1


def test_a_champion_without_a_name_or_a_season_is_refused(house: House) -> None:
    ranking = a_ranking(house)
    with pytest.raises(Refused) as error:
        champions.add(ranking, by=None, token="t", season=" ", player=None, name="", amount="x" * 21)
    assert codes(error) == [
        ("text_too_long", "amount"),
        ("champion_season_missing", "season"),
        ("champion_name_missing", "name"),
    ]
    with pytest.raises(Refused) as error:
        champions.add(ranking, by=None, token="t", season="2020", player=2**40, name="", amount="")
    assert codes(error) == [("no_such_person", "player")]


def test_a_change_of_the_name_of_somebody_touches_no_board(house: House) -> None:
    a_sheet_of(house, date(2026, 1, 6), won_leg(0))
    board = computed(a_ranking(house), 2026)
    Player.objects.filter(club=house.club).update(nickname=F("name"))
    assert not boards.is_stale(board)
