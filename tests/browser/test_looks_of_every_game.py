"""Every page of every game: nothing for axe to complain about, nothing sideways, everything big enough for a thumb."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.games.sheet import GAMES
from scoring.services.closing import close_sheet
from tests.browser.conftest import OpenPhone
from tests.browser.table import laid_down
from tests.browser.test_looks import SHOTS, STICKS_OUT, THUMB, TOO_LOW, TOO_PALE, picture, violations
from tests.services.table import now
from tests.services.worked_evenings import worked

pytestmark = pytest.mark.browser

NASTY = ("Maria Theresia Hinterholzer-Obermüllner", "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", "Jo", "Xaver")
OPEN = ("", "line/{seq}/", "history/", "statistics/", "rules/", "help/", "seats/", "close/")


def pages(site: str, page: Page, game: str) -> Iterator[str]:
    """Goes to every page of a sheet of this game, half an evening long, and says which it is."""
    document = worked(game)
    players = [*NASTY, "Fini", "Gust"][: len(document["players"])]
    hands = document["hands"][: len(document["hands"]) // 2 + 1]
    rules = document.get("house_rules") or {}
    sheet = laid_down(*hands, game=game, players=players, rules=rules, first_dealer=document["first_dealer"])
    page.goto(f"{site}/new/{game}/")
    yield "new"
    page.goto(f"{site}/games/{game}/")
    yield "game"
    for path in OPEN:
        page.goto(f"{site}/sheet/{sheet.write_secret}/{path.format(seq=sheet.seq)}")
        yield path.partition("/")[0] or "sheet"
    page.goto(f"{site}/watch/{sheet.watch_secret}/")
    yield "watch"
    close_sheet(sheet, write=now(sheet))
    page.goto(f"{site}/sheet/{sheet.write_secret}/result/")
    yield "result"


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_game_please_axe_and_the_thumb_and_fit(
    live_server: Any, open_phone: OpenPhone, game: str
) -> None:
    page = open_phone(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for name in pages(live_server.url, page, game):
        found[f"{name} axe"] = violations(page)
        found[f"{name} thumb"] = page.evaluate(TOO_LOW, THUMB)
        for width in (320, 1280, 360):
            page.set_viewport_size({"width": width, "height": 740})
            found[f"{name} {width}"] = page.evaluate(STICKS_OUT)
            if width != 320:
                picture(page, f"{game}-{name}-{width}")
        if SHOTS or game == "kratzen":  # the others are made of the same parts
            page.emulate_media(color_scheme="dark")
            found[f"{name} dark"] = page.evaluate(TOO_PALE)
            picture(page, f"{game}-{name}-360-dark")
            page.emulate_media(color_scheme="light")
    assert {look: problems for look, problems in found.items() if problems} == {}
