"""How the board of a ranking is computed: the database adds up, and only sums come here, one row for each person."""

from collections import defaultdict
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import BigIntegerField, Count, Max, QuerySet, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from clubs.queries import RealIds, real_ids
from scoring.models import Score
from seasons.formats import table
from seasons.formats.table import Sums
from seasons.models import Board, Ranking
from seasons.services import sources
from seasons.services.boards import Computed, Lease, Line

AT_ONCE = 1000
"""So many ids go into one statement."""

COUNTED = ("game", "unit", "measure", "minimum", "span", "first_month", "evenings_only")
"""The columns of a ranking that say how it is counted."""


def every_score_of(ranking: Ranking) -> QuerySet[Score]:
    """What counts in any of its seasons."""
    scores = Score.objects.filter(club=ranking.club_id, game=ranking.game).order_by()
    return scores.filter(at_evening=True) if ranking.evenings_only else scores


def scores_of(ranking: Ranking, season: int) -> QuerySet[Score]:
    """What counts in this season."""
    scores = every_score_of(ranking)
    if ranking.span == Ranking.Span.ALL:
        return scores if season == 0 else scores.none()
    first, last = days_of(ranking, season)
    return scores.filter(day__gte=first, day__lt=last)


def days_of(ranking: Ranking, season: int) -> tuple[date, date]:
    """The first day of a season that begins in this year, and the first one after it."""
    return date(season, ranking.first_month, 1), date(season + 1, ranking.first_month, 1)


def basis(board: Board) -> dict[str, Any]:
    ranking = ranking_of(board)
    return {
        "scores": sources.rows(scores_of(ranking, board.season)),
        "merged": sources.merged(board.club),
        "rules": [getattr(ranking, name) for name in COUNTED],
    }


def ranking_of(board: Board) -> Ranking:
    assert board.ranking is not None
    return board.ranking


def compute(board: Board, lease: Lease) -> Computed:
    ranking = ranking_of(board)
    unit, measure = Ranking.Unit(ranking.unit), ranking.measure
    scores, real = scores_of(ranking, board.season), real_ids(board.club.players.all())
    newest = scores.aggregate(day=Max("day"))["day"]
    if newest is None:
        return Computed()
    everybody = together(added_up(scores, unit), real, scores)
    of_day = together(added_up(scores.filter(day=newest), unit), real, scores.filter(day=newest))
    lines = table.table(
        everybody, {one.person: (one.amount, one.hands) for one in of_day}, measure=measure, minimum=ranking.minimum
    )
    return Computed([stored(line) for line in lines], newest)


def added_up(scores: QuerySet[Score], unit: Ranking.Unit) -> list[Sums]:
    """One statement, one row for each player: only sums leave the database.

    Straight from the cursor: of thousands of rows what Django does with each number takes longer than adding up.
    """
    sums = (amount_of(unit), Sum("hands"), Count("day", distinct=True))
    statement = scores.values_list("player").annotate(
        **{f"column_{number}": Cast(one, BigIntegerField()) for number, one in enumerate(sums)}
    )
    with connection.cursor() as cursor:
        cursor.execute(*statement.query.sql_with_params())
        return [Sums(*row) for row in cursor.fetchall()]


def amount_of(unit: Ranking.Unit) -> Combinable:
    if unit == Ranking.Unit.BUMMERL:
        return Sum("bummerl_given") - Sum("bummerl_taken")
    return Sum({Ranking.Unit.POINTS: "points", Ranking.Unit.WON: "won", Ranking.Unit.CENTS: "cents"}[unit])


def stored(line: table.Line) -> Line:
    (person, amount, hands, evenings), place, shared, compares, before = line
    values = {"amount": amount, "hands": hands, "evenings": evenings}
    return Line(person, place, shared, values, {"before": before} if compares else {})


# --- merged people ---------------------------------------------------------------------------------------------------


def together(added: list[Sums], real: RealIds, scores: QuerySet[Score]) -> list[Sums]:
    """Everybody once; a day on which somebody played under two of their names is one evening."""
    if not real:
        return added
    names = defaultdict[int, list[Sums]](list)
    for one in added:
        names[real[one.person]].append(one)
    days = days_under_several_names(
        [one.person for rows in names.values() if len(rows) > 1 for one in rows], real, scores
    )
    return [
        Sums(
            person,
            sum(one.amount for one in rows),
            sum(one.hands for one in rows),
            len(days[person]) if person in days else rows[0].evenings,
        )
        for person, rows in names.items()
    ]


def days_under_several_names(ids: list[int], real: RealIds, scores: QuerySet[Score]) -> dict[int, set[date]]:
    """The days of those who played under several names, by person."""
    days = defaultdict[int, set[date]](set)
    for first in range(0, len(ids), AT_ONCE):
        found = scores.filter(player__in=ids[first : first + AT_ONCE]).values_list("player", "day").distinct()
        for player, day in found:
            days[real[player]].add(day)
    return dict(days)
