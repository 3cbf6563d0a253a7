"""One line of the slip: why it counts what it counts, strike it out, put it right; and the history of all of it."""

from typing import Any

import pytest

from scoring.models import Sheet
from tests.services.table import (
    ONE,
    TWO,
    a_sheet,
    differing,
    fresh,
    plain,
    points,
    record,
    rows,
    standing,
    won_leg,
)
from tests.web.page import elements, form, get, phone, read, texts, values

pytestmark = pytest.mark.django_db


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def send(sheet: Sheet, line: int, ending: str, language: str = "de", **chosen: Any) -> Any:
    one = form(get(phone(), path_of(sheet, f"line/{line}/")), ending)
    return phone(language).post(one.action, one.filled(**chosen))


def test_a_line_says_what_it_was_and_why_it_counts() -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, plain(1), won_leg(0))
    page = get(phone(), path_of(sheet, "line/2/"))
    assert texts(page, "h1") == ["Spiel 2"]
    assert texts(page, ".said") == ["Kontrabauernschnapser von Anna, gewonnen: 24 für Anna und Cilli"]
    assert texts(page, "li") == [
        "Anna und Cilli: 24 Punkte – Ansage gewonnen: der ganze Wert für die Partei des Ansagers",
        "Bert und Dora: Ein Bummerl – die anderen sind zuerst am Ziel",
        "Bert: −€ 0,50 – Einsatz für das Bummerl",
        "Dora: −€ 0,50 – Einsatz für das Bummerl",
        "Anna: € 0,50 – Einsatz für das Bummerl",
        "Cilli: € 0,50 – Einsatz für das Bummerl",
    ]


@pytest.mark.parametrize(
    ("grade", "reason"),
    [
        (1, "66 gesagt, die Verlierer haben 33 Augen oder mehr"),
        (2, "66 gesagt, die Verlierer haben einen Stich, aber höchstens 32 Augen"),
        (3, "66 gesagt, die Verlierer haben keinen Stich"),
    ],
)
def test_why_says_what_the_losers_had_and_what_the_doubling_adds(grade: int, reason: str) -> None:
    sheet = a_sheet()
    record(sheet, plain(0, grade, doubling=1))
    points = {1: "1 Punkt", 2: "2 Punkte", 3: "3 Punkte"}[grade]
    assert texts(get(phone(), path_of(sheet, "line/1/")), "li") == [
        f"Anna und Cilli: {points} – {reason}",
        f"Anna und Cilli: {points} – gespritzt: was der Spritzer dazubringt",
    ]


@pytest.mark.parametrize(("halving", "taken"), [("ceil", 1), ("floor", 2)])
def test_why_names_the_halving(halving: str, taken: int) -> None:
    sheet = a_sheet(halving=halving)
    record(sheet, plain(0, 3))
    told = texts(get(phone(), path_of(sheet, "line/1/")), "li")
    assert told[1] == f"Anna und Cilli: −{taken} Punkt{'e' * (taken > 1)} – halbiert (Hausregel)"


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("two", "zu Unrecht 66 gesagt"),
        ("two_or_three", "zu Unrecht 66 gesagt: 2, ohne Stich 3 (Hausregel)"),
        ("mirror", "zu Unrecht 66 gesagt: so viel, wie es dem anderen gebracht hätte (Hausregel)"),
    ],
)
def test_why_says_what_a_wrong_claim_costs_at_this_table(rule: str, reason: str) -> None:
    sheet = a_sheet(false_claim=rule)
    record(sheet, plain(1, 2, decided_by="false_claim"))
    assert texts(get(phone(), path_of(sheet, "line/1/")), "li") == [f"Bert und Dora: 2 Punkte – {reason}"]


def test_the_form_for_putting_right_holds_the_line_as_it_is() -> None:
    sheet = a_sheet()
    record(sheet, ONE, {"contract": "bettler", "declarer": 3, "made": False, "doubling": 1, "caller": 2})
    fields = form(get(phone(), path_of(sheet, "line/2/")), "/replace/").fields
    kept = ("pick", "declarer", "doubling", "made", "rotation", "after_seq")
    assert {name: fields.get(name) for name in kept} == {
        "pick": ["bettler"],
        "declarer": ["3"],
        "doubling": ["1"],
        "made": ["0"],
        "rotation": ["2"],
        "after_seq": ["2"],
    }


def test_a_line_is_struck_out() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    response = send(sheet, 1, "/void/")
    assert (response.status_code, response.headers["Location"]) == (302, path_of(sheet))
    assert (standing(sheet), points(sheet), differing()) == ([2], [0, 2], [])


def test_a_line_is_put_right_and_keeps_its_caller() -> None:
    sheet = a_sheet()
    record(sheet, ONE, ONE, ONE)
    response = send(sheet, 2, "/replace/", pick="gang", declarer="1", made="1")
    assert (response.status_code, response.headers["Location"]) == (302, path_of(sheet))
    assert (standing(sheet), points(sheet)) == ([1, 4, 3], [2, 9])
    assert sheet.entries.get(seq=4).data["hand"]["caller"] == 1


