"""Schnapsen for two on the page: what is tapped becomes a hand, and every hand has its words."""

from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.core import Malformed, read_house_rules
from scoring.games.credits import CREDITS, Credit
from scoring.games.schnapsen import GAME
from scoring.games.schnapsen_hand import ENDS, FIELDS
from scoring.games.schnapsen_result import values as possible
from scoring.games.sheet import play_hand
from scoring.models import Entry, Sheet
from scoring.screens import schnapsen, schnapsen_worth
from scoring.screens.core import AtTable
from scoring.screens.schnapsen import SCREEN
from scoring.screens.schnapsen_worth import worth
from scoring.services.sheets import begin_sheet, record_hand, swap_seats
from scoring.views.board import why
from tests.games.schnapsen_evenings import CAST, OPEN_END, deals, hands, house_rules
from tests.services.table import differing, fresh, new_token, now, record
from tests.web.page import form, get, phone, texts, values

Fields = dict[str, Any]

CLAIM = {"end": "claim", "by": 0, "opp_points": 28, "opp_tricks": 2}
AT_CLOSE = {"closing_count": "at_close", "closed_other_claims": "claimant_trickless_at_close"}


def a_sheet(**rules: Any) -> Sheet:
    return begin_sheet(game="schnapsen", players=CAST, house_rules=rules, first_dealer=1, token=new_token("sheet"))


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def tap(sheet: Sheet, page: str = "?next=1", ending: str = "/hand/", language: str = "de", **chosen: Any) -> Any:
    one = form(get(phone(language), path_of(sheet, page)), ending)
    return phone(language).post(one.action, one.filled(**chosen))


def send(sheet: Sheet, path: str, **asked: Any) -> Any:
    seq = fresh(sheet).seq
    body = {"after_seq": seq, "token": f"api-token-{seq}", **asked}
    return Client().post(f"/api/v1/sheets/{sheet.write_secret}/{path}/", body, content_type="application/json")


def at_table(rules: Fields | None = None, play: Any = None) -> AtTable:
    read = read_house_rules(GAME, rules or {})
    return AtTable(GAME, read, CAST, GAME.start(read, 2, 1) if play is None else play)


def played(hand: Fields, rules: Fields | None = None) -> tuple[Fields, Any, AtTable]:
    table = at_table(rules)
    done = play_hand(GAME, table.rules, table.play, hand)
    return {"hand": GAME.write(done.hand), **done.line}, done.outcome, table


# --- what is tapped --------------------------------------------------------------------------------------------------

HANDS: list[tuple[Fields, Fields]] = [
    ({"pick": "0", "value": "2"}, {"winner": 0, "value": 2}),
    ({"pick": "1", "value": "3"}, {"winner": 1, "value": 3}),
    ({"pick": "0", "end": "claim", "opp_points": "28"}, {"end": "claim", "by": 0, "opp_points": 28}),
    ({"pick": "1", "end": "claim", "opp_tricks": "2", "value": "1"},
     {"end": "claim", "by": 1, "opp_tricks": 2, "value": 1}),
    ({"pick": "1", "end": "claim", "closed_by": "0", "opp_tricks": "0"},
     {"end": "claim", "by": 1, "closed_by": 0, "opp_tricks": 0}),
    ({"pick": "1", "end": "false_claim"}, {"end": "false_claim", "by": 0}),
    ({"pick": "1", "end": "closed_out", "noncloser_tricks_at_close": "0"},
     {"end": "closed_out", "by": 1, "noncloser_tricks_at_close": 0}),
    ({"pick": "0", "end": "last_trick", "opp_points": "58"}, {"end": "last_trick", "by": 0, "opp_points": 58}),
]  # fmt: skip


@pytest.mark.parametrize(("posted", "hand"), HANDS)
def test_what_is_tapped_is_the_hand(posted: Fields, hand: Fields) -> None:
    assert SCREEN.hand_of(posted, at_table()) == hand


