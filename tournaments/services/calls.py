""" "The director to table 7, please": from a phone at the table, answered at the desk.

A table has one open call at most. Who calls again gets the same one, so a phone may be pressed as often as it likes.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.till import TOKEN
from tournaments.models import Call, Round, Table, Tournament
from tournaments.services import turns

MOST_CALLS = 4
WITHIN = timedelta(minutes=10)
"""So often may one table call anew within this time; a call that is open is never a new one."""


def call(table: Table, *, token: str, device: str = "", now: datetime | None = None) -> Call:
    """Calls the director to a table; one that is open is the answer, and so is what this token called before.

    Refused: a table of a round that is not the one being played, a tournament that is over, too many calls, no token.
    """
    now = now or timezone.now()
    if known := _known(table, token):
        return known
    if problems := _against(table, token, now):  # before any row is taken: whoever floods holds nobody up
        raise Refused(*problems)
    with transaction.atomic():
        table.round.tournament = turns.take(table.round.tournament)
        if known := _known(table, token):
            return known
        if problems := _against(table, token, now):
            raise Refused(*problems)
        if not Table.objects.filter(pk=table.pk).exists():
            raise Refused(Problem("table_drawn_again", None, {"table": table.number}))
        return Call.objects.create(table=table, token=token, device=device[:32], at=now)


@transaction.atomic
def answer(called: Call, *, by: User | None, now: datetime | None = None) -> Call:
    """Somebody of the desk was there; answered once. Gone with its table already is fine too."""
    round_ = called.table.round
    turns.take(round_.tournament)
    fresh = Call.objects.select_related("table__round__tournament__club").filter(pk=called.pk).first()
    if fresh is None:
        return called
    if fresh.answered_at is None:
        fresh.answered_at, fresh.answered_by = now or timezone.now(), by
        fresh.save(update_fields=["answered_at", "answered_by"])
        waited = (fresh.answered_at - fresh.at) // timedelta(minutes=1)
        about = {"tournament": round_.tournament.name, "round": round_.number, "table": fresh.table.number}
        log_change(round_.tournament.club, "call_answered", by=by, after={**about, "waited": waited})
    return fresh


def open_calls(round_: Round) -> Mapping[int, Call]:
    """Id of a table -> its open call, who waits longest first. One query."""
    waiting = Call.objects.filter(table__round=round_, answered_at=None).order_by("at", "pk")
    return {one.table_id: one for one in waiting}


def waiting(tournament: Tournament, number: int) -> list[int]:
    """Tables of the round with this number that have called, who waits longest first. One query."""
    found = Call.objects.filter(table__round__tournament=tournament, table__round__number=number, answered_at=None)
    return list(found.order_by("at", "pk").values_list("table__number", flat=True))


def last_call(table: Table) -> Call | None:
    """What the table called last, open or answered."""
    return Call.objects.filter(table=table).order_by("-at", "-pk").first()


def may_call(table: Table) -> bool:
    """Whether there is a round being played that this table is of; one query."""
    return not _wrong_moment(table)


def _known(table: Table, token: str) -> Call | None:
    mine = Call.objects.filter(table=table)
    same = mine.filter(token=token).first() if TOKEN.fullmatch(token) else None
    return same or mine.filter(answered_at=None).first()


def _against(table: Table, token: str, now: datetime) -> list[Problem]:
    problems = _wrong_moment(table)
    if not TOKEN.fullmatch(token):
        problems.append(Problem("bad_token", "token"))
    if Call.objects.filter(table=table, at__gt=now - WITHIN).count() >= MOST_CALLS:
        problems.append(Problem("called_too_often"))
    return problems


def _wrong_moment(table: Table) -> list[Problem]:
    round_ = table.round
    if round_.tournament.ended_at is not None:
        return [Problem("tournament_over")]
    rounds = round_.tournament.rounds.exclude(published_at=None).order_by("-number").values_list("pk", flat=True)
    return [] if rounds.first() == round_.pk else [Problem("table_not_playing")]
