"""The hand of Bauerntarock: what is refused, noted and explained, garbage, and the game as data."""

from typing import Any

import pytest
from hypothesis import given, settings

from scoring.games.bauerntarock import GAME
from scoring.games.bauerntarock_options import HouseRules
from scoring.games.core import Problem, read_house_rules, write_house_rules
from scoring.games.sheet import score
from scoring.messages import scored
from tests.games.bauerntarock_evenings import OPTIONS, evenings, hand_like, outcomes, sheet, sheet_like
from tests.games.evenings import garbage, spoilt
from tests.games.test_laws import in_words, problems_in

Document = dict[str, Any]
HUGE = 10**5000
"""More digits than Python writes out."""


def problems_of(document: Document) -> list[tuple[str, str | None]]:
    return sorted((problem.code, problem.at) for problem in score(document)["refused"]["problems"])


# --- problems --------------------------------------------------------------------------------------------------------


def test_a_hand_hears_of_all_its_problems_at_once() -> None:
    hand = {
        "declarer": 3,
        "bid": "solo",
        "points": 119,
        "gmotschd": True,
        "doubling": 4,
        "spatz": "def_lost",
        "sits_out": 0,
        "colour": "red",
    }
    assert problems_of(sheet(hand)) == [
        ("bad_doubling", "doubling"),
        ("bad_seat", "declarer"),
        ("gmotschd_but_won_trick", "spatz"),
        ("gmotschd_with_points", "points"),
        ("impossible_card_points", "points"),
        ("nobody_sits_out", "sits_out"),
        ("spatz_not_scored_for_defenders", "spatz"),
        ("unknown_bid", "bid"),
        ("unknown_field", "colour"),
    ]


def test_what_cannot_be_read_hides_no_other_problem() -> None:
    hand = {"declarer": True, "bid": 5, "points": "70", "gmotschd": 0, "doubling": 4, "spatz": [], "redeal": "no"}
    fields = ["bid", "declarer", "gmotschd", "points", "redeal", "spatz"]
    assert problems_of(sheet(hand)) == [("bad_doubling", "doubling"), *(("bad_value", field) for field in fields)]


def test_what_is_missing_is_named_field_by_field() -> None:
    assert problems_of(sheet({})) == [("bad_value", "bid"), ("bad_value", "declarer"), ("bad_value", "points")]
    assert problems_of(sheet({"gmotschd": True})) == [("bad_value", "bid"), ("bad_value", "declarer")]
    assert problems_of(sheet({"declarer": None, "bid": None, "points": 70})) == [
        ("bad_value", "bid"),
        ("bad_value", "declarer"),
    ]


def test_a_redeal_may_carry_fields_that_say_nothing() -> None:
    hand = {"redeal": True, "declarer": None, "doubling": 0, "spatz": "none", "gmotschd": False}
    assert score(sheet(hand))["refused"] is None


def test_no_redeal_is_a_hand_like_any_other() -> None:
    hand = {"redeal": False, "declarer": 0, "bid": "sumpern", "points": 70}
    assert score(sheet(hand))["totals"] == [10, 0, 0]


@pytest.mark.parametrize(
    ("hand", "notes"),
    [
        ({"points": 2}, []),
        ({"points": 0}, [("no_trick_taken", {})]),
        ({"points": 0, "gmotschd": True}, []),
        ({"gmotschd": True}, []),
        ({"points": 70, "sits_out": 0}, []),
        ({"points": 70, "sits_out": 3}, [("sitter_differs", {"seat": 0})]),
    ],
)
def test_what_is_unusual_is_noted_and_accepted(hand: Document, notes: list[Any]) -> None:
    hand = {"declarer": 1, "bid": "hineinschauen", **hand}
    (outcome,) = outcomes(sheet(hand, players=4, house_rules={"sit_out": "dealer"}))
    assert [(note.code, dict(note.figures)) for note in outcome.notes] == notes


