"""Which boards are due: said by whoever changes something, found by the clock, and put into a queue once."""

import logging
from datetime import datetime, timedelta
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from clubs.models import Beat
from seasons import tasks
from seasons.models import Board
from seasons.services import boards, queues, stirring
from seasons.services.boards import Kind
from tests.club import House
from tests.services import small_kind
from tests.services.small_kind import a_board, a_score, fresh, now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small")]


# --- what is due -----------------------------------------------------------------------------------------------------


def test_equal_tasks_that_wait_are_one(board: Board, sent: list[tuple[str, int, str]]) -> None:
    for _time in range(3):
        boards.want([board.pk, board.pk], now=now())
        assert boards.publish_due(now=now()) == (1 if _time == 0 else 0)
    assert sent == [(boards.TASK, board.pk, "quick")]


def test_a_task_that_was_lost_is_put_into_the_queue_once_more(board: Board, sent: list[tuple[str, int, str]]) -> None:
    boards.want([board.pk], now=now())
    boards.publish_due(now=now())
    assert boards.publish_due(now=now() + boards.AGAIN + timedelta(seconds=1)) == 1
    assert len(sent) == 2


def test_what_still_waits_in_its_queue_is_not_put_there_over_and_over(
    house: House, sent: list[tuple[str, int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is slow, or no worker serves it: others go on all the same."""
    slow, other = a_board(house), a_board(house)
    boards.want([slow.pk], now=now())
    boards.publish_due(now=now())
    late = now() + 2 * boards.AGAIN
    monkeypatch.setattr(queues, "lengths", lambda: {"quick": 0, "heavy": 1})
    boards.want([other.pk], now=late)
    assert (boards.publish_due(now=late), sent[-1][1]) == (1, other.pk)
    assert boards.publish_due(now=late) == 1  # two say that they wait, of which one is there
    assert [pk for _name, pk, _queue in sent] == [slow.pk, other.pk, slow.pk]


def test_a_board_that_is_computed_gets_no_second_task(board: Board, sent: list[tuple[str, int, str]]) -> None:
    boards.want([board.pk], now=now())
    Board.objects.filter(pk=board.pk).update(lease="x", lease_until=now() + timedelta(seconds=1))
    assert not boards.publish(board, now=now())
    assert boards.publish_due(now=now()) == 0
    assert boards.publish_due(now=now() + timedelta(seconds=2)) == 1  # that worker is dead


def test_nobody_waits_for_what_a_wrong_clock_has_written(board: Board, sent: list[tuple[str, int, str]]) -> None:
    far = now() + timedelta(days=1000)
    for wrong in ({"due_at": far}, {"due_at": now(), "queued_at": far}, {"due_at": now(), "lease_until": far}):
        Board.objects.filter(pk=board.pk).update(**wrong)
        assert boards.publish_due(now=now()) == 1
        assert boards.rebuild(board.pk, now=now(), if_due=True) is not None
    assert boards.publish_due(now=now()) == 0


def test_no_more_wait_in_the_queue_than_fit(
    house: House, sent: list[tuple[str, int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "MOST_WAITING", 3)
    many = [a_board(house).pk for _board in range(5)]
    boards.want(many, now=now())
    assert (boards.publish_due(now=now()), boards.publish_due(now=now())) == (3, 0)
    tasks.rebuild(many[0])
    assert boards.publish_due(now=now()) == 1
    # Whoever has just closed a sheet does not wait for that.
    assert boards.publish_due(now=now(), among=[many[4]]) == 1


@pytest.fixture
def with_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://nowhere/0")


@pytest.mark.usefixtures("with_broker")
def test_a_broker_that_does_not_answer_is_asked_once_and_the_boards_stay_due(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = []

    def no_answer(name: str, **_message: Any) -> None:
        asked.append(name)
        raise OperationalError("Connection refused")

    monkeypatch.setattr(current_app, "send_task", no_answer)
    many = [a_board(house).pk for _board in range(3)]
    assert boards.publish_due(now=now()) == 0
    boards.want(many, now=now())
    assert boards.publish_due(now=now(), among=many) == 0
    assert asked == [boards.TASK]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert Board.objects.filter(due_at__isnull=False, queued_at=None).count() == 3


def test_a_change_is_said_again_when_it_is_there_to_be_read(
    board: Board, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """A worker that ends while the change is not there yet finds nothing new, and takes the mark away."""
    with django_capture_on_commit_callbacks(execute=True):
        boards.want([board.pk], now=now())
        boards.rebuild(board.pk, now=now())
        assert fresh(board).due_at is None
    assert fresh(board).due_at is not None


@pytest.mark.usefixtures("with_broker")
def test_with_a_broker_what_is_due_is_published_when_the_change_is_there_to_be_read(
    board: Board, sent: list[Any], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        boards.want([board.pk], now=now())
        assert sent == []
    assert len(sent) == 1


@pytest.mark.parametrize("broker", ["", "redis://nowhere/0"])
def test_a_sheet_that_closes_says_which_boards_are_due_even_if_nothing_can_be_said(
    house: House, board: Board, broker: str, monkeypatch: pytest.MonkeyPatch, sent: list[Any],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    monkeypatch.setattr(settings, "REDIS_URL", broker)
    other = a_board(house, game="kratzen")
    sheet = a_score(house.players["owner"], 1).sheet
    with django_capture_on_commit_callbacks(execute=True):
        stirring.stir(sheet)
    assert (fresh(board).due_at is not None, fresh(other).due_at) == (True, None)
    assert len(sent) == bool(broker)

    def broken(*_given: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(stirring, "touch", broken)
    with django_capture_on_commit_callbacks(execute=True):
        stirring.stir(sheet)


# --- looking ---------------------------------------------------------------------------------------------------------


def test_the_clock_finds_what_nobody_has_said(house: House, board: Board) -> None:
    boards.rebuild(board.pk, now=now())
    assert tasks.look_for_stale() == 0
    a_score(house.players["owner"], 1)
    assert fresh(board).due_at is None
    assert tasks.look_for_stale() == 1
    assert fresh(board).due_at is not None


def test_of_many_boards_those_of_now_are_looked_at_every_minute_and_the_others_every_hour(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "BOARDS", 3)
    monkeypatch.setattr(tasks, "TURNS", 2)
    chain: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.look_for_stale, "apply_async", lambda kwargs, expires: chain.append(kwargs))
    looked: list[int] = []

    def look(board: Board, now: datetime) -> bool:
        looked.append(board.pk)
        return False

    monkeypatch.setattr(boards, "look", look)
    all_boards = [a_board(house).pk for _board in range(8)]
    old, of_now = all_boards[:5], all_boards[5:]
    Board.objects.filter(pk__in=old).update(computed_at=now() - timedelta(days=30))
    for turn in (0, 1):
        chain.append({"turn": turn})
        while chain:
            tasks.look_for_stale(**chain.pop())
    assert sorted(looked) == sorted([*old, *of_now, *of_now])


def test_a_board_that_cannot_even_be_looked_at_does_not_keep_the_others_waiting(
    house: House, board: Board, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, good = board, a_board(house)

    def basis(board: Board) -> dict[str, Any]:
        if board.pk == broken.pk:
            raise ZeroDivisionError
        return small_kind.basis(board)

    monkeypatch.setitem(boards.KINDS, "ranking", Kind(basis, small_kind.compute))
    assert tasks.look_for_stale() == 1
    assert fresh(good).due_at is not None
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_the_sweep_says_that_it_is_at_work_but_not_every_second(sent: list[Any]) -> None:
    tasks.sweep()
    first = Beat.objects.get(name="sweep").at
    tasks.sweep()
    assert Beat.objects.get(name="sweep").at == first
    Beat.objects.update(at=first - timedelta(minutes=1))
    tasks.sweep()
    assert Beat.objects.get(name="sweep").at > first
