"""What a match report may say, and that every word against it is about something."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasons.formats.league import Rules
from seasons.formats.match_report import SIDES, Roster, Seated, check, read_seated, same_boards, write_seated

HOME = Roster(own=frozenset({1, 2, 3, 4}), stand_ins=frozenset({5, 6}), used_up=frozenset({6}))
AWAY = Roster(own=frozenset({11, 12, 13, 14}), stand_ins=frozenset({15, 16}))
ROSTERS = {"home": HOME, "away": AWAY}
PAIRS = Rules(boards=2, a_side=2, stand_ins=1, stand_in_times=3, minimum=3)
FINE = (Seated((1, 2), (11, 12), 3, 1), Seated((3, 4), (13, 14), 0, 2))


def said(*boards: Seated, rules: Rules = PAIRS) -> list[tuple[str, str | None]]:
    return [(one.code, one.at) for one in check(rules, boards, ROSTERS)]


def second(**changes: Any) -> Seated:
    plain: dict[str, Any] = {"home": (3, 4), "away": (13, 14), "home_made": 0, "away_made": 2}
    return Seated(**(plain | changes))


def test_a_match_between_two_full_teams_is_fine() -> None:
    assert said(*FINE) == []
    assert said(FINE[0], second(home=(3, 5), home_made=2)) == []  # a stand-in, and a draw at the board


@pytest.mark.parametrize(
    ("board", "problems"),
    [
        ({"home": (3, 99)}, [("report_not_of_team", "home-2-2")]),
        ({"home": (3, 1)}, [("report_twice", "home-1-1"), ("report_twice", "home-2-2")]),
        ({"home": (3, 3)}, [("report_twice", "home-2-1"), ("report_twice", "home-2-2")]),
        ({"home": (3,)}, [("report_seats", "home-2-2")]),
        ({"home": (3, 6)}, [("report_stand_in_times", "home-2-2")]),
        ({"away": (15, 16)}, [("report_stand_ins", "away")]),
        ({"away": (), "home_made": 1, "away_made": 0}, [("report_too_few", "away")]),
        ({"home_made": None}, [("report_made_missing", "home-2-made")]),
        ({"home_made": -1, "away_made": 100}, [("report_made_odd", "home-2-made"), ("report_made_odd", "away-2-made")]),
        ({"home_made": 0, "away_made": 0}, [("report_not_played", "home-2-made")]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_where_it_is(board: dict[str, Any], problems: list[tuple[str, str]]) -> None:
    assert said(FINE[0], second(**board)) == problems


def test_a_board_without_anybody_is_lost() -> None:
    three = Rules(boards=2, a_side=2, minimum=2)
    assert said(FINE[0], Seated((), (13, 14), 0, 1), rules=three) == []
    assert said(FINE[0], Seated((), (13, 14), 1, 2), rules=three) == [("report_seat_empty", "home-2-made")]
    assert said(FINE[0], Seated((3, 4), (), 0, 0), rules=three) == [("report_seat_empty", "away-2-made")]
    assert said(FINE[0], Seated((), (), 0, 0), rules=three) == []
    assert said(FINE[0], Seated((), (), 0, 1), rules=three) == [("report_nobody_played", "home-2-made")]


def test_points_may_be_below_zero_and_level() -> None:
    points = Rules(boards=1, counts="points")
    assert said(Seated((1,), (11,), -30, 30), rules=points) == []
    assert said(Seated((1,), (11,), 0, 0), rules=points) == []


def test_the_boards_must_be_as_many_as_the_rules_say() -> None:
    assert said(FINE[0]) == [("report_boards", None)]


people = st.lists(st.sampled_from([1, 2, 3, 4, 5, 6, 11, 12, 13, 15, 99]), max_size=3).map(tuple)
amounts = st.none() | st.integers(-5, 120)
boards = st.lists(st.builds(Seated, people, people, amounts, amounts), min_size=2, max_size=2)


@given(boards)
def test_it_is_fine_exactly_where_a_plain_reading_of_the_rules_says_so(seated: list[Seated]) -> None:
    everybody = [pk for one in seated for side in SIDES for pk in one.people(side)]
    fine = len(everybody) == len(set(everybody))
    for side, roster in ROSTERS.items():
        mine = [pk for one in seated for pk in one.people(side)]
        fine &= len(mine) >= 3 and sum(pk in roster.stand_ins for pk in mine) <= 1
        fine &= all(pk in roster.own | (roster.stand_ins - roster.used_up) for pk in mine)
    for one in seated:
        made = (one.home_made, one.away_made)
        fine &= {len(one.home), len(one.away)} <= {0, 2} and all(amount is not None for amount in made)
        if not fine:
            break
        home, away = (amount if amount is not None else -1 for amount in made)
        fine &= 0 <= home <= 99 and 0 <= away <= 99
        fine &= {
            (True, True): home + away > 0,
            (True, False): home > 0 == away,
            (False, True): away > 0 == home,
            (False, False): home == away == 0,
        }[bool(one.home), bool(one.away)]
    assert (said(*seated) == []) == fine


@given(boards)
def test_what_is_written_is_read_again(seated: list[Seated]) -> None:
    assert read_seated(write_seated(seated)) == tuple(seated)
    turned = [Seated(one.home[::-1], one.away[::-1], one.home_made, one.away_made) for one in seated]
    assert same_boards(seated, turned)


@pytest.mark.parametrize(
    "data", [None, {}, [1], [{"home": 1}], [{"home": ["1"]}], [{"home_made": True}], [{"away": [True]}]]
)
def test_what_is_no_list_of_boards_is_none(data: Any) -> None:
    assert read_seated(data) is None
