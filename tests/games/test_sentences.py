"""Every code the engine can emit is a sentence, in German and in English, with nothing left to fill in."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from scoring.games import core
from scoring.games.core import Problem
from scoring.games.sheet import NotASheet, Refused, play_hand, read_table, score
from scoring.messages import NOTES, REFUSALS, problem_text
from tests.games.test_cases import cases

LANGUAGES = ("de", "en")
PLACEHOLDER = re.compile(r"%\(\w+\)s")


def constants(node: ast.expr) -> list[str]:
    """The codes an expression can be: one, or either of two."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, str)
    return [node.value]


def emitted() -> set[str]:
    """The codes of all `Problem(...)` in the engine."""
    folder = Path(core.__file__).parent
    calls = [
        node
        for file in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem"
    ]
    return {code for call in calls for code in constants(call.args[0])}


def raised(document: Any) -> list[Problem]:
    """The problems and the notes of a sheet."""
    refused = score(document)["refused"]
    problems = list(refused["problems"]) if refused else []
    if refused and refused["hand"] == 0:
        return problems
    table = read_table(document)
    state = table.start()
    stands = len(table.hands) if refused is None or refused["hand"] is None else refused["hand"] - 1
    for hand in table.hands[:stands]:
        outcome = play_hand(table.game, table.rules, state, hand).outcome
        problems += outcome.notes
        state = outcome.state
    return problems


def sheet(*hands: dict[str, Any]) -> dict[str, Any]:
    return {"game": "bauernschnapsen", "players": ["Anna", "Bert", "Cilli", "Dora"], "hands": list(hands)}


@pytest.mark.parametrize(
    ("hand", "notes"),
    [
        ({"made": True, "grade": 1}, []),
        ({"made": True, "grade": 1, "caller": 0}, []),
        ({"made": True, "grade": 1, "caller": 3}, ["caller_differs"]),
        ({"made": True, "grade": 1, "loser_points": 65}, []),
        ({"made": True, "grade": 1, "loser_points": 66}, ["loser_had_66"]),
        ({"contract": "bauernschnapser", "declarer": 0, "made": False, "loser_points": 66}, []),
        ({"made": True, "grade": 1, "doubling": 1, "aufstand": True}, ["aufstand_not_forced"]),
        ({"contract": "kontrabauernschnapser", "declarer": 1, "made": True, "doubling": 1, "aufstand": True}, []),
    ],
)
def test_what_is_unusual_is_noted_and_accepted(hand: dict[str, Any], notes: list[str]) -> None:
    assert [problem.code for problem in raised(sheet(hand))] == notes


@pytest.mark.parametrize(("lead", "notes"), [(8, ["aufstand_not_forced"]), (9, [])])
def test_an_aufstand_is_forced_when_three_points_would_end_the_leg(lead: int, notes: list[str]) -> None:
    # 12 for Anna and Cilli, then 8 or 9: a plain game of theirs could bring 23 or 24
    brings: dict[int, dict[str, Any]] = {8: {"contract": "bettler", "doubling": 1}, 9: {"contract": "gang"}}
    hands: list[dict[str, Any]] = [
        {"contract": "bauernschnapser", "declarer": 0, "made": True},
        {**brings[lead], "declarer": 0, "made": True},
        {"made": False, "grade": 1, "doubling": 1, "aufstand": True},
    ]
    assert [problem.code for problem in raised(sheet(*hands))] == notes


@pytest.fixture(scope="module")
def known() -> list[Problem]:
    """Every problem and note of every worked case, and of what is no sheet."""
    problems = [problem for case in cases() for problem in raised(case.values[0]["sheet"])]
    for document in (None, {"game": "poker"}, {"game": 3}):
        with pytest.raises(NotASheet) as error:
            read_table(document)
        problems += error.value.problems
    return problems


def test_every_code_is_a_sentence() -> None:
    assert sorted(emitted() - set(REFUSALS) - set(NOTES)) == []


@pytest.mark.parametrize("code", sorted({**REFUSALS, **NOTES}))
def test_the_sentence_is_german_and_english_with_the_same_figures(code: str) -> None:
    sentence = REFUSALS.get(code) or NOTES[code]
    told = {}
    for language in LANGUAGES:
        with translation.override(language):
            told[language] = str(sentence)
    assert told["de"] != told["en"]
    assert sorted(set(PLACEHOLDER.findall(told["de"]))) == sorted(set(PLACEHOLDER.findall(told["en"])))


def test_the_worked_cases_meet_every_code_of_the_engine(known: list[Problem]) -> None:
    assert {problem.code for problem in known} == emitted()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [["Anna", "Bert", "Cilli", "Dora"], []], ids=["named", "nameless"])
def test_every_sentence_is_filled(known: list[Problem], language: str, names: list[str]) -> None:
    game = read_table(sheet()).game
    with translation.override(language):
        sentences = [problem_text(problem, game, names) for problem in known]
        sentences += [problem_text(problem) for problem in known]
    assert [sentence for sentence in sentences if not sentence.strip() or PLACEHOLDER.search(sentence)] == []


def test_refusals_carry_no_more_than_json() -> None:
    table = read_table(sheet())
    with pytest.raises(Refused) as error:
        play_hand(table.game, table.rules, table.start(), {"contract": "farbringerl", "declarer": 0, "made": False})
    told = [[problem.code, problem.at, dict(problem.figures)] for problem in error.value.problems]
    assert json.loads(json.dumps(told)) == [["cannot_lose", "made", {"contract": "farbringerl"}]]
