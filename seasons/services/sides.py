"""The two sides of a fixture: which team is at home, which is the other."""

from seasons.formats.match_report import SIDES
from seasons.models import Fixture, Team


def team_at(fixture: Fixture, side: str) -> Team:
    return fixture.home if side == "home" else fixture.away


def side_of(fixture: Fixture, team: int | None) -> str | None:
    """ "home" or "away"; None for a team that does not play in it."""
    ids = {fixture.home_id: SIDES[0], fixture.away_id: SIDES[1]}
    return None if team is None else ids.get(team)


def other_of(fixture: Fixture, team: int) -> Team:
    """Against whom this team plays."""
    return fixture.away if team == fixture.home_id else fixture.home
