"""A tap too many, a form that fell behind, a page loaded again in the middle: nothing doubled, lost or left over."""

import secrets
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.services.record import Write
from scoring.services.sheets import record_hand
from tests.browser.conftest import OpenPhone
from tests.browser.table import Hand, button, hands_on, laid_down

pytestmark = pytest.mark.browser

THREE = ("Anna", "Bert", "Cilli")
TAROCK: dict[str, Any] = {"declarer": 0, "bid": "hineinschauen", "points": 75}
MUSS: dict[str, Any] = {"tricks": [2, 1, 1]}


def open_table(open_phone: OpenPhone, site: str, sheet: Sheet) -> Page:
    return open_phone(f"{site}/sheet/{sheet.write_secret}/")


def elsewhere(sheet: Sheet, hand: dict[str, Any]) -> None:
    sheet.refresh_from_db()
    record_hand(sheet, hand=hand, write=Write(sheet.seq, secrets.token_urlsafe(12), "another-phone"))


@pytest.mark.parametrize("pause", [60, 600])
@pytest.mark.parametrize(
    ("game", "players", "what"),
    [
        ("bauerntarock", THREE, '[name="redeal"]'),
        ("blattla", (*THREE, "Dora"), '[name="passed"]'),
    ],
)
def test_a_double_tap_on_nobody_plays_is_one_line(
    live_server: Any, open_phone: OpenPhone, game: str, players: tuple[str, ...], what: str, pause: int
) -> None:
    sheet = laid_down(game=game, players=players, first_dealer=0)
    page = open_table(open_phone, live_server.url, sheet)
    where = page.locator(f"#entry {what}").bounding_box()
    assert where
    spot = (where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    for _tap in range(2):
        page.touchscreen.tap(*spot)
        page.wait_for_timeout(pause)
    expect(page.locator("#lines .played-row")).to_have_count(1)
    page.wait_for_timeout(900)
    assert hands_on(sheet) == 1
    page.locator(f"#entry {what}").tap()
    expect(page.locator("#lines .played-row")).to_have_count(2)


@pytest.mark.parametrize("pause", [60])
def test_the_second_tap_on_save_hits_nothing_that_came_into_its_place(
    live_server: Any, open_phone: OpenPhone, pause: int
) -> None:
    sheet = laid_down(game="schnapsen", players=("Anna", "Bert"), first_dealer=0)
    page = open_table(open_phone, live_server.url, sheet)
    for number in (1, 2):
        Hand(page).choose("pick", "0")
        where = page.locator('#entry [name="value"][value="1"]').bounding_box()
        assert where
        for _tap in range(2):
            page.touchscreen.tap(where["x"] + 20, where["y"] + 20)
            page.wait_for_timeout(pause)
        expect(page.locator("#lines tr:not(.begin)")).to_have_count(number)
        assert page.url.endswith(f"/sheet/{sheet.write_secret}/")
        page.wait_for_timeout(900)
    assert hands_on(sheet) == 2


def test_a_form_that_was_dropped_is_that_of_the_table_as_it_is_now(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down(game="bauerntarock", players=THREE, first_dealer=0)
    page = open_table(open_phone, live_server.url, sheet)
    Hand(page).choose("declarer", 1)
    elsewhere(sheet, TAROCK)
    expect(page.locator("#figure-0")).to_have_text("15", timeout=8000)
    expect(page.locator("#turn")).to_contain_text("Anna")
    button(page, "Verwerfen").tap()
    expect(page.locator("#turn")).to_contain_text("Bert", timeout=8000)
    page.locator('#entry [name="redeal"]').tap()
    expect(page.locator("#lines .played-row")).to_have_count(2)
    assert hands_on(sheet) == 2


def test_the_end_of_a_sheet_is_seen_once_the_form_is_dropped(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down(game="bauerntarock", players=THREE, first_dealer=0, rules={"finish": "immediate"})
    page = open_table(open_phone, live_server.url, sheet)
    Hand(page).choose("declarer", 1)
    elsewhere(sheet, {**TAROCK, "points": 110, "doubling": 1})
    expect(page.locator("#figure-0")).to_have_text("100", timeout=8000)
    button(page, "Verwerfen").tap()
    expect(page.locator(".moment h2")).to_be_visible(timeout=8000)


def test_hands_that_wait_outlive_a_page_that_is_loaded_again(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down(game="kratzen", players=THREE, first_dealer=0)
    page = open_table(open_phone, live_server.url, sheet)
    page.context.set_offline(True)
    hand = Hand(page)
    for seat in (0, 0, 1, 2):
        hand.tap(f'[data-trick="{seat}"]')
    button(page, "Anschreiben").tap()
    expect(page.locator("#lines .pencil").first).to_be_visible()
    elsewhere(sheet, MUSS)
    elsewhere(sheet, {"thrown_in": True})
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#entry .notice")).to_be_visible(timeout=8000)
    assert hands_on(sheet) == 2
