"""Knock-out: the grid and its byes, a person's cards in its quarters, the third place, what corrections change."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.whole import Tournament, cards_of
from tournaments.formats import knockout, results
from tournaments.formats.core import Gone, Impossible, Note, Round, Table
from tournaments.formats.plan import Kind, Plan, Ranking, Stage

GRID = Plan(stages=(Stage(Kind.KNOCKOUT),))
WITH_THIRD = Plan(stages=(Stage(Kind.KNOCKOUT, third=True),))
REDRAW = Plan(stages=(Stage(Kind.KNOCKOUT, redraw=True, third=True),))


def to_the_end(evening: Tournament) -> Tournament:
    """The lower number of every table wins."""
    while not evening.over:
        evening.draw()
        evening.win(*(min(table.seats) for table in evening.rounds[-1].tables if len(table.seats) > 1))
    return evening


def of_eight(plan: Plan = GRID) -> Tournament:
    evening = Tournament(plan, cards_of(8))
    evening.draw((1, 8), (4, 5), (2, 7), (3, 6))
    evening.win(1, 4, 2, 3)
    return evening


def spread_of(owners: dict[int, int], tables: tuple[Table, ...], parts: int) -> dict[int, int]:
    """Person -> in how many of so many equal parts of the grid their cards are."""
    size = len(tables) // parts
    where = {(owners[number], (table.number - 1) // size) for table in tables for number in table.seats}
    return dict(Counter(person for person, _ in where))


def test_the_winners_of_two_tables_meet_at_the_next_one() -> None:
    evening = of_eight()
    assert evening.draw().tables == (Table(1, (1, 4)), Table(2, (2, 3)))
    evening.win(4, 2)
    assert evening.draw().tables == (Table(1, (4, 2)),)
    evening.win(4)
    assert evening.over
    assert [(one.place, one.number) for one in evening.standings()] == [
        (1, 4),
        (2, 2),
        (3, 1),
        (3, 3),
        (5, 5),
        (5, 6),
        (5, 7),
        (5, 8),
    ]


def test_the_match_for_third_is_beside_the_final() -> None:
    evening = of_eight(WITH_THIRD)
    evening.draw()
    evening.win(4, 2)
    assert evening.draw().tables == (Table(1, (4, 2)), Table(2, (1, 3)))
    evening.win(2, 3)
    assert evening.over
    assert [(one.place, one.number) for one in evening.standings()][:5] == [(1, 2), (2, 4), (3, 3), (4, 1), (5, 5)]


def test_until_the_third_is_known_two_share_the_place() -> None:
    evening = of_eight(WITH_THIRD)
    evening.draw()
    evening.win(4, 2)
    evening.draw()
    assert [(one.place, one.number) for one in evening.standings()][:4] == [(1, 2), (1, 4), (3, 1), (3, 3)]


def test_45_cards_in_a_grid_of_64() -> None:
    """19 byes, each alone at a table; no part of the grid has two more of them than another."""
    tables = Tournament(GRID, cards_of(45)).draw().tables
    assert [table.number for table in tables] == list(range(1, 33))
    alone = [table.number for table in tables if len(table.seats) == 1]
    assert len(alone) == 19
    for size in (16, 8, 4, 2):
        byes = Counter((number - 1) // size for number in alone)
        assert max(byes.values()) - min(byes[part] for part in range(32 // size)) <= 1
    assert len(to_the_end(Tournament(GRID, cards_of(45))).rounds) == 6


def test_64_cards_of_16_people_are_spread_over_the_quarters() -> None:
    owners = {number: (number - 1) // 4 for number in range(1, 65)}
    evening = Tournament(WITH_THIRD, cards_of(owners))
    tables = evening.draw().tables
    assert set(spread_of(owners, tables, 2).values()) == {2}
    assert set(spread_of(owners, tables, 4).values()) == {4}


def test_one_person_can_fill_the_places_two_three_and_four() -> None:
    """Bluzabande: somebody played the semi-final against himself, lost the final, and was third and fourth."""
    evening = Tournament(WITH_THIRD, cards_of({1: 1, 2: 7, 3: 7, 4: 7}))
    evening.draw((1, 2), (3, 4))
    evening.win(1, 3)
    evening.hand_in(2, results.self_match(evening.stage, 0), 1)
    assert [note.code for note in evening.draw().notes] == ["same_person"]
    evening.win(1, 2)
    assert [(one.place, one.number) for one in evening.standings()] == [(1, 1), (2, 3), (3, 2), (4, 4)]


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=2, max_size=24), st.integers(0, 99))
def test_cards_of_one_person_meet_as_late_as_can_be(held: list[int], seed: int) -> None:
    """In halves, quarters, eighths … a person's cards are as evenly spread as their number allows."""
    owners = dict(enumerate((person for person, cards in enumerate(held) for _ in range(cards)), start=1))
    evening = Tournament(GRID, cards_of(owners), seed)
    if len(owners) < 4:
        return
    tables = evening.draw().tables
    assert sorted(number for table in tables for number in table.seats) == sorted(owners)
    assert max(Counter(owners.values()).values()) > len(tables) or not [
        table for table in tables if len({owners[number] for number in table.seats}) < len(table.seats)
    ]
    for person, cards in enumerate(held):
        assert spread_of(owners, tables, 2)[person] == min(cards, 2)


