"""A passkey in a real browser: added, used to log in, taken away; the device is Chromium's virtual authenticator."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def a_device_with_passkeys(page: Page) -> Any:
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    wire.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return wire


def test_a_passkey_is_added_logs_in_and_is_removed(live_server: Any, open_phone: OpenPhone) -> None:
    site = live_server.url.replace("127.0.0.1", "localhost")
    page = open_phone(f"{site}/account/signup/")
    wire = a_device_with_passkeys(page)
    page.fill("[name=name]", "Resi Gruber")
    page.fill("[name=email]", "resi@example.org")
    page.click("main button.big")
    page.goto(f"{site}/account/passkeys/add/")
    page.fill("[name=name]", "Resis Handy")
    page.click("[data-passkey] button")
    page.wait_for_url(f"{site}/account/")
    assert "Resis Handy" in page.inner_text("ul.keys >> nth=0")

    page.goto(f"{site}/account/logout/")
    page.click("main button.big")
    page.goto(f"{site}/account/login/?next=/games/")
    page.click("[data-passkey] button")
    page.wait_for_url(f"{site}/games/")

    page.goto(f"{site}/account/")
    page.click("text=Entfernen")
    page.click("main button.danger")
    page.wait_for_url(f"{site}/account/")
    assert page.locator("text=Resis Handy").count() == 0

    # The device still has it; the site knows it no more and says so in words.
    page.goto(f"{site}/account/logout/")
    page.click("main button.big")
    page.goto(f"{site}/account/login/")
    page.click("[data-passkey] button")
    page.wait_for_selector("p.problem:visible")
    assert page.inner_text("p.problem:visible") == "Dieser Passkey gehört zu keinem Konto hier."
    wire.detach()


def test_where_passkeys_cannot_work_no_button_offers_them(live_server: Any, open_phone: OpenPhone) -> None:
    page = open_phone(live_server.url.replace("localhost", "127.0.0.1") + "/account/login/")
    assert page.locator("[data-passkey]").count() == 0
    assert page.locator("main button.big").count() == 1
