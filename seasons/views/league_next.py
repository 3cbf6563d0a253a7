"""The next season of a league: who plays where, and making it."""

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs import messages
from clubs.forms.numbers import year_typed
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from seasons.forms import leagues as forms
from seasons.messages import league_words
from seasons.models import League
from seasons.services import next_season
from seasons.services.next_season import Ending, Open
from seasons.views.league_door import league_page, token

FIELDS = ("name", "season", "levels")


@league_page("direct")
@require_http_methods(["GET", "POST"])
def next_(request: ClubRequest, league: League) -> HttpResponse:
    """Every team with the division it plays in next; the rules have filled it in."""
    post = request.POST
    if request.method == "GET":
        if following := league.next.order_by("pk").first():
            return redirect("league", request.club.slug, following.pk)
        return page(request, next_season.ending_of(league))
    try:
        made = next_season.begin(
            league,
            by=request.user,
            token=post.get("token", ""),
            now=timezone.now(),
            name=post.get("name", ""),
            season=post.get("season", ""),
            levels=forms.levels_of(post),
            sure="sure" in post,
        )
    except Open as error:
        return page(request, next_season.ending_of(league), open_matches=error.count)
    except Refused as error:
        return page(request, next_season.ending_of(league), problems=error.problems)
    says.success(
        request, _("The season %(season)s is made: the teams are in. Now the fixtures.") % {"season": made.season}
    )
    return redirect("league-teams", request.club.slug, made.pk)


def page(
    request: ClubRequest, ending: Ending, *, problems: tuple[Problem, ...] = (), open_matches: int = 0
) -> HttpResponse:
    league, chosen = ending.league, forms.levels_of(request.POST)
    divisions = [facts.division for facts in ending.divisions]
    context = {
        "league": league,
        "divisions": [
            {
                "division": division,
                "teams": [
                    {
                        "team": one.team,
                        "place": one.row.place,
                        "points": one.row.points,
                        "zone": one.zone,
                        "zone_word": league_words.ZONES.get(one.zone, ""),
                        "to": chosen.get(one.team.pk, None if one.undecided else one.to),
                        "undecided": one.undecided and one.team.pk not in chosen,
                    }
                    for one in ending.moves
                    if one.level == division.level
                ],
            }
            for division in divisions
        ],
        "levels": divisions,
        "open_matches": ending.open_matches,
        "ask": open_matches,
        "typed": request.POST
        if request.method == "POST"
        else {"name": league.name, "season": following(league.season)},
        "token": request.POST.get("token") or token(),
        "problems": messages.by_field(problems, FIELDS),
        "part": "league-next",
    }
    return render(request, "seasons/leagues/next.html", context, status=422 if problems else 200)


def following(season: str) -> str:
    """2026/27 is followed by 2027/28, 2026 by 2027; what is no year is left to whoever types."""
    first, stroke, second = season.partition("/")
    year = year_typed(first)
    if year is None or (stroke and not second.isdigit()):
        return ""
    return f"{year + 1}/{str(year + 2)[-len(second) :]}" if stroke else str(year + 1)
