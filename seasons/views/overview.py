"""Everything of a club that is counted over a season: rankings, cups, leagues, ratings."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.models import Club
from clubs.names import name_for
from clubs.permissions import may_see_money
from clubs.views.door import ClubRequest, club_page
from seasons.messages import rankings as words
from seasons.models import Board, Cup, League, Ranking
from seasons.services.ranking_lines import leaders_of
from seasons.services.rankings import said_of
from seasons.services.ratings import ratings_of

MOST_LEADERS = 3
"""Who share the first place and are named."""


@club_page("see")
@require_safe
def overview(request: ClubRequest) -> HttpResponse:
    club = request.club
    kinds = [
        kind(club, "ranking", _("Rankings"), _("New ranking"), ranking_rows(request)),
        kind(club, "cup", _("Cups"), _("New cup"), cup_rows(club)),
        kind(club, "league", _("Leagues"), _("New league"), league_rows(club)),
        kind(club, "rating", _("Ratings"), _("New rating"), rating_rows(club)),
    ]
    nothing = not any(one["rows"] for one in kinds)
    return render(request, "seasons/overview.html", {"kinds": kinds, "nothing": nothing})


def kind(club: Club, key: str, title: str, new_word: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    what = {
        "ranking": _("Who has made how much: by Bummerl, points or wins, over a year or over all time."),
        "cup": _("Several tournaments and evenings together, the best so many of them count."),
        "league": _("Teams or pairs, everybody against everybody, at home and away."),
        "rating": _("How good somebody is, also where partners change every evening."),
    }
    return {
        "key": key,
        "title": title,
        "what": what[key],
        "rows": rows,
        "new": reverse(f"new-{key}", args=[club.slug]),
        "new_word": new_word,
    }


def ranking_rows(request: ClubRequest) -> list[dict[str, Any]]:
    """Each with who is first in the latest season."""
    rankings = list(Ranking.objects.filter(club=request.club).order_by("pk"))
    latest = {
        board.ranking_id: board for board in Board.objects.filter(ranking__in=rankings).order_by("season").defer("part")
    }
    boards = {pk: board for pk, board in latest.items() if pk is not None}
    leaders, who = leaders_of(rankings, boards), queries.people_of(request.club)
    rows = []
    for one in rankings:
        about = said_of(one)
        first = [
            (who[found["subject"]], found["values"])
            for found in leaders.get(one.pk, ())
            if one.unit != Ranking.Unit.CENTS or may_see_money(request.membership, who[found["subject"]])
        ]
        rows.append({
            "name": one.name,
            "about": words.counted(about),
            "address": reverse("ranking", args=[request.club.slug, one.pk]),
            "leader": names([name_for(player, inside=True) for player, _values in first]),
            "figure": words.figure(about, first[0][1]) if first else "",
        })  # fmt: skip
    return rows


def names(of: Sequence[str]) -> str:
    """All of a few; of more how many there are besides."""
    if len(of) <= MOST_LEADERS:
        return ", ".join(of)
    told = ", ".join(of[: MOST_LEADERS - 1])
    return _("%(names)s and %(count)d more") % {"names": told, "count": len(of) - MOST_LEADERS + 1}


def cup_rows(club: Club) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "about": f"{date_format(one.first_day, 'j.n.Y')} – {date_format(one.last_day, 'j.n.Y')}",
            "address": reverse("cup", args=[club.slug, one.pk]),
        }
        for one in Cup.objects.filter(club=club)
    ]


def league_rows(club: Club) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "about": " · ".join(filter(None, [one.season, words.game_name(one.game)])),
            "address": reverse("league", args=[club.slug, one.pk]),
        }
        for one in League.objects.filter(club=club)
    ]


def rating_rows(club: Club) -> list[dict[str, Any]]:
    return [
        {
            "name": words.game_name(one.game),
            "about": one.region.name if one.region else _("In the club"),
            "address": reverse("rating", args=[club.slug, one.pk]),
        }
        for one in ratings_of(club)
    ]
