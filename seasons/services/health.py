"""Whether what runs by itself does run: for monitors in a word, for whoever runs the site in figures."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from celery import current_app
from celery.schedules import crontab
from django.conf import settings
from django.db.models import QuerySet

from clubs.models import Beat
from seasons.models import Board
from seasons.services import queues
from seasons.services.boards import KINDS, QUICK, is_due, kind_name

logger = logging.getLogger(__name__)

SILENCE = timedelta(minutes=1)
"""The sweep is at work every few seconds; after this long, nothing is."""
A_NIGHT = timedelta(hours=26)
"""What runs nightly and was not seen for so long is late."""
WORKERS_ANSWER_WITHIN = 1
"""Seconds that workers get to say that they are there."""
LATE = timedelta(hours=1)
"""However much there is to do, no board waits for so long where workers serve both queues."""
MOST_SHOWN = 20


def checks(*, now: datetime) -> dict[str, bool]:
    """What is needed, and whether it is there. Says of nobody anything."""
    found = {"database": _true(lambda: Beat.objects.exists() or True)}
    if settings.REDIS_URL:
        found["broker"] = _true(lambda: queues.lengths() is not None)
    found["sweep"] = found["database"] and _true(
        lambda: Beat.objects.filter(name="sweep", at__gt=now - SILENCE, at__lt=now + SILENCE).exists()
    )
    found["boards"] = found["database"] and _true(lambda: not _for_long(now).exists())
    return found


def _for_long(now: datetime) -> QuerySet[Board]:
    """Boards that are due and that nobody has come to. One that cannot be computed is tried now and then."""
    return Board.objects.filter(due_at__lt=now - LATE, failures=0)


def _true(there: Callable[[], bool]) -> bool:
    try:
        return there()
    except Exception as error:  # noqa: BLE001
        # Whatever it is: that is the answer. Only its kind is logged, addresses have passwords in them.
        logger.warning("a check of the site's health failed: %s", type(error).__name__)
        return False


@dataclass(frozen=True, slots=True)
class Worker:
    """Two that were given the same name are two of these."""

    name: str
    queues: list[str]


def workers() -> list[Worker]:
    """Those that say within a second that they are there, and which queues they serve."""
    with current_app.connection_for_read() as connection:
        answers = current_app.control.broadcast(
            "active_queues", reply=True, timeout=WORKERS_ANSWER_WITHIN, connection=connection
        )
    found = [(name, told) for answer in answers or () for name, told in answer.items() if isinstance(told, list)]
    return sorted((Worker(name, sorted(one["name"] for one in told)) for name, told in found), key=attrgetter("name"))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A board that is due."""

    board: Board
    kind: str


@dataclass(frozen=True, slots=True)
class Nightly:
    """A task of the clock, and when it was last at its end."""

    name: str
    beat: Beat | None
    late: bool


@dataclass(frozen=True, slots=True)
class Health:
    """All that the page shows. None: the broker did not answer, or there is none."""

    checks: dict[str, bool]
    workers: list[Worker] | None
    queues: dict[str, int] | None
    sweep: Beat | None
    boards: int
    due: int
    oldest: Waiting | None
    failing: list[Waiting]
    nightly: list[Nightly]
    further: list[Beat]

    @property
    def unserved(self) -> list[str]:
        """Queues that no worker serves, though some answer."""
        served = {queue for worker in self.workers or () for queue in worker.queues}
        return [queue for queue in self.queues or () if served and queue not in served]

    @property
    def nobody_sends(self) -> bool:
        """Whether workers wait for what the clock sends, and nothing comes."""
        return bool(self.workers) and QUICK not in self.unserved and not self.checks["sweep"]


def health(*, now: datetime) -> Health:
    found, beats = checks(now=now), {beat.name: beat for beat in Beat.objects.order_by("name")}
    due = Board.objects.filter(is_due(now))
    there, lengths = _at_broker() if found.get("broker") else (None, None)
    nightly = [_nightly(name, beats.get(name), now) for name in _nightly_names()]
    shown = {"sweep", *(one.name for one in nightly)}
    return Health(
        checks=found,
        workers=there,
        queues=lengths,
        sweep=beats.get("sweep"),
        boards=Board.objects.count(),
        due=due.count(),
        oldest=next(iter(_waiting(due.filter(failures=0), 1)), None),
        failing=_waiting(Board.objects.filter(failures__gt=0, due_at__isnull=False), MOST_SHOWN),
        nightly=nightly,
        further=[beat for name, beat in beats.items() if name not in shown],
    )


def _at_broker() -> tuple[list[Worker] | None, dict[str, int] | None]:
    """It may go away while it is asked."""
    try:
        return workers(), queues.lengths()
    except Exception as error:  # noqa: BLE001
        logger.warning("the broker went away: %s", type(error).__name__)
        return None, None


def _nightly_names() -> list[str]:
    schedule = settings.CELERY_BEAT_SCHEDULE
    return sorted(name for name, one in schedule.items() if isinstance(one["schedule"], crontab))


def _waiting(boards: QuerySet[Board], most: int) -> list[Waiting]:
    some = boards.select_related("club", *KINDS).order_by("due_at", "pk")[:most]
    return [Waiting(one, kind_name(one)) for one in some]


def _nightly(name: str, beat: Beat | None, now: datetime) -> Nightly:
    return Nightly(name, beat, late=beat is None or beat.at < now - A_NIGHT)
