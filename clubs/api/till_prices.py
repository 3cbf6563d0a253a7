"""The API of prices, of counting the box and of the share-out."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api import till_forms as forms
from clubs.api.door import club_api, envelope
from clubs.api.till import PERIOD, REFUSED, booked_data, period
from clubs.models import Club, Membership, Player, Tariff
from clubs.names import name_for
from clubs.services import by_hand, share_out, tariffs, till


def tariff_data(tariff: Tariff) -> dict[str, Any]:
    names = ("id", "kind", "name", "first", "cents", "further_cents")
    return {**{name: getattr(tariff, name) for name in names}, "archived": tariff.archived_at is not None}


def tariff_or_404(club: Club, pk: int) -> Tariff:
    tariff = Tariff.objects.select_related("club").filter(club=club, pk=pk).first()
    if tariff is None:
        raise NotFound
    return tariff


@extend_schema(methods=["GET"], responses={200: forms.TariffAnswer(many=True)}, summary="All prices")
@extend_schema(
    methods=["POST"],
    request=forms.NewTariff,
    responses={201: forms.TariffAnswer, **REFUSED},
    summary="Add a price; the same again is the one there is",
)
@club_api(GET="see_till", POST="till")
def prices(request: Request, membership: Membership) -> Response:
    if request.method == "POST":
        tariff = tariffs.add_tariff(membership.club, by=membership.user, **envelope(forms.NewTariff, request))
        return Response(tariff_data(tariff), status=201)
    return Response([tariff_data(one) for one in Tariff.objects.filter(club=membership.club)])


@extend_schema(
    methods=["PUT"],
    request=forms.TariffForm,
    responses={200: forms.TariffAnswer, **REFUSED},
    summary="Change a price for new bookings",
)
@extend_schema(
    methods=["PATCH"],
    request=forms.Archiving,
    responses={200: forms.TariffAnswer, **REFUSED},
    summary="Put a price away, or fetch it back",
)
@club_api(PUT="till", PATCH="till")
def price(request: Request, membership: Membership, pk: int) -> Response:
    tariff = tariff_or_404(membership.club, pk)
    if request.method == "PUT":
        tariff = tariffs.change_tariff(tariff, by=membership.user, **envelope(forms.TariffForm, request))
    else:
        tariffs.archive_tariff(tariff, by=membership.user, back=not envelope(forms.Archiving, request)["archived"])
        tariff.refresh_from_db()
    return Response(tariff_data(tariff))


# --- cash ----------------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.CashAnswer}, summary="What must be in the box")
@extend_schema(
    methods=["POST"],
    request=forms.Counting,
    responses={200: forms.BookingAnswer(many=True), **REFUSED},
    summary="Count the box: the difference is booked",
)
@club_api(GET="see_till", POST="till")
def cash(request: Request, membership: Membership) -> Response:
    club = membership.club
    if request.method == "GET":
        return Response({"cash": till.cash_in_box(club), "to_share": share_out.to_share(club)})
    counted = by_hand.count_cash(club, by=membership.user, **envelope(forms.Counting, request))
    return Response(booked_data(club, [counted]))


# --- the share-out -------------------------------------------------------------------------------------------------


@extend_schema(
    parameters=PERIOD,
    responses={200: forms.AttendedAnswer(many=True), **REFUSED},
    summary="Who was there how many evenings between two days; default: this year",
)
@club_api(GET="see_till")
def attended(request: Request, membership: Membership) -> Response:
    start, end = period(request, membership.club)
    who = queries.people_of(membership.club)
    evenings = share_out.evenings_attended(membership.club, who, start, end)
    people = queries.in_order(who[pk] for pk in evenings)
    return Response(
        [
            {
                "player": one.pk,
                "name": name_for(one, inside=True),
                "guest": one.guest,
                "evenings": evenings[one.pk],
            }
            for one in people
        ]
    )


def weights_of(club: Club, wanted: dict[str, Any]) -> list[tuple[Player, int | str]]:
    who = queries.people_of(club)
    return [(who.get(one["player"]) or Player(pk=one["player"]), one["evenings"]) for one in wanted["weights"]]


@extend_schema(
    request=forms.SharePlan,
    responses={200: forms.ShareAnswer(many=True), **REFUSED},
    summary="What everybody would get, by largest remainder; books nothing",
)
@club_api(POST="see_till")
def plan(request: Request, membership: Membership) -> Response:
    wanted, club = envelope(forms.SharePlan, request), membership.club
    shares = share_out.preview(club, cents=wanted["cents"], weights=weights_of(club, wanted), seen=wanted.get("seen"))
    return Response(
        [
            {
                "player": one.player.pk,
                "name": name_for(one.player, inside=True),
                "evenings": one.weight,
                "cents": one.cents,
            }
            for one in shares
        ]
    )


@extend_schema(
    request=forms.ShareOut,
    responses={201: forms.BookingAnswer(many=True), **REFUSED},
    summary="Share out, all or nothing, once",
)
@club_api(POST="till")
def share(request: Request, membership: Membership) -> Response:
    wanted, club = envelope(forms.ShareOut, request), membership.club
    booked = share_out.share_out(
        club,
        by=membership.user,
        token=wanted["token"],
        day=wanted.get("day") or till.today(club),
        cents=wanted["cents"],
        weights=weights_of(club, wanted),
        seen=wanted.get("seen"),
        paid=wanted.get("paid", True),
        note=wanted.get("note", ""),
    )
    return Response(booked_data(club, booked), status=201)
