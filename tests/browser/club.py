"""What a club does with a phone: founding it, its people, its evenings and its till, all by tapping."""

import io
import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import xlsxwriter
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import button, label, link

PRICES, CASH, REPORT, SHARE_OUT = "Preise", "Kassa zählen", "Bericht", "Aufteilen"
"""Parts of the till."""

EVENING = re.compile(r"/evenings/\d{4}-\d{2}-\d{2}/$")


def sign_up(page: Page, site: str, name: str, then: str = "/") -> None:
    """A new account, without a password; on this site no e-mail proves it."""
    page.goto(f"{site}/account/signup/?{urlencode({'next': then})}")
    new_account(page, name)
    page.wait_for_url(f"{site}{then}")


def new_account(page: Page, name: str) -> None:
    page.get_by_label("Wie heißt du?").fill(name)
    page.get_by_label("E-Mail-Adresse").fill(f"{'.'.join(re.findall('[a-z]+', name.lower()))}@example.org")
    button(page, "Konto anlegen").tap()


def found_club(page: Page, site: str, name: str) -> None:
    """From the start page to a club that is founded; its founder has an account already."""
    page.goto(site)
    link(page, "Verein gründen").tap()
    page.get_by_label("Name des Vereins").fill(name)
    button(page, "Verein gründen").tap()
    expect(page.get_by_role("heading", name="Wie geht’s weiter?")).to_be_visible()


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """An Excel file as the club's secretary keeps it."""
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Mitglieder")
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return target.getvalue()


def import_people(page: Page, rows: Sequence[Sequence[str]]) -> None:
    """From the page after founding to the preview of what the file would bring."""
    page.get_by_role("link", name="Eine Liste übernehmen").tap()
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    page.get_by_label("Deine Mitgliederliste").set_input_files(
        {"name": "Mitglieder.xlsx", "mimeType": kind, "buffer": workbook(rows)}
    )
    button(page, "Anschauen").tap()
    page.locator(".planned").wait_for()


def tab(page: Page, name: str) -> None:
    page.locator("nav.tabs").get_by_role("link", name=name, exact=True).tap()


# --- evenings ------------------------------------------------------------------------------------------------------


def begin_evening(page: Page) -> str:
    """Tonight's evening by the big button; answers with its address."""
    tab(page, "Übersicht")
    button(page, "Heute").tap()
    page.wait_for_url(EVENING)
    return page.url


def open_past_evening(page: Page, day: str) -> None:
    """An evening that is written up afterwards; `day` as 2026-01-13."""
    tab(page, "Abende")
    page.locator("summary", has_text="Einen vergangenen Abend nachtragen").tap()
    page.get_by_label("Tag", exact=True).fill(day)
    button(page, "Diesen Abend eröffnen").tap()
    page.wait_for_url(f"**/{day}/")


def tick(page: Page, names: Sequence[str]) -> None:
    """Taps everybody who is there, one after the other."""
    for name in names:
        chip = page.locator("#there .chip", has_text=name)
        chip.tap()
        expect(chip).to_have_attribute("aria-pressed", "true")


def new_sheet(page: Page, game: str, players: Sequence[str], *, money: str = "", stake: str = "") -> None:
    """From the evening to a sheet on which nothing stands; everybody is seated by a tap on the name."""
    link(page, "Neuer Zettel").tap()
    chip = button(page, game)
    if chip.get_attribute("aria-current") is None:
        chip.tap()
    page.locator(f'.games [aria-current]:text-is("{game}")').wait_for()
    for field in page.get_by_label(re.compile("^Platz")).all():
        field.fill("")
    for name in players:
        page.locator(".known .chip", has_text=name).tap()
    if money:
        label(page, money).tap()
        page.get_by_label("Einsatz je Bummerl in Euro").fill(stake)
    button(page, "Anfangen").tap()
    page.locator("#entry").wait_for()


def close_sheet(page: Page) -> None:
    """From the sheet to its result, and back to the evening."""
    link(page, "Schluss und abrechnen").first.tap()
    button(page, "Zettel abschließen").tap()
    page.wait_for_url("**/result/")
    link(page, "Zum Abend").tap()


def shares(page: Page) -> dict[str, str]:
    """Name -> what the evening comes to, as it stands there."""
    table = page.locator("table.plain", has=page.get_by_role("columnheader", name="Euro")).first
    table.wait_for()
    rows = table.locator("tbody tr")
    return {row.locator("th").inner_text(): row.locator("td").last.inner_text() for row in rows.all()}


def payments(page: Page) -> list[str]:
    found = page.locator(".ticks li")
    found.first.wait_for()
    return [plain(f"{one.locator('.who').inner_text()} {one.locator('.amount').inner_text()}") for one in found.all()]


def plain(text: str) -> str:
    return " ".join(text.split())


# --- the till ------------------------------------------------------------------------------------------------------


def part_of_till(page: Page, name: str) -> None:
    tab(page, "Kassa")
    page.locator("nav.parts").get_by_role("link", name=name, exact=True).tap()


def add_price(page: Page, name: str, euros: str, *, kind: str, first: str = "", further: str = "") -> None:
    part_of_till(page, PRICES)
    label(page, kind).tap()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Preis in Euro").fill(euros)
    if first:
        page.locator("summary", has_text="teurer").tap()
        page.get_by_label("Dieser Preis für die ersten").fill(first)
        page.get_by_label("Jedes weitere").fill(further)
    button(page, "Hinzufügen").tap()
    expect(page.locator(".prices")).to_contain_text(name)


def book(page: Page, what: str, counts: Mapping[str, int], *, whom: str = "") -> None:
    """So many pieces of a price for these people; without `whom` for those of the latest evening."""
    part_of_till(page, "Buchen")
    link(page, what).tap()
    if whom:
        link(page, whom).tap()
    expect(page.locator("form.card h2")).to_contain_text(what)
    for name, count in counts.items():
        page.get_by_label(name, exact=True).fill(str(count))
    page.locator("form.card").get_by_role("button", name="Buchen").tap()
    expect(page.locator(".done")).to_be_visible()


def count_cash(page: Page, euros: str) -> None:
    part_of_till(page, CASH)
    page.get_by_label("Gezählt, in Euro").fill(euros)
    button(page, "Vergleichen").tap()
    button(page, "Unterschied buchen").tap()
    expect(page.locator(".done")).to_be_visible()


def settle_up(page: Page, name: str) -> None:
    """ "Alles bezahlt"."""
    page.locator(".owing li", has_text=name).get_by_role("button").tap()
    expect(page.locator(".done")).to_contain_text(name)


def open_accounts(page: Page) -> dict[str, str]:
    """Name -> what the till's page says they owe or are owed."""
    page.locator(".till-facts").wait_for()
    rows = page.locator(".owing li")
    return {
        row.locator("b").inner_text(): plain(
            f"{row.locator('small').inner_text()} {row.locator('.amount').inner_text()}"
        )
        for row in rows.all()
    }


def table_rows(table: Locator) -> list[list[str]]:
    """What stands in a table, row by row."""
    table.first.wait_for()
    rows = table.locator("tbody tr").all()
    return [[plain(cell) for cell in row.locator("th, td").all_inner_texts()] for row in rows]
