"""Every page of tournaments: nothing for axe to complain about, nothing sideways, big enough for a thumb."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import tournament_gallery
from tests.browser.conftest import OpenPhone
from tests.browser.test_looks import SHOTS, STICKS_OUT, THUMB, TOO_LOW, TOO_PALE, picture, violations
from tests.browser.test_looks_of_clubs import Phones
from tests.browser.tournament_gallery import Look
from tests.club import a_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BY_NIGHT = {"setup-desk", "setup-course", "desk-check-in-pairs", "desk-draft", "play-tables-422", "play-at-table",
            "play-standings", "play-over-prizes"}  # fmt: skip
"""The others are made of the same parts; pictures are taken of all."""


def looked_at(page: Page, name: str) -> dict[str, list[str]]:
    """What is wrong with the page as it stands, on every kind of screen and by night."""
    found = {f"{name} axe": violations(page), f"{name} thumb": page.evaluate(TOO_LOW, THUMB)}
    for width in (320, 1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        found[f"{name} {width}"] = page.evaluate(STICKS_OUT)
        if width != 320:
            picture(page, f"{name}-{width}")
    if SHOTS or name in BY_NIGHT:
        page.emulate_media(color_scheme="dark")
        found[f"{name} dark"] = page.evaluate(TOO_PALE)
        picture(page, f"{name}-360-dark")
        page.emulate_media(color_scheme="light")
    return found


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
        found |= looked_at(page, f"{group}-{name}")
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
