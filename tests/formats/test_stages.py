"""Stages one after the other: who goes on, by lot where nothing else parts them, and the standings of all."""

import random
from dataclasses import replace

import pytest

from tests.formats.whole import LOT, Tournament, cards_of
from tournaments.formats import results, stages
from tournaments.formats.core import Adjustment, Gone, Impossible, Note, Problem
from tournaments.formats.plan import Card, Counting, Kind, Plan, Ranking, Stage
from tournaments.formats.ranking import lot_of

WATTEN = Counting(winner_makes=15, win_bonus=10)
WATTKOENIG = Plan(
    card=Card.PAIR,
    people=2,
    stages=(Stage(Kind.SLIDING, rounds=4, counting=WATTEN), Stage(Kind.KNOCKOUT, take=8, third=True, counting=WATTEN)),
    ranking=Ranking(("points", "conceded")),
)


def slid(count: int = 18, plan: Plan = WATTKOENIG) -> Tournament:
    """Four rounds in which the lower number always wins 15:0."""
    evening = Tournament(plan, cards_of(count))
    for _ in range(4):
        evening.draw()
        for table in evening.rounds[-1].tables:
            made = [15 if number == min(table.seats) else 0 for number in table.seats]
            evening.hand_in(table.number, results.count(evening.stage, [{"points": amount} for amount in made]))
    return evening


def finish(evening: Tournament) -> Tournament:
    while not evening.over:
        evening.draw()
        for table in evening.rounds[-1].tables:
            if len(table.seats) == 2:
                made = [15 if number == min(table.seats) else 3 for number in table.seats]
                evening.hand_in(table.number, results.count(evening.stage, [{"points": amount} for amount in made]))
    return evening


def test_a_win_is_fifteen_and_ten_and_a_loss_what_was_made() -> None:
    evening = slid()
    values = {one.number: one.values for one in evening.standings()}
    assert (values[1]["points"], values[1]["conceded"]) == (100, 0)
    assert (values[18]["points"], values[18]["conceded"]) == (0, 60)


def test_the_best_eight_go_on_and_the_others_stand_behind_them() -> None:
    evening = slid(16)
    before = [one.number for one in evening.standings()]
    finish(evening)
    drawn = {number for round_ in evening.rounds[4:] for table in round_.tables for number in table.seats}
    assert len(drawn) == 8
    assert evening.over
    standings = evening.standings()
    assert [one.place for one in standings[:8]] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert {one.number for one in standings[:8]} == drawn
    assert [one.number for one in standings[8:]] == [number for number in before if number not in drawn]
    assert standings[8].place == 9
    assert standings[8].decided_by == "stage"
    assert [len(round_.tables) for round_ in evening.rounds] == [8, 8, 8, 8, 4, 2, 2]


def test_nine_pairs_for_eight_places_are_parted_by_lot_and_that_is_said() -> None:
    """Everybody wins two of four by the same result: only the lot can part them."""
    evening = Tournament(WATTKOENIG, cards_of(10))
    for number in range(4):
        evening.draw()
        for table in evening.rounds[-1].tables:
            points = [15, 5] if number % 2 else [5, 15]
            evening.hand_in(table.number, results.count(evening.stage, [{"points": amount} for amount in points]))
    assert {one.place for one in evening.standings()} == {1}
    made = evening.draw()
    on = sorted(number for table in made.tables for number in table.seats)
    by_lot = sorted(sorted(range(1, 11), key=lambda number: -lot_of(LOT, number))[:8])
    assert on == by_lot
    assert made.notes[0] == Note("cut_by_lot", {"numbers": list(range(1, 11)), "places": 8, "on": on})


def test_only_those_the_lot_parts_are_named() -> None:
    evening = slid(9, replace(WATTKOENIG, stages=(WATTKOENIG.stages[0], replace(WATTKOENIG.stages[1], take=4))))
    ranked = evening.standings()
    tied = [one.number for one in ranked if one.place == ranked[3].place]
    made = evening.draw()
    cut = [note for note in made.notes if note.code == "cut_by_lot"]
    if ranked[4].place == ranked[3].place:
        assert cut[0].figures["numbers"] == sorted(tied)
    else:
        assert cut == []


def test_who_left_makes_room_for_the_next_and_keeps_a_place_behind_those_who_went_on() -> None:
    evening = slid()
    first = evening.standings()[0].number
    evening.change(first, gone=Gone.WITHDRAWN, gone_after=4)
    finish(evening)
    assert evening.standings()[8].number == first
    assert evening.standings()[8].place == 9


def test_a_correction_after_the_cut_changes_the_standings_and_not_the_draw() -> None:
    evening = slid()
    evening.draw()
    drawn = {number for table in evening.rounds[-1].tables for number in table.seats}
    last = evening.standings()[-1].number
    table = next(table for table in evening.rounds[0].tables if last in table.seats)
    points = [{"points": 15 if number == last else 0} for number in table.seats]
    evening.hand_in(table.number, results.count(WATTKOENIG.stages[0], points), 1)
    assert evening.standings()[-1].number != last
    evening.play()
    assert evening.due() < drawn


