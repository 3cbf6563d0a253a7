"""The API of a club's evenings: open, who is there, tables, settlement, payments, adopting and opening again."""

from datetime import date
from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages as club_messages
from clubs import queries as club_queries
from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.forms.numbers import year_typed
from clubs.models import Evening, Membership, RuleVersion, Transfer
from clubs.names import alphabetical
from clubs.permissions import may
from clubs.services import evenings as club_evenings
from clubs.services.core import Problem, Refused
from scoring import queries
from scoring.api import evening_serializers as forms
from scoring.api.answers import conflict, refusal, sheet_data, written_data
from scoring.api.serializers import ConflictAnswer, Envelope, SheetAnswer, WrittenAnswer
from scoring.games import sheet as engine
from scoring.games.core import KITTY
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.services import attendance as attending
from scoring.services import evenings as use_cases
from scoring.services.adopt import adopt_sheet
from scoring.services.closing import reopen_sheet
from scoring.services.evenings import EveningMoved, Settlement, settlement_of
from scoring.services.fold import names_of
from scoring.services.record import Conflict, Write
from scoring.services.sheets import begin_sheet

DAY = OpenApiParameter("day", OpenApiTypes.DATE, OpenApiParameter.PATH, description="As 2026-03-03.")
SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
IN_EVENING = [SLUG, DAY]
YEAR = OpenApiParameter("year", OpenApiTypes.INT, description="Left out: the latest that had one.")


def evening_or_404(membership: Membership, day: date) -> Evening:
    found = club_queries.evening_on(membership.club, day)
    if found is None:
        raise NotFound
    return found


# --- evenings ------------------------------------------------------------------------------------------------------


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_evenings_list",
    parameters=[YEAR],
    responses={200: forms.EveningRow(many=True)},
    summary="The evenings of a year, latest first",
)
@extend_schema(methods=["POST"], request=forms.OpenEvening, responses={201: forms.EveningAnswer, 422: RefusedAnswer},
               summary="Open the evening that is on, or that of a past day; twice is once")  # fmt: skip
@club_api(GET="see", POST="score")
def evenings(request: Request, membership: Membership) -> Response:
    club = membership.club
    if request.method == "POST":
        given = envelope(forms.OpenEvening, request)
        opened = club_evenings.open_evening(club, by=membership.user, now=timezone.now(), **given)
        return Response(evening_data(opened, membership), status=201)
    years = club_queries.years_of(club)
    year = year_typed(request.query_params.get("year", "")) or (years[0] if years else None)
    found = club_queries.evenings_in(club, year) if year in years and year else []
    sheets, people = queries.sheets_by_evening(found), queries.there_by_evening(found)
    return Response([row_data(one, sheets.get(one.pk, 0), people.get(one.pk, 0)) for one in found])


@extend_schema(parameters=IN_EVENING, responses={200: forms.EveningAnswer}, summary="An evening with all its tables")
@club_api(GET="see")
def evening(_request: Request, membership: Membership, day: date) -> Response:
    return Response(evening_data(evening_or_404(membership, day), membership))


def row_data(found: Evening, sheets: int, people: int) -> dict[str, Any]:
    names = ("id", "day", "seq", "through_till", "opened_at", "closed_at")
    said = {name: getattr(found, name) for name in names}
    return {**said, "open": found.is_open, "sheets": sheets, "people": people}


def evening_data(found: Evening, membership: Membership) -> dict[str, Any]:
    tables = queries.sheets_of_evening(found)
    there = there_data(found)
    settled = None if found.is_open else settlement_data(settlement_of(found, tables), found)
    return {
        **row_data(found, len(tables), len(there)),
        "attendance": there,
        "tables": [table_data(one, writing=may(membership, "score")) for one in tables],
        "settlement": settled,
    }


def table_data(sheet: Sheet, *, writing: bool) -> dict[str, Any]:
    names = ["game", "status", "seq", "started_at", "closed_at", "watch_secret"]
    names += ["write_secret", "code"] if writing else []
    said = {name: getattr(sheet, name) for name in names}
    return {**said, "players": names_of(sheet), "hands": sheet.state["hands"]}


# --- who is there --------------------------------------------------------------------------------------------------


def there_data(found: Evening) -> list[dict[str, Any]]:
    who = club_queries.people_of(found.club)
    seated = {who[pk].pk for pk in queries.seated_at(found)}
    people = {who[pk].pk: who[pk] for pk in (*club_queries.there(found), *seated)}
    rows = [{"player": pk, "name": one.name, "seated": pk in seated} for pk, one in people.items()]
    return sorted(rows, key=lambda row: alphabetical(str(row["name"])))


