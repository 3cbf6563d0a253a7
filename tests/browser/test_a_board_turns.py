"""A board on a phone: newer results wait, the worker inside `make run` computes them, and the page turns by itself."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from seasons.models import Board, Ranking
from seasons.services import boards
from tests.browser.conftest import OpenPhone
from tests.club import House, a_house
from tests.services.season import FOUR, a_sheet_of
from tests.services.small_kind import a_board
from tests.services.table import won_leg
from tests.tasks.workers import embedded

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 30_000
"""Milliseconds that a worker may take which has only just been started, on a machine that is busy with other things."""
WAITS = re.compile("wird berechnet|being computed")


def a_leg(house: House, winner: int) -> None:
    """Anna and Dora against Bert and Egon."""
    a_sheet_of(house, date(2026, 3, 3), won_leg(winner), players=FOUR)


def test_a_board_turns_to_the_new_table_without_a_reload(
    live_server: LiveServer, open_phone: OpenPhone, tmp_path: Path
) -> None:
    house = a_house()
    board = a_board(house, unit=Ranking.Unit.WON, public=True)
    a_leg(house, 0)
    boards.rebuild(board.pk, now=timezone.now())
    page = open_phone(f"{live_server.url}/board/{Ranking.objects.get().secret}/")
    page.evaluate("document.body.dataset.never = 'loaded again'")
    place = page.locator("table.places tbody tr")
    expect(page.locator(".computing")).to_have_count(0)
    expect(place.first).to_contain_text("Anna")
    for _leg in range(3):
        a_leg(house, 1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when coming back to the page
    expect(page.locator(".computing")).to_have_text(WAITS)
    expect(place.first).to_contain_text("Anna")
    with embedded(tmp_path):
        expect(page.locator(".computing")).to_have_count(0, timeout=SOON)
    expect(place.first).to_contain_text("Bert")
    expect(page.locator("body[data-never='loaded again']")).to_have_count(1)
    assert Board.objects.get(pk=board.pk).due_at is None
