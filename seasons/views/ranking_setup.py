"""Setting a ranking up: from a suggestion with one tap and a name, or in detail; changing and deleting it."""

import secrets

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from scoring.games.sheet import GAMES
from scoring.services.figures import games_of
from seasons.forms.rankings import about_of, typed_of
from seasons.messages import rankings as words
from seasons.models import Ranking
from seasons.services import rankings as use_cases
from seasons.services.rankings import About, RankingMoved, presets_for, said_of, units_of
from seasons.views.ranking_door import ranking_page

FIELDS = ("name", "game", "unit", "measure", "minimum", "span", "first_month", "public")


@club_page("direct")
@require_http_methods(["GET", "POST"])
def new(request: ClubRequest) -> HttpResponse:
    """First what the club may want (`?game=`), then its form with a name in it (`?preset=`)."""
    played = games_of(request.club)
    games = [*played, *(game for game in GAMES if game not in played)]
    asked = request.POST.get("game") or request.GET.get("game", "")
    game = asked if asked in GAMES else games[0]
    if request.method == "POST":
        return made(request, about_of(request.POST, game))
    presets = dict(presets_for(game))
    chosen = request.GET.get("preset", "")
    if chosen in presets:
        name = str(words.PRESETS[chosen][0])
        about = About(**{**typed_of(presets[chosen]), "name": name})
        return form_page(request, about, token=secrets.token_urlsafe(12))
    context = {
        "games": [{"name": words.game_name(one), "address": f"?game={one}", "here": one == game} for one in games],
        "game": game,
        "presets": [{"key": key, "name": words.PRESETS[key][0], "about": words.PRESETS[key][1]} for key in presets],
    }
    return render(request, "seasons/rankings/new.html", context)


def made(request: ClubRequest, about: About) -> HttpResponse:
    token = request.POST.get("token", "")
    try:
        ranking = use_cases.create(request.club, by=request.user, token=token, about=about, now=timezone.now())
    except Refused as error:
        return form_page(request, about, token=token, problems=error.problems, status=422)
    return redirect("ranking", request.club.slug, ranking.pk)


def form_page(
    request: ClubRequest,
    about: About,
    *,
    ranking: Ranking | None = None,
    token: str = "",
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    context = {
        "ranking": ranking,
        "token": token,
        "seen": ranking.seq if ranking else "",
        "typed": typed_of(about, posted),
        "game": about.game,
        "game_name": words.game_name(about.game),
        "units": [(unit.value, words.unit_name(unit, about.game)) for unit in units_of(about.game)],
        "measures": list(words.MEASURES.items()),
        "spans": list(words.SPANS.items()),
        "months": list(MONTHS.items()),
        "problems": messages.by_field(problems, FIELDS),
        # What is folded away is opened where something in it was refused.
        "open": ranking is not None or any(one.at not in (None, "name") for one in problems),
        "conflict": status == 409,
    }
    return render(request, "seasons/rankings/form.html", context, status=status)


@ranking_page("direct")
@require_http_methods(["GET", "POST"])
def change(request: ClubRequest, ranking: Ranking) -> HttpResponse:
    """The form again; whoever comes second sees what stands there by now, with what they have typed."""
    if request.method != "POST":
        return form_page(request, said_of(ranking), ranking=ranking)
    about, seen = about_of(request.POST, ranking.game), plain_number(request.POST.get("seen", ""))
    try:
        use_cases.change(ranking, by=request.user, about=about, seen=seen, now=timezone.now())
    except Refused as error:
        return form_page(request, about, ranking=ranking, problems=error.problems, status=422)
    except RankingMoved as error:
        return form_page(request, about, ranking=error.now, problems=(Problem("ranking_moved"),), status=409)
    says.success(request, _("Saved."))
    return redirect("ranking", request.club.slug, ranking.pk)


@ranking_page("direct")
@require_http_methods(["GET", "POST"])
def delete(request: ClubRequest, ranking: Ranking) -> HttpResponse:
    if request.method != "POST":
        return render(request, "seasons/rankings/delete.html", {"ranking": ranking})
    use_cases.delete(ranking, by=request.user)
    says.success(request, _("“%(name)s” is deleted.") % {"name": ranking.name})
    return redirect("seasons", request.club.slug)


@ranking_page("direct")
@require_POST
def secret(request: ClubRequest, ranking: Ranking) -> HttpResponse:
    """Another address for everybody."""
    try:
        use_cases.new_secret(ranking, by=request.user, seen=plain_number(request.POST.get("seen", "")))
    except RankingMoved:
        return redirect("ranking", request.club.slug, ranking.pk)  # the second tap: it has another one by now
    says.success(request, _("The link is another one now; who has the old one sees nothing any more."))
    return redirect("ranking", request.club.slug, ranking.pk)