@pytest.mark.django_db
def test_the_same_evening_through_both_doors_is_the_same_record() -> None:
    page, api = a_sheet(money="zero_sum", stake_cents=50), a_sheet(money="zero_sum", stake_cents=50)
    for tapped, sent in HANDS:
        assert tap(page, **tapped).status_code == 302
        assert send(api, "hands", hand=sent).status_code == 200
    rows = [list(Entry.objects.filter(sheet=one).order_by("seq").values("seq", "kind", "data")) for one in (page, api)]
    assert rows[0] == rows[1]
    assert (fresh(page).state, fresh(page).totals) == (fresh(api).state, fresh(api).totals)
    assert fresh(page).state["play"]["bummerl"] == [1, 0]
    assert differing() == []


REFUSED: list[tuple[Fields, Fields]] = [
    ({"pick": "0"}, {"winner": 0}),
    ({"value": "2"}, {"value": 2}),
    ({"pick": "0", "value": "4"}, {"winner": 0, "value": 4}),
    ({"pick": "0", "value": "2", "opp_points": "28"}, {"winner": 0, "value": 2, "opp_points": 28}),
    ({"pick": "0", "end": "claim"}, {"end": "claim", "by": 0}),
    ({"pick": "0", "end": "claim", "opp_points": "viele"}, {"end": "claim", "by": 0, "opp_points": "viele"}),
    ({"pick": "0", "end": "claim", "opp_points": "40", "value": "2"},
     {"end": "claim", "by": 0, "opp_points": 40, "value": 2}),
    ({"pick": "0", "end": "claim", "opp_points": "116", "opp_tricks": "9"},
     {"end": "claim", "by": 0, "opp_points": 116, "opp_tricks": 9}),
    ({"pick": "0", "end": "last_trick", "closed_by": "1"}, {"end": "last_trick", "by": 0, "closed_by": 1}),
    ({"pick": "0", "end": "closed_out", "noncloser_tricks_at_close": "1", "value": "1"},
     {"end": "closed_out", "by": 0, "noncloser_tricks_at_close": 1, "value": 1}),
    ({"pick": "0", "end": "won"}, {"end": "won", "by": 0}),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("tapped", "sent"), REFUSED)
def test_what_one_door_refuses_the_other_refuses_in_the_same_words(tapped: Fields, sent: Fields) -> None:
    sheet = a_sheet()
    page = tap(sheet, **tapped)
    api = send(sheet, "hands", hand=sent)
    assert (page.status_code, api.status_code, Entry.objects.count()) == (422, 422, 0)
    shown = [message for said in page.context["problems"].values() for message in said]
    assert sorted(shown) == sorted(problem["message"] for problem in api.json()["problems"])
    assert sorted(shown) == sorted(texts(page, ".problem"))


# --- refusals and conflicts ------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_refused_hand_keeps_everything_that_was_tapped_and_typed() -> None:
    typed = {"pick": "1", "end": "claim", "closed_by": "1", "opp_points": "3", "opp_tricks": "x", "opp_marriages": "20"}
    page = tap(a_sheet(), **typed)
    assert page.status_code == 422
    assert {name: values(page, name)[0] for name in typed} == typed
    assert ({*page.context["problems"]}, len(texts(page, ".problem"))) == ({"opp_tricks", "opp_points"}, 2)
    assert 'name="opp_tricks" inputmode="numeric" maxlength="2" value="x" aria-invalid="true"' in page.content.decode()


@pytest.mark.django_db
def test_a_value_that_does_not_follow_from_the_end_is_refused_beside_it() -> None:
    """The buttons of the short form stand below an open "More exactly"; without JavaScript all of them."""
    page = tap(a_sheet(), pick="0", end="false_claim", value="3")
    assert page.status_code == 422
    assert page.context["problems"] == {"value": ["Falsch ausgesagt zählt hier 2."]}
    assert 'value="3" aria-current="true"' in page.content.decode()


