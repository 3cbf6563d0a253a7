"""A sheet closes, opens again, or comes into a club: the boards that it may touch are due at once."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from scoring.models import Score, Sheet
from scoring.services.tallies import day_of
from seasons.models import Board, Ranking
from seasons.services import boards


def stir(sheet: Sheet) -> None:
    """Called inside the transaction that changes the sheet; what is due is said when that is done."""
    if sheet.club_id is None:
        return
    club, game, day = sheet.club_id, sheet.game, day_of(sheet)
    # Robust: the sheet is closed by then, whatever may go wrong here; `look_for_stale` finds what was not said.
    transaction.on_commit(lambda: touch(club, game, day), robust=True)


def touch(club: int, game: str, day: date) -> None:
    """Makes the seasons' boards that such a sheet is the first of, and says which boards are due."""
    found = Ranking.objects.filter(club=club, game=game).only("pk", "club_id", "span", "first_month")
    for ranking in found:
        Board.objects.get_or_create(ranking=ranking, season=season_of(ranking, day), defaults={"club_id": club})
    of_rankings = Q(ranking__in=[one.pk for one in found])
    seasons = {0, *(season_of(one, day) for one in found)}
    of_cups = Q(cup__club=club, cup__first_day__lte=day, cup__last_day__gte=day)
    of_ratings = Q(rating__game=game) & (Q(rating__club=club) | Q(rating__region__members__club=club))
    ids = Board.objects.filter((of_rankings & Q(season__in=seasons)) | of_cups | of_ratings).values_list(
        "pk", flat=True
    )
    boards.want(set(ids), now=timezone.now())


def newest_seasons(*, now: datetime) -> int:
    """Makes the board of the newest season of every ranking where there is none: its first sheet has closed, and
    whoever closed it did not come to say so. How many were missing."""
    newest = Score.objects.filter(club=OuterRef("club"), game=OuterRef("game")).order_by("-day").values("day")[:1]
    made = list[int]()
    for ranking in Ranking.objects.annotate(newest=Subquery(newest)).exclude(newest=None):
        season = season_of(ranking, ranking.newest)
        board, new = Board.objects.get_or_create(ranking=ranking, season=season, defaults={"club_id": ranking.club_id})
        made += [board.pk] if new else []
    boards.want(made, now=now)
    return len(made)


def season_of(ranking: Ranking, day: date) -> int:
    """The year in which the season of this day begins; 0 where all time is one."""
    if ranking.span == Ranking.Span.ALL:
        return 0
    return day.year if day.month >= ranking.first_month else day.year - 1
