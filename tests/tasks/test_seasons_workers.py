"""From a sheet that closes to its board, with real workers: at Redis with a clock, and the one inside `make run`."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from celery import Celery, current_app
from django.conf import settings
from django.utils import timezone

from config.celery import app
from scoring.services.closing import close_sheet
from scoring.tasks import check_sheets
from seasons.models import Board
from seasons.services import boards, health, queues
from seasons.tasks import sweep
from tests.club import House, a_house
from tests.services.evening import a_table, an_evening
from tests.services.season import FOUR
from tests.services.small_kind import a_board
from tests.services.table import now, plain, record, won_leg
from tests.tasks.workers import Workers, embedded, environment, workers
from tournaments.tasks import send_mails

PATIENCE = 40
"""Seconds until the first board stands there, for a machine that is busy with other things."""
LIMIT = 5
"""Seconds that a sheet may take to its board; alone on the machine it is one (at Redis), or two."""

pytestmark = pytest.mark.django_db(transaction=True)


def seconds_to_the_board(house: House, board: Board) -> float:
    sheet = a_table(an_evening(house.club), FOUR)
    record(sheet, plain(1), won_leg(0))
    seq, began = Board.objects.get(pk=board.pk).seq, time.monotonic()
    close_sheet(sheet, write=now(sheet))
    wait_for(Board.objects.filter(pk=board.pk, due_at=None, seq__gt=seq).exists)
    return time.monotonic() - began


def wait_for(true: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def measured(house: House, board: Board, way: str) -> None:
    """The first closes wait for workers that have only just been started."""
    boards.want([board.pk], now=timezone.now())
    wait_for(Board.objects.filter(pk=board.pk, due_at=None).exists)
    took = [seconds_to_the_board(house, board) for _sheet in range(3)]
    print(f"{way}: {', '.join(f'{one:.2f}' for one in took)} s from a close to its board")  # noqa: T201 - figures are asked for
    assert min(took) < LIMIT
    assert board.rows.count() == len(FOUR)


# --- at Redis --------------------------------------------------------------------------------------------------------


@contextmanager
def publishing(at_work: Workers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """This process publishes to them, as a web process does."""
    monkeypatch.setattr(settings, "REDIS_URL", os.environ["TEST_REDIS_URL"])
    with Celery(broker=os.environ["TEST_REDIS_URL"], set_as_current=False) as here:
        here.conf.broker_transport_options = {"global_keyprefix": at_work.prefix}
        here.conf.task_queues = settings.CELERY_TASK_QUEUES
        monkeypatch.setattr(current_app, "send_task", here.send_task)
        yield here


@pytest.mark.redis
def test_at_redis_a_sheet_reaches_its_board_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in life: a worker with processes of its own serves both queues, and the clock runs beside it."""
    house = a_house()
    board = a_board(house)
    with workers(tmp_path) as at_work, publishing(at_work, monkeypatch):
        at_work.start("beat")
        at_work.start("--concurrency=2")
        measured(house, board, "Redis")


@pytest.mark.redis
def test_a_worker_may_serve_one_queue_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = a_house()
    quick, heavy = a_board(house), a_board(house)
    with workers(tmp_path) as at_work, publishing(at_work, monkeypatch):
        at_work.start("--pool=solo", "--queues=heavy")
        current_app.send_task(boards.TASK, args=[quick.pk], queue="quick")
        Board.objects.update(due_at=timezone.now())
        current_app.send_task(boards.TASK, args=[heavy.pk], queue="heavy")
        wait_for(Board.objects.filter(pk=heavy.pk, due_at=None).exists)
        assert Board.objects.get(pk=quick.pk).due_at is not None
        at_work.start("--pool=solo", "--queues=quick")
        wait_for(Board.objects.filter(pk=quick.pk, due_at=None).exists)


