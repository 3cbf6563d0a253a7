"""What a table hands in: what is refused, and what the scores are."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import results
from tournaments.formats.core import Impossible
from tournaments.formats.plan import Counting, Kind, Stage

SCHAFKOPF = Stage(Kind.DRAWN, counting=Counting(sums_to=0, events=("soli", "touts")))
TAROCK = Stage(Kind.DRAWN, sizes=(5, 4), counting=Counting(sums_to=0))
WATTEN = Stage(Kind.SLIDING, counting=Counting(winner_makes=15, win_bonus=10, bye_points=25))
BUMMERL = Stage(Kind.LIVES, counting=Counting(unit="legs"))
BEST_OF_THREE = Stage(Kind.KNOCKOUT, counting=Counting(unit="legs", best_of=3))
BRIGADES = Stage(Kind.ROUND_ROBIN, counting=Counting(unit="legs", boards=3, board_unit="legs", draws=True))


def points(*amounts: object, **more: int) -> list[dict[str, object]]:
    return [{"points": amount, **more} for amount in amounts]


def legs(*amounts: object) -> list[dict[str, object]]:
    return [{"legs": amount} for amount in amounts]


def refusals(stage: Stage, rows: Sequence[dict[str, object]], **more: object) -> list[tuple[str, str | None]]:
    with pytest.raises(Impossible) as caught:
        results.count(stage, rows, **more)  # type: ignore[arg-type]
    return [(one.code, one.at) for one in caught.value.problems]


def made(stage: Stage, rows: Sequence[dict[str, object]], unit: str, **more: object) -> list[int]:
    return [scores[unit] for scores in results.count(stage, rows, **more)]  # type: ignore[arg-type]


# tables of three to five


def test_a_list_that_does_not_balance_is_refused_with_what_it_adds_up_to() -> None:
    """S3, round 2, table 4: handed in with -21, corrected to -11."""
    with pytest.raises(Impossible) as caught:
        results.count(SCHAFKOPF, points(9, 22, -20, -21))
    assert [(one.code, one.figures) for one in caught.value.problems] == [("sum_wrong", {"sum": -10, "should": 0})]
    assert made(SCHAFKOPF, points(9, 22, -20, -11), "points") == [9, 22, -20, -11]


def test_equals_at_a_table_share_the_better_rank() -> None:
    assert made(SCHAFKOPF, points(10, -5, 0, -5), "table_rank") == [1, 3, 2, 3]
    assert made(TAROCK, points(0, 0, 0, 0, 0), "table_rank") == [1, 1, 1, 1, 1]


def test_a_fifth_who_sat_out_games_has_a_row_too() -> None:
    assert made(TAROCK, points(12, -7, 3, -8, 0), "points") == [12, -7, 3, -8, 0]


def test_events_nobody_mentions_are_none_and_those_mentioned_are_kept() -> None:
    rows: list[dict[str, object]] = [{"points": 3, "soli": 2}, {"points": -1}, {"points": -2, "touts": 0}]
    assert [(one["soli"], one["touts"]) for one in results.count(SCHAFKOPF, rows)] == [(2, 0), (0, 0), (0, 0)]


def test_everything_wrong_is_named_at_once() -> None:
    rows: list[dict[str, object]] = [{"points": "3", "soli": -1}, {"points": True, "sollo": 1}, {"points": 200_000}]
    assert refusals(SCHAFKOPF, rows) == [
        ("bad_value", "rows.0.points"),
        ("bad_value", "rows.1.points"),
        ("out_of_range", "rows.2.points"),
        ("negative_event", "rows.0.soli"),
        ("unknown_unit", "rows.1.sollo"),
    ]


def test_a_row_without_an_amount_is_no_zero() -> None:
    assert refusals(SCHAFKOPF, [{"points": 0}, {}, {"points": 0}, {"soli": 1}]) == [
        ("missing", "rows.1.points"),
        ("missing", "rows.3.points"),
    ]
    assert made(SCHAFKOPF, points(0, 0, 0), "points") == [0, 0, 0]


def test_jass_adds_up_to_1884_over_the_two_sides_whoever_of_them_writes() -> None:
    jass = Stage(Kind.DRAWN, partners=True, counting=Counting(sums_to=1884))
    assert made(jass, points(1000, 884, 1000, 884), "points") == [1000, 884, 1000, 884]
    assert made(jass, [{"points": 1000}, {}, {}, {"points": 884}], "points") == [1000, 884, 1000, 884]
    assert made(jass, points(1000, 884, 1000, 884), "table_rank") == [1, 3, 1, 3]
    assert refusals(jass, points(1000, 900, 1000, 900)) == [("sum_wrong", "rows")]
    assert refusals(jass, points(1000, 884, 999, 885)) == [("partners_differ", "rows")]
    assert refusals(jass, points(1000, 884)) == [("wrong_seats", "rows")]


def test_a_jass_of_everybody_for_themselves_adds_up_to_157() -> None:
    jass = Stage(Kind.DRAWN, counting=Counting(sums_to=157, lowest=0, highest=157))
    assert made(jass, points(57, 40, 60), "points") == [57, 40, 60]
    assert refusals(jass, points(57, 40, 59)) == [("sum_wrong", "rows")]
    assert refusals(jass, points(170, -13, 0)) == [("out_of_range", "rows.0.points"), ("out_of_range", "rows.1.points")]


def test_without_a_sum_anything_goes_and_a_table_of_one_does_not() -> None:
    free = Stage(Kind.SCORE, counting=Counting())
    assert made(free, points(5, 7, -100), "points") == [5, 7, -100]
    assert refusals(free, points(5)) == [("wrong_seats", "rows")]
    assert refusals(free, [{"points": 1, "won": 1}, {"points": 2}]) == [("unknown_unit", "rows.0.won")]


# matches


def test_watten_fifteen_to_nine_is_twenty_five_and_nine() -> None:
    one, other = results.count(WATTEN, points(15, 9))
    assert one == {"points": 25, "won": 1, "lost": 0, "drawn": 0, "made": 15, "conceded": 9}
    assert other == {"points": 9, "won": 0, "lost": 1, "drawn": 0, "made": 9, "conceded": 15}


@pytest.mark.parametrize(
    ("amounts", "code"),
    [((14, 9), "winner_makes"), ((16, 9), "winner_makes"), ((15, 15), "winner_makes"), ((9, 9), "no_winner")],
)
def test_watten_ends_when_one_side_has_fifteen(amounts: tuple[int, int], code: str) -> None:
    assert refusals(WATTEN, points(*amounts)) == [(code, "rows")]


def test_whoever_lets_the_other_make_nothing_has_more() -> None:
    """Oberndorf: 15:0 is ten more (Warme); coming back from gespannt another ten (Heiße), as an event."""
    oberndorf = Stage(
        Kind.SWISS,
        counting=Counting(winner_makes=15, shutout_bonus=10, events=("heisse",), event_points=(10,)),
    )
    assert made(oberndorf, points(15, 0), "points") == [25, 0]
    assert made(oberndorf, points(1, 15), "points") == [1, 15]
    assert made(oberndorf, [{"points": 0}, {"points": 15, "heisse": 1}], "points") == [0, 35]
    assert made(oberndorf, [{"points": 0}, {"points": 15, "heisse": 1}], "made") == [0, 15]


def test_one_bummerl_may_be_written_or_only_who_won_it() -> None:
    expected = [1, 0]
    assert made(BUMMERL, legs(1, 0), "legs") == expected
    assert made(BUMMERL, [{"won": 1}, {}], "legs") == expected
    assert made(BUMMERL, [{"won": 1}, {"won": 0}], "won") == expected
    assert made(BUMMERL, [{}, {"won": 1}], "lost") == expected
    assert refusals(BUMMERL, [{}, {}]) == [("missing", "rows.0.legs"), ("missing", "rows.1.legs")]
    assert refusals(BUMMERL, legs(0, 0)) == [("legs_impossible", "rows")]
    assert refusals(BUMMERL, [{"legs": 1, "won": 0}, {"legs": 0, "won": 1}]) == [("won_wrong", "rows")]
    assert refusals(BUMMERL, [{"won": 2}, {}])[0] == ("bad_value", "rows.0.won")


def test_a_lost_schneider_is_told_where_it_costs_lives() -> None:
    two = Stage(Kind.LIVES, schneider_lives=2, counting=Counting(unit="legs"))
    assert results.count(two, [{"won": 1}, {"schneider": 1}])[1]["schneider"] == 1
    assert refusals(BUMMERL, [{"won": 1}, {"schneider": 1}]) == [("unknown_unit", "rows.1.schneider")]


@pytest.mark.parametrize("amounts", [(2, 0), (2, 1), (0, 2), (1, 2)])
def test_best_of_three_ends_with_the_second_bummerl(amounts: tuple[int, int]) -> None:
    assert made(BEST_OF_THREE, legs(*amounts), "won") == [int(amounts[0] == 2), int(amounts[1] == 2)]


@pytest.mark.parametrize("amounts", [(3, 0), (2, 2), (1, 0), (1, 1), (0, 0), (3, 2)])
def test_best_of_three_ends_in_no_other_way(amounts: tuple[int, int]) -> None:
    assert refusals(BEST_OF_THREE, legs(*amounts)) == [("legs_impossible", "rows")]


def test_a_final_may_be_longer_and_legs_are_never_negative() -> None:
    assert made(BEST_OF_THREE, legs(3, 2), "won", best_of=5) == [1, 0]
    assert refusals(BEST_OF_THREE, legs(2, 1), best_of=5) == [("legs_impossible", "rows")]
    assert refusals(BEST_OF_THREE, legs(2, -1)) == [("out_of_range", "rows.1.legs")]


def test_where_all_legs_are_played_they_add_up() -> None:
    five = Stage(Kind.SWISS, counting=Counting(unit="legs", sums_to=5))
    assert made(five, legs(4, 1), "won") == [1, 0]
    assert refusals(five, legs(3, 1)) == [("sum_wrong", "rows")]


def test_in_knock_out_it_is_enough_to_know_who_won_but_not_in_swiss() -> None:
    assert results.count(BEST_OF_THREE, [{}, {"won": 1}]) == (
        {"won": 0, "lost": 1, "drawn": 0},
        {"won": 1, "lost": 0, "drawn": 0},
    )
    assert refusals(Stage(Kind.SWISS, counting=Counting(unit="legs", best_of=3)), [{}, {"won": 1}]) == [
        ("missing", "rows.0.legs"),
        ("missing", "rows.1.legs"),
    ]


def test_level_is_drawn_where_that_may_be_and_else_wants_a_decider() -> None:
    drawn = Stage(Kind.SWISS, counting=Counting(draws=True))
    assert made(drawn, points(7, 7), "drawn") == [1, 1]
    assert made(drawn, points(7, 7), "won") == [0, 0]
    strict = Stage(Kind.SWISS, counting=Counting())
    assert refusals(strict, points(7, 7)) == [("no_winner", "rows")]
    assert made(strict, [{"points": 7}, {"points": 7, "won": 1}], "won") == [0, 1]
    two = Stage(Kind.SWISS, counting=Counting(unit="legs", best_of=2, draws=True))
    assert made(two, legs(1, 1), "drawn") == [1, 1]
    assert made(two, legs(2, 0), "won") == [1, 0]


def test_a_match_has_two_seats() -> None:
    assert refusals(WATTEN, points(15, 9, 3)) == [("wrong_seats", "rows")]


@settings(max_examples=60)
@given(st.integers(0, 20), st.integers(0, 20), st.sampled_from([WATTEN, BEST_OF_THREE, BUMMERL, Stage(Kind.SWISS)]))
def test_whatever_a_match_hands_in_has_one_winner_or_is_refused(one: int, other: int, stage: Stage) -> None:
    unit = stage.counting.unit
    try:
        first, second = results.count(stage, [{unit: one}, {unit: other}])
    except Impossible:
        return
    assert (first["won"], first["lost"]) == (second["lost"], second["won"])
    assert first["won"] + first["lost"] == 1
    assert (first["made"], first["conceded"]) == (second["conceded"], second["made"]) == (one, other)
    assert (first["won"] == 1) == (one > other)


# boards


def test_a_match_of_brigades_counts_bummerl_and_everybody_has_their_own() -> None:
    """Pyhra: whoever wins a Bummerl scores one, and beside the teams there is a table of single players."""
    boards = [[1, 0], [0, 1], [1, 0]]
    home, away = results.count(BRIGADES, [], team=True, boards=boards)
    assert home == {"legs": 2, "made": 2, "conceded": 1, "boards": 2, "won": 1, "lost": 0, "drawn": 0}
    assert (away["legs"], away["boards"], away["won"]) == (1, 1, 0)
    single = results.board_scores(BRIGADES, boards)
    assert [[one["legs"] for one in board] for board in single] == boards


def test_a_match_of_teams_is_decided_by_boards_or_by_what_they_made() -> None:
    boards = [[15, 0], [13, 15], [14, 15]]
    for board_unit, winner in (("won", [0, 1]), ("points", [1, 0])):
        stage = Stage(Kind.SWISS, counting=Counting(winner_makes=15, boards=3, board_unit=board_unit))
        assert made(stage, [], "won", team=True, boards=boards) == winner
        assert made(stage, [], "points", team=True, boards=boards) == [42, 30]


def test_three_games_of_one_match_each_have_their_bonus() -> None:
    oberndorf = Stage(
        Kind.SLIDING,
        counting=Counting(winner_makes=15, shutout_bonus=10, boards=3, events=("heisse",), event_points=(10,)),
    )
    boards = [[15, 0], [7, 15], [15, 11]]
    assert made(oberndorf, [], "points", boards=boards) == [47, 26]
    assert made(oberndorf, [{"heisse": 1}, {}], "points", boards=boards) == [57, 26]


def test_boards_stay_unplayed_only_where_the_match_is_decided() -> None:
    """Mittertrixen: eight players, first team to five wins."""
    stage = Stage(Kind.SWISS, counting=Counting(unit="legs", boards=8, draws=True))
    played = [[1, 0], [1, 0], [0, 1], [1, 0], [1, 0]]
    assert made(stage, [], "won", team=True, boards=[*played, [1, 0]]) == [1, 0]
    assert made(stage, [], "boards", team=True, boards=[*played, [], [], [1, 0]]) == [5, 1]
    with pytest.raises(Impossible) as caught:
        results.count(stage, [], team=True, boards=[*played, []])
    assert [(one.code, one.figures) for one in caught.value.problems] == [("board_missing", {"boards": [6, 7, 8]})]
    assert refusals(stage, [], team=True) == [("board_missing", "boards")]


def test_level_teams_are_drawn_or_want_to_know_who_won() -> None:
    level = [[1, 0], [0, 1]]
    drawn = Stage(Kind.SWISS, counting=Counting(unit="legs", boards=2, draws=True))
    strict = Stage(Kind.SWISS, counting=Counting(unit="legs", boards=2))
    assert made(drawn, [], "drawn", team=True, boards=level) == [1, 1]
    assert refusals(strict, [], team=True, boards=level) == [("no_winner", "boards")]
    assert made(strict, [{}, {"won": 1}], "won", team=True, boards=level) == [0, 1]
    assert refusals(strict, [{}, {"won": 1}], team=True, boards=[[1, 0], [1, 0]]) == [("won_wrong", "boards")]


def test_every_wrong_board_is_named() -> None:
    stage = Stage(Kind.SWISS, counting=Counting(unit="legs", boards=3))
    assert refusals(stage, [], team=True, boards=[[1, 1], [1, 0, 0], [2, -1], [1, 0]]) == [
        ("too_many_boards", "boards"),
        ("legs_impossible", "boards.0"),
        ("wrong_seats", "boards.1"),
        ("out_of_range", "boards.2.1"),
    ]


# tables at which nothing was played


def test_a_bye_is_what_the_stage_says() -> None:
    assert results.bye(WATTEN) == {"points": 25, "won": 1}
    assert results.bye(Stage(Kind.SWISS, counting=Counting(bye_points=3, bye_wins=False))) == {"points": 3}
    assert results.bye(SCHAFKOPF) == {"points": 0}


def test_a_walkover_credits_the_one_who_is_there() -> None:
    there, gone = results.walkover(WATTEN, 2, 0)
    assert (there["points"], there["won"], there["lost"]) == (25, 1, 0)
    assert (gone["points"], gone["won"], gone["lost"]) == (0, 0, 1)
    assert [one["lost"] for one in results.walkover(WATTEN, 2, None)] == [1, 1]
    no_win = Counting(unit="legs", bye_wins=False)
    assert [one["won"] for one in results.walkover(Stage(Kind.KNOCKOUT, counting=no_win), 2, 1)] == [0, 1]
    assert [one["won"] for one in results.walkover(Stage(Kind.SWISS, counting=no_win), 2, 1)] == [0, 0]


def test_a_struck_table_is_zero_for_all_and_nobody_gains_a_rank() -> None:
    assert results.struck(TAROCK, 5) == ({"points": 0, "table_rank": 5, "struck": 1},) * 5
    assert [(one["won"], one["lost"]) for one in results.struck(WATTEN, 2)] == [(0, 0), (0, 0)]


def test_a_card_against_another_of_the_same_person_names_the_survivor() -> None:
    assert [(one["won"], one["lost"], one["points"]) for one in results.self_match(WATTEN, 1)] == [(0, 1, 0), (1, 0, 0)]
