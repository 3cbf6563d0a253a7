"""An evening of 24 pairs in one hall: a projector, the director's laptop, phones without an account, and paper."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models.club import Role
from tests.browser import desk
from tests.browser.club import plain
from tests.browser.conftest import OpenPhone
from tests.browser.desk import STANDINGS, TABLES, part
from tests.browser.hall import (
    answer_the_call,
    ask_why,
    call_the_director,
    correct,
    draw_and_publish,
    hand_in,
    look_me_up,
    missing,
    on_screen,
    out_of_the_pocket,
    passed_on,
    printed,
    rank,
    read_on,
    say_to_all,
    says_not_right,
    says_right,
    snap,
    start_the_clock,
    the_code_is_good,
    who_sits_where,
)
from tests.browser.table import button, fill_special, link
from tests.club import House, a_house
from tests.tournament import a_tournament, new_token
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Screen, Table, Tournament
from tournaments.models.entrants import Paid
from tournaments.services import results, screens
from tournaments.services.presets import PRESETS
from tournaments.services.screen_program import LONGEST, Look, Show, What, read_program
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SURNAMES = (
    "Auer", "Berger", "Czak", "Dorninger", "Egger", "Fuchs", "Gruber", "Huber", "Irlacher", "Jörg", "Kern", "Lang",
    "Moser", "Nagl", "Öller", "Pichler", "Reisinger", "Schöberl", "Traunmüller", "Unger", "Vogl", "Wimmer", "Zach",
    "Zöchbauer",
)  # fmt: skip
PAIRS = [f"Franz {name} / Maria {name}" for name in SURNAMES]
"""Pair 1 is Franz and Maria Auer; outside they are Franz A. and Maria A."""

FIRST_ROUND: dict[int, tuple[int, int]] = {
    1: (24, 0), 2: (24, 9), 3: (14, 24), 4: (24, 11), 5: (24, 13), 6: (24, 17), 7: (24, 3), 8: (24, 20), 9: (6, 24),
    10: (18, 24), 11: (2, 24), 12: (22, 24),
}  # fmt: skip
"""Table -> points of the pair that stays (2t − 1) and of the one that moves on (2t). Table 1 writes hand by hand, 2 and
3 hand in on a phone, 4 and 5 on paper."""

SECOND_ROUND: dict[int, tuple[int, int]] = {
    1: (24, 5), 2: (24, 16), 3: (12, 24), 4: (24, 21), 5: (8, 24), 6: (24, 1), 7: (24, 19), 8: (20, 24), 9: (24, 10),
    10: (4, 24), 11: (23, 24), 12: (1, 24),
}  # fmt: skip
"""The same after the even pairs have moved one table on: at table 3 sit pairs 5 and 4."""

HAND_IN_BY_PHONE = {2: FIRST_ROUND[2], 3: (15, 24)}
"""Table 3 writes one point too many for pair 5, who say so."""
PUT_RIGHT = (24, 12)
"""What table 2 really had; it is found out when the second round is drawn already."""


def an_evening(house: House) -> Tournament:
    """Sliding pairs of two rounds, all paid; everybody is asked, and one interim table is public."""
    preset = PRESETS["sliding-pairs"]
    wanted: dict[str, Any] = write_plan(preset.plan)
    wanted["stages"] = [{**wanted["stages"][0], "rounds": 2}]
    wanted["hall"] = {"confirm": True, "public": "once", "public_round": 1}
    shares = [5000, 3000, 2000]
    wanted["prizes"]["prizes"] = [{"place": place, "share": share} for place, share in enumerate(shares, start=1)]
    tournament = a_tournament(
        house.club, *PAIRS, plan=write_plan(read_plan(wanted)), game=preset.game, name="Kirtagsschnapsen"
    )
    tournament.entrants.update(paid=Paid.PAID)
    return tournament


# --- the projector ---------------------------------------------------------------------------------------------------


def hang_up(open_phone: OpenPhone, site: str, tournament: Tournament) -> Page:
    """A screen that shows everything, each for longer than this test lasts: it goes on by the arrow keys."""
    row = screens.add(tournament, by=None, token=new_token("screen-token"), name="Leinwand")
    wanted = (What.NAMES, What.TABLES, What.CLOCK, What.MISSING, What.STANDINGS, What.PRIZES, What.PHONE, What.PLACES)
    program = [Show(one, LONGEST) for one in wanted]
    screens.change(row, by=None, name=row.name, look=Look.DARK, shows=program, seen=screens.mark_of(row))
    assert len(read_program(Screen.objects.get().shows).shows) == len(wanted)
    return open_phone(f"{site}/screen/{row.secret}/", viewport={"width": 1920, "height": 1080}, has_touch=False)


def before_the_draw(screen: Page) -> None:
    expect(on_screen(screen, "phone")).to_contain_text("Mein Tisch")
    expect(on_screen(screen, "clock").locator(".of-day")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(screen.locator(".show.names, .show.standings")).to_have_count(0)


def without_a_server(screen: Page, laptop: Page, inside: str) -> None:
    """What is shown stays, and a small sign says since when; it goes on by itself with what is new."""
    standings = on_screen(screen, "standings")
    expect(standings.locator(".line b").first).to_have_text("Franz A. / Maria A.")
    screen.context.set_offline(True)
    sign = screen.locator(".connection")
    expect(sign).to_have_text(re.compile(r"Verbindung unterbrochen seit \d\d:\d\d"), timeout=15_000)
    expect(standings).to_be_visible()
    snap(screen, "screen-offline")
    say_to_all(laptop, inside, "Pause bis 20:15")
    expect(standings).to_be_visible()
    screen.context.set_offline(False)
    expect(screen.locator(".message-words")).to_have_text("Pause bis 20:15", timeout=15_000)
    expect(sign).to_be_hidden()
    button(laptop, "Zurück zu den Listen").click()
    expect(standings).to_be_attached()


# --- the director ----------------------------------------------------------------------------------------------------


def settle_the_dispute(laptop: Page, table: int) -> None:
    """Room and desk both show it with what was said; the correction asks everybody anew."""
    out_of_the_pocket(laptop)
    tile = laptop.locator(".tile.is-disputed")
    expect(tile.locator(".tile-no")).to_have_text(f"Tisch {table}")
    snap(laptop, "room-dispute")
    tile.locator("a").click()
    expect(laptop.locator("#panel .said-list")).to_contain_text("Bemerkung: „Wir haben nur 14“")
    laptop.keyboard.press("Escape")
    part(laptop, TABLES)
    row = laptop.locator("#tables-list .is-disputed")
    expect(row.locator(".contested-remark")).to_have_text("Wir haben nur 14")
    row.locator("a").click()
    correct(laptop, FIRST_ROUND[table], "Zettel nachgezählt")
    expect(laptop.locator(".agree-state")).to_have_text("noch nicht bestätigt")


def type_the_paper_tables(laptop: Page, *tables: int) -> None:
    part(laptop, TABLES)
    for table in tables:
        desk.type_slip(laptop, table, [[points] for points in FIRST_ROUND[table]])


def hand_in_the_rest(tournament: Tournament, number: int, amounts: dict[int, tuple[int, int]]) -> None:
    for table in Table.objects.filter(round__tournament=tournament, round__number=number, number__in=amounts):
        rows = [{"points": points} for points in amounts[table.number]]
        results.hand_in(table, by=None, rows=rows, seen=table.seq, token=new_token("other-table"))


# --- phones at the tables --------------------------------------------------------------------------------------------


def write_a_hand(phone: Page) -> None:
    """One hand ends the leg, and with it the match: the sheet is closed, and its result is in."""
    button(phone, "Spiel für Spiel schreiben").tap()
    expect(phone.locator("#strip")).to_contain_text("Tisch 1")
    fill_special(phone, "herrenschnapser", 0).tap(".send.special")
    expect(phone.locator(".moment h2")).to_be_visible()
    snap(phone, "sheet")
    phone.locator(".moment").get_by_role("link", name="Schluss und abrechnen").tap()
    button(phone, "Zettel abschließen").tap()
    link(phone, "Zum Tisch").tap()
    expect(phone.locator(".figure-in")).to_have_text(["24", "0"])


# --- the end ---------------------------------------------------------------------------------------------------------


def read_out(laptop: Page, screen: Page, inside: str) -> None:
    """From the last place, three of them; then the three who win something."""
    laptop.goto(f"{inside}reading-out/")
    button(laptop, "Beginnen").click()
    now = screen.locator(".show.places.is-on")
    for place, name in ((24, "Jörg"), (23, "Berger"), (22, "Traunmüller")):
        read_on(laptop, place, name)
    expect(now.locator(".which")).to_have_text("22. Platz")
    expect(now.locator(".rows li")).to_have_text([re.compile("^23.*Franz B"), re.compile("^24.*Franz J")])
    snap(screen, "screen-reading")
    button(laptop, "Ab dem 3. Platz").click()
    for place, name in ((3, "Schöberl"), (2, "Auer"), (1, "Wimmer")):
        read_on(laptop, place, name)
    expect(now.locator(".winner .whose")).to_contain_text("Franz W.")
    expect(now.locator(".won")).to_contain_text("240")
    snap(screen, "screen-winner")
    button(laptop, "Alles verlesen: beenden, alles ist öffentlich").click()
    expect(button(laptop, "Noch einmal vom letzten Platz an")).to_be_visible()


def finish(laptop: Page) -> None:
    link(laptop, "Zur Preisliste").click()
    button(laptop, "Turnier abschließen").click()
    expect(laptop.locator(".how-far")).to_contain_text("Endgültig seit")
    assert desk.prizes(laptop) == [
        ("Franz Schöberl / Maria Schöberl", "3. Platz", "96,00"),
        ("Franz Auer / Maria Auer", "2. Platz", "144,00"),
        ("Franz Wimmer / Maria Wimmer", "1. Platz", "240,00"),
    ]


def print_everything(laptop: Page, inside: str, code: str) -> None:
    slips = printed(laptop, inside, "paper/desk/table-slips.pdf?round=1")
    for seated in ("1 Franz A. / Maria A.", "22 Franz W. / Maria W.", "Punkte"):
        assert plain(seated) in slips
    seating = printed(laptop, inside, "paper/seating-by-name.pdf?round=1&names=full")
    assert all(f"Maria {name}" in seating for name in SURNAMES)
    assert code in printed(laptop, inside, "rounds/1/tables/1/sheet.pdf")
    prizes = printed(laptop, inside, "paper/desk/prizes.pdf")
    for name, money in (("Wimmer", "240,00"), ("Auer", "144,00"), ("Schöberl", "96,00")):
        assert f"Franz {name} / Maria {name}" in prizes
        assert money in prizes


# --- the evening -----------------------------------------------------------------------------------------------------


def the_first_round(
    phones: dict[int, Page], others: dict[int, Page], laptop: Page, screen: Page, tournament: Tournament
) -> None:
    """Three phones, two tables on paper, the others by themselves; one calls, and one cannot agree."""
    call_the_director(phones[1])
    hand_in(phones[2], HAND_IN_BY_PHONE[2])
    hand_in(phones[3], HAND_IN_BY_PHONE[3])
    answer_the_call(laptop, 1)
    out_of_the_pocket(phones[1])
    expect(phones[1].locator("#strip")).to_contain_text("mit 5 min extra")
    expect(on_screen(screen, "clock").locator(".longer")).to_have_text("Tisch 1: 5 min länger")
    snap(screen, "screen-clock")
    write_a_hand(phones[1])
    passed_on(phones[1], 1, "Franz B. / Maria B.")
    says_right(phones[2], 3)
    says_right(others[2], 4)
    expect(others[2].locator(".agree-state")).to_have_text("bestätigt")
    says_not_right(others[3], "Franz E. / Maria E.", "Wir haben nur 14")
    missing(screen, 4, 5, *range(6, 13))
    settle_the_dispute(laptop, 3)
    type_the_paper_tables(laptop, 4, 5)
    hand_in_the_rest(tournament, 1, {table: made for table, made in FIRST_ROUND.items() if table > 5})


def corrected_after_the_draw(laptop: Page, phone: Page, screen: Page, inside: str) -> None:
    """What round 1 made moves everybody's rank, also on the screen; the round that is drawn stays as it is."""
    laptop.goto(f"{inside}rounds/2/")
    drawn = laptop.locator(".draw-tables").inner_text()
    laptop.goto(f"{inside}rounds/1/tables/2/")
    correct(laptop, PUT_RIGHT, "Zettel falsch gelesen")
    rank(phone, 19)
    laptop.goto(f"{inside}rounds/2/")
    assert laptop.locator(".draw-tables").inner_text() == drawn
    part(laptop, STANDINGS)
    assert [name for _place, name in desk.places(laptop)][4:6] == [PAIRS[7 - 1], PAIRS[3 - 1]]
    expect(screen.locator(".show.standings li b").nth(4)).to_have_text("Franz G. / Maria G.")


