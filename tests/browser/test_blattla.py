"""An evening of Blattla tapped at 360 px, with the fewest taps; and hands without signal."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.table import DOUBLE_TAP, Hand, button, hands_on, laid_down, last_said, link

pytestmark = pytest.mark.browser

CASES = Path(__file__).resolve().parent.parent / "games" / "cases" / "blattla_more.json"

MOST_TAPS = {"sauspiel": 6, "solo": 5, "solo_tout": 4}
"""Declarer, game with its suit, partner, two figures, save. Doubling and schwarz are one more each."""


def case(number: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in json.loads(CASES.read_text()) if one["id"] == number)
    return found


def written(cents: int) -> str:
    sign = "−" if cents < 0 else "+" if cents else ""
    return f"{sign}{abs(cents) // 100},{abs(cents) % 100:02d}"


def figures(page: Page) -> Locator:
    return page.locator('.figure [id^="figure-"]')


def expect_totals(page: Page, totals: list[int], timeout: float = 5000) -> None:
    expect(figures(page)).to_have_text([written(cents) for cents in totals], timeout=timeout)


def fill(page: Page, hand: dict[str, Any]) -> Hand:
    """A hand tapped in, but not saved."""
    tapping = Hand(page).choose("declarer", hand["declarer"]).choose("pick", f"{hand['contract']}-{hand['suit']}")
    if "partner" in hand:
        tapping.choose("partner", hand["partner"])
    if hand.get("doubling"):
        tapping.choose("doubling", hand["doubling"])
    if "made" in hand:
        return tapping.choose("made", int(hand["made"]))
    keys = [str(hand["points"])] if hand["points"] == 120 else [*str(hand["points"])]
    for key in keys:
        tapping.tap(f'[data-key="{key}"]')
    return tapping.choose("schwarz", 1) if "schwarz" in hand else tapping


def record(page: Page, hand: dict[str, Any]) -> int:
    """A hand of the case file by tapping. Answers with the taps."""
    if hand.get("passed"):
        page.wait_for_timeout(DOUBLE_TAP)
        return Hand(page).tap(".passed").taps
    taps = fill(page, hand).tap(".send.special").taps
    more = bool(hand.get("doubling")) + ("schwarz" in hand)
    assert taps <= MOST_TAPS[hand["contract"]] + more, (taps, hand)
    return taps


def sheet_of(evening: dict[str, Any], hands: int = 0) -> Sheet:
    document = evening["sheet"]
    return laid_down(
        *document["hands"][:hands],
        game="blattla",
        players=document["players"],
        first_dealer=document["first_dealer"],
        rules=document["house_rules"],
    )


def begin(page: Page, address: str, document: dict[str, Any]) -> None:
    page.goto(address)
    link(page, "Neuer Zettel").tap()
    button(page, "Blattla").tap()
    for seat, name in enumerate(document["players"], start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    page.locator(f".seat-{document['first_dealer']} .dealer").tap()
    button(page, "Anfangen").tap()
    expect_totals(page, [0, 0, 0, 0])


def test_an_evening_is_tapped_with_the_right_figures_after_every_hand(live_server: Any, open_phone: OpenPhone) -> None:
    evening = case("BLM-S1")
    document, expected = evening["sheet"], evening["expect"]
    page = open_phone()
    begin(page, live_server.url, document)
    totals = [0, 0, 0, 0]
    for number, (hand, result) in enumerate(zip(document["hands"], expected["hands"], strict=True), start=1):
        totals = [have + more for have, more in zip(totals, result["points"], strict=True)]
        record(page, hand)
        expect(page.locator(".slip .what a")).to_have_count(number)
        expect_totals(page, totals)
    assert last_said(page) == (
        "Sauspiel auf Eichel von Done und Alois, 90 Augen, gewonnen: "
        "€ 0,10 für jeden der beiden, −€ 0,10 für jeden der anderen"
    )
    link(page, "Schluss und abrechnen").tap()
    button(page, "Zettel abschließen").tap()
    expect(page.locator(".settlement td.number")).to_have_text(["−€ 3,70", "€ 0,90", "€ 1,50", "€ 1,30"])
    payments = ["Alois → Burgi € 0,90", "Alois → Done € 1,50", "Alois → Evi € 1,30"]
    expect(page.locator(".payments li")).to_have_text(payments)
    assert hands_on(Sheet.objects.get()) == len(document["hands"])


def test_doublings_schwarz_and_tout_say_what_they_count_before_they_are_saved(
    live_server: Any, open_phone: OpenPhone
) -> None:
    evening = case("BLM-S2")
    sheet = sheet_of(evening)
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    totals = [0, 0, 0, 0]
    for hand, result in zip(evening["sheet"]["hands"], evening["expect"]["hands"], strict=True):
        totals = [have + more for have, more in zip(totals, result["points"], strict=True)]
        if hand.get("passed"):
            record(page, hand)
        else:
            tapping = fill(page, hand)
            expect(page.locator(".preview")).to_contain_text(written(result["points"][hand["declarer"]]))
            tapping.tap(".send.special")
        expect_totals(page, totals)


def test_the_pad_keeps_to_one_side_and_offers_schwarz_only_with_all_points(
    live_server: Any, open_phone: OpenPhone
) -> None:
    sheet = sheet_of(case("BLM-S1"))
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    hand = Hand(page).choose("declarer", 0).choose("pick", "sauspiel-gras")
    expect(page.locator('.declarer [value="0"]')).to_be_checked()
    expect(page.locator('.partner label:has([value="0"])')).to_be_hidden()
    hand.choose("partner", 3).tap('[data-key="7"]').tap('[data-key="5"]')
    expect(page.locator(".preview")).to_have_text("Sauspiel auf Gras, Alois und Evi: gewonnen, je +0,10")
    expect(page.locator(".schwarz")).to_be_hidden()
    top = page.locator(".pad").bounding_box()
    hand.tap('[name="opp_points"]').tap('[data-key="6"]').tap('[data-key="0"]')
    assert page.locator(".pad").bounding_box() == top, "nothing may move under the thumb"
    expect(page.locator('[name="points"]')).to_have_value("")
    expect(page.locator(".preview")).to_have_text("Sauspiel auf Gras, Alois und Evi: verloren, je −0,10")
    hand.tap('[data-key="back"]').tap('[data-key="back"]').tap('[data-key="0"]').choose("schwarz", 1)
    expect(page.locator(".preview")).to_have_text("Sauspiel auf Gras, Alois und Evi: schwarz gewonnen, je +0,30")
    hand.choose("declarer", 3)
    expect(page.locator(".preview")).to_have_text("Sauspiel auf Gras, Evi")
    hand.choose("pick", "solo-gras")
    expect(page.locator(".preview")).to_have_text("Gras-Solo, Evi: schwarz gewonnen, +2,10 (3 × 0,70)")
    page.locator("[type=reset]:visible").tap()
    expect(page.locator(".panel")).to_be_hidden()
    assert page.locator("#entry :checked:not([data-usual])").count() == 0


def test_hands_without_signal_stand_in_pencil_and_arrive_by_themselves(live_server: Any, open_phone: OpenPhone) -> None:
    evening = case("BLM-S1")
    sheet = sheet_of(evening, hands=2)
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    expect_totals(page, [20, -20, 20, -20])
    page.context.set_offline(True)
    record(page, evening["sheet"]["hands"][2])
    expect_totals(page, [-40, -80, 200, -80])
    record(page, {"passed": True})
    expect(page.locator("#unsent")).to_have_text("2")
    assert page.locator("#turn").inner_text().split()[0] == "Alois"
    pencilled = [" ".join(row.split()) for row in page.locator("#lines .pencil").all_inner_texts()]
    assert pencilled == [
        "Herz-Solo Done · 94 ✓",
        "−0,40 −0,80 +2,00 −0,80",
        "zusammengeworfen",
        "−0,40 −0,80 +2,00 −0,80",
    ]
    Hand(page).choose("pick", "solo-gras").tap(".send.special")
    expect(page.locator("#unsent")).to_have_text("2")  # not complete: it stays in the form
    page.locator("#entry [type=reset]:visible").tap()
    assert hands_on(sheet) == 2
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=8000)
    expect_totals(page, [-40, -80, 200, -80])
    expect(page.locator("#lines .pencil")).to_have_count(0)
    assert hands_on(sheet) == 4


def test_five_people_and_the_one_who_sits_out(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down(
        game="blattla", players=["Anna", "Bert", "Cilli", "Dora", "Emil"], rules={"sit_out": "dealer"}, first_dealer=4
    )
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    expect(page.locator('.declarer label:has([value="4"])')).to_be_hidden()
    hand = {"contract": "sauspiel", "suit": "gras", "declarer": 1, "partner": 3, "points": 75}
    record(page, hand)
    expect_totals(page, [-10, 10, -10, 10, 0])
    page.locator("details.turn summary").tap()
    Hand(page).choose("sits_out", 2)
    expect(page.locator("#turn")).to_contain_text("Cilli gibt und setzt aus")
    expect(page.locator('.declarer label:has([value="2"])')).to_be_hidden()
    page.context.set_offline(True)
    record(page, {**hand, "declarer": 4})
    expect_totals(page, [-20, 0, -10, 20, 10])
    page.context.set_offline(False)
    expect(page.locator("#lines .pencil")).to_have_count(0, timeout=8000)
    expect_totals(page, [-20, 0, -10, 20, 10])
    expect(page.locator("#turn")).to_contain_text("Dora gibt und setzt aus")
