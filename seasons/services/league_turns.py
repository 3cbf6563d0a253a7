"""One after the other: whoever changes anything of a league takes its row first and says that it changed.

Order of rows: the club (`clubs.services.turns`, where people are touched), then the league, then what is in it.
"""

from typing import TypeVar

from django.db.models import F, Model, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.services.core import Problem, Refused
from clubs.services.till import TOKEN
from seasons.models import Board, League, Team
from seasons.services import boards

Row = TypeVar("Row", bound=Model)


class Moved(Exception):
    """Somebody else has changed this meanwhile; nothing was changed."""


def take(league: League, seen: int | None = None) -> League:
    """Takes the row until the transaction ends and gives it as it is now; to be called inside one, first.

    `seen` is the `seq` that was looked at (None: whatever it was); raises `Moved` where it is another by now.
    """
    found = League.objects.filter(pk=league.pk)
    if not (found if seen is None else found.filter(seq=seen)).update(seq=F("seq") + 1):
        raise Moved
    return League.objects.select_related("club").get(pk=league.pk)


def take_team(team: Team) -> Team:
    """Takes the league's row as `take` does and gives the team as it is now."""
    league = take(team.division.league)
    now = Team.objects.select_related("division").filter(pk=team.pk).first()
    if now is None:
        raise Refused(Problem("team_gone"))
    now.division.league = league
    return now


def stir(league: League) -> None:
    """The tables of this league are due at once."""
    boards.want(Board.objects.filter(division__league=league).values_list("pk", flat=True), now=timezone.now())


def made_before(rows: QuerySet[Row], token: str) -> Row | None:
    """What this token has made of these. Nothing is asked for by a text that is no token: PostgreSQL refuses some."""
    return rows.filter(token=token).first() if TOKEN.fullmatch(token) else None


def token_problems(token: str) -> list[Problem]:
    return [] if TOKEN.fullmatch(token) else [Problem("bad_token", "token")]


def secret_of(what: str, token: str) -> str:
    """A secret for an address, drawn from the request's token with the site's key: the same request cannot make two,
    and nobody can guess it."""
    return salted_hmac(f"seasons.{what}", token, algorithm="sha256").hexdigest()[:32]
