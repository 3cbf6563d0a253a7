"""Booking, reversing and what it comes to."""

import datetime
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from clubs.models import Booking, Change, Evening, Player, Tariff, Transfer
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.core import Refused
from clubs.services.till import Line, balances, book, cash_in_box, reverse, reverse_all
from tests.club import House, a_house

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 3)


def booked(house: House, *lines: Line, token: str = "one-token", day: date = DAY, **more: Any) -> list[Booking]:
    return book(house.club, by=house.users[Role.TREASURER], token=token, day=day, lines=lines, **more)


def problems_of(work: Callable[[], Any]) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refused:
        work()
    return [(one.code, one.at) for one in refused.value.problems]


@pytest.mark.parametrize(
    ("kind", "cents", "cash", "balance"),
    [
        (Kind.SETTLEMENT, 150, 0, 150),
        (Kind.SETTLEMENT, -150, 0, -150),
        (Kind.KITTY, 150, 0, -150),
        (Kind.FINE, 150, 0, -150),
        (Kind.DUES, 150, 0, -150),
        (Kind.DRINKS, 150, 0, -150),
        (Kind.DEPOSIT, 150, 150, 150),
        (Kind.PAYOUT, 150, -150, -150),
        (Kind.SHARE_OUT, 150, 0, 150),
    ],
)
def test_what_a_booking_does_to_the_box_and_to_the_person(kind: Kind, cents: int, cash: int, balance: int) -> None:
    house = a_house()
    anna = house.players[Role.OWNER]
    (row,) = booked(house, Line(kind, cents, anna))
    assert (row.cash, row.balance, row.day, row.player) == (cash, balance, DAY, anna)
    assert (cash_in_box(house.club), balances(house.club)) == (cash, {anna.pk: balance})


@pytest.mark.parametrize(
    ("kind", "cents", "cash"),
    [(Kind.INCOME, 150, 150), (Kind.EXPENSE, 150, -150), (Kind.CASH_COUNT, -150, -150), (Kind.CASH_COUNT, 15, 15)],
)
def test_what_a_booking_without_a_person_does_to_the_box(kind: Kind, cents: int, cash: int) -> None:
    house = a_house()
    (row,) = booked(house, Line(kind, cents, note="Kranz"))
    assert (row.cash, row.balance, row.player) == (cash, 0, None)
    assert (cash_in_box(house.club), balances(house.club)) == (cash, {})


def test_a_double_tap_is_one_booking_and_gets_the_first_answer() -> None:
    house = a_house()
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    first = booked(house, Line(Kind.FINE, 350, anna), Line(Kind.FINE, 100, bert))
    assert booked(house, Line(Kind.FINE, 350, anna), Line(Kind.FINE, 100, bert)) == first
    assert (Booking.objects.count(), Change.objects.count()) == (2, 2)


def test_a_repeated_request_is_answered_also_where_it_could_not_be_booked_any_more() -> None:
    house = a_house(time_zone="Pacific/Kiritimati")
    line, day = Line(Kind.FINE, 350, house.players[Role.OWNER]), till.today(house.club)
    first = booked(house, line, day=day)
    house.club.time_zone = "Pacific/Pago_Pago"  # where this day is still ahead, at any hour
    assert booked(house, line, day=day) == first
    assert problems_of(lambda: booked(house, line, day=day, token="new")) == [("day_ahead", "day")]


def test_the_same_token_with_other_content_is_refused() -> None:
    house = a_house()
    booked(house, Line(Kind.FINE, 350, house.players[Role.OWNER]))
    other = Line(Kind.FINE, 351, house.players[Role.OWNER])
    assert problems_of(lambda: booked(house, other)) == [("token_used", None)]
    assert problems_of(lambda: booked(house, other, other)) == [("token_used", None)]
    assert Booking.objects.count() == 1


def test_the_same_token_in_another_club_is_another_booking() -> None:
    for house in (a_house(), a_house("linde")):
        booked(house, Line(Kind.FINE, 350, house.players[Role.OWNER]))
    assert Booking.objects.count() == 2


