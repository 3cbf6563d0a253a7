"""The board of a division: its table, and the table of its people."""

from collections.abc import Iterator
from typing import Any

from clubs.queries import people_of
from seasons.formats import league_people
from seasons.formats.league import PLAYED, STRUCK, TableRow
from seasons.models import Board, Division, Report
from seasons.services import sources
from seasons.services.boards import Computed, Lease, Line
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.services.next_season import Way, moves

PEOPLE = "people"
"""The further table, of persons."""
COLUMNS = ("played", "won", "drawn", "lost", "boards", "boards_lost", "made", "conceded", "points", "deducted")
OF_PEOPLE = ("boards", "won", "lost", "made", "conceded", "difference")


def basis(board: Board) -> dict[str, Any]:
    """The league's own number moves with every team, fixture, rule and penalty; results are rows of their own."""
    division = division_of(board)
    return {
        "league": division.league.seq,
        "reports": sources.rows(Report.objects.filter(fixture__division=division)),
        "merged": sources.merged(board.club),
    }


def compute(board: Board, lease: Lease) -> Computed:
    division = division_of(board)
    facts = facts_of(division)
    played = [one.day for one in facts.fixtures if one.pk in facts.reports and one.day is not None]
    lowest = division.league.divisions.count()
    return Computed(lines=[*_teams(facts, lowest), *_people(facts)], day=max(played, default=None))


def division_of(board: Board) -> Division:
    """With its league as it is now."""
    return Division.objects.select_related("league__club").get(board=board)


def _teams(facts: LeagueFacts, lowest: int) -> Iterator[Line]:
    """With what the place means, as soon as anything was played; who has withdrawn, at once."""
    begun = any(row.played for row in facts.rows)
    zones = {one.team.pk: one.zone for one in moves(facts, lowest) if begun or one.way is Way.OUT}
    for row in facts.rows:
        values = {name: getattr(row, name) for name in COLUMNS}
        yield Line(row.team, row.place, row.shared, values, {**_detail(facts, row), "zone": zones.get(row.team)})


def _detail(facts: LeagueFacts, row: TableRow) -> dict[str, Any]:
    """Why it stands there; matches as ids of fixtures."""
    return {
        "decided_by": row.decided_by,
        "among": list(row.among) if row.among is not None else None,
        "walkovers": [facts.fixtures[index].pk for index in row.walkovers],
        "struck": [facts.fixtures[index].pk for index in row.struck],
    }


def _people(facts: LeagueFacts) -> Iterator[Line]:
    for one in league_people.people(_boards(facts)):
        values = {name: getattr(one, name) for name in OF_PEOPLE}
        yield Line(one.player, one.place, one.shared, values, {"team": one.team}, table=PEOPLE)


def _boards(facts: LeagueFacts) -> Iterator[league_people.Board]:
    """Every board that was played in a match that counts, once for each side, as it was played."""
    who = people_of(facts.league.club)
    for fixture, match in zip(facts.fixtures, facts.counted, strict=True):
        report = facts.reports.get(fixture.pk)
        if report is None or match.how == STRUCK or report.how != PLAYED:
            continue
        for one in report.boards:
            home, away = ([who[pk].pk for pk in one[side]] for side in ("home", "away"))
            yield league_people.Board(fixture.home_id, home, one["home_made"], one["away_made"])
            yield league_people.Board(fixture.away_id, away, one["away_made"], one["home_made"])
