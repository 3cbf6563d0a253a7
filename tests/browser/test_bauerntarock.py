"""Bauerntarock tapped at 360 px: the evenings of the scoring rules from the first hand to the payout, and no signal."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from scoring.games import bauerntarock
from scoring.games.core import read_house_rules
from scoring.games.sheet import play_hand
from scoring.models import Sheet
from scoring.screens.bauerntarock import SCREEN, preview
from scoring.screens.core import AtTable
from tests.browser.conftest import OpenPhone
from tests.browser.table import DOUBLE_TAP, Hand, button, hands_on, laid_down, written_elsewhere
from tests.browser.test_looks import THUMB, TOO_LOW, violations

pytestmark = pytest.mark.browser

CASES = Path(__file__).resolve().parent.parent / "games" / "cases" / "bauerntarock.json"
MOST_TAPS_PLAIN = 4
BY_ITSELF = 8000


def played(declarer: int, points: int | None, **more: Any) -> dict[str, Any]:
    return {"declarer": declarer, "bid": "hineinschauen", **({"points": points} if points is not None else {}), **more}


# BT-S1 of the scoring rules, section A8: the hands and what Anna, Bert and Cilli have after each.
EVENING: list[tuple[dict[str, Any], str]] = [
    (played(0, 75), "15 0 0"),
    (played(1, 66, bid="sumpern"), "15 6 0"),
    (played(2, 48, spatz="lost"), "15 6 −17"),
    (played(0, 82, doubling=1), "59 6 −17"),
    ({"redeal": True}, "59 6 −17"),
    (played(2, 91, bid="sumpern"), "59 6 14"),
    (played(1, 55, doubling=2), "59 −14 14"),
    (played(0, 64, spatz="won_last"), "73 −14 14"),
    (played(2, None, gmotschd=True), "73 −14 −46"),
    (played(1, 100, bid="sumpern", doubling=1), "73 66 −46"),
    (played(0, 88), "101 66 −46"),
    (played(1, 79, doubling=1), "101 104 −46"),
    (played(2, 70, doubling=3), "101 104 34"),
]


def fill(page: Page, hand: dict[str, Any], *, defenders: bool = False) -> Hand:
    """A hand tapped in, but not saved; `defenders`: by what they have. What is chosen already needs no tap."""
    tapping = Hand(page).choose("declarer", hand["declarer"])
    for name, usual in (("bid", "hineinschauen"), ("doubling", 0), ("spatz", "none")):
        if not tapping.is_chosen(name, hand.get(name, usual)):
            tapping.choose(name, hand.get(name, usual))
    if hand.get("gmotschd"):
        return tapping.choose("gmotschd", 1)
    if defenders:
        tapping.tap('[name="opp_points"]')
    for figure in str(120 - hand["points"] if defenders else hand["points"]):
        tapping.tap(f'[data-key="{figure}"]')
    return tapping


def record(page: Page, hand: dict[str, Any]) -> int:
    """Answers with the taps it took."""
    if hand.get("redeal"):
        page.wait_for_timeout(DOUBLE_TAP)
        return Hand(page).tap(".redeal").taps
    tapping = fill(page, hand)
    expect(page.locator(".preview")).to_contain_text(": ")
    return tapping.tap(".send.special").taps


def expect_totals(page: Page, figures: str, timeout: float = 5000) -> None:
    written = [re.compile(rf": {figure}$") for figure in figures.split()]
    expect(page.locator(".board .figure")).to_have_text(written, timeout=timeout)


def expect_facts(page: Page, *figures: str) -> None:
    expect(page.locator(".facts dd")).to_have_text(list(figures))


def at_table(players: str, **more: Any) -> Sheet:
    return laid_down(game="bauerntarock", players=players.split(), first_dealer=0, **more)


def open_sheet(live_server: Any, open_phone: OpenPhone, sheet: Sheet) -> Page:
    return open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")


def close(page: Page) -> None:
    page.locator(".moment").get_by_role("link", name="Schluss und abrechnen").tap()
    button(page, "Zettel abschließen").tap()


def test_an_evening_is_tapped_from_a_new_sheet_to_the_payout(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone(f"{live_server.url}/new/bauerntarock/")
    for seat, name in enumerate(("Anna", "Bert", "Cilli"), start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    page.locator(".seat-0 .dealer").tap()
    button(page, "Anfangen").tap()
    expect_totals(page, "0 0 0")
    for hand, totals in EVENING:
        taps = record(page, hand)
        expect_totals(page, totals)
        expect(page.locator('[name="declarer"]:checked')).to_have_count(0)
        extras = sum(hand.get(name, usual) != usual for name, usual in (("bid", "hineinschauen"), ("spatz", "none")))
        longer = hand.get("points", 0) > 99
        assert taps <= MOST_TAPS_PLAIN + extras + bool(hand.get("doubling")) + longer, hand
        if totals == "101 66 −46":
            expect_facts(page, "noch 2 Spiele", "Anna")
    expect(page.locator(".moment h2")).to_have_text("Ausgespielt. Bert hat gewonnen.")
    payout = ["Bert104€ 0,93", "Anna101−€ 0,03", "Cilli34−€ 0,90"]
    expect(page.locator(".payout tr")).to_have_text(payout)
    close(page)
    expect(page.locator(".settlement td.big")).to_have_text(["101", "104", "34"])
    expect(page.locator(".settlement td.number:not(.big)")).to_have_text(["−€ 0,03", "€ 0,93", "−€ 0,90"])
    expect(page.locator(".payments li")).to_have_text(["Anna → Bert € 0,03", "Cilli → Bert € 0,90"])


def test_four_people_and_five_cents_a_point(live_server: Any, open_phone: OpenPhone) -> None:
    """Case BT-S2, its first hands laid down."""
    case = next(one for one in json.loads(CASES.read_text()) if one["id"] == "BT-S2")
    hands, expected = case["sheet"]["hands"], case["expect"]["hands"]
    sheet = at_table(" ".join(case["sheet"]["players"]), rules=case["sheet"]["house_rules"])
    totals = [0] * 4
    page = None
    for number, (hand, said) in enumerate(zip(hands, expected, strict=True)):
        totals = [have + more for have, more in zip(totals, said["points"], strict=True)]
        if number < 4:
            written_elsewhere(sheet, hand)
            continue
        page = page or open_sheet(live_server, open_phone, sheet)
        record(page, hand)
        expect(page.locator("#lines .played")).to_have_count(number + 1)
        expect_totals(page, " ".join(str(one).replace("-", "−") for one in totals))
    assert page
    assert totals == case["expect"]["totals"]
    expect(page.locator(".payout tr").first).to_have_text("Gusti111€ 16,30")
    close(page)
    cents = ["−€ 4,45", "−€ 5,20", "−€ 6,65", "€ 16,30"]
    expect(page.locator(".settlement td.number:not(.big)")).to_have_text(cents)


def test_the_form_says_what_a_hand_counts_and_offers_only_what_can_be(live_server: Any, open_phone: OpenPhone) -> None:
    rules = {"sit_out": "dealer", "spatz_scope": "both", "sumpern_doubles": True}
    page = open_sheet(live_server, open_phone, at_table("Anna Bert Cilli Dora Emil", rules=rules))
    preview = page.locator(".preview")
    expect(page.locator(".panel")).to_be_hidden()
    expect(page.locator('.declarer label:has([value="0"])')).to_be_hidden()
    tapping = fill(page, played(2, 75), defenders=True)
    expect(preview).to_have_text("75 Augen: +15 für Cilli")
    expect(page.locator('[name="points"]')).to_have_attribute("placeholder", "75")
    expect(button(page, "Anschreiben")).to_be_in_viewport()
    tapping.tap('[data-key="back"]').tap('[data-key="back"]').tap('[data-key="6"]').tap('[data-key="0"]')
    expect(preview).to_have_text("60 Augen, genau die Hälfte: 0 für Cilli")
    tapping.choose("bid", "sumpern").choose("doubling", 3).choose("spatz", "def_lost_last")
    said = "Spatz eines Gegners im letzten Stich gefangen, Sumpern zählt doppelt, dreimal (×8)"
    expect(preview).to_have_text(f"60 Augen, {said}: +160 für Cilli")
    tapping.choose("gmotschd", 1)  # nobody has caught anything without a trick
    expect(preview).to_have_text("gmotschd (kein Stich), Sumpern zählt doppelt, dreimal (×8): −960 für Cilli")
    expect(page.locator('label:has([value="won_last"])')).to_be_hidden()
    assert violations(page) == []
    assert page.evaluate(TOO_LOW, THUMB) == []
    tapping.tap('[data-key="7"]').tap('[data-key="1"]')
    expect(page.locator('[name="gmotschd"]')).not_to_be_checked()
    tapping.tap('[data-key="9"]')
    expect(preview).to_have_text("")  # 719
    page.locator("details.turn summary").tap()
    tapping.choose("sits_out", 2)
    expect(page.locator(".panel")).to_be_hidden()
    button(page, "Keiner spielt: neu geben").tap()
    expect(page.locator("#lines .played")).to_have_text("neu gegeben")


def test_hands_without_signal_stand_in_pencil_and_arrive_by_themselves(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = at_table("Anna Bert Cilli")
    written_elsewhere(sheet, played(0, 100, doubling=1))
    page = open_sheet(live_server, open_phone, sheet)
    page.context.set_offline(True)
    record(page, {"redeal": True})
    expect(page.locator("#unsent")).to_have_text("1")
    assert page.locator("#turn").inner_text().split() == ["Bert", "gibt"]
    record(page, played(0, 85, spatz="lost"))
    record(page, played(2, 48, doubling=1))
    expect(page.locator("#unsent")).to_have_text("3")
    expect_totals(page, "100 0 −24")
    expect(page.locator("#lines .pencil")).to_have_count(6)
    expect_facts(page, "fertig", "Anna")
    expect(page.locator(".redeal")).to_be_disabled()  # the sheet is over
    assert hands_on(sheet) == 1
    page.context.set_offline(False)
    expect(page.locator(".moment h2")).to_have_text("Ausgespielt. Anna hat gewonnen.", timeout=BY_ITSELF)
    expect_totals(page, "100 0 −24")
    assert hands_on(sheet) == 4


HOUSE_RULES: list[dict[str, Any]] = [
    {},
    {"tie_winner": "play_on", "threshold": 50},
    {"end_check": "at_round_end", "spatz_scope": "both", "threshold": 60},
    {"finish": "immediate", "sumpern_doubles": True, "sit_out": "dealer"},
]


def test_the_phone_counts_as_the_engine_does(live_server: Any, open_phone: OpenPhone) -> None:
    """Many random hands in random states, counted by both."""
    page = open_sheet(live_server, open_phone, at_table("Anna Bert Cilli Dora"))
    chance, names, game = random.Random(1), ["Anna", "Bert", "Cilli", "Dora"], bauerntarock.GAME
    asked, expected = [], []
    with translation.override("de"):
        for number in range(600):
            house = read_house_rules(game, HOUSE_RULES[number % len(HOUSE_RULES)])
            before = replace(
                game.start(house, 4, chance.randrange(4)),
                deals=chance.randrange(8),
                totals=tuple(chance.choice((-20, 0, 45, 50, 60, 99, 110)) for _seat in names),
                reached=chance.random() < 0.2,
            )
            fields = random_fields(chance, before.dealer)
            if before.dealer_sits_out and chance.random() < 0.5:
                fields["sits_out"] = str((int(fields["declarer"]) + chance.randrange(1, 4)) % 4)
            table = AtTable(game, house, names, before)
            outcome = play_hand(game, house, before, SCREEN.hand_of(fields, table)).outcome
            after = AtTable(game, house, names, outcome.state)
            figures = [SCREEN.figure(total, table) for total in before.totals]
            asked.append([fields, preview(table), figures])
            expected.append(
                {
                    "figures": [SCREEN.figure(total, table) for total in outcome.state.totals],
                    "stuck": outcome.state.finished,
                    "facts": [fact for _label, fact in SCREEN.facts(after)],
                    "seen": [outcome.state.deals, outcome.state.reached],
                    "rotation": outcome.state.dealer,
                }
            )
    counted = page.evaluate(
        """(hands) => hands.map(([fields, data, figures]) => {
          const { figures: written, stuck, facts, data: next, rotation } =
            game.pencil(new URLSearchParams(fields), data, figures);
          return { figures: written, stuck, facts: facts.map(String), seen: [next.deals, next.reached], rotation };
        })""",
        asked,
    )
    assert counted == expected


def test_a_hand_that_came_second_is_asked_about_in_short(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = at_table("Anna Bert Cilli")
    page = open_sheet(live_server, open_phone, sheet)
    fill(page, played(0, 75))
    written_elsewhere(sheet, played(0, 75))
    button(page, "Anschreiben").tap()
    expect(page.locator(".notice li")).to_have_text("Hineinschauen von Anna, 75 Augen")
    expect(page.locator(".preview")).to_have_text("75 Augen: +15 für Anna")
    expect(page.locator(".pad")).to_be_hidden()
    button(page, "Verwerfen").tap()
    expect(page.locator(".panel")).to_be_hidden()
    expect_totals(page, "15 0 0")
    written_elsewhere(sheet, played(1, 75))
    page.locator(".redeal").tap()
    expect(page.locator(".notice li")).to_have_text("Hineinschauen von Bert, 75 Augen")
    button(page, "Keiner spielt: neu geben").tap()
    expect(page.locator("#lines .played").last).to_have_text("neu gegeben")
    assert hands_on(sheet) == 3


def random_fields(chance: random.Random, dealer: int) -> dict[str, str]:
    gmotschd = chance.random() < 0.1
    points = {"gmotschd": "1"} if gmotschd else {chance.choice(("points", "opp_points")): str(chance.randrange(2, 119))}
    return {
        "declarer": str((dealer + chance.randrange(1, 4)) % 4),
        "bid": chance.choice(("hineinschauen", "sumpern")),
        "doubling": str(chance.randrange(4)),
        "spatz": chance.choice(("none", "lost", "lost_last") + (() if gmotschd else ("won_last",))),
        "rotation": str(dealer),
        **points,
    }


def test_the_keyboard_and_a_phone_without_javascript_write_the_same(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = at_table("Anna Bert Cilli")
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/", java_script_enabled=False)
    Hand(page).choose("declarer", 1)
    expect(page.locator("[data-key]").first).to_be_hidden()
    page.locator('[name="opp_points"]').fill("45")
    button(page, "Anschreiben").tap()
    expect_totals(page, "0 15 0")
    wide = open_phone(
        f"{live_server.url}/sheet/{sheet.write_secret}/", has_touch=False, viewport={"width": 1280, "height": 800}
    )
    wide.locator('[name="declarer"]').first.focus()
    wide.keyboard.press("Space")
    wide.locator('[name="points"]').focus()
    wide.keyboard.type("66")
    wide.locator(".send.special").focus()
    wide.keyboard.press("Enter")
    expect_totals(wide, "6 15 0")
