"""A club from its founding to the first share-out, tapped on a phone; and what a second phone and a stranger see."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Attendance
from clubs.services.evenings import open_evening
from tests.browser import test_blattla as blattla
from tests.browser.club import (
    REPORT,
    SHARE_OUT,
    add_price,
    begin_evening,
    book,
    close_sheet,
    count_cash,
    found_club,
    import_people,
    new_account,
    new_sheet,
    open_accounts,
    part_of_till,
    payments,
    plain,
    settle_up,
    shares,
    sign_up,
    tab,
    table_rows,
    tick,
)
from tests.browser.club_gallery import log_in
from tests.browser.conftest import OpenPhone
from tests.browser.table import button, link, record_special
from tests.club import a_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLUB = "Stammtisch Gasthaus Post"
ANNA, GUEST = "Anna Höß", "Gustl Brandl"
MEMBERS = (
    "Bert Maier", "Cilli Huber", "Dora Lang", "Egon Kern", "Franz Gruber", "Gabi Moser",
    "Hans Pichler", "Ida Steiner", "Josef Wagner", "Karl Bauer", "Lisi Fuchs", "Max Eder",
)  # fmt: skip
BERT, CILLI, DORA, EGON, FRANZ = MEMBERS[:5]
EACH_PAYS = "jeder Verlierer zahlt, die Gewinner teilen"
LIVE = 9000
"""Milliseconds after which a page that looks every four seconds must have seen it."""


def founded(page: Page, site: str) -> None:
    sign_up(page, site, ANNA)
    found_club(page, site, CLUB)


def with_members(page: Page) -> None:
    """The list has the founder too, last name first: she stays who she is."""
    rows = [one.split()[::-1] for one in (*MEMBERS, ANNA)]
    import_people(page, [("Nachname", "Vorname"), *rows])
    expect(page.locator(".counts li")).to_have_text(["12 neu", "0 fraglich", "1 schon da", "0 ausgelassen"])
    button(page, "Einlesen").tap()
    expect(page.locator("h2", has_text="Mitglieder")).to_have_text("Mitglieder 13")


def with_an_evening(page: Page) -> None:
    begin_evening(page)
    tick(page, [ANNA, *MEMBERS[:5]])
    page.get_by_label("Wer ist noch gekommen?").fill(GUEST)
    button(page, "Hinzufügen").tap()
    expect(page.locator("#there h2")).to_have_text("Wer da ist (7)")


def bauernschnapsen_of_one_hand(page: Page) -> None:
    new_sheet(page, "Bauernschnapsen", (ANNA, BERT, CILLI, DORA), money=EACH_PAYS, stake="0,50")
    record_special(page, "herrenschnapser", 0)
    expect(page.locator(".moment h2")).to_have_text(f"Schneider! 2 Bummerl für {BERT} und {DORA}.")


def bauernschnapsen_with_the_guest(page: Page) -> None:
    new_sheet(page, "Bauernschnapsen", (EGON, GUEST, FRANZ, ANNA), money=EACH_PAYS, stake="0,50")
    record_special(page, "kontraschnapser", 1)
    record_special(page, "bauernschnapser", 1)
    expect(page.locator(".moment h2")).to_have_text(f"Schneider! 2 Bummerl für {EGON} und {FRANZ}.")


def blattla_of_three_hands(page: Page) -> None:
    new_sheet(page, "Blattla", (BERT, GUEST, DORA, CILLI))
    for hand in blattla.case("BLM-S1")["sheet"]["hands"][:3]:
        blattla.record(page, hand)
    blattla.expect_totals(page, [-40, -80, 200, -80])


def settle(page: Page) -> None:
    """From hand to hand: what everybody won and lost at all three tables, in the fewest payments."""
    link(page, "Abend abschließen und abrechnen").tap()
    button(page, "Abend abrechnen").tap()
    expect(page.locator(".done").first).to_have_text("Der Abend ist abgerechnet.")
    assert shares(page) == {
        ANNA: "+2,00", BERT: "−1,40", CILLI: "+0,20", DORA: "+1,00", EGON: "−1,00", FRANZ: "−1,00", GUEST: "+0,20",
    }  # fmt: skip
    told = payments(page)
    assert len(told) == 5, told  # seven people, of whom two are even with each other
    for _payment in told:
        page.get_by_role("button", name="Bezahlt", exact=True).first.tap()
    expect(page.locator(".done", has_text="Alles bezahlt.")).to_be_visible()


def keep_the_till(page: Page) -> None:
    count_cash(page, "50")
    add_price(page, "Bier", "3,80", kind="Getränke")
    add_price(page, "Verlorenes Bummerl", "0,50", kind="Strafe", first="3", further="1")
    book(page, "Bier", {BERT: 2, DORA: 1, GUEST: 3})
    book(page, "Verlorenes Bummerl", {BERT: 2, EGON: 5})
    assert open_accounts(page) == {
        GUEST: "schuldet 11,40", BERT: "schuldet 8,60", DORA: "schuldet 3,80", EGON: "schuldet 3,50",
    }  # fmt: skip
    for name in (BERT, GUEST):
        settle_up(page, name)
    assert open_accounts(page) == {DORA: "schuldet 3,80", EGON: "schuldet 3,50"}
    expect(page.locator(".till-facts dd")).to_have_text(["€ 70,00", "€ 7,30", "€ 0,00"])


def share_out_fifty_euros(page: Page) -> None:
    part_of_till(page, SHARE_OUT)
    page.get_by_label("Betrag in Euro").fill("50")
    button(page, "Ausrechnen").tap()
    got = {row[0]: row[2] for row in table_rows(page.locator("table.plain"))}
    assert {name: cents for name, cents in got.items() if cents != "0,00"} == {
        ANNA: "8,34", BERT: "8,34", CILLI: "8,33", DORA: "8,33", EGON: "8,33", FRANZ: "8,33",
    }  # fmt: skip
    button(page, "€ 50,00 aufteilen").tap()
    expect(page.locator(".till-facts dd").first).to_have_text("€ 20,00")


def expect_the_report_to_add_up(page: Page) -> None:
    part_of_till(page, REPORT)
    expect(page.locator(".equation")).to_have_text([
        "0,00 + 70,00 − 50,00 = 20,00 ✓",
        "0,00 + 27,30 = 27,30 ✓",
        "0,00 + 0,00 − 27,30 + 50,00 + 20,00 − 50,00 = −7,30 ✓",
    ])  # fmt: skip
    people = {row[0]: row[3:] for row in table_rows(page.locator(".people-report table"))}
    assert people[BERT] == ["8,60", "8,34", "8,60", "8,34", "0,00"]
    assert people[EGON] == ["3,50", "8,33", "0,00", "8,33", "−3,50"]
    assert people[GUEST] == ["11,40", "0,00", "11,40", "0,00", "0,00"]


def test_a_club_is_founded_plays_an_evening_and_its_till_adds_up(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone()
    founded(page, live_server.url)
    with_members(page)
    with_an_evening(page)
    for play in (bauernschnapsen_of_one_hand, bauernschnapsen_with_the_guest, blattla_of_three_hands):
        play(page)
        close_sheet(page)
    expect(page.locator(".table-card")).to_have_count(3)
    settle(page)
    keep_the_till(page)
    share_out_fifty_euros(page)
    expect_the_report_to_add_up(page)


def invitation_for(page: Page, name: str) -> str:
    """The link that makes whoever follows it this person."""
    tab(page, "Verein")
    link(page, "Einladungen").tap()
    page.get_by_label("Gedacht für").select_option(name)
    button(page, "Link machen").tap()
    return page.get_by_label("Adresse").input_value()


def test_a_second_phone_comes_in_by_link_and_sees_the_evening_live_and_a_stranger_sees_nothing(
    live_server: Any, open_phone: OpenPhone
) -> None:
    anna = open_phone()
    founded(anna, live_server.url)
    with_members(anna)
    invitation = invitation_for(anna, BERT)
    evening = begin_evening(anna)

    bert = open_phone(invitation)
    link(bert, "Konto anlegen").tap()
    new_account(bert, "Bertl Maier")
    button(bert, f"Ich bin {BERT} – beitreten").tap()
    expect(bert.locator(".done")).to_have_text(f"Willkommen bei „{CLUB}“!")
    bert.get_by_role("link", name="Zum Abend vom").tap()
    expect(bert.locator("#there h2")).to_have_text("Wer da ist (0)")
    assert bert.locator("main").get_by_role("button").count() == 0

    tick(anna, (ANNA, BERT, CILLI, DORA))
    new_sheet(anna, "Bauernschnapsen", (ANNA, BERT, CILLI, DORA))
    record_special(anna, "bauernschnapser", 0)
    expect(bert.locator("#there h2")).to_have_text("Wer da ist (4)", timeout=LIVE)
    expect(bert.locator(".table-card .score b")).to_have_text(["12", "24"], timeout=LIVE)
    bert.locator(".table-card").tap()
    expect(bert.locator("main.watching")).to_be_visible()

    stranger = open_phone()
    sign_up(stranger, live_server.url, "Fritz Fremd")
    nobody = open_phone()
    for phone, page in ((stranger, "Nicht gefunden"), (nobody, "Anmelden")):
        for address in (evening, evening.partition("evenings/")[0], invitation):
            phone.goto(address)
            text = plain(phone.locator("body").inner_text())
            assert not [name for name in (ANNA, *MEMBERS) if name in text], (page, address)
    expect(nobody.locator("main")).to_contain_text("Diese Einladung wurde schon verwendet.")


def test_names_tapped_faster_than_the_network_answers_are_all_ticked(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    evening = open_evening(house.club, by=house.users["owner"], now=timezone.now())
    page = open_phone()
    log_in(page.context, live_server.url, house.users["owner"])
    page.goto(f"{live_server.url}/club/post/evenings/{evening.day}/")
    slow = {"offline": False, "latency": 400, "downloadThroughput": 100_000, "uploadThroughput": 100_000}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    chips = page.locator("#there .chip")
    for name in (ANNA, "Bert Maier", "Dora Lang", "Egon Kern"):
        chips.filter(has_text=name).tap()
    chips.filter(has_text=ANNA).tap()  # twice by mistake
    expect(page.locator("#there [aria-pressed=true]")).to_have_count(4)
    expect(page.locator("#there h2")).to_have_text("Wer da ist (4)", timeout=LIVE)
    assert Attendance.objects.count() == 4
    chips.filter(has_text="Bert Maier").tap()
    expect(page.locator("#there h2")).to_have_text("Wer da ist (3)", timeout=LIVE)
