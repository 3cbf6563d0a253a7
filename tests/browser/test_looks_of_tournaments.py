"""Every page of tournaments: nothing for axe to complain about, nothing sideways, big enough for a thumb."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.browser import tournament_gallery
from tests.browser.conftest import OpenPhone
from tests.browser.test_looks_of_clubs import Phones, looked_at
from tests.browser.tournament_gallery import Look
from tests.club import a_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BY_NIGHT = {"setup-desk", "setup-course", "desk-check-in-pairs", "desk-draft", "play-tables-422", "play-at-table",
            "play-standings", "play-over-prizes"}  # fmt: skip
"""The others are made of the same parts; pictures are taken of all."""


def all_looks(
    phones: Phones, group: str, looks: Mapping[str, Look], words: Mapping[str, object]
) -> dict[str, list[str]]:
    """Look -> what is wrong with it."""
    found: dict[str, list[str]] = {}
    for name, (who, path, do) in looks.items():
        page = phones.of(who)
        page.goto(f"{phones.site}{path.format(**words)}")
        if do is not None:
            do(page)
        found |= looked_at(page, f"{group}-{name}", by_night=f"{group}-{name}" in BY_NIGHT)
    return {look: problems for look, problems in found.items() if problems}


def test_before_the_first_tournament(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    phones = Phones(live_server.url, open_phone, house.users)
    assert all_looks(phones, "empty", tournament_gallery.EMPTY, {"club": house.path()[:-1]}) == {}


def test_every_page_of_tournaments(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    words = tournament_gallery.everything(house)
    phones = Phones(live_server.url, open_phone, house.users)
    groups = {"setup": tournament_gallery.SETUP, "desk": tournament_gallery.DESK, "play": tournament_gallery.PLAY}
    found: dict[str, list[str]] = {}
    for group, looks in groups.items():
        found |= all_looks(phones, group, looks, words)
    assert found == {}
