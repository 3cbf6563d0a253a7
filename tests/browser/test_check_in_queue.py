"""Check-in on a slow network: whoever was typed is entered, however soon one goes on to another page."""

import time
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser import desk
from tests.browser.conftest import OpenPhone
from tests.browser.desk import DRAW, part
from tests.club import a_house
from tests.tournament import a_tournament
from tournaments.models import Entrant

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Auer", "Berger", "Dorn")


def test_a_link_waits_until_everybody_who_was_typed_is_in(open_phone: OpenPhone, live_server: Any) -> None:
    house = a_house()
    tournament = a_tournament(house.club, cards=0)
    page = desk.sit_down(open_phone, live_server.url, house)
    page.goto(desk.address_of(tournament, live_server.url, "check-in/"))

    def slow(route: Route) -> None:
        time.sleep(0.15)
        route.continue_()

    page.route("**/check-in/", lambda route: slow(route) if route.request.method == "POST" else route.continue_())
    for name in NAMES:
        desk.type_card(page, name)
    part(page, DRAW)
    page.wait_for_url("**/draw/")
    assert sorted(Entrant.objects.values_list("people__player__name", flat=True)) == list(NAMES)
    # What is refused keeps the page, and the count beside the list follows.
    page.goto(desk.address_of(tournament, live_server.url, "check-in/"))
    for name in ("Fink", "Auer"):
        desk.type_card(page, name)
    part(page, DRAW)
    expect(page.locator("#refused [name=name]")).to_have_value("Auer")
    expect(page.locator("#cards-title small")).to_have_text("4")
    assert page.url.endswith("/check-in/")
