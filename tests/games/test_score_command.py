"""`manage.py score`: what goes in, what comes out, with which exit status. Without a database: a query would fail."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scoring.games.core import Problem
from scoring.management.commands.score import AT_ONCE
from scoring.messages import problem_text

HAND = {"contract": "bettler", "declarer": 1, "made": True}
WRONG = {"contract": "normal", "made": True, "grade": 4}


def sheet(*hands: Any, **more: Any) -> dict[str, Any]:
    players = ["Anna", "Bert", "Cilli", "Dora"]
    return {"game": "bauernschnapsen", "players": players, "hands": list(hands), **more}


class Run:
    """One call of the command: exit status, what it printed as JSON, and what it complained of."""

    def __init__(self, file: str) -> None:
        out, err = io.StringIO(), io.StringIO()
        self.status: Any = 0
        try:
            call_command("score", file, stdout=out, stderr=err)
        except SystemExit as left:
            self.status = left.code
        self.printed = out.getvalue()
        self.complaint = err.getvalue()

    @property
    def result(self) -> Any:
        return json.loads(self.printed)


@pytest.fixture
def score_file(tmp_path: Path):
    def run(text: str) -> Run:
        file = tmp_path / "sheet.json"
        file.write_text(text, encoding="utf-8")
        return Run(str(file))

    return run


@pytest.fixture
def score_stdin(monkeypatch: pytest.MonkeyPatch):
    def run(text: str) -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return Run("-")

    return run


def test_a_sheet_that_stands_is_scored_with_status_0(score_file) -> None:
    run = score_file(json.dumps(sheet(HAND)))
    assert (run.status, run.result["totals"], run.result["refused"], run.complaint) == (0, [0, 4], None, "")


def test_standard_input_is_scored_like_a_file(score_file, score_stdin) -> None:
    text = json.dumps(sheet(HAND))
    assert score_stdin(text).printed == score_file(text).printed


def test_a_refused_sheet_is_status_1_with_its_problems_in_words(score_file) -> None:
    run = score_file(json.dumps(sheet(HAND, WRONG)))
    sentence = problem_text(Problem("bad_grade", "grade"))
    problem = {"code": "bad_grade", "at": "grade", "message": sentence}
    assert (run.status, run.result["totals"]) == (1, [0, 4])
    assert run.result["refused"] == {"hand": 2, "problems": [problem]}


def test_a_list_of_sheets_gives_a_list_of_results_in_order(score_stdin) -> None:
    run = score_stdin(json.dumps([sheet(HAND), sheet(), sheet(HAND, HAND)]))
    assert (run.status, [result["totals"] for result in run.result]) == (0, [[0, 4], [0, 0], [0, 8]])


def test_one_refused_sheet_among_many_is_status_1_and_all_are_answered(score_stdin) -> None:
    run = score_stdin(json.dumps([sheet(WRONG), sheet(HAND)]))
    assert (run.status, [result["refused"] is None for result in run.result]) == (1, [False, True])


def test_a_list_of_one_is_answered_by_a_list_of_one(score_stdin) -> None:
    assert len(score_stdin(json.dumps([sheet()])).result) == 1


def test_an_empty_list_is_answered_by_an_empty_list(score_stdin) -> None:
    run = score_stdin("[]")
    assert (run.status, run.result) == (0, [])


def test_a_sheet_without_hands_stands(score_file) -> None:
    run = score_file(json.dumps(sheet(closed=True)))
    assert (run.status, run.result["hands"], run.result["cents"]) == (0, [], [0, 0, 0, 0])


def test_a_sheet_with_three_players_is_refused_as_a_whole(score_file) -> None:
    run = score_file(json.dumps(sheet(players=["Anna", "Bert", "Cilli"])))
    assert (run.status, run.result["refused"]["hand"]) == (1, 0)
    assert [problem["code"] for problem in run.result["refused"]["problems"]] == ["wrong_number_of_players"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "Anna",
        "3",
        "null",
        '"bauernschnapsen"',
        "{}",
        '{"game": null}',
        '{"game": "poker", "players": [], "hands": []}',
        '{"game": "\\ud800"}',
        '[{"game": "bauernschnapsen", "players": ["a", "b", "c", "d"]}, {"game": "poker"}]',
        "[" * 100_000,
        "9" * 5_000,
    ],
)
def test_what_is_no_sheet_at_all_is_status_2_and_said_on_stderr(score_stdin, text: str) -> None:
    run = score_stdin(text)
    assert (run.status, run.printed, bool(run.complaint.strip())) == (2, "", True)


def test_an_unknown_game_is_named(score_stdin) -> None:
    complaint = score_stdin('{"game": "poker"}').complaint
    assert complaint.count("poker") == 1


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path) -> None:
    run = Run(str(tmp_path / "nothing.json"))
    assert (run.status, run.printed) == (2, "")


def test_what_cannot_be_written_as_utf_8_is_escaped(score_stdin) -> None:
    run = score_stdin('{"game": "bauernschnapsen", "players": ["ä", "b", "c", "d"], "\\ud800": 1}')
    assert (run.status, run.result["refused"]["problems"][0]["at"]) == (1, "\ud800")
    assert run.printed.encode("utf-8").decode("utf-8") == run.printed


def test_words_are_printed_with_their_umlauts(score_stdin) -> None:
    run = score_stdin(json.dumps(sheet({**HAND, "größe": 1})))
    assert run.printed.count("größe") == 2


def test_a_list_of_many_sheets_is_one_json_list(score_file: Any) -> None:
    many = [sheet(*[HAND] * (number % 3)) for number in range(400)]
    run = score_file(json.dumps(many))
    assert len(run.printed) > 1 << 16
    assert [len(result["hands"]) for result in run.result] == [number % 3 for number in range(400)]
    assert run.printed.count("\n") == 1


@pytest.mark.parametrize("length", [AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE])
def test_a_sheet_may_be_longer_than_what_is_read_at_once(score_file: Any, length: int) -> None:
    blanks = " " * length
    assert len(score_file(f"[{blanks}{json.dumps(sheet(HAND))},{json.dumps(sheet())}{blanks}]").result) == 2
    long_name = sheet(HAND) | {"players": ["A" * length, "Bert", "Cilli", "Dora"]}
    assert score_file(json.dumps([long_name, long_name])).status == 0


@pytest.mark.parametrize("text", ["[", "[,]", "[1 2]", '[{"game": "kratzen"', "[] []", "[{}],"])
def test_what_is_no_list_in_the_end_tells_nothing(score_file: Any, text: str) -> None:
    run = score_file(text)
    assert (run.status, run.printed) == (2, "")
    assert run.complaint


def test_an_empty_list_is_an_empty_list(score_file: Any) -> None:
    assert score_file(" [ ] ").result == []