@extend_schema(methods=["GET"], operation_id="v1_clubs_evenings_attendance_list", parameters=IN_EVENING,
               responses={200: forms.There(many=True)}, summary="Who is there")  # fmt: skip
@extend_schema(methods=["POST"], parameters=IN_EVENING, request=forms.NewGuest,
               responses={201: forms.There, 422: RefusedAnswer},
               summary="Somebody came along, by name; who is known is ticked, others become guests")  # fmt: skip
@club_api(GET="see", POST="score")
def attendance(request: Request, membership: Membership, day: date) -> Response:
    found = evening_or_404(membership, day)
    if request.method == "GET":
        return Response(there_data(found))
    given = envelope(forms.NewGuest, request)
    person = attending.add_guest(found, by=membership.user, now=timezone.now(), **given)
    return Response(next(row for row in there_data(found) if row["player"] == person.pk), status=201)


@extend_schema(methods=["PUT"], parameters=IN_EVENING, request=None,
               responses={200: forms.There(many=True), 422: RefusedAnswer}, summary="Somebody is there")  # fmt: skip
@extend_schema(methods=["DELETE"], parameters=IN_EVENING, responses={204: None, 422: RefusedAnswer},
               summary="Somebody is not there after all; who sits at a table is")  # fmt: skip
@club_api(PUT="score", DELETE="score")
def attends(request: Request, membership: Membership, day: date, pk: int) -> Response:
    found = evening_or_404(membership, day)
    attending.tick(found, player=pk, there=request.method == "PUT")
    return Response(there_data(found)) if request.method == "PUT" else Response(status=204)


# --- tables --------------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], operation_id="v1_clubs_evenings_sheets_list", parameters=IN_EVENING,
               responses={200: forms.EveningTable(many=True)}, summary="All tables of an evening")  # fmt: skip
@extend_schema(methods=["POST"], parameters=IN_EVENING, request=forms.TableToBegin,
               responses={201: SheetAnswer, 422: RefusedAnswer}, summary="Begin a sheet in an evening")  # fmt: skip
@club_api(GET="see", POST="score")
def sheets(request: Request, membership: Membership, day: date) -> Response:
    found = evening_or_404(membership, day)
    if request.method == "GET":
        writing = may(membership, "score")
        return Response([table_data(one, writing=writing) for one in queries.sheets_of_evening(found)])
    given = envelope(forms.TableToBegin, request)
    version = version_of(membership, given)
    if version is not None and not given.get("house_rules"):
        given["house_rules"] = version.house_rules
    try:
        begun = begin_sheet(**given, evening=found, rule_version=version)
    except engine.Refused as error:
        return refusal(error, game=GAMES.get(given["game"]))
    return Response(sheet_data(begun, writing=True), status=201)


def version_of(membership: Membership, given: dict[str, Any]) -> RuleVersion | None:
    """The latest version of the club's profile that was asked for; refused where there is none for this game."""
    profile = given.pop("profile", None)
    if profile is None:
        return None
    for version in queries.latest_versions(membership.club, given["game"]):
        if version.profile_id == profile:
            return version
    raise Refused(Problem("no_such_rules", "profile"))


@extend_schema(request=Envelope, responses={200: WrittenAnswer, 409: ConflictAnswer, 422: RefusedAnswer},
               summary="Open a closed sheet of the club again")  # fmt: skip
@club_api(POST="direct")
def reopen(request: Request, membership: Membership, secret: str) -> Response:
    sheet = queries.sheet_by_secret(secret)
    if sheet is None or sheet.club_id != membership.club_id:
        raise NotFound
    given = envelope(Envelope, request)
    try:
        write = Write(given["after_seq"], given["token"], given["device"])
        entry = reopen_sheet(sheet, write=write, by=membership)
    except engine.Refused as error:
        return refusal(error, sheet)
    except Conflict as error:
        return conflict(error)
    return Response(written_data(sheet, entry))


@extend_schema(request=forms.AdoptSheet, responses={200: forms.EveningTable, 422: RefusedAnswer},
               summary="Take a quick sheet into the club; twice is once")  # fmt: skip
@club_api(POST="direct")
def adopt(request: Request, membership: Membership) -> Response:
    given = envelope(forms.AdoptSheet, request)
    sheet = queries.sheet_to_write(given.pop("write_secret"))
    if sheet is None:
        raise NotFound
    taken = adopt_sheet(sheet, club=membership.club, by=membership.user, now=timezone.now(), **given)
    return Response(table_data(taken, writing=True))


