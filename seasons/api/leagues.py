"""The API of leagues: the same use cases as the pages."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.permissions import may
from clubs.queries import people_of
from seasons.api import league_forms as forms
from seasons.api.league_door import league_api
from seasons.formats.league import read_rules, write_rules
from seasons.messages.league_words import Said, sentences
from seasons.models import Board, Division, League
from seasons.services import leagues, next_season
from seasons.services.boards import state_of
from seasons.services.leagues import About, Unsure
from seasons.services.leagues_board import PEOPLE
from seasons.services.next_season import Open

REFUSED = {422: RefusedAnswer}
ABOUT = ("name", "season", "game", "notes", "public")


def league_data(membership: Membership, league: League) -> dict[str, Any]:
    rules = read_rules(league.rules)
    shown = league.public or may(membership, "direct")
    return {
        "id": league.pk,
        **{name: getattr(league, name) for name in (*ABOUT, "seq", "ended_at")},
        **({"secret": league.secret} if shown else {}),
        "previous": league.previous_id,
        "divisions": [
            {"level": one.level, "name": one.name, "seed": one.seed}
            for one in sorted(league.divisions.all(), key=lambda one: one.level)
        ],
        "rules": write_rules(rules),
        "sentences": said(sentences(rules, len(league.divisions.all()))),
    }


def said(rules: list[Said]) -> list[str]:
    return [f"{one.title}: {one.text}" for one in rules]


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_leagues_list",
    responses={200: forms.LeagueAnswer(many=True)},
    summary="The leagues of a club, the newest first",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewLeague,
    responses={201: forms.LeagueAnswer, **REFUSED},
    summary="A new league; sent again it gets the first answer",
)
@club_api(GET="see", POST="direct")
def league_list(request: Request, membership: Membership) -> Response:
    club = membership.club
    if request.method == "GET":
        found = League.objects.filter(club=club).order_by("-pk").prefetch_related("divisions")
        return Response([league_data(membership, one) for one in found])
    wanted = envelope(forms.NewLeague, request)
    how: dict[str, Any] = {"by": membership.user, "token": wanted["token"]}
    if "like" in wanted:
        earlier = League.objects.select_related("club").filter(club=club, pk=wanted["like"]).first()
        if earlier is None:
            raise NotFound
        made = leagues.copy_of(earlier, name=wanted["name"], season=wanted["season"], **how)
    else:
        about = About(**{name: wanted[name] for name in ABOUT if name in wanted})
        divisions = wanted.get("divisions", ())
        made = leagues.create(club, about=about, divisions=divisions, rules=wanted.get("rules"), **how)
    return Response(league_data(membership, made), status=201)


@extend_schema(methods=["GET"], responses={200: forms.LeagueAnswer}, summary="A league with its rules")
@extend_schema(
    methods=["PATCH"],
    request=forms.LeagueChange,
    responses={200: forms.LeagueAnswer, 409: forms.LeagueUnsureAnswer, **REFUSED},
    summary="Change it. 409: other rules once a result is in, without `sure`; or it is another by now (`problems`)",
)
@extend_schema(methods=["DELETE"], responses={204: None, **REFUSED}, summary="Delete it, as long as no result is in")
@league_api(GET="see", PATCH="direct", DELETE="direct")
def league(request: Request, membership: Membership, league: League) -> Response:
    if request.method == "DELETE":
        leagues.delete(league, by=membership.user)
        return Response(status=204)
    if request.method == "GET":
        return Response(league_data(membership, league))
    wanted = envelope(forms.LeagueChange, request)
    about = {name: wanted[name] for name in ABOUT if name in wanted}
    rules = wanted.get("rules")
    try:
        league = leagues.change(
            league,
            by=membership.user,
            about=About(**{**{name: getattr(league, name) for name in ABOUT}, **about}) if about else None,
            rules=None if rules is None else {**league.rules, **rules},
            divisions=wanted.get("divisions"),
            sure=wanted.get("sure", False),
            seen=wanted.get("seen"),
        )
    except Unsure as error:
        return Response({"before": said(list(error.before)), "after": said(list(error.after))}, status=409)
    return Response(league_data(membership, league))


# --- tables ----------------------------------------------------------------------------------------------------------


@extend_schema(
    operation_id="v1_clubs_leagues_tables",
    responses={200: forms.LeagueTableAnswer(many=True)},
    summary="The tables of all divisions, and of their people",
)
@league_api(GET="see")
def tables(request: Request, membership: Membership, league: League) -> Response:
    divisions = Division.objects.filter(league=league).order_by("level")
    boards = {one.division_id: one for one in Board.objects.select_related("club").filter(division__in=divisions)}
    who = people_of(league.club)
    return Response([table_data(one, boards[one.pk], who) for one in divisions if one.pk in boards])


def table_data(division: Division, board: Board, who: Any) -> dict[str, Any]:
    state, rows = state_of(board, now=timezone.now()), list(board.rows.all())
    plain = ("place", "shared")
    return {
        "division": division.level,
        "computed_at": state.computed_at,
        "waits": state.waits,
        "rows": [
            {**{name: getattr(row, name) for name in plain}, "team": row.subject, **row.values, **row.detail}
            for row in rows
            if row.table == ""
        ],
        "people": [
            {
                **{name: getattr(row, name) for name in plain},
                "player": row.subject,
                "name": who[row.subject].name,
                **row.values,
                **row.detail,
            }
            for row in rows
            if row.table == PEOPLE
        ],
    }


# --- the next season -------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.LeagueEndingAnswer}, summary="Who would play where next season")
@extend_schema(
    methods=["POST"],
    request=forms.NextSeason,
    responses={201: forms.LeagueAnswer, 409: forms.LeagueEndingAnswer, **REFUSED},
    summary="Make the next season; sent again it gets the first answer. 409: matches are open, without `sure`",
)
@league_api(GET="see", POST="direct")
def next_(request: Request, membership: Membership, league: League) -> Response:
    if request.method == "GET":
        return Response(ending_data(league))
    wanted = envelope(forms.NextSeason, request)
    levels = {int(team): level for team, level in wanted.get("levels", {}).items() if team.isdecimal()}
    try:
        made = next_season.begin(
            league,
            by=membership.user,
            token=wanted["token"],
            now=timezone.now(),
            name=wanted.get("name", league.name),
            season=wanted["season"],
            levels=levels,
            sure=wanted.get("sure", False),
        )
    except Open:
        return Response(ending_data(league), status=409)
    return Response(league_data(membership, made), status=201)


def ending_data(league: League) -> dict[str, Any]:
    ending = next_season.ending_of(league)
    return {
        "open_matches": ending.open_matches,
        "moves": [
            {
                "team": one.team.pk,
                "place": one.row.place,
                "division": one.level,
                "to": one.to,
                "undecided": one.undecided,
            }
            for one in ending.moves
        ],
    }
