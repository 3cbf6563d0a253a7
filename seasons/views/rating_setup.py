"""Switching ratings on for games, changing them, switching them off."""

from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.forms.till import count_typed
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from scoring.games.sheet import GAMES
from scoring.services.figures import games_of
from seasons.messages import ratings as words
from seasons.messages.rankings import game_name
from seasons.models import Rating, Region
from seasons.services import ratings as use_cases
from seasons.services.ratings import USUAL, About, RatingMoved, said_of
from seasons.views.rating_door import rating_page

FIELDS = ("game", "provisional")


@club_page("direct")
@require_http_methods(["GET", "POST"])
def new(request: ClubRequest) -> HttpResponse:
    """All games, each with a switch; `?region=`: for a region that this club has made."""
    asked = plain_number(request.POST.get("region") or request.GET.get("region", ""))
    region = Region.objects.filter(club=request.club, pk=asked).first() if asked > 0 else None
    if region is None and asked > 0:
        raise Http404
    if request.method != "POST":
        return new_page(request, region)
    game = request.POST.get("game", "")
    try:
        made = use_cases.switch_on(
            request.club, by=request.user, game=game, about=About(USUAL), now=timezone.now(), region=region
        )
    except Refused as error:
        return new_page(request, region, problems=error.problems)
    return redirect("rating", request.club.slug, made.pk)


def new_page(request: ClubRequest, region: Region | None, *, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    rated = {one.game: one.pk for one in Rating.objects.filter(club=request.club, region=region)}
    played = games_of(request.club)
    games = [*played, *(game for game in GAMES if game not in played)]
    context = {
        "region": region,
        "games": [
            {"key": one, "name": game_name(one), "rating": rated.get(one), "played": one in played} for one in games
        ],
        "problems": messages.by_field(problems, ()),
    }
    return render(request, "seasons/ratings/new.html", context, status=422 if problems else 200)


@rating_page("direct")
@require_http_methods(["GET", "POST"])
def settings(request: ClubRequest, rating: Rating) -> HttpResponse:
    """Whoever comes second sees what stands there by now, with what they have typed."""
    if request.method != "POST":
        return settings_page(request, rating, {"provisional": rating.provisional, "public": rating.public})
    post = request.POST
    typed = {"provisional": post.get("provisional", "")[:20], "public": "public" in post}
    count = count_typed(post.get("provisional", ""))
    about = About(count if isinstance(count, int) else -1, "public" in post)
    seen = plain_number(post.get("seen", ""))
    try:
        use_cases.change(rating, by=request.user, about=about, seen=seen, now=timezone.now())
    except Refused as error:
        return settings_page(request, rating, typed, problems=error.problems, status=422)
    except RatingMoved as error:
        return settings_page(request, error.now, typed, problems=(Problem("rating_moved"),), status=409)
    says.success(request, _("Saved."))
    return redirect("rating", request.club.slug, rating.pk)


def settings_page(
    request: ClubRequest,
    rating: Rating,
    typed: dict[str, Any],
    *,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "rating": rating,
        "title": words.title(rating),
        "where": words.where(rating),
        "typed": typed,
        "from_how_many": words.counted(rating.game)["from"],
        "now": said_of(rating) if status == 409 else None,
        "now_games": words.games(rating.provisional, rating.game),
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "seasons/ratings/settings.html", context, status=status)


@rating_page("direct")
@require_http_methods(["GET", "POST"])
def off(request: ClubRequest, rating: Rating) -> HttpResponse:
    context = {"rating": rating, "title": words.title(rating), "where": words.where(rating)}
    if request.method != "POST":
        return render(request, "seasons/ratings/off.html", context)
    use_cases.switch_off(rating, by=request.user)
    says.success(request, _("The rating is switched off. Switched on again, all figures are there again."))
    return redirect("ratings", request.club.slug)


@rating_page("direct")
@require_POST
def secret(request: ClubRequest, rating: Rating) -> HttpResponse:
    """Another address for everybody."""
    try:
        use_cases.new_secret(rating, by=request.user, seen=plain_number(request.POST.get("seen", "")))
    except RatingMoved:
        return redirect("rating", request.club.slug, rating.pk)  # the second tap: it has another one by now
    says.success(request, _("The link is another one now; who has the old one sees nothing any more."))
    return redirect("rating", request.club.slug, rating.pk)
