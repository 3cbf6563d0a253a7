"""Bauerntarock through the page: from the form to the record and back, refusals beside their fields, sentences."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.bauerntarock import GAME
from scoring.games.core import read_house_rules
from scoring.games.sheet import play_hand, read_table
from scoring.models import Entry, Sheet
from scoring.screens.bauerntarock import FIELDS, SCREEN
from scoring.screens.core import AtTable
from scoring.services.record import Write
from scoring.services.sheets import begin_sheet, record_hand
from scoring.views.board import line_row, sheet_context, why
from tests.games import bauerntarock_evenings as many
from tests.services.table import differing, fresh, new_token, now
from tests.web.page import elements, form, get, phone, texts, values

pytestmark = pytest.mark.django_db

CAST = ["Anna", "Bert", "Cilli", "Dora", "Emil"]
BOTH: dict[str, Any] = {"spatz_scope": "both", "sumpern_doubles": True}
PLAYED = {"declarer": 0, "bid": "hineinschauen", "points": 75}
Fields = dict[str, Any]


def a_sheet(people: int = 3, **rules: Any) -> Sheet:
    """The first seat deals first."""
    return begin_sheet(
        game="bauerntarock", players=CAST[:people], first_dealer=0, house_rules=rules, token=new_token("sheet")
    )


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def tap(sheet: Sheet, page: str = "", ending: str = "/hand/", language: str = "de", **chosen: Any) -> Any:
    one = form(get(phone(), path_of(sheet, page)), ending)
    return phone(language).post(one.action, one.filled(**chosen))


def last_hand(sheet: Sheet) -> dict[str, Any]:
    entry = sheet.entries.order_by("seq").last()
    assert entry
    hand: dict[str, Any] = entry.data["hand"]
    return hand


def totals(sheet: Sheet) -> list[int]:
    return list(fresh(sheet).state["play"]["totals"])


# --- recording ------------------------------------------------------------------------------------------------------

HANDS: list[tuple[Fields, Fields]] = [
    ({"declarer": "0", "points": "75"}, PLAYED),
    ({"declarer": "1", "points": "66", "bid": "sumpern"}, {**PLAYED, "declarer": 1, "bid": "sumpern", "points": 66}),
    ({"declarer": "2", "opp_points": "72", "spatz": "lost"}, {**PLAYED, "declarer": 2, "points": 48, "spatz": "lost"}),
    ({"declarer": "0", "points": "82", "doubling": "1"}, {**PLAYED, "points": 82, "doubling": 1}),
    ({"redeal": "1"}, {"redeal": True}),
    ({"redeal": "1", "declarer": "1", "points": "70"}, {"redeal": True}),
    (
        {"declarer": "1", "points": " 64 ", "opp_points": "56", "spatz": "def_lost_last"},
        {**PLAYED, "declarer": 1, "points": 64, "spatz": "def_lost_last"},
    ),
    ({"declarer": "2", "gmotschd": "1"}, {"declarer": 2, "bid": "hineinschauen", "gmotschd": True}),
    ({"declarer": "2", "gmotschd": "1", "points": "0"}, {**PLAYED, "declarer": 2, "gmotschd": True, "points": 0}),
]

ROWS = ("seq", "kind", "data")


def record_of(sheet: Sheet) -> dict[str, Any]:
    stored = fresh(sheet)
    return {
        "entries": list(Entry.objects.filter(sheet=sheet).order_by("seq").values(*ROWS)),
        "state": stored.state,
        "totals": stored.totals,
    }


def send(sheet: Sheet, **asked: Any) -> Any:
    body = {"after_seq": fresh(sheet).seq, "token": new_token("api"), **asked}
    path = f"/api/v1/sheets/{sheet.write_secret}/hands/"
    return Client().post(path, body, content_type="application/json")


def test_the_same_evening_through_both_doors_is_the_same_record() -> None:
    page, api = a_sheet(**BOTH), a_sheet(**BOTH)
    for tapped, sent in HANDS:
        assert tap(page, **tapped).status_code == 302
        assert send(api, hand=sent).status_code == 200
        assert record_of(page) == record_of(api)
    assert (len(record_of(page)["entries"]), differing()) == (len(HANDS), [])


def test_the_page_needs_no_javascript_and_nothing_but_a_name_and_the_points() -> None:
    sheet = a_sheet()
    page = get(phone(), path_of(sheet))
    assert form(page, "/hand/").fields["bid"] == ["hineinschauen"]
    assert {element.attributes.get("inputmode") for element in elements(page, "[points]")} == {"numeric"}
    assert all(
        "hidden" in element.attributes for element in elements(page, "button") if "data-key" in element.attributes
    )
    assert tap(sheet, declarer="1", points="75").status_code == 302
    assert (last_hand(sheet), totals(sheet)) == ({**PLAYED, "declarer": 1}, [0, 15, 0])


def test_who_sits_out_is_who_was_to_when_the_form_was_drawn() -> None:
    sheet = a_sheet(5, sit_out="dealer")
    page = get(phone(), path_of(sheet))
    assert texts(page, "#turn") == []
    assert next(elements(page, "summary")).text == "Anna gibt und setzt aus"
    fields = form(page, "/hand/").filled(declarer="1", points="75")
    record_hand(sheet, hand={"redeal": True}, write=now(sheet))
    assert phone().post(path_of(sheet, "hand/"), {**fields, "after_seq": "1"}).status_code == 302
    assert last_hand(sheet) == {**PLAYED, "declarer": 1, "sits_out": 0}
    assert tap(sheet, declarer="1", points="60", sits_out="3").status_code == 302
    assert last_hand(sheet)["sits_out"] == 3
    page = get(phone(), path_of(sheet))
    assert any("Bert wäre mit" in text for text in texts(page, "small"))
    line = get(phone(), path_of(sheet, "line/3/"))
    assert "Dora gibt und setzt aus" in texts(line, "p.hint")[0]


# --- refusals -------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[Fields, str, str]] = [
    ({}, "declarer", "Bitte antippen, wessen Spiel es war."),
    ({"declarer": "0"}, "points", "Bitte die Augen eingeben, 0 bis 120; beide Parteien zusammen haben 120."),
    ({"declarer": "0", "points": "75 Augen"}, "points", "Bitte die Augen eingeben"),
    ({"declarer": "0", "points": "75", "opp_points": "44"}, "points", "Bitte die Augen eingeben"),
    ({"declarer": "0", "points": "121"}, "points", "Augen gehen von 0 bis 120."),
    ({"declarer": "0", "opp_points": "121"}, "points", "Augen gehen von 0 bis 120."),
    ({"declarer": "0", "points": "119"}, "points", "So viele Augen kann man mit diesen Karten nicht haben."),
    ({"declarer": "0", "points": "5", "gmotschd": "1"}, "points", "Wer keinen Stich hat, hat 0 Augen"),
    ({"declarer": "0", "gmotschd": "1", "spatz": "won_last"}, "spatz", "Wer keinen Stich hat, kann mit dem Spatz"),
    ({"declarer": "0", "points": "75", "spatz": "def_lost"}, "spatz", "Der Spatz der Gegner zählt"),
    ({"declarer": "0", "points": "75", "spatz": "stolen"}, "spatz", "Das kann einem Spatz nicht passieren."),
    ({"declarer": "0", "points": "75", "doubling": "4"}, "doubling", "So oft darf hier nicht verdoppelt werden."),
    ({"declarer": "0", "points": "75", "bid": "solo"}, "bid", "Diese Ansage gibt es nicht."),
    ({"declarer": "7", "points": "75"}, "declarer", "Auf diesem Platz sitzt niemand."),
    ({"declarer": "0", "points": "75", "sits_out": "1"}, "sits_out", "An diesem Tisch setzt niemand aus."),
]


def problems_behind(response: Any) -> dict[str, list[str]]:
    """Every problem by the input that stands before it."""
    place, found = "", dict[str, list[str]]()
    for element in elements(response, ""):
        if element.tag == "input":
            place = element.attributes.get("name", "")
        elif "problem" in element.attributes.get("class", "").split():
            found.setdefault(place, []).append(element.text)
    return found


@pytest.mark.parametrize(("tapped", "field", "words"), REFUSED)
def test_every_refusal_stands_beside_its_field_and_keeps_what_was_typed(tapped: Fields, field: str, words: str) -> None:
    sheet = a_sheet()
    response = tap(sheet, **tapped)
    assert (response.status_code, Entry.objects.count()) == (422, 0)
    said = response.context["problems"][field]
    assert any(one.startswith(words) for one in said)
    shown = texts(response, "p.problem")
    assert all(one in shown for told in response.context["problems"].values() for one in told)
    assert problems_behind(response)[{"points": "opp_points", "sits_out": "rotation"}.get(field, field)]
    for name, typed in tapped.items():
        if any(element.attributes.get("value") == typed for element in elements(response, f"[{name}]")):
            assert values(response, name) == [typed]


def test_a_hand_of_whoever_sits_out_is_refused() -> None:
    response = tap(a_sheet(4, sit_out="dealer"), declarer="0", points="75")
    assert response.status_code == 422
    assert response.context["problems"] == {"declarer": ["Anna setzt in diesem Spiel aus."]}


@settings(max_examples=60, deadline=None)
@given(
    posted=st.dictionaries(st.sampled_from([*FIELDS, "opp_points", "rotation"]), st.text(max_size=12), max_size=10),
    sits_out=st.sampled_from(["nobody", "dealer"]),
)
def test_nothing_that_is_posted_breaks_the_screen(posted: dict[str, str], sits_out: str) -> None:
    rules = read_house_rules(GAME, {"sit_out": sits_out})
    table = AtTable(GAME, rules, CAST[:4], GAME.start(rules, 4, 0))
    SCREEN.hand_of(posted, table)
    SCREEN.form(table, posted, None)


@pytest.mark.parametrize("rubbish", ["x", "²", "-1", "1e3", "９", "999999999999", "<b>", " "])
def test_rubbish_is_refused_not_a_failure(rubbish: str) -> None:
    sheet = a_sheet()
    for name in ("declarer", "bid", "points", "opp_points", "doubling", "spatz", "sits_out"):
        fields: Fields = {"declarer": "0", "points": None if name == "opp_points" else "75", name: rubbish}
        assert tap(sheet, **fields).status_code in (422, 302), (name, rubbish)
    assert Entry.objects.filter(sheet=sheet).count() <= 3  # a blank field is one left out


def test_a_hand_that_another_phone_wrote_meanwhile_asks_to_drop_or_save() -> None:
    sheet = a_sheet()
    fields = form(get(phone(), path_of(sheet)), "/hand/").filled(declarer="1", points="75", spatz="lost")
    record_hand(sheet, hand=PLAYED, write=now(sheet))
    response = phone().post(path_of(sheet, "hand/"), fields)
    assert response.status_code == 409
    assert "Hineinschauen von Anna, 75 Augen" in texts(response, ".notice")[0]
    assert "Ist es dasselbe Spiel? Dann verwerfen." in texts(response, ".notice")[0]
    kept = {name: values(response, name) for name in ("declarer", "points", "spatz")}
    assert kept == {"declarer": ["1"], "points": ["75"], "spatz": ["lost"]}
    again = form(response, "/hand/").filled()
    assert phone().post(path_of(sheet, "hand/"), again).status_code == 302
    assert totals(sheet) == [15, 10, 0]


def test_a_redeal_that_came_second_asks_for_itself_and_shows_no_hand() -> None:
    sheet = a_sheet()
    fields = form(get(phone(), path_of(sheet)), "/hand/").filled(redeal="1")
    record_hand(sheet, hand=PLAYED, write=now(sheet))
    response = phone().post(path_of(sheet, "hand/"), fields)
    assert (response.status_code, len(texts(response, "div.notice"))) == (409, 1)
    assert texts(response, "div.again")[0].endswith("Verwerfen Keiner spielt: neu geben")
    assert texts(response, "div.panel")[0].find("Inzwischen") == -1


# --- a line put right -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tapped", "hand"), HANDS)
def test_a_line_shows_its_old_answers_and_unchanged_it_changes_nothing(tapped: Fields, hand: Fields) -> None:
    sheet = a_sheet(**BOTH)
    assert tap(sheet, **tapped).status_code == 302
    written = last_hand(sheet)
    again = {"redeal": "1"} if hand.get("redeal") else {}
    response = tap(sheet, "line/1/", "/replace/", **again)
    assert (response.status_code, texts(response, "p.problem")) == (422, ["Damit würde sich nichts ändern."])
    assert (
        tap(sheet, "line/1/", "/replace/", declarer="2", points="90", gmotschd=None, opp_points="").status_code == 302
    )
    assert last_hand(sheet) == {**{k: v for k, v in written.items() if k not in ("redeal", "gmotschd")}, "declarer": 2,
                                "points": 90, "bid": written.get("bid", "hineinschauen")}  # fmt: skip
    assert differing() == []


def test_a_line_of_a_table_where_somebody_sits_out_changes_nothing_either() -> None:
    sheet = a_sheet(5, sit_out="dealer")
    assert tap(sheet, declarer="1", points="75", sits_out="2").status_code == 302
    assert tap(sheet, "line/1/", "/replace/").status_code == 422
    assert tap(sheet, "line/1/", "/replace/", sits_out="0").status_code == 302
    assert last_hand(sheet) == {**PLAYED, "declarer": 1, "sits_out": 0}


def test_a_redeal_that_was_played_after_all_is_put_right_and_the_other_way_round() -> None:
    sheet = a_sheet()
    tap(sheet, redeal="1")
    assert tap(sheet, "line/1/", "/replace/", declarer="2", points="60").status_code == 302
    assert tap(sheet, "line/2/", "/replace/", redeal="1").status_code == 302
    assert (last_hand(sheet), totals(sheet)) == ({"redeal": True}, [0, 0, 0])


# --- in words -------------------------------------------------------------------------------------------------------

SAID: list[tuple[Fields, str, str, str]] = [
    (PLAYED, "Hineinschauen von Anna, 75 Augen: +15 für Anna", "Hineinschauen by Anna, 75 card points: +15 for Anna",
     "Hineinschauen Anna · 75 ✓"),
    ({**PLAYED, "points": 60}, "Hineinschauen von Anna, 60 Augen, genau die Hälfte: 0 für Anna",
     "Hineinschauen by Anna, 60 card points, exactly half: 0 for Anna", "Hineinschauen Anna · 60"),
    ({**PLAYED, "points": 48, "spatz": "lost", "doubling": 2},
     "Hineinschauen von Anna, 48 Augen, Spatz verloren, Resi (×4): −68 für Anna",
     "Hineinschauen by Anna, 48 card points, Spatz lost, Resi (×4): −68 for Anna",
     "Hineinschauen Anna · 48 · Spatz −5 ×4 ✗"),
    ({**PLAYED, "bid": "sumpern", "doubling": 1, "spatz": "won_last"},
     "Sumpern von Anna, 75 Augen, letzter Stich mit dem Spatz, Sumpern zählt doppelt, gespritzt (×2): +100 für Anna",
     "Sumpern by Anna, 75 card points, last trick won with the Spatz, Sumpern counts twice, Spritzen (×2):"
     " +100 for Anna", "Sumpern Anna · 75 · Spatz +10 ×4 ✓"),
    ({"declarer": 2, "bid": "hineinschauen", "gmotschd": True},
     "Hineinschauen von Cilli, gmotschd (kein Stich): −60 für Cilli",
     "Hineinschauen by Cilli, gmotschd (no trick): −60 for Cilli", "Hineinschauen Cilli · gmotschd ✗"),
    ({"redeal": True}, "Keiner hat gespielt: Anna gibt noch einmal.", "Nobody played: Anna deals again.",
     "neu gegeben"),
]  # fmt: skip


def in_short(row: Any, table: AtTable) -> str:
    short = SCREEN.short(row, table)
    mark = {True: "✓", False: "✗", None: ""}[short.made]
    return " ".join(part for part in (short.text, short.who, short.factor, mark) if part)


@pytest.mark.parametrize(("hand", "german", "english", "short"), SAID)
def test_a_hand_is_said_with_everything_that_counts(hand: Fields, german: str, english: str, short: str) -> None:
    rules = read_house_rules(GAME, BOTH)
    state = GAME.start(rules, 3, 0)
    played = play_hand(GAME, rules, state, hand)
    table = AtTable(GAME, rules, CAST[:3], state)
    row = {"hand": GAME.write(played.hand), **GAME.report_hand(played.hand, state, played.outcome, rules)}
    with translation.override("de"):
        assert (SCREEN.sentence(row, table), in_short(row, table)) == (german, short)
    with translation.override("en"):
        assert SCREEN.sentence(row, table) == english


def test_exactly_half_is_neither_made_nor_lost_on_the_slip_and_in_the_statistics() -> None:
    sheet = a_sheet()
    for points in ("60", "61", "59"):
        assert tap(sheet, declarer="0", points=points).status_code == 302
    marks = [line["short"].made for line in sheet_context(fresh(sheet), writing=True)["lines"]]
    assert marks == [None, True, False]
    anna = get(phone(), path_of(sheet, "statistics/")).context["credits"][0]
    assert (anna["name"], anna["played"], anna["made"], anna["lost"]) == ("Anna", 2, 1, 1)


@settings(max_examples=80, deadline=None)
@given(document=many.evenings(), language=st.sampled_from(["de", "en"]))
def test_no_legal_hand_lacks_a_sentence_or_a_reason(document: dict[str, Any], language: str) -> None:
    table_read = read_table(document)
    rules, names = table_read.rules, list(document["players"])
    state = GAME.start(rules, len(names), table_read.first_dealer)
    with translation.override(language):
        for hand in document["hands"]:
            played = play_hand(GAME, rules, state, hand)
            table, outcome = AtTable(GAME, rules, names, state), played.outcome
            written = GAME.write(played.hand)
            row = {"seq": 1, "number": 1, "hand": written,
                   **GAME.report_hand(played.hand, state, outcome, rules)}  # fmt: skip
            said, reasons = line_row(row, table), why(outcome, table)
            assert len(reasons) == len(outcome.postings) > 0
            texts = [said["sentence"], said["short"].text, SCREEN.reported(written, table), *reasons]
            assert all(text and "%(" not in text and "None" not in text and "-" not in text for text in texts)
            chosen = SCREEN.chosen_of(written, table)
            drawn = SCREEN.form(table, chosen, written)
            assert GAME.read(SCREEN.hand_of({**chosen, "rotation": drawn["caller_seat"]}, table)) == played.hand
            assert all(SCREEN.turn(table, one) for one in (None, written))
            state = outcome.state
            assert len(SCREEN.facts(AtTable(GAME, rules, names, state))) == 2


# --- the board and the end ------------------------------------------------------------------------------------------


def with_hands(sheet: Sheet, *points: int) -> Sheet:
    """One hand of each seat in turn."""
    for number, one in enumerate(points):
        sheet.refresh_from_db()
        hand = {**PLAYED, "declarer": number % 3, "points": one, "doubling": 1}
        record_hand(sheet, hand=hand, write=Write(sheet.seq, new_token()))
    return sheet


def facts(sheet: Sheet) -> list[tuple[str, str]]:
    with translation.override("de"):
        found: list[tuple[str, str]] = sheet_context(fresh(sheet), writing=True)["facts"]
    return found


def test_everybody_sees_the_target_who_leads_and_how_many_hands_are_left() -> None:
    sheet = a_sheet()
    assert facts(sheet) == [("Ziel", "100"), ("Vorne", "alle gleich")]
    assert facts(with_hands(sheet, 50, 70, 70)) == [("Ziel", "100"), ("Vorne", "Bert und Cilli")]
    assert facts(with_hands(sheet, 120)) == [("100 erreicht", "noch 2 Spiele"), ("Vorne", "Anna")]
    assert facts(with_hands(sheet, 60)) == [("100 erreicht", "noch 1 Spiel"), ("Vorne", "Anna")]
    assert texts(get(phone(), path_of(sheet)), "p.figure") == ["Anna: 100", "Bert: 20", "Cilli: 20"]


def test_a_tie_that_is_played_on_says_so() -> None:
    sheet = with_hands(a_sheet(tie_winner="play_on"), 120, 120, 60)
    assert facts(sheet)[0] == ("Gleichstand, noch eine Runde", "noch 3 Spiele")


@pytest.mark.parametrize("door", ["sheet", "watch"])
def test_the_end_is_a_moment_with_the_winner_and_what_everybody_gets(door: str) -> None:
    sheet = with_hands(a_sheet(point_value=10), 120, 40, 60)
    page = get(phone(), f"/{door}/{sheet.write_secret if door == 'sheet' else sheet.watch_secret}/")
    assert texts(page, "section.moment")[0].startswith("Ausgespielt. Anna hat gewonnen.")
    rows = [one.text for one in elements(page, "tr") if "side-" in one.attributes.get("class", "")]
    assert rows == ["Anna120€ 30,00", "Cilli0−€ 12,00", "Bert−40−€ 18,00"]
    assert not list(elements(page, "[declarer]"))
    if door == "sheet":
        assert tap_close(sheet).status_code == 302
        result = get(phone(), path_of(sheet, "result/"))
        assert texts(result, "td.big") == ["120", "−40", "0"]
        assert [one for one in texts(result, "td.number") if "€" in one] == ["€ 30,00", "−€ 18,00", "−€ 12,00"]


def tap_close(sheet: Sheet) -> Any:
    one = form(get(phone(), path_of(sheet, "close/")))
    return phone().post(path_of(sheet, "close/"), one.filled())


def test_the_money_of_a_new_sheet_is_asked_for_with_the_money() -> None:
    page = get(phone(), "/new/bauerntarock/")
    assert [one["name"] for one in page.context["money_options"]] == ["point_value", "last_place_extra"]
