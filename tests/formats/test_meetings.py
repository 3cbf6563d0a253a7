"""Who has met, what it costs to meet again, and what tables do not keep."""

import pytest

from tests.formats.drawing import cards, plan_of, tables
from tournaments.formats.core import Draw, Entrant, Gone, Note, Problem, Round, Table
from tournaments.formats.meetings import (
    APART,
    AT_ONCE,
    DECK,
    MET,
    NEIGHBOURS,
    NEVER,
    cost_of,
    faults,
    meetings,
    notes,
    partner_costs,
)
from tournaments.formats.plan import Keeping, Kind, Stage

FOURS = plan_of(Stage(Kind.DRAWN))
PARTNERS = plan_of(Stage(Kind.DRAWN, partners=True))
MATCHES = plan_of(Stage(Kind.SWISS))


def a_round(number: int, *groups: tuple[int, ...], byes: tuple[int, ...] = ()) -> Round:
    return Round(number, 0, tables(*groups), byes)


def test_everybody_at_a_table_meets() -> None:
    so_far = meetings(FOURS, [a_round(1, (1, 2, 3, 4)), a_round(2, (4, 2, 5, 6))])
    assert so_far.opponents[2, 4] == 2
    assert so_far.opponents[1, 2] == 1
    assert (1, 5) not in so_far.opponents
    assert so_far.partners == {}


def test_partners_sit_across() -> None:
    so_far = meetings(PARTNERS, [a_round(1, (1, 2, 3, 4)), a_round(2, (3, 4, 1, 2))])
    assert so_far.partners == {(1, 3): 2, (2, 4): 2}
    assert so_far.opponents == {(1, 2): 2, (1, 4): 2, (2, 3): 2, (3, 4): 2}
    assert so_far.met((1, 3)) == 2


def test_a_round_somebody_was_not_there_for_is_a_rest() -> None:
    so_far = meetings(MATCHES, [a_round(1, (1, 2), byes=(3,)), a_round(2, (1, 3), (2,))])
    assert {number: so_far.rests(number) for number in (1, 2, 3, 4)} == {1: 0, 2: 1, 3: 1, 4: 2}


def test_to_meet_again_costs_more_each_time_and_most_at_once() -> None:
    once, twice = [a_round(1, (1, 2)), a_round(2, (1, 3))], [a_round(1, (1, 2)), a_round(2, (1, 2))]
    assert cost_of(MATCHES, cards(4), once, 3)(2, 1) == MET
    assert cost_of(MATCHES, cards(4), once, 3)(1, 3) == MET + AT_ONCE
    assert cost_of(MATCHES, cards(4), twice, 3)(1, 2) == 4 * MET + AT_ONCE
    assert cost_of(MATCHES, cards(4), twice, 3)(3, 4) == 0
    assert cost_of(MATCHES, cards(4), twice, 3, rematches=True)(1, 2) == 0


def test_what_is_kept_costs() -> None:
    everything = plan_of(Stage(Kind.SWISS), Keeping(groups_apart=True, neighbours_apart=True, decks_together=True))
    entrants = (
        Entrant(1, (11,), apart=frozenset({"Huber", "Auto"}), deck="french"),
        Entrant(2, (12,), apart=frozenset({"Huber", "Auto"}), deck="german"),
        Entrant(4, (11,), apart=frozenset({"Pyhra"}), table=1),
        Entrant(7, (14,), apart=frozenset({"Pyhra"}), table=2),
    )
    cost = cost_of(everything, entrants, [], 1)
    assert cost(1, 2) == APART + DECK + NEIGHBOURS
    assert cost(4, 1) == NEVER
    assert cost(4, 7) == APART + NEVER
    assert cost(2, 4) == 0
    assert cost_of(everything, entrants, [], 2)(1, 2) == APART + DECK
    assert cost_of(MATCHES, entrants, [], 1)(1, 2) == APART


def test_partners_once_more_cost_on_top() -> None:
    again = partner_costs(PARTNERS, [a_round(1, (1, 2, 3, 4))])
    assert again.keys() == {(1, 3), (2, 4)}
    assert min(again.values()) > 100 * MET
    assert partner_costs(FOURS, [a_round(1, (1, 2, 3, 4))]) == {}


def test_what_tables_do_not_keep_is_named() -> None:
    plan = plan_of(Stage(Kind.DRAWN), Keeping(neighbours_apart=True, decks_together=True))
    entrants = cards(
        8, apart={1: frozenset({"Huber"}), 5: frozenset({"Huber"})}, deck={1: "french", 7: "german"}, table={3: 2}
    )
    drawn = Draw(0, tables((1, 3, 5, 7), (2, 4, 6, 8)))
    assert notes(plan, entrants, [], drawn) == (
        Note("apart", {"numbers": [1, 5], "table": 1}),
        Note("decks_mixed", {"numbers": [1, 7], "table": 1}),
        Note("table_not_kept", {"number": 3, "wanted": 2, "table": 1}),
    )
    beside = notes(plan, entrants, [], Draw(0, tables((2, 4, 5, 7), (1, 3, 6, 8))))
    assert beside == (Note("neighbours", {"numbers": [4, 5], "table": 1}),)


