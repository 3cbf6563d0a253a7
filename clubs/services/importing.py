"""Bringing in people from somebody's table: first what would happen, row by row, then, once confirmed, the same."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.models import Change, Club, Player, User
from clubs.services.changes import acting_name
from clubs.services.columns import Listed, Row, people_in
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register, same_name
from clubs.services.people import problems_with
from clubs.services.tables import MOST_ROWS, read_table
from clubs.services.turns import in_turn

MOST_DOUBTS = 500
"""So many rows of a file may ask back; a form with more could not be sent."""

NEW, KNOWN, MAYBE, BAD = "new", "known", "maybe", "refused"


@dataclass(frozen=True, slots=True)
class Planned:
    """What a row would do: add somebody, nothing (the club knows this name), ask back, or it cannot be."""

    row: Row
    what: str
    alike: tuple[Player, ...] = ()
    """Who has this name, or nearly. Somebody without an id stands further up in the same file."""
    problems: tuple[Problem, ...] = ()


def read_people(data: bytes) -> Listed:
    """The people in a file. Refused where it cannot be read, or no column holds names."""
    listed = people_in(read_table(data))
    if listed is None:
        raise Refused(Problem("file_no_names", "file"))
    return listed


def plan(club: Club, rows: Sequence[Row]) -> list[Planned]:
    """What would happen with each row; nothing is written. The number of queries does not depend on the rows."""
    if len(rows) > MOST_ROWS:
        raise Refused(Problem("file_too_long", "file", {"most": MOST_ROWS}))
    register = Register(club)
    in_file: dict[str, int] = {}
    planned = [_planned(row, register, in_file) for row in rows]
    if sum(one.what == MAYBE for one in planned) > MOST_DOUBTS:
        raise Refused(Problem("file_many_doubts", "file", {"most": MOST_DOUBTS}))
    return planned


def _planned(row: Row, register: Register, in_file: dict[str, int]) -> Planned:
    fields = {"name": row.name, "nickname": row.nickname, "place": row.place}
    if problems := problems_with(fields):
        return Planned(row, BAD, problems=tuple(problems))
    key = same_name(row.name)
    if key in in_file:
        return Planned(row, BAD, problems=(Problem("twice_in_file", "name", {"row": in_file[key]}),))
    in_file[key] = row.number
    if (known := register.same(row.name)) is not None:
        return Planned(row, KNOWN, (known,))
    alike = tuple(register.like(row.name))
    register.add(Player(pk=-row.number, name=row.name))
    return Planned(row, MAYBE, alike) if alike else Planned(row, NEW)


def bring_in(
    club: Club,
    rows: Sequence[Row],
    *,
    by: User | None,
    now: datetime,
    sure: Collection[int] = (),
    without: Collection[int] = (),
) -> list[Player]:
    """Adds who is new, and of the doubtful rows those in `sure` (numbers of rows), but no row in `without`; gives whom
    it has added.

    It is planned afresh: somebody who came into the club since the preview is not added again, so confirming twice
    adds everybody once.
    """
    with transaction.atomic():
        in_turn(club)
        planned = [one for one in plan(club, rows) if one.row.number not in without]
        rows_to_add = [one.row for one in planned if one.what == NEW or (one.what == MAYBE and one.row.number in sure)]
        people = Player.objects.bulk_create(
            Player(club=club, name=row.name, nickname=row.nickname, place=row.place, guest=row.guest, created_at=now)
            for row in rows_to_add
        )
        Change.objects.bulk_create(
            Change(club=club, what="player_added", at=now, by=by, by_name=acting_name(by), player=one, after=_told(one))
            for one in people
        )
    return people


def _told(player: Player) -> dict[str, str | bool]:
    return {"name": player.name, "nickname": player.nickname, "place": player.place, "guest": player.guest}


def turned(rows: Sequence[Row]) -> list[Row]:
    """The same people with first and last names the other way round, where they came in two columns."""
    return [
        Row(row.number, row.turned or row.name, row.name if row.turned else "", row.nickname, row.place, row.guest)
        for row in rows
    ]
