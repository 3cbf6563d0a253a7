"""Giving a club an owner from the machine it runs on: for a club without one, or whose owner has lost the way in."""

from django.db import transaction

from clubs.models import Club, Membership, User
from clubs.models.club import Role
from clubs.services.changes import log_change
from clubs.services.turns import in_turn


def make_owner(club: Club, user: User) -> Membership:
    """The account becomes an owner of the club, whatever it was there before; others stay what they are.

    Twice is once. Nobody in particular does it, so the log of changes has no account beside it.
    """
    with transaction.atomic():
        in_turn(club)
        membership, made = Membership.objects.get_or_create(club=club, user=user, defaults={"role": Role.OWNER})
        before = {} if made else {"role": membership.role}
        if not made and membership.role != Role.OWNER:
            membership.role = Role.OWNER
            membership.save(update_fields=["role"])
        if before.get("role") != Role.OWNER:
            after = {"role": Role.OWNER, "account": user.pk}
            log_change(club, "role_changed", by=None, before=before, after=after, player=membership.player)
    return membership