@pytest.mark.parametrize(
    ("hand", "postings"),
    [
        ({"points": 60}, [("card_points", 0)]),
        ({"points": 60, "doubling": 3}, [("card_points", 0)]),
        (
            {"points": 70, "doubling": 1, "spatz": "won_last"},
            [("card_points", 10), ("spatz_won_last", 10), ("doubled", 20)],
        ),
        ({"points": 65, "doubling": 1, "spatz": "lost"}, [("card_points", 5), ("spatz_lost", -5)]),
        ({"bid": "sumpern", "points": 75, "doubling": 2}, [("card_points", 15), ("sumpern", 15), ("doubled", 90)]),
        ({"gmotschd": True, "doubling": 1}, [("gmotschd", -60), ("doubled", -60)]),
    ],
)
def test_a_score_is_split_by_reason(hand: Document, postings: list[tuple[str, int]]) -> None:
    hand = {"declarer": 1, "bid": "hineinschauen", **hand}
    (outcome,) = outcomes(sheet(hand, house_rules={"sumpern_doubles": True}))
    assert [(posting.why, posting.amount) for posting in outcome.postings] == postings
    assert {posting.side for posting in outcome.postings} == {1}


def test_a_redeal_says_why_nothing_was_scored() -> None:
    (outcome,) = outcomes(sheet({"redeal": True}))
    assert [(posting.side, posting.amount, posting.why) for posting in outcome.postings] == [(0, 0, "redeal")]


# --- garbage ---------------------------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(hand_like)
def test_any_hand_is_read_or_malformed(data: Any) -> None:
    assert all(isinstance(one, Problem) for one in problems_in(lambda: GAME.write(GAME.read(data))))


@settings(max_examples=200)
@given(sheet_like)
def test_any_sheet_is_scored_or_refused(document: Any) -> None:
    in_words(document)


@settings(max_examples=150)
@given(evenings(most=4).flatmap(spoilt))
def test_a_spoilt_sheet_is_scored_or_no_sheet(document: Any) -> None:
    in_words(document)


@settings(max_examples=200)
@given(hand_like)
def test_a_hand_of_garbage_is_refused_or_stands(hand: Any) -> None:
    result = scored(sheet(hand))
    assert (result["refused"] is None) == (len(result["hands"]) == 1)


@given(garbage)
def test_any_house_rules_are_read_or_malformed(data: Any) -> None:
    problems = problems_in(lambda: read_house_rules(GAME, data))
    assert {problem.code for problem in problems} <= {"bad_house_rule", "bad_value"}


@pytest.mark.parametrize("field", ["declarer", "points", "doubling", "sits_out", "bid", "redeal"])
def test_a_number_too_long_to_be_written_is_refused_in_words(field: str) -> None:
    document = sheet({"declarer": 0, "bid": "sumpern", "points": 70, field: HUGE})
    in_words(document)
    assert score(document)["refused"]["hand"] == 1


# --- the game as data ------------------------------------------------------------------------------------------------


def test_every_house_rule_is_an_option_and_its_default_allowed() -> None:
    defaults = write_house_rules(HouseRules())
    assert sorted(defaults) == sorted(option.name for option in GAME.options) == sorted(OPTIONS)
    assert read_house_rules(GAME, defaults) == HouseRules()


def test_every_preset_can_be_played() -> None:
    assert (GAME.presets[0].key, GAME.presets[0].house_rules) == ("standard", {})
    for preset in GAME.presets:
        read_house_rules(GAME, preset.house_rules)


@pytest.mark.parametrize("rules", [dict(preset.house_rules) for preset in GAME.presets], ids=str)
def test_the_examples_stand_where_the_house_rules_let_them(rules: Document) -> None:
    players = 4 if rules.get("sit_out") else 3
    refused = []
    for example in GAME.examples(3):
        document = sheet(*example.hands, players=players, house_rules=rules, first_dealer=None)
        if (result := score(document))["refused"]:
            refused += [problem.code for problem in result["refused"]["problems"]]
    assert refused == ([] if rules.get("spatz_scope") == "both" else ["spatz_not_scored_for_defenders"])


def test_the_fields_are_those_of_a_hand() -> None:
    assert [field.name for field in GAME.fields] == [
        "declarer",
        "bid",
        "points",
        "gmotschd",
        "doubling",
        "spatz",
        "redeal",
        "sits_out",
    ]
