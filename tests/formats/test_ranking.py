"""Places, shared places, and by what they are decided."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats import schafkopfrennen as s3
from tournaments.formats import results
from tournaments.formats.core import Adjustment, Entrant, Gone, Round, Table
from tournaments.formats.plan import Counting, Kind, Plan, Ranking, Stage
from tournaments.formats.ranking import (
    AVERAGE_SCALE,
    Standing,
    Values,
    criteria_values,
    lot_of,
    rank,
    standings,
    unknown,
    unplaced,
)

SWISS = Stage(Kind.SWISS, counting=Counting(draws=True))
FOURS = Stage(Kind.DRAWN, counting=Counting())

Line = tuple[int | None, int, str | None, bool]


def lines(standings: Sequence[Standing]) -> list[Line]:
    return [(one.place, one.number, one.decided_by, one.shared) for one in standings]


def given_figures(figures: Mapping[str, Mapping[int, int]]) -> Values:
    return lambda criterion, numbers: {number: figures[criterion][number] for number in numbers}


def swiss(*matches: tuple[int, int, int, int], chain: Sequence[str] = ("won", "head_to_head")) -> list[Line]:
    """Each match a round of its own: two numbers, two amounts."""
    plan, entrants, rounds = _swiss(matches, chain)
    return lines(standings(plan, entrants, rounds, (), "lot"))


def _swiss(
    matches: Sequence[tuple[int, int, int, int]], chain: Sequence[str]
) -> tuple[Plan, tuple[Entrant, ...], list[Round]]:
    rounds = [
        Round(number, 0, (Table(1, (one, other), results.count(SWISS, [{"points": mine}, {"points": its}])),))
        for number, (one, other, mine, its) in enumerate(matches, start=1)
    ]
    numbers = sorted({number for match in matches for number in match[:2]})
    entrants = tuple(Entrant(number, (number,)) for number in numbers)
    return Plan(stages=(SWISS,), ranking=Ranking(chain=tuple(chain))), entrants, rounds


# S3


def test_the_evening_of_schafkopf_has_these_places() -> None:
    made = standings(s3.PLAN, s3.ENTRANTS, s3.ROUNDS, (), "lot")
    assert [(one.place, one.number, one.values["points"]) for one in made] == [
        (1, 1, 67), (2, 2, 66), (3, 5, 60), (4, 8, 26), (5, 7, 26), (6, 3, 11), (7, 13, 1), (8, 4, -2),
        (9, 9, -9), (10, 10, -15), (11, 16, -17), (12, 14, -33), (12, 15, -33), (14, 12, -36), (15, 11, -41),
        (16, 6, -71),
    ]  # fmt: skip
    assert lines(made)[3:5] == [(4, 8, "points", False), (5, 7, "soli", False)]
    assert lines(made)[11:14] == [(12, 14, "points", True), (12, 15, None, True), (14, 12, "points", False)]
    assert lines(made)[0] == (1, 1, None, False)
    assert made[3].values == {"points": 26, "soli": 5, "played": 2}


def test_the_lot_parts_them_if_the_event_says_so() -> None:
    plan = Plan(stages=s3.PLAN.stages, ranking=Ranking(chain=("points", "soli", "lot")))
    made = standings(plan, s3.ENTRANTS, s3.ROUNDS, (), "seed")
    first, second = sorted((14, 15), key=lambda number: -lot_of("seed", number))
    assert lines(made)[11:13] == [(12, first, "points", False), (13, second, "lot", False)]
    assert [one.number for one in made if "lot" in one.values] == [first, second]


# the chain


def test_equals_share_a_place_and_the_next_is_left_out() -> None:
    figures = given_figures({"points": {1: 5, 2: 9, 3: 5, 4: 1}})
    assert lines(rank([3, 1, 4, 2], ("points",), figures)) == [
        (1, 2, None, False),
        (2, 1, "points", True),
        (2, 3, None, True),
        (4, 4, "points", False),
    ]


def test_every_place_says_what_puts_it_behind_the_one_before() -> None:
    figures = given_figures(
        {"points": dict.fromkeys(range(1, 5), 7), "soli": {1: 2, 2: 1, 3: 1, 4: 0}, "touts": {1: 0, 2: 0, 3: 1, 4: 9}}
    )
    assert lines(rank(range(1, 5), ("points", "soli", "touts"), figures)) == [
        (1, 1, None, False),
        (2, 3, "soli", False),
        (3, 2, "touts", False),
        (4, 4, "soli", False),
    ]


def test_who_has_no_place_stands_last_and_takes_none_away() -> None:
    figures = given_figures({"points": {1: 5, 2: 9, 3: 7}})
    assert lines(rank([1, 3], ("points",), figures, unplaced=[2])) == [
        (1, 3, None, False),
        (2, 1, "points", False),
        (None, 2, None, False),
    ]


def test_leaving_early_keeps_the_place_and_disqualified_and_never_there_have_none() -> None:
    entrants = [
        Entrant(1, (1,), gone=Gone.WITHDRAWN, gone_after=1),
        Entrant(2, (2,), gone=Gone.DISQUALIFIED, gone_after=1),
        Entrant(3, (3,)),
        Entrant(4, (4,), gone=Gone.NO_SHOW),
        Entrant(5, (5,)),
    ]
    scores = tuple({"points": amount} for amount in (10, 20, -30))
    made = standings(Plan(stages=(FOURS,)), entrants, [Round(1, 0, (Table(1, (1, 2, 3), scores),))], (), "")
    assert [(one.place, one.number, one.values["played"]) for one in made] == [
        (1, 1, 1),
        (2, 5, 0),
        (3, 3, 1),
        (None, 2, 1),
        (None, 4, 0),
    ]
    assert unplaced(entrants) == (2, 4)


def test_before_anything_is_played_all_share_the_first_place() -> None:
    entrants = [Entrant(number, (number,)) for number in (3, 1, 2)]
    plan = Plan(stages=(SWISS,), ranking=Ranking(chain=("points", "head_to_head", "buchholz", "average")))
    assert lines(standings(plan, entrants, (), (), "")) == [
        (1, 1, None, True),
        (1, 2, None, True),
        (1, 3, None, True),
    ]
    assert standings(plan, (), (), (), "") == ()


def test_a_penalty_costs_places() -> None:
    made = standings(s3.PLAN, s3.ENTRANTS, s3.ROUNDS, [Adjustment(1, "points", -2)], "")
    assert [(one.place, one.number) for one in made[:2]] == [(1, 2), (2, 1)]


def test_conceded_points_are_fewer_first_and_written_as_they_are() -> None:
    """Wattkönig: ties by points conceded, then by lot."""
    plan, entrants, rounds = _swiss([(1, 2, 15, 9), (3, 4, 15, 12)], ("points", "conceded"))
    made = standings(plan, entrants, rounds, (), "")
    assert lines(made)[:2] == [(1, 1, None, False), (2, 3, "conceded", False)]
    assert [one.values["conceded"] for one in made] == [9, 12, 15, 15]


# among the tied


def test_head_to_head_decides_between_two() -> None:
    assert swiss((1, 2, 0, 5), (1, 3, 5, 0), (2, 3, 0, 5), (1, 4, 5, 0), (2, 4, 5, 0), (3, 4, 0, 5)) == [
        (1, 2, None, False),
        (2, 1, "head_to_head", False),
        (3, 4, "won", False),
        (4, 3, "head_to_head", False),
    ]


def test_a_circle_falls_through_to_the_next_criterion() -> None:
    circle = ((1, 2, 5, 0), (2, 3, 5, 0), (3, 1, 5, 0))
    assert [line[0] for line in swiss(*circle)] == [1, 1, 1]
    plan, entrants, rounds = _swiss(circle, ("won", "head_to_head", "points"))
    bonus = [Adjustment(3, "points", 1)]
    assert lines(standings(plan, entrants, rounds, bonus, "")) == [
        (1, 3, None, False),
        (2, 1, "points", True),
        (2, 2, None, True),
    ]


def test_who_is_still_level_is_compared_again_among_the_fewer_left() -> None:
    """All have two wins; among the four 1 and 3 have two, 2 and 4 one. 3 beat 1 and 4 beat 2."""
    among = ((1, 2, 5, 0), (1, 4, 5, 0), (3, 1, 5, 0), (3, 4, 5, 0), (2, 3, 5, 0), (4, 2, 5, 0))
    assert swiss(*among, (2, 9, 5, 0), (4, 9, 5, 0)) == [
        (1, 3, None, False),
        (2, 1, "head_to_head", False),
        (3, 4, "head_to_head", False),
        (4, 2, "head_to_head", False),
        (5, 9, "won", False),
    ]


def test_head_to_head_says_nothing_where_not_all_of_them_met() -> None:
    assert swiss((1, 2, 5, 0), (2, 4, 5, 0), (3, 5, 5, 0)) == [
        (1, 1, None, True),
        (1, 2, None, True),
        (1, 3, None, True),
        (4, 4, "won", True),
        (4, 5, None, True),
    ]


def test_home_and_away_both_count_and_a_draw_is_half() -> None:
    assert swiss((1, 2, 5, 5), (2, 1, 5, 4), (1, 3, 5, 0)) == [
        (1, 2, None, False),
        (2, 1, "head_to_head", False),
        (3, 3, "won", False),
    ]


# of rounds and opponents


def figure(criterion: str, plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> dict[int, int]:
    values = criteria_values(plan, entrants, rounds, (), "")
    return dict(values(criterion, [one.number for one in entrants]))


def test_buchholz_is_the_sum_of_the_opponents_and_a_bye_is_one_like_oneself() -> None:
    plan, entrants, rounds = _swiss([(1, 2, 5, 0), (3, 4, 5, 0), (1, 3, 5, 0), (2, 4, 5, 0)], ("won", "buchholz"))
    assert figure("buchholz", plan, entrants, rounds) == {1: 2, 2: 2, 3: 2, 4: 2}
    rounds.append(Round(5, 0, (Table(1, (1, 2), results.walkover(SWISS, 2, 0)),), byes=(3,)))
    # won: 3, 1, 2, 0 · 1: 1+2 and the own 3 (nobody there) · 2: 3+0 and 1 · 3: 0+3 and 2 (a bye) · 4: 2+1
    assert figure("buchholz", plan, entrants, rounds) == {1: 6, 2: 4, 3: 5, 4: 3}


def passen(*rounds: Sequence[int]) -> tuple[Plan, tuple[Entrant, ...], list[Round]]:
    plan = Plan(stages=(FOURS,))
    made = [
        Round(number, 0, (Table(1, (1, 2, 3, 4), results.count(FOURS, [{"points": one} for one in amounts])),))
        for number, amounts in enumerate(rounds, start=1)
    ]
    return plan, tuple(Entrant(number, (number,)) for number in range(1, 5)), made


def test_best_worst_and_last_round() -> None:
    evening = passen((10, -30, 5, 15), (-5, 20, 5, -20))
    assert figure("best_round", *evening) == {1: 10, 2: 20, 3: 5, 4: 15}
    assert figure("worst_round", *evening) == {1: -5, 2: -30, 3: 5, 4: -20}
    assert figure("last_round", *evening) == {1: -5, 2: 20, 3: 5, 4: -20}


def test_table_ranks_are_fewer_first_and_a_round_without_a_table_is_a_last_rank() -> None:
    plan, entrants, rounds = passen((10, -30, 5, 15), (-5, 20, 5, -20))
    assert figure("table_ranks", plan, entrants, rounds) == {1: -5, 2: -5, 3: -5, 4: -5}
    assert figure("table_firsts", plan, entrants, rounds) == {1: 0, 2: 1, 3: 0, 4: 1}
    late = [*entrants, Entrant(5, (5,), since=3)]
    assert figure("table_ranks", plan, late, rounds)[5] == -8
    open_round = [*rounds, Round(3, 0, (Table(1, (1, 2, 3, 4)),))]
    assert figure("table_ranks", plan, late, open_round)[1] == -5
    struck = [*rounds, Round(3, 0, (Table(1, (1, 2, 3, 4), results.struck(FOURS, 4)),))]
    assert figure("table_ranks", plan, entrants, struck)[1] == -9
    assert figure("table_firsts", plan, entrants, struck)[1] == 0


def test_the_average_is_of_the_tables_played() -> None:
    plan, entrants, rounds = passen((10, 5, 3, 1), (5, 5, 3, 0))
    rounds.append(Round(3, 0, (Table(1, (2, 3, 4), ({"points": 5}, {"points": 9}, {"points": 0})),), byes=(1,)))
    plan = Plan(stages=(FOURS,), ranking=Ranking(chain=("average",)))
    assert figure("average", plan, entrants, rounds) == {
        1: 7_500_000,
        2: 5 * AVERAGE_SCALE,
        3: 5 * AVERAGE_SCALE,
        4: 333_333,
    }
    assert [line[0] for line in lines(standings(plan, entrants, rounds, (), ""))] == [1, 2, 2, 4]
    penalty = [Adjustment(1, "points", -6)]
    assert standings(plan, entrants, rounds, penalty, "")[2].values["average"] == 4_500_000


def test_what_a_bye_credits_is_not_in_the_average() -> None:
    stage = Stage(Kind.SWISS, counting=Counting(bye_points=3))
    scores = results.count(stage, [{"points": 7}, {"points": 4}])
    rounds = [Round(1, 0, (Table(1, (1, 2), scores),)), Round(2, 0, (), byes=(1,))]
    entrants = [Entrant(number, (number,)) for number in (1, 2)]
    assert figure("average", Plan(stages=(stage,)), entrants, rounds) == {1: 7 * AVERAGE_SCALE, 2: 4 * AVERAGE_SCALE}


@settings(max_examples=60)
@given(st.tuples(st.integers(-999, 999), st.integers(1, 100)), st.tuples(st.integers(-999, 999), st.integers(1, 100)))
def test_averages_in_millionths_are_equal_where_they_are_and_never_else(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    exact = one[0] * other[1] - other[0] * one[1]
    scaled = one[0] * AVERAGE_SCALE // one[1] - other[0] * AVERAGE_SCALE // other[1]
    assert (exact > 0, exact == 0) == (scaled > 0, scaled == 0)


def test_goals_for_and_against() -> None:
    plan, entrants, rounds = _swiss([(1, 2, 5, 2), (1, 3, 1, 4)], ("points", "difference"))
    assert figure("difference", plan, entrants, rounds) == {1: 0, 2: -3, 3: 3}


def test_criteria_that_nothing_counts_are_named() -> None:
    chain = ("points", "soli", "conceded", "buchholz", "lot", "survived", "brezn")
    assert unknown(Plan(stages=(FOURS,), ranking=Ranking(chain=chain))) == ("soli", "conceded", "brezn")
    brezn = Stage(Kind.SWISS, counting=Counting(events=("brezn", "soli")))
    assert unknown(Plan(stages=(FOURS, brezn), ranking=Ranking(chain=chain))) == ()


# whoever, in whatever order


def test_the_lot_is_the_same_on_every_machine() -> None:
    assert [lot_of("seed", number) for number in (1, 2)] == [142819377005065, 166867495630187]
    assert sorted(range(1, 9), key=lambda number: lot_of("a", number)) != list(range(1, 9))


@st.composite
def evenings(draw: st.DrawFn) -> list[Round]:
    """Rounds at two tables of four, few amounts so that many are equal."""
    amounts = st.lists(st.integers(-2, 2), min_size=8, max_size=8)
    rounds = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        seats, made = draw(st.permutations(range(1, 9))), draw(amounts)
        rows = [{"points": amount} for amount in made]
        tables = (
            Table(1, tuple(seats[:4]), results.count(FOURS, rows[:4])),
            Table(2, tuple(seats[4:]), results.count(FOURS, rows[4:])),
        )
        rounds.append(Round(number, 0, tables))
    return rounds


CHAIN = ("points", "best_round", "table_ranks", "buchholz", "last_round")


@settings(max_examples=40)
@given(evenings(), st.permutations(range(1, 9)), st.permutations(range(8)))
def test_other_numbers_and_another_order_change_no_place(
    rounds: list[Round], renamed: list[int], order: list[int]
) -> None:
    plan = Plan(stages=(FOURS,), ranking=Ranking(chain=CHAIN))
    entrants = [Entrant(number, (number,)) for number in range(1, 9)]
    before = standings(plan, entrants, rounds, (), "x")
    moved = [
        Round(
            one.number,
            0,
            tuple(Table(t.number, tuple(renamed[seat - 1] for seat in t.seats), t.scores) for t in one.tables),
        )
        for one in rounds
    ]
    after = {one.number: one for one in standings(plan, [entrants[index] for index in order], moved[::-1], (), "y")}
    for one in before:
        other = after[renamed[one.number - 1]]
        assert (one.place, one.shared, one.values) == (other.place, other.shared, other.values)


@settings(max_examples=40)
@given(evenings(), st.sampled_from([CHAIN, (*CHAIN, "lot"), ("points",), ()]))
def test_places_count_who_is_ahead_and_say_why(rounds: list[Round], chain: tuple[str, ...]) -> None:
    plan = Plan(stages=(FOURS,), ranking=Ranking(chain=chain))
    made = standings(plan, [Entrant(number, (number,)) for number in range(1, 9)], rounds, (), "x")
    assert sorted(one.number for one in made) == list(range(1, 9))
    for index, one in enumerate(made):
        same = [other for other in made if other.place == one.place]
        ahead = [other for other in made if (other.place or 0) < (one.place or 0)]
        assert (one.place, one.shared) == (len(ahead) + 1, len(same) > 1)
        before = made[index - 1] if index else None
        if before is None or before.place == one.place:
            assert one.decided_by is None
        else:
            decider = chain.index(one.decided_by or "")
            assert [before.values.get(c) for c in chain[:decider]] == [one.values.get(c) for c in chain[:decider]]
            assert before.values[chain[decider]] != one.values[chain[decider]]
    if "lot" in chain:
        assert not any(one.shared for one in made)


@pytest.mark.parametrize("lot", ["a", "b"])
def test_another_seed_draws_another_lot(lot: str) -> None:
    figures = given_figures({"points": dict.fromkeys(range(1, 6), 0)})

    def values(criterion: str, numbers: Sequence[int]) -> Mapping[int, int]:
        drawn = {number: lot_of(lot, number) for number in numbers}
        return drawn if criterion == "lot" else figures(criterion, numbers)

    order = [one.number for one in rank(range(1, 6), ("points", "lot"), values)]
    assert order == sorted(range(1, 6), key=lambda number: -lot_of(lot, number))
