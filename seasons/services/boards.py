"""Boards: computed from closed sheets and finished tournaments by workers, and never wrong for long.

A board remembers of every source how many rows there were and which was the newest (`basis`); no clock is compared.
Whoever looks at a board compares that with now, `look_for_stale` does so every minute, and a sheet that closes says so
at once (`stirring`). What is due is a row (`Board.due_at`): the sweep puts it into a queue, and again if nothing comes
of it, so a queue may forget everything. A worker takes a lease; only who holds it writes, and only what has changed.
"""

import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from kombu.exceptions import OperationalError

from seasons.models import Board, Place, Row
from seasons.services import queues
from seasons.services.laying import lay

logger = logging.getLogger(__name__)

TIME_LIMIT = 75
"""Seconds that one task may take; a quarter of a minute earlier it is told so (`rebuild` then counts it as a failure).
Long computations stop by themselves after some seconds and go on in the next task."""
LEASE = timedelta(seconds=90)
"""Longer than a task may take: after it, whoever held the lease is dead."""
AGAIN = timedelta(seconds=90)
"""A task that was put into a queue and has not begun by then is put there once more, if it may be lost."""
LONGEST_WAIT = timedelta(minutes=30)
"""Between two attempts at a board that cannot be computed."""
MOST_WAITING = 1000 if settings.REDIS_URL else 50
"""So many tasks wait in the queues at most; all else that is due waits as rows, which costs nobody anything. Inside
`make run` few, as sweep and mails wait behind them there."""
AT_ONCE = 500
"""So many rows go into one statement."""

QUICK, HEAVY = "quick", "heavy"
"""The queues: what somebody waits for, and what may take minutes."""
TASK = "seasons.tasks.rebuild"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board, as it will be stored; the lines of a table come in their order."""

    subject: int
    place: int | None
    shared: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)
    table: str = ""


@dataclass(frozen=True, slots=True)
class Computed:
    """What a computation has come to: all lines; or, of a long one, where it goes on and how far it is."""

    lines: Sequence[Line] = ()
    day: date | None = None
    """The newest day that counts in it, for the history of places."""
    part: Mapping[str, Any] = field(default_factory=dict)
    done: int = 0
    total: int = 0


class LeaseLost(Exception):
    """Somebody else computes this board by now; nothing was written."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write a board."""

    board: int
    key: str

    def hold(self) -> None:
        """Inside a transaction, first: until it ends nobody else writes this board. Raises `LeaseLost`."""
        if not Board.objects.filter(pk=self.board, lease=self.key).update(lease=self.key):
            raise LeaseLost


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of board is computed; `KINDS` has them by the column of `Board` that leads to what it is of."""

    basis: Callable[[Board], dict[str, Any]]
    """Of every source how many rows there are and which is the newest. In few small queries: pages ask too."""
    compute: Callable[[Board, Lease], Computed]
    """Reads and reckons. A long one stops after some seconds with a `part`, and goes on from `Board.part`; what it
    writes meanwhile is its own, in transactions that begin with `Lease.hold`."""
    queue: str | Callable[[Board], str] = QUICK
    """Where its next task belongs; a function where that depends on how much there is to do."""

    def queue_of(self, board: Board) -> str:
        return self.queue if isinstance(self.queue, str) else self.queue(board)


KINDS: dict[str, Kind] = {}
"""Filled by `services.kinds`."""


def kind_of(board: Board) -> Kind:
    return KINDS[kind_name(board)]


def kind_name(board: Board) -> str:
    """The column that leads to what it is of."""
    return next((name for name in KINDS if getattr(board, f"{name}_id") is not None), "")


# --- what is due -----------------------------------------------------------------------------------------------------


def is_stale(board: Board) -> bool:
    """Whether newer results wait; also while it is half computed."""
    return bool(board.part) or board.basis != kind_of(board).basis(board)


def look(board: Board, *, now: datetime) -> bool:
    """Whether newer results wait for this board; if so it is due from now on, and its task is on the way."""
    stale = is_stale(board)
    if stale and board.due_at is None:
        want([board.pk], now=now)
    return stale


def want(boards: Iterable[int], *, now: datetime) -> None:
    """These are due. What already is stays as it is: equal tasks that wait are one.

    Inside a transaction it is said once more when that is done: a computation that ends in between has not seen what
    it changes. Robust, because what was asked for has been done by then; the sweep will see to the rest.
    """
    ids = sorted(set(boards))
    _are_due(ids, now)
    inside = transaction.get_connection().in_atomic_block

    def said() -> None:
        if inside:
            _are_due(ids, now)
        if settings.REDIS_URL:
            publish_due(now=now, among=ids)

    transaction.on_commit(said, robust=True)


def _are_due(ids: Sequence[int], now: datetime) -> None:
    Board.objects.filter(pk__in=ids, due_at=None).update(due_at=now)


def publish_due(*, now: datetime, among: Sequence[int] | None = None) -> int:
    """Puts a task into its queue for every board that is due and has none waiting or running; how many.

    Where there is no broker, only the worker itself may call this (`config.embedded_worker`). Where one does not
    answer, that is found out once, and everything waits for the next sweep.
    """
    due, room = _to_publish(now), MOST_WAITING
    if among is not None:
        due = due.filter(pk__in=among)
    elif queues.hold(waiting := Board.objects.exclude(queued_at=None).count()):
        # None is lost: where a queue is slow, or nobody serves it, what waits there is not put there over and over.
        due, room = due.filter(queued_at=None), room - waiting
    else:
        room -= Board.objects.filter(_waits(now)).count()
    published = 0
    for board in due.order_by("due_at", "pk")[: max(room, 0)]:
        try:
            published += publish(board, now=now)
        except (OperationalError, OSError) as error:
            logger.warning("boards are due, but the broker does not answer: %s", error)
            break
    return published


def publish(board: Board, *, now: datetime) -> bool:
    """Puts the task of this board into its queue, unless one waits there or runs. Raises what the broker raises."""
    if not _to_publish(now).filter(pk=board.pk).update(queued_at=now):
        return False
    try:
        current_app.send_task(TASK, args=[board.pk], queue=_queue_of(board), retry=False)
    except (OperationalError, OSError):
        Board.objects.filter(pk=board.pk, queued_at=now).update(queued_at=None)
        raise
    return True


def _queue_of(board: Board) -> str:
    """One board that is in trouble must not keep the others from being published."""
    try:
        kind = KINDS.get(kind_name(board))
        # A kind that this process does not know may be known to a worker of a newer version.
        return kind.queue_of(board) if kind else QUICK
    except Exception:
        logger.exception("nobody can say where board %s belongs", board.pk)
        return HEAVY


def _to_publish(now: datetime) -> QuerySet[Board]:
    return Board.objects.filter(_free(now), ~_waits(now) | Q(queued_at=None), is_due(now))


# A moment that is farther away than any may be was written by a clock that was wrong, and nobody waits for it.


def is_due(now: datetime) -> Q:
    return Q(due_at__lte=now) | Q(due_at__gt=now + 2 * LONGEST_WAIT)


def _waits(now: datetime) -> Q:
    return Q(queued_at__gt=now - AGAIN, queued_at__lt=now + AGAIN)


def _free(now: datetime) -> Q:
    return Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE)


def stop(of: QuerySet[Board]) -> None:
    """Inside a transaction, before boards go: who writes one of them ends first, and nobody begins. Without it the two
    would wait for each other's rows."""
    of.update(lease="", lease_until=None)


