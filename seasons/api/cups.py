"""The API of cups: the same use cases as the pages."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages
from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.permissions import may_see_money
from clubs.services.core import Problem
from seasons.api import cups_forms as forms
from seasons.api.rankings_forms import Seen
from seasons.formats.cup import Line
from seasons.formats.cup_rules import Rules, read, write
from seasons.messages import cup_words as words
from seasons.models import Cup
from seasons.services import cup_final, cup_versions, cups
from seasons.services.cup_facts import newest_rules, newest_rules_of
from seasons.services.cup_names import Names
from seasons.services.cup_presets import PRESETS
from seasons.services.cups import FIELDS, CupMoved
from seasons.services.ranking_lines import Sees, everybody

REFUSED = {422: RefusedAnswer}
CONFLICT = {409: forms.CupConflict}


def sees_of(membership: Membership, rules: Rules) -> Sees:
    return (lambda player: may_see_money(membership, player)) if rules.money else everybody


def cup_or_404(membership: Membership, pk: int) -> Cup:
    found = Cup.objects.select_related("club", "board").filter(club=membership.club, pk=pk).first()
    if found is None:
        raise NotFound
    return found


def conflicts(call: Callable[..., Response]) -> Callable[..., Response]:
    """What somebody else has changed meanwhile is a 409."""

    @wraps(call)
    def told(*args: Any, **kwargs: Any) -> Response:
        try:
            return call(*args, **kwargs)
        except CupMoved:
            return Response({"problems": messages.problem_data([Problem("cup_moved")])}, status=409)

    return told


def cup_data(cup: Cup, rules: Rules | None = None) -> dict[str, Any]:
    """With the newest rules, which whoever lists many has read at once."""
    rules = rules or newest_rules(cup)
    return {
        "id": cup.pk,
        **{name: getattr(cup, name) for name in (*FIELDS, "game", "seq", "ended_at")},
        "secret": cup.secret if cup.public else "",
        "rules": write(rules),
        "counted": words.rules_lines(rules),
    }


# --- making and changing ---------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.CupAnswer(many=True)}, operation_id="v1_clubs_cups_list",
               summary="The cups of the club")  # fmt: skip
@extend_schema(
    methods=["POST"],
    request=forms.NewCup,
    responses={201: forms.CupAnswer, **REFUSED},
    summary="A new cup, from a preset or with rules of its own; sent again it gets the first answer",
)
@club_api(GET="see", POST="direct")
def cup_list(request: Request, membership: Membership) -> Response:
    if request.method == "GET":
        found = list(Cup.objects.filter(club=membership.club))
        rules = newest_rules_of(found)
        return Response([cup_data(one, rules[one.pk]) for one in found])
    wanted = envelope(forms.NewCup, request)
    preset = PRESETS.get(wanted.pop("preset", "sum"), PRESETS["sum"])
    given = {"name": "", "first_day": None, "last_day": None, "rules": preset.rules, **wanted}
    made = cups.create(membership.club, by=membership.user, now=timezone.now(), **given)
    return Response(cup_data(made), status=201)


@extend_schema(responses={200: forms.CupPreset(many=True)}, summary="Cups as they are really played, to begin with")
@club_api(GET="see")
def presets(request: Request, membership: Membership) -> Response:
    return Response(
        [
            {
                "key": one.key,
                "name": str(one.name),
                "about": str(one.about),
                "rules": write(one.rules),
                "every_evening": one.evenings,
            }
            for one in PRESETS.values()
        ]
    )


@extend_schema(methods=["GET"], responses={200: forms.CupAnswer}, summary="A cup and its rules")
@extend_schema(
    methods=["PATCH"],
    request=forms.ChangedCup,
    responses={200: forms.CupAnswer, **CONFLICT, **REFUSED},
    summary="Change what is named; 409 where somebody else was quicker",
)
@extend_schema(methods=["DELETE"], responses={204: None}, summary="Delete it, its table and results typed in")
@club_api(GET="see", PATCH="direct", DELETE="direct")
@conflicts
def cup(request: Request, membership: Membership, pk: int) -> Response:
    found = cup_or_404(membership, pk)
    if request.method == "DELETE":
        cups.delete(found, by=membership.user)
        return Response(status=204)
    if request.method == "PATCH":
        wanted = envelope(forms.ChangedCup, request)
        found = cups.change(found, by=membership.user, now=timezone.now(), **wanted)
    return Response(cup_data(found))


@extend_schema(request=forms.CupEnd, responses={200: forms.CupAnswer, **REFUSED}, summary="End it, or let it go on")
@club_api(POST="direct")
def end(request: Request, membership: Membership, pk: int) -> Response:
    found, ended = cup_or_404(membership, pk), envelope(forms.CupEnd, request)["ended"]
    found = cups.end(found, by=membership.user, now=timezone.now(), ended=ended)
    return Response(cup_data(found))


@extend_schema(
    request=Seen,
    responses={200: forms.CupAnswer, **CONFLICT},
    summary="Another public address; the one before leads nowhere any more",
)
@club_api(POST="direct")
@conflicts
def secret(request: Request, membership: Membership, pk: int) -> Response:
    found, wanted = cup_or_404(membership, pk), envelope(Seen, request)
    return Response(cup_data(cups.new_secret(found, by=membership.user, now=timezone.now(), seen=wanted.get("seen"))))


# --- rules -----------------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.CupVersion(many=True)}, summary="Every version of the rules",
               operation_id="v1_clubs_cups_rules_list")  # fmt: skip
@extend_schema(
    methods=["POST"],
    request=forms.WantedRules,
    responses={201: forms.CupVersion, **CONFLICT, **REFUSED},
    summary="Other rules from a day on; the same from the same day again are the version there is",
)
@club_api(GET="see", POST="direct")
@conflicts
def rules(request: Request, membership: Membership, pk: int) -> Response:
    found = cup_or_404(membership, pk)
    if request.method == "GET":
        return Response([version_data(one) for one in found.versions.order_by("number")])
    wanted = envelope(forms.WantedRules, request)
    made = cup_versions.change_rules(found, by=membership.user, now=timezone.now(), **wanted)
    return Response(version_data(made), status=201)


def version_data(one: Any) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in ("number", "from_day", "rules", "at")}
    return {**told, "counted": words.rules_lines(read(one.rules)[0])}


@extend_schema(
    request=forms.WantedRules,
    responses={200: forms.CupMove(many=True), **REFUSED},
    summary="Whose place or total would be another by these rules; nothing is written",
)
@club_api(POST="direct")
def rules_preview(request: Request, membership: Membership, pk: int) -> Response:
    found, wanted = cup_or_404(membership, pk), envelope(forms.WantedRules, request)
    moves = cup_versions.preview(found, wanted["rules"], wanted["from_day"])
    names = Names(found, [one.person for one in moves], inside=True)
    sees = sees_of(membership, newest_rules(found))
    return Response(
        [
            {
                "player": one.person,
                "name": names[one.person],
                "before": standing_data(one.before),
                "after": standing_data(one.after),
            }
            for one in moves
            if names.seen(one.person, sees)
        ]
    )


def standing_data(line: Line | None) -> Mapping[str, Any] | None:
    return None if line is None else {name: getattr(line, name) for name in ("place", "shared", "sum", "by")}


# --- the final -------------------------------------------------------------------------------------------------------


@extend_schema(
    request=forms.CupFinal,
    responses={200: forms.CupFinalAnswer, **CONFLICT, **REFUSED},
    summary="Announce whoever has qualified at a tournament of the club; twice is once",
)
@club_api(POST="direct")
@conflicts
def final(request: Request, membership: Membership, pk: int) -> Response:
    found, wanted = cup_or_404(membership, pk), envelope(forms.CupFinal, request)
    done = cup_final.take_over(found, by=membership.user, now=timezone.now(), **wanted)
    return Response({"numbers": [one.number for one in done.cards], "before": done.before})
