"""What the desk of a tournament does: check-in, tables and results by keyboard, on a laptop; tables by their code."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from clubs.models.club import Role
from tests.browser.club import plain
from tests.browser.club_gallery import log_in
from tests.browser.conftest import OpenPhone
from tests.browser.table import button, link
from tests.club import House
from tournaments.models import Tournament

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}

CHECK_IN, DRAW, TABLES, STANDINGS, PRIZES, CASH = (
    "Anmeldung", "Auslosung", "Tische", "Stand", "Preise", "Geld",
)  # fmt: skip
"""Parts of a tournament."""


def sit_down(open_phone: OpenPhone, site: str, house: House, role: str = Role.OWNER) -> Page:
    """A laptop at the desk, with this role."""
    page = open_phone(**LAPTOP)
    log_in(page.context, site, house.users[role])
    page.goto(f"{site}{house.path()}")
    return page


def part(page: Page, name: str) -> None:
    """One of the tabs of the tournament."""
    page.locator("nav.inner").get_by_role("link", name=name, exact=True).click()
    page.wait_for_load_state("domcontentloaded")


def address_of(tournament: Tournament, site: str, rest: str = "") -> str:
    return f"{site}/club/{tournament.club.slug}/tournaments/{tournament.pk}/{rest}"


# --- check-in --------------------------------------------------------------------------------------------------------


def type_card(page: Page, name: str, *, woman: bool = False) -> None:
    """A card that is paid, by keyboard only: the name stands where the hands are, Enter is the next one."""
    expect(page.locator("#line [name=name]")).to_be_focused()
    page.keyboard.type(name)
    if woman:
        for _field in ("place", "woman"):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
    page.keyboard.press("Enter")


def numbers_and_names(page: Page) -> list[str]:
    """The list of cards as it stands, lowest number first."""
    rows = [plain(one.inner_text()) for one in page.locator("#cards .card-link").all()]
    return sorted(rows, key=lambda row: int(row.split()[0]))


# --- a round ---------------------------------------------------------------------------------------------------------


def set_tables(page: Page, tables: Sequence[Sequence[int]], resting: int | None = None) -> None:
    """The draw of the next round, typed in as a whole; it stands there as a draft."""
    part(page, DRAW)
    link(page, "Tische von Hand setzen").click()
    lines = (f"{number}: {' '.join(map(str, seats))}" for number, seats in enumerate(tables, start=1))
    page.locator("[name=tables]").fill("\n".join(lines))
    page.locator("[name=byes]").fill(str(resting or ""))
    button(page, "Diese Tische setzen").click()
    expect(page.locator("#tables > li:not(.resting)")).to_have_count(len(tables))


def publish(page: Page, number: int) -> None:
    button(page, f"Runde {number} veröffentlichen").click()
    expect(page.locator(".done")).to_have_text(f"Runde {number} ist veröffentlicht.")


def find_table(page: Page, number: int) -> None:
    """Types a table's number where the desk's hands are."""
    expect(page.locator("#entry .find [name=table]")).to_be_focused()
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")
    expect(page.locator("#entry .slip-form [data-first]")).to_be_focused()


def type_winner(page: Page, table: int, winner: int) -> None:
    find_table(page, table)
    page.keyboard.type(str(winner))
    page.keyboard.press("Enter")
    expect(page.locator("#entry .done")).to_contain_text(re.compile(rf"\b{table}\b.*\b{winner} ✓"))


def type_amounts(page: Page, rows: Sequence[Sequence[int]]) -> None:
    """The fields of a slip in its order, each with Enter; the last one saves."""
    for row in rows:
        for figure in row:
            page.keyboard.type(str(figure))
            page.keyboard.press("Enter")


def type_slip(page: Page, table: int, rows: Sequence[Sequence[int]]) -> None:
    """Table number, amounts and what else is counted, and it is in."""
    find_table(page, table)
    type_amounts(page, rows)
    expect(page.locator("#entry .done")).to_contain_text(re.compile(rf"\b{table}\b"))


def tables_in(page: Page) -> Locator:
    return page.locator("#tables-list .progress-line b")


# --- standings and prizes --------------------------------------------------------------------------------------------


def places(page: Page) -> list[tuple[str, str]]:
    """Place and name, row by row, of the standings that are shown."""
    page.locator("#standings").wait_for()
    rows = page.locator("table.ranking tbody tr").all()
    return [(row.locator("td.rank").inner_text().strip(), row.locator(".who").inner_text()) for row in rows]


def values(page: Page, *names: str) -> list[list[str]]:
    """What stands in these columns of the standings, row by row."""
    heads = [plain(one) for one in page.locator("table.ranking thead th").all_inner_texts()]
    at = [heads.index(name) for name in names]
    rows = page.locator("table.ranking tbody tr").all()
    cells = [[plain(one) for one in row.locator("td, th").all_text_contents()] for row in rows]
    return [[row[index] for index in at] for row in cells]


def prizes(page: Page) -> list[tuple[str, str, str]]:
    """Name, what for (goods too) and money, in the order they are called."""
    rows = page.locator("table.prizes tbody tr").all()
    return [
        (
            row.locator(".who").inner_text(),
            " ".join(row.locator(".what-for, .goods").all_inner_texts()),
            row.locator("td.number").inner_text(),
        )
        for row in rows
    ]
