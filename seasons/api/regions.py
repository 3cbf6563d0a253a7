"""The API of regions: the same use cases as the pages."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from seasons.api import ratings_forms as forms
from seasons.models import Region, RegionClub
from seasons.services import regions as use_cases
from seasons.services.regions import regions_of

REFUSED = {422: RefusedAnswer}


def region_data(region: Region, membership: Membership) -> dict[str, Any]:
    return regions_data([region], membership)[0]


def regions_data(regions: Iterable[Region], membership: Membership) -> list[dict[str, Any]]:
    """With clubs and ratings, which are read once for all of them."""
    found, directs = list(regions), may(membership, "direct")
    prefetch_related_objects(found, "members__club", "ratings")
    return [
        {
            "id": one.pk,
            "name": one.name,
            "made_by": one.club_id,
            "clubs": [
                {"id": member.club.pk, "name": member.club.name}
                for member in sorted(one.members.all(), key=attrgetter("pk"))
            ],
            "ratings": sorted(rating.pk for rating in one.ratings.all()),
            "secret": one.secret if directs and one.club_id == membership.club_id else "",
        }
        for one in found
    ]


def region_or_404(membership: Membership, pk: int, *, own: bool = False) -> Region:
    found = regions_of(membership.club).filter(pk=pk).first()
    if found is None or (own and found.club_id != membership.club_id):
        raise NotFound
    return found


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_regions_list",
    responses={200: forms.RegionAnswer(many=True)},
    summary="The regions that a club is in",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewRegion,
    responses={201: forms.RegionAnswer, **REFUSED},
    summary="Make a region; sent again it gets the first answer",
)
@club_api(GET="see", POST="direct")
def region_list(request: Request, membership: Membership) -> Response:
    if request.method == "GET":
        return Response(regions_data(regions_of(membership.club), membership))
    wanted = envelope(forms.NewRegion, request)
    made = use_cases.create(membership.club, by=membership.user, now=timezone.now(), **wanted)
    return Response(region_data(made, membership), status=201)


@extend_schema(methods=["GET"], responses={200: forms.RegionAnswer}, summary="One region")
@extend_schema(methods=["DELETE"], responses={204: None}, summary="Dissolve a region that your club has made")
@club_api(GET="see", DELETE="direct")
def region(request: Request, membership: Membership, pk: int) -> Response:
    if request.method == "DELETE":
        use_cases.dissolve(region_or_404(membership, pk, own=True), by=membership.user)
        return Response(status=204)
    return Response(region_data(region_or_404(membership, pk), membership))


@extend_schema(
    request=forms.JoinRegion,
    responses={200: forms.RegionAnswer, **REFUSED},
    summary="Join the region of this secret; in it already is fine too",
)
@club_api(POST="direct")
def join(request: Request, membership: Membership) -> Response:
    secret = envelope(forms.JoinRegion, request)["secret"]
    joined = use_cases.join(membership.club, by=membership.user, secret=secret, now=timezone.now())
    return Response(region_data(joined, membership))


@extend_schema(request=None, responses={204: None, **REFUSED}, summary="Leave a region that another club has made")
@club_api(POST="direct")
def leave(request: Request, membership: Membership, pk: int) -> Response:
    use_cases.leave(membership.club, by=membership.user, region=region_or_404(membership, pk), now=timezone.now())
    return Response(status=204)


@extend_schema(
    request=forms.PutOut,
    responses={200: forms.RegionAnswer, **REFUSED},
    summary="Put a club out of a region that yours has made; the secret becomes another",
)
@club_api(POST="direct")
def put_out(request: Request, membership: Membership, pk: int) -> Response:
    found, club = region_or_404(membership, pk, own=True), envelope(forms.PutOut, request)["club"]
    member = RegionClub.objects.select_related("club").filter(region=found, club=club).first()
    if member is None:
        raise Refused(Problem("region_club_unknown", "club"))
    use_cases.put_out(found, by=membership.user, club=member.club, now=timezone.now())
    return Response(region_data(region_or_404(membership, pk), membership))
