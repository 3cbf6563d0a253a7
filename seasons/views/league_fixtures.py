"""The fixtures of a league: drawn, by round, with days that may be changed."""

import secrets
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from seasons.forms import leagues as forms
from seasons.models import Division, Fixture, League
from seasons.services import fixtures as use_cases
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.views.league_door import chosen_division, division_or_404, fixture_or_404, league_page
from seasons.views.league_tables import match_row, round_rows

FIELDS = ("seed", "first", "weeks", "weekday", "time", "second_half", "day", "venue", "home")
Problems = tuple[Problem, ...]


@league_page("see")
@require_safe
def fixtures(request: ClubRequest, league: League) -> HttpResponse:
    """All matches by round; for directors the draw and the days."""
    division, divisions = chosen_division(request, league)
    return fixtures_page(request, league, division, divisions)


def fixtures_page(
    request: ClubRequest,
    league: League,
    division: Division,
    divisions: list[dict[str, Any]],
    *,
    problems: Problems = (),
) -> HttpResponse:
    facts = facts_of(division)
    context = {
        "league": league,
        "division": division,
        "divisions": divisions,
        "facts": facts,
        "rounds": round_rows(facts),
        "begun": bool(facts.reports),
        "seed": request.POST.get("seed") or division.seed or secrets.token_hex(3),
        "seen": request.POST.get("seen", league.seq),
        "typed": request.POST if request.method == "POST" else {"weeks": "1"},
        "weekdays": WEEKDAYS.items(),
        "teams": sum(one.withdrawn_on is None for one in facts.teams),
        "problems": messages.by_field(problems, FIELDS),
        "part": "league-fixtures",
    }
    return render(request, "seasons/leagues/fixtures.html", context, status=422 if problems else 200)


@league_page("direct")
@require_http_methods(["GET", "POST"])
def draw(request: ClubRequest, league: League, level: int) -> HttpResponse:
    """Draws the fixtures of a division; with `throw_away` they go. Looking again after a 409 shows them."""
    division = division_or_404(league, level)
    post = request.POST
    if request.method == "GET":
        return redirect(address(request, league, division))
    try:
        if "throw_away" in post:
            use_cases.throw_away(division, by=request.user)
            says.success(request, _("The draw is thrown away."))
        else:
            made = use_cases.draw(
                division,
                by=request.user,
                seed=post.get("seed", ""),
                days=forms.days_of(post),
                now=timezone.now(),
                seen=plain_number(post["seen"]) if "seen" in post else None,
            )
            said = ngettext("%(count)d match is drawn.", "%(count)d matches are drawn.", len(made))
            says.success(request, said % {"count": len(made)})
    except Refused as error:
        divisions = [{"division": one, "here": one.pk == division.pk} for one in league.divisions.order_by("level")]
        return fixtures_page(request, league, division, divisions, problems=error.problems)
    return redirect(address(request, league, division))


@league_page("direct")
@require_http_methods(["GET", "POST"])
def round_(request: ClubRequest, league: League, level: int, number: int) -> HttpResponse:
    """The day and time of a whole round."""
    division = division_or_404(league, level)
    facts = facts_of(division)
    there = [one for one in facts.fixtures if one.round == number]
    if not there:
        raise Http404
    problems: Problems = ()
    if request.method == "POST":
        try:
            changed = use_cases.set_round(
                division, by=request.user, number=number, when=forms.when_of(request.POST), now=timezone.now()
            )
        except Refused as error:
            problems = error.problems
        else:
            said = ngettext("%(count)d match has a new day.", "%(count)d matches have a new day.", changed)
            says.success(request, said % {"count": changed})
            return redirect(address(request, league, division))
    first = next((one for one in there if one.postponed_from is None), None)
    return day_page(request, league, facts, first, there, problems=problems, number=number)


@league_page("direct")
@require_http_methods(["GET", "POST"])
def date(request: ClubRequest, league: League, fixture: int) -> HttpResponse:
    """Another day, time or venue for one match; `postponed` where it was put off."""
    found = fixture_or_404(league, fixture)
    facts = facts_of(found.division)
    problems: Problems = ()
    if request.method == "POST":
        post = request.POST
        try:
            when = forms.when_of(post)
            use_cases.set_date(
                found,
                by=request.user,
                when=when,
                now=timezone.now(),
                postponed="postponed" in post,
                seen=plain_number(post["seen"]) if "seen" in post else None,
            )
        except Refused as error:
            problems = error.problems
        else:
            says.success(request, _("Saved."))
            return redirect(address(request, league, found.division))
    return day_page(request, league, facts, found, [found], problems=problems)


@league_page("direct")
@require_http_methods(["GET", "POST"])
def home(request: ClubRequest, league: League, fixture: int) -> HttpResponse:
    """The other of the two teams is at home. Looking again after a 409 shows the match as it is."""
    found = fixture_or_404(league, fixture)
    if request.method == "GET":
        return redirect("league-match-day", request.club.slug, league.pk, found.pk)
    post = request.POST
    try:
        use_cases.set_home(
            found,
            by=request.user,
            home=plain_number(post.get("home", "")),
            now=timezone.now(),
            seen=plain_number(post["seen"]) if "seen" in post else None,
        )
    except Refused as error:
        return day_page(request, league, facts_of(found.division), found, [found], problems=error.problems)
    says.success(request, _("Saved."))
    return redirect(address(request, league, found.division))


def day_page(
    request: ClubRequest,
    league: League,
    facts: LeagueFacts,
    first: Fixture | None,
    there: list[Fixture],
    *,
    problems: Problems,
    number: int = 0,
) -> HttpResponse:
    """`first` has what stands in the form; with a `number` it is for the whole round."""
    matches = dict(zip([one.pk for one in facts.fixtures], facts.counted, strict=True))
    context = {
        "league": league,
        "division": facts.division,
        "facts": facts,
        "fixture": first,
        "number": number,
        "matches": [match_row(facts, one, matches[one.pk]) for one in there if one.pk in matches],
        "typed": request.POST if "day" in request.POST else typed_of(first),
        "turns": first is not None and not number and facts.is_open(first),
        "seen": request.POST.get("seen", first.seq if first else 0),
        "problems": messages.by_field(problems, FIELDS),
        "part": "league-fixtures",
    }
    return render(request, "seasons/leagues/day.html", context, status=422 if problems else 200)


def typed_of(fixture: Fixture | None) -> dict[str, str]:
    if fixture is None:
        return {}
    return {
        "day": fixture.day.isoformat() if fixture.day else "",
        "time": fixture.time.isoformat("minutes") if fixture.time else "",
        "venue": fixture.venue,
        "postponed": "1" if fixture.postponed_from else "",
    }


def address(request: ClubRequest, league: League, division: Division) -> str:
    from_here = redirect("league-fixtures", request.club.slug, league.pk).url
    return f"{from_here}?division={division.level}" if division.level > 1 else from_here
