"""The nightly check as a task: called, run by a worker at Redis, and run by the worker inside `make run`."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings
from django.utils import timezone
from redis import Redis

from config.celery import app
from scoring import tasks
from scoring.models import PairTally, PersonTally, Sheet
from scoring.services.sheets import begin_sheet
from scoring.tasks import check_sheets, check_tallies
from tests.club import a_house
from tests.services.evening import TUESDAY, a_table, an_evening, play
from tests.services.table import CAST, ONE, a_sheet, record, won_leg
from tests.tasks.workers import environment

PATIENCE = 40  # seconds, for a machine that is busy with other things

# Beat's own schedule asks for four in the morning; here a worker like it asks every second.
EVERY_SECOND = """
from celery.schedules import schedule
from config.celery import app
from config.embedded_worker import main
app.conf.beat_schedule = {name: {**one, "schedule": schedule(1)} for name, one in app.conf.beat_schedule.items()}
main()
"""


def a_tampered_sheet() -> Sheet:
    sheet = a_sheet()
    record(sheet, ONE)
    Sheet.objects.filter(pk=sheet.pk).update(totals={"kitty": 7})
    return sheet


def sentence(sheet: Sheet) -> str:
    return f"sheet {sheet.pk} differs from its entries: totals"


@contextmanager
def worker(command: list[str], environment: dict[str, str], log: Path) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=settings.BASE_DIR,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(wanted: str, log: Path) -> list[str]:
    """The lines of the log with this sentence, as soon as there is one."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = [line for line in log.read_text().splitlines() if line.endswith(wanted)]
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"Never said: {wanted}\n{log.read_text()}")


@pytest.mark.django_db
def test_the_task_logs_an_error_for_every_sheet_that_differs(caplog: pytest.LogCaptureFixture) -> None:
    a_sheet()
    sheet = a_tampered_sheet()
    assert check_sheets.apply().get() == 1
    said = [(record.levelno, record.getMessage()) for record in caplog.records if record.name == "scoring.tasks"]
    assert said == [(logging.ERROR, sentence(sheet))]


@pytest.mark.django_db
def test_of_a_sound_record_the_task_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    record(a_sheet(), ONE)
    assert check_sheets.apply().get() == 0
    assert [record for record in caplog.records if record.name == "scoring.tasks"] == []


@pytest.mark.django_db
def test_many_sheets_are_looked_at_in_parts_that_follow_each_other(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.conf, "task_always_eager", True)
    monkeypatch.setattr(tasks, "SHEETS", 2)
    sheets = [a_tampered_sheet() for _ in range(5)]
    assert check_sheets.apply().get() == 2
    said = [record.getMessage() for record in caplog.records if record.name == "scoring.tasks"]
    assert sorted(said) == sorted(map(sentence, sheets))


@pytest.mark.django_db
def test_the_tallies_of_every_club_are_looked_at_year_by_year(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.conf, "task_always_eager", True)
    club = a_house().club
    for day in (TUESDAY - timedelta(days=365), TUESDAY):
        play(a_table(an_evening(club, day), CAST), won_leg(0))
    play(begin_sheet(game="bauernschnapsen", players=CAST, club=club, token="token-of-today"), won_leg(0))
    assert check_tallies.apply().get() == len({2025, 2026, timezone.now().year}) + 1
    assert caplog.records == []
    PersonTally.objects.filter(year=2025, player__name="Anna").update(won=7)
    PairTally.objects.filter(year=0, player__name="Anna").delete()
    check_tallies.apply()
    said = [(record.levelno, record.getMessage()) for record in caplog.records if record.name == "scoring.tasks"]
    of_club = f"the tallies of club {club.pk} differ from its sheets of"
    assert said == [
        (logging.ERROR, f"{of_club} 2025: PersonTally"),
        (logging.ERROR, f"{of_club} all years: PairTally"),
    ]


def test_every_task_of_the_clock_is_one_that_a_worker_knows() -> None:
    app.loader.import_default_modules()
    assert {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()} - set(app.tasks) == set()
    assert settings.CELERY_BEAT_SCHEDULE["check_sheets"]["task"] == check_sheets.name


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_worker_at_redis_runs_what_the_clock_publishes(tmp_path: Path) -> None:
    sheet, log = a_tampered_sheet(), tmp_path / "worker.log"
    url, queue = os.environ["TEST_REDIS_URL"], f"test-{os.getpid()}"
    command = [
        "-m",
        "celery",
        "--app",
        "config",
        "worker",
        "--pool",
        "solo",
        "--queues",
        queue,
        "--loglevel",
        "WARNING",
    ]
    # A queue of its own: another run at the same Redis must not take this task away.
    with worker(command, environment(tmp_path, REDIS_URL=url), log), Celery(broker=url, set_as_current=False) as clock:
        clock.send_task(str(settings.CELERY_BEAT_SCHEDULE["check_sheets"]["task"]), queue=queue)
        lines = wait_for(sentence(sheet), log)
    Redis.from_url(url).delete(*(f"{kind}.{queue}" for kind in ("_kombu.binding", "_kombu.binding_permanent")))
    assert [line.split()[2:4] for line in lines] == [["ERROR", "scoring.tasks:"]]


@pytest.mark.django_db(transaction=True)
def test_the_worker_inside_make_run_runs_what_its_own_clock_publishes(tmp_path: Path) -> None:
    sheet, log = a_tampered_sheet(), tmp_path / "worker.log"
    with worker(["-c", EVERY_SECOND], environment(tmp_path), log):
        lines = wait_for(sentence(sheet), log)
    assert lines[0].split()[2:4] == ["ERROR", "scoring.tasks:"]
