"""Every page of seasons: nothing for axe to complain about, nothing sideways, big enough for a thumb."""

import re
from typing import Any

import pytest

from clubs.models.club import Role
from tests.browser import seasons_gallery
from tests.browser.conftest import OpenPhone
from tests.browser.test_looks_of_clubs import Phones
from tests.browser.test_looks_of_clubs import all_looks as looks_of
from tests.club import a_house
from tests.league import a_league, first_fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_every_page_of_seasons(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    words = seasons_gallery.everything(house)
    phones = Phones(live_server.url, open_phone, house.users)
    looks_of(phones, "seasons", seasons_gallery.SEASONS, words)


@pytest.mark.parametrize("boards", [4, 9, 13, 30])
def test_an_empty_match_report_is_one_page_as_long_as_it_can_be(
    live_server: Any, open_phone: OpenPhone, boards: int
) -> None:
    house = a_house("post")
    league = a_league(house, boards=boards)
    page = Phones(live_server.url, open_phone, house.users).of(Role.DIRECTOR)
    paper = f"seasons/leagues/{league.pk}/fixtures/{first_fixture(league).pk}/paper/"
    page.goto(f"{live_server.url}{house.path(paper)}")
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    assert (len(pages) == 1) == (boards < 30)
    assert ("eine Seite" in page.locator(".hint").inner_text()) == (boards < 30)
    page.emulate_media(media="print")
    assert page.locator("tfoot").evaluate("sums => getComputedStyle(sums).display") == "table-row-group", "said once"
