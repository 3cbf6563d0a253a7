"""The API of ratings: the same use cases as the pages."""

from dataclasses import replace
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
from clubs.services.core import Problem, Refused
from seasons.api import ratings_forms as forms
from seasons.api.rankings import state_data
from seasons.api.rankings_forms import Seen
from seasons.messages import ratings as words
from seasons.models import Rating, Region
from seasons.services import ratings as use_cases
from seasons.services.boards import state_of
from seasons.services.rated_people import who_is_who
from seasons.services.rating_lines import Names, course_of, lines_of, names_in
from seasons.services.rating_lines import Shown as Line
from seasons.services.ratings import About, RatingMoved, board_of, may_manage, ratings_of, said_of

REFUSED = {422: RefusedAnswer}
CONFLICT = {409: forms.RatingConflict}


def rating_data(rating: Rating) -> dict[str, Any]:
    plain = ("game", "provisional", "public", "seq")
    return {
        "id": rating.pk,
        "region": rating.region_id,
        **{name: getattr(rating, name) for name in plain},
        "secret": rating.secret if rating.public else "",
        "how": words.how(rating),
    }


def rating_or_404(membership: Membership, pk: int, *, manage: bool = False) -> Rating:
    found = ratings_of(membership.club).filter(pk=pk).first()
    if found is None or (manage and not may_manage(membership.club, found)):
        raise NotFound
    return found


def moved(error: RatingMoved) -> Response:
    problems = messages.problem_data([Problem("rating_moved")])
    return Response({"problems": problems, "now": rating_data(error.now)}, status=409)


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_ratings_list",
    responses={200: forms.RatingAnswer(many=True)},
    summary="The ratings of a club and of its regions",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewRating,
    responses={201: forms.RatingAnswer, **REFUSED},
    summary="Rate a game, from its first closed sheet on; on already is fine too",
)
@club_api(GET="see", POST="direct")
def rating_list(request: Request, membership: Membership) -> Response:
    if request.method == "GET":
        return Response([rating_data(one) for one in ratings_of(membership.club)])
    wanted = envelope(forms.NewRating, request)
    game, asked = wanted.pop("game"), wanted.pop("region", None)
    region = None if asked is None else Region.objects.filter(club=membership.club, pk=asked).first()
    if asked is not None and region is None:
        raise Refused(Problem("region_elsewhere", "region"))
    made = use_cases.switch_on(
        membership.club, by=membership.user, game=game, about=About(**wanted), now=timezone.now(), region=region
    )
    return Response(rating_data(made), status=201)


@extend_schema(methods=["GET"], responses={200: forms.RatingAnswer}, summary="One rating, and how it is computed")
@extend_schema(
    methods=["PATCH"],
    request=forms.ChangedRating,
    responses={200: forms.RatingAnswer, **REFUSED, **CONFLICT},
    summary="Change it",
)
@extend_schema(
    methods=["DELETE"], responses={204: None}, summary="Switch it off; on again, all figures are there again"
)
@club_api(GET="see", PATCH="direct", DELETE="direct")
def rating(request: Request, membership: Membership, pk: int) -> Response:
    found = rating_or_404(membership, pk, manage=request.method in ("PATCH", "DELETE"))
    if request.method == "DELETE":
        use_cases.switch_off(found, by=membership.user)
        return Response(status=204)
    if request.method == "PATCH":
        wanted = envelope(forms.ChangedRating, request)
        seen = wanted.pop("seen", None)
        try:
            about = replace(said_of(found), **wanted)
            found = use_cases.change(found, by=membership.user, about=about, seen=seen, now=timezone.now())
        except RatingMoved as error:
            return moved(error)
    return Response(rating_data(found))


@extend_schema(
    request=Seen,
    responses={200: forms.RatingAnswer, **REFUSED, **CONFLICT},
    summary="Another public address; the one before leads nowhere any more",
)
@club_api(POST="direct")
def secret(request: Request, membership: Membership, pk: int) -> Response:
    found = rating_or_404(membership, pk, manage=True)
    try:
        changed = use_cases.new_secret(found, by=membership.user, seen=envelope(Seen, request).get("seen"))
    except RatingMoved as error:
        return moved(error)
    return Response(rating_data(changed))


@extend_schema(
    responses={200: forms.RatingBoardAnswer},
    summary="The table, and how it stands: asking for it also sets a computation going where one is due",
)
@club_api(GET="see")
def board(request: Request, membership: Membership, pk: int) -> Response:
    found = rating_or_404(membership, pk)
    there = board_of(found)
    state = state_of(there, now=timezone.now())
    lines = lines_of(found, there, who_is_who(found), membership.club)
    rows = [row_data(one) for one in lines.shown]
    return Response({"state": state_data(state), "since": lines.since, "rows": rows})


def row_data(line: Line) -> dict[str, Any]:
    plain = ("place", "shared", "outside", "figure", "margin", "certain", "games", "moved")
    return {
        **{name: getattr(line, name) for name in plain},
        "person": line.person if line.named.page else None,
        "name": line.named.name,
        "club": line.named.club,
    }


@extend_schema(
    responses={200: forms.RatingPersonAnswer},
    summary="One person day by day, and how often they won with and against whom, held against what was expected",
)
@club_api(GET="see")
def person(request: Request, membership: Membership, pk: int, player: int) -> Response:
    found = rating_or_404(membership, pk)
    who = who_is_who(found)
    real = who.person(player)
    if real is None:
        raise NotFound
    course = course_of(found, who, real)
    names = names_in(found, board_of(found), who, [real, *course.meetings], membership.club)
    named = names.get(real)
    if named is None or not named.page or not course.steps:
        raise NotFound
    meetings = sorted(course.meetings.items())
    return Response({
        "person": real,
        "name": named.name,
        "club": named.club,
        "steps": [{name: getattr(one, name) for name in one.__slots__} for one in course.steps],
        "partners": [
            meeting_data(names, other, had.together, had.won, had.expected) for other, had in meetings if had.together
        ],
        "opponents": [
            meeting_data(names, other, had.against, had.beat, had.expected_beat)
            for other, had in meetings
            if had.against
        ],
    })  # fmt: skip


def meeting_data(names: Names, other: int, games: int, won: int, expected: int) -> dict[str, Any]:
    named = names.get(other)
    return {
        "person": other if named and named.page else None,
        "name": named.name if named else "",
        "games": games,
        "won": won,
        "expected": expected,
    }