def test_a_double_tap_on_a_correction_is_one_correction() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    page = get(phone(), path_of(sheet, "line/1/"))
    gone, right = form(page, "/void/"), form(page, "/replace/")
    assert [phone().post(gone.action, gone.filled()).status_code for _ in range(3)] == [302] * 3
    assert rows(sheet) == [(1, "hand"), (2, "hand"), (3, "void")]
    late = phone().post(right.action, right.filled(pick="normal-1", grade="1"))
    assert (late.status_code, late.headers["Location"]) == (302, path_of(sheet, "history/") + "?gone=1")
    assert rows(sheet) == [(1, "hand"), (2, "hand"), (3, "void")]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Dann könnte eine spätere Zeile nicht mehr stehen bleiben: Spiel 3."),
        ("en", "Then a later line could no longer stand: hand 3."),
    ],
)
def test_striking_out_names_the_line_that_would_fall_and_offers_both(language: str, sentence: str) -> None:
    sheet = a_sheet(bummerl_limit=2)
    record(sheet, plain(1), won_leg(0), ONE)
    response = send(sheet, 1, "/void/", language)
    assert (response.status_code, texts(response, ".problem")[0]) == (422, sentence)
    assert [element.attributes["name"] for element in elements(response, "button.danger")] == ["together"]
    again = form(response, "/void/")
    assert phone().post(again.action, again.filled(together="1")).status_code == 302
    assert (standing(sheet), differing()) == ([2], [])


def test_putting_right_names_the_lines_that_would_fall_and_offers_to_strike_them_out_too() -> None:
    sheet = a_sheet(legs_limit=1)
    record(sheet, ONE, ONE, ONE)
    response = send(sheet, 1, "/replace/", pick="herrenschnapser", declarer="0", made="1")
    assert (response.status_code, texts(response, ".problem")) == (
        422,
        [
            "Dann könnte eine spätere Zeile nicht mehr stehen bleiben: Spiel 2.",
            "Spiel 2: Der Zettel wäre davor schon ausgespielt.",
        ],
    )
    assert [element.attributes.get("name") for element in elements(response, "button.danger")] == [None, "together"]
    assert rows(sheet) == [(1, "hand"), (2, "hand"), (3, "hand")]
    one, again = (one for one in read(response).forms if one.action.endswith("/replace/"))
    assert (one.fields["pick"], again.fields["pick"]) == (["herrenschnapser"], ["herrenschnapser"])
    assert phone().post(one.action, one.filled(together="1")).status_code == 302
    assert (standing(sheet), rows(sheet)[-1], differing()) == ([4], (4, "replace"), [])
    history = get(phone(), path_of(sheet, "history/"))
    assert "statt Zeile 1 dazu: 2, 3" in texts(history, "li")[-1]
    assert len(list(elements(history, "s"))) == 3


def test_what_a_button_said_is_kept_when_the_others_are_struck_out_too() -> None:
    sheet = a_sheet(target=5, legs_limit=1)
    record(sheet, ONE, ONE, ONE)
    response = send(sheet, 1, "/replace/", pick="normal-0", grade="3", doubling="1")
    one = next(one for one in read(response).forms if one.fields.get("grade") == ["3"])
    assert phone().post(one.action, one.filled(together="1")).status_code == 302
    assert (standing(sheet), points(sheet)) == ([4], [6, 0])


def test_a_correction_is_refused_by_the_field_and_keeps_what_was_tapped() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    response = send(sheet, 1, "/replace/", "en", pick="schnapser", declarer="3", made="1")
    assert (response.status_code, texts(response, ".problem")) == (
        422,
        ["Dora may not declare Schnapser in this hand."],
    )
    assert (values(response, "pick"), values(response, "declarer")) == (["schnapser"], ["3"])
    assert send(sheet, 1, "/replace/").status_code == 422


@pytest.mark.parametrize("ending", ["/void/", "/replace/"])
def test_a_correction_of_a_sheet_that_went_on_says_what_was_written(ending: str) -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    one = form(get(phone(), path_of(sheet, "line/1/")), ending)
    record(sheet, TWO)
    response = phone().post(one.action, one.filled(pick="gang", declarer="0", made="1"))
    assert response.status_code == 409
    assert texts(response, ".notice")[0].startswith("Inzwischen wurde angeschrieben: Normales Spiel")
    assert set(values(response, "after_seq")) == {"2"}
    assert rows(sheet) == [(1, "hand"), (2, "hand")]
    again = form(response, ending)
    assert phone().post(again.action, again.filled()).status_code == 302


def test_a_line_that_was_struck_out_leads_to_the_history_and_one_that_never_was_nowhere() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    send(sheet, 1, "/void/")
    gone = phone().get(path_of(sheet, "line/1/"))
    assert (gone.status_code, gone.headers["Location"]) == (302, path_of(sheet, "history/"))
    for line in (0, 9, 10**20):
        assert phone().get(path_of(sheet, f"line/{line}/")).status_code == 404
    for action in ("void", "replace"):
        assert (
            phone().post(path_of(sheet, f"line/9/{action}/"), {"after_seq": "3", "token": "nine-nine"}).status_code
            == 404
        )


