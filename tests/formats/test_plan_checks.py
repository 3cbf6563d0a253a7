"""What of a plan does not fit together."""

import pytest

from tournaments.formats.plan import (
    Buying,
    Card,
    Counting,
    Desk,
    Fee,
    Kind,
    Plan,
    Prize,
    Prizes,
    Ranking,
    Rest,
    Stage,
)
from tournaments.formats.plan_checks import check_plan

KNOCKOUT, SWISS = Stage(Kind.KNOCKOUT), Stage(Kind.SWISS, rounds=3)


def found(plan: Plan) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.at) for problem in check_plan(plan)]


@pytest.mark.parametrize(
    "plan",
    [
        Plan(),
        Plan(stages=(Stage(Kind.LIVES, counting=Counting("legs")),), buying=Buying(True, 500, 400)),
        Plan(card=Card.PAIR, people=2, stages=(Stage(Kind.SLIDING, rounds=4), Stage(Kind.KNOCKOUT, take=8))),
        Plan(stages=(Stage(Kind.GROUPS, groups=4), Stage(Kind.KNOCKOUT, take=2, seeded=True))),
        Plan(stages=(Stage(Kind.KNOCKOUT, rounds=2), SWISS)),
        Plan(stages=(Stage(Kind.SCORE, rounds=4, sizes=(4, 5)),), ranking=Ranking(("points", "best_round", "lot"), 1)),
        Plan(
            stages=(Stage(Kind.SWISS, rounds=1, counting=Counting("legs", 2, draws=True)),), ranking=Ranking(("won",))
        ),
        Plan(card=Card.TEAM, people=8, stages=(Stage(Kind.ROUND_ROBIN, counting=Counting(boards=8)),)),
        Plan(fee=Fee(1500, 1000, 300, 200), desk=Desk(start="19:30")),
        Plan(prizes=Prizes((Prize(share=6000), Prize(place=2, share=4000)))),
        Plan(ranking=Ranking(("points", "lot", "survived", "won"))),
    ],
)
def test_what_fits_together(plan: Plan) -> None:
    assert found(plan) == []


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (Plan(people=2), ("people_of_card", "people")),
        (Plan(card=Card.PAIR), ("people_of_card", "people")),
        (Plan(card=Card.TEAM, people=1), ("people_of_card", "people")),
        (Plan(stages=()), ("no_stage", "stages")),
        (Plan(stages=(Stage(take=8),)), ("nobody_before", "stages.0.take")),
        (Plan(stages=(Stage(carry=True),)), ("nobody_before", "stages.0.carry")),
        (Plan(stages=(Stage(), SWISS)), ("one_left", "stages.1.kind")),
        (Plan(stages=(KNOCKOUT, SWISS)), ("one_left", "stages.1.kind")),
        (Plan(stages=(Stage(Kind.GROUPS, groups=2), KNOCKOUT)), ("take_missing", "stages.1.take")),
        (Plan(stages=(SWISS, Stage(Kind.KNOCKOUT, take=1))), ("too_few_go_on", "stages.1.take")),
        (Plan(stages=(SWISS, Stage(Kind.GROUPS, groups=4, take=7))), ("too_few_go_on", "stages.1.take")),
        (
            Plan(stages=(SWISS, Stage(Kind.SWISS, rounds=1, carry=True, counting=Counting("legs")))),
            ("carry_other_unit", "stages.1.carry"),
        ),
        (Plan(stages=(Stage(Kind.SWISS),)), ("rounds_missing", "stages.0.rounds")),
        (Plan(stages=(Stage(Kind.DRAWN),)), ("rounds_missing", "stages.0.rounds")),
        (Plan(stages=(Stage(Kind.GROUPS),)), ("groups_missing", "stages.0.groups")),
        (
            Plan(card=Card.PAIR, people=2, most=7, stages=(Stage(Kind.SLIDING, rounds=5),)),
            ("more_rounds_than_tables", "stages.0.rounds"),
        ),
        (Plan(stages=(Stage(Kind.SLIDING, rounds=4),)), ("sliding_needs_pairs", "stages.0.kind")),
        (Plan(stages=(Stage(counting=Counting(draws=True)),)), ("draws_not_possible", "stages.0.counting.draws")),
        (Plan(stages=(Stage(counting=Counting("legs", 2)),)), ("even_legs", "stages.0.counting.best_of")),
        (Plan(stages=(Stage(Kind.KNOCKOUT, final_best_of=4),)), ("even_legs", "stages.0.final_best_of")),
        (
            Plan(stages=(Stage(counting=Counting(lowest=0, highest=0)),)),
            ("lowest_above_highest", "stages.0.counting.lowest"),
        ),
        (
            Plan(stages=(Stage(counting=Counting(winner_makes=15, highest=14)),)),
            ("winner_above_highest", "stages.0.counting.winner_makes"),
        ),
        (
            Plan(stages=(Stage(counting=Counting(events=("soli", "soli"))),)),
            ("event_twice", "stages.0.counting.events"),
        ),
        (
            Plan(stages=(Stage(counting=Counting(events=("soli",), event_points=(1, 2))),)),
            ("points_without_event", "stages.0.counting.event_points"),
        ),
        (Plan(stages=(Stage(counting=Counting(boards=8)),)), ("boards_need_team", "stages.0.counting.boards")),
        (
            Plan(stages=(Stage(counting=Counting(board_unit="legs")),)),
            ("unknown_board_unit", "stages.0.counting.board_unit"),
        ),
        (Plan(stages=(Stage(Kind.DRAWN, rounds=1, sizes=()),)), ("bad_sizes", "stages.0.sizes")),
        (Plan(stages=(Stage(Kind.DRAWN, rounds=1, sizes=(4, 4)),)), ("bad_sizes", "stages.0.sizes")),
        (
            Plan(stages=(Stage(Kind.DRAWN, rounds=1, sizes=(4, 5), partners=True),)),
            ("partners_need_four", "stages.0.partners"),
        ),
        (Plan(stages=(Stage(partners=True),)), ("partners_need_tables", "stages.0.partners")),
        (
            Plan(stages=(Stage(Kind.DRAWN, rounds=1, counting=Counting(win_bonus=10)),)),
            ("only_in_matches", "stages.0.counting.win_bonus"),
        ),
        (
            Plan(stages=(Stage(Kind.DRAWN, rounds=1, counting=Counting(draws=True)),)),
            ("only_in_matches", "stages.0.counting.draws"),
        ),
        (Plan(ranking=Ranking(())), ("missing", "ranking.chain")),
        (Plan(ranking=Ranking(("points", "luck"))), ("unknown_criterion", "ranking.chain.1")),
        (Plan(stages=(SWISS,), ranking=Ranking(("points", "soli"))), ("unknown_criterion", "ranking.chain.1")),
        (Plan(ranking=Ranking(("points", "points"))), ("criterion_twice", "ranking.chain.1")),
        (Plan(ranking=Ranking(("points", "lot", "won"))), ("behind_the_lot", "ranking.chain.2")),
        (Plan(stages=(SWISS,), ranking=Ranking(("points",), 3)), ("nothing_left_to_count", "ranking.drop")),
        (Plan(ranking=Ranking(("points",), 1)), ("nothing_left_to_count", "ranking.drop")),
        (Plan(fee=Fee(1500, 1000, 300, 100)), ("fee_parts", "fee")),
        (Plan(buying=Buying(True, 500, 600)), ("pool_above_price", "buying.pool_cents")),
        (Plan(stages=(SWISS,), buying=Buying(True, 500)), ("buying_needs_lives", "buying.allowed")),
        (Plan(prizes=Prizes((Prize(share=9999),), rest=Rest.REFUSE)), ("not_100", "prizes.prizes")),
        (Plan(desk=Desk(start="25:00")), ("bad_time", "desk.start")),
    ],
)
def test_what_does_not(plan: Plan, problem: tuple[str, str]) -> None:
    assert found(plan) == [problem]


def test_everything_is_named_at_once() -> None:
    plan = Plan(people=2, stages=(Stage(Kind.SWISS),), fee=Fee(100), desk=Desk(start="noon"))
    assert [code for code, _ in found(plan)] == ["people_of_card", "rounds_missing", "fee_parts", "bad_time"]
