"""The door of every page inside a league: that of its club, and the league must be that club's."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpResponse
from django.shortcuts import render

from clubs.views.door import ClubRequest, club_page
from seasons.models import Division, Fixture, League, Team
from seasons.services.league_turns import Moved

Rest = ParamSpec("Rest")
View = Callable[Concatenate[ClubRequest, League, Rest], HttpResponse]


def league_page(ability: str) -> Callable[[View[Rest]], Callable[..., HttpResponse]]:
    """Lets in whoever has the `ability` in the league's club; the view gets the league (`pk`).

    What somebody else has changed meanwhile (`Moved`) is answered with 409, and nothing was changed.
    """

    def with_door(view: View[Rest]) -> Callable[..., HttpResponse]:
        @club_page(ability)  # type: ignore[arg-type]  # wraps() remembers that the arguments have names
        @wraps(view)
        def found(request: ClubRequest, pk: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            league = League.objects.select_related("club").filter(club=request.club, pk=pk).first()
            if league is None:
                raise Http404
            try:
                return view(request, league, *args, **kwargs)
            except Moved:
                return render(request, "seasons/leagues/moved.html", {"league": league}, status=409)

        return found

    return with_door


def team_or_404(league: League, pk: int) -> Team:
    found = Team.objects.select_related("division__league__club").filter(division__league=league, pk=pk).first()
    if found is None:
        raise Http404
    return found


def fixture_or_404(league: League, pk: int) -> Fixture:
    found = Fixture.objects.select_related("division__league__club", "home", "away")
    fixture = found.filter(division__league=league, pk=pk).first()
    if fixture is None:
        raise Http404
    return fixture


def division_or_404(league: League, level: int) -> Division:
    found = Division.objects.select_related("league__club").filter(league=league, level=level).first()
    if found is None:
        raise Http404
    return found


def chosen_division(request: ClubRequest, league: League) -> tuple[Division, list[dict[str, Any]]]:
    """The division that the address asks for (`?division=`), else the highest; and all of them, to choose from."""
    there = list(Division.objects.select_related("league__club").filter(league=league).order_by("level"))
    asked = request.GET.get("division", "")
    chosen = next((one for one in there if str(one.level) == asked), there[0])
    return chosen, [{"division": one, "here": one.pk == chosen.pk} for one in there]


def token() -> str:
    return secrets.token_urlsafe(12)
