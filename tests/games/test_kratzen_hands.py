"""Hands, house rules and the record of Kratzen: garbage, every problem at once, notes, presets and examples."""

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.core import Malformed, Problem, read_house_rules
from scoring.games.kratzen import GAME
from scoring.games.kratzen_hand import MOST_CUTS
from scoring.games.kratzen_options import HouseRules
from scoring.games.sheet import Refused, play_hand, read_table, score
from tests.games.kratzen_evenings import NAMES, garbage, hand_like, house_rules, through_json

Document = dict[str, Any]
MUSS = {"tricks": [2, 1, 1, 0]}
FOUR = {"game": "kratzen", "players": NAMES[:4], "first_dealer": 0, "house_rules": {}}


# --- garbage ---------------------------------------------------------------------------------------------------------


def problems_of(hand: Any, *before: Any) -> list[tuple[str, str | None]]:
    refused = score({**FOUR, "hands": [*before, hand]})["refused"]
    assert refused is None or refused["hand"] == len(before) + 1
    return sorted((problem.code, problem.at) for problem in refused["problems"]) if refused else []


def problems_in(call: Callable[[], Any]) -> tuple[Problem, ...] | None:
    """Why it was refused, None where it was not; figures go into sentences and into JSON, however wild the hand was."""
    try:
        call()
    except (Malformed, Refused) as error:
        for problem in error.problems:
            json.dumps([problem.code, problem.at, dict(problem.figures)])
        return error.problems
    return None


@settings(max_examples=250)
@given(hand_like, st.booleans())
def test_any_hand_stands_or_is_refused(data: Any, normal: bool) -> None:
    table = read_table({**FOUR, "hands": []})
    state = table.start()
    if normal:
        state = play_hand(GAME, table.rules, state, MUSS).outcome.state
    problems = problems_in(lambda: play_hand(GAME, table.rules, state, data))
    if problems is None:
        hand = play_hand(GAME, table.rules, state, data).hand
        assert GAME.read(through_json(GAME.write(hand))) == hand
    else:
        assert len(problems) > 0


@settings(max_examples=200)
@given(garbage)
def test_any_house_rules_are_read_or_malformed(data: Any) -> None:
    problems = problems_in(lambda: read_house_rules(GAME, data)) or ()
    assert {problem.code for problem in problems} <= {"bad_house_rule", "bad_value", "ante_coin"}


