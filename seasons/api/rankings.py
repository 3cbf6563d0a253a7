"""The API of rankings, their boards and champions: the same use cases as the pages."""

from dataclasses import replace
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages, queries
from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.names import name_for
from clubs.permissions import may, may_see_money
from clubs.services.core import Problem
from clubs.services.till import today
from seasons.api import rankings_forms as forms
from seasons.messages import rankings as words
from seasons.models import Board, Champion, Ranking
from seasons.services import champions as champion_cases
from seasons.services import rankings as use_cases
from seasons.services.boards import State, state_of
from seasons.services.champions import Title, titles_of
from seasons.services.ranking_lines import Shown, everybody, lines_of
from seasons.services.rankings import (
    FIELDS,
    About,
    RankingMoved,
    board_of,
    boards_of,
    boards_of_all,
    is_over,
    said_of,
    season_name,
)

REFUSED = {422: RefusedAnswer}
CONFLICT = {409: forms.RankingConflict}


def ranking_data(ranking: Ranking, boards: list[Board] | None = None) -> dict[str, Any]:
    day = today(ranking.club)
    return {
        "id": ranking.pk,
        **{name: getattr(ranking, name) for name in FIELDS},
        "secret": ranking.secret if ranking.public else "",
        "seq": ranking.seq,
        "counted": words.counted(said_of(ranking)),
        "seasons": [
            {
                "season": one.season,
                "name": season_name(ranking, one.season),
                "over": is_over(ranking, one.season, day),
            }
            for one in (boards_of(ranking) if boards is None else boards)
        ],
    }


def ranking_or_404(membership: Membership, pk: int) -> Ranking:
    found = Ranking.objects.select_related("club").filter(club=membership.club, pk=pk).first()
    if found is None:
        raise NotFound
    return found


def moved(error: RankingMoved) -> Response:
    problems = messages.problem_data([Problem("ranking_moved")])
    return Response({"problems": problems, "now": ranking_data(error.now)}, status=409)


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_rankings_list",
    responses={200: forms.RankingAnswer(many=True)},
    summary="The rankings of a club",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewRanking,
    responses={201: forms.RankingAnswer, **REFUSED},
    summary="A new ranking; closed sheets of before count too. Sent again it gets the first answer",
)
@club_api(GET="see", POST="direct")
def ranking_list(request: Request, membership: Membership) -> Response:
    if request.method == "GET":
        found = list(Ranking.objects.select_related("club").filter(club=membership.club).order_by("pk"))
        boards = boards_of_all(found)
        return Response([ranking_data(one, boards[one.pk]) for one in found])
    wanted = envelope(forms.NewRanking, request)
    token, units = wanted.pop("token"), use_cases.units_of(wanted.get("game", ""))
    about = replace(About(name="", game="", unit=units[0] if units else ""), **wanted)
    made = use_cases.create(membership.club, by=membership.user, token=token, about=about, now=timezone.now())
    return Response(ranking_data(made), status=201)


@extend_schema(methods=["GET"], responses={200: forms.RankingAnswer}, summary="One ranking and its seasons")
@extend_schema(
    methods=["PATCH"],
    request=forms.ChangedRanking,
    responses={200: forms.RankingAnswer, **REFUSED, **CONFLICT},
    summary="Change it; if what counts is another, every season is computed anew",
)
@extend_schema(methods=["DELETE"], responses={204: None}, summary="Delete it, its boards and champions; twice is once")
@club_api(GET="see", PATCH="direct", DELETE="direct")
def ranking(request: Request, membership: Membership, pk: int) -> Response:
    found = ranking_or_404(membership, pk)
    if request.method == "DELETE":
        use_cases.delete(found, by=membership.user)
        return Response(status=204)
    if request.method == "PATCH":
        wanted = envelope(forms.ChangedRanking, request)
        seen = wanted.pop("seen", None)
        try:
            found = use_cases.change(
                found, by=membership.user, about=replace(said_of(found), **wanted), seen=seen, now=timezone.now()
            )
        except RankingMoved as error:
            return moved(error)
    return Response(ranking_data(found))


