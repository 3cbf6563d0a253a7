"""Until when everybody may read who stands on a public board: as with tournaments, the club decides (`clubs.names`).

A season, a cup and a league are over some day. What goes on for ever names whoever has played since.
"""

from datetime import date, datetime, timedelta

from django.db.models import Max

from clubs.models import Club
from clubs.names import names_over, told_since
from clubs.queries import people_of
from clubs.services.evenings import local
from scoring.queries import played_since
from seasons.models import Board, Cup, Fixture, League, Ranking
from seasons.services.rankings_board import days_of


def is_over(club: Club, ended: date | datetime | None) -> bool:
    """Whether nobody outside reads a name any more of what ended then; None: it goes on."""
    return ended is not None and names_over(club, ended)


def end_of_cup(cup: Cup) -> date | datetime:
    return cup.ended_at or cup.last_day


def end_of_league(league: League) -> date | datetime | None:
    """When its next season began; until then, and where there never is one, the last day on which a match is or was
    to be played, or its last report, whichever is later. One query, and none where names are told for good."""
    if league.ended_at is not None or not league.club.names_until:
        return league.ended_at
    found = Fixture.objects.filter(division__league=league).aggregate(
        day=Max("day"), put_off=Max("postponed_from"), at=Max("reports__at")
    )
    reported = found["at"] and local(league.club, found["at"]).date()
    return max((one for one in (found["day"], found["put_off"], reported) if one is not None), default=None)


def end_of_season(board: Board) -> date | None:
    """The last day of a ranking's season; None where all time is one."""
    ranking = board.ranking
    if ranking is None or ranking.span == Ranking.Span.ALL:
        return None
    return days_of(ranking, board.season)[1] - timedelta(days=1)


def still_named(club: Club) -> set[int] | None:
    """Who is named in what goes on: the ids of whoever has played since; None: everybody."""
    since = told_since(club)
    if since is None:
        return None
    who = people_of(club)
    return {who[pk].pk for pk in played_since(club, since)}