@pytest.mark.redis
def test_the_health_of_the_site_knows_workers_and_queues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with workers(tmp_path) as at_work, publishing(at_work, monkeypatch) as here:
        monkeypatch.setattr(health, "current_app", here)
        monkeypatch.setattr(queues, "current_app", here)
        here.send_task(boards.TASK, args=[0], queue="heavy")
        assert (health.workers(), queues.lengths()) == ([], {"quick": 0, "heavy": 1})
        for _worker in range(2):
            at_work.start("--pool=solo", "--hostname=here@test", "--queues=heavy")
        wait_for(lambda: queues.lengths()["heavy"] == 0 and len(health.workers()) == 2)
        found = health.health(now=timezone.now())
        assert (found.workers, found.queues) == ([health.Worker("here@test", ["heavy"])] * 2, {"quick": 0, "heavy": 0})
        assert (found.unserved, found.nobody_sends) == (["quick"], False)
        assert found.checks == {"database": True, "broker": True, "sweep": False, "boards": True}


@pytest.mark.redis
def test_the_clock_does_not_wait_behind_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, house: House) -> None:
    """A thousand of them take minutes: no mail of a round would go out meanwhile, and a monitor would say that nobody
    is at work. They are counted all the same."""
    with workers(tmp_path) as at_work, publishing(at_work, monkeypatch) as here:
        monkeypatch.setattr(queues, "current_app", here)
        here.conf.task_routes = settings.CELERY_TASK_ROUTES
        boards.want([a_board(house).pk for _board in range(3)], now=timezone.now())
        here.send_task(check_sheets.name)
        for task in (sweep, send_mails):
            here.send_task(task.name, queue="quick")
        assert queues.lengths() == {"quick": 5, "heavy": 1}
        with here.connection_for_read() as connection:
            channel: Any = connection.default_channel
            waiting = [channel.basic_get("quick", no_ack=True).headers["task"] for _message in range(5)]
        assert waiting == [sweep.name, send_mails.name, *[boards.TASK] * 3]


def test_a_worker_waits_for_a_redis_that_is_gone_for_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Celery's own would end after a hundred attempts, and nobody would start it again."""
    assert app.conf.broker_connection_max_retries is None


GONE = """
import os, socket, sys, time
door = socket.socket()
door.bind(("127.0.0.1", 0))
os.environ["REDIS_URL"] = f"redis://127.0.0.1:{door.getsockname()[1]}/0"
import django
django.setup()
from django.db import transaction
from django.utils import timezone
from seasons.services import boards
for listens in (False, True):
    if listens:
        door.listen()
    began = time.monotonic()
    with transaction.atomic():
        boards.want(map(int, sys.argv[1:]), now=timezone.now())
    print(f"{time.monotonic() - began:.2f}")
"""


def test_a_redis_that_is_gone_costs_a_request_a_moment_and_nothing_else(tmp_path: Path) -> None:
    """Nobody listens there; then somebody does who never answers. Whatever is due, it is asked for once."""
    house = a_house()
    pks = [a_board(house).pk for _board in range(3)]
    command = [sys.executable, "-c", GONE, *map(str, pks)]
    told = environment(tmp_path, DJANGO_SETTINGS_MODULE="config.settings")
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=told, capture_output=True, text=True, check=True)
    refused, silent = map(float, done.stdout.split())
    assert refused < 2
    assert silent < 5
    assert "the broker does not answer" in done.stderr
    assert Board.objects.filter(pk__in=pks, due_at__isnull=False, queued_at=None).count() == 3


# --- without Redis ---------------------------------------------------------------------------------------------------


def test_without_redis_the_one_worker_finds_it_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_message: Any, **_more: Any) -> None:
        raise AssertionError("a web process has published something, to nobody")

    monkeypatch.setattr(current_app, "send_task", nobody)
    house = a_house()
    board = a_board(house)
    with embedded(tmp_path):
        measured(house, board, "inside make run")


def test_without_redis_nobody_waits_for_a_worker_that_was_killed(tmp_path: Path) -> None:
    """What had waited in its memory, and what it was at, is begun as soon as the next one is there."""
    house = a_house()
    waited, computed = a_board(house), a_board(house)
    begun = timezone.now()
    Board.objects.update(due_at=begun, queued_at=begun)
    Board.objects.filter(pk=computed.pk).update(queued_at=None, lease="of the dead", lease_until=begun + boards.LEASE)
    with embedded(tmp_path):
        wait_for(Board.objects.filter(pk__in=[waited.pk, computed.pk], due_at=None).exists)
        wait_for(lambda: not Board.objects.exclude(due_at=None).exists())
    assert timezone.now() - begun < boards.AGAIN / 2
