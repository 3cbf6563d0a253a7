"""Graded fines and shares, in integers: the figures of scenario S6 and requirement 28, and laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.services.shares import counted, graded, shares

CENTS = st.integers(0, 10_000_000)
WEIGHTS = st.lists(st.integers(0, 400), max_size=60)
PRICE = st.tuples(st.integers(0, 10), st.integers(0, 1000), st.integers(0, 1000))


@pytest.mark.parametrize(("count", "cents"), [(0, 0), (1, 50), (2, 100), (3, 150), (4, 250), (5, 350), (7, 550)])
def test_three_fines_of_fifty_cents_and_one_euro_each_after_them(count: int, cents: int) -> None:
    assert graded(count, 3, 50, 100) == cents


@given(PRICE, st.integers(0, 50), st.integers(0, 50))
def test_booking_twice_costs_what_booking_once_costs(price: tuple[int, int, int], one: int, two: int) -> None:
    assert graded(one, *price) + graded(two, *price, before=one) == graded(one + two, *price)


@given(PRICE, st.integers(0, 50))
def test_a_fine_is_the_sum_of_its_pieces(price: tuple[int, int, int], count: int) -> None:
    first, cents, further = price
    assert graded(count, *price) == sum(cents if piece < first else further for piece in range(count))


def test_the_year_of_the_till_by_evenings_attended() -> None:
    assert shares(18735, [12, 11, 12, 8, 7]) == [4496, 4122, 4496, 2998, 2623]


def test_one_euro_among_three() -> None:
    assert shares(100, [1, 1, 1]) == [34, 33, 33]


def test_of_equal_parts_the_larger_weight_goes_first_then_who_stands_earlier() -> None:
    assert shares(1, [1, 1]) == [1, 0]
    assert shares(2, [1, 3]) == [0, 2]  # 0.5 and 1.5: the cent goes to the larger
    assert shares(2, [3, 1]) == [2, 0]


def test_nobody_gets_anything_where_nobody_counts() -> None:
    assert (shares(100, []), shares(100, [0, 0]), shares(0, [1, 2])) == ([], [0, 0], [0, 0])


@given(CENTS, WEIGHTS)
def test_shares_sum_to_the_cent_and_nobody_is_a_cent_off(cents: int, weights: list[int]) -> None:
    dealt, total = shares(cents, weights), sum(weights)
    assert sum(dealt) == (cents if total else 0)
    assert all(
        abs(share * total - cents * weight) < total for share, weight in zip(dealt, weights, strict=True) if total
    )
    assert dealt == shares(cents, weights)


@given(CENTS, st.lists(st.integers(0, 400), min_size=2, max_size=20))
def test_more_weight_is_never_less_money(cents: int, weights: list[int]) -> None:
    dealt = sorted(zip(weights, shares(cents, weights), strict=True))
    assert [share for _weight, share in dealt] == sorted(share for _weight, share in dealt)


def test_notes_and_coins_add_up() -> None:
    assert counted({5000: 2, 1000: 1, 200: 3, 5: 1}) == 11605
