"""The API of the desk's cash and of bans: the same use cases as the pages."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.api.till import booked_data
from clubs.api.till_forms import BookingAnswer
from clubs.models import Booking, Membership, Player
from clubs.services.core import Problem, Refused
from clubs.services.till import today
from tournaments.api import card_forms as forms
from tournaments.api.door import tournament_api
from tournaments.models import Ban, Tournament
from tournaments.services import bans
from tournaments.services import cash as desk

REFUSED = {422: RefusedAnswer}
BOOKED = {200: BookingAnswer, **REFUSED}
FIGURES = (
    *("takings", "fees", "buys", "paid_cards", "bought", "booked", "elsewhere", "to_book", "handed_out", "in_box"),
)


@extend_schema(responses={200: forms.DeskCashAnswer}, summary="What came in over the desk, and what is still open")
@tournament_api(GET="score")
def cash(request: Request, membership: Membership, tournament: Tournament) -> Response:
    found = desk.cash_of(tournament)
    parts = {name: getattr(found.parts, name) for name in ("pool", "club", "food", "other")}
    numbers = [card.number for card in desk.open_cards(tournament)]
    return Response({name: getattr(found, name) for name in FIGURES} | {"parts": parts, "open": numbers})


@extend_schema(request=forms.DeskBook, responses=BOOKED, summary="Book to the till what it has not got yet")
@tournament_api(POST="till")
def book(request: Request, membership: Membership, tournament: Tournament) -> Response:
    booking = desk.book(tournament, by=membership.user, **envelope(forms.DeskBook, request))
    return Response(booked_data(membership.club, [booking])[0])


@extend_schema(request=forms.DeskTakeBack, responses=BOOKED, summary="Reverse such a booking; it can be booked again")
@tournament_api(POST="till")
def take_back(request: Request, membership: Membership, tournament: Tournament) -> Response:
    wanted = envelope(forms.DeskTakeBack, request)
    booking = Booking.objects.filter(club=membership.club, pk=wanted["booking"]).select_related("club").first()
    if booking is None:
        raise Refused(Problem("booking_not_of_desk", "booking"))
    reversal = desk.take_back(booking, tournament, by=membership.user, token=wanted["token"])
    return Response(booked_data(membership.club, [reversal])[0])


@extend_schema(
    request=forms.DeskCount,
    responses={200: forms.DeskCountAnswer, **REFUSED},
    summary="Put on record what lay on the desk",
)
@tournament_api(POST="score")
def count(request: Request, membership: Membership, tournament: Tournament) -> Response:
    written = desk.counted(tournament, by=membership.user, **envelope(forms.DeskCount, request))
    return Response({name: written.after[name] for name in ("expected", "counted", "difference")})


# --- bans ----------------------------------------------------------------------------------------------------------


def ban_data(one: Ban, who: dict[int, Player]) -> dict[str, Any]:
    real = who[one.player_id]
    plain = {"id": one.pk, "reason": one.reason, "until": one.until}
    return plain | {"player": real.pk, "name": real.name, "lifted": one.lifted_at is not None}


@extend_schema(methods=["GET"], responses={200: forms.BanAnswer(many=True)}, summary="Bans that hold today")
@extend_schema(
    methods=["POST"],
    request=forms.NewBan,
    responses={201: forms.BanAnswer, **REFUSED},
    summary="Ban somebody from the club's tournaments",
)
@club_api(GET="score", POST="direct")
def all_bans(request: Request, membership: Membership) -> Response:
    club = membership.club
    who = queries.people_of(club)
    if request.method == "GET":
        return Response([ban_data(one, who) for one in bans.in_force(club, today(club))])
    wanted = {"until": None} | envelope(forms.NewBan, request)
    made = bans.ban(club, by=membership.user, today=today(club), **wanted)
    return Response(ban_data(made, who), status=201)


@extend_schema(request=None, responses={200: forms.BanAnswer}, summary="Lift a ban; twice is once")
@club_api(POST="direct")
def lift(request: Request, membership: Membership, ban: int) -> Response:
    found = Ban.objects.filter(club=membership.club, pk=ban).select_related("club", "player").first()
    if found is None:
        raise NotFound
    lifted = bans.lift(found, by=membership.user, now=timezone.now())
    return Response(ban_data(lifted, queries.people_of(membership.club)))
