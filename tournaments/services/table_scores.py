"""What each table made: the desk's result, or else the totals of its closed sheet."""

from collections.abc import Iterable, Mapping

from tournaments.formats.core import Scores
from tournaments.formats.plan import Plan
from tournaments.models import Table


def scores_of(plan: Plan, stages: Mapping[int, int], tables: Iterable[Table]) -> dict[int, tuple[Scores, ...]]:
    """Id of a table -> what each seat made; tables that have not handed in are left out.

    `stages` is the stage of each round (by id).
    """
    return {table.pk: tuple(table.scores) for table in tables if table.scores is not None}
