"""Sliding pairs: odd stay, even move, nobody twice; holes, late pairs, tables changed by hand."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.whole import Tournament, cards_of
from tournaments.formats.core import Gone, Impossible, Note, Problem
from tournaments.formats.plan import Card, Kind, Plan, Stage

FOUR_ROUNDS = Plan(card=Card.PAIR, people=2, stages=(Stage(Kind.SLIDING, rounds=4),))
ALL = Plan(card=Card.PAIR, people=2, stages=(Stage(Kind.SLIDING),))


def seats(evening: Tournament) -> list[tuple[int, ...]]:
    """The tables of the next round, which is then played."""
    made = [table.seats for table in evening.draw().tables]
    evening.play()
    return made


def test_odd_pairs_stay_and_even_ones_move_one_table_on() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(8))
    assert [seats(evening) for _ in range(4)] == [
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(1, 8), (3, 2), (5, 4), (7, 6)],
        [(1, 6), (3, 8), (5, 2), (7, 4)],
        [(1, 4), (3, 6), (5, 8), (7, 2)],
    ]
    assert evening.over


def test_numbers_with_gaps_are_counted_through() -> None:
    evening = Tournament(FOUR_ROUNDS, [one for one in cards_of(11) if one.number not in (2, 5, 9)])
    assert seats(evening) == [(1, 3), (4, 6), (7, 8), (10, 11)]
    assert seats(evening) == [(1, 11), (4, 3), (7, 6), (10, 8)]


@pytest.mark.parametrize(("number", "table"), [(3, 1), (6, 1), (6, 3), (8, 2), (5, 3)])
def test_who_needs_a_fixed_table_stays_at_it(number: int, table: int) -> None:
    cards = [replace(one, table=table) if one.number == number else one for one in cards_of(8)]
    evening = Tournament(FOUR_ROUNDS, cards)
    played = [seats(evening) for _ in range(4)]
    assert [round_[table - 1][0] for round_ in played] == [number] * 4
    met = [frozenset(pair) for round_ in played for pair in round_]
    assert len(met) == len(set(met)) == 16
    assert [draw.notes for draw in evening.draws] == [()] * 4


def test_with_an_odd_number_each_round_another_one_rests() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(7))
    for _ in range(4):
        evening.draw()
        evening.play()
    assert [round_.byes for round_ in evening.rounds] == [(7,), (1,), (3,), (5,)]
    assert [draw.notes for draw in evening.draws] == [()] * 4


@pytest.mark.parametrize("count", range(2, 24))
def test_in_as_many_rounds_as_tables_all_who_stay_meet_all_who_move(count: int) -> None:
    evening = Tournament(ALL, cards_of(count))
    met = [frozenset(pair) for _ in range((count + 1) // 2) for pair in seats(evening)]
    assert evening.over
    assert len(met) == len(set(met)) == ((count + 1) // 2) * (count // 2)


def test_more_rounds_than_tables_are_refused() -> None:
    with pytest.raises(Impossible) as refused:
        Tournament(FOUR_ROUNDS, cards_of(6)).next_draw()
    figures = {"there": 6, "tables": 3, "rounds": 4, "missing": 1}
    assert refused.value.problems == (Problem("too_few_tables", None, figures),)
    assert len(Tournament(FOUR_ROUNDS, cards_of(7)).next_draw().tables) == 3


def test_a_pair_that_leaves_leaves_a_hole_and_a_late_one_fills_it() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(8))
    seats(evening)
    evening.change(2, gone=Gone.WITHDRAWN, gone_after=1)
    assert seats(evening) == [(1, 8), (5, 4), (7, 6)]
    assert evening.rounds[-1].byes == (3,)
    evening.entrants.append(replace(cards_of(9)[-1], since=3))
    assert seats(evening) == [(1, 6), (3, 8), (5, 9), (7, 4)]
    assert seats(evening) == [(1, 4), (3, 6), (5, 8), (7, 9)]


def test_a_late_pair_takes_the_place_that_was_free_from_the_beginning() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(7))
    seats(evening)
    evening.entrants.append(replace(cards_of(8)[-1], since=2))
    assert seats(evening) == [(1, 8), (3, 2), (5, 4), (7, 6)]


def test_where_there_is_no_hole_a_late_pair_gets_a_new_table_and_is_not_the_one_that_rests() -> None:
    """It missed a round already; so one of those rests who have not yet."""
    evening = Tournament(FOUR_ROUNDS, cards_of(8))
    seats(evening)
    evening.entrants.append(replace(cards_of(9)[-1], since=2))
    assert seats(evening) == [(9, 8), (3, 2), (5, 4), (7, 6)]
    assert evening.rounds[-1].byes == (1,)
    assert evening.draws[-1].notes == ()


def test_two_who_are_left_without_opponents_play_each_other() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(10))
    seats(evening)
    for number in (2, 6):
        evening.change(number, gone=Gone.WITHDRAWN, gone_after=1)
    assert seats(evening) == [(1, 10), (3, 7), (5, 4), (9, 8)]
    assert evening.rounds[-1].byes == ()
    assert seats(evening) == [(1, 8), (3, 10), (5, 9), (7, 4)]


def test_those_without_opponents_play_whom_they_have_not_met() -> None:
    """3 would have played 2, 4 5, 6 7 and 8 9; 3 and 4 met in the first round already."""
    evening = Tournament(FOUR_ROUNDS, cards_of(10))
    assert seats(evening) == [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]
    for number in (2, 5, 7, 9):
        evening.change(number, away=frozenset({2}))
    assert seats(evening) == [(1, 10), (3, 6), (4, 8)]


def test_whoever_lets_a_round_pass_keeps_the_place() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(8))
    seats(evening)
    evening.change(4, away=frozenset({2}))
    assert seats(evening) == [(1, 8), (3, 2), (7, 6)]
    assert seats(evening) == [(1, 6), (3, 8), (5, 2), (7, 4)]


def test_tables_made_by_hand_slide_on_from_there() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(8))
    evening.draw((1, 4), (3, 2), (5, 6), (7, 8))
    evening.play()
    assert seats(evening) == [(1, 8), (3, 4), (5, 2), (7, 6)]
    evening.draw((1, 6), (3, 8), (7, 4), byes=(5, 2))
    evening.play()
    assert seats(evening) == [(1, 2), (3, 6), (7, 8), (5, 4)]


def test_who_had_to_rest_by_hand_is_not_lost() -> None:
    evening = Tournament(FOUR_ROUNDS, cards_of(8))
    evening.draw((1, 2), (3, 4), (5, 6), byes=(7, 8))
    evening.play()
    assert seats(evening) == [(1, 8), (3, 2), (5, 4), (7, 6)]


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(8, 22), st.integers(0, 10_000))
def test_whatever_happens_nobody_rests_a_second_time_before_the_others(count: int, seed: int) -> None:
    evening = Tournament(ALL, cards_of(count), seed)
    while not evening.over and len(evening.rounds) < 12:
        if len(evening.due()) < 2:
            return
        made = evening.draw()
        assert [note for note in made.notes if note.code == "second_bye"] == list[Note]()
        assert len(made.byes) <= 1
        evening.play()
        evening.happen()
