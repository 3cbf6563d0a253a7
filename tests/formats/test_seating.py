"""How many sit at which table, who with whom, and which number a table has."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.drawing import cards
from tournaments.formats.core import Table
from tournaments.formats.seating import most_seated, placed, sizes_for, table_numbers, tables


@pytest.mark.parametrize(
    ("count", "sizes", "expected"),
    [
        (16, (4,), (4, 4, 4, 4)),
        (17, (4,), None),
        (23, (4, 5), (4, 4, 5, 5, 5)),
        (24, (4, 5), (4,) * 6),
        (11, (4, 3), (4, 4, 3)),
        (45, (4, 3), (4,) * 9 + (3,) * 3),
        (7, (4, 5), None),
        (12, (3, 4), (3, 3, 3, 3)),
        (14, (4, 5, 3), (4, 4, 3, 3)),
        (13, (4, 6, 2), None),
        (0, (4,), ()),
    ],
)
def test_tables_for_so_many(count: int, sizes: tuple[int, ...], expected: tuple[int, ...] | None) -> None:
    """23 in Tarock are three fives and two fours, "more fives than fours" (KTC 2024)."""
    assert sizes_for(count, sizes) == expected


@given(st.integers(0, 2000), st.lists(st.integers(2, 8), min_size=1, max_size=4, unique=True))
@settings(max_examples=60, derandomize=True)
def test_as_many_as_can_be_are_seated(count: int, sizes: list[int]) -> None:
    found = most_seated(count, sizes)
    reachable = {0}
    for seats in range(1, count + 1):
        if any(seats - size in reachable for size in sizes):
            reachable.add(seats)
    assert sum(found) == max(reachable)
    assert set(found) <= set(sizes)


def test_two_thousand_that_never_come_out_are_refused_at_once() -> None:
    assert sizes_for(1999, (2, 4, 6, 8)) is None


def test_a_table_somebody_needs_is_there_beyond_the_count() -> None:
    assert table_numbers(3, []) == [1, 2, 3]
    assert table_numbers(3, [7]) == [1, 2, 7]
    assert table_numbers(3, [2, 2, 9, 7]) == [2, 7, 9]
    assert table_numbers(2, [5, 6, 7]) == [5, 6]


def test_tables_are_numbered_in_their_order_around_those_that_are_needed() -> None:
    entrants = cards(8, table={5: 1, 3: 9})
    assert placed([(1, 2), (3, 4), (5, 6), (7, 8)], entrants) == (
        Table(1, (5, 6)),
        Table(2, (1, 2)),
        Table(3, (7, 8)),
        Table(9, (3, 4)),
    )


def test_two_who_need_the_same_table_cannot_both_have_it_apart() -> None:
    assert placed([(1, 2), (3, 4)], cards(4, table={1: 2, 3: 2})) == (Table(1, (3, 4)), Table(2, (1, 2)))


@given(st.integers(0, 500))
@settings(max_examples=6, derandomize=True)
def test_everybody_has_one_seat(seed: int) -> None:
    lot = random.Random(seed)
    costs = {pair: lot.randrange(3) * 1000 for pair in combinations(range(1, 24), 2)}
    found = tables(range(1, 24), (4, 4, 5, 5, 5), costs, lot)
    assert [len(group) for group in found] == [4, 4, 5, 5, 5]
    assert sorted(number for group in found for number in group) == list(range(1, 24))


def test_the_best_seating_is_found_where_swaps_alone_do_not_find_it() -> None:
    """Nine players whose every pair costs, but for one hidden way to make three tables."""
    hidden = [{1, 5, 9}, {2, 6, 7}, {3, 4, 8}]
    costs = {
        pair: 0 if any(set(pair) <= group for group in hidden) else 10_000 for pair in combinations(range(1, 10), 2)
    }
    for seed in range(5):
        assert {frozenset(group) for group in tables(range(1, 10), (3, 3, 3), costs, random.Random(seed))} == {
            frozenset(group) for group in hidden
        }


def test_whoever_is_pinned_stays() -> None:
    costs = {(1, 2): 5}
    found = tables(range(1, 9), (4, 4), costs, random.Random(1), pinned={1: 1, 2: 1, 8: 0})
    assert {1, 2} <= set(found[1])
    assert 8 in found[0]
    full = tables(range(1, 5), (2, 2), {}, random.Random(1), pinned={1: 0, 2: 0, 3: 0})
    assert full == [[1, 2], [3, 4]]


def test_a_place_may_cost_too() -> None:
    found = tables(
        range(1, 9), (4, 4), {}, random.Random(1), place_cost=lambda number, at: int((number > 4) == (at == 1))
    )
    assert set(found[1]) == {1, 2, 3, 4}


def test_nobody_moves_further_than_the_reach() -> None:
    """1 and 2 must part; within one table on they find somebody to change with."""
    found = tables(range(1, 41), (4,) * 10, {(1, 2): 10}, random.Random(3), reach=1)
    moved = {number: abs((number - 1) // 4 - at) for at, group in enumerate(found) for number in group}
    assert max(moved.values()) == 1
    assert sum(moved.values()) == 2


def test_partners_are_parted_within_their_table() -> None:
    """All four must sit together; only the seats can be others."""
    partners = {(1, 3): 10**7, (2, 4): 10**7, (1, 2): 10**7, (3, 4): 10**7}
    ((one, _, three, _),) = tables([1, 2, 3, 4], (4,), {}, random.Random(1), partner_costs=partners)
    assert {one, three} in ({1, 4}, {2, 3})
