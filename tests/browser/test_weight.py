"""What the sheet weighs over the wire, from the server as it runs in production, and that nothing on it jumps."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.table import CAST, button, expect_figures, record_normal, record_special

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
FIRST_VISIT = 60 * 1024
ONE_HAND = 6 * 1024
# Above this a reader sees something jump (and below 0.01 it is rounding).
JUMP = 0.01

SHIFTS = """() => {
  window.shifts = [];
  const note = (list) => shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput).map((one) => one.value));
  new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`python -m config.serve` with a data folder of its own: static files compressed, pages gzipped."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    theirs = {"MAKELEVEL", "DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "HTTPS", "DEBUG", "DJANGO_SETTINGS_MODULE"}
    environment = {key: value for key, value in os.environ.items() if key not in theirs}
    environment |= {
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "PORT": str(port),
        "HOST": "127.0.0.1",
        "WEB_WORKERS": "1",
    }
    running = subprocess.Popen(
        [sys.executable, "-m", "config.serve"], cwd=ROOT, env=environment, stdout=subprocess.PIPE
    )
    try:
        assert running.stdout
        while b"is running" not in running.stdout.readline():
            assert running.poll() is None, "the server did not start"
        for _attempt in range(100):
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30):
                break
            time.sleep(0.1)
        yield f"http://localhost:{port}"
    finally:
        running.terminate()
        running.wait(timeout=30)


class Wire:
    """Counts what comes in over the network, headers and compression as they are."""

    def __init__(self, page: Page) -> None:
        self.requests: dict[str, str] = {}
        self.sizes: dict[str, float] = {}
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.send("Network.setCacheDisabled", {"cacheDisabled": False})
        self.session.on("Network.requestWillBeSent", self.sent)
        self.session.on("Network.loadingFinished", self.finished)

    def sent(self, event: dict[str, Any]) -> None:
        if "seen=" not in event["request"]["url"]:  # the look for the other phone's hands
            self.requests[event["requestId"]] = event["request"]["url"]

    def finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.requests:
            self.sizes[self.requests[event["requestId"]]] = event["encodedDataLength"]

    def forget(self) -> None:
        self.requests.clear()
        self.sizes.clear()


def new_sheet(page: Page, server: str) -> str:
    page.goto(f"{server}/new/")
    for seat, name in enumerate(CAST, start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    button(page, "Anfangen").tap()
    expect_figures(page, 24, 24)
    return page.url


@pytest.fixture
def address(server: str, open_phone: OpenPhone) -> str:
    return new_sheet(open_phone(), server)


def test_the_first_visit_to_a_sheet_is_light(address: str, open_phone: OpenPhone) -> None:
    page = open_phone()
    wire = Wire(page)
    page.goto(address, wait_until="networkidle")
    assert len(wire.sizes) >= 6, wire.sizes
    assert sum(wire.sizes.values()) <= FIRST_VISIT, wire.sizes


def test_a_hand_is_one_light_request(address: str, open_phone: OpenPhone) -> None:
    page = open_phone(address)
    page.wait_for_load_state("networkidle")
    wire = Wire(page)
    for number in range(3):
        wire.forget()
        if number == 1:
            record_special(page, "bettler", 1)
        else:
            record_normal(page, 0, 1)
        expect(page.locator("#lines tr:not(.begin)")).to_have_count(number + 1)
        page.wait_for_timeout(2500 if number == 2 else 100)  # nothing comes after it either
        assert len(wire.requests) == 1, wire.requests
        assert sum(wire.sizes.values()) <= ONE_HAND, wire.sizes


def test_nothing_jumps_while_a_sheet_loads_and_hands_are_written(address: str, open_phone: OpenPhone) -> None:
    writing, watching = open_phone(), open_phone()
    for page in (writing, watching):
        page.add_init_script(f"({SHIFTS})()")
        page.goto(address, wait_until="networkidle")
    record_normal(writing, 0, 2)
    expect_figures(watching, 22, 24)
    record_special(writing, "bettler", 1)
    expect_figures(watching, 22, 20)
    for page in (writing, watching):
        assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < JUMP, page.evaluate("shifts")
