"""The API of people, as far as their sheets have a say: merging, answering claims, erasing, what is stored."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api.door import club_api, envelope
from clubs.api.people import claim_data, person_data, wanted
from clubs.api.people_serializers import ClaimAnswer, PersonAnswer
from clubs.api.serializers import RefusedAnswer
from clubs.models import Claim, Membership, Player
from clubs.permissions import may
from clubs.services.claims import answer_claim, may_answer
from clubs.services.core import Problem, Refused
from clubs.services.merging import merge as merge_people
from scoring.services.erase import erase_person
from scoring.services.merge import sat_together
from scoring.services.my_data import stored_about


class Merge(serializers.Serializer[Any]):
    into = serializers.IntegerField(help_text="Who is left; where only the other one has an account, that one is.")


class Answer(serializers.Serializer[Any]):
    agreed = serializers.BooleanField()


class Confirmation(serializers.Serializer[Any]):
    confirmation = serializers.CharField(allow_blank=True, help_text="The name, exactly. It cannot be undone.")


@extend_schema(request=Merge, responses={200: PersonAnswer, 422: RefusedAnswer}, summary="Two entries are one person")
@club_api(POST="people")
def merge(request: Request, membership: Membership, pk: int) -> Response:
    club, into = membership.club, envelope(Merge, request)["into"]
    players = {one.pk: one for one in club.players.all()}
    if pk not in players:
        raise NotFound
    if into not in players:
        raise Refused(Problem("no_such_person", "into"))
    left = merge_people(club, gone=players[pk], into=players[into], by=membership.user, sat_together=sat_together)
    return Response(person_data(left, membership, queries.other_names(club).get(left.pk)))


@extend_schema(
    request=Answer, responses={200: ClaimAnswer, 422: RefusedAnswer}, summary="Agree to a claim, or refuse it"
)
@club_api(POST="be_oneself")
def answer(request: Request, membership: Membership, pk: int) -> Response:
    claims = Claim.objects.select_related("club", "player", "membership__user")
    claim = claims.filter(club=membership.club, pk=pk).first()
    if claim is None or not may_answer(claim, membership, people=may(membership, "people")):
        raise NotFound
    agreed = envelope(Answer, request)["agreed"]
    answered = answer_claim(claim, by=membership.user, agreed=agreed, sat_together=sat_together, now=timezone.now())
    return Response(claim_data(answered, membership))


@extend_schema(
    request=Confirmation, responses={200: PersonAnswer, 422: RefusedAnswer}, summary="Erase somebody for good"
)
@club_api(POST="own")
def erase(request: Request, membership: Membership, pk: int) -> Response:
    return _erase(request, membership, wanted(membership.club, pk))


@extend_schema(
    request=Confirmation, responses={200: PersonAnswer, 422: RefusedAnswer}, summary="Erase yourself for good"
)
@club_api(POST="be_oneself")
def erase_me(request: Request, membership: Membership) -> Response:
    if membership.player is None:
        raise Refused(Problem("nobody_yet"))
    return _erase(request, membership, membership.player)


def _erase(request: Request, membership: Membership, player: Player) -> Response:
    confirmation = envelope(Confirmation, request)["confirmation"]
    gone = erase_person(membership.club, player, by=membership.user, confirmation=confirmation)
    return Response(person_data(gone, membership))


@extend_schema(
    responses={200: OpenApiTypes.OBJECT}, summary="Everything that is stored about somebody without an account"
)
@club_api(GET="own")
def data(request: Request, membership: Membership, pk: int) -> Response:
    player = wanted(membership.club, pk)
    if membership.player_id != pk and Membership.objects.filter(player=player).exists():
        raise NotFound
    return Response(stored_about(membership.club, player))


@extend_schema(responses={200: OpenApiTypes.OBJECT}, summary="Everything that is stored about you in this club")
@club_api(GET="be_oneself")
def my_data(request: Request, membership: Membership) -> Response:
    return Response(stored_about(membership.club, membership.player, membership))