# --- computing -------------------------------------------------------------------------------------------------------


def rebuild(pk: int, *, now: datetime, if_due: bool = False) -> Board | None:
    """Computes this board anew (of a long one the next part) and writes the lines that are others; twice is once.

    None where there is no such board, or somebody is at it; or (`if_due`, as tasks ask) where it is up to date by now,
    so that a task that comes twice costs nothing. What goes wrong is logged, and tried again later.
    """
    began, lease = time.monotonic(), Lease(pk, secrets.token_urlsafe(16))
    free = Board.objects.filter(_free(now), pk=pk)
    if if_due:
        free = free.filter(is_due(now))
    if not free.update(lease=lease.key, lease_until=now + LEASE, queued_at=None):
        return None
    board = Board.objects.select_related("club", *KINDS).filter(pk=pk).first()
    if board is None:  # gone in between
        return None
    failures = board.failures
    try:
        kind = kind_of(board)
        # Before anything is read: what comes in meanwhile is newer than this, also between the parts of a long one.
        basis = board.began_with if board.part else kind.basis(board)
        computed = kind.compute(board, lease)
        with transaction.atomic():
            lease.hold()
            _write(board, computed, basis=basis, now=now)
    except LeaseLost:
        return None
    except Exception:
        # Whatever it is: the board keeps what it shows, says that newer results wait, and is tried again.
        logger.exception("board %s could not be computed", pk)
        _give_back(lease, failures + 1, now + timedelta(seconds=int(time.monotonic() - began)))
        return None
    _look_back(board, now)
    return board


def _give_back(lease: Lease, failures: int, now: datetime) -> None:
    """What was half done is given up: it may be what goes wrong."""
    if not connection.in_atomic_block and not connection.is_usable():
        connection.close()  # it was told to stop while a query ran, whose answer is still to come
    wait = min(timedelta(seconds=2 ** min(failures, 20)), LONGEST_WAIT)
    Board.objects.filter(pk=lease.board, lease=lease.key).update(
        lease="", lease_until=None, queued_at=None, failures=min(failures, 1000), due_at=now + wait,
        part={}, began_with={}, done=0, total=0,
    )  # fmt: skip


