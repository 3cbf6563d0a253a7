"""Scenario S6, a club's year: fines, a Stammtisch and its settlement, the till at the year's end; all by tapping."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.club import (
    SHARE_OUT,
    add_price,
    begin_evening,
    book,
    close_sheet,
    count_cash,
    found_club,
    import_people,
    new_sheet,
    open_accounts,
    open_past_evening,
    part_of_till,
    payments,
    shares,
    sign_up,
    tab,
    table_rows,
    tick,
)
from tests.browser.conftest import OpenPhone
from tests.browser.table import button, label, link, record_normal, record_special

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

A, B, C, D, E = PEOPLE = ("Anna Auer", "Bernd Bach", "Christl Czak", "Dieter Dorn", "Eva Egger")
EACH_PAYS, KITTY = "jeder Verlierer zahlt, die Gewinner teilen", "die Verlierer zahlen in die Kassa"

LEGS = (
    ((A, B), (C, D), 1),
    ((A, C), (B, E), 2),
    ((D, E), (A, B), 1),
    ((B, C), (D, A), 4),
    ((C, E), (A, D), 1),
    ((A, E), (B, C), 2),
)
"""Winners, losers, Bummerl."""

FINE = "Verlorenes Bummerl"

ATTENDED = {A: 12, B: 11, C: 12, D: 8, E: 7}
LAST_YEAR = timezone.localdate().year - 1
TUESDAYS = [day + timedelta((1 - day.weekday()) % 7) for day in (date(LAST_YEAR, month, 1) for month in range(1, 13))]


def a_club(page: Page, site: str) -> None:
    sign_up(page, site, A)
    found_club(page, site, "Stammtisch")
    import_people(page, [("Name",), *((name,) for name in PEOPLE)])
    button(page, "Einlesen").tap()
    expect(page.locator("h2", has_text="Mitglieder")).to_have_text("Mitglieder 5")


def play_leg(page: Page, winners: tuple[str, str], losers: tuple[str, str], bummerl: int, money: str) -> None:
    """A leg on a sheet of its own. Whoever sits at 1 calls first: a winner, where one hand is the whole leg."""
    first, second = (winners, losers) if bummerl == 2 else (losers, winners)
    new_sheet(page, "Bauernschnapsen", [first[0], second[0], first[1], second[1]], money=money, stake="0,50")
    if bummerl == 2:
        record_special(page, "herrenschnapser", 0)
    elif bummerl == 1:
        record_normal(page, 0, 1)
        record_special(page, "herrenschnapser", 1)
    else:
        record_special(page, "gang", 0)
        record_special(page, "kontraschnapser", 0)
        record_normal(page, 0, 2)
        record_special(page, "herrenschnapser", 3)
    said = {1: "Bummerl", 2: "Schneider! 2 Bummerl", 4: "Retourschneider! 4 Bummerl"}[bummerl]
    expect(page.locator(".moment h2")).to_have_text(f"{said} für {losers[0]} und {losers[1]}.")
    close_sheet(page)


def play_all(page: Page, money: str) -> None:
    """Six legs, and the preview of what the evening comes to."""
    begin_evening(page)
    for winners, losers, bummerl in LEGS:
        play_leg(page, winners, losers, bummerl, money)
    link(page, "Abend abschließen und abrechnen").tap()
    expect(page.get_by_role("heading", name="Was 6 geschlossene Zettel ergeben")).to_be_visible()


def test_a_stammtisch_is_settled_in_three_payments_or_through_the_till(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone()
    a_club(page, live_server.url)
    play_all(page, EACH_PAYS)
    expected = {A: "−0,50", B: "0,00", C: "+2,00", D: "−2,50", E: "+1,00"}
    assert shares(page) == expected
    assert sorted(payments(page)) == [f"{A} → {E} € 0,50", f"{D} → {C} € 2,00", f"{D} → {E} € 0,50"]
    label(page, "Über die Kassa").tap()
    button(page, "Abend abrechnen").tap()
    expect(page.locator("#payments")).to_contain_text("Über die Kassa abgerechnet")
    assert shares(page) == expected
    tab(page, "Kassa")
    assert open_accounts(page) == {A: "schuldet 0,50", D: "schuldet 2,50", C: "hat gut 2,00", E: "hat gut 1,00"}


def test_the_same_stammtisch_with_a_kitty_brings_eleven_euros(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone()
    a_club(page, live_server.url)
    play_all(page, KITTY)
    assert shares(page) == {A: "−3,00", B: "−2,50", C: "−1,50", D: "−3,00", E: "−1,00"}
    expect(page.locator(".kitty .amount")).to_have_text("€ 11,00")
    button(page, "Abend abrechnen").tap()
    assert sorted(payments(page)) == [
        f"{A} → Kassa € 3,00", f"{B} → Kassa € 2,50", f"{C} → Kassa € 1,50", f"{D} → Kassa € 3,00",
        f"{E} → Kassa € 1,00",
    ]  # fmt: skip
    for _payment in PEOPLE:
        button(page, "Bezahlt").first.tap()
    expect(page.locator(".done", has_text="Alles bezahlt.")).to_be_visible()
    tab(page, "Kassa")
    expect(page.locator(".till-facts dd")).to_have_text(["€ 11,00", "€ 0,00", "€ 0,00"])


def test_fines_become_dearer_after_the_third(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone()
    a_club(page, live_server.url)
    begin_evening(page)
    tick(page, PEOPLE[:4])
    add_price(page, FINE, "0,50", kind="Strafe", first="3", further="1")
    expect(page.locator(".prices .amount")).to_have_text("die ersten 3 je € 0,50, danach je € 1,00")
    book(page, FINE, {A: 0, B: 2, C: 5, D: 7})
    assert open_accounts(page) == {D: "schuldet 5,50", C: "schuldet 3,50", B: "schuldet 1,00"}
    expect(page.locator(".till-facts dd")).to_have_text(["€ 0,00", "€ 10,00", "€ 0,00"])
    link(page, f"{C} schuldet 3,50").tap()
    expect(page.locator(".account-lines tbody tr")).to_have_count(1)
    expect(page.locator(".account-lines tbody tr")).to_contain_text(f"Strafe: 5 × {FINE}")


def test_the_till_is_shared_out_by_the_evenings_of_a_year(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone()
    a_club(page, live_server.url)
    for number, day in enumerate(TUESDAYS):
        open_past_evening(page, day.isoformat())
        tick(page, [name for name, evenings in ATTENDED.items() if number < evenings])
    count_cash(page, "187,35")
    part_of_till(page, SHARE_OUT)
    page.get_by_label("Erster Tag").fill(f"{LAST_YEAR}-01-01")
    page.get_by_label("Letzter Tag").fill(f"{LAST_YEAR}-12-31")
    button(page, "Abende dieser Zeit zählen").tap()
    for name, evenings in ATTENDED.items():
        expect(page.get_by_label(f"Abende von {name}")).to_have_value(str(evenings))
    expect(page.get_by_label("Betrag in Euro")).to_have_value("187,35")
    button(page, "Ausrechnen").tap()
    assert table_rows(page.locator("table.plain")) == [
        [A, "12", "44,96"], [B, "11", "41,22"], [C, "12", "44,96"], [D, "8", "29,98"], [E, "7", "26,23"],
    ]  # fmt: skip
    expect(page.locator("table.plain tfoot")).to_have_text("Zusammen50187,35")
    button(page, "€ 187,35 aufteilen").tap()
    expect(page.locator(".till-facts dd")).to_have_text(["€ 0,00", "€ 0,00", "€ 0,00"])
    expect(page.locator(".booked .amount").nth(9)).to_be_visible()
