"""The API of a club itself: found, settings, roles, invitations, the log of changes."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages, queries
from clubs.api import serializers as forms
from clubs.api.door import account_api, club_api, envelope
from clubs.forms.numbers import plain_number
from clubs.models import Change, Invitation, Membership, Player, User
from clubs.names import name_for
from clubs.permissions import ABILITIES, may
from clubs.services import clubs as use_cases
from clubs.services import invitations as inviting
from clubs.services import roles as roles_of
from clubs.services.core import Problem, Refused

MOST_CHANGES = 100


# --- the club -----------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], operation_id="v1_clubs_list", responses={200: forms.ClubAnswer(many=True)},
               summary="The clubs you are in")  # fmt: skip
@extend_schema(methods=["POST"], request=forms.NewClub, responses={201: forms.ClubAnswer, 422: forms.RefusedAnswer},
               summary="Found a club; sent again it is the same club")  # fmt: skip
@account_api("GET", "POST")
def clubs(request: Request, user: User) -> Response:
    if request.method == "GET":
        return Response([club_data(membership) for membership in queries.memberships_of(user)])
    club = use_cases.found_club(by=user, **envelope(forms.NewClub, request))
    return Response(club_data(membership_of(user, club.slug)), status=201)


@extend_schema(methods=["GET"], responses={200: forms.ClubAnswer}, summary="A club, and what you may do in it")
@extend_schema(
    methods=["PATCH"],
    request=forms.ClubSettings,
    responses={200: forms.ClubAnswer, 422: forms.RefusedAnswer},
    summary="Change settings of a club",
)
@club_api(GET="see", PATCH="own")
def club(request: Request, membership: Membership) -> Response:
    if request.method == "PATCH":
        wanted = envelope(forms.ClubSettings, request)
        membership.club = use_cases.change_club(membership.club, by=membership.user, **wanted)
    return Response(club_data(membership))


def membership_of(user: User, slug: str) -> Membership:
    membership = queries.membership_of(user, slug)
    if membership is None:
        raise NotFound
    return membership


def club_data(membership: Membership) -> dict[str, Any]:
    club = membership.club
    names = ["slug", "name", "language", "time_zone", "public", "names_until"]
    names += ["iban", "account_holder"] if may(membership, "own") else []
    return {
        **{name: getattr(club, name) for name in names},
        "role": membership.role,
        "abilities": [ability for ability in ABILITIES if may(membership, ability)],
        "player": membership.player_id,
    }


# --- roles --------------------------------------------------------------------------------------------------------


@extend_schema(responses={200: forms.RoleAnswer(many=True)}, summary="Accounts in the club, with their roles")
@club_api(GET="own")
def roles(request: Request, membership: Membership) -> Response:
    return Response([role_data(one) for one in queries.accounts_of(membership.club)])


@extend_schema(methods=["PATCH"], request=forms.NewRole, responses={200: forms.RoleAnswer, 422: forms.RefusedAnswer},
               summary="Give an account another role")  # fmt: skip
@extend_schema(methods=["DELETE"], responses={204: None, 422: forms.RefusedAnswer},
               summary="Take an account out of the club")  # fmt: skip
@club_api(PATCH="own", DELETE="own")
def role(request: Request, membership: Membership, pk: int) -> Response:
    other = queries.accounts_of(membership.club).filter(pk=pk).first()
    if other is None:
        raise NotFound
    if request.method == "DELETE":
        roles_of.remove_member(other, by=membership.user)
        return Response(status=204)
    changed = roles_of.change_role(other, role=envelope(forms.NewRole, request)["role"], by=membership.user)
    other.role = changed.role
    return Response(role_data(other))


@extend_schema(responses={204: None, 422: forms.RefusedAnswer}, summary="Leave the club")
@club_api(DELETE="be_oneself")
def leave(request: Request, membership: Membership) -> Response:
    roles_of.remove_member(membership, by=membership.user)
    return Response(status=204)


def role_data(membership: Membership) -> dict[str, Any]:
    player = membership.player
    return {
        "id": membership.pk,
        "role": membership.role,
        "email": membership.user.email,
        "name": name_for(player, inside=True) if player is not None else str(membership.user),
        "player": membership.player_id,
        "joined_at": membership.joined_at,
    }


# --- invitations --------------------------------------------------------------------------------------------------


@extend_schema(methods=["GET"], responses={200: forms.InvitationAnswer(many=True)}, summary="Invitations, latest first")
@extend_schema(
    methods=["POST"],
    request=forms.NewInvitation,
    responses={201: forms.InvitationAnswer, 422: forms.RefusedAnswer},
    summary="Make an invitation",
)
@club_api(GET="own", POST="own")
def invitations(request: Request, membership: Membership) -> Response:
    club = membership.club
    if request.method == "GET":
        return Response([invitation_data(one) for one in queries.invitations_of(club)])
    wanted = envelope(forms.NewInvitation, request)
    wanted["player"] = person_of(membership, wanted.get("player"))
    made = inviting.invite(club, by=membership.user, now=timezone.now(), **wanted)
    return Response(invitation_data(made), status=201)


@extend_schema(responses={204: None}, summary="Withdraw an invitation")
@club_api(DELETE="own")
def invitation(request: Request, membership: Membership, pk: int) -> Response:
    found = queries.invitations_of(membership.club).filter(pk=pk).first()
    if found is None:
        raise NotFound
    inviting.revoke(found, by=membership.user, now=timezone.now())
    return Response(status=204)


def invitation_data(invitation: Invitation) -> dict[str, Any]:
    why = inviting.why_useless(invitation, timezone.now())
    names = ("role", "uses_left", "made_at", "expires_at", "revoked_at", "secret")
    return {
        "id": invitation.pk,
        "player": invitation.player_id,
        "useless": why.code if why else None,
        **{name: getattr(invitation, name) for name in names},
    }


def person_of(membership: Membership, pk: int | None) -> Player | None:
    """Somebody of the club; refused where there is nobody of this id."""
    if pk is None:
        return None
    player = next((one for one in membership.club.players.all() if one.pk == pk), None)
    if player is None:
        raise Refused(Problem("no_such_person", "player"))
    return player


@extend_schema(request=forms.Acceptance, responses={200: forms.ClubAnswer, 422: forms.RefusedAnswer},
               summary="Follow an invitation")  # fmt: skip
@account_api("POST")
def accept(request: Request, user: User) -> Response:
    found = queries.invitation_by_secret(envelope(forms.Acceptance, request)["secret"])
    if found is None:
        raise Refused(Problem("no_such_invitation", "secret"))
    return Response(club_data(inviting.accept(found, by=user, now=timezone.now())))


@extend_schema(request=forms.WhoIAm, responses={200: forms.WhoIAmAnswer, 422: forms.RefusedAnswer},
               summary="Say which of the club's people you are")  # fmt: skip
@club_api(POST="be_oneself")
def who_am_i(request: Request, membership: Membership) -> Response:
    wanted = envelope(forms.WhoIAm, request)
    player = person_of(membership, wanted.get("player"))
    name = wanted.get("name", "")
    now = inviting.say_who(membership, by=membership.user, now=timezone.now(), player=player, name=name)
    return Response({"player": now.player_id})


# --- the log of changes -------------------------------------------------------------------------------------------


@extend_schema(
    parameters=[OpenApiParameter("before", int, description="Only changes older than the one of this id.")],
    responses={200: forms.ChangeAnswer(many=True)},
    summary=f"The log of changes, latest first, {MOST_CHANGES} at a time",
)
@club_api(GET="own")
def changes(request: Request, membership: Membership) -> Response:
    found = queries.changes_of(membership.club)
    if before := plain_number(request.query_params.get("before", "")):
        found = found.filter(pk__lt=before)
    page = list(found[:MOST_CHANGES])
    whom = queries.whom(page, queries.people_of(membership.club))
    return Response([change_data(one, whom.get(one.pk)) for one in page])


def change_data(change: Change, about: str | None) -> dict[str, Any]:
    return {
        "id": change.pk,
        "at": change.at,
        "by": messages.changed_by(change) or None,
        "what": change.what,
        "words": messages.change_text(change),
        "about": about or None,
        "before": change.before,
        "after": change.after,
    }
