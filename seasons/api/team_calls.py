"""The API of a team: its secret is the key, for phones without an account; the same use cases as the team's pages."""

from collections.abc import Sequence
from typing import Any

from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api.door import envelope, refusal
from clubs.api.serializers import RefusedAnswer
from clubs.services.core import Refused
from seasons.api import match_forms as forms
from seasons.api.matches import match_data, one_match, team_data, told_of
from seasons.formats.match_report import SIDES
from seasons.models import Team
from seasons.services import reports
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.services.line_ups import Choice, day_of, line_ups
from seasons.services.matches import Shown, matches_shown
from seasons.services.reports import Moved, Writer
from seasons.services.team_names import outside_facts, outside_names

WRITTEN = {200: forms.TeamMatch, 409: forms.TeamMatch, 422: RefusedAnswer}


@extend_schema(responses={200: forms.TeamOwnAnswer}, summary="A team: where it stands, and its matches")
@never_cache
@api_view(["GET"])
def team(request: Request, secret: str) -> Response:
    found = team_or_404(secret)
    facts = outside_facts(found.division)
    row = next(one for one in facts.rows if one.team == found.pk)
    mine = [one for one in facts.fixtures if found.pk in (one.home_id, one.away_id)]
    league = facts.league
    told = {"league": league.name, "season": league.season, "division": facts.division.name}
    stands = {"team": team_data(facts.by_id[found.pk]), "place": row.place, "points": row.points, "played": row.played}
    return Response({**told, **stands, "matches": [match_data(one) for one in matches_shown(facts, mine)]})


@extend_schema(responses={200: forms.TeamMatch}, summary="A match of the team, its reports, and who may sit")
@never_cache
@api_view(["GET"])
def match(request: Request, secret: str, fixture: int) -> Response:
    return Response(answer(team_or_404(secret), fixture))


@extend_schema(
    request=forms.TeamMatchReport,
    responses=WRITTEN,
    summary="Report a match for the team; sent again it counts once. 409: something else was reported meanwhile",
)
@never_cache
@api_view(["POST"])
def report(request: Request, secret: str, fixture: int) -> Response:
    found = team_or_404(secret)
    one = shown_or_404(facts_of(found.division), found, fixture)
    wanted = envelope(forms.TeamMatchReport, request)
    writer = Writer(side=found, device=wanted["device"])
    try:
        reports.enter(one.fixture, told=told_of(wanted), writer=writer, seen=wanted["seen"], token=wanted["token"])
    except Refused as error:
        return refusal(error)
    except Moved:
        return Response(answer(found, fixture), status=409)
    return Response(answer(found, fixture))


@extend_schema(
    request=forms.NewMatchWord,
    responses=WRITTEN,
    summary="Say that the other side’s report is right, or what is not. 409: there is another one by now",
)
@never_cache
@api_view(["POST"])
def word(request: Request, secret: str, fixture: int) -> Response:
    found = team_or_404(secret)
    one = shown_or_404(facts_of(found.division), found, fixture)
    wanted = envelope(forms.NewMatchWord, request)
    writer = Writer(side=found, device=wanted.pop("device"))
    try:
        reports.say(one.fixture, writer=writer, **wanted)
    except Refused as error:
        return refusal(error)
    except Moved:
        return Response(answer(found, fixture), status=409)
    return Response(answer(found, fixture))


def team_or_404(secret: str) -> Team:
    found = Team.objects.select_related("division__league__club").filter(secret=secret).first()
    if found is None:
        raise NotFound
    return found


def shown_or_404(facts: LeagueFacts, team: Team, fixture: int) -> Shown:
    """A match of this team; its secret leads to no other."""
    mine = [one for one in facts.fixtures if one.pk == fixture and team.pk in (one.home_id, one.away_id)]
    if not mine:
        raise NotFound
    return matches_shown(facts, mine)[0]


def answer(team: Team, fixture: int) -> dict[str, Any]:
    """The match with public names."""
    facts = outside_facts(team.division)
    shown = shown_or_404(facts, team, fixture)
    who = queries.people_of(facts.league.club)
    names = outside_names(facts, who, [shown])
    rules = facts.rules
    lists = line_ups(shown.fixture, rules, who, day=day_of(shown.fixture, shown.agreement.since))
    keep_to = {name: getattr(rules, name) for name in ("boards", "a_side", "counts", "minimum", "stand_ins")}
    listed = {side: listed_data(lists.choices[side], names) for side in SIDES}
    return {**one_match(shown, who, names), "line_up": {**keep_to, **listed}}


def listed_data(choices: Sequence[Choice], names: dict[int, str]) -> list[dict[str, Any]]:
    return [
        {
            "id": one.player.pk,
            "name": names[one.player.pk],
            **{name: getattr(one, name) for name in ("stand_in", "captain", "used_up")},
        }
        for one in choices
    ]
