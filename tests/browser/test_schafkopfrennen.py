"""Scenario S3, a Schafkopfrennen of 2 × 32 games: phones and paper, a wrong list, ties, every place and every cent."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import desk
from tests.browser.club import tab
from tests.browser.conftest import OpenPhone
from tests.browser.desk import CHECK_IN, PRIZES, STANDINGS, TABLES, part
from tests.browser.table import button, link
from tests.club import a_house
from tests.tournament_evenings import POINTS, SOLI
from tournaments.models import Result, Tournament
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRESET = "Schafkopfrennen 2 × 32"
NAMES = {number: f"P{number}" for number in range(1, 17)}
FINAL = [
    ("1", 1, "+67"), ("2", 2, "+66"), ("3", 5, "+60"), ("4", 8, "+26"), ("5", 7, "+26"), ("6", 3, "+11"),
    ("7", 13, "+1"), ("8", 4, "−2"), ("9", 9, "−9"), ("10", 10, "−15"), ("11", 16, "−17"), ("12", 14, "−33"),
    ("12", 15, "−33"), ("14", 12, "−36"), ("15", 11, "−41"), ("16", 6, "−71"),
]  # fmt: skip
WRONG = [(4, 9), (8, 22), (12, -20), (16, -21)]
"""How the fourth table of the second round was handed in first."""


def slip(table: Sequence[tuple[int, int]], *, soli: bool = False) -> list[list[int]]:
    """Seat by seat: points and won soli."""
    return [[points, SOLI.get(number, 0) if soli else 0] for number, points in table]


def a_race(page: Page) -> None:
    """From the preset straight to the desk, and sixteen cards that have paid."""
    tab(page, "Turniere")
    link(page, "Neues Turnier").click()
    page.get_by_role("link", name=PRESET).click()
    page.get_by_label("Name", exact=True).fill("Schafkopfrennen")
    button(page, "Passt so: gleich zur Turnierleitung").click()
    link(page, "Zur Anmeldung").click()
    for name in NAMES.values():
        desk.type_card(page, name)
    expect(page.locator("#cards > li")).to_have_count(16)


def set_and_publish(page: Page, number: int) -> None:
    desk.set_tables(page, [[seat for seat, _points in table] for table in POINTS[number - 1]])
    if number == 1:
        expect(page.locator(".notes li")).to_have_count(12)
        said = page.locator(".notes li").first
        expect(said).to_have_text("Tisch 1: 1 P1 und 2 P2 haben benachbarte Startnummern")
    else:  # nobody meets anybody again
        expect(page.locator(".kept")).to_have_text("Alles, was einzuhalten war, ist eingehalten.")
    desk.publish(page, number)


def refuse_the_seventeenth(page: Page) -> None:
    part(page, CHECK_IN)
    desk.type_card(page, "P17")
    refused = page.locator("#refused form")
    expect(refused.locator(".problem")).to_have_text("Runde 1 läuft: Es kann niemand mehr einsteigen.")
    expect(refused.locator("[name=name]")).to_have_value("P17")
    expect(page.locator("#cards > li")).to_have_count(16)


def hand_in_by_two_phones(open_phone: OpenPhone, address: str) -> None:
    """Two of the first table write the same down and finish at once; they mistake one point for another."""
    phones = [open_phone(address) for _hand in range(2)]
    for phone in phones:
        expect(phone.locator(".seated li")).to_have_text(["1 P1", "2 P2", "3 P3", "4 P4"])
        for position, points in enumerate((26, -1, -14, -11)):
            phone.locator(f"[name=amount-{position}]").fill(str(points))
        expect(phone.locator("output[data-sum]")).to_have_text("0")
    # Both are on their way before either is answered.
    for phone in phones:
        button(phone, "Abgeben").evaluate("(one) => one.click()")
    for phone in phones:
        expect(phone.locator(".figure-in")).to_have_text(["+26", "−1", "−14", "−11"])
    assert Result.objects.count() == 1


def refuse_the_wrong_list(page: Page) -> None:
    desk.find_table(page, 4)
    desk.type_amounts(page, slip(WRONG))
    expect(page.locator("#slip-problems")).to_have_text("Die Summe ist −10, muss aber 0 sein. Bitte die Liste prüfen.")
    for position, (_number, points) in enumerate(WRONG):
        expect(page.locator(f"[name=amount-{position}]")).to_have_value(str(points))
    page.locator("[name=amount-3]").fill("-11")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#tables-list .done")).to_be_visible()


def correct_the_phones_result(page: Page) -> None:
    """While the second round is played: the standings change on the very next request, the drawn round does not."""
    drawn = page.locator(".draw-tables").inner_text()
    round_two = page.url
    part(page, STANDINGS)
    before = dict(zip((name for _place, name in desk.places(page)), desk.values(page, "Punkte"), strict=True))
    assert (before["P1"], before["P2"]) == (["+26"], ["−1"])
    page.goto(round_two.replace("rounds/2/", "rounds/1/tables/1/"))
    fields = page.locator("#change .slip-form")
    fields.locator("[name=amount-0]").fill("27")
    fields.locator("[name=amount-1]").fill("-2")
    fields.locator(".send").click()
    expect(fields.locator(".problem")).to_have_text("Dieser Tisch zählt schon. Zum Ändern braucht es einen Grund.")
    expect(fields.locator("[name=amount-0]")).to_have_value("27")
    fields.locator("[name=reason]").fill("Zettel nachgezählt")
    fields.locator(".send").click()
    history = page.locator(".handed-in li")
    expect(history).to_have_count(2)
    expect(history.first).to_contain_text("Anna Höß · „Zettel nachgezählt“")
    expect(history.last).to_contain_text("Handy am Tisch")
    part(page, STANDINGS)
    after = dict(zip((name for _place, name in desk.places(page)), desk.values(page, "Punkte"), strict=True))
    assert (after["P1"], after["P2"]) == (["+27"], ["−2"])
    page.goto(round_two)
    assert page.locator(".draw-tables").inner_text() == drawn


def test_s3_on_phones_and_paper_to_the_last_cent(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    page = desk.sit_down(open_phone, live_server.url, house)
    a_race(page)
    tournament = Tournament.objects.get()
    set_and_publish(page, 1)
    refuse_the_seventeenth(page)
    hand_in_by_two_phones(open_phone, f"{live_server.url}/table/{code_of(tournament, 1)}/")
    part(page, TABLES)
    expect(desk.tables_in(page)).to_have_text("1")
    for number, table in enumerate(POINTS[0][1:], start=2):
        desk.type_slip(page, number, slip(table, soli=True))

    set_and_publish(page, 2)
    correct_the_phones_result(page)
    part(page, TABLES)
    for number, table in enumerate(POINTS[1][:3], start=1):
        desk.type_slip(page, number, slip(table))
    refuse_the_wrong_list(page)
    expect_the_places(page)
    expect_the_prizes(page, desk.address_of(tournament, live_server.url))
    expect_the_log(page, f"{live_server.url}{house.path('changes/')}")


def expect_the_places(page: Page) -> None:
    part(page, STANDINGS)
    points = [row[0] for row in desk.values(page, "Punkte")]
    assert [(place, name, made) for (place, name), made in zip(desk.places(page), points, strict=True)] == [
        (place, NAMES[number], made) for place, number, made in FINAL
    ]
    decided = [why for (why,) in desk.values(page, "Entschieden durch")]
    ahead = zip(FINAL[1:], FINAL, strict=False)
    expected = ["", *(f"Punkte: {mine[2]} gegen {theirs[2]}" for mine, theirs in ahead)]
    expected[4] = "Gewonnene Soli: 4 gegen 5"
    expected[11:13] = [f"{expected[11]}, geteilter Platz", "geteilter Platz"]
    assert decided == expected


def expect_the_prizes(page: Page, tournament: str) -> None:
    """In whole euros as the preset says; in cents for a look; and in whole euros for good."""
    winners = ["P7", "P8", "P5", "P2", "P1"]
    for pays, amounts in (("1", ["12,80", "19,20", "24,00", "40,00", "64,00"]), ("100", None)):
        page.goto(f"{tournament}setup/money/")
        page.locator("summary", has_text="Rundung").click()
        page.locator("[name='prizes.round_to']").select_option(pays)
        button(page, "Speichern").last.click()
        expect(page.locator(".differences")).to_be_visible()
        button(page, "Ja, ab jetzt").click()
        part(page, PRIZES)
        called = desk.prizes(page)
        assert called[0] == ("P11", "Vorletzter Pressack", "–")
        assert [name for name, _what, _money in called[1:]] == winners
        assert [money for _name, _what, money in called[1:]] == amounts or ["13,00", "19,00", "24,00", "40,00", "64,00"]
    expect(page.locator(".equation")).to_have_text("160,00 + 0,00 = 160,00 ✓")
    button(page, "Turnier abschließen").click()
    expect(page.locator(".how-far")).to_contain_text("Endgültig seit")


def expect_the_log(page: Page, changes: str) -> None:
    page.goto(changes)
    log = page.locator("main")
    for what in ("Tischergebnis berichtigt", "Tisch abgegeben", "Turnierplan geändert", "Turnier abgeschlossen"):
        expect(log).to_contain_text(what)
