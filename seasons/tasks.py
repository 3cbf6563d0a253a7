"""What Celery runs for seasons. Everything is derived from rows: any of these may be lost, or run twice."""

import logging
from datetime import timedelta

from celery import shared_task
from django.db.models import Q
from django.db.models.functions import Mod
from django.utils import timezone

from clubs.services.beats import beat
from seasons.models import Board
from seasons.services import boards, queues
from seasons.services.stirring import newest_seasons

logger = logging.getLogger(__name__)

BOARDS = 200
"""So many boards are looked at by one task."""
OF_NOW = timedelta(days=7)
"""Where there are many boards, those computed since then are looked at every minute, others every `TURNS` minutes."""
TURNS = 60


@shared_task(name="seasons.tasks.begin_empty")
def begin_empty() -> None:
    """The first thing that the worker inside `make run` does."""
    queues.begin_empty()


@shared_task(name="seasons.tasks.sweep")
def sweep() -> int:
    """Every few seconds: puts into the queue what is due; how much that was."""
    published = boards.publish_due(now=timezone.now())
    beat("sweep", at_most_every=timedelta(seconds=10))
    return published


@shared_task(name=boards.TASK, soft_time_limit=boards.TIME_LIMIT - 15, time_limit=boards.TIME_LIMIT)
def rebuild(board: int) -> None:
    """Computes one board, or the next part of a long one, which then waits behind what has come in meanwhile."""
    done = boards.rebuild(board, now=timezone.now(), if_due=True)
    if done is not None and done.due_at is not None:
        boards.publish_due(now=timezone.now(), among=[board])


@shared_task(name="seasons.tasks.look_for_stale")
def look_for_stale(after: int = 0, turn: int | None = None) -> int:
    """Every minute: finds what has changed without anybody having said so; how many (of the next `BOARDS`) are due.

    A season that is over hardly changes: of a thousand boards of old seasons, every minute has its few.
    """
    now = timezone.now()
    if after == 0:
        newest_seasons(now=now)
    turn = now.minute % TURNS if turn is None else turn
    found = Board.objects.filter(pk__gt=after)
    if Board.objects.count() > BOARDS:
        of_now = Q(computed_at=None) | Q(computed_at__gt=now - OF_NOW)
        found = found.alias(turn=Mod("pk", TURNS)).filter(of_now | Q(turn=turn))
    some = list(found.select_related("club", *boards.KINDS).order_by("pk")[:BOARDS])
    stale = sum(_is_due(board) for board in some)
    if len(some) == BOARDS:
        look_for_stale.apply_async(kwargs={"after": some[-1].pk, "turn": turn}, expires=60)
    return stale


def _is_due(board: Board) -> bool:
    """A board at which not even that can be said must not keep the others from being looked at."""
    try:
        return boards.look(board, now=timezone.now())
    except Exception:
        logger.exception("nobody can say whether board %s is up to date", board.pk)
        return False
