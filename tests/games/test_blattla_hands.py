"""Blattla hand by hand: boundaries, reasons, notes, refusals, and what the record of the game says of itself."""

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given

from scoring.games.blattla import GAME
from scoring.games.blattla_hand import Hand
from scoring.games.blattla_value import worth
from scoring.games.core import Outcome, people, read_house_rules
from scoring.games.sheet import play_hand, read_table, score
from tests.games.blattla_evenings import FIVE, FOUR, OPTIONS, house_rules

Document = dict[str, Any]


def sheet(*hands: Any, **departures: Any) -> Document:
    return {"game": "blattla", "players": FOUR, "first_dealer": 0, "hands": list(hands), **departures}


def played(document: Document) -> Outcome:
    """What the only hand of the sheet did."""
    table = read_table(document)
    return play_hand(GAME, table.rules, table.start(), table.hands[0]).outcome


def points_of(*hands: Any, **house_rules: Any) -> list[list[int]]:
    result = score(sheet(*hands, house_rules=house_rules))
    assert result["refused"] is None
    return [line["points"] for line in result["hands"]]


def problems_of(document: Document) -> list[tuple[str, str | None]]:
    return sorted((problem.code, problem.at) for problem in score(document)["refused"]["problems"])


# --- boundaries ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card_points", "change_of_declarer"),
    [(0, -20), (29, -20), (30, -20), (31, -10), (60, -10), (61, 10), (90, 10), (91, 20), (120, 20)],
)
def test_the_boundaries_of_the_result(card_points: int, change_of_declarer: int) -> None:
    hand = {"contract": "sauspiel", "declarer": 0, "partner": 1, "suit": "gras", "points": card_points}
    assert points_of(hand) == [[change_of_declarer] * 2 + [-change_of_declarer] * 2]


@pytest.mark.parametrize(
    ("card_points", "change_of_declarer"),
    [(30, -40), (31, -20), (59, -20), (60, 20), (61, 20), (90, 20), (91, 40)],
)
def test_a_stoss_that_takes_over_moves_the_sixty_first_point_only(card_points: int, change_of_declarer: int) -> None:
    hand = {"contract": "sauspiel", "declarer": 0, "partner": 1, "suit": "gras", "points": card_points, "doubling": 1}
    assert points_of(hand, stoss_takes_over=True) == [[change_of_declarer] * 2 + [-change_of_declarer] * 2]


def test_why_a_hand_costs_what_it_costs() -> None:
    hand = {"contract": "solo", "declarer": 1, "suit": "herz", "points": 120, "schwarz": "by_declarer", "doubling": 1}
    document = sheet(hand, house_rules={"solo_by_suit": {"herz": 25}})
    outcome = played(document)
    soloist = [(posting.unit, posting.amount, posting.why) for posting in outcome.postings if posting.side == 1]
    assert soloist == [
        ("points", 75, "solo_by_suit"),
        ("points", 30, "schneider"),
        ("points", 30, "schwarz"),
        ("points", 135, "doubled"),
        ("soli", 1, "solo_won"),
    ]


def test_a_tout_is_a_solo_and_more() -> None:
    outcome = played(sheet({"contract": "solo_tout", "declarer": 0, "suit": "gras", "made": False}))
    assert [(p.amount, p.why) for p in outcome.postings if p.side == 0] == [(-150, "solo"), (-150, "tout")]


@pytest.mark.parametrize(
    ("hand", "notes"),
    [
        ({"points": 120}, ["schwarz_asked"]),
        ({"points": 0}, ["schwarz_asked"]),
        ({"points": 120, "schwarz": "by_declarer"}, []),
        ({"points": 118}, []),
        ({"points": 61, "sits_out": 0}, []),
        ({"points": 61, "sits_out": 4}, ["sitter_differs"]),
    ],
)
def test_what_is_unusual_is_noted_and_accepted(hand: Document, notes: list[str]) -> None:
    whole = {"contract": "solo", "declarer": 1, "suit": "gras", **hand}
    outcome = played(sheet(whole, players=FIVE, house_rules={"sit_out": "dealer"}))
    assert [note.code for note in outcome.notes] == notes


# --- refusals --------------------------------------------------------------------------------------------------------