def test_meetings_are_named_with_how_often() -> None:
    rounds = [a_round(1, (1, 2, 3, 4), (5, 6, 7, 8)), a_round(2, (1, 2, 5, 6), (3, 4, 7, 8))]
    drawn = Draw(0, tables((1, 2, 7, 8), (3, 4, 5, 6)))
    found = {(*note.figures["numbers"], note.figures["times"]) for note in notes(FOURS, cards(8), rounds, drawn)}  # type: ignore[misc]
    assert found == {(1, 2, 2), (7, 8, 2), (3, 4, 2), (5, 6, 2)}
    free = plan_of(Stage(Kind.DRAWN, rematches=True))
    assert notes(free, cards(8), rounds, drawn) == ()


def test_partners_again_are_named_as_such() -> None:
    rounds = [a_round(1, (1, 2, 3, 4), (5, 6, 7, 8))]
    drawn = Draw(0, tables((1, 5, 3, 6), (2, 7, 8, 4)))
    assert notes(PARTNERS, cards(8), rounds, drawn) == (
        Note("partners_again", {"numbers": [1, 3], "table": 1, "times": 1}),
        Note("met_again", {"numbers": [5, 6], "table": 1, "times": 1}),
        Note("met_again", {"numbers": [2, 4], "table": 2, "times": 1}),
        Note("met_again", {"numbers": [7, 8], "table": 2, "times": 1}),
    )


def test_one_person_against_himself_is_named() -> None:
    twice = (Entrant(1, (1,)), Entrant(2, (1,)))
    assert notes(MATCHES, twice, [], Draw(0, tables((1, 2)))) == (Note("same_person", {"numbers": [1, 2], "table": 1}),)


def test_a_second_bye_before_all_had_one_is_named() -> None:
    rounds = [a_round(1, (1, 2), byes=(3,))]
    assert notes(MATCHES, cards(3), rounds, Draw(0, tables((2, 3)), byes=(1,))) == ()
    assert notes(MATCHES, cards(3), rounds, Draw(0, tables((1, 2)), byes=(3,)))[-1] == Note(
        "second_bye", {"number": 3, "rested": 1, "fewer": 2}
    )


def test_a_table_needed_counts_only_for_who_sits() -> None:
    entrants = cards(3, table={3: 1})
    assert notes(MATCHES, entrants, [], Draw(0, tables((1, 2)), byes=(3,))) == ()


@pytest.mark.parametrize(
    ("drawn", "problem"),
    [
        (Draw(0, tables((1, 2), (3, 9)), byes=(4,)), Problem("unknown_number", "tables", {"number": 9})),
        (Draw(0, tables((1, 2), (3, 4)), byes=(4,)), Problem("twice", "tables", {"number": 4})),
        (Draw(0, tables((1, 2))), Problem("nowhere", "tables", {"number": 3})),
        (Draw(0, tables((1, 2), (3, 4, 5))), Problem("not_there", "tables", {"number": 5})),
        (Draw(0, tables((1, 2, 3, 4))), Problem("table_size", "tables", {"table": 1, "seats": 4, "allowed": [2]})),
        (
            Draw(0, tables((1, 2), (3,), (4,))),
            Problem("table_size", "tables", {"table": 2, "seats": 1, "allowed": [2]}),
        ),
        (Draw(0, (Table(1, (1, 2)), Table(1, (3, 4)))), Problem("table_twice", "tables", {"table": 1})),
        (Draw(0, (Table(0, (1, 2)), Table(1, (3, 4)))), Problem("table_number", "tables", {"table": 0})),
    ],
)
def test_tables_that_cannot_be_say_why(drawn: Draw, problem: Problem) -> None:
    entrants = (*cards(4), Entrant(5, (5,), gone=Gone.WITHDRAWN, gone_after=1))
    assert problem in faults(MATCHES, entrants, drawn, 2)


def test_tables_that_can_be_have_no_faults() -> None:
    entrants = (*cards(4), Entrant(5, (5,), since=3))
    assert faults(MATCHES, entrants, Draw(0, tables((1, 3), (4, 2))), 2) == ()
    assert faults(plan_of(Stage(Kind.KNOCKOUT)), cards(3), Draw(0, tables((1, 3), (2,)))) == ()


def test_nobody_sits_out_where_nobody_may() -> None:
    drawn = Draw(0, tables((1, 2, 3, 4)), byes=(5,))
    assert faults(FOURS, cards(5), drawn) == ()
    strict = plan_of(Stage(Kind.DRAWN, sit_out=False))
    assert faults(strict, cards(5), drawn) == (Problem("no_sit_out", "byes", {"numbers": [5]}),)