def test_an_evening_of_24_pairs_with_phones_and_paper(live_server: Any, open_phone: OpenPhone) -> None:
    site, house = live_server.url, a_house("post", name="Stammtisch Gasthaus Post")
    tournament = an_evening(house)
    inside = desk.address_of(tournament, site)
    screen = hang_up(open_phone, site, tournament)
    before_the_draw(screen)
    laptop = desk.sit_down(open_phone, site, house, Role.DIRECTOR)
    laptop.goto(inside)
    draw_and_publish(laptop, 1)
    start_the_clock(laptop)
    tables = {number: f"{site}/table/{code_of(tournament, number)}/" for number in (1, 2, 3)}
    phones = {number: open_phone(address) for number, address in tables.items()}
    who_sits_where(screen, 1, 2 * len(PAIRS), {"Franz A.": "1", "Maria Ö.": "8"})
    missing(screen, *FIRST_ROUND)

    # The other sides of tables 2 and 3 have phones of their own.
    others = {number: open_phone() for number in (2, 3)}
    look_me_up(others[2], site, tournament, 4, table=2)
    everybody = others[2].url
    for number, phone in others.items():
        phone.goto(tables[number])
    the_first_round(phones, others, laptop, screen, tournament)
    missing(screen)
    code = the_code_is_good(phones[1])
    others[2].goto(everybody)
    rank(others[2], 20)
    without_a_server(screen, laptop, inside)

    draw_and_publish(laptop, 2)
    out_of_the_pocket(others[2])
    expect(others[2].locator(".big-table b")).to_have_text("3")
    out_of_the_pocket(phones[2])
    expect(phones[2].locator("h1")).to_have_text("Tisch 2 · Runde 2")
    corrected_after_the_draw(laptop, others[2], screen, inside)
    ask_why(others[2], "Platz 19, weil die Punkte entschieden haben: 12 gegen 13 von 10 Franz J. / Maria J.")
    hand_in_the_rest(tournament, 2, SECOND_ROUND)
    missing(screen)
    expect(on_screen(screen, "standings").locator(".line b").first).to_have_text("Franz A. / Maria A.")
    read_out(laptop, screen, inside)
    finish(laptop)
    rank(others[2], 11)
    expect(on_screen(screen, "prizes").locator(".name").first).to_have_text(re.compile("Franz W. / Maria W."))
    snap(screen, "screen-prizes")
    print_everything(laptop, inside, code)