def _write(board: Board, computed: Computed, *, basis: dict[str, Any], now: datetime) -> None:
    """The last thing of a computation, in one transaction with the lease held."""
    board.lease, board.lease_until, board.queued_at, board.failures = "", None, None, 0
    board.part, board.done, board.total = dict(computed.part), computed.done, computed.total
    if computed.part:
        board.began_with, board.due_at = basis, now  # goes on
        board.seq += 1
    else:
        changed = write_lines(board, computed.lines, computed.day)
        first = board.computed_at is None
        board.basis, board.began_with, board.computed_at, board.due_at = basis, {}, now, None
        board.seq += bool(changed or first)
    Board.objects.filter(pk=board.pk).update(**{name: getattr(board, name) for name in WRITTEN})


WRITTEN = (
    "lease", "lease_until", "queued_at", "failures", "part", "began_with", "done", "total", "due_at", "seq", "basis",
    "computed_at",
)  # fmt: skip


def _look_back(board: Board, now: datetime) -> None:
    """Whoever closed a sheet during the computation found the board due and left it at that; by now it is not.

    After the commit: from here on whoever closes one finds that it is not, and says so. A worker that dies before this
    has looked leaves it to `look_for_stale`.
    """
    if board.due_at is not None:
        return
    seen = Board.objects.select_related("club", *KINDS).filter(pk=board.pk).first()  # its rules may be others, too
    if seen is not None and is_stale(seen):
        board.due_at = now
        want([board.pk], now=now)


Stored = tuple[int | None, bool, int, Mapping[str, Any], Mapping[str, Any]]
COLUMNS = ("board", "table", "subject", "place", "shared", "order", "values", "detail")
KEYS = ("board", "table", "subject")


def write_lines(board: Board, lines: Sequence[Line], day: date | None) -> int:
    """Makes these the lines of the board; how many rows had to be written or removed.

    `values` and `detail` are compared as JSON. The history gets whose place is another than before, at the newest day
    that counts; what it said of later days (of a sheet that was opened again, say) goes.
    """
    had, rows, places = _stored(board), list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    nothing = (0, None)
    for order, line in enumerate(lines):
        _pk, before = had.pop((line.table, line.subject), nothing)
        if before == (line.place, line.shared, order, line.values, line.detail):
            continue
        values, detail = json.dumps(line.values, sort_keys=True), json.dumps(line.detail, sort_keys=True)
        # Only what has to be written is looked at again: a tuple comes back as a list, a number as a key as a text.
        if before != (line.place, line.shared, order, json.loads(values), json.loads(detail)):
            rows.append((board.pk, line.table, line.subject, line.place, line.shared, order, values, detail))
        if before is None or before[0] != line.place:
            places.append((board.pk, line.table, line.subject, day, line.place))
    for (table, subject), (_pk, before) in had.items():
        if before is not None and before[0] is not None:
            places.append((board.pk, table, subject, day, None))
    _remove(Row, [pk for pk, _before in had.values()])
    lay(Row, COLUMNS, KEYS, rows)
    _into_history(board, places, day)
    return len(rows) + len(had)


def _stored(board: Board) -> dict[tuple[str, int], tuple[int, Stored | None]]:
    """The rows that are there. Their JSON is read in one go: there are thousands of them."""
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("values", "detail")}
    plain = ("pk", "table", "subject", "place", "shared", "order")
    rows = list(board.rows.order_by().annotate(**texts).values_list(*plain, *texts))
    values, details = (json.loads(f"[{','.join(row[column] for row in rows)}]") for column in (-2, -1))
    return {
        (row[1], row[2]): (row[0], (row[3], row[4], row[5], of_row, detail))
        for row, of_row, detail in zip(rows, values, details, strict=True)
    }


def _into_history(board: Board, places: Sequence[tuple[Any, ...]], day: date | None) -> None:
    later = Place.objects.filter(board=board)
    (later if day is None else later.filter(day__gt=day)).delete()
    if day is not None:
        lay(Place, ("board", "table", "subject", "day", "place"), ("board", "table", "subject", "day"), places)


def _remove(model: type[Row], ids: Sequence[int]) -> None:
    for first in range(0, len(ids), AT_ONCE):
        model.objects.filter(pk__in=ids[first : first + AT_ONCE]).delete()


# --- what a page says of it ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """How a board stands: shown with its lines, and polled until it is up to date."""

    seq: int
    computed_at: datetime | None
    waits: bool
    """Whether newer results wait."""
    done: int
    total: int
    failing: bool

    @property
    def mark(self) -> str:
        """Another as soon as the page would be another."""
        return f"{self.seq}-{int(self.waits)}-{int(self.failing)}"


def state_of(board: Board, *, now: datetime) -> State:
    """Looks at the board first, so whoever sees that newer results wait has also set them going."""
    waits = look(board, now=now)
    return State(board.seq, board.computed_at, waits, board.done, board.total, waits and board.failures > 1)
