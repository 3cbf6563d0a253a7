"""Blattla on a page: what is tapped becomes a hand, what is refused says so next to its field, and how it all reads."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.games.blattla import GAME
from scoring.games.card_points import PACK_POINTS
from scoring.games.credits import CREDITS
from scoring.games.sheet import play_hand, read_table
from scoring.models import Entry, Sheet
from scoring.screens.blattla import NOBODY_CAN_HAVE, SCREEN, preview
from scoring.screens.core import AtTable
from scoring.services.sheets import begin_sheet, record_hand
from scoring.views.board import why
from tests.games.blattla_evenings import FIVE, FOUR, evenings, house_rules, people, value, won_and_schneider
from tests.services.table import differing, fresh, new_token, now
from tests.web.page import elements, form, get, phone, texts, values

pytestmark = pytest.mark.django_db

Fields = dict[str, Any]

SAUSPIEL = {"pick": "sauspiel-gras", "declarer": "1", "partner": "3", "points": "75"}


def laid(*hands: dict[str, Any], players: list[str] = FOUR, **rules: Any) -> Sheet:
    """The last seat deals first."""
    sheet = begin_sheet(game="blattla", players=players, house_rules=rules, token=new_token("sheet"))
    for hand in hands:
        record_hand(sheet, hand=hand, write=now(sheet))
    return sheet


def five(**rules: Any) -> Sheet:
    return laid(players=FIVE, sit_out="dealer", **rules)


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def tap(sheet: Sheet, tapped: Fields, *, page: str = "", ending: str = "/hand/", status: int = 302) -> Any:
    one = form(get(phone(), path_of(sheet, page)), ending)
    response = phone().post(one.action, one.filled(**tapped))
    assert response.status_code == status, texts(response, ".problem")
    return response


def send(sheet: Sheet, hand: dict[str, Any]) -> Any:
    body = {"after_seq": fresh(sheet).seq, "token": new_token("api"), "hand": hand}
    return Client().post(f"/api/v1/sheets/{sheet.write_secret}/hands/", body, content_type="application/json")


def last_hand(sheet: Sheet) -> dict[str, Any]:
    hand: dict[str, Any] = Entry.objects.filter(sheet=sheet).latest("seq").data["hand"]
    return hand


def totals(sheet: Sheet) -> list[int]:
    points: list[int] = fresh(sheet).totals["points"]
    return points


# --- what is tapped ------------------------------------------------------------------------------------------------

# What is tapped, the same hand as the API takes it, and what everybody has afterwards.
HANDS: list[tuple[Fields, Fields, list[int]]] = [
    (SAUSPIEL, {"contract": "sauspiel", "suit": "gras", "declarer": 1, "partner": 3, "points": 75}, [-10, 10, -10, 10]),
    (
        {"pick": "sauspiel-eichel", "declarer": "0", "partner": "2", "opp_points": "60"},
        {"contract": "sauspiel", "suit": "eichel", "declarer": 0, "partner": 2, "points": 60},
        [-10, 10, -10, 10],
    ),
    (
        {"pick": "solo-herz", "declarer": "2", "points": "120", "schwarz": "1", "doubling": "1"},
        {"contract": "solo", "suit": "herz", "declarer": 2, "points": 120, "schwarz": "by_declarer", "doubling": 1},
        [-140, -140, 420, -140],
    ),
    (
        {"pick": "solo-schellen", "declarer": "3", "points": "0", "schwarz": "1"},
        {"contract": "solo", "suit": "schellen", "declarer": 3, "points": 0, "schwarz": "by_defenders"},
        [70, 70, 70, -210],
    ),
    (
        {"pick": "solo_tout-gras", "declarer": "0", "made": "0", "doubling": "2"},
        {"contract": "solo_tout", "suit": "gras", "declarer": 0, "made": False, "doubling": 2},
        [-1200, 400, 400, 400],
    ),
    # What was tapped before the game was another one is hidden now, and not meant.
    (
        {"pick": "solo-eichel", "declarer": "1", "partner": "2", "points": "61", "made": "1"},
        {"contract": "solo", "suit": "eichel", "declarer": 1, "points": 61},
        [-50, 150, -50, -50],
    ),
    ({"passed": "1", "declarer": "1"}, {"passed": True}, [0, 0, 0, 0]),
    (
        {**SAUSPIEL, "opp_points": " 45 "},
        {"contract": "sauspiel", "suit": "gras", "declarer": 1, "partner": 3, "points": 75},
        [-10, 10, -10, 10],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("tapped", "sent", "after"), HANDS)
def test_the_same_hand_through_page_and_api_is_the_same_record(tapped: Fields, sent: Fields, after: list[int]) -> None:
    page, api = laid(), laid()
    tap(page, tapped)
    assert send(api, sent).status_code == 200
    assert (last_hand(page), fresh(page).state, fresh(page).totals) == (
        last_hand(api),
        fresh(api).state,
        fresh(api).totals,
    )
    assert (totals(page) if any(after) else after, differing()) == (after, [])


def test_at_a_table_of_five_the_form_says_who_dealt_and_sat_out() -> None:
    page, api = five(), five()
    response = get(phone(), path_of(page))
    assert (values(response, "rotation"), texts(response, "summary")[0]) == (
        ["4"],
        "Emil gibt und setzt aus Anna kommt raus",
    )
    tap(page, SAUSPIEL)
    assert send(api, {**HANDS[0][1]}).status_code == 200
    assert last_hand(page) == last_hand(api) == {**HANDS[0][1], "sits_out": 4}
    assert totals(page) == [-10, 10, -10, 10, 0]
    tap(page, {**SAUSPIEL, "declarer": "0", "sits_out": "2"})
    assert (last_hand(page)["sits_out"], fresh(page).state["play"]["dealer"]) == (2, 3)
    tap(page, {"passed": "1"})
    assert last_hand(page) == {"passed": True, "sits_out": 3}


def test_a_form_that_arrives_late_still_says_who_sat_out_then() -> None:
    sheet = five()
    one = form(get(phone(), path_of(sheet)), "/hand/")
    tap(sheet, SAUSPIEL)
    late = phone().post(one.action, one.filled(**SAUSPIEL))
    assert late.status_code == 409
    assert values(late, "rotation") == ["0"]
    assert "Sauspiel auf Gras von Bert und Dora, 75 Augen" in texts(late, "li")[0]


# --- what is refused -----------------------------------------------------------------------------------------------


def problems_by_place(response: Any) -> list[tuple[str, str]]:
    """Every problem with the last field before it."""
    place, found = "", []
    for element in elements(response, ""):
        if element.tag in ("input", "button") and element.attributes.get("name"):
            place = element.attributes["name"]
        elif "problem" in element.attributes.get("class", "").split():
            found.append((place, element.text))
    return found


def in_german(msgid: str) -> str:
    with translation.override("de"):
        return translation.gettext(msgid)


BOTH = "Please enter card points from 0 to 120; both sides together have 120."
REFUSED: list[tuple[Fields, Fields, list[tuple[str, str]]]] = [
    (
        {},
        {"doubling": 0},
        [("declarer", "Please tap who declared."), ("pick", "Please tap what was played.")],
    ),
    (
        {"pick": "sauspiel-gras"},
        {"contract": "sauspiel", "suit": "gras"},
        [
            ("declarer", "Please tap who declared."),
            ("partner", "Please tap who was the partner."),
            ("schwarz", BOTH),
        ],
    ),
    ({**SAUSPIEL, "partner": "1"}, {**HANDS[0][1], "partner": 1},
     [("partner", "Nobody can be their own partner.")]),
    ({**SAUSPIEL, "pick": "sauspiel-herz"}, {**HANDS[0][1], "suit": "herz"},
     [("pick", "Hearts are trumps, their sow cannot be called.")]),
    ({**SAUSPIEL, "opp_points": "30"}, {**HANDS[0][1], "points": "75 : 30"}, [("schwarz", BOTH)]),
    ({**SAUSPIEL, "points": "viel"}, {**HANDS[0][1], "points": "viel"}, [("schwarz", BOTH)]),
    ({**SAUSPIEL, "points": "121"}, {**HANDS[0][1], "points": 121}, [("schwarz", "Card points go from 0 to 120.")]),
    ({**SAUSPIEL, "points": "", "opp_points": "119"}, {**HANDS[0][1], "points": 1},
     [("schwarz", "No cards of the pack add up to these card points.")]),
    ({**SAUSPIEL, "schwarz": "1"}, {**HANDS[0][1], "schwarz": "by_declarer"},
     [("schwarz", "Schwarz means all tricks: 120 card points for one side, 0 for the other.")]),
    ({**SAUSPIEL, "doubling": "3"}, {**HANDS[0][1], "doubling": 3},
     [("doubling", "That many doublings are not possible here.")]),
    ({"pick": "solo_tout-herz", "declarer": "1"}, {"contract": "solo_tout", "suit": "herz", "declarer": 1},
     [("made", "Please tap whether the Tout was made.")]),
    ({"pick": "wenz", "declarer": "1"}, {"contract": "wenz", "declarer": 1},
     [("pick", "This contract does not exist in this game.")]),
]  # fmt: skip


@pytest.mark.parametrize(("tapped", "sent", "said"), REFUSED)
def test_a_refusal_stands_next_to_its_field_and_keeps_everything(
    tapped: Fields, sent: Fields, said: list[tuple[str, str]]
) -> None:
    sheet = laid()
    response = tap(sheet, tapped, status=422)
    assert [place for place, _words in problems_by_place(response)] == [place for place, _words in said]
    shown = [message for messages in response.context["problems"].values() for message in messages]
    assert {in_german(words) for _place, words in said} <= {*shown}
    answer = send(sheet, sent)
    assert answer.status_code == 422
    assert sorted(shown) == sorted(problem["message"] for problem in answer.json()["problems"])
    offered = {name: values(response, name) for name in tapped if name not in ("pick", "doubling")}
    assert offered == {
        name: [text] if text or name.endswith("points") else [] for name, text in tapped.items() if name in offered
    }
    assert Entry.objects.count() == 0


def test_nobody_who_sits_out_can_play() -> None:
    sheet = five()
    response = tap(sheet, {**SAUSPIEL, "declarer": "4", "partner": "0"}, status=422)
    sits_out = in_german("%(seat)s sits out this hand.") % {"seat": "Emil"}
    assert problems_by_place(response) == [("declarer", sits_out)]
    tap(sheet, {**SAUSPIEL, "sits_out": "9"}, status=422)
    response = tap(laid(), {**SAUSPIEL, "sits_out": "2"}, status=422)
    assert problems_by_place(response)[0][1] == in_german("At this table nobody sits out.")


def test_a_conflict_over_a_passed_deal_can_be_seen_and_dropped() -> None:
    sheet = laid()
    one = form(get(phone(), path_of(sheet)), "/hand/")
    record_hand(sheet, hand={"passed": True}, write=now(sheet))
    response = phone().post(one.action, one.filled(passed="1"))
    assert response.status_code == 409
    before_panel = response.content.decode().partition('<div class="panel">')[0]
    assert "Alle haben gepasst: zusammengeworfen, es zählt nichts." in before_panel
    assert 'class="quiet undo"' in before_panel


TEXT = st.text(max_size=12) | st.sampled_from(
    ["", "0", "1", "-1", "75", "121", "by_declarer", "9" * 30, "²", "\x00", "-"]
)
GARBAGE = st.dictionaries(
    st.sampled_from([*SCREEN.fields, "pick", "opp_points", "rotation"]),
    TEXT | st.sampled_from(["sauspiel-gras", "solo-herz", "solo_tout-eichel", "solo-", "-herz"]),
)  # fmt: skip


class Garbage(TestCase):
    @settings(max_examples=25, deadline=None)
    @given(GARBAGE)
    def test_whatever_is_posted_is_written_or_refused(self, posted: Fields) -> None:
        for sheet in (laid(), five()):
            one = form(get(phone(), path_of(sheet)), "/hand/")
            assert phone().post(one.action, one.filled(**posted)).status_code in (302, 422)


# --- a line put right ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tapped", "sent", "_after"), HANDS)
def test_a_line_shows_its_answers_and_posting_them_again_changes_nothing(
    tapped: Fields, sent: Fields, _after: list[int]
) -> None:
    sheet = laid(sent)
    again = {"passed": "1"} if "passed" in sent else {}
    response = tap(sheet, again, page="line/1/", ending="/replace/", status=422)
    assert texts(response, ".problem") == [in_german("Nothing would change.")]
    offered = get(phone(), path_of(sheet, "line/1/"))
    if "pick" in tapped:
        assert values(offered, "pick") == [tapped["pick"]]


def test_a_line_can_be_put_right() -> None:
    sheet = laid({**HANDS[0][1]})
    tap(sheet, {"points": "60"}, page="line/1/", ending="/replace/")
    assert totals(sheet) == [10, -10, 10, -10]
    tap(sheet, {"pick": "solo_tout-herz", "made": "1"}, page="line/2/", ending="/replace/")
    assert (last_hand(sheet), totals(sheet)) == (
        {"contract": "solo_tout", "suit": "herz", "declarer": 1, "made": True},
        [-100, 300, -100, -100],
    )
    tap(sheet, {"passed": "1"}, page="line/3/", ending="/replace/")
    assert (last_hand(sheet), differing()) == ({"passed": True}, [])
    assert texts(get(phone(), path_of(sheet, "line/4/")), "details.why") == [
        "Warum?Dora: € 0,00 – niemand hat gespielt: es zählt nichts"
    ]


def test_the_line_of_a_table_of_five_keeps_its_sitter() -> None:
    sheet = five()
    tap(sheet, SAUSPIEL)
    tap(sheet, {**SAUSPIEL, "declarer": "4"})
    response = get(phone(), path_of(sheet, "line/1/"))
    assert values(response, "rotation") == ["4"]
    tap(sheet, {"points": "91"}, page="line/1/", ending="/replace/")
    assert last_hand(sheet) == {**HANDS[0][1], "points": 91, "sits_out": 4}


# --- how it reads --------------------------------------------------------------------------------------------------

SAID = [
    (HANDS[0][1], "Sauspiel auf Gras von Bert und Dora, 75 Augen, gewonnen: "
     "€ 0,10 für jeden der beiden, −€ 0,10 für jeden der anderen"),
    (HANDS[3][1], "Schellen-Solo von Dora, 0 Augen, schwarz verloren: −€ 2,10 für Dora, € 0,70 für jeden der anderen"),
    ({**HANDS[0][1], "points": 30}, "Sauspiel auf Gras von Bert und Dora, 30 Augen, mit Schneider verloren: "
     "−€ 0,20 für jeden der beiden, € 0,20 für jeden der anderen"),
    (HANDS[4][1], "Gras-Solo Tout von Anna, Gegenstoß, verloren: −€ 12,00 für Anna, € 4,00 für jeden der anderen"),
    ({"passed": True}, "Alle haben gepasst: zusammengeworfen, es zählt nichts."),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "sentence"), SAID)
def test_a_hand_reads_as_one_sentence(hand: dict[str, Any], sentence: str) -> None:
    sheet = laid(hand)
    assert texts(get(phone(), path_of(sheet, "line/1/")), "p.said") == [sentence]
    shown = get(phone(), path_of(sheet))
    said = [one.attributes["data-said"] for one in elements(shown, "span") if "data-said" in one.attributes]
    assert [text.replace("\xa0", " ") for text in said] == [sentence]


def test_figures_are_written_as_money_without_its_sign() -> None:
    response = get(phone(), path_of(laid(HANDS[2][1])))
    assert [element.text for element in elements(response, "span") if "figure" in element.attributes.get("id", "")] == [
        "−1,40", "−1,40", "+4,20", "−1,40",
    ]  # fmt: skip
    assert texts(response, "dd") == ["0,10 · 0,50", "+0,10 · +0,10"]


def test_why_names_every_reason() -> None:
    sheet = laid(
        {"contract": "solo", "declarer": 0, "suit": "herz", "points": 29, "doubling": 1}, solo_by_suit={"herz": 60}
    )
    said = texts(get(phone(), path_of(sheet, "line/1/")), "li")
    assert said[0] == "Anna: −€ 1,80 – Solo in dieser Farbe: eigener Preis (Hausregel)"
    assert said[4] == "Anna: −€ 0,30 – Schneider: zu wenig Augen (Spieler unter 31, Gegner unter 30)"
    assert said[8] == "Anna: −€ 2,10 – Stoß: jedes Mal der ganze Wert doppelt"


@settings(max_examples=80, deadline=None)
@given(evenings())
def test_no_hand_lacks_a_sentence_or_a_reason(document: dict[str, Any]) -> None:
    table = read_table(document)
    state = table.start()
    for data in table.hands:
        at = AtTable(GAME, table.rules, table.players, state)
        played = play_hand(GAME, table.rules, state, data)
        hand = GAME.write(played.hand)
        row = {"hand": hand, **played.line}
        for language in ("de", "en"):
            with translation.override(language):
                said = [SCREEN.sentence(row, at), SCREEN.reported(hand, at), SCREEN.short(row, at).text]
                assert all(said)
                assert "%(" not in "".join(said)
                reasons = [one for one in played.outcome.postings if one.unit == "points"]
                assert len(why(played.outcome, at)) == len(reasons)
        came_off = [] if hand.get("passed") else [won_and_schneider(hand, document["house_rules"])[0]]
        assert [credit.made for credit in CREDITS[at.game.key](row, at.rules)] == came_off
        tapped = {**SCREEN.chosen_of(hand, at), "rotation": SCREEN.form(at, {}, hand)["caller_seat"]}
        assert GAME.complete(GAME.read(SCREEN.hand_of(tapped, at)), state) == played.hand
        state = played.outcome.state


@settings(max_examples=40, deadline=None)
@given(house_rules())
def test_what_the_phone_looks_up_is_what_the_hand_counts(rules: dict[str, Any]) -> None:
    table = read_table({"game": "blattla", "house_rules": rules, "players": people(rules)})
    data = preview(AtTable(GAME, table.rules, table.players, table.start()))
    for pick, game in data["games"].items():
        contract, suit = pick.split("-")
        for level in range(rules.get("max_doubling", 2) + 1):
            hand = {"contract": contract, "suit": suit, "doubling": level}
            if contract == "solo_tout":
                assert game["values"][level] == [value({**hand, "made": True}, rules)]
                continue
            for points in {0, 2, 29, 30, 31, 59, 60, 61, 89, 90, 91, 118, PACK_POINTS}:
                counted = {**hand, "points": points}
                letter = data["outcomes"][level][points]
                assert (letter in "wW", letter in "WL") == won_and_schneider(counted, rules)
                assert game["values"][level][letter in "WL"] == value(counted, rules)
            assert game["values"][level][2] == value({**hand, "points": 120, "schwarz": "by_declarer"}, rules)
    assert all(row[points] == "-" for row in data["outcomes"] for points in NOBODY_CAN_HAVE)


def test_the_page_in_english_is_english() -> None:
    sheet = laid(HANDS[0][1])
    response = get(phone("en"), path_of(sheet, "line/1/"))
    assert texts(response, "p.said") == [
        "Call game on Leaves by Bert and Dora, 75 card points, made: "
        "€ 0.10 for each of them, −€ 0.10 for each of the others"
    ]