def test_everything_that_is_wrong_is_said_at_once_and_nothing_is_booked() -> None:
    house, other = a_house(), a_house("linde")
    anna = house.players[Role.OWNER]
    price = Tariff.objects.create(club=other.club, kind=Kind.FINE, name="Bummerl", cents=50, further_cents=100)
    evening = Evening.objects.create(club=other.club, day=DAY)
    transfer = Transfer.objects.create(evening=evening, payer=None, receiver=None, cents=1)
    lines = [
        Line(Kind.FINE, 0, anna),
        Line(Kind.FINE, -50),
        Line(Kind.EXPENSE, till.MOST_CENTS + 1, anna, note=" "),
        Line(Kind.DUES, "zwei", other.players[Role.OWNER], note="x" * 121),  # type: ignore[arg-type]  # typed nonsense
        Line(Kind.FINE, 50, anna, tariff=price, count=1000, transfer=transfer),
        Line(Kind.DUES, True, anna),
        Line(Kind.FINE, 50, anna),
    ]
    ahead = till.today(house.club) + datetime.timedelta(days=1)
    assert problems_of(lambda: booked(house, *lines, token="x" * 65, day=ahead, evening=evening)) == [
        ("bad_token", "token"),
        ("day_ahead", "day"),
        ("evening_elsewhere", "evening"),
        ("amount_too_small", "lines.0.cents"),
        ("amount_too_small", "lines.1.cents"),
        ("person_missing", "lines.1.player"),
        ("amount_too_large", "lines.2.cents"),
        ("person_not_here", "lines.2.player"),
        ("note_missing", "lines.2.note"),
        ("no_amount", "lines.3.cents"),
        ("person_elsewhere", "lines.3.player"),
        ("note_too_long", "lines.3.note"),
        ("odd_count", "lines.4.count"),
        ("tariff_elsewhere", "lines.4.tariff"),
        ("transfer_elsewhere", "lines.4.transfer"),
        ("no_amount", "lines.5.cents"),
    ]
    assert (Booking.objects.count(), Change.objects.count()) == (0, 0)


def test_nothing_to_book_too_much_and_too_long_ago_are_refused() -> None:
    house = a_house()
    assert problems_of(lambda: booked(house)) == [("nothing_to_book", "lines")]
    lines = [Line(Kind.FINE, 1, house.players[Role.OWNER])] * (till.MOST_LINES + 1)
    assert problems_of(lambda: booked(house, *lines, day=date(26, 11, 3))) == [
        ("day_long_ago", "day"),
        ("too_many_lines", "lines"),
    ]


def test_the_day_is_the_clubs_own() -> None:
    east, west = a_house("east", time_zone="Pacific/Kiritimati"), a_house("west", time_zone="Pacific/Pago_Pago")
    assert till.today(east.club) > till.today(west.club)
    day = till.today(east.club)
    booked(east, Line(Kind.FINE, 50, east.players[Role.OWNER]), day=day)
    line = Line(Kind.FINE, 50, west.players[Role.OWNER])
    assert problems_of(lambda: booked(west, line, day=day)) == [("day_ahead", "day")]


def test_merged_people_are_one_and_are_booked_as_the_one_they_are() -> None:
    house = a_house()
    anna = house.players[Role.OWNER]
    guest = Player.objects.create(club=house.club, name="Annerl", guest=True)
    booked(house, Line(Kind.FINE, 50, guest))
    guest.merged_into = anna
    guest.save()
    (row,) = booked(house, Line(Kind.FINE, 30, guest), token="two-token")
    assert (row.player, balances(house.club)) == (anna, {anna.pk: -80})


def test_it_books_inside_another_transaction_and_goes_with_it() -> None:
    house = a_house()

    def evening_that_fails() -> None:
        with transaction.atomic():
            booked(house, Line(Kind.FINE, 50, house.players[Role.OWNER]))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        evening_that_fails()
    assert (Booking.objects.count(), Change.objects.count()) == (0, 0)