def test_families_and_neighbours_do_not_begin_against_each_other() -> None:
    cards = [replace(one, apart=frozenset({f"family {one.number // 3}"})) for one in cards_of(32)]
    plan = replace(GRID, keep=replace(GRID.keep, neighbours_apart=True))
    for seed in range(10):
        assert Tournament(plan, cards, seed).draw().notes == ()


def test_cards_of_one_person_are_kept_apart_before_families_are() -> None:
    """1 and 2 belong to one person, 1 to a family with three others: they are in different halves all the same."""
    cards = [replace(one, apart=frozenset({"family"} if one.number in (1, 3, 4, 5) else ())) for one in cards_of(8)]
    cards[1] = replace(cards[1], people=cards[0].people)
    for seed in range(12):
        first_half = Tournament(GRID, cards, seed).draw().tables[:2]
        assert sum(number in table.seats for table in first_half for number in (1, 2)) == 1


def test_a_seeding_lets_the_first_meet_the_last() -> None:
    plan = Plan(stages=(Stage(Kind.SWISS, rounds=1), Stage(Kind.KNOCKOUT, take=8, seeded=True)))
    evening = Tournament(plan, cards_of(16))
    evening.draw(*((number, number + 8) for number in range(1, 9)))
    for number in range(1, 9):
        evening.hand_in(number, results.count(evening.stage, [{"points": 20 - number}, {"points": 0}]))
    seats = [table.seats for table in evening.draw().tables]
    assert seats == [(1, 8), (4, 5), (2, 7), (3, 6)]


def test_the_seeded_best_have_the_byes() -> None:
    plan = Plan(stages=(Stage(Kind.DRAWN, rounds=1), Stage(Kind.KNOCKOUT, take=5, seeded=True)))
    evening = Tournament(plan, cards_of(8))
    evening.draw((1, 2, 3, 4), (5, 6, 7, 8))
    for table, best in ((1, 80), (2, 40)):
        evening.hand_in(table, results.count(evening.stage, [{"points": best - seat} for seat in range(4)]))
    assert [table.seats for table in evening.draw().tables] == [(1,), (4, 5), (2,), (3,)]


def test_without_a_seeding_the_lot_gives_the_byes() -> None:
    alone = Counter(
        table.seats[0]
        for seed in range(120)
        for table in Tournament(GRID, cards_of(6), seed).next_draw().tables
        if len(table.seats) == 1
    )
    assert set(alone) == set(range(1, 7))
    assert min(alone.values()) > 20


def test_a_bye_leads_on_and_is_marked_as_second_where_it_comes_again() -> None:
    evening = Tournament(GRID, cards_of(6))
    evening.draw((1,), (2, 3), (4, 5), (6,))
    evening.win(2, 4)
    evening.change(2, gone=Gone.WITHDRAWN, gone_after=1)
    made = evening.draw()
    assert made.tables == (Table(1, (1,)), Table(2, (4, 6)))
    assert [note.code for note in made.notes] == ["second_bye"]


def test_who_withdraws_between_rounds_leaves_a_hole_and_keeps_the_place() -> None:
    evening = of_eight()
    evening.change(1, gone=Gone.WITHDRAWN, gone_after=1)
    evening.change(4, gone=Gone.WITHDRAWN, gone_after=1)
    assert evening.draw().tables == (Table(2, (2, 3)),)
    evening.win(3)
    assert evening.over
    assert [(one.place, one.number) for one in evening.standings()] == [
        (1, 3),
        (2, 2),
        (3, 1),
        (3, 4),
        (5, 5),
        (5, 6),
        (5, 7),
        (5, 8),
    ]


def test_a_walkover_of_nobody_leaves_a_hole_too() -> None:
    evening = of_eight()
    evening.hand_in(2, results.walkover(evening.stage, 2, None))
    assert evening.draw().tables == (Table(1, (1,)), Table(2, (2, 3)))