@pytest.mark.django_db
def test_a_post_without_a_winner_says_so_where_it_can_be_seen() -> None:
    sheet = a_sheet()
    record_hand(sheet, hand={"winner": 0, "value": 1}, write=now(sheet))
    page = tap(sheet, value="2")
    assert texts(page, ".problem") == ["Bitte antippen, wer gewonnen hat."]
    one = form(get(phone(), path_of(sheet)), "/hand/")
    fields = one.filled(pick="0", value="2")
    swap_seats(sheet, seats=[0, 1], write=now(sheet))
    page = phone().post(one.action, fields)
    assert (page.status_code, values(page, "pick")) == (409, [])
    assert len(texts(page, ".notice")) == 1


texts_of_garbage = st.sampled_from(["", "0", "1", "2", "-1", "7", "99999999999", "x", "claim", "closed_out", "by"])


@given(st.dictionaries(st.sampled_from(["pick", "told", *(field.name for field in FIELDS)]), texts_of_garbage))
def test_garbage_is_read_and_left_to_the_engine(posted: dict[str, str]) -> None:
    table = at_table()
    hand = SCREEN.hand_of(posted, table)
    try:
        told = GAME.read(hand)
    except Malformed:
        return
    if not GAME.check(told, table.play, table.rules):
        assert SCREEN.sentence(played(hand)[0], table)


# --- putting right ---------------------------------------------------------------------------------------------------


@st.composite
def named(draw: st.DrawFn, hand: Fields) -> Fields:
    """The same hand, with whoever it was named in one way or in several."""
    if "end" not in hand:
        return hand
    winner = 1 - hand["by"] if hand["end"] == "false_claim" else hand["by"]
    ways: Fields = {"by": hand["by"], "winner": winner}
    if hand["end"] == "closed_out":
        ways["closed_by"] = 1 - hand["by"]
    kept = draw(st.sets(st.sampled_from(sorted(ways)), min_size=1))
    return {name: value for name, value in hand.items() if name not in ways} | {name: ways[name] for name in kept}


every_hand = house_rules(**OPEN_END).flatmap(lambda rules: st.tuples(st.just(rules), hands(rules).flatmap(named)))


@given(every_hand)
def test_a_recorded_hand_goes_into_the_form_and_comes_out_the_same(both: tuple[Fields, Fields]) -> None:
    rules, hand = both
    table = at_table(rules)
    told = {
        name: value for name, value in hand.items() if not (hand.get("end") == "closed_out" and name == "closed_by")
    }
    told |= {"closed_by": hand["closed_by"]} if "closed_by" in hand else {}
    assert SCREEN.hand_of(SCREEN.chosen_of(told, table), table) == told


@pytest.mark.django_db
@pytest.mark.parametrize(
    "hand",
    [
        {"winner": 1, "value": 2},
        CLAIM,
        CLAIM | {"value": 2},
        {"end": "claim", "winner": 0, "winner_points": 70, "opp_tricks": 0},
        {"end": "closed_out", "closed_by": 0, "noncloser_tricks_at_close": 1},
        {"end": "claim", "by": 1, "closed_by": 1, "opp_points": 40, "opp_tricks_at_close": 2, "opp_marriages": 20},
    ],
)
def test_saving_a_line_unchanged_changes_nothing(hand: Fields) -> None:
    sheet = a_sheet()
    record(sheet, hand)
    # A hand written by its value is saved by its button, any other by "Write down", which keeps the value it had.
    kept = {"value": hand.get("value", "")}
    page = tap(sheet, "line/1/", "/replace/", **kept)
    assert (page.status_code, texts(page, ".problem")) == (422, ["Damit würde sich nichts ändern."])
    shown = get(phone(), path_of(sheet, "line/1/")).content.decode()
    if "end" in hand:
        assert f'<button class="button send exact" name="value" value="{kept["value"]}">' in shown


