"""How many queries a page costs: the same with one row and with three, at the first hand and at the fiftieth."""

from typing import Any

import pytest
from django.db import connection

from clubs.models import Club
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet
from tests.services.table import CAST, ONE, a_sheet, fresh, new_token, now, plain, record, won_leg
from tests.web.page import form, get, phone, texts

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
LENGTHS = (0, 1, 50)


@pytest.fixture(params=LENGTHS, ids=lambda length: f"{length} hands")
def sheet(request: pytest.FixtureRequest) -> Sheet:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, *([plain(0), won_leg(1), plain(1)] * 20)[: request.param])
    return sheet


def test_the_sheet_page_is_one_query(sheet: Sheet, django_assert_num_queries: Any) -> None:
    for path in (f"/sheet/{sheet.write_secret}/", f"/watch/{sheet.watch_secret}/"):
        with django_assert_num_queries(1):
            get(phone(), path)


def test_waiting_is_one_query(sheet: Sheet, django_assert_num_queries: Any) -> None:
    for path in (f"/sheet/{sheet.write_secret}/", f"/watch/{sheet.watch_secret}/"):
        with django_assert_num_queries(1):
            assert phone(**HTMX).get(path, {"seen": str(sheet.seq)}).status_code == 204


def test_a_hand_is_one_query_to_read_and_one_transaction_to_write(sheet: Sheet, django_assert_num_queries: Any) -> None:
    one = form(get(phone(), f"/sheet/{sheet.write_secret}/?next=1"), "/hand/")
    # The sheet; SAVEPOINT, UPDATE, INSERT, RELEASE: on PostgreSQL UPDATE and INSERT are one statement.
    with django_assert_num_queries(4 if connection.vendor == "postgresql" else 5):
        assert phone(**HTMX).post(one.action, one.filled(pick="normal-0", grade="1")).status_code == 200
    assert fresh(sheet).seq == sheet.seq + 1


def test_pages_that_read_the_entries_read_them_at_once(sheet: Sheet, django_assert_max_num_queries: Any) -> None:
    for page in ("history/", "statistics/", "share/", "seats/", "rules/", "help/", "close/"):
        with django_assert_max_num_queries(2):
            get(phone(), f"/sheet/{sheet.write_secret}/{page}")


@pytest.mark.parametrize("count", [1, 3])
def test_the_start_page_costs_the_same_with_one_and_with_three_sheets(
    count: int, django_assert_num_queries: Any
) -> None:
    anna = phone()
    Club.objects.create(name="Gasthaus Post", slug="post", public=True)
    for _sheet in range(count):
        anna.post("/new/", form(get(anna, "/new/")).filled(player=CAST))
    with django_assert_num_queries(2):
        page = get(anna, "/")
    assert len(texts(page, ".state")) == count


@pytest.mark.parametrize("count", [1, 3])
def test_a_clubs_page_costs_the_same_with_one_and_with_three_sheets(count: int, django_assert_num_queries: Any) -> None:
    club = Club.objects.create(name="Gasthaus Post", slug="post", public=True)
    club.players.create(name="Anna")
    club.players.create(name="Bert")
    for _sheet in range(count):
        sheet = begin_sheet(game="bauernschnapsen", players=CAST, club=club, token=new_token("sheet"))
        record(sheet, plain(1), won_leg(0), ONE)
        close_sheet(sheet, write=now(sheet))
    with django_assert_num_queries(7):
        page = get(phone(), "/club/post/")
    assert len(texts(page, ".state")) == count
    won, lost = [str(count), "0"], ["0", str(count)]
    assert texts(page, "td") == ["Anna", *won, "Cilli", *won, "Bert", *lost, "Dora", *lost]


def test_a_club_that_is_not_public_asks_who_is_there_whether_there_is_one_or_not() -> None:
    Club.objects.create(name="Gasthaus Post", slug="post")
    for slug in ("post", "nobody"):
        asked: Any = phone().get(f"/club/{slug}/")
        assert asked.url == f"/account/login/?next=/club/{slug}/"
    assert [text for text in texts(get(phone(), "/"), "b") if text == "Gasthaus Post"] == []