# --- the end of the evening ----------------------------------------------------------------------------------------


def settlement_data(settlement: Settlement, found: Evening) -> dict[str, Any]:
    """What it comes to; of a closed evening with its payments as they were written."""
    shares = settlement.shares.values()
    problems = club_messages.problem_data(use_cases.against_closing(settlement))
    written = None if found.is_open else [payment_data(one) for one in club_queries.payments_of(found)]
    return {
        "seen": settlement.seen,
        "shares": [
            {
                "player": one.player.pk,
                "name": one.player.name,
                "kitty_cents": one.kitty,
                **{name: getattr(one, name) for name in ("sheets", "legs", "bummerl", "cents")},
            }
            for one in sorted(shares, key=lambda one: alphabetical(one.player.name))
        ],
        "kitty_cents": settlement.kitty,
        "for_money": settlement.for_money,
        "payments": proposed(settlement) if written is None else written,
        "problems": problems if found.is_open else [],
    }


def proposed(settlement: Settlement) -> list[dict[str, Any]]:
    real = {KITTY: None}
    return [
        {"payer": real.get(payer, payer), "receiver": real.get(receiver, receiver), "cents": cents}
        for payer, receiver, cents in settlement.payments()
    ]


def payment_data(transfer: Transfer) -> dict[str, Any]:
    return {
        "id": transfer.pk,
        "payer": transfer.payer_id,
        "receiver": transfer.receiver_id,
        "cents": transfer.cents,
        "paid_at": transfer.paid_at,
    }


@extend_schema(parameters=IN_EVENING, responses={200: forms.SettlementAnswer}, summary="What an evening comes to")
@club_api(GET="see")
def settlement(_request: Request, membership: Membership, day: date) -> Response:
    found = evening_or_404(membership, day)
    return Response(settlement_data(settlement_of(found), found))


@extend_schema(parameters=IN_EVENING, request=forms.CloseEvening,
               responses={200: forms.EveningAnswer, 409: forms.EveningConflict, 422: RefusedAnswer},
               summary="Settle an evening; twice is once")  # fmt: skip
@club_api(POST="score")
def close(request: Request, membership: Membership, day: date) -> Response:
    found = evening_or_404(membership, day)
    given = envelope(forms.CloseEvening, request)
    try:
        closed = use_cases.close_evening(found, by=membership.user, **given)
    except EveningMoved:
        return moved(membership, day)
    return Response(evening_data(closed, membership))


@extend_schema(parameters=IN_EVENING, request=forms.ReopenEvening,
               responses={200: forms.EveningAnswer, 409: forms.EveningConflict, 422: RefusedAnswer},
               summary="Open a settled evening again")  # fmt: skip
@club_api(POST="direct")
def reopen_evening(request: Request, membership: Membership, day: date) -> Response:
    found = evening_or_404(membership, day)
    given = envelope(forms.ReopenEvening, request)
    try:
        opened = use_cases.reopen_evening(found, by=membership.user, **given)
    except EveningMoved:
        return moved(membership, day)
    return Response(evening_data(opened, membership))


def moved(membership: Membership, day: date) -> Response:
    """Somebody else was quicker: the evening as it is now."""
    fresh = evening_or_404(membership, day)
    now = settlement_data(settlement_of(fresh), fresh)
    return Response({"code": "conflict", "evening": evening_data(fresh, membership), "settlement": now}, status=409)


@extend_schema(methods=["PUT"], parameters=IN_EVENING, request=None,
               responses={200: forms.PaymentAnswer, 422: RefusedAnswer}, summary="A payment was made")  # fmt: skip
@extend_schema(methods=["DELETE"], parameters=IN_EVENING, responses={200: forms.PaymentAnswer, 422: RefusedAnswer},
               summary="A payment was not made after all")  # fmt: skip
@club_api(PUT="score", DELETE="score")
def paid(request: Request, membership: Membership, day: date, pk: int) -> Response:
    found = evening_or_404(membership, day)
    transfer = Transfer.objects.select_related("payer", "receiver").filter(evening=found, pk=pk).first()
    if transfer is None:
        raise NotFound
    transfer.evening = found
    ticked = club_evenings.tick_transfer(transfer, paid=request.method == "PUT", by=membership.user)
    today = (one for one in club_queries.payments_of(found) if one.pk == ticked.pk)
    return Response(payment_data(next(today, ticked)))
