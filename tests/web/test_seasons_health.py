"""Whether the site is well: a word for monitors, and a page of the back office."""

import socket
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery import Celery
from django.conf import settings
from django.test import Client
from django.utils import timezone

from clubs.models import Beat, User
from clubs.tasks import forget
from scoring.tasks import check_sheets, check_tallies
from seasons.messages.health import FIGURES, TASKS
from seasons.models import Board
from seasons.services import health, queues
from seasons.tasks import sweep
from tests.club import House, logged_in
from tests.services.small_kind import a_board

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    user = User.objects.create_user("boss@example.org", name="Frieda Chef", is_staff=True)
    return logged_in(user, "en")


def seen(name: str, ago: timedelta, **told: int) -> Beat:
    return Beat.objects.create(name=name, at=timezone.now() - ago, told=told)


@pytest.fixture
def broker_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A Redis that is gone: nobody listens, or (after `listen`) somebody who never answers."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        url = f"redis://127.0.0.1:{door.getsockname()[1]}/0"
        monkeypatch.setattr(settings, "REDIS_URL", url)
        with Celery(broker=url, set_as_current=False) as app:
            app.conf.broker_transport_options = {"max_retries": 0, "socket_connect_timeout": 1, "socket_timeout": 1}
            monkeypatch.setattr(queues, "current_app", app)
            yield door


def test_where_the_sweep_is_at_work_all_is_well() -> None:
    seen("sweep", timedelta(seconds=20))
    answer = Client().get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"ok": True, "database": True, "sweep": True, "boards": True})
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_what_a_wrong_clock_has_written_says_nothing() -> None:
    seen("sweep", -timedelta(days=1000))
    assert Client().get("/health/").json()["sweep"] is False
    sweep()
    assert Client().get("/health/").json()["sweep"] is True


def test_where_nothing_runs_it_is_not() -> None:
    assert Client().get("/health/").json() == {"ok": False, "database": True, "sweep": False, "boards": True}
    seen("sweep", timedelta(seconds=61))
    answer = Client().get("/health/")
    assert (answer.status_code, answer.json()["ok"]) == (503, False)


@pytest.mark.parametrize("listens", [False, True])
def test_a_broker_that_is_gone_is_said_soon(broker_of: socket.socket, listens: bool, staff: Client) -> None:
    if listens:
        broker_of.listen()
    seen("sweep", timedelta())
    began = time.monotonic()
    answer = Client().get("/health/")
    assert time.monotonic() - began < 5
    assert answer.json() == {"ok": False, "database": True, "broker": False, "sweep": True, "boards": True}
    assert "Redis does not answer" in staff.get("/admin/health/").content.decode()


def test_the_page_says_which_board_waits_longest_which_fail_and_what_the_night_has_done(
    house: House, staff: Client
) -> None:
    now = timezone.now()
    ready, waiting, failing = (a_board(house) for _board in range(3))
    Board.objects.filter(pk=waiting.pk).update(due_at=now - timedelta(minutes=7))
    Board.objects.filter(pk=failing.pk).update(due_at=now - timedelta(minutes=9), failures=3)
    seen("sweep", timedelta(seconds=5))
    seen("check_sheets", timedelta(hours=5), differing=2)
    seen("forget", timedelta(days=3))
    page = staff.get("/admin/health/").content.decode()
    text = " ".join(page.split())
    assert f"Ranking of post (board {waiting.pk}) <br>for 7" in text
    assert f"Ranking of post (board {failing.pk})" in text
    assert "failed 3 times in a row" in text
    assert f"(board {ready.pk})" not in text
    assert "sheets that differ from their entries: 2" in text
    assert text.count("late:") == 1
    assert text.count("never yet") == len(health.health(now=now).nightly) - 2
    assert "Anna" not in page


def test_a_monitor_hears_of_a_board_that_nobody_comes_to(house: House) -> None:
    """Of ratings, say, where no worker serves the queue that they wait in. What fails is tried now and then."""
    board = a_board(house)
    seen("sweep", timedelta())
    for ago, failures, well in ((50, 0, True), (70, 3, True), (70, 0, False)):
        Board.objects.filter(pk=board.pk).update(due_at=timezone.now() - timedelta(minutes=ago), failures=failures)
        assert Client().get("/health/").json()["boards"] is well


def the_page_with(workers: list[health.Worker] | Exception, staff: Client, monkeypatch: pytest.MonkeyPatch) -> str:
    def answer() -> list[health.Worker]:
        if isinstance(workers, Exception):
            raise workers
        return workers

    monkeypatch.setattr(settings, "REDIS_URL", "redis://somewhere/0")
    monkeypatch.setattr(queues, "lengths", lambda: {"quick": 2, "heavy": 3})
    monkeypatch.setattr(health, "workers", answer)
    return " ".join(staff.get("/admin/health/").content.decode().split())


def test_the_page_names_a_queue_that_no_worker_serves(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that have the same name, as workers on one machine have unless told otherwise, are two."""
    quick = health.Worker("celery@here", ["quick"])
    page = the_page_with([quick, quick], staff, monkeypatch)
    assert page.count("answers, serves quick<") == 2
    assert "3 tasks wait<br><strong>No worker serves this queue.</strong>" in page
    assert page.count("No worker serves") == 1
    assert "No worker serves" not in the_page_with([health.Worker("one", ["heavy", "quick"])], staff, monkeypatch)
    assert "No worker serves" not in the_page_with([], staff, monkeypatch)


def test_the_page_says_that_it_is_the_clock_that_does_not_run(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    both = health.Worker("celery@here", ["heavy", "quick"])
    assert "does celery beat run?" in the_page_with([both], staff, monkeypatch)
    assert "does celery beat run?" not in the_page_with([], staff, monkeypatch)
    seen("sweep", timedelta())
    assert "does celery beat run?" not in the_page_with([both], staff, monkeypatch)


def test_a_broker_that_goes_away_while_it_is_asked_is_said_too(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Redis does not answer" in the_page_with(ConnectionError("gone"), staff, monkeypatch)


def test_what_runs_by_itself_is_named_in_words(staff: Client) -> None:
    seen("backup", timedelta(hours=5), rows=9, bytes=7)
    assert set(TASKS) >= set(settings.CELERY_BEAT_SCHEDULE) - {"sweep", "look_for_stale"}
    assert {"rows", "bytes"} <= set(FIGURES)
    page = staff.get("/admin/health/").content.decode()
    assert "Backup of everything" in page
    assert "check_sheets" not in page


def test_what_the_night_does_says_that_it_was_done() -> None:
    for task in (check_sheets, check_tallies, forget):
        task.apply().get()
    assert set(Beat.objects.values_list("name", flat=True)) == {"check_sheets", "check_tallies", "forget"}
    assert Beat.objects.get(name="check_sheets").told == {"differing": 0}


def test_the_page_is_for_staff_and_linked_from_the_back_office(house: House, staff: Client) -> None:
    assert 'href="/admin/health/"' in staff.get("/admin/").content.decode()
    for client in (Client(), house.phone()):
        answer = client.get("/admin/health/")
        assert (answer.status_code, answer["Location"]) == (302, "/admin/login/?next=/admin/health/")
