"""The API of a league's teams: the same use cases as the pages."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.api.till_forms import Once
from clubs.models import Membership, Player
from clubs.permissions import may
from clubs.queries import people_of
from clubs.services import till
from seasons.api import league_forms as forms
from seasons.api.league_door import division_of, league_api, team_of
from seasons.models import Deduction, Division, League, Member, Team
from seasons.services import teams as use_cases
from seasons.services.league_facts import LeagueFacts, facts_of

REFUSED = {422: RefusedAnswer}


def team_data(membership: Membership, facts: LeagueFacts, team: Team, who: Mapping[int, Player]) -> dict[str, Any]:
    plain = ("number", "name", "venue", "withdrawn_on", "struck")
    return {
        "id": team.pk,
        "division": facts.division.level,
        **{name: getattr(team, name) for name in plain},
        "previous": team.previous_id,
        **({"secret": team.secret} if may(membership, "score") else {}),
        "people": [member_data(member, player) for member, player in use_cases.people_on(facts, team, who)],
        "penalties": [penalty_data(one) for one in facts.deductions if one.team_id == team.pk],
    }


def member_data(member: Member, player: Player) -> dict[str, Any]:
    named = {"id": member.pk, "player": player.pk, "name": player.name}
    return {**named, "stand_in": member.stand_in, "captain": member.captain}


def penalty_data(one: Deduction) -> dict[str, Any]:
    return {"id": one.pk, "points": one.points, "reason": one.reason, "at": one.at}


def answer(membership: Membership, team: Team, status: int = 200) -> Response:
    """The team as it is now."""
    facts = facts_of(team.division)
    now = facts.by_id.get(team.pk)
    if now is None:
        raise NotFound
    return Response(team_data(membership, facts, now, people_of(membership.club)), status=status)


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_leagues_teams_list",
    responses={200: forms.LeagueTeamAnswer(many=True)},
    summary="All teams with the people on their lists",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewTeam,
    responses={201: forms.LeagueTeamAnswer, **REFUSED},
    summary="A new team, before the fixtures are drawn; sent again it gets the first answer",
)
@league_api(GET="see", POST="direct")
def teams(request: Request, membership: Membership, league: League) -> Response:
    if request.method == "GET":
        who = people_of(membership.club)
        found = [facts_of(one) for one in Division.objects.select_related("league__club").filter(league=league)]
        return Response([team_data(membership, facts, team, who) for facts in found for team in facts.teams])
    wanted = envelope(forms.NewTeam, request)
    team = use_cases.add(
        division_of(league, wanted.get("division", 1)),
        by=membership.user,
        token=wanted["token"],
        name=wanted["name"],
        venue=wanted.get("venue", ""),
    )
    return answer(membership, team, 201)


@extend_schema(methods=["GET"], responses={200: forms.LeagueTeamAnswer}, summary="A team with its list")
@extend_schema(
    methods=["PATCH"],
    request=forms.TeamChange,
    responses={200: forms.LeagueTeamAnswer, **REFUSED},
    summary="Another name or venue",
)
@extend_schema(methods=["DELETE"], responses={204: None, **REFUSED}, summary="Remove it, before the fixtures are drawn")
@league_api(GET="see", PATCH="direct", DELETE="direct")
def team(request: Request, membership: Membership, league: League, team: int) -> Response:
    there = team_of(league, team)
    if request.method == "DELETE":
        use_cases.remove(there, by=membership.user)
        return Response(status=204)
    if request.method == "PATCH":
        wanted = envelope(forms.TeamChange, request)
        name, venue = wanted.get("name", there.name), wanted.get("venue", there.venue)
        use_cases.change(there, by=membership.user, name=name, venue=venue)
    return answer(membership, there)


@extend_schema(methods=["GET"], responses={200: forms.WithdrawalAnswer}, summary="What withdrawing would do")
@extend_schema(
    methods=["POST"], request=None, responses={200: forms.LeagueTeamAnswer, **REFUSED}, summary="The team plays no more"
)
@extend_schema(methods=["DELETE"], responses={200: forms.LeagueTeamAnswer}, summary="The team plays on after all")
@league_api(GET="see", POST="direct", DELETE="direct")
def withdrawal(request: Request, membership: Membership, league: League, team: int) -> Response:
    there = team_of(league, team)
    if request.method == "GET":
        does = use_cases.what_withdrawing_does(facts_of(there.division), there)
        return Response({"struck": does.struck, "played": does.played, "of": does.of})
    if request.method == "POST":
        use_cases.withdraw(there, by=membership.user, day=till.today(membership.club))
    else:
        use_cases.take_back(there, by=membership.user)
    return answer(membership, there)


@extend_schema(
    request=Once,
    responses={200: forms.LeagueTeamAnswer, **REFUSED},
    summary="Another address for the team's own page; the old one leads nowhere then",
)
@league_api(POST="direct")
def secret(request: Request, membership: Membership, league: League, team: int) -> Response:
    there = team_of(league, team)
    use_cases.new_secret(there, by=membership.user, token=envelope(Once, request)["token"])
    return answer(membership, there)


@extend_schema(
    request=forms.NewMember,
    responses={201: forms.LeagueTeamAnswer, **REFUSED},
    summary="Put somebody on the list; who is on it already stays",
)
@league_api(POST="direct")
def people(request: Request, membership: Membership, league: League, team: int) -> Response:
    there, wanted = team_of(league, team), envelope(forms.NewMember, request)
    use_cases.add_member(there, by=membership.user, name=wanted["name"], stand_in=wanted.get("stand_in", False))
    return answer(membership, there, 201)


@extend_schema(
    methods=["POST"],
    operation_id="v1_clubs_leagues_teams_people_captain",
    request=None,
    responses={200: forms.LeagueTeamAnswer, **REFUSED},
    summary="Make them the captain",
)
@extend_schema(methods=["DELETE"], responses={200: forms.LeagueTeamAnswer}, summary="Take somebody off the list")
@league_api(POST="direct", DELETE="direct")
def member(request: Request, membership: Membership, league: League, team: int, member: int) -> Response:
    there = team_of(league, team)
    found = Member.objects.filter(team=there, pk=member).first()
    if found is None:
        raise NotFound
    found.team = there
    if request.method == "POST":
        use_cases.make_captain(found, by=membership.user)
    else:
        use_cases.leave(found, by=membership.user, day=till.today(membership.club))
    return answer(membership, there)


@extend_schema(
    request=forms.NewPenaltyPoints,
    responses={201: forms.LeagueTeamAnswer, **REFUSED},
    summary="Take points away; sent again it is once",
)
@league_api(POST="direct")
def penalties(request: Request, membership: Membership, league: League, team: int) -> Response:
    there, wanted = team_of(league, team), envelope(forms.NewPenaltyPoints, request)
    use_cases.deduct(there, by=membership.user, **wanted)
    return answer(membership, there, 201)


@extend_schema(responses={200: forms.LeagueTeamAnswer}, summary="Give the points back")
@league_api(DELETE="direct")
def penalty(request: Request, membership: Membership, league: League, team: int, penalty: int) -> Response:
    there = team_of(league, team)
    found = Deduction.objects.filter(team=there, pk=penalty).first()
    if found is None:
        raise NotFound
    found.team = there
    use_cases.give_back(found, by=membership.user, at=timezone.now())
    return answer(membership, there)
