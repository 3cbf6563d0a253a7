"""Every page of seasons: nothing for axe to complain about, nothing sideways, big enough for a thumb."""

from typing import Any

import pytest

from tests.browser import seasons_gallery
from tests.browser.conftest import OpenPhone
from tests.browser.test_looks_of_clubs import Phones
from tests.browser.test_looks_of_clubs import all_looks as looks_of
from tests.club import a_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_every_page_of_seasons(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    words = seasons_gallery.everything(house)
    phones = Phones(live_server.url, open_phone, house.users)
    looks_of(phones, "seasons", seasons_gallery.SEASONS, words)
