"""Scenario S1, Preisschnapsen with three lives: from the preset to the prize list, at the desk by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import desk
from tests.browser.club import tab, table_rows
from tests.browser.conftest import OpenPhone
from tests.browser.desk import CASH, CHECK_IN, DRAW, PRIZES, STANDINGS, TABLES, part
from tests.browser.table import button, link
from tests.club import a_house
from tests.tournament_evenings import LIVES, MATCHES, NUMBERS, WOMEN, three_lives
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Payment, Table, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRESET = "Preisschnapsen mit drei Leben"
FINAL = [
    ("1", "Gruber"), ("2", "Eder"), ("3", "Kern"), ("4", "Huber"), ("4", "Lang"), ("6", "Berger"), ("7", "Fink"),
    ("8", "Auer"), ("9", "Dorn"), ("–", "Moser"),
]  # fmt: skip


def set_up(page: Page) -> None:
    """From the club's front page to the desk: a preset, and that the same two may meet again at once."""
    tab(page, "Turniere")
    link(page, "Neues Turnier").click()
    page.get_by_role("link", name=PRESET).click()
    page.get_by_label("Name", exact=True).fill("Preisschnapsen der Feuerwehr")
    button(page, "Weiter: Ablauf").click()
    expect(page.locator(".said-so").first).to_contain_text("Jede Startkarte hat 3 Leben.")
    page.locator("summary", has_text="Feinheiten").click()
    page.get_by_label("Dieselben zwei dürfen gleich noch einmal aufeinandertreffen").check()
    button(page, "Weiter: Geld und Zeit").click()
    page.get_by_label("Gerechnet mit so vielen Startkarten").fill("10")
    expect(page.locator("#sums .ends")).to_contain_text("Ende gegen")
    expect(page.locator("#sums tbody td").first).to_have_text("€ 150,00")
    button(page, "Speichern und zur Turnierleitung").click()
    expect(page.locator(".what-next h2")).to_have_text("Zuerst melden sich alle an")


def check_everybody_in(page: Page) -> None:
    link(page, "Zur Anmeldung").click()
    for name in LIVES:
        desk.type_card(page, name, woman=name in WOMEN)
    page.locator("summary", has_text="Mehr zu dieser Karte").click()
    page.get_by_label("nur angekündigt, noch nicht da").check()
    # Who is only announced has not paid at the desk, unless one says so: Moser has.
    expect(page.locator("#line").get_by_label("offen")).to_be_checked()
    page.locator("#line .for-paid label", has_text="bezahlt").click()
    page.locator("#line [name=name]").fill("Moser")
    page.keyboard.press("Enter")
    expect(page.locator("#cards > li")).to_have_count(10)
    assert desk.numbers_and_names(page) == [f"{number} {name}" for number, name in enumerate([*LIVES, "Moser"], 1)]
    expect(page.locator("#counts dd")).to_have_text(["9", "1", "0"])


def nobody_else_comes(page: Page) -> None:
    part(page, CHECK_IN)
    page.locator("summary", has_text="1 fehlt noch").click()
    button(page, "Alle nicht gekommen").click()
    expect(page.locator("#counts dd")).to_have_text(["9", "0", "0"])


def play_round(page: Page, number: int) -> None:
    resting, matches = MATCHES[number - 1]
    pairs = [[NUMBERS[name] for name in match.split("–")] for match in matches.split()]
    desk.set_tables(page, [sorted(pair) for pair in pairs], NUMBERS[resting] if resting else None)
    expect(page.locator(".kept")).to_be_visible()
    desk.publish(page, number)
    part(page, TABLES)
    for table, (winner, _loser) in enumerate(pairs, start=1):
        desk.type_winner(page, table, winner)
    expect(page.locator("#tables-list .done")).to_be_visible()


