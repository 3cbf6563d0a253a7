"""A mark that moves with all that a tournament's standings, public pages and screens show, read by one small query.

Whatever is changed of a tournament takes its row (`turns.take`), also where a sheet of its tables is closed or opened
again. Whoever changes people, their names or the club takes the club's row (`clubs.services.turns`). PostgreSQL says of
every row which transaction wrote it last; on SQLite, where one writes after the other, the log's last line does: ids
of several who write at once are no order in which they are done.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from clubs.models import Change, Club
from tournaments.models import Screen, Tournament

# By hand, because a thousand phones that wait ask nothing else (`make bench ARGS=hall`). Names of our own tables only.
LAST_OF_CLUB = {
    "postgresql": f"SELECT xmin::text FROM {Club._meta.db_table} WHERE id = t.club_id",  # noqa: S608
    "sqlite": f"SELECT MAX(id) FROM {Change._meta.db_table} WHERE club_id = t.club_id",  # noqa: S608
}


@dataclass(frozen=True, slots=True)
class Marked:
    secret: str
    mark: str


def marked(pk: int) -> Marked | None:
    """The secret of a tournament and its mark; None where there is no such tournament."""
    return _marked("%s", pk)


def marked_on(screen: str) -> Marked | None:
    """The same of the tournament that this screen (its secret) belongs to; None where there is no such screen."""
    return _marked(f"(SELECT tournament_id FROM {Screen._meta.db_table} WHERE secret = %s)", screen)  # noqa: S608


def _marked(which: str, value: int | str) -> Marked | None:
    of_club, table = LAST_OF_CLUB[connection.vendor], Tournament._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT secret, seq, ({of_club}) FROM {table} t WHERE id = {which}", [value])  # noqa: S608
        row: tuple[Any, ...] | None = cursor.fetchone()
    return None if row is None else Marked(row[0], f"{row[1]}-{row[2] or 0}")


def mark_of(tournament: Tournament) -> str:
    """Another as soon as anything has changed. With it a page that somebody has seen is 304."""
    found = marked(tournament.pk)
    return "" if found is None else found.mark
