"""Swiss: with equals, nobody twice, byes from below."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.drawing import cards, plan_of, play, situation, tables
from tournaments.formats import swiss
from tournaments.formats.core import Impossible, Problem, Round
from tournaments.formats.plan import Kind, Plan, Stage


def plan(rounds: int = 5, rematches: bool = False) -> Plan:
    return plan_of(Stage(Kind.SWISS, rounds=rounds, rematches=rematches))


@pytest.mark.parametrize(("count", "rounds"), [(8, 4), (16, 5), (17, 6), (64, 7), (113, 7), (211, 4)])
def test_nobody_meets_twice(count: int, rounds: int) -> None:
    for seed in (1, 2):
        played = play(plan(rounds), cards(count), rounds, seed, swiss.draw)
        assert played.repeats == 0
        assert played.codes() == set()


def test_five_hundred_are_paired_within_a_second() -> None:
    played = play(plan(), cards(501), 2, 1, swiss.draw)
    began = process_time()
    swiss.draw(situation(plan(), cards(501), played.rounds, played.totals))
    assert process_time() - began < 1
    assert played.repeats == 0


def test_equals_meet_and_the_leaders_are_at_table_one() -> None:
    totals = {1: 0, 2: 2, 3: 1, 4: 2, 5: 0, 6: 1, 7: 1, 8: 1}
    drawn = swiss.draw(situation(plan(), cards(8), (), totals))
    assert [sorted(totals[number] for number in table.seats) for table in drawn.tables] == [
        [2, 2],
        [1, 1],
        [1, 1],
        [0, 0],
    ]
    assert set(drawn.tables[0].seats) == {2, 4}


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30).filter(lambda totals: len(totals) % 2 == 0))
@settings(max_examples=40, derandomize=True)
def test_as_few_as_can_be_leave_their_score_group(totals: list[int]) -> None:
    """Where nobody has met, neighbours in the order of totals are the least steps there are."""
    known = dict(enumerate(totals, start=1))
    drawn = swiss.draw(situation(plan(), cards(len(totals)), (), known))
    groups = {total: step for step, total in enumerate(sorted(set(totals)))}
    found = sum(abs(groups[known[table.seats[0]]] - groups[known[table.seats[1]]]) for table in drawn.tables)
    line = sorted(groups[total] for total in totals)
    assert found == sum(line[at + 1] - line[at] for at in range(0, len(line), 2))


def test_a_floater_goes_no_further_than_it_must() -> None:
    totals = {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 1, 7: 1, 8: 1}
    for seed in range(10):
        drawn = swiss.draw(situation(plan(), cards(8), (), totals, seed))
        steps = sorted(abs(totals[table.seats[0]] - totals[table.seats[1]]) for table in drawn.tables)
        assert steps == [0, 0, 1, 1]


def test_equals_who_have_met_are_parted() -> None:
    totals = {1: 1, 2: 1, 3: 0, 4: 0}
    met = [Round(1, 0, tables((1, 2), (3, 4)))]
    drawn = swiss.draw(situation(plan(), cards(4), met, totals))
    assert {frozenset(table.seats) for table in drawn.tables} <= {
        frozenset(p) for p in ((1, 3), (2, 4), (1, 4), (2, 3))
    }
    again = swiss.draw(situation(plan(rematches=True), cards(4), met, totals))
    assert {frozenset(table.seats) for table in again.tables} == {frozenset({1, 2}), frozenset({3, 4})}


def test_a_penalty_moves_somebody_down() -> None:
    """Totals come with penalties: -1 for number 1 before the round (requirements, 25)."""
    level = {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}
    drawn = swiss.draw(situation(plan(), cards(6), (), {**level, 1: 0}))
    assert set(drawn.tables[0].seats) == {2, 3}


def test_the_bye_is_for_the_lowest_who_has_had_none() -> None:
    totals = {1: 2, 2: 2, 3: 1, 4: 1, 5: 0}
    assert swiss.draw(situation(plan(), cards(5), (), totals)).byes == (5,)
    had = [Round(1, 0, tables((1, 2), (3, 4)), (5,))]
    assert swiss.draw(situation(plan(), cards(5), had, totals)).byes == (4,)


@pytest.mark.parametrize("count", [3, 5, 7, 13])
def test_nobody_has_a_second_bye_before_all_have_had_one(count: int) -> None:
    played = play(plan(2 * count), cards(count), 2 * count, 3, swiss.draw)
    byes = [one.byes[0] for one in played.rounds]
    assert sorted(byes[:count]) == sorted(byes[count:]) == list(range(1, count + 1))
    assert "second_bye" not in played.codes()


def test_somebody_who_needs_a_table_has_it_and_the_leaders_the_first_of_the_others() -> None:
    totals = {number: -number for number in range(1, 9)}
    drawn = swiss.draw(situation(plan(), cards(8, table={8: 1}), (), totals))
    assert [set(table.seats) for table in drawn.tables] == [{7, 8}, {1, 2}, {3, 4}, {5, 6}]


@pytest.mark.parametrize("count", [0, 1])
def test_one_alone_is_too_few(count: int) -> None:
    with pytest.raises(Impossible) as refused:
        swiss.draw(situation(plan(), cards(count)))
    assert refused.value.problems == (Problem("too_few", None, {"there": count, "missing": 2 - count}),)


def test_two_play_each_other_again_and_it_is_named() -> None:
    played = play(plan(), cards(2), 2, 1, swiss.draw)
    assert [[note.code for note in notes] for notes in played.notes] == [[], ["met_again"]]


def test_a_seed_means_the_same_draw_for_ever() -> None:
    """Pinned, see test_drawn_tables."""
    played = play(plan(3), cards(9), 3, 5, swiss.draw)
    assert [[table.seats for table in one.tables] for one in played.rounds] == PINNED


PINNED = [
    [(6, 1), (2, 5), (3, 4), (8, 7)],
    [(1, 7), (9, 3), (4, 5), (2, 6)],
    [(1, 9), (8, 2), (3, 5), (4, 7)],
]