def test_the_history_shows_old_and_new_with_time_and_phone() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO, won_leg(1), ONE)
    send(sheet, 2, "/replace/", pick="normal-1", grade="3")
    send(sheet, 1, "/void/")
    page = get(phone(), path_of(sheet, "history/"))
    trail = [element.text for element in elements(page, "span.text")]
    assert trail == [
        "Normales Spiel 1: Anna und Cilli",
        "Normales Spiel 2: Bert und Dora",
        "Kontrabauernschnapser von Bert, gewonnen: 24 für Bert und Dora",
        "Normales Spiel: 1 für Bert und Dora",
        "Normales Spiel: 3 für Bert und Dora statt Zeile 2",
        "Eine Zeile wurde gestrichen Zeile 1",
    ]
    assert [element.text for element in elements(page, "s")] == trail[:2]
    assert len(texts(page, ".when")) == 6
    slips = [element.text for element in elements(page, "section.slip")]
    assert len(slips) == 2


def test_a_history_that_is_read_while_another_phone_ends_a_leg_fits_together(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    old = fresh(sheet)
    record(sheet, won_leg(0), ONE)
    monkeypatch.setattr("scoring.queries.sheet_by_secret", lambda _secret: old)
    page = get(phone(), path_of(sheet, "history/"))
    assert (len(texts(page, ".when")), len(texts(page, "section.slip"))) == (1, 1)


def test_who_watches_sees_the_history_and_can_change_nothing() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    page = get(phone(), f"/sheet/{sheet.watch_secret}/history/")
    assert sheet.write_secret not in page.content.decode()
    for path in ("line/1/", "share/", "seats/", "close/"):
        assert phone().get(f"/sheet/{sheet.watch_secret}/{path}").status_code == 404
    for path in ("hand/", "line/1/void/", "line/1/replace/", "seats/", "close/", "reopen/"):
        fields = {"after_seq": "1", "token": "watching-token", "pick": "normal-0", "grade": "1", "rotation": "1"}
        assert phone().post(f"/sheet/{sheet.watch_secret}/{path}", fields).status_code == 404
    assert rows(sheet) == [(1, "hand")]


def test_putting_a_line_right_keeps_what_the_form_does_not_show() -> None:
    sheet = a_sheet()
    told = {"contract": "schnapser", "declarer": 0, "made": False, "doubling": 1, "doubled_by": [1], "caller": 0}
    record(sheet, told)
    response = send(sheet, 1, "/replace/")
    assert (response.status_code, texts(response, ".problem")) == (422, ["Damit würde sich nichts ändern."])
    assert send(sheet, 1, "/replace/", made="1").status_code == 302
    assert fresh(sheet).entries.get(seq=2).data["hand"] == {
        "contract": "schnapser",
        "declarer": 0,
        "made": True,
        "doubling": 1,
        "caller": 0,
    }


def test_all_lines_that_would_fall_are_counted_before_they_are_struck_out() -> None:
    sheet = a_sheet(bummerl_limit=2)
    record(sheet, plain(1), won_leg(0), ONE, TWO, ONE)
    # Without the first hand the leg was a Schneider, which ends the sheet.
    response = send(sheet, 1, "/void/")
    assert (response.status_code, texts(response, "button.danger")) == (422, ["Auch alle 3 streichen, die fallen"])
    assert send(sheet, 1, "/void/", together="1").status_code == 302
    assert fresh(sheet).entries.get(seq=6).data == {"line": 1, "also": [3, 4, 5]}
    assert differing() == []


def test_a_correction_that_moves_a_finished_leg_says_so() -> None:
    sheet = a_sheet()
    record(sheet, plain(1), won_leg(0), ONE)
    page = get(phone(), send(sheet, 1, "/void/").headers["Location"])
    assert texts(page, ".notice") == [
        "Die Korrektur hat ein fertiges Bummerl verändert. Bitte die gespielten Bummerl ansehen."
    ]
    assert texts(get(phone(), send(sheet, 3, "/void/").headers["Location"]), ".notice") == []


def test_the_history_lets_a_struck_out_line_stand_again() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    send(sheet, 1, "/void/")
    again = form(get(phone(), path_of(sheet, "history/")), "/restore/")
    assert again.action == path_of(sheet, "line/1/restore/")
    assert phone().post(again.action, again.filled()).status_code == 302
    assert standing(sheet) == [4, 2]
    # The same form again is the same answer; a later one finds nothing struck out.
    assert phone().post(again.action, again.filled()).status_code == 302
    late = phone().post(again.action, again.filled(after_seq="4", token="another-token"))
    assert (late.status_code, texts(late, ".problem")) == (422, ["Diese Zeile gibt es auf dem Zettel nicht."])
    assert differing() == []