def test_s1_from_the_preset_to_the_prize_list(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    page = desk.sit_down(open_phone, live_server.url, house)
    set_up(page)
    check_everybody_in(page)
    part(page, DRAW)
    expect(page.locator("main")).to_contain_text("Angekündigt, aber nicht angemeldet: 1")
    nobody_else_comes(page)
    for number in range(1, 10):
        play_round(page, number)
    part(page, DRAW)
    expect(page.locator("main")).to_contain_text("Es gibt keine weitere Runde.")
    assert Table.objects.count() == 26 == 9 * 3 - 1
    expect_the_places(page)
    expect_the_prizes(page)
    expect_the_takings(page)


def expect_the_places(page: Page) -> None:
    part(page, STANDINGS)
    assert desk.places(page) == FINAL
    assert [lives for (lives,) in desk.values(page, "Leben")] == ["1", *["0"] * 8, ""]
    decided = page.locator(".ranking td.why")
    for row in (3, 4):
        expect(decided.nth(row)).to_have_text("ausgeschieden in Runde 7, geteilter Platz")
    link(page, "Frauen").click()
    assert desk.places(page) == [("1", "Huber"), ("2", "Berger"), ("3", "Fink")]


def expect_the_prizes(page: Page) -> None:
    part(page, PRIZES)
    called = page.locator(".calling-order .who")
    expect(called).to_have_text(["Dorn", "Auer", "Fink", "Berger", "Huber", "Lang", "Kern", "Eder", "Gruber"])
    button(page, "Turnier abschließen").click()
    assert desk.prizes(page) == [
        ("Huber", "Beste Frau Geschenkkorb", "–"),
        ("Kern", "3. Platz", "20,00"),
        ("Eder", "2. Platz", "30,00"),
        ("Gruber", "1. Platz", "50,00"),
    ]
    expect(page.locator(".equation")).to_have_text("100,00 + 0,00 = 100,00 ✓")
    page.locator("[data-number='8']").get_by_role("button", name="Ausgeben").click()
    expect(page.locator(".is-handed .who")).to_have_text(["Kern"])


def expect_the_takings(page: Page) -> None:
    part(page, CASH)
    expect(page.locator(".till-facts dd")).to_have_text(["€ 150,00", "€ 0,00", "€ 0,00"])
    button(page, "€ 150,00 in die Kassa buchen").click()
    expect(page.locator(".done")).to_have_text("€ 150,00 in die Kassa gebucht.")
    expect(page.locator(".till-facts dd")).to_have_text(["€ 150,00", "€ 150,00", "€ 0,00"])


# --- buying in again -------------------------------------------------------------------------------------------------


def with_buying(tournament: Tournament) -> None:
    """Nachkauf for € 5,00, once, until the end of round 3."""
    buying = {"allowed": True, "cents": 500, "pool_cents": 500, "last_round": 3}
    plan = write_plan(read_plan({**tournament.plan, "buying": buying}))
    Tournament.objects.filter(pk=tournament.pk).update(plan=plan)


def paid_at_the_desk(tournament: Tournament) -> None:
    cents = tournament.plan["fee"]["cents"]
    Payment.objects.bulk_create(
        Payment(tournament=tournament, entrant=card, kind=Payment.Kind.FEE, cents=cents)
        for card in tournament.entrants.all()
    )


def test_dorn_buys_in_again_after_round_3_and_auer_not_after_round_4(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    tournament = three_lives(house.club, rounds=3)
    with_buying(tournament)
    paid_at_the_desk(tournament)
    page = desk.sit_down(open_phone, live_server.url, house)
    cash, card = (desk.address_of(tournament, live_server.url, rest) for rest in ("cash/", "cards/{}/"))
    page.goto(cash)
    assert came_in(page)[:2] == [["Nenngeld, 10 Karten", "150,00"], ["Nachkauf, 0 ×", "0,00"]]

    page.goto(card.format(NUMBERS["Dorn"]))
    button(page, "Nachkauf um € 5,00").click()
    expect(page.locator(".payments .number")).to_have_text(["+15,00", "+5,00"])
    page.goto(cash)
    assert came_in(page)[:2] == [["Nenngeld, 10 Karten", "150,00"], ["Nachkauf, 1 ×", "5,00"]]
    expect(page.locator(".till-facts dd").first).to_have_text("€ 155,00")

    _resting, matches = MATCHES[3]
    pairs = [[NUMBERS[name] for name in match.split("–")] for match in matches.split()]
    desk.set_tables(page, pairs, NUMBERS["Dorn"])
    desk.publish(page, 4)
    part(page, TABLES)
    for table, (winner, _loser) in enumerate(pairs, start=1):
        desk.type_winner(page, table, winner)
    page.goto(card.format(NUMBERS["Auer"]))
    refused = "Nachkauf war bis zum Ende der Runde 3 möglich; gespielt ist schon Runde 4."
    expect(page.locator("main > .notice")).to_have_text(refused)
    expect(page.get_by_role("button", name="Nachkauf")).to_have_count(0)
    part(page, STANDINGS)
    assert desk.places(page)[-2:] == [("9", "Auer"), ("–", "Moser")]
    part(page, PRIZES)
    expect(page.locator(".pot tfoot td").first).to_have_text("155,00")


def came_in(page: Page) -> list[list[str]]:
    return table_rows(page.locator(".cash-page table.plain"))
