"""A team's own page: its address is its key, no phone needs an account. Fixtures, match reports, and saying that one is
right. People are shown as to anybody outside the club."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs import queries
from clubs.forms.numbers import plain_number
from clubs.messages import by_field
from clubs.services.core import Problem, Refused
from clubs.views.door import HtmxRequest, in_club
from scoring.views.phone import device_of, remember_phone
from seasons.forms.match_report import report_typed
from seasons.models import Team
from seasons.services import reports
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.services.match_agreement import State
from seasons.services.matches import Shown, matches_shown
from seasons.services.reports import Moved, Writer
from seasons.services.team_names import outside_facts, outside_names
from seasons.views.match_slip import form_context, match_context, report_context, winners


def team_or_404(secret: str) -> Team:
    team = Team.objects.select_related("division__league__club").filter(secret=secret).first()
    if team is None:
        raise Http404
    return team


# --- the team --------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def page(request: HtmxRequest, secret: str) -> HttpResponse:
    """What is to be said, what is next, all fixtures and the table."""
    team = team_or_404(secret)
    with in_club(request, team.division.league.club):
        facts = outside_facts(team.division)
        response = render(request, "seasons/matches/team.html", page_context(facts, facts.by_id[team.pk], secret))
    remember_phone(request, response)
    return response


def page_context(facts: LeagueFacts, team: Team, secret: str) -> dict[str, Any]:
    today = timezone.localdate()
    mine = [one for one in facts.fixtures if team.pk in (one.home_id, one.away_id)]
    shown = [line_of(one, team) for one in matches_shown(facts, mine)]
    over = facts.league.ended_at is not None
    waiting = [] if over else shown
    still = [one for one in waiting if one["shown"].is_open]
    to_come = [one for one in still if (day := one["shown"].fixture.day) is not None and day >= today]
    late = [one for one in still if (day := one["shown"].fixture.day) is not None and day < today]
    without_day = [one for one in still if one["shown"].fixture.day is None]
    to_come.sort(key=lambda one: (one["shown"].fixture.day, one["shown"].fixture.round))
    row = next(one for one in facts.rows if one.team == team.pk)
    return {
        "team": team,
        "secret": secret,
        "league": facts.league,
        "club": facts.league.club,
        "division": facts.division,
        "row": row,
        "over": over,
        "ask": [one for one in waiting if one["asks"]],
        "disputed": [one for one in waiting if one["shown"].agreement.state == State.DISPUTED and not one["asks"]],
        "next": to_come[0] if to_come else None,
        "late": late,
        "without_day": without_day,
        "matches": shown,
        "table": [{"row": one, "team": facts.by_id[one.team], "mine": one.team == team.pk} for one in facts.rows],
        "token": secrets.token_urlsafe(12),
        "calendar": calendar_query(team),
        "today": today,
    }


def line_of(shown: Shown, team: Team) -> dict[str, Any]:
    """A match as its team sees it."""
    fixture = shown.fixture
    return {
        "shown": shown,
        "fixture": fixture,
        "at_home": fixture.home_id == team.pk,
        "other": shown.other(team),
        "venue": fixture.venue or fixture.home.venue,
        "asks": shown.waits_for(team),
        "came_out": shown.came_out(team),
    }


def calendar_query(team: Team) -> str:
    """What leads to this team's entries in the calendar of its league."""
    return f"?team={team.number}&division={team.division.level}"


# --- one match -------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def match(request: HtmxRequest, secret: str, fixture: int) -> HttpResponse:
    """What was reported, what is to be said of it, and the form."""
    team = team_or_404(secret)
    with in_club(request, team.division.league.club):
        return match_page(request, team, fixture)


@never_cache
@require_POST
def report(request: HtmxRequest, secret: str, fixture: int) -> HttpResponse:
    """The report as it was typed. 409: there is another one by now, both are shown."""
    team = team_or_404(secret)
    with in_club(request, team.division.league.club):
        one = shown_or_404(facts_of(team.division), team, fixture)
        posted = request.POST
        try:
            reports.enter(
                one.fixture,
                told=report_typed(posted, one.rules),
                writer=Writer(side=team, device=device_of(request)),
                seen=plain_number(posted.get("seen", "-1")),
                token=posted.get("token", ""),
            )
        except Refused as error:
            return match_page(request, team, fixture, problems=error.problems, typed=posted, status=422)
        except Moved:
            return match_page(request, team, fixture, typed=posted, status=409)
    return redirect("team-match", secret, fixture)


@never_cache
@require_POST
def word(request: HtmxRequest, secret: str, fixture: int) -> HttpResponse:
    """Right, or not right with a remark. 409: there is another report by now."""
    team = team_or_404(secret)
    with in_club(request, team.division.league.club):
        one = shown_or_404(facts_of(team.division), team, fixture)
        posted = request.POST
        try:
            reports.say(
                one.fixture,
                writer=Writer(side=team, device=device_of(request)),
                of=plain_number(posted.get("of", "-1")),
                agrees=posted.get("agrees") == "1",
                remark=posted.get("remark", ""),
                token=posted.get("token", ""),
            )
        except Refused as error:
            return match_page(request, team, fixture, word_problems=error.problems, status=422)
        except Moved:
            return match_page(request, team, fixture, status=409)
    return redirect("team-match", secret, fixture)


def shown_or_404(facts: LeagueFacts, team: Team, fixture: int) -> Shown:
    """The match, if it is one of this team's: a team's address leads to no other."""
    found = next(
        (one for one in facts.fixtures if one.pk == fixture and team.pk in (one.home_id, one.away_id)),
        None,
    )
    if found is None:
        raise Http404
    return matches_shown(facts, [found])[0]


def match_page(
    request: HtmxRequest,
    team: Team,
    fixture: int,
    *,
    problems: Sequence[Problem] = (),
    word_problems: Sequence[Problem] = (),
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    facts = outside_facts(team.division)
    shown = shown_or_404(facts, team, fixture)
    who = queries.people_of(facts.league.club)
    names = outside_names(facts, who, [shown])
    mine = facts.by_id[team.pk]
    may_write = shown.may_write(mine)
    last = shown.report
    asked = last is not None and last.side_id is not None and last.side_id != team.pk
    context = {
        **match_context(shown, who, names),
        "team": mine,
        "secret": team.secret,
        "league": facts.league,
        "club": facts.league.club,
        "division": facts.division,
        "other": shown.other(mine),
        "asked": asked,
        "answered": shown.agreement.word if asked else None,
        "may_say": asked and facts.league.ended_at is None,
        "form": form_context(facts, shown, who, names, posted=typed, problems=problems, like=last)
        if may_write
        else None,
        "not_written": by_field(problems, ())["form"] if problems and not may_write else (),
        "open_form": typed is not None or last is None,
        "rules": shown.rules,
        "winners": winners(shown),
        "word_problems": by_field(word_problems, ("remark",)),
        "word_remark": request.POST.get("remark", "") if word_problems else "",
        "moved": status == 409,
        "earlier": [
            report_context(one, shown, who, names) for one in reversed(shown.agreement.reports) if one is not last
        ],
        "word_token": secrets.token_urlsafe(12),
    }
    response = render(request, "seasons/matches/match.html", context, status=status)
    remember_phone(request, response)
    return response
