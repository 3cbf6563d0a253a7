"""Numbers in an address or a form that are none, or longer than any: a page as ever, never an error."""

from datetime import date
from urllib.parse import quote

import pytest
from django.http import QueryDict

from clubs.forms.numbers import day_typed, plain_number, year_typed
from clubs.forms.people import chosen_rows
from tests.club import House
from tests.web.page import posted

pytestmark = pytest.mark.django_db

LONG = "9" * 6000
"""Python itself refuses to read it."""


@pytest.mark.parametrize("number", [LONG, "-", "٣", "1e3", "²", " "])
@pytest.mark.parametrize(
    "address",
    ["changes/?person={}", "changes/?page={}", "evenings/?year={}", "till/bookings/?before={}", "statistics/?year={}"],
)
def test_a_page_takes_no_harm(house: House, address: str, number: str) -> None:
    assert house.phone().get(house.path(address.format(number))).status_code == 200


@pytest.mark.parametrize("number", [LONG, "", "²", "-1"])
def test_a_form_takes_no_harm(house: House, number: str) -> None:
    owner, person = house.phone(), house.players["member"].pk
    posted(owner, house.path("me/claim/"), 422, player=number)
    posted(owner, house.path("invitations/"), 422, uses=number, days=number, role="member", token="one-token")
    posted(owner, house.path(f"people/{person}/merge/"), 422, into=number)


@pytest.mark.parametrize("number", [LONG, "", "²", "-1"])
def test_rows_of_a_preview_are_numbers_or_none(number: str) -> None:
    assert chosen_rows(QueryDict(f"row-2=new&row-3=same&row-{quote(number)}=new")) == {2, plain_number(number)}


def test_numbers_years_and_days_are_read_or_nothing() -> None:
    assert [plain_number(text) for text in ("12", "-12", " 7 ", "1,5", "12a", "")] == [12, -12, 7, 0, 0, 0]
    assert [year_typed(text) for text in ("2026", "26", "20260", "²026")] == [2026, None, None, None]
    day = date(2026, 1, 5)
    assert [day_typed(text) for text in ("2026-01-05", "5.1.2026", " 05.01.2026 ")] == [day] * 3
    assert [day_typed(text) for text in ("2026-13-05", "20260105", "2026-W02-1", "31.2.2026", "5.1.", "")] == [None] * 6
