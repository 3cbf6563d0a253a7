"""Many phones at the till at the same moment, as real threads, on whichever database this run has."""

from collections import Counter
from typing import Any

import pytest
from django.db import transaction

from clubs.models import Booking, Change, Tariff
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services import share_out as sharing
from clubs.services import till
from clubs.services.by_hand import Entry, book_by_hand, count_cash, settle_up
from clubs.services.till import Line, balances, book, cash_in_box, reverse
from tests.club import House, a_house
from tests.services.table import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(answers: list[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


def booked(house: House, *lines: Line, token: str) -> list[Booking]:
    return book(house.club, by=None, token=token, day=till.today(house.club), lines=lines)


def test_twenty_times_the_same_request_is_one_booking_and_twenty_equal_answers() -> None:
    house = a_house()
    lines = [Line(Kind.FINE, 50, one) for one in house.players.values()]
    answers = at_once(20, lambda _number: [row.pk for row in booked(house, *lines, token="same")])
    assert (kinds(answers), answers) == ({"list": 20}, [answers[0]] * 20)
    assert (Booking.objects.count(), Change.objects.count()) == (5, 5)


def test_phones_that_book_different_things_all_book() -> None:
    house = a_house()
    line = Line(Kind.DEPOSIT, 50, house.players[Role.OWNER])
    answers = at_once(12, lambda number: booked(house, line, token=f"no-{number}"))
    assert (kinds(answers), cash_in_box(house.club)) == ({"list": 12}, 600)


def test_inside_another_transaction_too() -> None:
    house = a_house()

    def evening(number: int) -> int:
        with transaction.atomic():
            return len(booked(house, Line(Kind.FINE, 50, house.players[Role.OWNER]), token=f"no-{number % 2}"))

    assert at_once(8, evening) == [1] * 8
    assert Booking.objects.count() == 2


def test_grading_is_right_however_many_count_at_once() -> None:
    house = a_house()
    price = Tariff.objects.create(club=house.club, kind=Kind.FINE, name="B", first=3, cents=50, further_cents=100)
    entry = Entry("fine", house.players[Role.OWNER], tariff=price, count=1)
    day = till.today(house.club)
    at_once(7, lambda number: book_by_hand(house.club, by=None, token=f"no-{number}", day=day, entries=[entry]))
    assert balances(house.club) == {house.players[Role.OWNER].pk: -550}


def test_two_treasurers_who_both_tap_all_paid_book_it_once() -> None:
    house = a_house()
    anna = house.players[Role.OWNER]
    booked(house, Line(Kind.FINE, 350, anna), token="fine")
    answers = at_once(8, lambda number: settle_up(house.club, by=None, token=f"n{number}", player=anna, seen=-350))
    assert (kinds(answers), cash_in_box(house.club)) == ({"Booking": 1, "Refused": 7}, 350)


def test_a_booking_is_reversed_once() -> None:
    house = a_house()
    (row,) = booked(house, Line(Kind.DEPOSIT, 350, house.players[Role.OWNER]), token="deposit")
    answers = at_once(8, lambda number: reverse(row, by=None, token=f"n{number}"))
    assert (kinds(answers), cash_in_box(house.club)) == ({"Booking": 1, "Refused": 7}, 0)


def test_the_box_is_counted_and_shared_out_once() -> None:
    house = a_house()
    booked(house, Line(Kind.INCOME, 1000, note="Anfang"), token="start")
    answers = at_once(6, lambda number: count_cash(house.club, by=None, token=f"n{number}", expected=1000, counted=900))
    assert (kinds(answers), cash_in_box(house.club)) == ({"Booking": 1, "Refused": 5}, 900)
    weights: list[Any] = [(one, 1) for one in house.players.values()]
    day = till.today(house.club)

    def share(number: int) -> list[Booking]:
        return sharing.share_out(house.club, by=None, token=f"s{number}", day=day, cents=900, weights=weights, seen=900)

    answers = at_once(6, share)
    assert (kinds(answers), cash_in_box(house.club)) == ({"list": 1, "Refused": 5}, 0)
