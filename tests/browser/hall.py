"""What a hall does: a projector that goes on by its keys, the director's room, phones at tables and in pockets."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser import desk
from tests.browser.desk import DRAW, part
from tests.browser.table import button, link
from tests.pdf import text_of
from tournaments.models import Tournament
from tournaments.services.table_codes import hall_code

SHOTS = os.environ.get("SHOTS")


# --- screens ---------------------------------------------------------------------------------------------------------


def on_screen(screen: Page, what: str) -> Locator:
    """Pages on, as somebody with its keyboard does, until this is to be seen; it is there without loading again."""
    shown = screen.locator(f".show.{what}")
    expect(shown).to_be_attached()
    for _press in range(40):
        if shown.is_visible():
            return shown
        screen.keyboard.press("ArrowRight")
    raise AssertionError(f"{what} does not come")


def snap(page: Page, name: str) -> None:
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/evening-{name}.png", animations="disabled")


def who_sits_where(screen: Page, number: int, people: int, seats: dict[str, str]) -> None:
    """So many stand there; name as it is said outside -> the table."""
    names = on_screen(screen, "names")
    expect(names.locator("h2")).to_have_text(f"Runde {number}: wer sitzt wo")
    expect(names.locator("li")).to_have_count(people)
    for name, table in seats.items():
        expect(names.locator("li", has_text=name).locator(".at")).to_have_text(table)


def missing(screen: Page, *tables: int) -> None:
    shown = screen.locator(".show.missing")
    if tables:
        expect(shown.locator(".at")).to_have_text([str(one) for one in tables])
    else:
        expect(shown.locator(".big")).to_have_text("Alle Tische sind da")


# --- the director ----------------------------------------------------------------------------------------------------


def draw_and_publish(laptop: Page, number: int) -> None:
    part(laptop, DRAW)
    button(laptop, f"Runde {number} auslosen").click()
    desk.publish(laptop, number)


def start_the_clock(laptop: Page) -> None:
    part(laptop, "Saal")
    button(laptop, "Uhr starten").click()
    expect(laptop.locator(".big-clock time")).to_have_text(re.compile(r"^(40:00|39:5\d)$"))
    for_all(laptop).focus()


def for_all(laptop: Page) -> Locator:
    """Five minutes more for all tables."""
    return laptop.locator(".room-head").get_by_role("button", name="+5 min")


def answer_the_call(laptop: Page, table: int) -> None:
    """The room tells by itself and takes no keyboard away; the director goes there, and gives five minutes."""
    tile = laptop.locator(".tile.is-called")
    expect(tile.locator(".tile-no")).to_have_text(f"Tisch {table}")
    expect(laptop).to_have_title(re.compile(r"^\(1\) "))
    expect(for_all(laptop)).to_be_focused()
    snap(laptop, "room-call")
    tile.locator("a").click()
    panel = laptop.locator("#panel")
    panel.get_by_role("button", name="Erledigt, ich war dort").click()
    expect(panel.get_by_role("button", name="Erledigt, ich war dort")).to_have_count(0)
    panel.get_by_role("button", name="+5 min").click()
    expect(panel).to_contain_text("5 Minuten länger")
    snap(laptop, "room-panel")
    laptop.keyboard.press("Escape")
    expect(laptop.locator(".tile.is-called")).to_have_count(0)


def correct(laptop: Page, amounts: Sequence[int], reason: str) -> None:
    """On the table's own page."""
    fields = laptop.locator("#change .slip-form")
    for position, points in enumerate(amounts):
        fields.locator(f"[name=amount-{position}]").fill(str(points))
    fields.locator("[name=reason]").fill(reason)
    fields.locator(".send").click()
    expect(laptop.locator(".handed-in li").first).to_contain_text(f"„{reason}“")


def say_to_all(laptop: Page, inside: str, words: str) -> None:
    laptop.goto(f"{inside}screens/")
    laptop.get_by_label("Durchsage").fill(words)
    button(laptop, "Zeigen").click()
    expect(laptop.locator(".now-shown .said")).to_contain_text(words)


def read_on(laptop: Page, place: int, name: str) -> None:
    laptop.locator("button.next").click()
    expect(laptop.locator(".read-now .place")).to_have_text(f"{place}. Platz")
    expect(laptop.locator(".read-now .whose")).to_contain_text(name)


def printed(laptop: Page, inside: str, path: str) -> str:
    """The words on a paper, as the director's browser gets it."""
    answer = laptop.request.get(f"{inside}{path}")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    if SHOTS:
        (Path(SHOTS) / f"evening-{path.partition('?')[0].replace('/', '-')}").write_bytes(answer.body())
    return text_of(answer.body())


# --- phones at the tables --------------------------------------------------------------------------------------------


def call_the_director(phone: Page) -> None:
    button(phone, "Turnierleitung rufen").tap()
    expect(phone.locator(".strip-called")).to_have_text(re.compile(r"^Gerufen \d\d:\d\d, kommt\.$"))


def hand_in(phone: Page, amounts: Sequence[int]) -> None:
    for position, points in enumerate(amounts):
        phone.locator(f"[name=amount-{position}]").fill(str(points))
    button(phone, "Abgeben").tap()
    expect(phone.locator(".figure-in")).to_have_text([str(points) for points in amounts])


def says_right(phone: Page, number: int) -> None:
    its = phone.locator(".start-number", has_text=re.compile(f"^{number}$"))
    phone.locator(".agree-sides li").filter(has=its).locator("[name=agrees]").tap()


def says_not_right(phone: Page, name: str, remark: str) -> None:
    phone.locator(".agree-buttons a", has_text=name).tap()
    phone.locator("[name=remark]").fill(remark)
    button(phone, "Stimmt nicht").tap()
    expect(phone.locator(".agree-state")).to_have_text("strittig")


def passed_on(phone: Page, mine: int, other: str) -> None:
    """The same phone is handed over: its second word is said for the other pair, and stands there as that."""
    says_right(phone, mine)
    link(phone, f"Gib das Handy an {other}").tap()
    expect(phone.locator("h1")).to_have_text(f"Gib das Handy an {other}")
    button(phone, "Stimmt").tap()
    expect(phone.locator(".agree-state")).to_have_text("bestätigt")


def the_code_is_good(phone: Page) -> str:
    """The code of the closed sheet, as the table sees it, and what the page of codes says of it."""
    code = phone.locator(".check-code").inner_text()
    link(phone, "Prüfen").tap()
    expect(phone.locator(".check-answer.signed dd.check-code")).to_have_text(code)
    phone.go_back()
    return code


# --- everybody's phone -----------------------------------------------------------------------------------------------


def out_of_the_pocket(phone: Page) -> None:
    """Who looks at a phone (or at another window) again does not wait until it asks by itself."""
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def look_me_up(phone: Page, site: str, tournament: Tournament, number: int, table: int) -> None:
    phone.goto(f"{site}/hall/{hall_code(tournament)}/")
    phone.get_by_label("Deine Startnummer").fill(str(number))
    button(phone, "Zeigen").first.tap()
    expect(phone.locator(".card-number")).to_have_text(str(number))
    expect(phone.locator(".big-table b")).to_have_text(str(table))


def rank(phone: Page, place: int) -> None:
    out_of_the_pocket(phone)
    expect(phone.locator(".big-rank b")).to_have_text(str(place))


def ask_why(phone: Page, answer: str) -> None:
    link(phone, "Warum?").tap()
    expect(phone.locator(".why-answer").first).to_have_text(answer)
    snap(phone, "why")
    phone.go_back()
