"""What seasons keep of people, for whoever erases, merges, asks for it, or closes a sheet
(`scoring.services.elsewhere`)."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Q

from clubs.models import Club
from clubs.services.till import today
from scoring.models import Sheet
from scoring.services.elsewhere import Gone, Keeper
from seasons.models import (
    Champion,
    Cup,
    CupEvent,
    CupResult,
    CupRules,
    Deduction,
    Division,
    Fixture,
    League,
    Member,
    Ranking,
    Rating,
    RatingPoint,
    Region,
    RegionClub,
    Report,
    Team,
    Word,
)
from seasons.services.stirring import stir

FREE_TEXTS = (
    (Ranking, "club", "name", 60),
    (Champion, "ranking__club", "name", 80),
    (Cup, "club", "name", 80),
    (Cup, "club", "notes", 2000),
    (CupEvent, "cup__club", "name", 80),
    (League, "club", "name", 80),
    (League, "club", "notes", 2000),
    (Division, "league__club", "name", 60),
    (Team, "division__league__club", "name", 60),
    (Team, "division__league__club", "venue", 80),
    (Deduction, "team__division__league__club", "reason", 120),
    (Fixture, "division__league__club", "venue", 80),
    (Report, "fixture__division__league__club", "remark", 120),
    (Word, "report__fixture__division__league__club", "remark", 120),
    (Region, "club", "name", 60),
)
"""Where somebody may have typed a name: table, the way to its club, column, its length."""

DEEDS = (
    (Ranking, "club", "created_by"),
    (Cup, "club", "created_by"),
    (CupRules, "cup__club", "by"),
    (League, "club", "created_by"),
    (Deduction, "team__division__league__club", "by"),
    (Report, "fixture__division__league__club", "by"),
    (Word, "report__fixture__division__league__club", "by"),
    (Rating, "club", "created_by"),
    (RegionClub, "club", "by"),
)
"""Where it says which account has done something."""


def stored(ids: Collection[int]) -> list[dict[str, Any]]:
    """Every result typed in for cups, the teams they were on and their matches, titles, the course of their ratings."""
    results = CupResult.objects.filter(player__in=ids).order_by("pk")
    members = Member.objects.filter(player__in=ids).order_by("pk")
    champions = Champion.objects.filter(player__in=ids).order_by("pk")
    points = RatingPoint.objects.filter(player__in=ids).order_by("rating", "day")
    return [
        *({"cup": one} for one in results.values("event__cup__name", "event__day", "number", "points")),
        *(
            {"team": one}
            for one in members.values(
                "team__division__league__name", "team__division__league__season", "team__name", "stand_in", "left_on"
            )
        ),
        *({"match": one} for one in _matches(ids)),
        *({"champion": one} for one in champions.values("ranking__name", "season", "amount")),
        *({"rating": one} for one in points.values("rating__game", "day", "mu", "sigma", "games")),
    ]


def _reports_of(ids: Collection[int]) -> Iterator[Report]:
    """Every report of a team that they were on; who sat at its boards is looked up there."""
    teams = Member.objects.filter(player__in=ids).values("team")
    of_them = Q(fixture__home__in=teams) | Q(fixture__away__in=teams)
    yield from Report.objects.filter(of_them).select_related("fixture__home", "fixture__away").order_by("pk")


def _matches(ids: Collection[int]) -> Iterator[dict[str, Any]]:
    """The boards they sat at, as reported, corrected or not."""
    for report in _reports_of(ids):
        match = report.fixture
        for number, board in enumerate(report.boards, 1):
            if {*ids} & {*board["home"], *board["away"]}:
                yield {
                    "home": match.home.name,
                    "away": match.away.name,
                    "day": match.day,
                    "reported_at": report.at,
                    "board": number,
                    "at_home": bool({*ids} & {*board["home"]}),
                    "home_made": board["home_made"],
                    "away_made": board["away_made"],
                }


def erase(club: Club, gone: Gone) -> None:
    """Places, points and line-ups stay, as ids; what was typed about the person does not, nor how good they were. They
    are on no team's list any more, so they sit in no match to come and do not come along into the next season."""
    for model, way, column, most in FREE_TEXTS:
        rows = model._default_manager.filter(**{way: club}).exclude(**{column: ""})
        for pk, text in rows.values_list("pk", column):
            if (told := gone.in_text(text)) != text:
                model._default_manager.filter(pk=pk).update(**{column: told[:most]})
    for done, way, column in DEEDS:
        done._default_manager.filter(**{way: club, f"{column}__in": gone.accounts}).update(**{column: None})
    lists = Member.objects.filter(team__division__league__club=club, player__in=gone.ids, left_on=None)
    lists.update(left_on=today(club), captain=False)
    RatingPoint.objects.filter(player__in=gone.ids).delete()


def sat_together(some: Collection[int], others: Collection[int]) -> bool:
    """Whether one of the first and one of the second were on one team, or played in one match: then they are two."""
    mine = Member.objects.filter(player__in=some)
    if mine.filter(team__members__player__in=others).exists():
        return True
    for report in _reports_of(some):
        sat = {pk for board in report.boards for pk in (*board["home"], *board["away"])}
        if {*some} & sat and {*others} & sat:
            return True
    return False


def stays_closed(sheet: Sheet, hold: bool) -> str | None:
    return None


KEEPER = Keeper("seasons", stored, erase, sat_together, stays_closed, closes=stir, opens=stir)
