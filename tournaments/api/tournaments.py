"""The API of setting up: the same use cases as the three screens."""

from dataclasses import asdict, replace
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages
from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.forms.numbers import plain_number
from clubs.models import Membership
from clubs.services.core import Problem, Refused
from tournaments import queries
from tournaments.api import setup_forms as forms
from tournaments.api.door import tournament_api
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Tournament
from tournaments.services import setup
from tournaments.services.kept import facts_of
from tournaments.services.plan_changes import Difference, mark
from tournaments.services.plan_words import sections
from tournaments.services.planned import USUAL_CARDS
from tournaments.services.planned import planned as reckoned
from tournaments.services.presets import PRESETS, Preset
from tournaments.services.progress import prizes_waiting, progress_of
from tournaments.services.setup import About, PlanMoved, Unsure

REFUSED = {422: RefusedAnswer}
CONFLICT = {409: forms.PlanConflict}
ROW = ("id", "name", "day", "place", "game", "game_name", "started_at", "ended_at")


def row_data(tournament: Tournament) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in ROW}


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    facts = facts_of(tournament)
    return {
        **row_data(tournament),
        "rule_version": tournament.rule_version_id,
        "house_rules": setup.house_rules(tournament),
        "notes": tournament.notes,
        "plan": tournament.plan,
        "plan_mark": mark(tournament.plan),
        "seed": tournament.seed,
        "rules": [asdict(one) for one in sections(facts.plan, tournament)],
        "progress": asdict(progress_of(facts, to_hand_out=prizes_waiting(tournament))),
    }


def conflict(code: str, changes: list[Difference]) -> Response:
    problems = messages.problem_data([Problem(code, "plan")])
    return Response({"problems": problems, "changes": [asdict(one) for one in changes]}, status=409)


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_tournaments_list",
    responses={200: forms.TournamentRow(many=True)},
    summary="The tournaments of a club, the newest first",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewTournament,
    responses={201: forms.TournamentAnswer, **REFUSED},
    summary="A new tournament from a preset, an earlier one or a plan; sent again it gets the first answer",
)
@club_api(GET="see", POST="direct")
def tournaments(request: Request, membership: Membership) -> Response:
    club = membership.club
    if request.method == "GET":
        return Response([row_data(one) for one in queries.tournaments_of(club)])
    wanted = envelope(forms.NewTournament, request)
    if "copy_of" in wanted:
        made = copied(membership, wanted)
    else:
        preset = preset_called(wanted.get("preset", "empty"))
        begun = About(name="", day=None, game=preset.game, game_name=preset.game_name)
        made = setup.create(
            club,
            by=membership.user,
            token=wanted["token"],
            about=said(begun, wanted),
            preset=preset,
            plan=wanted.get("plan"),
        )
    return Response(tournament_data(made), status=201)


def copied(membership: Membership, wanted: dict[str, Any]) -> Tournament:
    earlier = queries.tournament_of(membership.club, wanted["copy_of"])
    if earlier is None:
        raise Refused(Problem("no_such_tournament", "copy_of"))
    name = wanted.get("name", earlier.name)
    return setup.copy_of(earlier, by=membership.user, token=wanted["token"], name=name, day=wanted.get("day"))


def preset_called(key: str) -> Preset:
    if key not in PRESETS:
        raise Refused(Problem("unknown_preset", "preset"))
    return PRESETS[key]


def said(now: About, wanted: dict[str, Any]) -> About:
    """What it says of itself, with what was sent laid over it. Another game begins with its usual house rules."""
    fields = {name: wanted[name] for name in ("name", "day", "place", "game", "game_name", "notes") if name in wanted}
    rules = wanted.get("rule_version", now.rules if fields.get("game", now.game) == now.game else None)
    return replace(now, **fields, rules=rules)


@extend_schema(responses={200: forms.PresetAnswer(many=True)}, summary="What a tournament may begin with, whole plans")
@club_api(GET="see")
def presets(request: Request, membership: Membership) -> Response:
    plain = ("key", "game", "game_name")
    return Response([
        {
            **{name: getattr(one, name) for name in plain},
            "name": str(one.name),
            "about": str(one.about),
            "plan": write_plan(one.plan),
        }
        for one in PRESETS.values()
    ])  # fmt: skip


@extend_schema(methods=["GET"], responses={200: forms.TournamentAnswer}, summary="One tournament, its plan and rules")
@extend_schema(
    methods=["PATCH"],
    request=forms.ChangedTournament,
    responses={200: forms.TournamentAnswer, **REFUSED, **CONFLICT},
    summary="Change it; once it runs, a change of the plan asks to be confirmed (409, then `sure`)",
)
@extend_schema(
    methods=["DELETE"], responses={204: None, **REFUSED}, summary="Delete it, while nothing was drawn or paid"
)
@tournament_api(GET="see", PATCH="direct", DELETE="direct")
def tournament(request: Request, membership: Membership, found: Tournament) -> Response:
    if request.method == "GET":
        return Response(tournament_data(found))
    if request.method == "DELETE":
        setup.delete(found, by=membership.user)
        return Response(status=204)
    wanted = envelope(forms.ChangedTournament, request)
    try:
        changed = setup.change(
            found,
            by=membership.user,
            about=said(setup.said_of(found), wanted) if {*wanted} - {"plan", "sure", "seen"} else None,
            plan=wanted.get("plan"),
            sure=wanted.get("sure", False),
            seen=wanted.get("seen"),
        )
    except Unsure as error:
        return conflict("not_sure", error.changes)
    except PlanMoved:
        return conflict("plan_moved", [])
    return Response(tournament_data(changed))


@extend_schema(
    parameters=[OpenApiParameter("cards", int, required=False)],
    responses={200: forms.PlannedAnswer, **REFUSED},
    summary="Rounds, end, takings, pot and prizes for so many start cards",
)
@tournament_api(GET="see")
def planned(request: Request, membership: Membership, found: Tournament) -> Response:
    asked = request.query_params.get("cards")
    if asked and not asked.isdecimal():
        raise Refused(Problem("bad_value", "cards"))
    cards = plain_number(asked) if asked else found.entrants.count() or USUAL_CARDS
    return Response(asdict(reckoned(read_plan(found.plan), cards)))