def test_a_hand_hears_of_all_its_problems_at_once() -> None:
    hand = {
        "contract": "sauspiel",
        "declarer": 4,
        "suit": "herz",
        "points": 119,
        "schwarz": "by_declarer",
        "made": True,
        "doubling": 3,
        "sits_out": 2,
        "colour": "red",
    }
    assert problems_of(sheet(hand)) == [
        ("bad_doubling", "doubling"),
        ("bad_seat", "declarer"),
        ("called_suit_is_trump", "suit"),
        ("impossible_card_points", "points"),
        ("nobody_sits_out", "sits_out"),
        ("partner_missing", "partner"),
        ("result_is_derived", "made"),
        ("schwarz_points_mismatch", "schwarz"),
        ("unknown_field", "colour"),
    ]


def test_a_tout_hears_of_all_its_problems_at_once() -> None:
    hand = {"contract": "solo_tout", "declarer": 0, "partner": 0, "suit": "pik", "points": 1, "schwarz": "by_declarer"}
    assert problems_of(sheet(hand)) == [
        ("result_missing", "made"),
        ("solo_with_partner", "partner"),
        ("tout_has_no_points", "points"),
        ("tout_has_no_points", "schwarz"),
        ("unknown_suit", "suit"),
    ]


@pytest.mark.parametrize(("contract", "code"), [("wenz", "unknown_contract"), (6, "bad_value"), (None, "bad_value")])
def test_an_unknown_contract_hides_no_other_problem(contract: Any, code: str) -> None:
    hand = {"contract": contract, "declarer": 9, "doubling": -1, "suit": "pik", "points": 121}
    assert problems_of(sheet(hand)) == sorted(
        [
            (code, "contract"),
            ("bad_seat", "declarer"),
            ("bad_doubling", "doubling"),
            ("unknown_suit", "suit"),
            ("points_out_of_range", "points"),
        ]
    )


def test_nothing_belongs_beside_a_passed_deal_but_who_sat_out() -> None:
    hand = {"passed": True, "contract": "solo", "declarer": 9, "made": False, "doubling": 0, "sits_out": 9}
    assert problems_of(sheet(hand, players=FIVE, house_rules={"sit_out": "dealer"})) == [
        ("bad_seat", "sits_out"),
        ("passed_with_score", "contract"),
        ("passed_with_score", "declarer"),
        ("passed_with_score", "made"),
    ]


def test_both_of_a_side_are_told_that_they_sit_out() -> None:
    hand = {"contract": "sauspiel", "declarer": 0, "partner": 0, "suit": "gras", "points": 61}
    assert problems_of(sheet(hand, players=FIVE, house_rules={"sit_out": "dealer"})) == [
        ("partner_is_declarer", "partner"),
        ("sits_out", "declarer"),
        ("sits_out", "partner"),
    ]


# --- the record ------------------------------------------------------------------------------------------------------


def test_the_house_rules_are_the_options() -> None:
    names = [option.name for option in GAME.options]
    assert names == [one.name for one in fields(GAME.house_rules)] == list(OPTIONS)


@pytest.mark.parametrize(
    ("preset", "prices"),
    [
        ("standard", (10, 50, 10, 10, 100)),
        ("10_20_50", (20, 50, 10, 10, 100)),
        ("5_20", (5, 20, 5, 5, 40)),
        ("punkte", (1, 5, 1, 1, 10)),
        ("turnier", (1, 2, 1, 1, 6)),
        ("preisschafkopf", (5, 20, 5, 5, 40)),
    ],
)
def test_the_presets_are_the_tariff_table(preset: str, prices: tuple[int, ...]) -> None:
    given_rules = next(one.house_rules for one in GAME.presets if one.key == preset)
    rules = read_house_rules(GAME, given_rules)
    tout = worth(Hand("solo_tout", suit="gras", made=True), rules).value
    assert (rules.sauspiel, rules.solo, rules.schneider, rules.schwarz, tout) == prices
    herz = worth(Hand("solo_tout", suit="herz", made=True), rules).value
    assert herz == (50 if preset == "preisschafkopf" else tout)


@given(house_rules())
def test_the_examples_stand_unless_a_house_rule_refuses_them(given_rules: Document) -> None:
    rules = read_house_rules(GAME, given_rules)
    seats = people(GAME, rules).start
    for example in GAME.examples(4):
        document = {"game": "blattla", "house_rules": given_rules, "players": FIVE[:seats], "hands": example.hands}
        refused = score(document)["refused"]
        doubled = max(hand.get("doubling", 0) for hand in example.hands)
        assert (refused is None) == (doubled <= rules.max_doubling)
