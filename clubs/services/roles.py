"""Who is what in a club: changing a role, removing an account, leaving. A club always has an owner."""

from django.db import transaction
from django.utils import timezone

from clubs.models import Invitation, Membership, User
from clubs.models.club import Role
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.invitations import revoke
from clubs.services.turns import in_turn


def change_role(membership: Membership, *, role: str, by: User) -> Membership:
    """Gives the account another role.

    Who is no owner any more has made no invitations that hold either. Refused where there is no such role, the account
    has left meanwhile, or it is the last owner's.
    """
    if role not in Role.values:
        raise Refused(Problem("no_such_role", "role"))
    with transaction.atomic():
        try:
            now = _in_turn(membership)
        except Membership.DoesNotExist:
            raise Refused(Problem("no_such_account", "role")) from None
        if now.role == role:
            return now
        if now.role == Role.OWNER:
            _another_owner(now)
        before = now.role
        now.role = Role(role)
        now.save(update_fields=["role"])
        log_change(
            now.club,
            "role_changed",
            by=by,
            before={"role": before},
            after={"role": role, "account": now.user_id},
            player=now.player,
        )
        if before == Role.OWNER:
            withdraw_invitations(now, by=by)
    return now


def remove_member(membership: Membership, *, by: User) -> None:
    """Takes the account out of the club, or lets it leave (`by` itself); the person and the games stay.

    Refused for the last owner. An account that is out already stays out.
    """
    with transaction.atomic():
        try:
            now = _in_turn(membership)
        except Membership.DoesNotExist:
            return
        if now.role == Role.OWNER:
            _another_owner(now)
        log_change(
            now.club,
            "member_left" if by.pk == now.user_id else "member_removed",
            by=by,
            before={"role": now.role, "account": now.user_id},
            player=now.player,
        )
        if now.role == Role.OWNER:
            withdraw_invitations(now, by=by)
        now.delete()


def withdraw_invitations(membership: Membership, *, by: User | None) -> None:
    """The links an owner has made fall with the role: they could come back by one of them, as an owner."""
    now = timezone.now()
    made = Invitation.objects.select_related("club", "player").filter(club=membership.club, made_by=membership.user)
    for invitation in made.filter(revoked_at=None, uses_left__gt=0, expires_at__gt=now):
        revoke(invitation, by=by, now=now)


def _in_turn(membership: Membership) -> Membership:
    """The membership as it is once it is this request's turn: changes of roles wait for each other at their club."""
    in_turn(membership.club)
    return Membership.objects.select_related("club", "player").get(pk=membership.pk)


def _another_owner(membership: Membership) -> None:
    others = Membership.objects.filter(club_id=membership.club_id, role=Role.OWNER).exclude(pk=membership.pk)
    if not others.exists():
        raise Refused(Problem("last_owner", "role"))
