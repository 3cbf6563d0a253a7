"""The treasurer's report: it adds up, whatever was booked."""

import io
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from python_calamine import load_workbook

from clubs.models import Booking, Club, Player, Tariff
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services.till import Line, balances, book, cash_in_box, reverse
from clubs.services.till_files import bookings_csv, report_csv, report_xlsx
from clubs.services.till_report import account_of, report
from tests.club import House, a_house

pytestmark = pytest.mark.django_db

ANNA, BERT = Role.OWNER, Role.DIRECTOR


def booked(house: House, day: date, *lines: Line) -> list[Booking]:
    token = f"n{Booking.objects.count()}"
    return book(house.club, by=None, token=token, day=day, lines=lines)


def a_year() -> House:
    house = a_house()
    anna, bert = house.players[ANNA], house.players[BERT]
    booked(house, date(2025, 12, 30), Line(Kind.INCOME, 5000, note="Anfang"), Line(Kind.FINE, 300, anna))
    booked(house, date(2026, 1, 1), Line(Kind.DEPOSIT, 300, anna), Line(Kind.DUES, 1000, bert))
    booked(house, date(2026, 3, 1), Line(Kind.SETTLEMENT, 250, anna), Line(Kind.SETTLEMENT, -250, bert))
    booked(house, date(2026, 6, 1), Line(Kind.EXPENSE, 1290, note="Karten"), Line(Kind.CASH_COUNT, -10))
    (wrong,) = booked(house, date(2026, 7, 1), Line(Kind.DRINKS, 9900, bert))
    reverse(wrong, by=None, token="undo")
    booked(house, date(2026, 12, 31), Line(Kind.PAYOUT, 250, anna), Line(Kind.KITTY, 50, bert))
    booked(house, date(2027, 1, 1), Line(Kind.DEPOSIT, 1300, bert))
    return house