def test_the_log_says_who_booked_what_on_whom() -> None:
    house = a_house()
    (row,) = booked(house, Line(Kind.DEPOSIT, 350, house.players[Role.OWNER], note="Höß hat bezahlt"))
    facts = {"booking": row.pk, "kind": "deposit", "day": "2026-11-03", "cash": 350, "balance": 350}
    assert list(Change.objects.values_list("what", "by", "player", "before", "after")) == [
        ("booked", house.users[Role.TREASURER].pk, house.players[Role.OWNER].pk, {}, facts)
    ]


# --- reversing ------------------------------------------------------------------------------------------------------


def test_a_reversal_undoes_the_booking_on_its_own_day() -> None:
    house = a_house()
    (row,) = booked(house, Line(Kind.DEPOSIT, 350, house.players[Role.OWNER]))
    undone = reverse(row, by=house.users[Role.OWNER], token="undo")
    assert (undone.cash, undone.balance, undone.day, undone.reverses) == (-350, -350, DAY, row)
    assert (cash_in_box(house.club), balances(house.club)) == (0, {house.players[Role.OWNER].pk: 0})
    assert list(Change.objects.order_by("pk").values_list("what", flat=True)) == ["booked", "reversed"]


def test_a_double_tap_on_reverse_is_one_reversal_and_a_second_one_is_refused() -> None:
    house = a_house()
    (row,) = booked(house, Line(Kind.DEPOSIT, 350, house.players[Role.OWNER]))
    undone = reverse(row, by=None, token="undo")
    assert reverse(row, by=None, token="undo") == undone
    assert problems_of(lambda: reverse(row, by=None, token="undo-2")) == [("already_reversed", "booking")]
    assert problems_of(lambda: reverse(undone, by=None, token="undo-3")) == [("reversal_stays", "booking")]
    assert problems_of(lambda: reverse(undone, by=None, token="undo")) == [("token_used", None)]
    assert Booking.objects.count() == 2


def test_what_was_booked_together_is_reversed_together_or_not_at_all() -> None:
    house = a_house()
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    rows = booked(house, Line(Kind.FINE, 350, anna), Line(Kind.DEPOSIT, 350, anna), Line(Kind.FINE, 50, bert))
    assert [one.reverses for one in reverse_all(rows, by=None, token="undo")] == rows
    assert balances(house.club) == {anna.pk: 0, bert.pk: 0}
    more = booked(house, Line(Kind.FINE, 10, anna), token="two-token")
    assert problems_of(lambda: reverse_all([*more, rows[0]], by=None, token="u")) == [("already_reversed", "booking")]
    assert problems_of(lambda: reverse_all([], by=None, token="u")) == [("nothing_to_book", "lines")]
    assert balances(house.club) == {anna.pk: -10, bert.pk: 0}


def test_an_evenings_settlement_is_reversed_by_opening_the_evening_again() -> None:
    house = a_house()
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    evening = Evening.objects.create(club=house.club, day=DAY, opened_at=timezone.now())
    rows = booked(house, Line(Kind.SETTLEMENT, 50, anna), Line(Kind.SETTLEMENT, -50, bert), evening=evening)
    assert problems_of(lambda: reverse(rows[0], by=None, token="u")) == [("through_evening", "booking")]
    reverse_all(rows, by=None, token="u", of_evening=True)
    assert balances(house.club) == {anna.pk: 0, bert.pk: 0}
    (fine,) = booked(house, Line(Kind.FINE, 50, anna), evening=evening, token="fine")
    assert reverse(fine, by=None, token="v").evening == evening


def test_a_booking_is_never_changed_nor_deleted() -> None:
    house = a_house()
    (row,) = booked(house, Line(Kind.FINE, 350, house.players[Role.OWNER]))
    with pytest.raises(TypeError):
        row.save()
    with pytest.raises(TypeError):
        row.delete()


def test_sums_cost_the_same_with_three_people_and_with_many_bookings(django_assert_num_queries: Any) -> None:
    house = a_house()
    people = list(house.players.values())
    for number in range(20):
        booked(house, *[Line(Kind.FINE, 1, one) for one in people], token=f"no-{number}")
    with django_assert_num_queries(2):
        assert set(balances(house.club).values()) == {-20}
    with django_assert_num_queries(1):
        assert cash_in_box(house.club) == 0
