"""One Chromium for all browser tests, and phones in it: every phone is a context with cookies of its own."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Every phone is a window of a whole browser, and each would load two pages for the list under its address bar, which
# nobody sees here: more than half of what a phone costs. Chromium heeds this flag once, so what Playwright turns off
# (and what might show in a test) is in it too.
TURNED_OFF = [
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "AimEnabled", "LensOverlay"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "PaintHolding"),
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning", "PreconnectToSearch"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "MediaRouter", "OptimizationHints", "NetworkTimeServiceQuerying"),
]
FLAGS.append(f"--disable-features={','.join(TURNED_OFF)}")

PATIENCE = 5000
"""Milliseconds a phone waits for something that should be there at once."""

OpenPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], chromium_sandbox=False, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_phone(chromium: Browser) -> Iterator[OpenPhone]:
    """Opens a phone of 360 × 740 with a touch screen in Austria; keywords say what is different."""
    contexts = []
    mishaps: list[str] = []

    def opened(address: str | None = None, **different: Any) -> Page:
        plain: dict[str, Any] = {
            "viewport": {"width": 360, "height": 740},
            "has_touch": True,
            "locale": "de-AT",
            "timezone_id": "Europe/Vienna",
        }
        context = chromium.new_context(**{**plain, **different})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: mishaps.append(str(error)))
        if address:
            page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert mishaps == [], "an exception nobody caught in the page's JavaScript"
