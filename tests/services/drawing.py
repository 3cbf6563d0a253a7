"""What tests of draws share: plans, reading a draft, publishing tables by hand, letting the first seat win."""

from typing import Any

from tests.tournament import a_result
from tournaments.models import Round, Tournament
from tournaments.services import draws
from tournaments.services.draw_rows import read_draw

LIVES: dict[str, Any] = {
    "stages": [{"kind": "lives", "lives": 3, "rematches": True}],
    "ranking": {"chain": ["survived"]},
}
WON, LOST = {"points": 7}, {"points": 3}


def figures(refused: Any) -> dict[str, Any]:
    return {one.code: dict(one.figures) for one in refused.value.problems}


def seats(row: Round) -> dict[int, tuple[int, ...]]:
    return {table.number: table.seats for table in read_draw(row).tables}


def published(tournament: Tournament, number: int, tables: Any, byes: Any = ()) -> Round:
    row = draws.set_tables(tournament, by=None, number=number, tables=tables, byes=byes)
    return draws.publish(row, by=None)


def played(row: Round) -> None:
    """The first seat of every table wins."""
    for table in row.tables.all():
        if table.seats.count() == 2:
            a_result(table, WON, LOST)
