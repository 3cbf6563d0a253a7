"""Every page of the hall, and what hangs on its wall: nothing for axe to complain about, nothing sideways."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser import hall_gallery
from tests.browser.conftest import OpenPhone
from tests.browser.test_looks import SHOTS, STICKS_OUT, THUMB, TOO_LOW, TOO_PALE, picture, violations
from tests.browser.test_looks_of_clubs import Phones
from tests.browser.tournament_gallery import Look
from tests.club import a_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BY_NIGHT = {"room", "room-panel", "screens", "reading", "table-disputed", "hall-number", "hall-standings", "why",
            "at-table-disputed", "hall-pictures", "paper", "check-good"}  # fmt: skip
"""The others are made of the same parts; pictures are taken of all."""
IN_ENGLISH = {"room", "screens", "hall-number", "why", "why-needs", "at-table-disputed", "paper", "hall-pictures"}
AT_THE_DESK = {"room", "room-250", "screens"}
"""What somebody may look at on a large screen."""
WALL = {"width": 1920, "height": 1080}
MOST_TURNS = 60


def looked_at(page: Page, name: str) -> dict[str, list[str]]:
    """What is wrong with the page as it stands: by day and by night, from the narrow phone to the desk."""
    found = {"axe": violations(page), "thumb": page.evaluate(TOO_LOW, THUMB)}
    for width in (1920, 1280, 360) if name in AT_THE_DESK else (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        found[str(width)] = page.evaluate(STICKS_OUT)
        picture(page, f"hall-{name}-{width}")
    if SHOTS or name in BY_NIGHT:
        page.emulate_media(color_scheme="dark")
        found["dark"] = page.evaluate(TOO_PALE)
        picture(page, f"hall-{name}-360-dark")
        page.emulate_media(color_scheme="light")
    return {f"{name} {what}": problems for what, problems in found.items() if problems}


def in_english(page: Page, name: str) -> dict[str, list[str]]:
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": page.url}])
    page.reload()
    found = page.evaluate(STICKS_OUT)
    assert page.locator("html").get_attribute("lang") == "en"
    picture(page, f"hall-{name}-360-en")
    page.context.clear_cookies(name=settings.LANGUAGE_COOKIE_NAME)
    return {f"{name} english": found} if found else {}


def all_looks(phones: Phones, looks: Mapping[str, Look], words: Mapping[str, object]) -> dict[str, list[str]]:
    """Look -> what is wrong with it."""
    found: dict[str, list[str]] = {}
    for name, (who, path, do) in looks.items():
        page = phones.of(who)
        page.goto(f"{phones.site}{path.format(**words)}")
        if do is not None:
            do(page)
        found |= looked_at(page, name)
        if name in IN_ENGLISH:
            found |= in_english(page, name)
    return found


def test_every_page_of_the_hall(live_server: Any, open_phone: OpenPhone) -> None:
    house = a_house("post")
    words = hall_gallery.everything(house)
    phones = Phones(live_server.url, open_phone, house.users)
    found: dict[str, list[str]] = {}
    for looks in (hall_gallery.ROOM, hall_gallery.PHONE, hall_gallery.FILES):
        found |= all_looks(phones, looks, words)
    found |= all_looks(phones, {"bring": hall_gallery.bring_in(words)}, words)
    wall = open_phone(viewport=WALL, has_touch=False, reduced_motion="reduce")
    for name in hall_gallery.SCREENS:
        wall.goto(f"{live_server.url}{words[name]}")
        found |= on_the_wall(wall, name)
    assert found == {}


def on_the_wall(wall: Page, name: str) -> dict[str, list[str]]:
    """Everything that this screen shows, page after page, by day; and by night what it stops at."""
    few = name != "crowd_screen"  # hundreds of lines are made of the same parts
    found = {f"{name} axe": violations(wall) if few else []}
    seen = dict[tuple[str, str], None]()
    for _turn in range(MOST_TURNS):
        at = (wall.locator(".show.is-on").get_attribute("data-what") or "", wall.locator(".page-of").inner_text())
        if at in seen:
            break
        if at[0] not in {what for what, _page in seen}:
            found[f"{name} {at[0]}"] = wall.evaluate(STICKS_OUT) + (wall.evaluate(TOO_PALE) if few else [])
        seen[at] = None
        picture(wall, f"wall-{name}-{at[0]}-{at[1].replace('/', '-of-')}")
        wall.keyboard.press("ArrowRight")
    wall.emulate_media(color_scheme="dark")
    found[f"{name} dark"] = wall.evaluate(TOO_PALE) if few else []
    picture(wall, f"wall-{name}-dark")
    wall.emulate_media(color_scheme="light")
    return {look: problems for look, problems in found.items() if problems}
