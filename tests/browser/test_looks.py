"""Every page: nothing for axe to complain about, nothing sideways to scroll, everything big enough for a thumb."""

import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone
from tests.browser.gallery import PAGES, set_table

pytestmark = pytest.mark.browser

SHOTS = os.environ.get("SHOTS")
THUMB = 44
NASTY = (
    "Maria Theresia Hinterholzer-Obermüllner X",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "Jo",
)

# What can be tapped, is to be seen and is lower than a thumb; links in running text are as high as the text.
TOO_LOW = """(least) => {
  // What takes taps for it above and below its own line.
  const over = (one) => {
    const style = getComputedStyle(one, "::after");
    return style.content !== "none" && style.position === "absolute" ? parseFloat(style.height) || 0 : 0;
  };
  const all = 'a, button, summary, textarea, label:has([type="radio"], [type="checkbox"]), '
    + 'input:not([type="radio"], [type="checkbox"], [type="hidden"])';
  return [...document.querySelectorAll(all)]
    .filter((one) => one.checkVisibility() && !one.matches(".skip, .sr"))
    .filter((one) => Math.max(one.getBoundingClientRect().height, over(one)) < least)
    .map((one) => `${one.outerHTML.slice(0, 90)}: ${one.getBoundingClientRect().height}`);
}"""

# The innermost elements that stick out to the right.
STICKS_OUT = """async () => {
  await document.fonts.ready;
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const out = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > wide + 0.5);
  return out.filter((one) => !out.some((other) => other !== one && one.contains(other)))
    .map((one) => one.outerHTML.slice(0, 90));
}"""


# axe is in the page already.
TOO_PALE = """async () => {
  const found = await axe.run(document, { runOnly: ["color-contrast"], resultTypes: ["violations"] });
  return found.violations.flatMap((one) => one.nodes).map((node) => node.html.slice(0, 120));
}"""


AXE = Axe().axe_script
# Nothing is fetched for a second time: only a rule about locked screens would ask for that.
SERIOUS = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false });
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 120)} ${node.failureSummary}`));
}"""


def violations(page: Page) -> list[str]:
    """What axe finds serious or critical."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(SERIOUS)
    return found


def picture(page: Page, name: str) -> None:
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def test_the_looks_are_not_blind(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone(live_server.url)
    bad = '<p>pale</p><a href="/">wide and low</a>'
    page.evaluate("(bad) => document.querySelector('main').insertAdjacentHTML('beforeend', bad)", bad)
    page.evaluate("document.querySelector('main > p').style.cssText = 'color:#ccc;background:#fff'")
    page.evaluate("document.querySelector('main > a').style.cssText = 'width:150vw;display:block;height:20px'")
    assert [one for one in violations(page) if one.startswith("color-contrast")]
    assert page.evaluate(STICKS_OUT)
    assert page.evaluate(TOO_LOW, THUMB)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_pleases_axe_by_day_and_by_night_and_the_thumb_and_fits_the_longest_names(
    live_server: Any, open_phone: OpenPhone, name: str
) -> None:
    table = set_table(live_server.url, open_phone, tuple(one[:40] for one in NASTY))
    PAGES[name](table)
    table.page.set_viewport_size({"width": 360, "height": 740})
    found = {"axe": violations(table.page), "thumb": table.page.evaluate(TOO_LOW, THUMB)}
    table.page.emulate_media(color_scheme="dark")
    found["dark"] = table.page.evaluate(TOO_PALE)  # night changes contrast only
    for width in (320, 360, 1280):
        table.page.set_viewport_size({"width": width, "height": 740})
        found[f"{width} sideways"] = table.page.evaluate(STICKS_OUT)
        for scheme in ("dark", "light") if SHOTS else ():
            table.page.emulate_media(color_scheme=scheme)
            picture(table.page, f"{name}-{width}-{scheme}")
    assert {look: problems for look, problems in found.items() if problems} == {}
