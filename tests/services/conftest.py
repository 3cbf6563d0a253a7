"""After every scenario the whole record is folded and added up again: nothing may differ. And a small kind of board."""

from collections.abc import Iterator

import pytest
from celery import current_app

from scoring.services.check import differing_tallies
from seasons.models import Board
from seasons.services import boards
from tests.club import House
from tests.services.small_kind import SMALL, a_board, a_score
from tests.services.table import differing


@pytest.fixture
def clean_record(db: None) -> Iterator[None]:
    yield
    assert differing() == []
    assert list(differing_tallies()) == []


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rankings are boards of a kind that is made to be looked through."""
    monkeypatch.setitem(boards.KINDS, "ranking", SMALL)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, str]]:
    """What was put into queues: the task, its board and the queue."""
    messages: list[tuple[str, int, str]] = []
    monkeypatch.setattr(
        current_app, "send_task", lambda name, args, queue, retry: messages.append((name, args[0], queue))
    )
    return messages


@pytest.fixture
def board(house: House) -> Board:
    """Of that kind, with two people in it."""
    a_score(house.players["owner"], 5)
    a_score(house.players["member"], 7)
    return a_board(house)