@pytest.mark.django_db
def test_a_line_is_put_right_from_the_exact_to_the_short_form_and_back() -> None:
    sheet = a_sheet()
    record(sheet, CLAIM | {"winner_points": 70})
    blank = {field.name: "" for field in FIELDS}
    assert tap(sheet, "line/1/", "/replace/", **{**blank, "pick": "1", "value": "3"}).status_code == 302
    assert fresh(sheet).state["lines"][0]["hand"] == {"winner": 1, "value": 3}
    assert tap(sheet, "line/2/", "/replace/", pick="0", end="claim", opp_points="33").status_code == 302
    assert fresh(sheet).state["lines"][0]["hand"] == {"end": "claim", "by": 0, "opp_points": 33}
    assert differing() == []


# --- in words --------------------------------------------------------------------------------------------------------

SAID = [
    ({"winner": 1, "value": 2}, {}, "Spiel gewonnen: 2 für Bert", "2", "so angesagt"),
    (CLAIM, {}, "66 von Anna, Bert mit höchstens 32 Augen: 2 für Anna", "2", "höchstens 32 Augen: 2"),
    (CLAIM | {"opp_points": 33}, {}, "66 von Anna, Bert mit 33 Augen oder mehr: 1 für Anna", "1", "33 Augen oder mehr"),
    ({"end": "claim", "by": 1, "opp_tricks": 0}, {}, "66 von Bert, Anna ohne Stich: 3 für Bert", "3", "keinen Stich"),
    ({"end": "claim", "by": 0, "closed_by": 0, "opp_points": 40}, {},
     "Zugedreht und 66 von Anna, Bert mit 33 Augen oder mehr: 1 für Anna", "zugedreht Anna ✓", "33 Augen oder mehr"),
    ({"end": "claim", "by": 0, "closed_by": 0, "opp_points": 40, "opp_points_at_close": 28}, AT_CLOSE,
     "Zugedreht und 66 von Anna, Bert da mit höchstens 32 Augen: 2 für Anna", "zugedreht Anna ✓", "höchstens 32"),
    ({"end": "claim", "by": 0, "closed_by": 0, "noncloser_tricks_at_close": 0}, AT_CLOSE,
     "Zugedreht und 66 von Anna, Bert da noch ohne Stich: 3 für Anna", "zugedreht Anna ✓", "keinen Stich: 3"),
    ({"end": "claim", "by": 1, "closed_by": 0, "opp_tricks": 2}, {},
     "66 von Bert, zugedreht von Anna: 2 für Bert", "zugedreht Anna ✗", "zugedreht hatte: 2"),
    ({"end": "claim", "by": 1, "closed_by": 0, "opp_tricks": 0}, {},
     "66 von Bert, zugedreht von Anna ohne Stich: 3 für Bert", "zugedreht Anna ✗", "ohne Stich laut Hausregel: 3"),
    ({"end": "claim", "by": 1, "closed_by": 0, "noncloser_tricks_at_close": 0}, AT_CLOSE,
     "66 von Bert, zugedreht von Anna, als Bert noch keinen Stich hatte: 3 für Bert", "zugedreht Anna ✗",
     "ohne Stich laut Hausregel: 3"),
    ({"end": "closed_out", "by": 1, "noncloser_tricks_at_close": 1}, {},
     "Zugedreht von Anna, nicht 66 gesagt: 2 für Bert", "zugedreht Anna ✗", "2 für den anderen"),
    ({"end": "closed_out", "by": 1, "noncloser_tricks_at_close": 0}, {},
     "Zugedreht von Anna, als Bert noch keinen Stich hatte, nicht 66 gesagt: 3 für Bert", "zugedreht Anna ✗",
     "noch keinen Stich"),
    ({"end": "false_claim", "by": 0}, {}, "Zu Unrecht 66 von Anna: 2 für Bert", "falsches 66 Anna ✗", "zu Unrecht 66"),
    ({"end": "last_trick", "by": 0}, {}, "Letzter Stich von Anna: 1 für Anna", "letzter Stich", "letzter Stich"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "rules", "sentence", "short", "reason"), SAID)
