"""No signal: what was tapped is kept, and arrives once when the signal is back, without another tap."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scoring.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.table import (
    Hand,
    button,
    expect_figures,
    fill_special,
    hands_on,
    laid_down,
    plain_game,
    record_normal,
    written_elsewhere,
)

pytestmark = pytest.mark.browser

BY_ITSELF = 8000


@pytest.fixture
def sheet(live_server: Any) -> Sheet:
    return laid_down()


@pytest.fixture
def page(live_server: Any, sheet: Sheet, open_phone: OpenPhone) -> Page:
    return open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")


def expect_kept(page: Page, waiting: int = 1) -> None:
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("wird von selbst noch einmal geschickt")
    expect(page.locator("#unsent")).to_have_text(str(waiting))


def pencilled(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.locator("#lines .pencil").all_inner_texts()]


def test_a_hand_saved_without_signal_arrives_once_when_the_signal_is_back(page: Page, sheet: Sheet) -> None:
    expect(page.locator("#offline")).to_be_hidden()
    page.context.set_offline(True)
    record_normal(page, 0, 2)
    expect_kept(page)
    expect_figures(page, 22, 24)
    assert hands_on(sheet) == 0
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    expect_figures(page, 22, 24)
    assert pencilled(page) == []
    record_normal(page, 1, 1)
    expect_figures(page, 22, 23)
    assert hands_on(sheet) == 2


def test_a_table_plays_on_without_signal_into_the_next_leg(page: Page, sheet: Sheet) -> None:
    page.context.set_offline(True)
    record_normal(page, 0, 2)
    expect_kept(page)
    assert page.locator("#turn").inner_text().split() == ["Anna", "gibt", "Bert", "ruft"]
    fill_special(page, "bettler", 1, made=False).tap(".send.special")
    expect_kept(page, 2)
    expect_figures(page, 18, 24)
    assert pencilled(page) == ["22 2 24", "18 Bettler Bert ✗ 24"]
    # Cilli calls, so Bert and Dora may counter, which ends the leg.
    fill_special(page, "kontrabauernschnapser", 3, made=True).tap(".send.special")
    expect_kept(page, 3)
    expect_figures(page, 18, 0)
    record_normal(page, 1, 3)
    expect_kept(page, 4)
    expect_figures(page, 24, 21)
    assert hands_on(sheet) == 0
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    expect_figures(page, 24, 21)
    assert hands_on(sheet) == 4
    sheet.refresh_from_db()
    assert [leg["totals"] for leg in sheet.state["play"]["legs"]] == [[6, 24]]
    assert [entry.data["hand"]["caller"] for entry in sheet.entries.all()] == [0, 1, 2, 3]


def test_what_is_not_complete_stays_in_the_form(page: Page, sheet: Sheet) -> None:
    page.context.set_offline(True)
    Hand(page).choose("pick", "bettler").tap(".send.special")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#unsent")).to_have_text("")
    assert Hand(page).is_chosen("pick", "bettler")
    Hand(page).choose("declarer", 1).choose("made", 1).tap(".send.special")
    expect_kept(page)
    expect_figures(page, 24, 20)
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    assert hands_on(sheet) == 1


@pytest.mark.parametrize("closed", [False, True], ids=["reloaded", "closed"])
def test_a_hand_saved_without_signal_outlives_the_page(page: Page, sheet: Sheet, closed: bool) -> None:
    address = page.url
    page.context.set_offline(True)
    fill_special(page, "bettler", 3, made=False).tap(".send.special")
    expect_kept(page)
    if closed:
        page.close()
        page.context.set_offline(False)
        page = page.context.new_page()
        page.goto(address)
    else:
        page.context.set_offline(False)
        page.reload()
    expect_figures(page, 20, 24, timeout=BY_ITSELF)
    # The figures may still be those in pencil.
    expect(page.locator("#lines .pencil")).to_have_count(0, timeout=BY_ITSELF)
    assert hands_on(sheet) == 1


def test_a_hand_whose_answer_was_lost_is_not_written_twice(page: Page, sheet: Sheet) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/hand/", lose_the_answer, times=1)
    record_normal(page, 0, 3)
    expect_figures(page, 21, 24, timeout=BY_ITSELF)
    expect(page.locator("#offline")).to_be_hidden()
    assert Hand(page).page.locator('[name="pick"]:checked').count() == 0
    assert hands_on(sheet) == 1


def test_an_answer_that_is_not_from_the_table_does_not_swallow_the_hand(page: Page, sheet: Sheet) -> None:
    """A hotel's login page answers everything with 200."""
    page.route("**/hand/", lambda route: route.fulfill(status=200, body="<h1>Welcome to our hotel</h1>"), times=1)
    record_normal(page, 0, 3)
    expect_kept(page)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    expect_figures(page, 21, 24)
    assert hands_on(sheet) == 1


def test_hands_from_before_meet_what_others_wrote_meanwhile_and_ask_one_by_one(page: Page, sheet: Sheet) -> None:
    page.context.set_offline(True)
    record_normal(page, 0, 2)
    record_normal(page, 1, 3)
    record_normal(page, 1, 1)
    expect_kept(page, 3)
    written_elsewhere(sheet, plain_game(grade=1))
    page.context.set_offline(False)
    other = re.compile("^Normales Spiel 1: Anna und Cilli$")
    expect(page.locator(".notice li")).to_have_text([other], timeout=BY_ITSELF)
    expect_figures(page, 23, 24)
    assert Hand(page).is_chosen("pick", "normal-0")
    page.locator('[name="grade"][value="2"]').tap()
    # The second is asked about too, and dropped: the other phone has it already. So is the third, and saved.
    expect(page.locator(".notice li")).to_have_count(2, timeout=BY_ITSELF)
    expect_figures(page, 21, 24)
    assert Hand(page).is_chosen("pick", "normal-1")
    button(page, "Verwerfen").tap()
    expect(page.locator('[name="grade"][aria-current]')).to_have_text(re.compile("^1"), timeout=BY_ITSELF)
    page.locator('[name="grade"][value="1"]').tap()
    expect_figures(page, 21, 23)
    assert hands_on(sheet) == 3
    expect(page.locator("#offline")).to_be_hidden()
    assert page.evaluate("Object.values(localStorage)") == ["[]"]
