"""Teams of a league: who plays, and who is on whose list."""

from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.forms.till import count_typed
from clubs.services import till
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from seasons.models import Deduction, League, Member, Team
from seasons.services import teams as use_cases
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.views.league_door import chosen_division, division_or_404, league_page, team_or_404, token
from seasons.views.league_tables import match_row

FIELDS = ("name", "venue", "points", "reason", "member")
Problems = tuple[Problem, ...]


# --- all of a division -----------------------------------------------------------------------------------------------


@league_page("see")
@require_safe
def teams(request: ClubRequest, league: League) -> HttpResponse:
    return teams_page(request, league)


@league_page("direct")
@require_POST
def add(request: ClubRequest, league: League) -> HttpResponse:
    post = request.POST
    division = division_or_404(league, plain_number(post.get("division", "1")))
    try:
        team = use_cases.add(
            division,
            by=request.user,
            token=post.get("token", ""),
            name=post.get("name", ""),
            venue=post.get("venue", ""),
        )
    except Refused as error:
        return teams_page(request, league, problems=error.problems)
    says.success(request, _("“%(name)s” is in.") % {"name": team.name})
    return redirect("league-team", request.club.slug, league.pk, team.pk)


def teams_page(request: ClubRequest, league: League, *, problems: Problems = ()) -> HttpResponse:
    division, divisions = chosen_division(request, league)
    if "division" in request.POST:
        division = division_or_404(league, plain_number(request.POST["division"]))
        divisions = [{**one, "here": one["division"].pk == division.pk} for one in divisions]
    facts, who = facts_of(division), queries.people_of(request.club)
    context = {
        "league": league,
        "division": division,
        "divisions": divisions,
        "rows": [team_line(facts, one, who) for one in facts.teams],
        "drawn": bool(facts.fixtures),
        "typed": request.POST,
        "token": request.POST.get("token") or token(),
        "problems": messages.by_field(problems, FIELDS),
        "part": "league-teams",
    }
    return render(request, "seasons/leagues/teams.html", context, status=422 if problems else 200)


def team_line(facts: LeagueFacts, team: Team, who: Any) -> dict[str, Any]:
    there = use_cases.people_on(facts, team, who)
    return {
        "team": team,
        "captain": next((player.name for member, player in there if member.captain), ""),
        "people": sum(not member.stand_in for member, _player in there),
        "stand_ins": sum(member.stand_in for member, _player in there),
    }


# --- one team --------------------------------------------------------------------------------------------------------


@league_page("see")
@require_safe
def team(request: ClubRequest, league: League, team: int) -> HttpResponse:
    return team_page(request, team_or_404(league, team))


def team_page(request: ClubRequest, team: Team, *, problems: Problems = ()) -> HttpResponse:
    facts, who = facts_of(team.division), queries.people_of(request.club)
    team = facts.by_id.get(team.pk, team)
    posted = request.method == "POST"
    context = {
        "league": facts.league,
        "division": facts.division,
        "team": team,
        "facts": facts,
        "people": [{"member": one, "name": player.name} for one, player in use_cases.people_on(facts, team, who)],
        "left": [
            {"member": one, "name": who[one.player_id].name}
            for one in facts.members.get(team.pk, ())
            if one.left_on is not None
        ],
        "row": next((one for one in facts.rows if one.team == team.pk), None),
        "matches": [
            match_row(facts, one, match)
            for one, match in zip(facts.fixtures, facts.counted, strict=True)
            if team.pk in (one.home_id, one.away_id)
        ],
        "penalties": Deduction.objects.filter(team=team).select_related("by").order_by("-pk"),
        "does": use_cases.what_withdrawing_does(facts, team),
        "names": [one.name for one in queries.people_there(request.club)],
        "typed": request.POST if posted else {"name": team.name, "venue": team.venue},
        "seen": f"{team.name}\n{team.venue}",
        "token": request.POST.get("token") or token(),
        "problems": messages.by_field(problems, FIELDS),
        "part": "league-teams",
    }
    return render(request, "seasons/leagues/team.html", context, status=422 if problems else 200)


