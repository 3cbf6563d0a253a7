"""A mark that moves with everything that a tournament's standings and public pages show, read by one small query.

Whatever is changed of a tournament takes its row (`turns.take`), also where a sheet of its tables is closed or opened
again. Whoever changes people, their names or the club takes the club's row (`clubs.services.turns`). PostgreSQL says of
every row which transaction wrote it last; on SQLite, where one writes after the other, the log's last line does: ids
of several who write at once are no order in which they are done.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from clubs.models import Change, Club
from tournaments.models import Tournament

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
    of_club, table = LAST_OF_CLUB[connection.vendor], Tournament._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT secret, seq, ({of_club}) FROM {table} t WHERE id = %s", [pk])  # noqa: S608
        row: tuple[Any, ...] | None = cursor.fetchone()
    return None if row is None else Marked(row[0], f"{row[1]}-{row[2] or 0}")


def mark_of(tournament: Tournament) -> str:
    """Another as soon as anything has changed. With it a page that somebody has seen is 304."""
    found = marked(tournament.pk)
    return "" if found is None else found.mark
