"""The API of the till: the same use cases as the pages."""

from datetime import date
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api import till_forms as forms
from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.forms.numbers import day_typed, plain_number
from clubs.models import Booking, Club, Evening, Membership, Player, Tariff
from clubs.names import name_for
from clubs.services import by_hand, till
from clubs.services.core import Problem, Refused
from clubs.services.till_list import Listed, bookings_of, listed
from clubs.services.till_report import account_of, report

ON_A_PAGE = 100
REFUSED = {422: RefusedAnswer}
PERIOD = [OpenApiParameter("start", date, required=False), OpenApiParameter("end", date, required=False)]


def booking_data(row: Listed, who: dict[int, Player]) -> dict[str, Any]:
    booking = row.booking
    plain = ("id", "kind", "cash", "balance", "day", "count", "note", "at")
    return {
        **{name: getattr(booking, name) for name in plain},
        "player": who[booking.player_id].pk if booking.player_id else None,
        "name": row.name or None,
        "evening": booking.evening_id,
        "tariff": booking.tariff_id,
        "reverses": booking.reverses_id,
        "reversed_by": row.reversed_by,
    }


def booked_data(club: Club, rows: list[Booking]) -> list[dict[str, Any]]:
    """Fresh rows, so that a first answer says what has become of them."""
    who = queries.people_of(club)
    fresh = Booking.objects.filter(pk__in=[row.pk for row in rows]).order_by("number")
    return [booking_data(row, who) for row in listed(fresh, who)]


def person_or_404(club: Club, pk: int) -> Player:
    player = queries.person_of(club, pk)
    if player is None:
        raise NotFound
    return player


def whoever(club: Club, who: dict[int, Player], pk: int | None) -> Player | None:
    """The person of this id; a stand-in for the use case to refuse where the club knows none."""
    return None if pk is None else who.get(pk) or Player(pk=pk)


# --- bookings ------------------------------------------------------------------------------------------------------


@extend_schema(
    methods=["GET"],
    parameters=[OpenApiParameter("before", int, required=False, description="Only bookings of smaller ids.")],
    responses={200: forms.BookingPage},
    summary="Bookings, latest first",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewBookings,
    responses={201: forms.BookingAnswer(many=True), **REFUSED},
    summary="Book lines, all or none; sent again it gets the first answer",
)
@club_api(GET="see_till", POST="till")
def bookings(request: Request, membership: Membership) -> Response:
    club = membership.club
    who = queries.people_of(club)
    if request.method == "GET":
        before = plain_number(request.query_params.get("before", "")) or None
        rows = bookings_of(club, who, most=ON_A_PAGE, before=before)
        page = [booking_data(row, who) for row in rows[:ON_A_PAGE]]
        return Response({"bookings": page, "next": page[-1]["id"] if len(rows) > ON_A_PAGE else None})
    wanted = envelope(forms.NewBookings, request)
    evening = evening_of(club, wanted.get("evening"))
    tariffs = {one.pk: one for one in Tariff.objects.filter(club=club)}
    entries = [
        by_hand.Entry(
            kind=line["kind"],
            player=whoever(club, who, line.get("player")),
            cents=line.get("cents", ""),
            tariff=tariffs.get(line["tariff"]) or Tariff(pk=line["tariff"]) if line.get("tariff") else None,
            count=line.get("count", 0),
            note=line.get("note", ""),
        )
        for line in wanted["lines"]
    ]
    booked = by_hand.book_by_hand(
        club,
        by=membership.user,
        token=wanted["token"],
        day=wanted.get("day") or (evening.day if evening else till.today(club)),
        entries=entries,
        evening=evening,
        paid=wanted.get("paid", False),
    )
    return Response(booked_data(club, booked), status=201)


def evening_of(club: Club, pk: int | None) -> Evening | None:
    if pk is None:
        return None
    evening = Evening.objects.filter(club=club, pk=pk).first()
    if evening is None:
        raise Refused(Problem("evening_elsewhere", "evening"))
    return evening


