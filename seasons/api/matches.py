"""The API of league matches inside the club: fixtures, their reports, and what the secretary enters."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.forms.numbers import plain_number
from clubs.models import Membership, Player
from clubs.permissions import may
from seasons.api import match_forms as forms
from seasons.api.league_door import fixture_of, league_api
from seasons.formats.match_report import Seated, read_seated
from seasons.models import Division, Fixture, League, Report, Team
from seasons.services import reports
from seasons.services.league_facts import facts_of
from seasons.services.matches import Shown, matches_shown
from seasons.services.reports import Moved, Told, Writer


@extend_schema(
    operation_id="v1_clubs_leagues_reports_list",
    parameters=[OpenApiParameter("division", int, description="Level of a division; default: all of them.")],
    responses={200: forms.MatchAnswer(many=True)},
    summary="The matches of a league with their results and how their reports stand",
)
@league_api(GET="see")
def matches(request: Request, membership: Membership, league: League) -> Response:
    divisions = Division.objects.filter(league=league).select_related("league__club").order_by("level")
    if level := plain_number(request.query_params.get("division", "")):
        divisions = divisions.filter(level=level)
    return Response([match_data(one) for division in divisions for one in matches_shown(facts_of(division))])


@extend_schema(responses={200: forms.OneMatch}, summary="One match with all of its reports and what was said of them")
@league_api(GET="see")
def match(request: Request, membership: Membership, league: League, fixture: int) -> Response:
    return Response(answer(fixture_of(league, fixture)))


@extend_schema(
    request=forms.NewMatchReport,
    responses={200: forms.OneMatch, 409: forms.OneMatch, 422: RefusedAnswer},
    summary="Enter or correct a report as the league’s secretary. 409: something else was reported meanwhile",
)
@league_api(POST="score")
def report(request: Request, membership: Membership, league: League, fixture: int) -> Response:
    found = fixture_of(league, fixture)
    wanted = envelope(forms.NewMatchReport, request)
    writer = Writer(by=membership.user, director=may(membership, "direct"))
    try:
        reports.enter(found, told=told_of(wanted), writer=writer, seen=wanted["seen"], token=wanted["token"])
    except Moved:
        return Response(answer(found), status=409)
    return Response(answer(found))


def told_of(wanted: Mapping[str, Any]) -> Told:
    """What a report says, as the use case takes it."""
    boards = [Seated(tuple(one["home"]), tuple(one["away"]), one["home_made"], one["away_made"])
              for one in wanted.get("boards", ())]  # fmt: skip
    return Told(wanted["how"], boards, wanted.get("winner"), wanted["remark"])


# --- answers ---------------------------------------------------------------------------------------------------------


def answer(fixture: Fixture) -> dict[str, Any]:
    """The match as it is now, with full names: for the club."""
    facts = facts_of(fixture.division)
    shown = matches_shown(facts, [one for one in facts.fixtures if one.pk == fixture.pk])[0]
    who = queries.people_of(facts.league.club)
    return one_match(shown, who, {pk: player.name for pk, player in who.items()})


def one_match(shown: Shown, who: Mapping[int, Player], names: Mapping[int, str]) -> dict[str, Any]:
    return {**match_data(shown), "reports": [report_data(one, shown, who, names) for one in shown.agreement.reports]}


def match_data(shown: Shown) -> dict[str, Any]:
    fixture, match, agreement = shown.fixture, shown.match, shown.agreement
    return {
        "id": fixture.pk,
        "division": fixture.division.level,
        **{name: getattr(fixture, name) for name in ("round", "day", "time", "postponed_from", "changed_at")},
        "venue": fixture.venue or fixture.home.venue,
        "home": team_data(fixture.home),
        "away": team_data(fixture.away),
        "how": match.how,
        "boards_won": [match.home_boards, match.away_boards],
        "made": [match.home_made, match.away_made],
        "points": list(shown.points),
        "state": str(agreement.state),
        "waits_for": agreement.waits_for and agreement.waits_for.pk,
        "seen": agreement.seen,
    }


def team_data(team: Team) -> dict[str, Any]:
    return {name: getattr(team, name) for name in ("id", "number", "name")}


def report_data(report: Report, shown: Shown, who: Mapping[int, Player], names: Mapping[int, str]) -> dict[str, Any]:
    words = [*shown.agreement.earlier, *shown.agreement.words]
    return {
        **{name: getattr(report, name) for name in ("number", "how", "remark", "at")},
        "winner": report.winner_id,
        "team": report.side_id,
        "boards": [board_data(one, who, names) for one in read_seated(report.boards) or ()],
        "words": [
            {"team": one.side_id, "agrees": one.agrees, "remark": one.remark, "at": one.at}
            for one in words
            if one.report_id == report.pk
        ],
    }


def board_data(board: Seated, who: Mapping[int, Player], names: Mapping[int, str]) -> dict[str, Any]:
    home, away = ([who[pk].pk for pk in people] for people in (board.home, board.away))
    return {
        "home": home,
        "away": away,
        "home_names": [names[pk] for pk in home],
        "away_names": [names[pk] for pk in away],
        "home_made": board.home_made,
        "away_made": board.away_made,
    }
