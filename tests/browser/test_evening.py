"""A whole evening tapped at 360 px: case B44 of the rules, with what goes wrong at a real table in between."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Entry, Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.table import (
    CAST,
    SIDE_A,
    SIDE_B,
    Hand,
    button,
    expect_figures,
    label,
    link,
    record_normal,
    record_special,
)

pytestmark = pytest.mark.browser

CASES = Path(__file__).resolve().parent.parent / "games" / "cases" / "bauernschnapsen.json"


def case(number: str) -> dict[str, Any]:
    cases = json.loads(CASES.read_text())
    found: dict[str, Any] = next(one for one in cases if one["id"] == number)
    return found


def record(page: Page, hand: dict[str, Any]) -> int:
    """A hand of the case file by tapping."""
    if hand["contract"] == "normal":
        winner = hand["caller"] % 2 if hand["made"] else 1 - hand["caller"] % 2
        return record_normal(page, winner, hand["grade"])
    return record_special(page, hand["contract"], hand["declarer"], made=hand["made"], level=hand["doubling"])


def begin(page: Page, address: str) -> None:
    page.goto(address)
    link(page, "Neuer Zettel").tap()
    for seat, name in enumerate(CAST, start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    page.locator(".seat-3 .dealer").tap()
    label(page, "jeder Verlierer zahlt, die Gewinner teilen").tap()
    page.get_by_label("Einsatz je Bummerl in Euro").fill("0,50")
    button(page, "Anfangen").tap()
    expect_figures(page, 24, 24)


def expect_moment(page: Page, sentence: str) -> None:
    expect(page.locator(".moment h2")).to_have_text(sentence)


def strike_out(page: Page) -> None:
    button(page, "Zeile streichen").tap()
    page.locator("#sheet").wait_for()


def with_mishaps(page: Page) -> None:
    """The second hand of the evening with everything that goes wrong: in the end Bert and Dora have one point."""
    # Bert's beggar was not his: struck out from its own page.
    record_special(page, "bettler", 1)
    expect_figures(page, 12, 20)
    page.locator(".slip a").last.tap()
    expect(page.locator(".said")).to_have_text(f"Bettler von Bert, gewonnen: 4 für {SIDE_B}")
    strike_out(page)
    expect_figures(page, 12, 24)

    # Somebody writes a counter Bauernschnapser, which would end the leg, and the table plays on.
    record_special(page, "kontrabauernschnapser", 2)
    expect_moment(page, f"Schneider! 2 Bummerl für {SIDE_B}.")
    link(page, "Nächstes Bummerl").tap()
    expect_figures(page, 24, 24)
    page.locator("details.turn summary").tap()
    Hand(page).choose("caller", 1)
    record_normal(page, 1, 2)
    expect_figures(page, 24, 22)

    # It is taken back after the next leg has begun; the hand after it moves into the first leg.
    link(page, "Verlauf").tap()
    page.locator(".slip a", has_text="Kontra").tap()
    strike_out(page)
    expect_figures(page, 12, 22)
    # And that one counted 1, not 2: put right.
    page.locator(".slip a").last.tap()
    Hand(page).tap('[name="grade"][value="1"]')
    expect_figures(page, 12, 23)


def test_an_evening_is_tapped_from_the_start_page_to_the_last_transfer(live_server: Any, open_phone: OpenPhone) -> None:
    evening = case("B44")
    first, _second, third, *rest = evening["sheet"]["hands"]
    page = open_phone()
    begin(page, live_server.url)
    taps = [record(page, first)]
    expect_figures(page, 12, 24)

    with_mishaps(page)
    taps.append(record(page, third))
    expect_moment(page, f"Bummerl für {SIDE_B}.")
    expect_figures(page, 0, 23)
    link(page, "Nächstes Bummerl").tap()
    moments = {0: f"Schneider! 2 Bummerl für {SIDE_B}.", 4: f"Retourschneider! 4 Bummerl für {SIDE_A}."}
    for number, hand in enumerate(rest):
        taps.append(record(page, hand))
        if number == 0:
            expect_moment(page, moments[0])
            link(page, "Nächstes Bummerl").tap()
            expect_figures(page, 24, 24)
        elif number < 4:
            expect(page.locator(".slip tbody tr")).to_have_count(number + 1)
    expect_moment(page, moments[4])
    expect_figures(page, 1, 0)
    assert max(taps) <= 5, taps

    page.locator(".moment").get_by_role("link", name="Schluss und abrechnen").tap()
    button(page, "Zettel abschließen").tap()
    expect(page.locator(".settlement .number.big")).to_have_text([str(marks) for marks in evening["expect"]["bummerl"]])
    expect(page.locator(".settlement td.number:not(.big)")).to_have_text(["−€ 0,50", "€ 0,50", "−€ 0,50", "€ 0,50"])
    payments = ["Anna → Bert € 0,50", "Cilli → Dora € 0,50"]
    expect(page.locator(".payments li")).to_have_text(payments)
    message = page.locator("#message").input_value().replace("\u00a0", " ")
    for row in (f"{SIDE_A}: 4 Bummerl", f"{SIDE_B}: 3 Bummerl", "Anna → Bert: € 0,50", "Cilli → Dora: € 0,50"):
        assert row in message.splitlines()

    sheet = Sheet.objects.get()
    assert message.splitlines()[-1] == f"{live_server.url}/watch/{sheet.watch_secret}/"
    kinds = list(sheet.entries.values_list("kind", flat=True))
    assert [kinds.count(kind) for kind in (Entry.Kind.VOID, Entry.Kind.REPLACE, Entry.Kind.CLOSE)] == [2, 1, 1]
