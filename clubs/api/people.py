"""The API of people: list, add, change, leave and return, part, claims, import and export, oneself."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages, queries
from clubs.api import people_serializers as forms
from clubs.api.door import club_api, envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Claim, Club, Membership, Player
from clubs.names import name_for, public_name
from clubs.permissions import fields_allowed, may
from clubs.services.claims import ask_claim, cut_link, may_answer, may_withdraw, offer_claim, withdraw_claim
from clubs.services.columns import Row
from clubs.services.core import Problem, Refused
from clubs.services.exporting import as_csv, as_xlsx
from clubs.services.importing import bring_in, plan
from clubs.services.mails_wanted import want_mails
from clubs.services.merging import part as part_again
from clubs.services.people import add_player, change_player, set_left, spoken
from clubs.services.spreadsheets import CSV, XLSX
from clubs.services.till import balances


def person_data(player: Player, membership: Membership, aliases: list[Player] | None = None) -> dict[str, Any]:
    names = ["nickname", "place", "guest", "shown", "money_shown", "rated", "left_at"]
    if may(membership, "see_till") or membership.player_id == player.pk:
        names.append("iban")
    return {
        "id": player.pk,
        "name": name_for(player, inside=True),
        "public_name": public_name(player),
        "also_known_as": [{"id": one.pk, "name": name_for(one, inside=True)} for one in aliases or ()],
        **{name: getattr(player, name) for name in names},
    }


def wanted(club: Club, pk: int) -> Player:
    """Who the address means, as they are now; nobody who was erased."""
    player = queries.person_of(club, pk)
    if player is None or player.erased_at is not None:
        raise NotFound
    return player


# --- people --------------------------------------------------------------------------------------------------------


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_people_list",
    responses={200: forms.PersonAnswer(many=True)},
    summary="The people of a club, also those who left",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewPerson,
    responses={201: forms.PersonAnswer, 422: forms.MaybeTheSame},
    summary="Add somebody; the same again within a minute is the same person",
)
@club_api(GET="see", POST="score")
def people(request: Request, membership: Membership) -> Response:
    club = membership.club
    if request.method == "GET":
        aliases = queries.other_names(club)
        everybody = {one.pk: one for one in queries.people_of(club).values() if one.erased_at is None}
        found = queries.in_order(everybody.values())
        return Response([person_data(one, membership, aliases.get(one.pk)) for one in found])
    fields = fields_allowed(membership, envelope(forms.NewPerson, request))
    try:
        player = add_player(club, by=membership.user, now=timezone.now(), **fields)
    except Refused as error:
        who = queries.people_of(club)
        alike = {pk: who[pk] for problem in error.problems for pk in problem.figures.get("candidates", ())}
        candidates = [{"id": one.pk, "name": name_for(one, inside=True)} for one in alike.values()]
        return Response({"problems": messages.problem_data(error.problems), "candidates": candidates}, status=422)
    return Response(person_data(player, membership), status=201)


@extend_schema(methods=["GET"], responses={200: forms.PersonAnswer}, summary="One of the people")
@extend_schema(
    methods=["PATCH"],
    request=forms.PersonChange,
    responses={200: forms.PersonAnswer, 422: RefusedAnswer},
    summary="Put right what is written of somebody",
)
@club_api(GET="see", PATCH="people")
def person(request: Request, membership: Membership, pk: int) -> Response:
    player = wanted(membership.club, pk)
    if request.method == "PATCH":
        fields = fields_allowed(membership, envelope(forms.PersonChange, request))
        player = change_player(player, by=membership.user, **fields)
    aliases = queries.other_names(membership.club).get(player.pk)
    return Response(person_data(player, membership, aliases))


@extend_schema(
    request=forms.Leaving, responses={200: forms.PersonAnswer, 422: RefusedAnswer}, summary="Somebody leaves or is back"
)
@club_api(POST="people")
def leave(request: Request, membership: Membership, pk: int) -> Response:
    left = envelope(forms.Leaving, request)["left"]
    player = set_left(wanted(membership.club, pk), by=membership.user, left=left, now=timezone.now())
    return Response(person_data(player, membership))


@extend_schema(
    request=None, responses={200: forms.PersonAnswer, 422: RefusedAnswer}, summary="Part a merged entry again"
)
@club_api(POST="people")
def part(request: Request, membership: Membership, pk: int) -> Response:
    alias = next((one for one in membership.club.players.all() if one.pk == pk), None)
    if alias is None:
        raise NotFound
    return Response(person_data(part_again(membership.club, alias=alias, by=membership.user), membership))


# --- claims --------------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.ClaimAnswer(many=True)}, summary="Open claims that concern you")
@extend_schema(
    methods=["POST"],
    request=forms.NewClaim,
    responses={201: forms.ClaimAnswer, 422: RefusedAnswer},
    summary="Say: this guest was me",
)
@club_api(GET="be_oneself", POST="be_oneself")
def claims(request: Request, membership: Membership) -> Response:
    if request.method == "GET":
        found = queries.open_claims(membership.club)
        if not may(membership, "people"):
            found = found.filter(membership=membership)
        return Response([claim_data(one, membership) for one in found])
    player = queries.person_of(membership.club, envelope(forms.NewClaim, request)["player"])
    if player is None:
        raise Refused(Problem("no_such_person", "player"))
    return Response(claim_data(ask_claim(membership, player, by=membership.user), membership), status=201)


@extend_schema(
    request=forms.ClaimOffer,
    responses={201: forms.ClaimAnswer, 422: RefusedAnswer},
    summary="Ask an account whether it is this person",
)
@club_api(POST="people")
def offer(request: Request, membership: Membership, pk: int) -> Response:
    player, asked = wanted(membership.club, pk), envelope(forms.ClaimOffer, request)["account"]
    account = next((one for one in queries.accounts_of(membership.club) if one.pk == asked), None)
    if account is None:
        raise Refused(Problem("no_such_account", "account"))
    return Response(claim_data(offer_claim(account, player, by=membership.user), membership), status=201)


@extend_schema(request=None, responses={200: forms.PersonAnswer}, summary="An account is not this person after all")
@club_api(POST="people")
def cut(request: Request, membership: Membership, pk: int) -> Response:
    player = wanted(membership.club, pk)
    cut_link(player, by=membership.user)
    return Response(person_data(player, membership))


@extend_schema(request=None, responses={204: None, 422: RefusedAnswer}, summary="Take back a claim")
@club_api(POST="be_oneself")
def withdraw(request: Request, membership: Membership, pk: int) -> Response:
    found = Claim.objects.select_related("club", "player", "membership").filter(club=membership.club, pk=pk).first()
    if found is None or not may_withdraw(found, membership, people=may(membership, "people")):
        raise NotFound
    withdraw_claim(found, by=membership.user)
    return Response(status=204)


def claim_data(claim: Claim, membership: Membership) -> dict[str, Any]:
    people = may(membership, "people")
    asked = claim.membership
    return {
        "id": claim.pk,
        "player": claim.player_id,
        "person": name_for(claim.player, inside=True),
        "account": name_for(asked.player, inside=True) if asked.player else str(asked.user),
        "by_club": claim.by_club,
        "asked_at": claim.asked_at,
        "may_answer": claim.answered_at is None and may_answer(claim, membership, people=people),
        "may_withdraw": claim.answered_at is None and may_withdraw(claim, membership, people=people),
    }


# --- lists ---------------------------------------------------------------------------------------------------------


@extend_schema(
    request=forms.Import,
    responses={200: forms.ImportAnswer, 422: RefusedAnswer},
    summary="Bring in people: say what would happen, or do it",
)
@club_api(POST="people")
def bring(request: Request, membership: Membership) -> Response:
    asked, club = envelope(forms.Import, request), membership.club
    rows = [
        Row(number, spoken(one["name"]), nickname=one["nickname"], place=one["place"], guest=one["guest"])
        for number, one in enumerate(asked["rows"], start=1)
    ]
    if asked["confirm"]:
        added = bring_in(club, rows, by=membership.user, now=timezone.now(), sure=set(asked["sure"]))
        return Response({"rows": [], "added": [person_data(one, membership) for one in added]})
    planned = [
        {
            "row": one.row.number,
            "name": one.row.name,
            "what": one.what,
            "alike": [name_for(player, inside=True) for player in one.alike],
            "problems": messages.problem_data(one.problems),
        }
        for one in plan(club, rows)
    ]
    return Response({"rows": planned, "added": []})


@extend_schema(responses={(200, "text/csv"): OpenApiTypes.BINARY}, summary="The people as a file: csv or xlsx")
@club_api(GET="people")
def export(request: Request, membership: Membership, form: str) -> HttpResponse:
    if form not in EXPORTS:
        raise NotFound
    write, kind = EXPORTS[form]
    return HttpResponse(write(membership.club), content_type=kind)


EXPORTS = {
    "csv": (as_csv, CSV),
    "xlsx": (as_xlsx, XLSX),
}


# --- oneself -------------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.MyAnswer}, summary="Who you are in the club")
@extend_schema(
    methods=["PATCH"],
    request=forms.MyChange,
    responses={200: forms.MyAnswer, 422: RefusedAnswer},
    summary="How you are shown, and your IBAN",
)
@club_api(GET="be_oneself", PATCH="be_oneself")
def myself(request: Request, membership: Membership) -> Response:
    player = membership.player
    if request.method == "PATCH":
        wanted = envelope(forms.MyChange, request)
        if player is None:
            raise Refused(Problem("nobody_yet"))
        mails = wanted.pop("mails", membership.mails)
        player = change_player(player, by=membership.user, **wanted) if wanted else player
        want_mails(membership, wanted=mails)
    if player is None:
        return Response({"player": None, "balance": 0, "mails": membership.mails})
    aliases = queries.other_names(membership.club).get(player.pk)
    cents = balances(membership.club).get(player.pk, 0)
    return Response({"player": person_data(player, membership, aliases), "balance": cents, "mails": membership.mails})