@pytest.fixture
def in_2028(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubs.services.till.today", lambda _club: date(2028, 1, 1))


@pytest.mark.usefixtures("in_2028")
def test_a_year_of_the_till() -> None:
    found = report(a_year().club, start=date(2026, 1, 1), end=date(2026, 12, 31))
    assert (found.opening, found.closing) == (5000, 3750)
    assert found.came_in == {Kind.DEPOSIT: 300}
    assert found.went_out == {Kind.PAYOUT: 250, Kind.EXPENSE: 1290, Kind.CASH_COUNT: 10}
    assert found.charges == {Kind.KITTY: 50, Kind.FINE: 0, Kind.DUES: 1000, Kind.DRINKS: 0}
    assert (found.owed_to_club, found.owed_by_club, found.own) == ((300, 1300), (0, 0), (5300, 5050))
    assert [(one.player.name, one.opening, one.closing) for one in found.accounts] == [
        ("Anna Höß", -300, 0),
        ("Bert Maier", 0, -1300),
    ]
    assert found.adds_up


@pytest.mark.usefixtures("in_2028")
def test_a_count_that_found_too_much_came_in_and_merged_people_are_one() -> None:
    house = a_year()
    booked(house, date(2026, 12, 31), Line(Kind.CASH_COUNT, 15))
    Player.objects.filter(pk=house.players[BERT].pk).update(merged_into=house.players[ANNA])
    found = report(house.club, start=date(2026, 1, 1), end=date(2026, 12, 31))
    assert (found.came_in[Kind.CASH_COUNT], Kind.CASH_COUNT in found.went_out) == (5, False)
    assert [(one.player.name, one.opening, one.closing) for one in found.accounts] == [("Anna Höß", -300, -1300)]
    assert found.adds_up


LINES = st.lists(
    st.tuples(st.sampled_from(list(Kind)), st.integers(1, 9999), st.booleans(), st.integers(0, 3), st.booleans()),
    max_size=12,
)


@given(LINES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_booked_it_adds_up_and_periods_join(lines: list[tuple[Kind, int, bool, int, bool]]) -> None:
    house = a_house(f"c{Club.objects.count()}")
    people = [house.players[ANNA], house.players[BERT]]
    for kind, cents, minus, month, undone in lines:
        of_nobody = kind in (Kind.INCOME, Kind.EXPENSE, Kind.CASH_COUNT)
        signed = -cents if minus and kind in (Kind.SETTLEMENT, Kind.CASH_COUNT) else cents
        line = Line(kind, signed, None if of_nobody else people[cents % 2], note="x")
        (row,) = booked(house, date(2025, 1 + month * 3, 1), line)
        if undone:
            reverse(row, by=None, token=f"undo-{row.pk}")
    first = report(house.club, start=date(2025, 1, 1), end=date(2025, 6, 30))
    second = report(house.club, start=date(2025, 7, 1), end=date(2025, 12, 31))
    assert (first.adds_up, second.adds_up) == (True, True)
    assert (first.closing, first.own[1], first.owed_to_club[1]) == (
        second.opening,
        second.own[0],
        second.owed_to_club[0],
    )
    assert second.closing == cash_in_box(house.club)
    assert {one.player.pk: one.closing for one in second.accounts if one.closing} == {
        pk: cents for pk, cents in balances(house.club).items() if cents
    }


def test_an_account_runs_by_day_and_not_by_when_it_was_booked() -> None:
    house = a_house()
    anna = house.players[ANNA]
    booked(house, date(2026, 2, 1), Line(Kind.FINE, 100, anna))
    booked(house, date(2026, 1, 1), Line(Kind.DEPOSIT, 300, anna))
    lines = account_of(house.club, anna)
    assert [(one.booking.day.month, one.balance) for one in lines] == [(1, 300), (2, 200)]
    assert account_of(house.club, a_house("linde").players[ANNA]) == []


@pytest.mark.usefixtures("in_2028")
def test_the_files_open_in_excel_and_calculate_nothing() -> None:
    house = a_year()
    evil = Player.objects.create(club=house.club, name="=1+1")
    price = Tariff.objects.create(club=house.club, kind=Kind.FINE, name="+Bummerl", cents=50, further_cents=50)
    booked(house, date(2026, 8, 1), Line(Kind.FINE, 50, evil, note="@SUM(A1)", tariff=price, count=1))
    found = report(house.club, start=date(2026, 1, 1), end=date(2026, 12, 31))
    text = report_csv(found)
    assert text.startswith(b"\xef\xbb\xbf")
    rows = text.decode("utf-8-sig").split("\r\n")
    assert rows[1] == "Kassastand am Anfang;50,00"
    assert [row.split(";")[0] for row in rows[-4:]] == ["'=1+1", "Anna Höß", "Bert Maier", ""]
    assert rows[-3].split(";") == ["Anna Höß", "-3,00", "2,50", *["0,00"] * 5, "3,00", "-2,50", "0,00"]
    lines = bookings_csv(house.club, found.start, found.end).decode("utf-8-sig").split("\r\n")
    assert next(row for row in lines if "=1+1" in row).split(";")[1:9] == [
        *("2026-08-01", "Strafe", "'=1+1", "0,00", "-0,50", "'+Bummerl", "1", "'@SUM(A1)"),
    ]
    book_ = load_workbook(io.BytesIO(report_xlsx(house.club, found)))
    assert book_.sheet_names == ["Kassa", "Leute", "Buchungen"]
    people = book_.get_sheet_by_name("Leute").to_python()
    assert [(row[0], row[1], row[-1]) for row in people[1:]] == [
        *(("=1+1", 0, -0.5), ("Anna Höß", -3, 0), ("Bert Maier", 0, -13)),
    ]


def test_a_report_of_ten_thousand_bookings_costs_what_one_of_three_does(django_assert_num_queries: object) -> None:
    house = a_house()
    people = list(house.players.values())
    rows = [
        Booking(
            club=house.club,
            kind=Kind.FINE,
            player=people[number % 5],
            balance=-50,
            day=date(2026, 1, 1),
            token=f"{number}",
        )
        for number in range(10_000)
    ]
    Booking.objects.bulk_create(rows, batch_size=1000)
    with django_assert_num_queries(4):  # type: ignore[operator]  # pytest-django's fixture
        found = report(house.club, start=date(2026, 1, 1), end=date(2026, 12, 31))
    assert (found.charges[Kind.FINE], found.adds_up) == (500_000, True)