@extend_schema(
    request=forms.Seen,
    responses={200: forms.RankingAnswer, **REFUSED, **CONFLICT},
    summary="Another public address; the one before leads nowhere any more",
)
@club_api(POST="direct")
def secret(request: Request, membership: Membership, pk: int) -> Response:
    found = ranking_or_404(membership, pk)
    try:
        changed = use_cases.new_secret(found, by=membership.user, seen=envelope(forms.Seen, request).get("seen"))
    except RankingMoved as error:
        return moved(error)
    return Response(ranking_data(changed))


# --- the board -------------------------------------------------------------------------------------------------------


@extend_schema(
    parameters=[OpenApiParameter("season", int, required=False, description="Default: the latest.")],
    responses={200: forms.RankingBoardAnswer},
    summary="The table of one season, and how it stands: asking for it also sets a computation going where one is due",
)
@club_api(GET="see")
def board(request: Request, membership: Membership, pk: int) -> Response:
    found = ranking_or_404(membership, pk)
    asked = request.query_params.get("season", "")
    there = board_of(found, int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else None)
    if there is None:
        raise NotFound
    state, about = state_of(there, now=timezone.now()), said_of(found)
    open_to_all = found.unit != Ranking.Unit.CENTS or may(membership, "see_till")
    lines = lines_of(there, inside=True, sees=everybody if open_to_all else lambda one: may_see_money(membership, one))
    return Response({
        "season": there.season,
        "state": state_data(state),
        "rows": [line_data(about, line) for line in lines.shown],
        "hidden": lines.hidden,
    })  # fmt: skip


def state_data(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in ("mark", "computed_at", "waits", "failing", "done", "total")}


def line_data(about: About, line: Shown) -> dict[str, Any]:
    return {
        **{name: getattr(line, name) for name in ("place", "shared", "name", "moved", "new")},
        "player": line.player.pk,
        **{name: line.values[name] for name in ("amount", "hands", "evenings")},
        "figure": words.figure(about, line.values),
    }


# --- champions -------------------------------------------------------------------------------------------------------


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_rankings_champions_list",
    responses={200: forms.ChampionAnswer(many=True)},
    summary="Who was first in seasons that are over, the latest first; and who was written in by hand",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewChampion,
    responses={201: forms.ChampionAnswer, **REFUSED},
    summary="Write somebody in; sent again it gets the first answer",
)
@club_api(GET="see", POST="direct")
def champions(request: Request, membership: Membership, pk: int) -> Response:
    found = ranking_or_404(membership, pk)
    if request.method == "GET":
        return Response(champions_data(membership, found, titles_of(found, today(found.club))))
    wanted = envelope(forms.NewChampion, request)
    made = champion_cases.add(
        found,
        by=membership.user,
        token=wanted["token"],
        season=wanted["season"],
        player=wanted.get("player"),
        name=wanted.get("name", ""),
        amount=wanted.get("amount", ""),
    )
    title = Title(made.season, made.player_id, made.name, None, made.amount, made.pk)
    return Response(champions_data(membership, found, [title])[0], status=201)


def champions_data(membership: Membership, ranking: Ranking, titles: list[Title]) -> list[dict[str, Any]]:
    about, who = said_of(ranking), queries.people_of(ranking.club)
    told = []
    for one in titles:
        person = who[one.player] if one.player is not None else None
        of_money = ranking.unit == Ranking.Unit.CENTS and one.values is not None
        if of_money and person is not None and not may_see_money(membership, person):
            continue
        told.append({
            "id": one.champion,
            "season": one.season,
            "player": person.pk if person else None,
            "name": name_for(person, inside=True) if person else one.name,
            "figure": words.figure(about, one.values) if one.values is not None else one.amount,
        })  # fmt: skip
    return told


@extend_schema(responses={204: None}, summary="Take somebody off the list who was written in by hand")
@club_api(DELETE="direct")
def champion(request: Request, membership: Membership, pk: int, champion: int) -> Response:
    found = ranking_or_404(membership, pk)
    there = Champion.objects.select_related("ranking__club", "player").filter(ranking=found, pk=champion).first()
    if there is None:
        raise NotFound
    champion_cases.remove(there, by=membership.user)
    return Response(status=204)