def test_the_next_draw_names_the_tables_that_are_open() -> None:
    evening = Tournament(WATTKOENIG, cards_of(10))
    evening.draw()
    for table in (1, 3, 4):
        evening.hand_in(table, results.struck(evening.stage, 2))
    with pytest.raises(Impossible) as refused:
        evening.next_draw()
    assert refused.value.problems == (Problem("round_open", None, {"round": 1, "tables": [2, 5]}),)


def test_a_struck_table_is_over() -> None:
    evening = Tournament(WATTKOENIG, cards_of(8))
    evening.draw()
    for table in evening.rounds[0].tables:
        evening.hand_in(table.number, results.struck(evening.stage, 2))
    assert evening.draw().stage == 0


def test_when_all_is_played_there_is_no_draw() -> None:
    evening = finish(slid())
    with pytest.raises(Impossible) as refused:
        evening.next_draw()
    assert refused.value.problems == (Problem("all_played"),)
    assert stages.stage_of(evening.plan, evening.entrants, evening.rounds) == 1


def test_disqualified_and_never_there_have_no_place_whatever_they_made() -> None:
    evening = finish(slid())
    first, second = evening.standings()[:2]
    evening.change(first.number, gone=Gone.DISQUALIFIED, gone_after=7)
    evening.entrants.append(replace(cards_of(30)[-1], gone=Gone.NO_SHOW))
    standings = evening.standings()
    assert (standings[0].number, standings[0].place) == (second.number, 1)
    assert [(one.place, one.number) for one in standings[-2:]] == [(None, first.number), (None, 30)]


def test_what_was_made_before_counts_on_where_it_is_carried() -> None:
    stage = Stage(Kind.SWISS, rounds=1)
    for carry, points in ((True, 14), (False, 7)):
        plan = Plan(stages=(stage, replace(stage, carry=carry, rematches=True)))
        evening = Tournament(plan, cards_of(2))
        for _ in range(2):
            evening.draw()
            evening.win(1)
        assert evening.standings()[0].values["points"] == points


def test_a_penalty_before_the_first_round_counts_for_the_seating() -> None:
    plan = Plan(stages=(Stage(Kind.SWISS, rounds=3),))
    evening = Tournament(plan, cards_of(4))
    for penalised in ((1, 2), (3, 4)):
        evening.adjustments = [Adjustment(number, "points", -10) for number in penalised]
        assert {frozenset(table.seats) for table in evening.next_draw().tables} == {
            frozenset((1, 2)),
            frozenset((3, 4)),
        }
        assert {one.number for one in evening.standings()[2:]} == {*penalised}


def test_the_same_seed_is_the_same_draw_in_whatever_order_the_cards_come() -> None:
    evening = slid()
    draws = set()
    for seed in range(5):
        random.Random(seed).shuffle(evening.entrants)
        draws.add(evening.next_draw().tables)
    assert len(draws) == 1


def test_who_was_not_in_the_last_stage_is_not_due() -> None:
    evening = slid()
    best = {one.number for one in evening.standings()[:8]}
    assert len(evening.due()) == 8
    evening.draw()
    evening.play()
    assert len(evening.due()) == 4
    assert len(best) == 8


def test_groups_take_so_many_of_each_and_say_where_the_lot_decided() -> None:
    plan = Plan(
        stages=(Stage(Kind.GROUPS, groups=2), Stage(Kind.KNOCKOUT, take=2)), ranking=Ranking(("won", "head_to_head"))
    )
    evening = Tournament(plan, cards_of(6))
    while stages.stage_of(plan, evening.entrants, evening.rounds) == 0:
        evening.draw()
        for table in evening.rounds[-1].tables:
            if len(table.seats) == 2:
                evening.hand_in(table.number, results.struck(evening.stage, 2))
    made = evening.draw()
    cuts = [note for note in made.notes if note.code == "cut_by_lot"]
    assert [(len(note.figures["numbers"]), note.figures["places"]) for note in cuts] == [(3, 2), (3, 2)]  # type: ignore[arg-type]
    on = {number for note in cuts for number in note.figures["on"]}  # type: ignore[union-attr]
    assert {number for table in made.tables for number in table.seats} == on


def test_lives_are_those_of_the_stage_that_has_them() -> None:
    assert stages.lives_left(WATTKOENIG, cards_of(3), ()) == {}
    later = Plan(stages=(Stage(Kind.SWISS, rounds=1), Stage(Kind.LIVES, lives=2)))
    evening = Tournament(later, cards_of(4))
    evening.draw()
    evening.play()
    assert stages.lives_left(later, evening.entrants, evening.rounds) == {}
    evening.draw()
    assert stages.lives_left(later, evening.entrants, evening.rounds) == dict.fromkeys(range(1, 5), 2)


def test_before_the_first_round_everybody_shares_the_first_place() -> None:
    evening = Tournament(WATTKOENIG, cards_of(3))
    assert [(one.place, one.shared) for one in evening.standings()] == [(1, True)] * 3
    assert not evening.over
