"""The API of a league's fixtures: the same use cases as the pages."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from seasons.api import league_forms as forms
from seasons.api.league_door import division_of, fixture_of, league_api
from seasons.formats.league import Match
from seasons.models import Division, Fixture, League
from seasons.services import fixtures as use_cases
from seasons.services.fixtures import Days, When
from seasons.services.league_facts import LeagueFacts, facts_of

REFUSED = {422: RefusedAnswer}
REFUSED_OR_MOVED = {409: RefusedAnswer, **REFUSED}


def fixtures_data(facts: LeagueFacts) -> list[dict[str, Any]]:
    return [fixture_data(facts.division, *pair) for pair in zip(facts.fixtures, facts.counted, strict=True)]


def fixture_data(division: Division, fixture: Fixture, match: Match) -> dict[str, Any]:
    plain = ("round", "day", "time", "venue", "postponed_from", "seq")
    return {
        "id": fixture.pk,
        "division": division.level,
        **{name: getattr(fixture, name) for name in plain},
        "home": fixture.home_id,
        "away": fixture.away_id,
        "how": match.how,
        "boards": [match.home_boards, match.away_boards],
        "made": [match.home_made, match.away_made],
    }


@extend_schema(
    operation_id="v1_clubs_leagues_fixtures_list",
    responses={200: forms.LeagueFixtureAnswer(many=True)},
    summary="All matches by division and round, as they count",
)
@league_api(GET="see")
def fixtures(request: Request, membership: Membership, league: League) -> Response:
    divisions = Division.objects.select_related("league__club").filter(league=league).order_by("level")
    return Response([one for division in divisions for one in fixtures_data(facts_of(division))])


@extend_schema(
    methods=["POST"],
    request=forms.DrawFixtures,
    responses={201: forms.LeagueFixtureAnswer(many=True), **REFUSED_OR_MOVED},
    summary="Draw the fixtures of a division anew, while nothing is played; the very same once more is once",
)
@extend_schema(methods=["DELETE"], responses={204: None, **REFUSED}, summary="Throw the draw away")
@league_api(POST="direct", DELETE="direct")
def draw(request: Request, membership: Membership, league: League, level: int) -> Response:
    division = division_of(league, level)
    if request.method == "DELETE":
        use_cases.throw_away(division, by=membership.user)
        return Response(status=204)
    wanted = envelope(forms.DrawFixtures, request)
    days = Days(
        first=wanted.get("first"),
        weeks=wanted.get("weeks", 1),
        weekday=wanted.get("weekday"),
        at=wanted.get("time"),
        second_half=wanted.get("second_half"),
    )
    use_cases.draw(
        division,
        by=membership.user,
        seed=wanted["seed"],
        days=days,
        now=timezone.now(),
        seen=wanted.get("seen"),
    )
    return Response(fixtures_data(facts_of(division)), status=201)


@extend_schema(
    request=forms.RoundDay,
    responses={200: forms.LeagueFixtureAnswer(many=True), **REFUSED},
    summary="The day of all matches of a round without a result that were not put off",
)
@league_api(PUT="direct")
def round_(request: Request, membership: Membership, league: League, level: int, number: int) -> Response:
    division, wanted = division_of(league, level), envelope(forms.RoundDay, request)
    when = When(wanted["day"], wanted.get("time"))
    use_cases.set_round(division, by=membership.user, number=number, when=when, now=timezone.now())
    return Response([one for one in fixtures_data(facts_of(division)) if one["round"] == number])


@extend_schema(
    request=forms.MatchDay,
    responses={200: forms.LeagueFixtureAnswer, **REFUSED_OR_MOVED},
    summary="Another day, time or venue of one match, or putting it off",
)
@league_api(PUT="direct")
def day(request: Request, membership: Membership, league: League, fixture: int) -> Response:
    found, wanted = fixture_of(league, fixture), envelope(forms.MatchDay, request)
    use_cases.set_date(
        found,
        by=membership.user,
        when=When(wanted["day"], wanted.get("time"), wanted.get("venue", "")),
        now=timezone.now(),
        postponed=wanted.get("postponed", False),
        seen=wanted.get("seen"),
    )
    return Response(as_it_is(found))


@extend_schema(
    request=forms.MatchHome,
    responses={200: forms.LeagueFixtureAnswer, **REFUSED_OR_MOVED},
    summary="Which of the two teams of one match is at home, as long as nothing is reported; the same again is once",
)
@league_api(PUT="direct")
def home(request: Request, membership: Membership, league: League, fixture: int) -> Response:
    found, wanted = fixture_of(league, fixture), envelope(forms.MatchHome, request)
    now = timezone.now()
    use_cases.set_home(found, by=membership.user, home=wanted["home"], now=now, seen=wanted.get("seen"))
    return Response(as_it_is(found))


def as_it_is(fixture: Fixture) -> dict[str, Any]:
    return next(one for one in fixtures_data(facts_of(fixture.division)) if one["id"] == fixture.pk)
