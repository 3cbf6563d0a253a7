"""The champions' list of a ranking: seasons that are over, and who was written in by hand."""

import secrets
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages, queries
from clubs.names import name_for
from clubs.permissions import may, may_see_money
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from seasons.messages import rankings as words
from seasons.models import Champion, Ranking
from seasons.services import champions as use_cases
from seasons.services.champions import Title, titles_of
from seasons.services.rankings import said_of
from seasons.views.ranking_door import ranking_page

FIELDS = ("season", "name", "amount")


@ranking_page("see")
@require_http_methods(["GET", "HEAD"])
def champions(request: ClubRequest, ranking: Ranking) -> HttpResponse:
    return page(request, ranking)


def page(
    request: ClubRequest, ranking: Ranking, *, problems: tuple[Problem, ...] = (), token: str = "", status: int = 200
) -> HttpResponse:
    titles, hidden = titles_shown(request, ranking)
    context = {
        "ranking": ranking,
        "counted": words.counted(said_of(ranking)),
        "titles": titles,
        "hidden": hidden,
        "names": [one.name for one in queries.people_there(request.club)] if may(request.membership, "direct") else [],
        "token": token or secrets.token_urlsafe(12),
        "typed": request.POST if problems else {},
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "seasons/rankings/champions.html", context, status=status)


def titles_shown(request: ClubRequest, ranking: Ranking) -> tuple[list[dict[str, Any]], int]:
    """With names and figures; and how many are left out, for of whose money nothing is open to this member, it is not
    said either that they were first."""
    about, who = said_of(ranking), queries.people_of(request.club)
    of_money = ranking.unit == Ranking.Unit.CENTS

    def told(one: Title) -> dict[str, Any]:
        person = who[one.player] if one.player is not None else None
        figure = words.figure(about, one.values) if one.values is not None else one.amount
        return {
            "season": one.season,
            "person": person,
            "name": name_for(person, inside=True) if person else one.name,
            "figure": figure,
            "champion": one.champion,
        }

    titles = titles_of(ranking, timezone.localdate())
    seen = [
        told(one)
        for one in titles
        if not (of_money and one.values is not None and one.player is not None)
        or may_see_money(request.membership, who[one.player])
    ]
    return seen, len(titles) - len(seen)


@ranking_page("direct")
@require_POST
def add(request: ClubRequest, ranking: Ranking) -> HttpResponse:
    post = request.POST
    try:
        use_cases.add(
            ranking,
            by=request.user,
            token=post.get("token", ""),
            season=post.get("season", ""),
            player=None,
            name=post.get("name", ""),
            amount=post.get("amount", ""),
        )
    except Refused as error:
        return page(request, ranking, problems=error.problems, token=post.get("token", ""), status=422)
    says.success(request, _("Written into the champions' list."))
    return redirect("ranking-champions", request.club.slug, ranking.pk)


@ranking_page("direct")
@require_POST
def remove(request: ClubRequest, ranking: Ranking, champion: int) -> HttpResponse:
    found = Champion.objects.select_related("ranking__club", "player").filter(ranking=ranking, pk=champion).first()
    if found is None:
        raise Http404
    use_cases.remove(found, by=request.user)
    says.success(request, _("Taken off the champions' list."))
    return redirect("ranking-champions", request.club.slug, ranking.pk)
