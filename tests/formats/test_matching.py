"""One against one at the least cost, and fair rests."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.drawing import cards, tables
from tournaments.formats import matching
from tournaments.formats.core import Entrant, Round
from tournaments.formats.matching import byes, pairs, pairs_and_byes


def every_way(numbers: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not numbers:
        yield []
        return
    one, *others = numbers
    for other in others:
        for rest in every_way([number for number in others if number != other]):
            yield [(one, other), *rest]


@settings(max_examples=40, derandomize=True)
@given(st.sampled_from([0, 2, 4, 6, 8]), st.integers(0, 10**6), st.sampled_from([2, 10, 10**20]))
def test_pairs_cost_the_least_there_is(count: int, seed: int, dearest: int) -> None:
    lot = random.Random(seed)
    costs = {frozenset((a, b)): lot.randrange(dearest) for a in range(1, count + 1) for b in range(1, a)}

    def total(found: list[tuple[int, int]]) -> int:
        return sum(costs[frozenset(pair)] for pair in found)

    found = pairs(range(1, count + 1), lambda a, b: costs[frozenset((a, b))], lot)
    assert sorted(number for pair in found for number in pair) == list(range(1, count + 1))
    assert total(found) == min(total(way) for way in every_way(list(range(1, count + 1))))


def test_of_equal_pairs_chance_takes_each() -> None:
    drawn = Counter(
        frozenset(map(frozenset, pairs([1, 2, 3, 4], lambda a, b: 0, random.Random(seed)))) for seed in range(600)
    )
    assert len(drawn) == 3
    assert min(drawn.values()) > 150


def test_the_seats_of_a_pair_are_drawn_too() -> None:
    assert {pairs([1, 2], lambda a, b: 0, random.Random(seed))[0] for seed in range(20)} == {(1, 2), (2, 1)}


def test_the_order_of_the_numbers_makes_no_difference() -> None:
    def cost(one: int, other: int) -> int:
        return abs(one - other) % 3

    forwards = pairs(range(1, 41), cost, random.Random(5))
    assert forwards == pairs(range(40, 0, -1), cost, random.Random(5))


def test_many_are_paired_where_every_cheap_opponent_is_taken() -> None:
    """Three odd groups who only cost nothing among themselves: whoever is left over is found another opponent."""
    count = matching.SMALL + 100
    group = {number: number % 2 if number > 1 else 2 for number in range(1, count + 1)}
    found = pairs(range(1, count + 1), lambda a, b: int(group[a] != group[b]) * 10**16, random.Random(1))
    assert len({number for pair in found for number in pair}) == count
    assert sum(group[one] != group[other] for one, other in found) <= 2


def test_more_opponents_are_looked_at_while_that_makes_it_cheaper(monkeypatch: pytest.MonkeyPatch) -> None:
    def total(seed: int) -> int:
        lot = random.Random(seed)
        costs = {frozenset((a, b)): lot.randrange(1000) ** 2 for a in range(1, 41) for b in range(1, a)}
        found = pairs(range(1, 41), lambda a, b: costs[frozenset((a, b))], random.Random(1))
        return sum(costs[frozenset(pair)] for pair in found)

    least = [total(seed) for seed in range(20)]
    monkeypatch.setattr(matching, "SMALL", 0)
    monkeypatch.setattr(matching, "NEAREST", 3)
    assert [total(seed) for seed in range(20)] == least


def test_an_odd_number_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="odd"):
        pairs([1, 2, 3], lambda a, b: 0, random.Random(1))


@given(st.integers(1, 6).map(lambda half: 2 * half + 1), st.integers(0, 1000))
@settings(max_examples=20, derandomize=True)
def test_nobody_rests_twice_before_all_have(count: int, seed: int) -> None:
    entrants, rounds, rested = cards(count), list[Round](), list[int]()
    for number in range(1, 2 * count + 1):
        resting = byes(entrants, rounds, 1, random.Random(seed + number))
        playing = [one.number for one in entrants if one.number not in resting]
        rounds.append(Round(number, 0, tables(*zip(playing[::2], playing[1::2], strict=True)), resting))
        rested.extend(resting)
    assert sorted(rested[:count]) == sorted(rested[count:]) == list(range(1, count + 1))


def test_the_order_says_who_of_them_rests_first() -> None:
    rounds = [Round(1, 0, tables((1, 2), (3, 4)), (5,))]
    assert byes(cards(5), rounds, 1, random.Random(1), order=[5, 4, 3, 2, 1]) == (4,)
    assert byes(cards(5), rounds, 3, random.Random(1), order=[5, 4, 3, 2, 1]) == (2, 3, 4)


def test_coming_late_or_going_away_gains_no_bye() -> None:
    """4 was away in round 1 and 5 came for round 2: a round not played was a rest."""
    entrants = (*cards(3), Entrant(4, (4,), away=frozenset({1})), Entrant(5, (5,), since=2))
    rounds = [Round(1, 0, tables((1, 2)), (3,))]
    assert {byes(entrants, rounds, 1, random.Random(seed))[0] for seed in range(40)} == {1, 2}
    assert {pairs_and_byes(entrants, rounds, lambda a, b: 0, random.Random(s))[1][0] for s in range(40)} == {1, 2}


def test_who_rests_is_chosen_so_that_the_others_need_not_meet_again() -> None:
    """1 has met everybody: whoever else rests, 1 meets somebody again."""
    met = {(1, 2), (1, 3), (1, 4), (1, 5)}

    def cost(one: int, other: int) -> int:
        return int((min(one, other), max(one, other)) in met) * 1000

    found, resting = pairs_and_byes(cards(5), [], cost, random.Random(1), order=[5, 4, 3, 2, 1])
    assert resting == (1,)
    assert len(found) == 2
    assert pairs_and_byes(cards(5), [], lambda a, b: 0, random.Random(1), order=[5, 4, 3, 2, 1])[1] == (5,)


def test_an_even_number_rests_nobody() -> None:
    assert pairs_and_byes(cards(4), [], lambda a, b: 0, random.Random(1))[1] == ()
