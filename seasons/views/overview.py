"""Everything of a club that is counted over a season: rankings, cups, leagues, ratings."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.models import Club, Player
from clubs.names import name_for
from clubs.permissions import may_see_money
from clubs.views.door import ClubRequest, club_page
from seasons.messages import cup_words
from seasons.messages import rankings as words
from seasons.models import Board, Cup, League, Ranking, Row
from seasons.services.cup_facts import newest_rules_of
from seasons.services.ranking_lines import leaders_of
from seasons.services.rankings import said_of
from seasons.services.ratings import ratings_of
from seasons.views.cup_rows import total_of

MOST_LEADERS = 3
"""Who share the first place and are named."""


@club_page("see")
@require_safe
def overview(request: ClubRequest) -> HttpResponse:
    club, who = request.club, queries.people_of(request.club)
    kinds = [
        kind(club, "ranking", _("The club’s rankings"), _("New ranking"), ranking_rows(request, who)),
        kind(club, "cup", _("Cups"), _("New cup"), cup_rows(request, who)),
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


def ranking_rows(request: ClubRequest, who: Mapping[int, Player]) -> list[dict[str, Any]]:
    """Each with who is first in the latest season."""
    rankings = list(Ranking.objects.filter(club=request.club).order_by("pk"))
    boards = Board.objects.filter(ranking__in=rankings).order_by("season").values_list("ranking", "pk")
    leaders = leaders_of({board: ranking for ranking, board in dict(boards).items()})
    rows = []
    for one in rankings:
        about = said_of(one)
        first = shown(request, leaders.get(one.pk, ()), who, money=one.unit == Ranking.Unit.CENTS)
        rows.append({
            "name": one.name,
            "about": words.counted(about),
            "address": reverse("ranking", args=[request.club.slug, one.pk]),
            "leader": leader(first, who),
            "figure": words.figure(about, first[0].values) if first else "",
        })  # fmt: skip
    return rows


def shown(request: ClubRequest, first: Sequence[Row], who: Mapping[int, Player], *, money: bool) -> list[Row]:
    """Of those who are first whoever may be named to this member."""
    return [row for row in first if not money or may_see_money(request.membership, who[row.subject])]


def leader(first: Sequence[Row], who: Mapping[int, Player]) -> str:
    return names([name_for(who[row.subject], inside=True) for row in first])


def names(of: Sequence[str]) -> str:
    """All of a few; of more how many there are besides."""
    if len(of) <= MOST_LEADERS:
        return ", ".join(of)
    told = ", ".join(of[: MOST_LEADERS - 1])
    return _("%(names)s and %(count)d more") % {"names": told, "count": len(of) - MOST_LEADERS + 1}


def cup_rows(request: ClubRequest, who: Mapping[int, Player]) -> list[dict[str, Any]]:
    """Each with who is first."""
    cups = list(Cup.objects.filter(club=request.club))
    rules = newest_rules_of(cups)
    leaders = leaders_of(dict(Board.objects.filter(cup__in=cups).values_list("pk", "cup")))
    rows = []
    for one in cups:
        first = shown(request, leaders.get(one.pk, ()), who, money=rules[one.pk].money)
        rows.append({
            "name": one.name,
            "about": f"{date_format(one.first_day, 'j.n.Y')} – {date_format(one.last_day, 'j.n.Y')}",
            "address": reverse("cup", args=[request.club.slug, one.pk]),
            "leader": leader(first, who),
            "figure": cup_words.total(rules[one.pk], total_of(first[0])) if first else "",
        })  # fmt: skip
    return rows


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