def test_what_was_drawn_stays_when_an_earlier_result_is_corrected() -> None:
    """8 had beaten 1, but 1 was drawn for the second round and goes on; 8 is ahead of the others who lost then."""
    evening = of_eight()
    evening.draw()
    evening.hand_in(1, results.count(evening.stage, [{}, {"won": 1}]), 1)
    evening.win(1, 2)
    assert evening.draw().tables == (Table(1, (1, 2)),)
    evening.win(1)
    assert [(one.place, one.number) for one in evening.standings()][-4:] == [(5, 8), (6, 5), (6, 6), (6, 7)]


def test_a_correction_before_the_next_draw_sends_the_other_one_on() -> None:
    evening = of_eight()
    evening.hand_in(1, results.count(evening.stage, [{}, {"won": 1}]))
    assert evening.draw().tables[0] == Table(1, (8, 4))


def test_who_comes_too_late_has_no_place_in_the_grid_and_is_named() -> None:
    evening = of_eight()
    evening.entrants.append(replace(cards_of(9)[-1], since=2))
    made = evening.draw()
    assert made.notes == (Note("not_in_grid", {"numbers": [9]}),)
    assert evening.standings()[-1].number == 9


def test_drawn_anew_everybody_may_meet_everybody() -> None:
    seconds = set()
    for seed in range(30):
        evening = of_eight(REDRAW)
        evening.seed = seed
        seconds.add(frozenset(frozenset(table.seats) for table in evening.next_draw().tables))
    assert len(seconds) == 3


def test_drawn_anew_one_rests_of_an_odd_number_and_the_third_is_played_for() -> None:
    evening = to_the_end(Tournament(REDRAW, cards_of(13)))
    assert [len(round_.byes) for round_ in evening.rounds] == [1, 1, 0, 0]
    assert [len(round_.tables) for round_ in evening.rounds] == [6, 3, 2, 2]
    assert [one.place for one in evening.standings()] == [1, 2, 3, 4, *[5] * 3, *[8] * 6]
    assert evening.standings()[0].number == 1


def test_drawn_anew_who_comes_late_is_drawn_too() -> None:
    evening = of_eight(REDRAW)
    evening.entrants.append(replace(cards_of(9)[-1], since=2))
    assert evening.due() == {1, 2, 3, 4, 9}
    evening.draw()
    assert len(evening.draws[-1].byes) == 1


def test_of_three_who_are_left_one_rests_and_the_loser_is_third() -> None:
    evening = to_the_end(Tournament(REDRAW, cards_of(3)))
    assert [len(round_.tables) for round_ in evening.rounds] == [1, 1]
    assert [one.place for one in evening.standings()] == [1, 2, 3]


def test_the_last_match_for_the_first_place_is_the_final() -> None:
    stage = Stage(Kind.KNOCKOUT, third=True)
    evening = of_eight(Plan(stages=(stage,)))
    evening.draw()
    evening.play()
    evening.draw()
    finals = [[knockout.is_final(stage, evening.rounds, at, table) for table in (1, 2)] for at in range(3)]
    assert finals == [[False, False], [False, False], [True, False]]


def test_a_final_of_two_is_one_from_the_beginning() -> None:
    stage = Stage(Kind.KNOCKOUT)
    assert knockout.is_final(stage, [Round(1, 0, (Table(1, (1, 2)),))], 0, 1)
    assert not knockout.is_final(stage, [Round(1, 0, (Table(1, (1, 2)), Table(2, (3, 4))))], 0, 1)


def test_some_rounds_of_knock_out_leave_some_who_go_on() -> None:
    plan = Plan(stages=(Stage(Kind.KNOCKOUT, rounds=2), Stage(Kind.ROUND_ROBIN)), ranking=Ranking(("won",)))
    evening = Tournament(plan, cards_of(16))
    for _ in range(2):
        evening.draw()
        evening.win(*(min(table.seats) for table in evening.rounds[-1].tables))
    survivors = {number for table in evening.rounds[-1].tables for number in table.seats if number == table.winner}
    assert evening.due() == survivors
    assert evening.draw().stage == 1
    evening.play()
    assert {one.number for one in evening.standings()[:4]} == survivors
    assert [one.place for one in evening.standings()[4:]] == [*[5] * 4, *[9] * 8]


@pytest.mark.parametrize("count", [0, 1])
def test_it_takes_two(count: int) -> None:
    with pytest.raises(Impossible) as refused:
        Tournament(GRID, cards_of(count)).next_draw()
    assert [(one.code, one.figures) for one in refused.value.problems] == [
        ("too_few", {"there": count, "missing": 2 - count})
    ]


def test_tables_set_by_hand_with_byes_beside_them_lead_on_too() -> None:
    evening = Tournament(GRID, cards_of(5))
    evening.draw((1, 2), (3, 4), byes=(5,))
    evening.win(1, 3)
    assert evening.draw().tables == (Table(1, (1, 3)), Table(2, (5,)))