def test_every_outcome_is_said_with_its_rule(
    hand: Fields, rules: Fields, sentence: str, short: str, reason: str
) -> None:
    row, outcome, table = played(hand, rules)
    with override("de"):
        one = SCREEN.short(row, table)
        mark = {True: " ✓", False: " ✗", None: ""}[one.made]
        assert SCREEN.sentence(row, table) == sentence
        assert f"{one.text} {one.who}".strip() + mark == short
        assert reason in why(outcome, table)[0]


@given(every_hand, st.sampled_from(["de", "en"]))
@settings(deadline=None)
def test_no_hand_lacks_a_sentence_a_reason_or_a_credit(both: tuple[Fields, Fields], language: str) -> None:
    rules, hand = both
    row, outcome, table = played(hand, rules)
    winner = row["points"].index(max(row["points"]))
    with override(language):
        sentence, reasons = SCREEN.sentence(row, table), why(outcome, table)
        assert sentence.endswith(f": {max(row['points'])} {'für' if language == 'de' else 'for'} {CAST[winner]}")
        counted = [one for one in outcome.postings if one.unit in ("points", "bummerl", "cents")]
        assert len(reasons) == len(counted)
        assert "%(" not in "".join([sentence, *reasons, SCREEN.reported(row["hand"], table)])
        end = hand.get("end", "written_down")
        assert CREDITS[table.game.key](row, table.rules) == [
            Credit(winner, end, made=True),
            Credit(1 - winner, end, made=False),
        ]
        assert SCREEN.contract_name(end, table) != end
        assert any(name in SCREEN.reported(row["hand"], table) for name in CAST)


@given(deals, house_rules(**OPEN_END))
@settings(deadline=None)
def test_what_the_phone_looks_up_never_leaves_out_what_the_engine_counts(told: Fields, rules: Fields) -> None:
    table = at_table(rules)
    closed_by = None if told["end"] == "last_trick" else told.get("closed_by")
    closer = "nobody" if closed_by is None else "by" if closed_by == told["by"] else "other"
    situation = worth(table.rules)[told["end"]][closer]
    right = {str(value) for value in possible(GAME.read(told), table.rules)}
    assert right <= {*situation["any"]}
    for name, runs in situation["clues"].items():
        if name in told:
            assert right <= {*next(text for start, text in reversed(runs) if start <= told[name])}
    assert {*situation["asked"]} <= {*situation["clues"]} <= {*situation["fits"]}
    assert bool(situation["asked"]) == (len(situation["any"]) > 1)


def test_every_end_has_its_table() -> None:
    assert set(worth(GAME.house_rules())) == set(ENDS)


def test_the_engine_is_asked_once_for_every_number_and_then_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def counted(hand: Any, rules: Any) -> frozenset[int]:
        asked.append(hand)
        return possible(hand, rules)

    for module in (schnapsen_worth, schnapsen):
        monkeypatch.setattr(module, "values", counted)
    schnapsen_worth._worth.cache_clear()
    table = at_table({"false_claim": "mirror"})
    SCREEN.form(table, {}, None)
    first = len(asked)
    SCREEN.form(table, {}, None)
    assert first < 500
    assert max(Counter(one for one in asked if one.end).values()) == 1
    assert len(asked) - first <= 2  # the values of a hand of which nothing is told


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_pages_of_a_game_without_contracts_have_no_empty_list(language: str) -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, CLAIM, {"end": "false_claim", "by": 0})
    for page in ("rules/", "help/", "statistics/", "history/"):
        shown = get(phone(language), path_of(sheet, page))
        assert not {"Was angesagt werden kann", "What can be declared"} & {*texts(shown, "h2")}
    assert texts(get(phone(), path_of(sheet)), ".cents") == ["€ 0,00", "€ 0,00"]
    turn = {"de": ["Bert gibt Anna spielt aus"], "en": ["Bert deals Anna leads to the first trick"]}
    assert texts(get(phone(language), path_of(sheet)), "p.turn") == turn[language]
