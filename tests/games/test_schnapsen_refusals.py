"""What a hand of Schnapsen for two is refused or noted for, and that garbage is refused in words."""

import json
import string
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.core import Malformed, Problem
from scoring.games.schnapsen import GAME
from scoring.games.sheet import Refused, play_hand, read_table
from scoring.messages import problem_text, scored
from tests.games.schnapsen_evenings import CAST, OPEN_END, house_rules, outcomes, problems_of, sheet

Document = dict[str, Any]
HUGE = 10**5000
"""More digits than Python writes out."""


def test_a_hand_hears_of_all_its_problems_at_once() -> None:
    hand = {
        "end": "claim",
        "by": 0,
        "winner": 1,
        "value": 4,
        "winner_points": 65,
        "opp_points": 20,
        "opp_tricks": 0,
        "noncloser_tricks_at_close": 1,
        "closed_by": "Anna",
        "doubling": 1,
        "contract": "schnapser",
        "colour": "red",
    }
    assert problems_of(sheet(hand)) == [
        ("bad_grade", "value"),
        ("bad_value", "closed_by"),
        ("doubling_not_applicable", "doubling"),
        ("no_66", "winner_points"),
        ("points_without_trick", "opp_points"),
        ("unknown_contract", "contract"),
        ("unknown_field", "colour"),
        ("wrong_winner", "winner"),
    ]


def test_an_unreadable_end_hides_no_other_problem() -> None:
    hand = {"end": "won", "by": 5, "opp_points": 20, "opp_tricks": 0, "value": 9}
    assert problems_of(sheet(hand)) == [
        ("bad_grade", "value"),
        ("bad_seat", "by"),
        ("bad_value", "end"),
        ("points_without_trick", "opp_points"),
    ]


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        ({}, [("bad_value", "value"), ("bad_value", "winner")]),
        ({"winner": 0}, [("bad_value", "value")]),
        ({"value": 1}, [("bad_value", "winner")]),
        ({"by": 0, "value": 1}, [("bad_value", "end")]),
        ({"end": "last_trick"}, [("bad_value", "by")]),
        ({"end": "last_trick", "winner": 0}, []),
        ({"end": "closed_out", "closed_by": 0, "value": 2}, []),
        ({"end": "false_claim", "winner": 0}, []),
        ({"end": "claim", "by": 0, "value": 1, "opp_tricks_at_close": 1}, [("bad_value", "closed_by")]),
        (
            {"end": "closed_out", "by": 1, "value": 2, "claimant_tricks_at_close": 1},
            [("unknown_field", "claimant_tricks_at_close")],
        ),
        ({"end": "last_trick", "by": 0, "opp_tricks": 10}, [("wrong_winner", "opp_tricks")]),
        (
            {"end": "false_claim", "by": 0, "opp_points": 20, "winner_points": 30},
            [("points_do_not_add_up", "winner_points")],
        ),
        (
            {"end": "claim", "by": 1, "closed_by": 0, "value": 2, "noncloser_tricks_at_close": 1}
            | {"claimant_tricks_at_close": 2},
            [("points_do_not_add_up", "noncloser_tricks_at_close")],
        ),
        (
            {"end": "claim", "by": 1, "closed_by": 0, "value": 2, "claimant_tricks_at_close": 3}
            | {"opp_tricks_at_close": 2},
            [("points_do_not_add_up", "opp_tricks_at_close")],
        ),
        (
            {"end": "closed_out", "by": 1, "winner_points": 15, "noncloser_tricks_at_close": 3},
            [],
        ),
        (
            {"end": "closed_out", "by": 1, "winner_points": 8, "noncloser_tricks_at_close": 3},
            [("points_do_not_add_up", "noncloser_tricks_at_close")],
        ),
        (
            {"end": "claim", "by": 0, "closed_by": 0, "opp_points_at_close": 5, "opp_tricks_at_close": 0, "value": 3},
            [("points_without_trick", "opp_points_at_close")],
        ),
    ],
)
def test_what_is_missing_or_contradicts_itself_is_named(hand: Document, problems: list[tuple[str, str]]) -> None:
    assert problems_of(sheet(hand)) == problems


@pytest.mark.parametrize(
    ("hand", "notes"),
    [
        ({"end": "claim", "by": 0, "opp_points": 65}, []),
        ({"end": "claim", "by": 0, "opp_points": 66}, ["loser_had_66"]),
        ({"end": "last_trick", "by": 0, "opp_points": 66}, ["loser_had_66"]),
        ({"end": "closed_out", "by": 0, "value": 2, "opp_points": 66}, ["loser_had_66"]),
        ({"end": "false_claim", "by": 0, "opp_points": 66}, []),
    ],
)
def test_a_loser_who_had_66_is_noted(hand: Document, notes: list[str]) -> None:
    assert [note.code for outcome in outcomes(sheet(hand)) for note in outcome.notes] == notes


# --- garbage ---------------------------------------------------------------------------------------------------------

FIELDS = [field.name for field in GAME.fields]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 130)
    | st.sampled_from(
        [10**30, -(10**30), float("nan"), float("inf"), -0.0, 1.0, "\ud800", "%(seat)s", b"x", frozenset({1})]
    )
    | st.sampled_from(["claim", "false_claim", "closed_out", "last_trick"])
    | st.text(string.printable, max_size=3)
)
garbage = st.recursive(scalars, lambda inside: st.lists(inside, max_size=3) | st.tuples(inside, inside), max_leaves=5)
names = (
    st.sampled_from([*FIELDS, "doubling", "contract"]) | st.text(max_size=3) | st.sampled_from([None, 7, True, (1, 2)])
)
numbers = st.fixed_dictionaries(
    {"end": st.sampled_from(["claim", "false_claim", "closed_out", "last_trick"])},
    optional={name: st.integers(0, 12) for name in FIELDS if name != "end"},
)
hand_like = st.dictionaries(names, scalars | garbage, max_size=8) | numbers | garbage


@given(hand_like, house_rules(**OPEN_END))
def test_any_hand_stands_or_is_refused_in_words(hand: Any, rules: Document) -> None:
    for language in ("de", "en"):
        with translation.override(language):
            result = scored(sheet(hand, **rules))
            assert (result["refused"] is None) == (len(result["hands"]) == 1)
            json.dumps(result)


@given(hand_like)
def test_any_hand_is_read_or_malformed(data: Any) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        hand = GAME.read(data)
    except Malformed as error:
        problems, hand = error.problems, error.partial
    if hand is not None:
        problems += GAME.check(hand, GAME.start(GAME.house_rules(), 2, 0), GAME.house_rules())
    assert all(isinstance(problem, Problem) for problem in problems)


@pytest.mark.parametrize("field", [*FIELDS, "doubling", "contract", "colour"])
def test_a_number_too_long_to_be_written_is_refused_in_words(field: str) -> None:
    table = read_table(sheet())
    with pytest.raises(Refused) as error:
        play_hand(GAME, table.rules, table.start(), {"end": "claim", "by": 0, "value": 1, field: HUGE})
    assert all(problem_text(problem, GAME, CAST) for problem in error.value.problems)
