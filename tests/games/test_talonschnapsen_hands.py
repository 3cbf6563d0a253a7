"""Talonschnapsen: a hand hears of all its problems, and what is listed of the game is whole and stands."""

from dataclasses import fields
from typing import Any

import pytest

from scoring.games.core import read_house_rules, write_house_rules
from scoring.games.family_hand import Hand
from scoring.games.sheet import score
from scoring.games.talonschnapsen import GAME
from tests.games.talonschnapsen_evenings import CAST

Document = dict[str, Any]


def problems_of(*hands_: Document, **rules: Any) -> list[tuple[str, str | None]]:
    document = {"game": GAME.key, "players": CAST, "house_rules": rules, "hands": list(hands_)}
    return sorted((problem.code, str(problem.at)) for problem in score(document)["refused"]["problems"])


def test_a_hand_hears_of_all_its_problems_at_once() -> None:
    hand = {"contract": "zehnergang", "declarer": 3, "doubling": 4, "doubled_by": [7], "made": True, "grade": 2}
    hand |= {"loser_tricks": 0, "loser_points": 20, "caller": "Anna", "colour": "red"}
    assert problems_of(hand) == [
        ("bad_doubling", "doubling"),
        ("bad_grade", "grade"),
        ("bad_seat", "declarer"),
        ("bad_seat", "doubled_by"),
        ("bad_value", "caller"),
        ("contract_disabled", "contract"),
        ("points_without_trick", "loser_points"),
        ("unknown_field", "colour"),
    ]


def test_a_decider_hears_of_all_its_problems_at_once() -> None:
    hand = {"decider": [0, 3], "decider_loser": "Bert", "made": True, "grade": None}
    expected = [("bad_seat", "decider"), ("bad_value", "decider_loser"), ("unknown_field", "made")]
    assert problems_of(hand, tie_rule="decider") == expected


def test_a_decider_after_the_end_hears_that_too() -> None:
    over = {"contract": "herrenschnapser", "declarer": 0, "made": True}
    decider = {"decider": [1, 2], "decider_loser": 1}
    assert problems_of(over, decider, legs_limit=1) == [("not_tied", "decider"), ("sheet_finished", "None")]


# --- the help page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", GAME.examples(3), ids=lambda example: example.title.en)
def test_the_examples_stand_under_the_default_rules(example: Any) -> None:
    assert score({"game": GAME.key, "players": CAST, "hands": list(example.hands)})["refused"] is None


def test_every_field_of_a_hand_is_listed() -> None:
    listed = [field.name for field in GAME.fields]
    assert sorted(listed) == sorted([*(one.name for one in fields(Hand)), "decider", "decider_loser"])


def test_every_house_rule_is_an_option_with_a_default_among_its_choices() -> None:
    assert sorted(option.name for option in GAME.options) == sorted(one.name for one in fields(GAME.house_rules))
    read_house_rules(GAME, write_house_rules(GAME.house_rules()))
