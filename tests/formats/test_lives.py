"""Lives: the worked evening S1 (Preisschnapsen with three lives) to the letter, and the rules one by one."""

import random
from dataclasses import replace

import pytest

from tests.formats.whole import Tournament, cards_of
from tournaments.formats import results, stages
from tournaments.formats.core import Draw, Gone, Impossible, Note, Problem, Table
from tournaments.formats.plan import Buying, Counting, Kind, Plan, Ranking, Stage

AUER, BERGER, DORN, EDER, FINK, GRUBER, HUBER, KERN, LANG, MOSER = range(1, 11)

THREE_LIVES = Plan(stages=(Stage(Kind.LIVES, lives=3, rematches=True),))
NACHKAUF = replace(THREE_LIVES, buying=Buying(allowed=True, cents=500, lives=1, most=1, last_round=3))

S1: tuple[tuple[int | None, list[tuple[int, int]]], ...] = (
    (LANG, [(GRUBER, DORN), (BERGER, EDER), (HUBER, AUER), (KERN, FINK)]),
    (KERN, [(GRUBER, DORN), (EDER, HUBER), (BERGER, LANG), (FINK, AUER)]),
    (EDER, [(GRUBER, BERGER), (AUER, DORN), (LANG, KERN), (HUBER, FINK)]),
    (None, [(HUBER, BERGER), (FINK, AUER), (LANG, KERN), (GRUBER, EDER)]),
    (HUBER, [(BERGER, GRUBER), (EDER, LANG), (KERN, FINK)]),
    (None, [(EDER, HUBER), (KERN, BERGER), (LANG, GRUBER)]),
    (GRUBER, [(EDER, LANG), (KERN, HUBER)]),
    (EDER, [(GRUBER, KERN)]),
    (None, [(GRUBER, EDER)]),
)
"""Who rests, then winner and loser of every table."""


def s1(plan: Plan = THREE_LIVES, rounds: int = 9) -> Tournament:
    evening = Tournament(plan, cards_of(10))
    evening.change(MOSER, gone=Gone.NO_SHOW)
    for bye, pairs in S1[:rounds]:
        evening.draw(*pairs, byes=() if bye is None else (bye,))
        evening.win(*(winner for winner, _ in pairs))
    return evening


def lives(evening: Tournament) -> dict[int, int]:
    left = stages.lives_left(evening.plan, evening.entrants, evening.rounds)
    return {number: left[number] for number in left if number != MOSER}


def test_s1_everybody_is_placed_as_they_left() -> None:
    evening = s1()
    assert evening.over
    assert [(one.place, one.number, one.shared) for one in evening.standings()] == [
        (1, GRUBER, False),
        (2, EDER, False),
        (3, KERN, False),
        (4, HUBER, True),
        (4, LANG, True),
        (6, BERGER, False),
        (7, FINK, False),
        (8, AUER, False),
        (9, DORN, False),
        (None, MOSER, False),
    ]
    assert [one.decided_by for one in evening.standings()][:6] == [None, *["survived"] * 3, None, "survived"]


def test_s1_takes_26_matches_and_leaves_one_life() -> None:
    evening = s1()
    assert sum(len(round_.tables) for round_ in evening.rounds) == 9 * 3 - 1
    assert lives(evening) == {**dict.fromkeys(range(1, 10), 0), GRUBER: 1}


@pytest.mark.parametrize(
    ("rounds", "left"),
    [
        (1, {DORN: 2, EDER: 2, AUER: 2, FINK: 2}),
        (3, {DORN: 0, AUER: 1, FINK: 1, HUBER: 2, LANG: 2, BERGER: 2, EDER: 2, KERN: 2}),
        (6, {HUBER: 1, BERGER: 0, GRUBER: 1, LANG: 1, EDER: 1, KERN: 1, FINK: 0, AUER: 0, DORN: 0}),
    ],
)
def test_s1_lives_after_a_round(rounds: int, left: dict[int, int]) -> None:
    assert lives(s1(rounds=rounds)) == {**dict.fromkeys(range(1, 10), 3), **left}


def test_s1_every_draw_could_have_been_one() -> None:
    """At every step the next round is for exactly those whom the evening seated, and the bye was one of theirs."""
    for at, (bye, pairs) in enumerate(S1):
        evening = s1(rounds=at)
        assert evening.due() == {*(number for pair in pairs for number in pair), *([] if bye is None else [bye])}
        assert len(evening.next_draw().byes) == (bye is not None)
    assert s1().due() == {GRUBER}


def test_s1_byes_go_round() -> None:
    """Before the seventh round only Gruber of the five has not rested."""
    assert {s1_next(seed, rounds=6).byes for seed in range(8)} == {(GRUBER,)}


def s1_next(seed: int, rounds: int) -> Draw:
    evening = s1(rounds=rounds)
    return stages.next_draw(evening.plan, evening.entrants, evening.rounds, (), random.Random(seed), lot="x")


