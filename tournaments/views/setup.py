"""The three screens of setting up: what, course, money. Once it runs, a change is shown in words before it counts."""

from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.forms.numbers import plain_number
from clubs.services.core import Refused
from clubs.views.door import ClubRequest
from tournaments import queries
from tournaments.forms.setup import STEPS, Plain, about_of, kinds_changed, plan_of, pressed
from tournaments.models import Tournament
from tournaments.services import setup as use_cases
from tournaments.services.plan_changes import differences, mark
from tournaments.services.setup import About, PlanMoved, Unsure
from tournaments.views.door import tournament_page
from tournaments.views.setup_page import (
    course_context,
    game_choices,
    money_context,
    plan_or_none,
    problems_of,
    what_context,
)


@tournament_page("direct")
@require_http_methods(["GET", "POST"])
def setup(request: ClubRequest, tournament: Tournament, step: str) -> HttpResponse:
    """One screen. A button `go` only draws the form again; `sure` confirms what counts from now on."""
    if step not in STEPS:
        raise Http404
    if request.method == "GET":
        return page(request, tournament, step, tournament.plan)
    plan = plan_of(step, request.POST, tournament.plan)
    go = request.POST.get("go", "")
    if go or (step == "course" and kinds_changed(request.POST)):
        return page(request, tournament, step, pressed(go, plan))
    try:
        use_cases.change(
            tournament,
            by=request.user,
            about=about_of(request.POST) if step == "what" else None,
            plan=plan,
            sure="sure" in request.POST,
            seen=request.POST.get("seen"),
        )
    except Unsure as error:
        return sure_page(request, tournament, step, error)
    except PlanMoved:
        now = queries.tournament_of(request.club, tournament.pk) or tournament
        return page(request, now, step, plan, status=409, moved=moved_by(now, plan))
    except Refused as error:
        return page(request, tournament, step, plan, status=422, error=error)
    return on(request, tournament, step)


def on(request: ClubRequest, tournament: Tournament, step: str) -> HttpResponse:
    """To the next screen before the start; else, or after the last one, to the desk."""
    following = [*STEPS, ""][STEPS.index(step) + 1]
    if following and tournament.started_at is None and "stay" not in request.POST:
        return redirect("tournament-setup", request.club.slug, tournament.pk, following)
    says.success(request, _("Saved."))
    return redirect("tournament", request.club.slug, tournament.pk)


def moved_by(now: Tournament, typed: Plain) -> list[Any]:
    """What counts by now and what was typed, where they differ."""
    mine, theirs = plan_or_none(typed), plan_or_none(now.plan)
    return differences(theirs, mine) if mine and theirs else []


def page(
    request: ClubRequest,
    tournament: Tournament,
    step: str,
    plan: Plain,
    *,
    status: int = 200,
    error: Refused | None = None,
    moved: list[Any] | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "step": step,
        "seen": mark(tournament.plan),
        "moved": moved,
        "conflict": status == 409,
        **problems_of(error, step, plan),
    }
    if step == "what":
        said = about_of(request.POST) if request.method == "POST" else use_cases.said_of(tournament)
        games = with_own_version(game_choices(request.club), tournament, said)
        context |= what_context(said, plan, games, typed=request.POST if request.method == "POST" else None)
    elif step == "course":
        context |= course_context(plan, tournament.game)
    else:
        typed = request.POST.get("cards", request.GET.get("cards"))
        cards, more = plain_number(typed) if typed else None, request.POST.get("go") == "more-prizes"
        context |= money_context(plan, cards, tournament.entrants.count(), more=more)
    return render(request, "tournaments/setup.html", context, status=status)


def with_own_version(games: list[dict[str, Any]], tournament: Tournament, said: About) -> list[dict[str, Any]]:
    """The games with the version of house rules that this tournament has, where a later one is offered by now."""
    version = tournament.rule_version
    if version is None or any(one["key"] == f"{tournament.game}/{version.pk}" for one in games):
        return games
    name = _("%(profile)s, version %(number)d") % {"profile": version.profile.name, "number": version.number}
    return [*games, {"key": f"{tournament.game}/{version.pk}", "name": name}]


def sure_page(request: ClubRequest, tournament: Tournament, step: str, error: Unsure) -> HttpResponse:
    """What changes, in words, and that it counts from now; everything typed goes along."""
    kept = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "step": step,
        "changes": error.changes,
        "kept": [one for one in kept if one[0] not in ("csrfmiddlewaretoken", "sure", "go")],
    }
    return render(request, "tournaments/sure.html", context)
