"""Every page in every state worth looking at, each opened on a phone of its own kind.

`SHOTS=/some/folder pytest tests/browser/test_looks.py` leaves a picture of each, at 320, 360 and 1280 px, light
and dark.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from clubs.models import Club, Player
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.record import Write
from scoring.services.sheets import void_line
from tests.browser.conftest import OpenPhone
from tests.browser.table import CAST, Hand, laid_down, plain_game, written_elsewhere

MONEY = {"money": "zero_sum", "stake_cents": 50}
FIRST_LEG = [
    {"contract": "bauernschnapser", "declarer": 0, "doubling": 0, "made": True},
    plain_game(grade=1),
    {"contract": "bettler", "declarer": 3, "doubling": 1, "made": False},
    {"contract": "kontraschnapser", "declarer": 2, "doubling": 1, "made": True},
]
SECOND_LEG = [
    {"contract": "bauernschnapser", "declarer": 0, "doubling": 0, "made": True},
    plain_game(grade=2),
    {"contract": "kontraschnapser", "declarer": 1, "doubling": 0, "made": False},
]
RUNNING = [
    plain_game(grade=3),
    {"contract": "kontraschnapser", "declarer": 3, "doubling": 0, "made": False},
    {**plain_game(won=False, grade=1), "decided_by": "last_trick"},
]


@dataclass(frozen=True, slots=True)
class Table:
    """Where the pages of one sheet are."""

    site: str
    sheet: Sheet
    page: Page

    @property
    def caller(self) -> int:
        return (int(self.sheet.state["play"]["dealer"]) + 1) % 4

    def write(self, rest: str = "") -> Page:
        self.page.goto(f"{self.site}/sheet/{self.sheet.write_secret}/{rest}")
        return self.page

    def watch(self, rest: str = "") -> Page:
        self.page.goto(f"{self.site}/watch/{self.sheet.watch_secret}/{rest}")
        return self.page


def start(table: Table) -> None:
    table.write()
    table.page.goto(table.site)


def new(table: Table) -> None:
    table.page.goto(f"{table.site}/new/")
    for field, seat in zip(table.page.get_by_label("Platz").all(), table.sheet.seats.all(), strict=True):
        field.fill(seat.name)
    table.page.locator("label", has_text="jeder Verlierer zahlt, die Gewinner teilen").tap()
    for summary in table.page.locator("details > summary").all():
        summary.tap()


def new_refused(table: Table) -> None:
    table.page.goto(f"{table.site}/new/")
    table.page.get_by_role("button", name="Anfangen").tap()
    table.page.locator(".problem").first.wait_for()


def normal_picked(table: Table) -> None:
    hand = Hand(table.write()).choose("pick", "normal-0")
    hand.tap(".more summary")


def special_picked(table: Table) -> None:
    Hand(table.write()).choose("pick", "bettler").choose("declarer", 3).choose("doubling", 1).choose("made", 0)


def refused(table: Table) -> None:
    Hand(table.write()).choose("pick", "kontraschnapser").tap(".send.special")
    table.page.locator(".problem").first.wait_for()


def caller_open(table: Table) -> None:
    table.write().locator("details.turn summary").tap()


def conflict(table: Table) -> None:
    special_picked(table)
    written_elsewhere(table.sheet, plain_game(grade=1))
    table.page.get_by_role("button", name="Anschreiben").tap()
    table.page.locator(".notice").wait_for()


def offline(table: Table) -> None:
    special_picked(table)
    table.page.context.set_offline(True)
    table.page.get_by_role("button", name="Anschreiben").tap()
    expect(table.page.locator("#offline")).to_be_visible()


def moment(table: Table) -> None:
    written_elsewhere(table.sheet, {"contract": "herrenschnapser", "declarer": table.caller, "made": True})
    table.write().locator(".moment").wait_for()


def line(table: Table) -> None:
    table.write().locator(".slip a").nth(1).tap()
    table.page.locator(".said").wait_for()
    table.page.locator(".why summary").tap()


def history(table: Table) -> None:
    void_line(table.sheet, line=table.sheet.seq, write=Write(table.sheet.seq, "struck-out-here", "another-phone"))
    table.write("history/")


def closed(table: Table) -> None:
    close_sheet(table.sheet, write=Write(table.sheet.seq, "closed-here"))
    table.write()


def result(table: Table) -> None:
    close_sheet(table.sheet, write=Write(table.sheet.seq, "closed-here"))
    table.write("result/")


def club(table: Table) -> None:
    table.page.goto(f"{table.site}/club/stammtisch/")


def nowhere(table: Table) -> None:
    table.page.goto(f"{table.site}/sheet/nowhere/")


def untouched(table: Table) -> None:
    fresh = laid_down(players=[seat.name for seat in table.sheet.seats.all()])
    Table(table.site, fresh, table.page).write()


Opener = Callable[[Table], Any]

SHEET_PAGES: dict[str, Opener] = {
    "sheet-fresh": untouched,
    "sheet": lambda table: table.write(),
    "sheet-normal": normal_picked,
    "sheet-special": special_picked,
    "sheet-422": refused,
    "sheet-409": conflict,
    "sheet-offline": offline,
    "sheet-caller": caller_open,
    "sheet-moment": moment,
    "sheet-closed": closed,
}
PAGES: dict[str, Opener] = {
    "start": start,
    "new": new,
    "new-422": new_refused,
    **SHEET_PAGES,
    "line": line,
    "history": history,
    "share": lambda table: table.write("share/"),
    "seats": lambda table: table.write("seats/"),
    "rules": lambda table: table.write("rules/"),
    "close": lambda table: table.write("close/"),
    "result": result,
    "watch": lambda table: table.watch(),
    "club": club,
    "404": nowhere,
}


def set_table(site: str, open_phone: OpenPhone, players: tuple[str, ...] = CAST) -> Table:
    """A table in its third leg, whose evening is a club's."""
    house, _created = Club.objects.get_or_create(
        slug="stammtisch", defaults={"name": "Stammtisch Gasthaus Post", "public": True}
    )
    for name in players:
        Player.objects.get_or_create(club=house, name=name)
    sheet = laid_down(*FIRST_LEG, *SECOND_LEG, *RUNNING, players=players, rules=MONEY, club=house)
    return Table(site, sheet, open_phone(reduced_motion="reduce"))
