"""The API: the same use cases as the pages, one envelope, one shape for every refusal."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import translation

from scoring.games.sheet import GAMES
from scoring.messages import scored
from scoring.models import Entry, Sheet
from scoring.services.closing import close_sheet
from tests.services.table import CAST, ONE, TWO, a_club_sheet, a_sheet, fresh, names, now, plain, points, record, rows

pytestmark = pytest.mark.django_db

CASES = json.loads((Path(__file__).parents[1] / "games/cases/bauernschnapsen.json").read_text(encoding="utf-8"))
NEW = {"game": "bauernschnapsen", "players": CAST, "token": "new-sheet"}

Answer = tuple[int, Any]


def get(path: str, **headers: str) -> Answer:
    answer = Client().get(f"/api/v1/{path}", headers=headers)
    return answer.status_code, answer.json()


def post(path: str, body: Any, **headers: str) -> Answer:
    answer = Client().post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()


def of(sheet: Sheet, what: str = "") -> str:
    return f"sheets/{sheet.write_secret}/{what}"


def envelope(sheet: Sheet, token: str = "same-token", **more: Any) -> dict[str, Any]:
    return {"after_seq": sheet.seq, "token": token, **more}


def problems(answer: Answer) -> list[tuple[str, str | None]]:
    """Code and place of every problem of a refusal, whose whole shape is looked at."""
    status, body = answer
    assert (status, list(body)) == (422, ["problems"])
    assert [list(problem) for problem in body["problems"]] == [["code", "at", "message"]] * len(body["problems"])
    assert all(problem["message"] for problem in body["problems"])
    return [(problem["code"], problem["at"]) for problem in body["problems"]]


# --- reading --------------------------------------------------------------------------------------------------------


def test_the_games_are_listed_with_contracts_rules_and_presets() -> None:
    status, games = get("games/")
    assert (status, [game["key"] for game in games]) == (200, list(GAMES))
    game = games[0]
    assert game["name"] == {"de": "Bauernschnapsen", "en": "Bauernschnapsen"}
    assert [contract["key"] for contract in game["contracts"]] == [one.key for one in GAMES[game["key"]].contracts]
    assert set(game["defaults"]) == {option["name"] for option in game["house_rules"]}
    assert [preset["key"] for preset in game["presets"]] == ["standard", "ohne_bettler", "alles"]
    assert get("games/bauernschnapsen/") == (200, game)


def test_every_preset_that_is_listed_begins_a_sheet() -> None:
    for number, preset in enumerate(get("games/")[1][0]["presets"]):
        new = {**NEW, "house_rules": preset["house_rules"], "token": f"preset-no-{number}"}
        assert post("sheets/", new)[0] == 201


def test_what_is_not_there_is_404() -> None:
    sheet, write = a_sheet(), {"after_seq": 0, "token": "same-token"}
    assert get("games/watten/") == (404, {"detail": "Nicht gefunden."})
    for secret in ("nobody", sheet.code, "x" * 300, "%00", "ü"):
        assert get(f"sheets/{secret}/")[0] == 404
        for path in ("preview", "hands", "voids", "replacements", "seats", "close", "reopen"):
            assert post(f"sheets/{secret}/{path}/", write)[0] == 404


def test_a_sheet_is_told_whole_to_whoever_may_write() -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, ONE, plain(1, 3))
    status, told = get(of(sheet))
    assert status == 200
    assert {name: told[name] for name in ("seq", "status", "code", "write_secret", "watch_secret")} == {
        "seq": 2,
        "status": "open",
        "code": sheet.code,
        "write_secret": sheet.write_secret,
        "watch_secret": sheet.watch_secret,
    }
    assert [(entry["seq"], entry["kind"]) for entry in told["entries"]] == rows(sheet)
    with translation.override("de"):
        assert told["result"] == scored(told["document"])
    assert told["result"]["totals"] == points(sheet) == [1, 3]
    assert told["document"]["players"] == CAST


def test_who_watches_never_learns_the_writing_secret() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    answer = Client().get(f"/api/v1/sheets/{sheet.watch_secret}/")
    assert answer.status_code == 200
    assert sheet.write_secret not in answer.content.decode()
    assert set(get(of(sheet))[1]) - set(answer.json()) == {"write_secret", "code"}


def test_who_watches_cannot_write() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    bodies: dict[str, dict[str, Any]] = {
        "preview": {"hand": ONE},
        "hands": envelope(sheet, hand=ONE),
        "voids": envelope(sheet, line=1),
        "replacements": envelope(sheet, line=1, hand=TWO),
        "seats": envelope(sheet, players=["Anna", "Bert", "Cilli", "Egon"]),
        "close": envelope(sheet),
        "reopen": envelope(sheet),
    }
    for path, body in bodies.items():
        assert post(f"sheets/{sheet.watch_secret}/{path}/", body) == (404, {"detail": "Nicht gefunden."})
    assert rows(sheet) == [(1, "hand")]


# --- scoring without a sheet ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_score_endpoint_says_what_the_engine_says(case: dict[str, Any]) -> None:
    with translation.override("de"):
        expected = json.loads(json.dumps(scored(case["sheet"])))
    assert post("score/", case["sheet"]) == (200, expected)
    assert Sheet.objects.count() == 0


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"game": "watten"}, [("unknown_game", "game")]),
        ({}, [("unknown_game", "game")]),
        ([], [("bad_value", "sheet")]),
        (None, [("bad_value", "sheet")]),
        ("x", [("bad_value", "sheet")]),
    ],
)
def test_what_is_no_sheet_at_all_cannot_be_scored(document: Any, expected: list[tuple[str, str]]) -> None:
    assert problems(post("score/", json.dumps(document))) == expected


# --- writing --------------------------------------------------------------------------------------------------------


def test_a_sheet_is_begun() -> None:
    status, told = post("sheets/", {**NEW, "first_dealer": 1, "house_rules": {"target": 30}})
    sheet = Sheet.objects.get()
    assert (status, told["write_secret"], told["seq"], told["entries"]) == (201, sheet.write_secret, 0, [])
    assert (names(sheet), sheet.first_dealer, sheet.house_rules["target"]) == (CAST, 1, 30)
    assert post("sheets/", {**NEW, "first_dealer": 1, "house_rules": {"target": 30}}) == (201, told)
    assert Sheet.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"game": "watten"}, [("unknown_game", "game")]),
        ({"players": CAST[:2]}, [("wrong_number_of_players", "players")]),
        ({"players": "Anna"}, [("bad_value", "players")]),
        ({"players": [1, 2, 3, 4]}, [("bad_value", "players")]),
        ({"house_rules": {"x": 1}}, [("bad_house_rule", "x")]),
        ({"first_dealer": 7}, [("bad_seat", "first_dealer")]),
        ({"token": "no"}, [("bad_token", "token")]),
        ({"token": None}, [("bad_value", "token")]),
    ],
)
def test_a_table_that_cannot_be_is_refused(asked: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert problems(post("sheets/", {**NEW, **asked})) == expected
    assert Sheet.objects.count() == 0


def test_a_hand_is_previewed_and_nothing_is_written() -> None:
    sheet = a_sheet()
    status, told = post(of(sheet, "preview/"), {"hand": {"contract": "gang", "declarer": 1, "made": False}})
    assert (status, told["line"]["points"]) == (200, [9, 0])
    assert told["hand"] == {"contract": "gang", "declarer": 1, "made": False, "caller": 0}
    assert told["sentence"] == "Gang von Bert, verloren: 9 für Anna und Cilli"
    assert rows(sheet) == []
    assert problems(post(of(sheet, "preview/"), {"hand": plain(0, 4)})) == [("bad_grade", "grade")]


def test_a_hand_is_recorded_and_the_sheet_told_as_it_is_now() -> None:
    sheet = a_sheet()
    status, told = post(of(sheet, "hands/"), envelope(sheet, hand=TWO, device="annas-phone"))
    entry = told.pop("entry")
    at, device = entry.pop("at"), entry.pop("device")
    assert (status, at[:2]) == (200, "20")
    # It tells phones apart, and is not what was sent: with that one could speak as this phone.
    assert (len(device), "annas-phone" in str(get(of(sheet)))) == (12, False)
    assert [one["device"] for one in get(of(sheet))[1]["entries"]] == [device]
    assert entry == {
        "seq": 1,
        "kind": "hand",
        "data": {"hand": {"contract": "normal", "made": True, "declarer": 0, "grade": 2, "caller": 0}},
    }
    assert told == {
        "seq": 1,
        "status": "open",
        "totals": [2, 0],
        "bummerl": [0, 0],
        "dealer": 0,
        "finished": False,
    }


def test_lines_are_struck_out_and_put_right_seats_named_the_sheet_closed_and_opened() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    renamed = ["Anna", "Bert", "Cilli", "Egon"]
    steps: list[tuple[str, dict[str, Any], list[int], str]] = [
        ("voids/", {"line": 1}, [0, 2], "open"),
        ("replacements/", {"line": 2, "hand": plain(0, 3)}, [3, 0], "open"),
        ("seats/", {"players": renamed}, [3, 0], "open"),
        ("close/", {}, [3, 0], "closed"),
        ("reopen/", {}, [3, 0], "open"),
    ]
    for number, (path, asked, totals, status) in enumerate(steps, start=3):
        body = {"after_seq": number - 1, "token": f"api-token-{number}", **asked}
        told = post(of(sheet, path), body)
        assert told[0] == 200
        assert (told[1]["entry"]["seq"], told[1]["totals"], told[1]["status"]) == (number, totals, status)
        assert post(of(sheet, path), body) == told
    assert [kind for _seq, kind in rows(sheet)] == ["hand", "hand", "void", "replace", "seats", "close", "reopen"]
    assert names(sheet) == renamed


def test_hands_that_fall_are_struck_out_together_if_one_says_so() -> None:
    sheet = a_sheet(bummerl_limit=2)
    record(sheet, plain(1), {"contract": "kontrabauernschnapser", "caller": 1, "declarer": 0, "made": True}, ONE)
    refused = post(of(sheet, "voids/"), envelope(sheet, line=1))
    assert problems(refused) == [("later_hand_falls", None), ("sheet_finished", None)]
    assert refused[1]["problems"][0]["message"].endswith("Spiel 3.")
    status, told = post(of(sheet, "voids/"), envelope(sheet, line=1, together=True))
    assert (status, told["entry"]["data"], told["finished"]) == (200, {"line": 1, "also": [3]}, True)


def test_a_conflict_tells_what_was_written_and_the_fresh_sheet() -> None:
    sheet = a_sheet()
    old = fresh(sheet)
    record(sheet, ONE, TWO)
    for path, asked in (
        ("hands/", {"hand": ONE}),
        ("voids/", {"line": 1}),
        ("replacements/", {"line": 1, "hand": TWO}),
        ("seats/", {"players": ["Anna", "Bert", "Cilli", "Egon"]}),
        ("close/", {}),
        ("reopen/", {}),
    ):
        status, told = post(of(sheet, path), envelope(old, **asked))
        assert (status, list(told), told["code"]) == (409, ["code", "written", "sheet"], "conflict")
        assert [entry["seq"] for entry in told["written"]] == [1, 2]
        assert told["sheet"] == get(of(sheet))[1]
    assert rows(sheet) == [(1, "hand"), (2, "hand")]


def test_the_same_token_with_another_hand_is_a_conflict() -> None:
    sheet = a_sheet()
    first = post(of(sheet, "hands/"), {"after_seq": 0, "token": "same-token", "hand": ONE})
    assert first[0] == 200
    assert post(of(sheet, "hands/"), {"after_seq": 0, "token": "same-token", "hand": TWO})[0] == 409
    assert post(of(sheet, "hands/"), {"after_seq": 0, "token": "same-token", "hand": ONE}) == first


@pytest.mark.parametrize(
    ("path", "asked", "expected"),
    [
        ("hands/", {"hand": plain(0, 4)}, [("bad_grade", "grade")]),
        ("hands/", {"hand": []}, [("bad_value", "hand")]),
        ("hands/", {"hand": None}, [("bad_value", "hand")]),
        ("hands/", {}, [("bad_value", "hand")]),
        ("hands/", {"hand": ONE, "token": "short"}, [("bad_token", "token")]),
        ("hands/", {"hand": ONE, "after_seq": -1}, [("bad_value", "after_seq")]),
        (
            "hands/",
            {"hand": ONE, "after_seq": None, "token": None},
            [("bad_value", "after_seq"), ("bad_value", "token")],
        ),
        ("hands/", {"hand": ONE, "device": "x" * 33}, [("bad_value", "device")]),
        ("voids/", {"line": 9}, [("no_such_line", None)]),
        ("voids/", {"line": "Anna"}, [("bad_value", "line")]),
        ("voids/", {"line": 10**30}, [("no_such_line", None)]),
        ("replacements/", {"line": 1, "hand": ONE}, [("nothing_changed", None)]),
        ("replacements/", {"line": 1, "hand": []}, [("bad_value", "hand")]),
        ("replacements/", {"line": 1, "hand": "normal"}, [("bad_value", "hand")]),
        ("seats/", {"players": CAST}, [("nothing_changed", "players")]),
        ("seats/", {"players": ["Anna", "Be\0rt", "Cilli", "Dora"]}, [("bad_value", "players")]),
        ("reopen/", {}, [("sheet_open", None)]),
    ],
)
def test_what_cannot_be_written_is_refused(path: str, asked: dict[str, Any], expected: list[Any]) -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    assert problems(post(of(sheet, path), envelope(sheet, **asked) | asked)) == expected
    assert rows(sheet) == [(1, "hand")]


def test_a_closed_sheet_says_so_and_a_clubs_sheet_is_opened_by_the_club_only() -> None:
    sheet = a_club_sheet()
    close_sheet(sheet, write=now(sheet))
    assert problems(post(of(sheet, "hands/"), envelope(sheet, hand=ONE))) == [("sheet_closed", None)]
    assert problems(post(of(sheet, "reopen/"), envelope(sheet))) == [("not_yours", None)]


# --- what is not even a request -------------------------------------------------------------------------------------

POSTS = ("score/", "sheets/", "hands/", "voids/", "replacements/", "seats/", "preview/", "close/", "reopen/")
TEXTS = ["{", "", "nil", '{"x": NaN}', b"\xff\xfe", "9" * 5000, "[" * 100_000, '{"a":' * 50_000, '{"hand": "\\ud800"}']


def at(sheet: Sheet, path: str) -> str:
    return path if path in ("score/", "sheets/") else of(sheet, path)


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("text", [text for text in TEXTS if text], ids=lambda text: str(text[:9]))
def test_what_is_no_json_is_a_bad_request(path: str, text: str | bytes) -> None:
    status, told = post(at(a_sheet(), path), text)
    assert (status, list(told), told["detail"][:16]) == (400, ["detail"], "JSON parse error")


@pytest.mark.parametrize("path", POSTS[1:])
@pytest.mark.parametrize("text", ["[]", "null", "7", '"Anna"'])
def test_json_that_is_no_envelope_is_refused(path: str, text: str) -> None:
    assert problems(post(at(a_sheet(), path), text)) == [("bad_value", "body")]


def test_other_methods_and_other_kinds_of_content_are_named() -> None:
    sheet = a_sheet()
    assert get(of(sheet, "hands/")) == (405, {"detail": 'Methode "GET" nicht erlaubt.'})
    assert Client().delete(f"/api/v1/{of(sheet)}").status_code == 405
    form = Client().post(f"/api/v1/{of(sheet, 'hands/')}", {"after_seq": 0})
    assert (form.status_code, list(form.json())) == (415, ["detail"])


def test_refusals_are_told_in_the_language_that_is_asked_for() -> None:
    sheet = a_sheet()
    hand = {"contract": "schnapser", "declarer": 1, "made": True}
    told = {
        language: post(of(sheet, "hands/"), envelope(sheet, hand=hand), **{"Accept-Language": language})[1]
        for language in ("de", "en", "en-GB", "fr")
    }
    sentences = {language: body["problems"][0]["message"] for language, body in told.items()}
    assert sentences == {
        "de": "Bert darf in diesem Spiel keinen Schnapser ansagen.",
        "en": "Bert may not declare Schnapser in this hand.",
        "en-GB": "Bert may not declare Schnapser in this hand.",
        "fr": "Bert darf in diesem Spiel keinen Schnapser ansagen.",
    }
    assert get("games/watten/", **{"Accept-Language": "en"}) == (404, {"detail": "Not found."})


def test_a_write_costs_the_same_at_the_hundredth_hand(django_assert_num_queries: Any) -> None:
    sheet = a_sheet()
    for length in (1, 100):
        record(sheet, *[ONE] * (length - sheet.seq))
        # The sheet; SAVEPOINT, UPDATE, INSERT, RELEASE: on PostgreSQL UPDATE and INSERT are one statement.
        with django_assert_num_queries(4 if connection.vendor == "postgresql" else 5):
            assert post(of(sheet, "hands/"), envelope(sheet, f"api-token-{length}", hand=ONE))[0] == 200
        sheet = fresh(sheet)
    assert Entry.objects.count() == 101


def test_a_document_of_thousands_of_hands_is_not_scored_here() -> None:
    hands = [{"contract": "normal", "made": True, "grade": 1}] * 2001
    document = {"game": "bauernschnapsen", "players": ["Anna", "Bert", "Cilli", "Dora"], "hands": hands}
    answer = Client().post("/api/v1/score/", document, content_type="application/json")
    assert (answer.status_code, [problem["code"] for problem in answer.json()["problems"]]) == (422, ["too_many_hands"])