@extend_schema(
    request=forms.Reversal,
    responses={200: forms.BookingAnswer(many=True), **REFUSED},
    summary="Reverse a booking; nothing is ever deleted",
)
@club_api(POST="till")
def reverse(request: Request, membership: Membership, pk: int) -> Response:
    wanted, club = envelope(forms.Reversal, request), membership.club
    ids = list(dict.fromkeys([pk, *wanted.get("together", [])]))
    found = {one.pk: one for one in Booking.objects.select_related("club").filter(club=club, pk__in=ids)}
    if pk not in found:
        raise NotFound
    if len(found) < len(ids):
        raise Refused(Problem("booking_elsewhere", "together"))
    reversals = till.reverse_all([found[one] for one in ids], by=membership.user, token=wanted["token"])
    return Response(booked_data(club, reversals))


# --- balances ------------------------------------------------------------------------------------------------------


@extend_schema(
    operation_id="v1_clubs_till_balances_list",
    responses={200: forms.BalancesAnswer},
    summary="Cash in the box, and the balance of everybody",
)
@club_api(GET="see_till")
def balances(request: Request, membership: Membership) -> Response:
    club = membership.club
    who = queries.people_of(club)
    sums = sorted(till.balances(club, who).items(), key=lambda one: (one[1], one[0]))
    rows = [{"player": pk, "name": name_for(who[pk], inside=True), "balance": cents} for pk, cents in sums]
    return Response({"cash": till.cash_in_box(club), "balances": rows})


@extend_schema(
    request=forms.Settling,
    responses={200: forms.BookingAnswer(many=True), **REFUSED},
    summary="All paid: what is owed was paid in, or paid out, in cash today",
)
@club_api(POST="till")
def settle(request: Request, membership: Membership, pk: int) -> Response:
    wanted, club = envelope(forms.Settling, request), membership.club
    player = person_or_404(club, pk)
    return Response(booked_data(club, [by_hand.settle_up(club, by=membership.user, player=player, **wanted)]))


@extend_schema(responses={200: forms.AccountAnswer}, summary="The account of one person, line by line")
@club_api(GET="see_till")
def account(request: Request, membership: Membership, pk: int) -> Response:
    return Response(account_data(membership.club, person_or_404(membership.club, pk)))


@extend_schema(responses={200: forms.AccountAnswer}, summary="Your own account with the club")
@club_api(GET="be_oneself")
def mine(request: Request, membership: Membership) -> Response:
    if membership.player_id is None:
        raise NotFound
    return Response(account_data(membership.club, person_or_404(membership.club, membership.player_id)))


def account_data(club: Club, player: Player) -> dict[str, Any]:
    lines, who = account_of(club, player), queries.people_of(club)
    rows = listed((line.booking for line in lines), who)
    return {
        "player": player.pk,
        "name": name_for(player, inside=True),
        "balance": lines[-1].balance if lines else 0,
        "lines": [
            {"booking": booking_data(row, who), "balance": line.balance} for row, line in zip(rows, lines, strict=True)
        ],
    }


# --- the report ----------------------------------------------------------------------------------------------------


@extend_schema(
    parameters=PERIOD,
    responses={200: forms.ReportAnswer, **REFUSED},
    summary="The treasurer's report of a period; default: this year",
)
@club_api(GET="see_till")
def report_of(request: Request, membership: Membership) -> Response:
    club = membership.club
    start, end = period(request, club)
    found = report(club, start=start, end=end)
    plain = ("start", "end", "opening", "came_in", "went_out", "closing", "charges", "adds_up")
    people = [
        {
            "player": one.player.pk,
            "name": name_for(one.player, inside=True),
            "opening": one.opening,
            "booked": one.booked,
            "closing": one.closing,
        }
        for one in found.accounts
    ]
    sides = {name: list(getattr(found, name)) for name in ("owed_to_club", "owed_by_club", "own")}
    return Response({**{name: getattr(found, name) for name in plain}, **sides, "people": people})


def period(request: Request, club: Club) -> tuple[date, date]:
    """The days asked for, else the club's year; refused where they are none, or the wrong way round."""
    year, asked = till.today(club).year, request.query_params
    typed = {
        name: day_typed(asked[name]) if name in asked else usual
        for name, usual in (("start", date(year, 1, 1)), ("end", date(year, 12, 31)))
    }
    problems = [Problem("no_day", name) for name, day in typed.items() if day is None]
    start, end = typed["start"], typed["end"]
    if start and end and start <= end:
        return start, end
    raise Refused(*(problems or [Problem("days_crossed", "end")]))
