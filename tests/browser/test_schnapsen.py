"""Schnapsen for two on a phone: case Z16 by real taps, what is asked and shown live, and a table without signal."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.games.core import read_house_rules
from scoring.games.schnapsen import GAME
from scoring.games.schnapsen_result import values
from scoring.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.table import DOUBLE_TAP, Hand, button, expect_figures, hands_on, label, laid_down, last_said, link
from tests.browser.test_looks import NASTY, STICKS_OUT, THUMB, TOO_LOW, TOO_PALE, violations
from tests.games.schnapsen_evenings import Deal

pytestmark = pytest.mark.browser

CASES = Path(__file__).resolve().parent.parent / "games" / "cases" / "schnapsen.json"
TWO = ("Anna", "Bert")
BY_ITSELF = 8000

MOST_TAPS = 2
MOST_TAPS_EXACT = 5
"""Who won, "more exactly", how it ended, one field, save. Typing comes on top."""

WIRTSHAUS = {"false_claim": "two_or_three", "closing_count": "at_close"}
TURNIER = {"false_claim": "mirror", "closing_count": "at_close", "closed_other_claims": "claimant_trickless_at_close"}


def a_sheet(*hands: dict[str, Any], **rules: Any) -> Sheet:
    return laid_down(*hands, players=TWO, rules=rules, game="schnapsen", first_dealer=1)


def on_phone(live_server: Any, open_phone: OpenPhone, sheet: Sheet, **different: Any) -> Page:
    return open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/", **different)


def record_short(page: Page, winner: int, value: int) -> None:
    hand = Hand(page).choose("pick", winner).tap(f'.grades [value="{value}"]')
    assert hand.taps <= MOST_TAPS


def fill_exact(page: Page, winner: int, end: str, *, closed_by: int | None = None, **figures: int) -> Hand:
    hand = Hand(page).choose("pick", winner).tap(".more summary").choose("end", end)
    if closed_by is not None:
        hand.choose("closed_by", closed_by)
    for name, figure in figures.items():
        page.locator(f'[name="{name}"]').fill(str(figure))
    return hand


def record_exact(page: Page, winner: int, end: str, **more: Any) -> None:
    hand = fill_exact(page, winner, end, **more).tap(".exact")
    assert hand.taps <= MOST_TAPS_EXACT


def test_an_evening_is_tapped_from_the_first_hand_to_the_transfer(live_server: Any, open_phone: OpenPhone) -> None:
    case = next(one for one in json.loads(CASES.read_text()) if one["id"] == "Z16")
    page = open_phone(f"{live_server.url}/new/schnapsen/")
    for seat, name in enumerate(TWO, start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    label(page, "der Verlierer zahlt dem Gewinner").tap()
    page.get_by_label("Einsatz je Bummerl in Euro").fill("0,50")
    button(page, "Anfangen").tap()
    expect_figures(page, 7, 7)
    expect(page.locator("#turn")).to_have_text("Bert gibt Anna spielt aus")

    for number, (hand, expected) in enumerate(zip(case["sheet"]["hands"], case["expect"]["hands"], strict=True), 1):
        figures = {name: figure for name, figure in hand.items() if name not in ("end", "by")}
        record_exact(page, hand["by"], hand["end"], **figures)
        expect_figures(page, *(max(0, 7 - total) for total in expected["totals"]))
        assert hands_on(Sheet.objects.get()) == number
    expect(page.locator(".moment h2")).to_have_text("Bummerl für Bert.")
    link(page, "Nächstes Bummerl").tap()
    expect(page.locator("#turn")).to_have_text("Anna gibt Bert spielt aus")

    # The next leg by the commonest way, and put right once.
    record_short(page, 1, 2)
    expect_figures(page, 7, 5)
    page.wait_for_timeout(DOUBLE_TAP)  # the line stands where the button was that wrote it
    page.locator(".slip a").last.tap()
    expect(page.locator(".said")).to_have_text("Spiel gewonnen: 2 für Bert")
    Hand(page).tap('.grades [value="3"]')
    expect_figures(page, 7, 4)
    record_short(page, 1, 3)
    expect_figures(page, 7, 1)
    record_exact(page, 1, "false_claim")
    expect(page.locator(".moment h2")).to_have_text("Schneider! 2 Bummerl für Anna.")
    expect(page.locator(".slip .what").last).to_have_text("falsches 66 Anna ✗verloren")

    page.locator(".moment").get_by_role("link", name="Schluss und abrechnen").tap()
    button(page, "Zettel abschließen").tap()
    expect(page.locator(".settlement .number.big")).to_have_text(["2", "1"])
    expect(page.locator(".settlement td.number:not(.big)")).to_have_text(["−€ 0,50", "€ 0,50"])
    expect(page.locator(".payments li")).to_have_text(["Anna → Bert € 0,50"])
    assert case["expect"]["bummerl"] == [0, 1]


# --- what is asked and shown -----------------------------------------------------------------------------------------


def offered(page: Page) -> list[str]:
    return page.locator(".grades button:visible b").all_inner_texts()


def asked(page: Page) -> list[str]:
    names: list[str] = page.locator(".more input:not([type=radio]):visible").evaluate_all(
        "(all) => all.map((a) => a.name)"
    )
    return names


def test_only_what_decides_is_asked_and_the_value_follows(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = a_sheet()
    page = on_phone(live_server, open_phone, sheet)
    hand = Hand(page).choose("pick", 0)
    assert (offered(page), page.locator(".exact").is_visible()) == (["1", "2", "3"], False)
    hand.tap(".more summary").choose("end", "claim")
    assert asked(page) == ["opp_points", "opp_tricks", "opp_marriages"]
    assert (offered(page), page.locator(".exact").is_visible()) == (["1", "2", "3"], False)
    page.locator('[name="opp_tricks"]').fill("2")
    assert offered(page) == ["1", "2"]
    page.locator('[name="opp_points"]').fill("33")
    expect(page.locator(".preview")).to_have_text("66 von Anna, Bert mit 33 Augen oder mehr: 1 für Anna")
    assert (offered(page), page.locator(".exact").is_visible()) == ([], True)
    # Another winner: what was typed was said of Bert, and now it would be Anna's.
    hand.choose("pick", 1)
    assert [page.locator(f'[name="{name}"]').input_value() for name in asked(page)] == ["", "", ""]
    hand.choose("end", "closed_out")
    assert (asked(page), offered(page)) == (["noncloser_tricks_at_close"], ["2", "3"])
    assert page.locator(".closer").is_hidden()
    hand.choose("end", "last_trick")
    assert (asked(page), offered(page)) == ([], [])
    hand.choose("end", "false_claim")
    expect(page.locator(".preview")).to_have_text("Zu Unrecht 66 von Anna: 2 für Bert")
    hand.choose("end", "")
    assert (asked(page), offered(page)) == ([], ["1", "2", "3"])
    hand.tap('.grades [value="2"]')
    expect_figures(page, 7, 5)
    assert last_said(page) == "Spiel gewonnen: 2 für Bert"
    assert not page.locator(".more").get_attribute("open")


def test_what_cannot_be_is_said_beside_its_field_and_kept(live_server: Any, open_phone: OpenPhone) -> None:
    page = on_phone(live_server, open_phone, a_sheet())
    fill_exact(page, 0, "claim", opp_points=3).tap(".exact")
    expect(page.locator(".figures.at-end + .problem, .figures.at-end + [role=alert]")).to_be_visible()
    expect(page.locator('[name="opp_points"]')).to_have_value("3")
    page.locator('[name="opp_points"]').fill("28")
    expect(page.locator(".preview")).to_have_text("66 von Anna, Bert mit höchstens 32 Augen: 2 für Anna")
    page.locator(".exact").tap()
    expect_figures(page, 5, 7)


SHOWN = """(hands) => {
  const form = document.getElementById("entry");
  const data = JSON.parse(form.querySelector("#preview").textContent);
  return hands.map((hand) => {
    for (const input of form.querySelectorAll("input:not([type=hidden])")) {
      const value = String(hand[input.name] ?? "");
      if (input.type === "radio") input.checked = input.value === value;
      else input.value = value;
    }
    delete form.dataset.by;
    game.offer(form, data);
    const left = [...form.querySelectorAll(".grades:not([hidden]) button:not([hidden])")].map((one) => one.value);
    const sent = game.pencil(new URLSearchParams(new FormData(form)), data, ["7", "7"]);
    return { left, shown: form.querySelector(".preview").textContent, figures: sent?.figures.map(String) };
  });
}"""
"""What the phone offers, says and counts for hands set into its form."""


@pytest.mark.parametrize("rules", [{}, WIRTSHAUS, TURNIER])
def test_the_phone_counts_what_the_engine_counts(
    live_server: Any, open_phone: OpenPhone, rules: dict[str, str]
) -> None:
    page = on_phone(live_server, open_phone, a_sheet(**rules))
    read = read_house_rules(GAME, rules)
    told, known = [Deal(seed).told() for seed in range(150)], 0
    hands = [{"pick": one["winner"], **one} for one in told]
    for hand, seen in zip(told, page.evaluate(SHOWN, hands), strict=True):
        (right,) = values(GAME.read(hand), read)
        if seen["shown"]:
            known += 1
            assert seen["shown"].endswith(f": {right} für {TWO[hand['winner']]}"), (hand, seen)
            left = [7, 7]
            left[hand["winner"]] -= right
            assert seen["figures"] == [str(figure) for figure in left], (hand, seen)
        else:
            assert str(right) in seen["left"], (hand, seen)
    assert known > 140


# --- without signal, without JavaScript, in English ------------------------------------------------------------------


def test_a_table_plays_on_without_signal(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = a_sheet()
    page = on_phone(live_server, open_phone, sheet)
    page.context.set_offline(True)
    record_short(page, 0, 3)
    expect_figures(page, 4, 7)
    expect(page.locator("#turn")).to_have_text("Anna gibt Bert spielt aus")
    record_exact(page, 1, "claim", opp_points=20)
    expect_figures(page, 4, 5)
    record_exact(page, 1, "false_claim")
    expect_figures(page, 4, 3)
    lines = [" ".join(row.split()) for row in page.locator("#lines .pencil").all_inner_texts()]
    assert lines == ["4 3 7", "4 2 5", "4 falsches 66 Anna ✗ 3"]
    assert hands_on(sheet) == 0
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    expect_figures(page, 4, 3)
    expect(page.locator("#lines .pencil")).to_have_count(0)
    assert hands_on(sheet) == 3
    expect(page.locator("#turn")).to_have_text("Anna gibt Bert spielt aus")


def test_every_way_to_write_a_hand_works_without_javascript(live_server: Any, open_phone: OpenPhone) -> None:
    page = on_phone(live_server, open_phone, a_sheet(), java_script_enabled=False)
    record_short(page, 1, 1)
    expect_figures(page, 7, 6)
    fill_exact(page, 0, "closed_out").tap(".exact")
    expect(page.locator(".problem")).to_have_text("Bitte 1, 2 oder 3 antippen.")
    Hand(page).tap('.grades [value="2"]')
    expect_figures(page, 5, 6)
    fill_exact(page, 0, "claim", closed_by=0, opp_points=40).tap(".exact")
    expect_figures(page, 4, 6)


def test_english_hands_are_said_in_english(live_server: Any, open_phone: OpenPhone) -> None:
    page = on_phone(live_server, open_phone, a_sheet(), locale="en-GB")
    fill_exact(page, 0, "claim", closed_by=1, opp_tricks=0)
    said = "66 by Anna after Bert had closed and taken no trick: 3 for Anna"
    expect(page.locator(".preview")).to_have_text(said)
    page.locator(".exact").tap()
    expect(page.locator("#announce")).to_have_text(said)


def test_the_form_pleases_axe_and_the_thumb_even_with_the_longest_names(
    live_server: Any, open_phone: OpenPhone
) -> None:
    rules = {"money": "zero_sum", "stake_cents": 50, "closing_count": "at_close"}
    hand = {"end": "claim", "by": 1, "closed_by": 1, "opp_points": 40, "opp_points_at_close": 28, "winner_points": 70}
    sheet = laid_down(hand, players=[name[:40] for name in NASTY[:2]], rules=rules, game="schnapsen", first_dealer=1)
    page = on_phone(live_server, open_phone, sheet)
    fill_exact(page, 0, "claim", closed_by=0, opp_points_at_close=40)
    found: dict[str, list[str]] = {}
    for name in ("sheet", "line"):
        for width in (320, 360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            found[f"{name} {width}"] = page.evaluate(STICKS_OUT)
        page.set_viewport_size({"width": 360, "height": 740})
        found[f"{name} thumb"] = page.evaluate(TOO_LOW, THUMB)
        found[f"{name} day"] = violations(page)
        page.emulate_media(color_scheme="dark")
        found[f"{name} night"] = page.evaluate(TOO_PALE)
        page.goto(f"{live_server.url}/sheet/{sheet.write_secret}/line/1/")
    assert {look: problems for look, problems in found.items() if problems} == {}
