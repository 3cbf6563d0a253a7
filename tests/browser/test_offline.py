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


def expect_kept(page: Page) -> None:
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("wird von selbst noch einmal geschickt")


def test_a_hand_saved_without_signal_arrives_once_when_the_signal_is_back(page: Page, sheet: Sheet) -> None:
    expect(page.locator("#offline")).to_be_hidden()
    page.context.set_offline(True)
    record_normal(page, 0, 2)
    expect_kept(page)
    assert Hand(page).is_chosen("pick", "normal-0")
    assert hands_on(sheet) == 0
    page.context.set_offline(False)
    expect_figures(page, 22, 24, timeout=BY_ITSELF)
    expect(page.locator("#offline")).to_be_hidden()
    record_normal(page, 1, 1)
    expect_figures(page, 22, 23)
    assert hands_on(sheet) == 2


def test_while_a_hand_waits_no_other_can_take_its_place(page: Page, sheet: Sheet) -> None:
    page.context.set_offline(True)
    record_normal(page, 0, 2)
    expect_kept(page)
    Hand(page).choose("pick", "normal-1")
    expect(page.locator('[name="grade"][value="3"]')).to_be_disabled()
    page.context.set_offline(False)
    expect_figures(page, 22, 24, timeout=BY_ITSELF)
    expect(page.locator('[name="grade"][value="3"]')).to_be_enabled()
    assert hands_on(sheet) == 1


def test_a_hand_that_waits_can_be_dropped(page: Page, sheet: Sheet) -> None:
    page.context.set_offline(True)
    record_normal(page, 0, 2)
    expect_kept(page)
    button(page, "Verwerfen").tap()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    record_normal(page, 1, 3)
    expect_figures(page, 24, 21)
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
    expect_figures(page, 21, 24, timeout=BY_ITSELF)
    assert hands_on(sheet) == 1


def test_a_hand_from_before_meets_what_others_wrote_meanwhile_and_asks(page: Page, sheet: Sheet) -> None:
    page.context.set_offline(True)
    record_normal(page, 0, 2)
    expect_kept(page)
    written_elsewhere(sheet, plain_game(grade=1))
    page.context.set_offline(False)
    expect(page.locator(".notice li")).to_have_text([re.compile("^Normales Spiel.*Anna und Cilli$")], timeout=BY_ITSELF)
    assert Hand(page).is_chosen("pick", "normal-0")
    page.locator('[name="grade"][value="2"]').tap()
    expect_figures(page, 21, 24)
    assert hands_on(sheet) == 2