@given(st.integers(-3, 40) | st.none(), st.integers(-3, 40) | st.none())
def test_the_ante_is_a_multiple_of_the_coin(ante: int | None, coin: int | None) -> None:
    right_ante = 1 if ante is None else ante
    right_coin = right_ante if coin is None else coin
    problems = problems_in(lambda: read_house_rules(GAME, {"ante": ante, "coin": coin}))
    if right_ante > 0 and right_coin > 0 and right_ante % right_coin == 0:
        assert problems is None
        assert read_house_rules(GAME, {"ante": ante, "coin": coin}).smallest_coin == right_coin
    else:
        assert "ante_coin" in {problem.code for problem in problems or ()}


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        (
            {
                "cuts": ["ten"],
                "contract": "wenz",
                "striker": 1,
                "active": [2, 2, 7],
                "tricks": [1, 0, 2, 0],
                "sits_out": 0,
            },
            [
                ("active_set", "active"),
                ("bad_seat", "active"),
                ("striker_dropped", "striker"),
                ("trick_by_dropout", "tricks"),
                ("tricks_do_not_add_up", "tricks"),
                ("unknown_contract", "contract"),
                ("unknown_cut", "cuts"),
                ("unknown_field", "sits_out"),
            ],
        ),
        (
            {},
            [
                ("active_set", "active"),
                ("bad_tricks", "tricks"),
                ("contract_missing", "contract"),
                ("contract_missing", "striker"),
            ],
        ),
        (
            {"trump_seven": True, "thrown_in": True, "tricks": [4, 0, 0, 0], "striker": 4},
            [("bad_seat", "striker"), ("thrown_in_in_muss", "thrown_in"), ("thrown_in_with_result", "thrown_in")],
        ),
        # a Siebener-Muss: the final dealer is Bert
        (
            {"trump_seven": True, "contract": "turn", "striker": 2, "active": [1, 2], "tricks": [5, 0, 0]},
            [
                ("bad_tricks", "tricks"),
                ("contract_in_muss", "contract"),
                ("muss_all_must_play", "active"),
                ("muss_striker_is_dealer", "striker"),
            ],
        ),
    ],
)
def test_a_hand_hears_of_all_its_problems_at_once(hand: Any, problems: list[tuple[str, str | None]]) -> None:
    assert problems_of(hand, MUSS) == problems


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        # whether it was a Siebener-Muss cannot be told, so nobody is told what only one of the two asks for
        (
            {"trump_seven": 1, "tricks": [2, 1, 1, 1]},
            [("bad_value", "trump_seven"), ("tricks_do_not_add_up", "tricks")],
        ),
        ({"thrown_in": "yes", "striker": 9}, [("bad_seat", "striker"), ("bad_value", "thrown_in")]),
        # who dealt in the end cannot be told either
        ({"trump_seven": True, "cuts": "sow", "striker": 2, "tricks": [1, 1, 1, 1]}, [("bad_value", "cuts")]),
        ({"trump_seven": True, "cuts": ["sow"] * (MOST_CUTS + 1), "tricks": [1, 1, 1, 1]}, [("bad_value", "cuts")]),
        ({"trump_seven": True, "cuts": ["ten"], "striker": 2, "tricks": [1, 1, 1, 1]}, [("unknown_cut", "cuts")]),
        ({"thrown_in": True, "tricks": "none"}, [("bad_value", "tricks"), ("thrown_in_with_result", "thrown_in")]),
        ({"contract": "schlagen", "striker": 1, "active": [1], "tricks": [True]}, [("bad_value", "tricks")]),
    ],
)
def test_what_cannot_be_read_brings_no_problem_that_may_not_be_one(hand: Any, problems: Any) -> None:
    assert problems_of(hand, MUSS) == problems


def test_a_deck_can_be_cut_a_hundred_times() -> None:
    assert problems_of({"cuts": ["seven"] * MOST_CUTS, **MUSS}) == []


def test_numbers_too_long_to_be_written_are_refused() -> None:
    huge = 10**5000
    assert problems_of({"tricks": [huge, 0, 0, 0]}) == [("bad_tricks", "tricks")]
    assert problems_of({**MUSS, "striker": huge, "active": [0, 1, 2, 3, huge]}) == [
        ("bad_seat", "active"),
        ("bad_seat", "striker"),
    ]


# --- the record ------------------------------------------------------------------------------------------------------


def test_a_card_turned_for_somebody_else_is_noted() -> None:
    table = read_table({**FOUR, "hands": []})
    state = play_hand(GAME, table.rules, table.start(), MUSS).outcome.state
    notes = {}
    for striker in (1, 2):
        hand = {"contract": "turn", "striker": striker, "active": [1, 2], "tricks": [0, 2, 2, 0]}
        outcome = play_hand(GAME, table.rules, state, hand).outcome
        notes[striker] = [(note.code, note.at, dict(note.figures)) for note in outcome.notes]
    assert notes == {1: [], 2: [("turn_not_by_dealer", "striker", {"seat": 1})]}


def test_every_house_rule_is_an_option_whose_default_can_be_chosen() -> None:
    assert {option.name for option in GAME.options} == {one.name for one in fields(HouseRules)}
    assert read_house_rules(GAME, {}) == HouseRules()
    for option in GAME.options:
        if option.kind == "choice":
            assert next(choice.value for choice in option.choices) == getattr(HouseRules(), option.name)


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.key)
def test_every_preset_can_be_played(preset: Any) -> None:
    assert read_house_rules(GAME, preset.house_rules) is not None


@given(house_rules())
def test_the_examples_stand_under_every_house_rule(rules: Document) -> None:
    for example in GAME.examples(4):
        assert score({**FOUR, "first_dealer": 3, "house_rules": rules, "hands": list(example.hands)})["refused"] is None
