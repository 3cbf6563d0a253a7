"""The lines of a ranking's board, with names: for whoever is in the club, and for everybody else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from clubs.models import Player
from clubs.names import NOBODY, name_for, public_names
from clubs.queries import ids_of, people_of
from seasons.models import Board, Place, Row
from seasons.services.public_until import end_of_season, is_over, still_named

Sees = Callable[[Player], bool]
"""Whether the reader may see what this person has come to: of money not everybody's (`permissions.may_see_money`)."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One line, as it is shown."""

    place: int | None
    shared: bool
    player: Player
    name: str
    values: Mapping[str, int]
    moved: int | None
    """How many places up (negative: down) since before the newest day; None: nothing to compare with."""
    new: bool
    """Had no place before the newest day."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What of a board is shown, in order."""

    shown: list[Shown]
    count: int
    """Of all lines there are to be seen."""
    hidden: int
    """Of how many people nothing may be said to this reader."""


def everybody(_player: Player) -> bool:
    return True


def lines_of(board: Board, *, inside: bool, sees: Sees = everybody, first: int = 0, most: int | None = None) -> Lines:
    """So many (`most`; None: all) of the lines from the one numbered `first` on.

    To whoever is not in the club public names are told, the same on every part of the board.
    """
    who, rows = people_of(board.club), board.rows.filter(table="").order_by("order")
    subjects = list(rows.values_list("subject", flat=True))
    open_to = [pk for pk in subjects if sees(who[pk])]
    part = open_to[first:] if most is None else open_to[first : first + most]
    columns = ("subject", "place", "shared", "values", "detail")
    # A part is asked for by where it stands; where something is hidden, places do not say where that is.
    wanted = rows if len(open_to) < len(subjects) else rows[first : first + len(part)]
    found = {row[0]: row for row in wanted.values_list(*columns)}
    names = {} if inside else _outside(board, [who[pk] for pk in subjects])
    shown = [_shown(found[pk], who[pk], names) for pk in part if pk in found]
    return Lines(shown, len(open_to), len(subjects) - len(open_to))


def _outside(board: Board, people: Sequence[Player]) -> dict[int, str]:
    """Public names, of whoever may still be named."""
    names, lately = public_names(people), still_named(board.club)
    if lately is None:
        return names
    if is_over(board.club, end_of_season(board)):
        lately = set()
    return {pk: name if pk in lately else NOBODY for pk, name in names.items()}


def _shown(row: tuple[Any, ...], player: Player, names: Mapping[int, str]) -> Shown:
    _subject, place, shared, values, detail = row
    name = names[player.pk] if names else name_for(player, inside=True)
    before = detail.get("before") if place is not None else None
    return Shown(
        place=place,
        shared=shared,
        player=player,
        name=name,
        values=values,
        moved=before - place if before is not None and place is not None else None,
        new="before" in detail and before is None and place is not None,
    )


def leaders_of(boards: Mapping[int, int]) -> dict[int, list[Row]]:
    """Who is first in these boards (their ids -> of what each is), for an overview; one query."""
    found = dict[int, list[Row]]()
    for row in Row.objects.filter(board__in=boards, table="", place=1).order_by("board", "order").defer("detail"):
        found.setdefault(boards[row.board_id], []).append(row)
    return found


def course_of(board: Board, player: Player) -> list[tuple[date, int | None]]:
    """The places of one person, day by day; None: outside the ranking. A day on which nothing moved is not in it."""
    ids = ids_of(people_of(board.club), player)
    rows = Place.objects.filter(board=board, table="", subject__in=ids).order_by("day", "place", "subject")
    found = dict[date, int | None]()
    for day, place in rows.values_list("day", "place"):
        # Under two names before they were merged, the better place counts.
        if found.get(day) is None:
            found[day] = place
    return list(found.items())


def newest_day(board: Board) -> date:
    """The newest day on which anybody's place moved; only where somebody's ever did."""
    return Place.objects.filter(board=board).latest("day").day