@league_page("direct")
@require_POST
def change(request: ClubRequest, league: League, team: int) -> HttpResponse:
    """Another name or venue."""
    there, post = team_or_404(league, team), request.POST
    name, _line, venue = post.get("seen", "").replace("\r", "").partition("\n")
    try:
        use_cases.change(
            there,
            by=request.user,
            name=post.get("name", ""),
            venue=post.get("venue", ""),
            seen=(name, venue) if name else None,
        )
    except Refused as error:
        return team_page(request, there, problems=error.problems)
    says.success(request, _("Saved."))
    return redirect("league-team", request.club.slug, league.pk, there.pk)


@league_page("direct")
@require_POST
def remove(request: ClubRequest, league: League, team: int) -> HttpResponse:
    there = team_or_404(league, team)
    try:
        use_cases.remove(there, by=request.user)
    except Refused as error:
        return team_page(request, there, problems=error.problems)
    says.success(request, _("“%(name)s” is removed.") % {"name": there.name})
    return redirect("league-teams", request.club.slug, league.pk)


@league_page("direct")
@require_POST
def withdraw(request: ClubRequest, league: League, team: int) -> HttpResponse:
    """The team plays no more, or (`back`) plays on after all."""
    there = team_or_404(league, team)
    try:
        if "back" in request.POST:
            use_cases.take_back(there, by=request.user)
            says.success(request, _("“%(name)s” plays on.") % {"name": there.name})
        else:
            use_cases.withdraw(there, by=request.user, day=till.today(request.club))
            says.success(request, _("“%(name)s” has withdrawn.") % {"name": there.name})
    except Refused as error:
        return team_page(request, there, problems=error.problems)
    return redirect("league-team", request.club.slug, league.pk, there.pk)


@league_page("direct")
@require_POST
def secret(request: ClubRequest, league: League, team: int) -> HttpResponse:
    there = team_or_404(league, team)
    try:
        use_cases.new_secret(there, by=request.user, token=request.POST.get("token", ""))
    except Refused as error:
        return team_page(request, there, problems=error.problems)
    says.success(request, _("The team’s page has a new address. The old one leads nowhere any more."))
    return redirect("league-team", request.club.slug, league.pk, there.pk)


# --- its people ------------------------------------------------------------------------------------------------------


@league_page("direct")
@require_POST
def add_member(request: ClubRequest, league: League, team: int) -> HttpResponse:
    there, post = team_or_404(league, team), request.POST
    try:
        use_cases.add_member(
            there, by=request.user, name=post.get("member", ""), stand_in=post.get("kind") == "stand-in"
        )
    except Refused as error:
        problems = tuple(Problem(one.code, "member", one.figures) for one in error.problems)
        return team_page(request, there, problems=problems)
    return redirect("league-team", request.club.slug, league.pk, there.pk)


@league_page("direct")
@require_POST
def member(request: ClubRequest, league: League, team: int, member: int) -> HttpResponse:
    """Somebody of the list becomes its captain, or (`leave`) is taken off it."""
    there = team_or_404(league, team)
    found = Member.objects.filter(team=there, pk=member).first()
    if found is None:
        raise Http404
    found.team = there
    try:
        if "leave" in request.POST:
            use_cases.leave(found, by=request.user, day=till.today(request.club))
        else:
            use_cases.make_captain(found, by=request.user)
    except Refused as error:
        return team_page(request, there, problems=error.problems)
    return redirect("league-team", request.club.slug, league.pk, there.pk)


# --- penalty points --------------------------------------------------------------------------------------------------


@league_page("direct")
@require_POST
def penalty(request: ClubRequest, league: League, team: int) -> HttpResponse:
    """Takes points away, or (`cancel`, the id of a penalty) gives them back."""
    there, post = team_or_404(league, team), request.POST
    if "cancel" in post:
        found = Deduction.objects.filter(team=there, pk=plain_number(post["cancel"])).first()
        if found is None:
            raise Http404
        found.team = there
        use_cases.give_back(found, by=request.user, at=timezone.now())
        says.success(request, _("Cancelled. It counts no more."))
        return redirect("league-team", request.club.slug, league.pk, there.pk)
    try:
        made = use_cases.deduct(
            there,
            by=request.user,
            token=post.get("token", ""),
            points=count_typed(post.get("points", "")),
            reason=post.get("reason", ""),
        )
    except Refused as error:
        return team_page(request, there, problems=error.problems)
    says.success(request, _("%(points)d points taken away.") % {"points": made.points})
    return redirect("league-team", request.club.slug, league.pk, there.pk)
