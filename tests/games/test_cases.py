"""Every worked case holds: `cases/*.json`, each with a sheet and the part of the result it asks for."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games.sheet import score
from scoring.messages import scored

CASES = Path(__file__).resolve().parent / "cases"


def cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{file.stem}-{case['id']}")
        for file in sorted(CASES.glob("*.json"))
        for case in json.loads(file.read_text(encoding="utf-8"))
    ]


def part(expect: Any, result: Any) -> Any:
    """What `result` says where `expect` asks: the keys given, lists element by element."""
    if isinstance(expect, dict) and isinstance(result, dict):
        return {key: part(value, result.get(key, "left out")) for key, value in expect.items()}
    if isinstance(expect, list) and isinstance(result, list) and len(expect) == len(result):
        return [part(one, other) for one, other in zip(expect, result, strict=True)]
    return result


def refusal(expect: dict[str, Any], refused: dict[str, Any] | None) -> dict[str, Any] | None:
    """The refusal as a case names it: the hand, and the code asked for if it is among the problems."""
    if refused is None:
        return None
    codes = [problem["code"] for problem in refused["problems"]]
    return {"hand": refused["hand"], "code": expect["code"] if expect["code"] in codes else codes}


@pytest.mark.parametrize("case", cases())
def test_the_case_holds(case: dict[str, Any]) -> None:
    expect, result = dict(case["expect"]), scored(case["sheet"])
    if isinstance(expect.get("refused"), dict):
        assert refusal(expect["refused"], result["refused"]) == expect.pop("refused")
    assert part(expect, result) == expect


@pytest.mark.parametrize("case", cases())
def test_the_result_of_the_case_is_plain_json(case: dict[str, Any]) -> None:
    result = scored(case["sheet"])
    assert json.loads(json.dumps(result)) == result


def test_no_case_has_the_name_of_another() -> None:
    ids = [case.values[0]["id"] for case in cases()]
    assert sorted(set(ids)) == sorted(ids)


def sheet(*hands: Any, **departures: Any) -> dict[str, Any]:
    players = ["Anna", "Bert", "Cilli", "Dora"]
    return {"game": "bauernschnapsen", "players": players, "hands": list(hands), **departures}


def problems_of(document: dict[str, Any]) -> list[tuple[str, str | None]]:
    refused = score(document)["refused"]
    return sorted((problem.code, problem.at) for problem in refused["problems"])


def test_a_hand_hears_of_all_its_problems_at_once() -> None:
    hand = {
        "contract": "zehnergang",
        "declarer": 4,
        "doubling": 4,
        "doubled_by": [1, 7],
        "made": True,
        "grade": 2,
        "loser_tricks": 0,
        "loser_points": 20,
        "colour": "red",
        "caller": "Anna",
    }
    assert problems_of(sheet(hand)) == [
        ("bad_doubling", "doubling"),
        ("bad_grade", "grade"),
        ("bad_seat", "declarer"),
        ("bad_seat", "doubled_by"),
        ("bad_value", "caller"),
        ("contract_disabled", "contract"),
        ("points_without_trick", "loser_points"),
        ("unknown_field", "colour"),
    ]


def test_a_wrong_side_is_named_next_to_a_claimant_who_does_not_exist() -> None:
    hand = {"made": True, "grade": 1, "doubling": 1, "doubled_by": [2], "claimed_by": 5}
    assert problems_of(sheet(hand)) == [("bad_seat", "claimed_by"), ("wrong_side_doubled", "doubled_by")]


@pytest.mark.parametrize(("contract", "code"), [("sechserschnapser", "unknown_contract"), (6, "bad_value")])
def test_an_unknown_contract_hides_no_other_problem(contract: Any, code: str) -> None:
    hand = {"contract": contract, "declarer": 9, "doubling": 9, "made": True}
    assert problems_of(sheet(hand)) == sorted(
        [(code, "contract"), ("bad_seat", "declarer"), ("bad_doubling", "doubling")]
    )


def test_a_sheet_hears_of_all_its_problems_at_once() -> None:
    document = sheet(players=["Anna", "anna ", ""], first_dealer=3, house_rules={"target": 4, "bock": 1}, stake=50)
    assert problems_of(document) == [
        ("bad_house_rule", "bock"),
        ("bad_house_rule", "target"),
        ("bad_seat", "first_dealer"),
        ("bad_value", "players"),
        ("same_player_twice", "players"),
        ("unknown_field", "stake"),
        ("wrong_number_of_players", "players"),
    ]


def test_players_who_are_missing_are_the_only_problem() -> None:
    assert problems_of({"game": "bauernschnapsen"}) == [("bad_value", "players")]
