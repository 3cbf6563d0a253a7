"""Kratzen on a page: what is tapped becomes a hand, what is refused says so next to its field, and how it all reads."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.credits import of_kratzen
from scoring.games.kratzen import GAME
from scoring.games.sheet import play_hand, read_table
from scoring.models import Entry, Sheet, Total
from scoring.screens.core import AtTable
from scoring.screens.kratzen import SCREEN
from scoring.screens.kratzen_words import DEALS
from scoring.services.sheets import begin_sheet, record_hand
from scoring.views.board import why
from tests.games.kratzen_evenings import evenings
from tests.services.table import differing, fresh, new_token, now
from tests.web.page import elements, form, get, phone, texts, values

Fields = dict[str, Any]

CASES = Path(__file__).resolve().parent.parent / "games" / "cases" / "kratzen.json"
NAMES = ["Lois", "Mitzi", "Nandl", "Otto"]
EVENING: dict[str, Any] = next(case for case in json.loads(CASES.read_text()) if case["id"] == "KR-S1")
MUSS, CLEAN = EVENING["sheet"]["hands"][:2]

# The same evening as somebody fills it in who has no buttons to tap.
TYPED: list[Fields] = [
    {"tricks-0": "2", "tricks-1": "1", "tricks-2": "1"},
    {"striker": "1", "tricks-1": "2", "tricks-2": "1", "tricks-3": "1"},
    {"cuts": "Siebener", "tricks-0": "1", "tricks-1": "2", "tricks-2": "0", "tricks-3": "1"},
    {"contract": "ordern", "striker": "2", "tricks-0": "1", "tricks-2": "3"},
    {"tricks-0": "1", "tricks-1": "1", "tricks-3": " 2 "},
    {"striker": "0", "active-1": "1", "tricks-0": "3", "tricks-3": "1"},
    {"contract": "turn", "cuts": "sau", "striker": "2", "tricks-1": "2", "tricks-2": "2"},
    {"cuts": "Weli", "tricks-1": "2", "tricks-2": "1", "tricks-3": "1"},
    {"thrown_in": "1"},
    {"striker": "1", "alone": "1"},
    {"cuts": "SÄUE", "tricks-0": "2", "tricks-2": "1", "tricks-3": "1"},
    {"contract": "ordern", "striker": "2", "tricks-0": "1", "tricks-2": "2", "tricks-3": "1"},
]


def laid(*hands: dict[str, Any], **rules: Any) -> Sheet:
    sheet = begin_sheet(
        game="kratzen", players=NAMES, first_dealer=0, house_rules=rules, token=new_token("sheet")
    )  # fmt: skip
    for hand in hands:
        record_hand(sheet, hand=hand, write=now(sheet))
    return sheet


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def tap(
    sheet: Sheet, tapped: Fields, *, page: str = "", ending: str = "/hand/", status: int = 302, language: str = "en"
) -> Any:
    one = form(get(phone(language), path_of(sheet, page)), ending)
    response = phone(language).post(one.action or path_of(sheet, page), one.filled(**tapped))
    assert response.status_code == status, texts(response, ".problem")
    return response


def send(sheet: Sheet, hand: dict[str, Any]) -> Any:
    body = {"after_seq": fresh(sheet).seq, "token": new_token("api"), "hand": hand}
    return Client().post(f"/api/v1/sheets/{sheet.write_secret}/hands/", body, content_type="application/json")


def last_hand(sheet: Sheet) -> dict[str, Any]:
    hand: dict[str, Any] = Entry.objects.filter(sheet=sheet).latest("seq").data["hand"]
    return hand


# --- what is tapped ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_evening_without_scripts_is_the_record_of_the_same_hands_sent_over_the_api() -> None:
    page, api = laid(), laid()
    for typed, hand, expected in zip(TYPED, EVENING["sheet"]["hands"], EVENING["expect"]["hands"], strict=True):
        tap(page, typed)
        assert send(api, hand).status_code == 200
        assert last_hand(page) == last_hand(api) == hand
        assert (fresh(page).state, fresh(page).totals) == (fresh(api).state, fresh(api).totals)
        assert fresh(page).state["lines"][-1]["points"] == expected["points"]
    assert fresh(page).totals["points"] == EVENING["expect"]["totals"]
    tap(page, {}, page="close/", ending="")
    assert (
        list(Total.objects.filter(sheet=page, unit="cents").order_by("seat").values_list("amount", flat=True))
        == (EVENING["expect"]["cents"])
    )
    assert differing() == []


@pytest.mark.django_db
def test_what_is_played_for_follows_from_the_hands_and_is_not_asked() -> None:
    sheet = laid()
    assert texts(get(phone("en"), path_of(sheet)), "dd") == ["Muss", "0.05", "Lois"]
    shown = {element.text for element in elements(get(phone("en"), path_of(sheet)), "div.striking")}
    tap(sheet, TYPED[0])
    assert texts(get(phone("en"), path_of(sheet)), "dd") == ["normal", "0.11", "Mitzi"]
    assert shown  # it is there for a phone without signal, but hidden
    assert ["hidden" in one.attributes for one in elements(get(phone(), path_of(laid())), "div.striking")] == [True]
    assert ["hidden" in one.attributes for one in elements(get(phone(), path_of(sheet)), "div.striking")] == [False]
    assert texts(get(phone("en"), path_of(sheet, "close/")), "dd") == ["0.10"]


@pytest.mark.django_db
def test_a_striker_tapped_before_a_seven_turned_it_into_a_muss_is_not_meant() -> None:
    sheet = laid(MUSS)
    tap(sheet, {"striker": "3", "contract": "ordern", "trump_seven": "1", "tricks-0": "4"})
    assert last_hand(sheet) == {"trump_seven": True, "tricks": [4, 0, 0, 0]}


@pytest.mark.django_db
def test_a_hand_that_names_who_must_play_anyway_does_not_hold_fast_to_it() -> None:
    sheet = laid({**MUSS, "striker": 0, "active": [0, 1, 2, 3]})
    assert last_hand(sheet) == MUSS
    record_hand(sheet, hand={**CLEAN, "active": [3, 1, 2]}, write=now(sheet))
    assert last_hand(sheet) == CLEAN


# --- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("muss", "typed", "fields"),
    [
        (True, {}, {"tricks"}),
        (True, {"tricks-0": "3"}, {"tricks"}),
        (True, {"tricks-0": "five"}, {"tricks"}),
        (True, {"cuts": "Ass", "tricks-0": "4"}, {"cuts"}),
        (True, {"thrown_in": "1"}, {"thrown_in"}),
        (True, {"thrown_in": "perhaps", "tricks-0": "4"}, {"thrown_in"}),
        (False, {}, {"striker", "tricks"}),
        (False, {"striker": "1"}, {"active", "tricks"}),
        (False, {"striker": "1", "tricks-1": "4"}, {"tricks"}),
        (False, {"striker": "1", "tricks-1": "4", "alone": "1"}, {"tricks"}),
        (False, {"striker": "7", "tricks-1": "4"}, {"striker", "active"}),
        (False, {"striker": "x", "tricks-1": "4"}, {"striker"}),
        (False, {"striker": "1", "tricks-1": "2", "tricks-2": "2", "contract": "wenz"}, {"contract"}),
        (False, {"trump_seven": "0", "tricks-1": "2", "tricks-2": "2"}, {"trump_seven"}),
    ],
)
def test_what_is_wrong_stands_next_to_its_field_and_everything_typed_is_kept(
    muss: bool, typed: Fields, fields: set[str]
) -> None:
    sheet = laid() if muss else laid(MUSS)
    response = tap(sheet, typed, status=422)
    assert fields <= set(response.context["problems"])
    assert "form" not in response.context["problems"]
    said = {message for messages in response.context["problems"].values() for message in messages}
    assert set(texts(response, ".problem")) == said
    for name in ("cuts", "tricks-0", "tricks-1", "tricks-2"):
        assert values(response, name) == [typed.get(name, "")]
    if typed.get("striker") in ("0", "1", "2", "3"):
        assert values(response, "striker") == [typed["striker"]]
    assert Entry.objects.filter(sheet=sheet).count() == 0 + (not muss)


GARBAGE = ["", "-7", "-1", "9" * 40, "٣", "x\u0000", "sow seven weli", "💶", "1.5", "true", "null", "[]"]


@pytest.mark.django_db
@pytest.mark.parametrize("muss", [True, False])
def test_garbage_is_refused_and_breaks_nothing(muss: bool) -> None:
    sheet = laid() if muss else laid(MUSS)
    names = [*SCREEN.fields, "alone", *(f"{name}-{seat}" for name in ("tricks", "active") for seat in range(5))]
    one = form(get(phone(), path_of(sheet)), "/hand/")
    for value in GARBAGE:
        for name in names:
            response = phone().post(one.action, one.filled(**{"tricks-0": "9", "striker": "2", name: value}))
            assert response.status_code == 422, (name, value)
    assert phone().post(one.action, dict.fromkeys(names, "½ 1")).status_code in (422, 409)


# --- putting right -------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_line_shows_its_old_answers_and_unchanged_nothing_changes() -> None:
    sheet = laid(*EVENING["sheet"]["hands"])
    for number, typed in enumerate(TYPED, start=1):
        pressed: Fields = {name: typed[name] for name in ("thrown_in", "alone") if name in typed}
        response = tap(sheet, pressed, page=f"line/{number}/", ending="/replace/", status=422)
        assert texts(response, ".problem") == ["Nothing would change."]
        marked = [one.attributes["name"] for one in elements(response, "button") if "aria-current" in one.attributes]
        assert marked == list(pressed)


@pytest.mark.django_db
def test_a_line_is_put_right_and_later_dealers_follow() -> None:
    sheet = laid(MUSS, CLEAN)
    page = get(phone("en"), path_of(sheet, "line/2/"))
    assert texts(page, "dd") == ["normal", "0.11", "Mitzi"]
    assert (values(page, "striker"), values(page, "tricks-1"), values(page, "active-3")) == (["1"], ["2"], ["1"])
    tap(sheet, {"cuts": "sau 7"}, page="line/1/", ending="/replace/")
    assert [line["dealer"] for line in fresh(sheet).state["lines"]] == [0, 1]
    tap(sheet, {"cuts": "sau"}, page="line/3/", ending="/replace/")
    assert [line["dealer"] for line in fresh(sheet).state["lines"]] == [1, 2]
    assert differing() == []


# --- how it reads --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_phone_reads_why_everybody_pays_and_gets_in_euros() -> None:
    sheet = laid(MUSS, CLEAN)
    page = get(phone("en"), path_of(sheet, "line/1/"))
    assert texts(page, "p.said") == [
        "Muss by Lois, pot € 0.05: tricks Lois 2, Mitzi 1, Nandl 1; penalty Otto € 0.05",
    ]
    said = [one.text for one in elements(page, "li")]
    assert "Lois: −€ 0.01 – the dealer's ante" in said
    assert "Otto: −€ 0.05 – penalty: no trick" in said
    page = get(phone("en"), path_of(sheet, "line/2/"))
    assert texts(page, "p.said") == ["Strike by Mitzi, pot € 0.11: tricks Mitzi 2, Nandl 1, Otto 1; no penalty"]


@pytest.mark.django_db
def test_the_striker_of_a_turned_card_who_did_not_deal_is_noted() -> None:
    sheet = laid(MUSS, {**CLEAN, "contract": "turn", "striker": 2})
    said = "Usually the dealer is the striker when a card is turned: that was Mitzi."
    assert said in texts(get(phone("en"), path_of(sheet)), "small")


@given(evenings(), st.sampled_from(["de", "en"]))
def test_every_hand_has_a_sentence_its_reasons_and_the_fields_it_was_made_of(
    document: dict[str, Any], language: str
) -> None:
    table = read_table(document)
    state = table.start()
    for data in table.hands:
        played = play_hand(GAME, table.rules, state, data)
        at = AtTable(GAME, table.rules, table.players, state)
        hand = GAME.write(played.hand)
        row = {"hand": hand, **played.line}
        with translation.override(language):
            posted = SCREEN.chosen_of(hand, at)
            assert SCREEN.hand_of(posted, at) == hand
            assert SCREEN.hand_of({**posted, **dict.fromkeys(("pick", "rotation"), "")}, at) == hand
            assert SCREEN.form(at, posted, hand)["preview"]["pot"] == state.pot
            said = [SCREEN.sentence(row, at), SCREEN.reported(hand, at), SCREEN.short(row, at).text]
            said += [text for pair in (*SCREEN.turn(at, hand), *SCREEN.facts(at)) for text in pair]
            assert len(why(played.outcome, at)) == len(played.outcome.postings) > 0
            credited = of_kratzen(row, at.rules)
            said += [SCREEN.contract_name(credit.contract, at) for credit in credited]
        assert all(text and "%(" not in text for text in said)
        assert (not credited) == ("tricks" not in hand and (table.rules.all_drop == "void" or "thrown_in" in hand))
        state = played.outcome.state


def test_every_reason_of_the_engine_has_its_words() -> None:
    for language in ("de", "en"):
        with translation.override(language):
            assert all(str(words) for words in (*SCREEN.why.values(), *DEALS.values()))


# --- a new sheet ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_ante_stands_under_money_and_a_preset_brings_its_own() -> None:
    def begun(**chosen: Any) -> dict[str, Any]:
        one = form(get(phone(), "/new/kratzen/"), "")
        assert phone().post("/new/kratzen/", one.filled(player=NAMES, **chosen)).status_code == 302
        rules: dict[str, Any] = Sheet.objects.latest("pk").house_rules
        return {name: rules[name] for name in ("ante", "coin", "pot_limit")}

    assert begun() == {"ante": 1, "coin": None, "pot_limit": 0}
    assert begun(rule__ante="20", rule__coin="10") == {"ante": 20, "coin": 10, "pot_limit": 0}
    assert begun(preset="zehnerl_grenze") == {"ante": 10, "coin": None, "pot_limit": 200}
    assert begun(preset="zehnerl", rule__pot_limit="50") == {"ante": 10, "coin": None, "pot_limit": 50}
    assert begun(preset="zehnerl", rule__ante="20") == {"ante": 20, "coin": None, "pot_limit": 0}
    swapped = get(phone(), "/new/kratzen/rules/zehnerl/")
    assert [one.attributes["value"] for one in elements(swapped, "[rule-ante]")] == ["10"]
