"""Talonschnapsen tapped at 360 px: three countdowns, the decider of two who are tied, and no signal."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.table import MOST_TAPS_NORMAL, MOST_TAPS_SPECIAL, Hand, hands_on, laid_down, last_said, link
from tests.games.talonschnapsen_evenings import CAST, TIE

pytestmark = pytest.mark.browser

BY_ITSELF = 8000
CASES = Path(__file__).resolve().parent.parent / "games" / "cases" / "talonschnapsen.json"
STAKE = {"money": "zero_sum", "stake_cents": 50}


def case(number: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in json.loads(CASES.read_text()) if one["id"] == number)
    return found


def table(*hands: dict[str, Any], **rules: Any) -> Sheet:
    return laid_down(*hands, game="talonschnapsen", players=CAST, first_dealer=2, rules=rules)


def opened(live_server: Any, open_phone: OpenPhone, sheet: Sheet, **different: Any) -> Page:
    return open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/", **different)


def record(page: Page, hand: dict[str, Any]) -> int:
    """A hand of the case file by tapping; what is chosen already needs no tap. Answers with the taps."""
    if "decider" in hand:
        return Hand(page).tap(f'[name="decider_loser"][value="{hand["decider_loser"]}"]').taps
    level = hand.get("doubling", 0)
    if hand["contract"] == "normal":
        tapped = Hand(page).choose("pick", "normal-made" if hand["made"] else "normal-lost")
        if level:
            tapped.choose("doubling", level)
        return tapped.tap(f'[name="grade"][value="{hand["grade"]}"]').taps
    tapped = Hand(page).choose("pick", hand["contract"])
    for name, value in (("declarer", hand["declarer"]), ("doubling", level), ("made", int(hand["made"]))):
        if not tapped.is_chosen(name, value):
            tapped.choose(name, value)
    return tapped.tap(".send.special").taps


def expect_board(page: Page, *figures: int, timeout: float = 5000) -> None:
    for side, figure in enumerate(figures):
        expect(page.locator(f"#figure-{side}")).to_have_text(str(figure), timeout=timeout)


def play(page: Page, number: str) -> list[int]:
    """A case by taps, the board looked at after every hand. Answers with the taps of each."""
    one, taps = case(number), []
    for count, (hand, after) in enumerate(zip(one["sheet"]["hands"], one["expect"]["hands"], strict=True), start=1):
        taps.append(record(page, hand))
        expect_board(page, *(max(0, 24 - total) for total in after["totals"]))
        expect(page.locator(".slip .played-row")).to_have_count(count)
        assert taps[-1] <= (MOST_TAPS_NORMAL if hand.get("contract") == "normal" else MOST_TAPS_SPECIAL)
    return taps


def close(page: Page) -> None:
    page.locator(".moment").get_by_role("link", name=re.compile("Schluss|Close")).tap()
    page.locator("form .button:not(.quiet)").last.tap()
    page.locator(".payments").wait_for()


def test_a_leg_of_three_is_tapped_to_the_last_transfer(live_server: Any, open_phone: OpenPhone) -> None:
    page = opened(live_server, open_phone, table(**STAKE))
    expect_board(page, 24, 24, 24)
    # The caller's own contract has its declarer already; the plain games are the fourth and the fifth.
    assert play(page, "T19") == [3, 3, 4, 2, 2, 4]
    expect(page.locator(".moment h2")).to_have_text("Schneider! 2 Bummerl für Cilli.")
    expect(page.locator(".moment .dots i")).to_have_count(2)
    assert page.locator(".side .marks .dots i").count() == 2
    close(page)
    expect(page.locator(".settlement .number.big")).to_have_text(["0", "0", "2"])
    expect(page.locator(".payments li")).to_have_text(["Cilli → Anna € 1,00"])


def test_two_who_are_tied_play_a_decider(live_server: Any, open_phone: OpenPhone) -> None:
    page = opened(live_server, open_phone, table(tie_rule="decider", **STAKE))
    assert play(page, "T16") == [3, 2, 2, 3, 1]
    expect(page.locator(".moment h2")).to_have_text("Bummerl für Cilli.")
    # Not he: taken back from the moment itself, by one tap.
    page.locator(".moment .also a").first.tap()
    expect(page.locator('[name="decider_loser"][aria-current]')).to_have_text("Cilli")
    Hand(page).tap('[name="decider_loser"][value="1"]')
    expect(page.locator(".moment h2")).to_have_text("Bummerl für Bert.")
    link(page, "Nächstes Bummerl").tap()
    expect_board(page, 24, 24, 24)
    # Anna called the last hand of three, so it is Bert's turn.
    record(page, {"contract": "normal", "made": False, "grade": 2, "doubling": 1})
    expect_board(page, 20, 24, 20)


def test_without_javascript_a_decider_is_one_tap_too(live_server: Any, open_phone: OpenPhone) -> None:
    page = opened(live_server, open_phone, table(*TIE, tie_rule="decider"), java_script_enabled=False)
    page.locator('[name="decider_loser"][value="2"]').tap()
    expect(page.locator(".moment h2")).to_have_text("Bummerl für Cilli.")
    link(page, "Nächstes Bummerl").tap()
    Hand(page).choose("pick", "bettler").choose("declarer", 0).choose("made", 0).tap(".send.special")
    expect_board(page, 24, 20, 20)


def test_the_form_offers_what_can_be_and_says_what_it_counts(live_server: Any, open_phone: OpenPhone) -> None:
    page = opened(live_server, open_phone, table(), locale="en-GB")
    hand = Hand(page).choose("pick", "kontraschnapser")
    offered = page.locator('#entry label:visible:has([name="declarer"])')
    expect(offered).to_have_text(["Bert", "Cilli"])
    hand.choose("declarer", 2).choose("doubling", 1).choose("made", 0)
    announced = "Counter Schnapser by Cilli, doubled, lost: 24 each for Anna and Bert"
    expect(page.locator(".preview")).to_have_text(announced)
    page.locator("details.turn summary").tap()
    hand.choose("caller", 1)
    expect(offered).to_have_text(["Anna", "Cilli"])
    expect(page.locator(".winners [data-caller]")).to_have_text(["Bert", "Bert"])
    hand.choose("pick", "normal-lost")
    expect(page.locator(".picked")).to_have_text("Anna and Cilli get each")
    expect(page.locator(".grades b")).to_have_text(["2", "4", "6"])
    page.locator(".more summary").tap()
    hand.choose("decided_by", "caller_short")
    # Who has made it cannot have been short of 66, also not in secret.
    hand.choose("pick", "normal-made")
    expect(page.locator('label:has([value="caller_short"])')).to_be_hidden()
    hand.tap('[name="grade"][value="2"]')
    expect_board(page, 24, 20, 24)
    assert last_said(page) == "Plain game by Bert, doubled, made: 4 for Bert"


def test_hands_tapped_without_signal_stand_in_pencil_and_arrive(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = table()
    page = opened(live_server, open_phone, sheet, locale="en-GB")
    page.context.set_offline(True)
    record(page, {"contract": "normal", "made": False, "grade": 2})
    expect_board(page, 24, 22, 22)
    record(page, {"contract": "gang", "declarer": 2, "made": False, "doubling": 1})
    expect_board(page, 6, 4, 22)
    assert [" ".join(row.split()) for row in page.locator("#lines .pencil").all_inner_texts()] == [
        "Plain game 2 Anna ✗",
        "24 22 22",
        "Gang (slam) Cilli ×2 ✗",
        "6 4 22",
    ]
    record(page, {"contract": "normal", "made": True, "grade": 3, "doubling": 3})
    expect_board(page, 6, 4, 0)
    # The leg is over; the next one begins for all three.
    record(page, {"contract": "normal", "made": True, "grade": 3})
    expect_board(page, 21, 24, 24)
    assert hands_on(sheet) == 0
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    expect(page.locator(".pencil")).to_have_count(0)
    expect_board(page, 21, 24, 24)
    sheet.refresh_from_db()
    assert (hands_on(sheet), [leg["totals"] for leg in sheet.state["play"]["legs"]]) == (4, [[18, 20, 26]])


def test_without_signal_nobody_writes_past_a_tie(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = table(*TIE[:3], tie_rule="decider")
    page = opened(live_server, open_phone, sheet)
    page.context.set_offline(True)
    record(page, TIE[3])
    expect_board(page, 0, 22, 22)
    assert all(one.is_disabled() for one in page.locator("#entry .send").all())
    page.context.set_offline(False)
    expect(page.locator(".decider .send")).to_have_text(["Bert", "Cilli"], timeout=BY_ITSELF)
    page.context.set_offline(True)
    Hand(page).tap('[name="decider_loser"][value="2"]')
    expect(page.locator("#unsent")).to_have_text("1")
    expect_board(page, 0, 22, 22)
    page.context.set_offline(False)
    expect(page.locator(".moment h2")).to_have_text("Bummerl für Cilli.", timeout=BY_ITSELF)
    assert hands_on(sheet) == 5
