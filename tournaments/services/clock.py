"""The clock of a round: it runs from the signal that everybody begins, not from when the draw was published.

What is written are whole amounts ("45 minutes"), never steps: the same request again changes nothing more.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from tournaments.formats.plan import read_plan
from tournaments.models import Round, Table
from tournaments.services import turns

MOST_MINUTES = 600
"""As many as a plan may lay down for a round; also for what a table has beyond it."""


class ClockMoved(Exception):
    """Nothing was written: somebody else has set it meanwhile."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that was started."""

    started_at: datetime
    minutes: int | None
    """None: it counts up, nothing ends it."""

    @property
    def ends_at(self) -> datetime | None:
        return self.ends_with(0)

    def ends_with(self, extra: int) -> datetime | None:
        """When a table with so many `extra` minutes is over; None where the clock counts up."""
        return None if self.minutes is None else self.started_at + timedelta(minutes=self.minutes + extra)

    def more(self, minutes: int, *, extra: int = 0, now: datetime | None = None) -> int:
        """What a table's minutes are with so many more, in all: from the end on, or from now where that is over."""
        counted = (self.minutes or 0) + extra
        gone = (now or timezone.now()) - self.started_at
        return max(counted, -(-gone // timedelta(minutes=1))) + minutes


def minutes_of(round_: Round) -> int | None:
    """What its clock runs from, whether it was started or not; None: it counts up."""
    minutes = read_plan(round_.tournament.plan).desk.minutes if round_.minutes is None else round_.minutes
    return minutes or None


def clock_of(round_: Round) -> Clock | None:
    """The running clock of a round; None as long as nobody has started it."""
    return None if round_.clock_at is None else Clock(round_.clock_at, minutes_of(round_))


def ends_at(table: Table) -> datetime | None:
    """When a table's time is over, with what it has beyond the clock; None without an end."""
    clock = clock_of(table.round)
    return None if clock is None else clock.ends_with(table.extra_minutes)


def mark_of(round_: Round) -> str:
    """The clock as somebody looked at it: when it was started and what it runs from."""
    started = "" if round_.clock_at is None else round_.clock_at.isoformat()
    return f"{started}/{minutes_of(round_) or 0}"


@transaction.atomic
def start(
    round_: Round, *, by: User | None, seen: str, minutes: int | None = None, now: datetime | None = None
) -> Round:
    """The signal to begin, or to begin again; `minutes` sets what it runs from (0: counts up).

    Whoever looked at it (`seen`, its `mark_of`) before somebody else started it gets that start. Refused: a round that
    is not the one being played, too many minutes. Raises `ClockMoved` where other minutes were set meanwhile.
    """
    fresh = _running(round_, minutes)
    if mark_of(fresh) != seen:
        started_since = mark_of(fresh).partition("/")[0] != seen.partition("/")[0]
        if fresh.clock_at is not None and started_since and minutes in (None, minutes_of(fresh) or 0):
            return fresh
        raise ClockMoved
    again = fresh.clock_at is not None
    fresh.clock_at = now or timezone.now()
    if minutes is not None and minutes != (minutes_of(fresh) or 0):
        fresh.minutes = minutes
    fresh.save(update_fields=["clock_at", "minutes"])
    _log(fresh, "clock_started_again" if again else "clock_started", by, minutes=minutes_of(fresh) or 0)
    return fresh


@transaction.atomic
def set_minutes(round_: Round, *, by: User | None, minutes: int, seen: str) -> Round:
    """What the clock of everybody runs from (0: it counts up), before it is started or while it runs.

    Refused as `start`. Raises `ClockMoved` where it is not as it was looked at.
    """
    fresh = _running(round_, minutes)
    before = minutes_of(fresh) or 0
    if minutes == before:
        return fresh
    if mark_of(fresh) != seen:
        raise ClockMoved
    fresh.minutes = minutes
    fresh.save(update_fields=["minutes"])
    _log(fresh, "clock_minutes", by, before={"minutes": before}, minutes=minutes)
    return fresh


@transaction.atomic
def set_extra(table: Table, *, by: User | None, minutes: int, seen: int) -> Table:
    """What one table has beyond the clock, in minutes. Refused and raises as `set_minutes`; `seen` is what it had."""
    round_ = _running(table.round, minutes)
    fresh = Table.objects.filter(pk=table.pk).first()
    if fresh is None:
        raise Refused(Problem("table_drawn_again", None, {"table": table.number}))
    fresh.round, before = round_, fresh.extra_minutes
    if minutes == before:
        return fresh
    if before != seen:
        raise ClockMoved
    fresh.extra_minutes = minutes
    fresh.save(update_fields=["extra_minutes"])
    _log(round_, "table_extra_time", by, before={"extra": before}, table=fresh.number, extra=minutes)
    return fresh


def _running(round_: Round, minutes: int | None) -> Round:
    """The round as it is now, its tournament held."""
    tournament = turns.take(round_.tournament)
    fresh = tournament.rounds.defer("drawn_from", "standing").filter(pk=round_.pk).first()
    if fresh is None:
        raise Refused(Problem("round_not_published"))  # taken back meanwhile, and thrown away
    fresh.tournament = tournament
    problems = []
    if fresh.published_at is None:
        problems.append(Problem("round_not_published"))
    elif tournament.rounds.filter(number__gt=fresh.number).exclude(published_at=None).exists():
        problems.append(Problem("clock_of_earlier_round", None, {"round": fresh.number}))
    if tournament.ended_at is not None:
        problems.append(Problem("tournament_over"))
    if minutes is not None and not 0 <= minutes <= MOST_MINUTES:
        problems.append(Problem("minutes_out_of_range", "minutes", {"most": MOST_MINUTES}))
    if problems:
        raise Refused(*problems)
    return fresh


def _log(round_: Round, what: str, by: User | None, *, before: dict[str, int] | None = None, **after: int) -> None:
    about = {"tournament": round_.tournament.name, "round": round_.number}
    log_change(round_.tournament.club, what, by=by, before=before, after={**about, **after})