def test_s1_dorn_may_buy_in_again_and_auer_not() -> None:
    after_three, after_four = s1(NACHKAUF, 3), s1(NACHKAUF, 4)
    assert stages.may_buy(NACHKAUF, after_three.entrants, after_three.rounds, DORN) is None
    assert stages.may_buy(NACHKAUF, after_four.entrants, after_four.rounds, AUER) == Problem(
        "buying_over", None, {"number": AUER, "round": 4, "last_round": 3}
    )


def test_who_buys_in_again_is_drawn_again_and_may_not_twice() -> None:
    evening = s1(NACHKAUF, 2)
    evening.draw((AUER, DORN), (GRUBER, BERGER), (LANG, KERN), (HUBER, FINK), byes=(EDER,))
    evening.win(AUER, GRUBER, LANG, HUBER)
    evening.change(DORN, bought=(3,))
    assert lives(evening)[DORN] == 1
    assert DORN in evening.due()
    late = replace(NACHKAUF, buying=replace(NACHKAUF.buying, last_round=9))
    evening.draw((AUER, DORN), (GRUBER, BERGER), (LANG, KERN), (HUBER, FINK), byes=(EDER,))
    evening.win(AUER, GRUBER, LANG, HUBER)
    assert lives(evening)[DORN] == 0
    problem = stages.may_buy(late, evening.entrants, evening.rounds, DORN)
    assert problem == Problem("buying_used_up", None, {"number": DORN, "most": 1})


@pytest.mark.parametrize(
    ("number", "changed", "code"),
    [
        (GRUBER, {}, "buying_has_lives"),
        (99, {}, "unknown_number"),
        (DORN, {"gone": Gone.WITHDRAWN, "gone_after": 3}, "buying_gone"),
    ],
)
def test_who_may_not_buy_in_again(number: int, changed: dict[str, object], code: str) -> None:
    evening = s1(NACHKAUF, 3)
    evening.change(number, **changed)
    problem = stages.may_buy(NACHKAUF, evening.entrants, evening.rounds, number)
    assert problem is not None
    assert problem.code == code


def test_nobody_saves_lives_by_buying_later() -> None:
    evening = s1(replace(NACHKAUF, buying=replace(NACHKAUF.buying, last_round=9)), 4)
    problem = stages.may_buy(evening.plan, evening.entrants, evening.rounds, DORN)
    assert problem == Problem("buying_too_late", None, {"number": DORN, "out": 3, "round": 4})


def test_where_it_is_not_allowed_nobody_buys() -> None:
    for plan in (THREE_LIVES, Plan(stages=(Stage(Kind.SWISS, rounds=3),), buying=Buying(allowed=True))):
        assert stages.may_buy(plan, cards_of(2), (), 1) == Problem("buying_not_allowed")


def test_a_schneider_costs_what_the_stage_says() -> None:
    stage = Stage(Kind.LIVES, lives=3, schneider_lives=2, counting=Counting(events=("schneider",)))
    evening = Tournament(Plan(stages=(stage,)), cards_of(4))
    evening.draw((1, 2), (3, 4))
    evening.hand_in(1, results.count(stage, [{"won": 1, "schneider": 1}, {}]))
    evening.hand_in(2, results.count(stage, [{"won": 1}, {}]))
    assert lives(evening) == {1: 3, 2: 1, 3: 3, 4: 2}


def test_lives_never_go_below_none() -> None:
    stage = Stage(Kind.LIVES, lives=1, schneider_lives=2, counting=Counting(events=("schneider",)))
    evening = Tournament(Plan(stages=(stage,), buying=Buying(allowed=True, lives=1)), cards_of(4))
    evening.draw((1, 2), (3, 4))
    evening.hand_in(1, results.count(stage, [{"won": 1, "schneider": 1}, {}]))
    evening.change(2, bought=(1,))
    assert lives(evening)[2] == 1


def test_two_who_are_left_play_on() -> None:
    evening = Tournament(Plan(stages=(Stage(Kind.LIVES, lives=2),)), cards_of(2))
    for winner in (1, 2, 1):
        assert not evening.over
        evening.draw()
        evening.win(winner)
    assert evening.over
    assert [note for draw in evening.draws[1:] for note in draw.notes if note.code == "met_again"] == [
        Note("met_again", {"numbers": [1, 2], "table": 1, "times": 1}),
        Note("met_again", {"numbers": [1, 2], "table": 1, "times": 2}),
    ]


def test_the_same_opponent_is_avoided_while_it_can_be() -> None:
    evening = Tournament(Plan(stages=(Stage(Kind.LIVES, lives=9),)), cards_of(8))
    for _ in range(7):
        evening.draw()
        evening.play()
    assert [draw.notes for draw in evening.draws] == [()] * 7


def test_where_rematches_are_allowed_they_happen_and_are_not_remarked() -> None:
    met_again = 0
    for seed in range(20):
        evening = Tournament(Plan(stages=(Stage(Kind.LIVES, lives=9, rematches=True),)), cards_of(4), seed)
        evening.draw()
        evening.play()
        assert evening.draw().notes == ()
        pairs = [{frozenset(table.seats) for table in round_.tables} for round_ in evening.rounds]
        met_again += pairs[0] == pairs[1]
    assert 2 < met_again < 15


