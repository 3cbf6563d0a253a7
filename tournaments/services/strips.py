"""The strip on a phone at a table: which table and round, how long it may play, and whether the director comes.

It stands on the page of the table's code and on the table's sheet. A phone that has it open is in touch with the hall.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from scoring.queries import SECRET
from tournaments.models import Call, Round, Table, Tournament
from tournaments.services.calls import last_call
from tournaments.services.clock import Clock, clock_of

EVERY = timedelta(minutes=1)
"""So often is it written down that a phone is in touch."""


@dataclass(frozen=True, slots=True)
class Strip:
    table: Table
    clock: Clock | None
    call: Call | None
    """What the table called last, open or answered."""
    playing: bool
    """Whether its round is the one being played, and the tournament is not over."""

    @property
    def ends_at(self) -> datetime | None:
        return self.clock.ends_with(self.table.extra_minutes) if self.clock else None

    @property
    def seen(self) -> str:
        """Moves on with all that the strip shows, but for the time that goes by."""
        started = self.clock.started_at.isoformat() if self.clock and self.playing else ""
        call = "" if self.call is None else f"{self.call.pk}.{int(self.call.answered_at is not None)}"
        return f"{self.table.pk}/{int(self.playing)}/{started}/{self.ends_at or ''}/{call}"


def strip_at(tournament: Tournament, number: int) -> Strip | None:
    """Of the table of this number in the round being played; None where nobody plays there. Two queries."""
    return _strip(_tables().filter(round=F("latest"), round__tournament=tournament, number=number))


def strip_of_sheet(**secret: str | int) -> Strip | None:
    """Of the table whose sheet has this secret (`sheet__write_secret`, `sheet__watch_secret`) or id (`sheet`)."""
    if not all(isinstance(one, int) or SECRET.fullmatch(one) for one in secret.values()):
        return None
    return _strip(_tables().filter(**secret))


def touch(table: Table, now: datetime | None = None) -> None:
    """A phone has the table open; written at most once a minute, however many phones there are."""
    now = now or timezone.now()
    if table.seen_at is None or table.seen_at <= now - EVERY:
        stale = Q(seen_at=None) | Q(seen_at__lte=now - EVERY)
        Table.objects.filter(stale, pk=table.pk).update(seen_at=now)


def _tables() -> QuerySet[Table]:
    rounds = Round.objects.filter(tournament=OuterRef("round__tournament")).exclude(published_at=None)
    latest = Subquery(rounds.order_by("-number").values("pk")[:1])
    # What a round was drawn from is much, and no strip needs it.
    tables = Table.objects.select_related("round__tournament__club").defer("round__drawn_from", "round__standing")
    return tables.annotate(latest=latest)


def _strip(tables: QuerySet[Table]) -> Strip | None:
    table = tables.first()
    if table is None:
        return None
    playing = table.round_id == table.latest and table.round.tournament.ended_at is None  # type: ignore[attr-defined]
    return Strip(table, clock_of(table.round) if playing else None, last_call(table), playing)
