"""Without JavaScript, with a keyboard only, in English, and on paper."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Entry, Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import PAGES, set_table
from tests.browser.table import (
    CAST,
    SIDE_A,
    SIDE_B,
    button,
    expect_figures,
    fill_special,
    hands_on,
    label,
    laid_down,
    link,
    record_normal,
    record_special,
)

pytestmark = pytest.mark.browser

A5_LANDSCAPE = (595, 420)
"""Points."""


def test_a_table_without_javascript_gets_through_the_evening(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone(live_server.url, java_script_enabled=False)
    link(page, "Neuer Zettel").tap()
    for seat, name in enumerate(CAST, start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    label(page, "Ohne Bettler").tap()
    label(page, "die Verlierer zahlen in die Kassa").tap()
    page.get_by_label("Einsatz je Bummerl in Euro").fill("1")
    button(page, "Anfangen").tap()
    expect_figures(page, 24, 24)
    sheet = Sheet.objects.get()
    assert sheet.house_rules["stake_cents"] == 100
    assert page.locator('[value="bettler"]').count() == 0  # the preset's rules, though they were never shown

    record_normal(page, 0, 3)
    expect_figures(page, 21, 24)
    record_special(page, "gang", 3, level=1, made=False)
    expect_figures(page, 3, 24)
    fill_special(page, "kontraschnapser", 1)
    button(page, "Anschreiben").tap()
    expect_figures(page, 3, 12)
    page.locator(".slip a").last.tap()
    button(page, "Zeile streichen").tap()
    expect_figures(page, 3, 24)
    fill_special(page, "kontraschnapser", 0)  # Cilli calls: not hers to declare
    button(page, "Anschreiben").tap()
    expect(page.locator(".problem")).to_have_text("Anna darf in diesem Spiel keinen Kontraschnapser ansagen.")
    label(page, "Anna und Cilli").tap()
    page.locator('[name="grade"][value="3"]').tap()
    expect(page.locator(".moment h2")).to_have_text(f"Schneider! 2 Bummerl für {SIDE_B}.")
    link(page, "Nächstes Bummerl").tap()
    record_normal(page, 1, 1)
    expect_figures(page, 24, 23)
    link(page, "Schluss und abrechnen").tap()
    button(page, "Zettel abschließen").tap()
    expect(page.locator(".settlement .number.big")).to_have_text(["0", "2"])
    expect(page.locator(".payments li")).to_have_text(["Bert → Kassa € 2,00", "Dora → Kassa € 2,00"])
    assert hands_on(sheet) == 5
    assert Entry.objects.filter(sheet=sheet, kind=Entry.Kind.VOID).count() == 1


# --- the keyboard --------------------------------------------------------------------------------------------------


def focused(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(
        "() => { const one = document.activeElement; return { name: one.name ?? '', value: one.value ?? '',"
        " text: one.textContent.trim(), outline: getComputedStyle(one.nextElementSibling ?? one).outlineStyle }; }"
    )
    return found


def tab_to(page: Page, *, name: str = "", text: str = "") -> None:
    for _press in range(40):
        page.keyboard.press("Tab")
        at = focused(page)
        if (name and at["name"] == name) or (text and at["text"] == text):
            return
    raise AssertionError(f"Tab never comes to {name or text}")


def arrow_to(page: Page, value: str) -> None:
    for _press in range(12):
        if focused(page)["value"] == value:
            page.keyboard.press("Space")
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"the arrows never come to {value}")


def test_hands_can_be_written_with_the_keyboard_alone(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down()
    page = open_phone(
        f"{live_server.url}/sheet/{sheet.write_secret}/", has_touch=False, viewport={"width": 1280, "height": 800}
    )
    tab_to(page, name="pick")
    arrow_to(page, "normal-1")
    assert focused(page)["outline"] == "solid"
    tab_to(page, name="grade")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_figures(page, 24, 22)

    tab_to(page, name="pick")
    arrow_to(page, "bettler")
    tab_to(page, name="declarer")
    arrow_to(page, "2")
    tab_to(page, name="doubling")
    arrow_to(page, "1")
    tab_to(page, name="made")
    arrow_to(page, "1")
    expect(page.locator(".preview")).to_have_text(f"Bettler von Cilli, gespritzt, gewonnen: 8 für {SIDE_A}")
    tab_to(page, text="Anschreiben")
    page.keyboard.press("Enter")
    expect_figures(page, 16, 22)
    assert hands_on(sheet) == 2


# --- English -------------------------------------------------------------------------------------------------------

GERMAN = re.compile(r"\b(und|oder|Zettel|Spiel|Zeile|Wer|nicht|gewonnen|Geld|Schluss|ist|für|Hausregeln)\b")


def test_a_phone_that_speaks_english_reads_english_on_every_page(live_server: Any, open_phone: OpenPhone) -> None:
    found = {}
    for name in (
        "start",
        "new",
        "sheet",
        "sheet-moment",
        "history",
        "share",
        "seats",
        "rules",
        "close",
        "result",
        "club",
        "404",
    ):
        table = set_table(live_server.url, lambda **more: open_phone(**more, locale="en-GB"))
        if name == "new":
            table.page.goto(f"{table.site}/new/")
            table.page.locator(".change-rules > summary").tap()
        else:
            PAGES[name](table)
        assert table.page.locator("html").get_attribute("lang") == "en"
        found[name] = GERMAN.findall(table.page.locator("body").inner_text())
        table.page.context.close()
    assert {name: words for name, words in found.items() if words} == {}


def test_english_hands_are_said_in_english(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone(f"{live_server.url}/sheet/{laid_down().write_secret}/", locale="en-GB")
    hand = fill_special(page, "bettler", 1, made=False, level=1)
    announced = "Beggar by Bert, doubled, lost: 8 for Anna and Cilli"
    expect(page.locator(".preview")).to_have_text(announced)
    hand.tap(".send.special")
    expect(page.locator("#announce")).to_have_text(announced)


def test_the_language_button_switches_and_stays(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone(f"{live_server.url}/sheet/{laid_down().write_secret}/")
    expect(link(page, "Schluss und abrechnen")).to_be_visible()
    button(page, "English").tap()
    expect(link(page, "Close and settle")).to_be_visible()
    page.reload()
    expect(link(page, "Close and settle")).to_be_visible()
    button(page, "Deutsch").tap()
    expect(link(page, "Schluss und abrechnen")).to_be_visible()


# --- paper ---------------------------------------------------------------------------------------------------------


def test_the_result_prints_on_half_a_sheet_of_paper(live_server: Any, open_phone: OpenPhone) -> None:
    table = set_table(live_server.url, open_phone)
    PAGES["result"](table)
    table.page.emulate_media(media="print", color_scheme="dark")
    for words in ("Den anderen schicken", "Neuer Zettel", "Bummerlbuch"):
        assert not table.page.get_by_text(words, exact=True).first.is_visible()
    expect(table.page.get_by_text("Wer gibt wem")).to_be_visible()
    colours = table.page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    paper = table.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", paper)
    assert box
    assert (round(float(box[1])), round(float(box[2]))) == A5_LANDSCAPE