def test_while_it_is_played_those_with_more_lives_are_ahead() -> None:
    evening = s1(rounds=6)
    places = {one.number: one.place for one in evening.standings()}
    assert [places[number] for number in (EDER, GRUBER, HUBER, KERN, LANG)] == [1] * 5
    assert [places[number] for number in (BERGER, FINK, AUER, DORN)] == [6, 7, 8, 9]


def test_who_leaves_early_is_out_with_that_round() -> None:
    """Lang leaves with two lives after the third round, as Dorn loses the last one: they share a place."""
    evening = s1(rounds=3)
    evening.change(LANG, gone=Gone.WITHDRAWN, gone_after=3)
    assert LANG not in evening.due()
    assert [(one.place, one.number) for one in evening.standings()][-3:] == [(8, DORN), (8, LANG), (None, MOSER)]


def test_who_let_the_round_pass_that_they_left_with_was_in_it_until_then() -> None:
    evening = Tournament(THREE_LIVES, cards_of(6))
    evening.draw((1, 2), (3, 4), byes=(5, 6))
    evening.win(1, 3)
    evening.change(5, gone=Gone.WITHDRAWN, gone_after=1)
    evening.change(6, away=frozenset({2}), gone=Gone.WITHDRAWN, gone_after=2)
    evening.draw((1, 3), (2, 4))
    evening.win(1, 2)
    assert [(one.place, one.number) for one in evening.standings()][-2:] == [(5, 6), (6, 5)]


def test_who_is_disqualified_has_no_place() -> None:
    evening = s1()
    evening.change(EDER, gone=Gone.DISQUALIFIED, gone_after=9)
    assert [(one.place, one.number) for one in evening.standings()][:3] == [(1, GRUBER), (2, KERN), (3, HUBER)]
    assert [one.number for one in evening.standings() if one.place is None] == [EDER, MOSER]


def test_a_tie_is_broken_only_by_what_comes_behind_survived() -> None:
    by_lot = s1(replace(THREE_LIVES, ranking=Ranking(("points", "survived", "won", "lot")))).standings()
    assert [(one.place, one.decided_by) for one in by_lot][3:6] == [(4, "survived"), (5, "lot"), (6, "survived")]
    before = s1(replace(THREE_LIVES, ranking=Ranking(("won", "lot", "survived")))).standings()
    assert [one.place for one in before][3:6] == [4, 4, 6]


def test_a_corrected_result_gives_the_life_back() -> None:
    evening = s1(rounds=4)
    evening.hand_in(2, results.count(evening.stage, [{}, {"won": 1}]), 3)  # Dorn beat Auer after all
    assert lives(evening)[DORN] == 1
    assert lives(evening)[AUER] == 0
    assert DORN in evening.due()


def test_who_was_drawn_once_more_before_a_correction_was_in_it_until_then() -> None:
    evening = s1(rounds=4)
    evening.hand_in(2, results.count(evening.stage, [{}, {"won": 1}]), 1)  # Eder beat Berger
    evening.hand_in(2, results.count(evening.stage, [{}, {"won": 1}]), 2)  # Huber beat Eder: nothing new for Eder
    assert lives(evening)[BERGER] == 0
    assert [one.number for one in evening.standings() if one.place == 7] == [AUER, BERGER]


def test_a_late_card_comes_with_all_its_lives() -> None:
    evening = s1(rounds=2)
    evening.entrants.append(replace(cards_of(11)[-1], since=3))
    assert stages.lives_left(evening.plan, evening.entrants, evening.rounds)[11] == 3
    assert 11 in evening.due()


def test_whoever_lets_a_round_pass_keeps_the_lives_and_does_not_end_it() -> None:
    evening = s1(rounds=8)
    evening.change(EDER, away=frozenset({9}))
    assert not evening.over
    with pytest.raises(Impossible) as refused:
        evening.next_draw()
    assert refused.value.problems == (Problem("too_few", None, {"there": 1, "missing": 1}),)


def test_a_table_keeps_its_number_for_whoever_needs_it() -> None:
    evening = Tournament(THREE_LIVES, cards_of(8))
    evening.change(5, table=3)
    assert next(table.number for table in evening.next_draw().tables if 5 in table.seats) == 3


def test_two_cards_of_one_person_meet_only_at_the_end() -> None:
    evening = Tournament(THREE_LIVES, cards_of({1: 1, 2: 1, 3: 3, 4: 4}))
    for _ in range(2):
        evening.draw()
        assert not [note for note in evening.draws[-1].notes if note.code == "same_person"]
        evening.play()
    last = Tournament(THREE_LIVES, cards_of({1: 1, 2: 1}))
    assert [note.code for note in last.draw().notes] == ["same_person"]
    last.hand_in(1, results.self_match(last.stage, 1))
    loser = last.rounds[0].tables[0].seats[0]
    assert lives(last)[loser] == 2


def test_nobody_loses_a_life_at_an_open_table() -> None:
    evening = Tournament(THREE_LIVES, cards_of(4))
    evening.draw()
    assert set(lives(evening).values()) == {3}
    assert evening.rounds[0].tables[0] == Table(1, evening.rounds[0].tables[0].seats)
