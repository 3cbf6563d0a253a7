"""Sums by unit: what counts, what is dropped, penalties, byes."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats import schafkopfrennen as s3
from tournaments.formats import results
from tournaments.formats.core import Adjustment, Entrant, Round, Scores, Table
from tournaments.formats.plan import Counting, Kind, Plan, Ranking, Stage
from tournaments.formats.totals import add_up, by_round, first_unit, totals, units

FOURS = Stage(Kind.DRAWN, counting=Counting(events=("soli",)))
FOUR = tuple(Entrant(number, (number,)) for number in range(1, 5))


def plan(*stages: Stage, chain: Sequence[str] = ("points",), drop: int = 0) -> Plan:
    return Plan(stages=stages or (FOURS,), ranking=Ranking(chain=tuple(chain), drop=drop))


def passen(*rounds: Sequence[int]) -> list[Round]:
    """Rounds at one table of four."""
    return [
        Round(number, 0, (Table(1, (1, 2, 3, 4), tuple({"points": amount} for amount in amounts)),))
        for number, amounts in enumerate(rounds, start=1)
    ]


def match(number: int, one: int, other: int, scores: tuple[Scores, ...] | None, *byes: int, stage: int = 0) -> Round:
    return Round(number, stage, (Table(1, (one, other), scores),), byes)


def test_the_evening_of_schafkopf_adds_up() -> None:
    made = totals(s3.PLAN, s3.ENTRANTS, s3.ROUNDS, ())
    points = {number: mine["points"] for number, mine in made.items()}
    assert points == {
        1: 67, 2: 66, 3: 11, 4: -2, 5: 60, 6: -71, 7: 26, 8: 26, 9: -9,
        10: -15, 11: -41, 12: -36, 13: 1, 14: -33, 15: -33, 16: -17,
    }  # fmt: skip
    assert sum(points.values()) == 0
    assert {number: mine["soli"] for number, mine in made.items() if mine["soli"]} == s3.SOLI
    assert {mine["played"] for mine in made.values()} == {2}


def test_a_zero_is_a_result_and_an_open_table_is_none() -> None:
    rounds = [*passen((0, 0, 0, 0)), Round(2, 0, (Table(1, (1, 2, 3, 4)),))]
    made = totals(plan(), FOUR, rounds, ())
    assert made[1] == {"played": 1, "points": 0, "table_rank": 0, "soli": 0}
    assert [one.round for one in by_round(plan(), FOUR, rounds, ())[1]] == [1]


def test_who_has_not_played_has_every_unit_at_zero() -> None:
    swiss = Stage(Kind.SWISS, counting=Counting(unit="legs", boards=4))
    assert totals(plan(swiss), FOUR, (), ())[4] == dict.fromkeys(
        ("played", "legs", "won", "lost", "drawn", "made", "conceded", "boards"), 0
    )


def test_a_bye_is_credited_and_no_table() -> None:
    watten = Stage(Kind.SLIDING, counting=Counting(winner_makes=15, win_bonus=10, bye_points=20))
    scores = results.count(watten, [{"points": 15}, {"points": 9}])
    made = totals(plan(watten), FOUR, [match(1, 1, 2, scores, 3)], ())
    assert [(made[number]["points"], made[number]["won"], made[number]["played"]) for number in (1, 2, 3, 4)] == [
        (25, 1, 1),
        (9, 0, 1),
        (20, 1, 0),
        (0, 0, 0),
    ]


def test_one_alone_in_a_grid_has_a_bye() -> None:
    grid = Stage(Kind.KNOCKOUT, counting=Counting(unit="legs"))
    made = totals(plan(grid), FOUR, [Round(1, 0, (Table(1, (4,)),))], ())
    assert (made[4]["won"], made[4]["played"]) == (1, 0)


def test_a_walkover_and_a_self_match_are_results_but_no_played_tables() -> None:
    swiss = Stage(Kind.SWISS, counting=Counting(bye_points=3))
    rounds = [match(1, 1, 2, results.walkover(swiss, 2, 0)), match(2, 1, 2, results.self_match(swiss, 0))]
    made = totals(plan(swiss), FOUR, rounds, ())
    assert (made[1]["points"], made[1]["won"], made[1]["played"]) == (3, 2, 0)
    assert (made[2]["lost"], made[2]["walkover"]) == (2, 1)


def test_a_struck_table_counts_as_played() -> None:
    made = totals(plan(), FOUR, [Round(1, 0, (Table(1, (1, 2, 3, 4), results.struck(FOURS, 4)),))], ())
    assert (made[1]["points"], made[1]["played"], made[1]["table_rank"]) == (0, 1, 4)


# the worst round does not count (Dörferduell)


def test_the_worst_passe_is_dropped_and_shown() -> None:
    rounds = passen((900, 1, 2, 3), (700, 1, 2, 3), (800, 1, 2, 3), (750, 1, 2, 3))
    dropping = plan(drop=1)
    assert totals(dropping, FOUR, rounds, ())[1]["points"] == 2450
    assert [(one.round, one.amount) for one in by_round(dropping, FOUR, rounds, ())[1] if one.dropped] == [(2, 700)]
    assert totals(dropping, FOUR, rounds, ())[1]["played"] == 4


def test_a_missed_round_is_the_first_that_does_not_count() -> None:
    rounds = passen((5, 5, 5, 5), (-7, 7, 0, 0))
    rounds.append(Round(3, 0, (Table(1, (2, 3, 4), ({"points": 1}, {"points": 1}, {"points": 1})),)))
    made = totals(plan(drop=1), FOUR, rounds, ())
    assert (made[1]["points"], made[2]["points"], made[3]["points"]) == (-2, 12, 6)


def test_one_round_always_counts() -> None:
    assert totals(plan(drop=2), FOUR, passen((5, -5, 0, 0)), ())[1]["points"] == 5


def test_of_equal_rounds_the_one_with_fewer_soli_goes_and_then_the_later() -> None:
    def round_(number: int, soli: int) -> Round:
        return Round(number, 0, (Table(1, (1, 2), ({"points": 4, "soli": soli}, {"points": 0})),))

    chain = plan(chain=("points", "soli"), drop=1)
    assert totals(chain, FOUR, [round_(1, 0), round_(2, 3)], ())[1]["soli"] == 3
    dropped = [one.round for one in by_round(chain, FOUR, [round_(1, 1), round_(2, 1)], ())[1] if one.dropped]
    assert dropped == [2]


def test_nothing_is_dropped_of_a_knock_out() -> None:
    grid = Stage(Kind.KNOCKOUT, counting=Counting(unit="legs"))
    rounds = [*passen((5, 1, 1, 1), (3, 1, 1, 1))]
    rounds.append(match(3, 1, 2, results.count(grid, [{"won": 1}, {}]), stage=1))
    made = totals(plan(FOURS, grid, drop=1), FOUR, rounds, ())
    assert (made[1]["points"], made[1]["won"]) == (5, 1)


# penalties and bonuses


def test_a_penalty_counts_in_its_round_overall_and_before_the_first_hand() -> None:
    rounds = passen((10, 0, 0, 0), (20, 0, 0, 0))
    for when in (None, 1, 9):
        assert totals(plan(), FOUR, rounds, [Adjustment(1, "points", -10, when)])[1]["points"] == 20
    assert totals(plan(), FOUR, (), [Adjustment(1, "points", -10, 1)])[1]["points"] == -10


def test_a_penalty_of_a_round_goes_with_the_round_and_one_overall_stays() -> None:
    rounds = passen((10, 0, 0, 0), (20, 0, 0, 0))
    assert totals(plan(drop=1), FOUR, rounds, [Adjustment(1, "points", -15, 2)])[1]["points"] == 10
    assert totals(plan(drop=1), FOUR, rounds, [Adjustment(1, "points", -15)])[1]["points"] == 5
    sums = by_round(plan(), FOUR, rounds, [Adjustment(1, "points", -15, 2)])[1]
    assert [one.amount for one in sums] == [10, 5]


def test_a_penalty_may_be_in_any_unit() -> None:
    assert totals(plan(), FOUR, passen((1, 2, 3, 4)), [Adjustment(2, "soli", -1)])[2]["soli"] == -1


def test_only_the_stages_asked_for_count_with_their_penalties() -> None:
    swiss = Stage(Kind.SWISS, counting=Counting(draws=True))
    both = plan(FOURS, swiss)
    rounds = [*passen((10, 0, 0, 0)), match(2, 1, 2, results.count(swiss, [{"points": 7}, {"points": 3}]), stage=1)]
    penalties = [Adjustment(1, "points", -1, 1), Adjustment(1, "points", -2, 2), Adjustment(1, "points", -4)]
    assert totals(both, FOUR, rounds, penalties)[1]["points"] == 10
    assert totals(both, FOUR, rounds, penalties, stages={0})[1]["points"] == 5
    assert totals(both, FOUR, rounds, penalties, stages={1})[1]["points"] == 1
    assert "table_rank" not in totals(both, FOUR, rounds, penalties, stages={1})[1]


# what is compared


def test_rounds_are_compared_in_the_first_criterion_where_it_is_a_unit() -> None:
    swiss = Stage(Kind.SWISS, counting=Counting(unit="legs", events=("soli",)))
    assert first_unit(plan(swiss, chain=("won", "legs"))) == "won"
    assert first_unit(plan(swiss, chain=("average", "soli"))) == "legs"
    assert first_unit(plan(swiss, chain=())) == "legs"
    assert units(swiss) == ("legs", "won", "lost", "drawn", "made", "conceded", "soli")


def test_people_at_the_boards_add_up_beside_their_teams() -> None:
    stage = Stage(Kind.ROUND_ROBIN, counting=Counting(unit="legs", boards=2, board_unit="legs", draws=True))
    first = results.board_scores(stage, [[1, 0], [0, 1]])
    second = results.board_scores(stage, [[1, 0], []])
    seats = [*zip((11, 21), first[0], strict=True), *zip((12, 22), first[1], strict=True)]
    seats += zip((11, 31), second[0], strict=True)
    made = add_up(seats)
    assert {person: mine["legs"] for person, mine in made.items()} == {11: 2, 21: 0, 12: 0, 22: 1, 31: 0}


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(-60, 60), min_size=3, max_size=3), min_size=1, max_size=6), st.integers(0, 3))
def test_what_counts_and_what_is_dropped_is_everything(rows: list[list[int]], drop: int) -> None:
    rounds = passen(*[(*row, -sum(row)) for row in rows])
    dropping = plan(drop=drop)
    sums = by_round(dropping, FOUR, rounds, ())
    made = totals(dropping, FOUR, list(reversed(rounds)), ())
    for number in range(1, 5):
        kept = [one.amount for one in sums[number] if not one.dropped]
        gone = [one.amount for one in sums[number] if one.dropped]
        assert (sum(kept), len(gone)) == (made[number]["points"], min(drop, len(rows) - 1))
        assert not gone or max(gone) <= min(kept)
    assert sum(mine["points"] for mine in totals(plan(), FOUR, rounds, ()).values()) == 0
