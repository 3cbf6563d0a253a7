"""Every page of clubs and accounts: nothing for axe to complain about, nothing sideways, big enough for a thumb."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page

from clubs.models import User
from clubs.models.club import Role
from tests.browser import club_gallery
from tests.browser.club_gallery import Look
from tests.browser.conftest import OpenPhone
from tests.browser.test_looks import SHOTS, STICKS_OUT, THUMB, TOO_LOW, TOO_PALE, picture, violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FULL: Mapping[str, Mapping[str, Look]] = {
    "evenings": club_gallery.EVENINGS,
    "people": club_gallery.PEOPLE,
    "till": club_gallery.TILL,
    "club": club_gallery.CLUB,
    "account": club_gallery.ACCOUNT,
}

BY_NIGHT = 3
"""Every third look is checked by night too: the others are made of the same parts. Pictures are taken of all."""


def looked_at(page: Page, name: str, *, by_night: bool) -> dict[str, list[str]]:
    """What is wrong with the page as it stands, on every kind of phone and by night."""
    found = {f"{name} axe": violations(page), f"{name} thumb": page.evaluate(TOO_LOW, THUMB)}
    for width in (320, 1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        found[f"{name} {width}"] = page.evaluate(STICKS_OUT)
        if width != 320:
            picture(page, f"{name}-{width}")
    if SHOTS or by_night:
        page.emulate_media(color_scheme="dark")
        found[f"{name} dark"] = page.evaluate(TOO_PALE)
        picture(page, f"{name}-360-dark")
        page.emulate_media(color_scheme="light")
    return found


class Phones:
    """One phone for everybody who looks."""

    def __init__(self, site: str, open_phone: OpenPhone, users: Mapping[str, User]) -> None:
        self.site, self.open_phone, self.users = site, open_phone, users
        self.pages: dict[str, Page] = {}

    def of(self, who: str) -> Page:
        if who not in self.pages:
            self.pages[who] = self.open_phone(reduced_motion="reduce")
            if who != club_gallery.NOBODY:
                club_gallery.log_in(self.pages[who].context, self.site, self.users[who])
        return self.pages[who]


def all_looks(phones: Phones, group: str, looks: Mapping[str, Look], words: Mapping[str, object]) -> None:
    found: dict[str, list[str]] = {}
    for number, (name, (who, path, do)) in enumerate(looks.items()):
        page = phones.of(who)
        page.goto(f"{phones.site}{path.format(**words)}")
        if do is not None:
            do(page)
        found |= looked_at(page, f"{group}-{name}", by_night=number % BY_NIGHT == 0)
    assert {look: problems for look, problems in found.items() if problems} == {}


def test_the_pages_of_a_club_just_founded(live_server: Any, open_phone: OpenPhone) -> None:
    house = club_gallery.an_empty_club()
    words = {"club": house.path()[:-1], "anna": house.players[Role.OWNER].pk}
    all_looks(Phones(live_server.url, open_phone, house.users), "empty", club_gallery.EMPTY, words)


@pytest.mark.parametrize("group", FULL)
def test_the_pages_of_a_club_with_everything(live_server: Any, open_phone: OpenPhone, group: str) -> None:
    gallery = club_gallery.a_full_club()
    others = {
        one.name.split()[0].lower(): one for one in User.objects.filter(name__in=("Cilli Fremd", "Gustav Brandl"))
    }
    phones = Phones(live_server.url, open_phone, {**gallery.house.users, **others})
    all_looks(phones, group, FULL[group], gallery.words)
