"""Two phones on one sheet: the other's hands arrive by themselves, and of two at once one is asked again."""

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
    link,
    plain_game,
    record_normal,
    record_special,
    written_elsewhere,
)

pytestmark = pytest.mark.browser

WITHIN_3_SECONDS = 3000
WRITTEN_BY_THE_OTHER = "Inzwischen wurde angeschrieben:"


@pytest.fixture
def sheet(live_server: Any) -> Sheet:
    return laid_down()


@pytest.fixture
def address(live_server: Any, sheet: Sheet) -> str:
    return f"{live_server.url}/sheet/{sheet.write_secret}/"


def test_the_second_phone_and_a_watcher_see_a_hand_within_three_seconds_untouched(
    live_server: Any, sheet: Sheet, address: str, open_phone: OpenPhone
) -> None:
    first, second = open_phone(address), open_phone(address)
    watcher = open_phone(f"{live_server.url}/watch/{sheet.watch_secret}/")
    record_normal(first, 0, 3)
    expect_figures(second, 21, 24, timeout=WITHIN_3_SECONDS)
    expect_figures(watcher, 21, 24, timeout=WITHIN_3_SECONDS)
    expect(second.locator("#announce")).to_have_text("Normales Spiel: 3 für Anna und Cilli")
    assert watcher.locator("#entry").count() == 0


def test_the_second_phone_sees_the_end_of_a_leg_and_can_go_on(address: str, open_phone: OpenPhone) -> None:
    first, second = open_phone(address), open_phone(address)
    record_special(first, "herrenschnapser", 0)
    expect(second.locator(".moment h2")).to_have_text(
        "Schneider! 2 Bummerl für Bert und Dora.", timeout=WITHIN_3_SECONDS
    )
    link(second, "Nächstes Bummerl").tap()
    record_normal(second, 1, 1)
    expect_figures(first, 24, 23, timeout=WITHIN_3_SECONDS)


def in_conflict(first: Page, second: Page) -> None:
    """Both have filled in a hand; the first saves, then the second, which is told so."""
    fill_special(second, "bettler", 1, made=False, level=1)
    record_normal(first, 0, 2)
    with second.expect_response(re.compile("/hand/$")) as answer:
        button(second, "Anschreiben").tap()
    assert answer.value.status == 409
    expect(second.locator(".notice")).to_contain_text(WRITTEN_BY_THE_OTHER)
    expect(second.locator(".notice li")).to_have_text([re.compile("^Normales Spiel.*Anna und Cilli$")])
    expect_figures(second, 22, 24)


def test_of_two_hands_at_once_one_is_recorded_and_the_other_may_be_saved_as_well(
    sheet: Sheet, address: str, open_phone: OpenPhone
) -> None:
    first, second = open_phone(address), open_phone(address)
    in_conflict(first, second)
    assert hands_on(sheet) == 1
    expect(second.locator(".notice li")).to_be_in_viewport(ratio=1)
    expect(button(second, "Anschreiben")).to_be_in_viewport(ratio=1)
    kept = Hand(second)
    assert kept.is_chosen("pick", "bettler")
    assert kept.is_chosen("declarer", 1)
    assert kept.is_chosen("doubling", 1)
    assert kept.is_chosen("made", 0)
    second.wait_for_timeout(2500)  # a look at the server in between must not wipe it away
    assert kept.is_chosen("pick", "bettler")
    button(second, "Anschreiben").tap()
    expect_figures(second, 14, 24)
    assert second.locator(".notice").count() == 0
    assert hands_on(sheet) == 2


def test_of_two_hands_at_once_the_other_may_be_dropped(sheet: Sheet, address: str, open_phone: OpenPhone) -> None:
    first, second = open_phone(address), open_phone(address)
    in_conflict(first, second)
    button(second, "Verwerfen").tap()
    expect(second.locator('#entry [name="pick"]:checked')).to_have_count(0)
    expect(second.locator(".notice")).to_have_count(0)
    expect(second.locator(".panel")).to_be_hidden()
    record_normal(second, 1, 1)
    expect_figures(second, 22, 23)
    assert hands_on(sheet) == 2


def test_a_hand_half_filled_in_survives_what_the_other_phone_writes(
    sheet: Sheet, address: str, open_phone: OpenPhone
) -> None:
    page = open_phone(address)
    hand = fill_special(page, "gang", 2)
    written_elsewhere(sheet, plain_game(grade=1))
    expect_figures(page, 23, 24, timeout=WITHIN_3_SECONDS)
    assert hand.is_chosen("pick", "gang")
    assert hand.is_chosen("declarer", 2)


def test_a_refused_hand_comes_back_with_every_problem_in_words_and_what_was_chosen(
    sheet: Sheet, address: str, open_phone: OpenPhone
) -> None:
    page = open_phone(address)
    hand = Hand(page).choose("pick", "bettler").choose("doubling", 2)
    with page.expect_response(re.compile("/hand/$")) as answer:
        hand.tap(".send.special")
    assert answer.value.status == 422
    expect(page.locator("#entry .problem")).to_have_text(
        ["Bitte antippen, wessen Spiel es war.", "Bitte antippen: gewonnen oder verloren?"]
    )
    assert hand.is_chosen("pick", "bettler")
    assert hand.is_chosen("doubling", 2)
    hand.choose("declarer", 3).choose("made", 1).tap(".send.special")
    expect_figures(page, 24, 8)
    assert hands_on(sheet) == 1


def test_two_taps_on_a_button_are_one_hand(sheet: Sheet, address: str, open_phone: OpenPhone) -> None:
    """The answer is held back until both taps have happened, as on a slow evening."""
    page = open_phone(address)
    held: list[Any] = []
    page.route("**/hand/", lambda route: held.append(route))  # noqa: PLW0108  # playwright looks at its signature
    for number, special in enumerate((False, True), start=1):
        if special:
            fill_special(page, "bettler", 0)
            save = page.locator(".send.special")
        else:
            Hand(page).choose("pick", "normal-0")
            save = page.locator('[name="grade"][value="2"]')
        place = save.bounding_box()
        assert place
        for _tap in range(2):
            page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        page.wait_for_timeout(50)
        expect(save).to_be_disabled()
        assert len(held) == number
        held[-1].continue_()
        expect_figures(page, 24 - 2 - 4 * special, 24)
    assert hands_on(sheet) == 2


def test_going_to_a_line_and_back_shows_the_sheet_as_it_is_now(
    sheet: Sheet, address: str, open_phone: OpenPhone
) -> None:
    written_elsewhere(sheet, plain_game(grade=1))
    page = open_phone(address)
    page.locator(".slip a").last.tap()
    expect(page.locator(".said")).to_be_visible()
    written_elsewhere(sheet, plain_game(grade=3))
    page.go_back()
    expect_figures(page, 23, 21)
    record_normal(page, 0, 1)
    expect_figures(page, 22, 21)
    assert page.locator(".notice").count() == 0


def test_a_slow_answer_is_one_line_on_the_slip(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down()
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    asked: list[str] = []

    def slowly(route: Route) -> None:
        asked.append(route.request.url)
        answer = route.fetch()
        page.wait_for_timeout(3500)
        route.fulfill(response=answer)

    page.route("**/hand/", slowly)
    record_normal(page, 0, 2)
    expect_figures(page, 22, 24, timeout=8000)
    expect(page.locator("#lines tr:not(.begin)")).to_have_count(1)
    assert len(asked) == 1
