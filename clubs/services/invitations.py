"""Invitations: a link that lets accounts into a club, and what happens when somebody follows it."""

import re
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from clubs import queries
from clubs.models import Claim, Club, Invitation, Membership, Player, User
from clubs.models.club import Role
from clubs.services import claims
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.likeness import same_name
from clubs.services.people import add_player, spoken
from clubs.services.text import tidy
from clubs.services.turns import in_turn

MOST_USES = 200
MOST_DAYS = 90
USUAL_DAYS = 7
TOKEN = re.compile(r"[A-Za-z0-9_-]{8,64}")


def invite(
    club: Club,
    *,
    by: User,
    token: str,
    now: datetime,
    role: str = Role.MEMBER,
    uses: int = 1,
    days: int = USUAL_DAYS,
    player: Player | None = None,
) -> Invitation:
    """Makes a link with which `uses` accounts get the `role` within `days`; one that is meant for a person has one use.

    The same `token` again gives the same invitation. Refused: no such role, too many or too few uses or days, somebody
    who is not in the club or has an account here already.
    """
    problems = []
    if not TOKEN.fullmatch(token):
        problems.append(Problem("bad_token", "token"))
    if role not in Role.values:
        problems.append(Problem("no_such_role", "role"))
    if not 1 <= uses <= MOST_USES:
        problems.append(Problem("bad_uses", "uses", {"most": MOST_USES}))
    if not 1 <= days <= MOST_DAYS:
        problems.append(Problem("bad_days", "days", {"most": MOST_DAYS}))
    secret = _secret_of(club, by, token)
    if (made := Invitation.objects.filter(secret=secret).first()) is not None:
        return made
    if player is not None:
        problems += _problems_with_person(club, player)
    if problems:
        raise Refused(*problems)
    uses, expires_at = uses if player is None else 1, now + timedelta(days=days)
    try:
        with transaction.atomic():
            invitation = Invitation.objects.create(
                club=club,
                secret=secret,
                made_by=by,
                made_at=now,
                player=player,
                role=role,
                uses_left=uses,
                expires_at=expires_at,
            )
            told = {"role": role, "uses": uses, "expires_at": expires_at.isoformat()}
            log_change(club, "invitation_made", by=by, after=told, player=player)
            return invitation
    except IntegrityError:
        return Invitation.objects.get(secret=secret)


def _secret_of(club: Club, user: User, token: str) -> str:
    """Drawn from the request's token, so that the same request cannot make two; nobody can guess it without our key."""
    digest = salted_hmac("clubs.invitation", f"{club.pk}:{user.pk}:{token}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode()[:32]


def revoke(invitation: Invitation, *, by: User | None, now: datetime) -> None:
    """Makes the link useless from now on. Revoked twice is revoked once."""
    with transaction.atomic():
        if Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now):
            told = {"role": invitation.role, "uses": invitation.uses_left}
            log_change(invitation.club, "invitation_revoked", by=by, before=told, player=invitation.player)


def why_useless(invitation: Invitation, now: datetime) -> Problem | None:
    """Why nobody can come in by this link any more."""
    if invitation.revoked_at is not None:
        return Problem("invitation_revoked")
    if invitation.uses_left < 1:
        return Problem("invitation_used_up")
    return Problem("invitation_expired") if invitation.expires_at <= now else None


def accept(invitation: Invitation, *, by: User, now: datetime) -> Membership:
    """Lets the account into the club. Who is in it already stays what they are, and no use is spent.

    An invitation that is meant for a person makes the account this person, also one that came in before without
    saying who it is. Refused when it is revoked, used up or too old, or somebody else is that person by now.
    """
    with transaction.atomic():
        in_turn(invitation.club)
        person, known = _person_of(invitation), _membership(invitation, by)
        if known is not None and (known.player_id is not None or person is None):
            return known
        if person is not None and _problems_with_person(invitation.club, person):
            raise Refused(Problem("person_has_account"))
        usable = Invitation.objects.filter(pk=invitation.pk, uses_left__gt=0, revoked_at=None, expires_at__gt=now)
        if not usable.update(uses_left=F("uses_left") - 1):
            fresh = Invitation.objects.filter(pk=invitation.pk).first()
            raise Refused((fresh and why_useless(fresh, now)) or Problem("invitation_used_up"))
        return _join(invitation, by, person, now) if known is None else _be(known, person, now)


def _join(invitation: Invitation, user: User, person: Player | None, now: datetime) -> Membership:
    membership = Membership.objects.create(club=invitation.club, user=user, role=invitation.role, player=person)
    told = {"role": invitation.role, "account": user.pk}
    log_change(invitation.club, "member_joined", by=user, after=told, player=person)
    _known_by_account(person, now)
    return membership


def _be(membership: Membership, person: Player | None, now: datetime) -> Membership:
    """The account is this person; only where it is nobody yet."""
    if not Membership.objects.filter(pk=membership.pk, player=None).update(player=person):
        raise Refused(Problem("already_somebody"))
    told = {"account": membership.user_id}
    log_change(membership.club, "member_is_person", by=membership.user, after=told, player=person)
    _known_by_account(person, now)
    membership.player = person
    return membership


def _known_by_account(person: Player | None, now: datetime) -> None:
    """Whoever has an account is no guest, and nobody else can ask to be this person any more."""
    if person is not None:
        Player.objects.filter(pk=person.pk).update(guest=False)
        Claim.objects.filter(player=person, answered_at=None).update(answered_at=now)


def _membership(invitation: Invitation, user: User) -> Membership | None:
    mine = Membership.objects.select_related("club", "player")
    return mine.filter(club_id=invitation.club_id, user=user).first()


def _person_of(invitation: Invitation) -> Player | None:
    """Whom it is meant for, who may have been merged into somebody since."""
    if invitation.player_id is None:
        return None
    return queries.people_of(invitation.club)[invitation.player_id]


def _problems_with_person(club: Club, player: Player) -> list[Problem]:
    if player.club_id != club.pk or player.merged_into_id is not None or player.erased_at is not None:
        return [Problem("no_such_person", "player")]
    if Membership.objects.filter(player=player).exists():
        return [Problem("person_has_account", "player")]
    return []


# --- which of the club's people are you? -----------------------------------------------------------------------------


def say_who(
    membership: Membership, *, by: User, now: datetime, player: Player | None = None, name: str = ""
) -> Membership:
    """After coming in: `player` asks the club to be somebody it knows, `name` adds somebody new.

    Asking makes a claim, which the club answers. Refused: somebody who has an account already, a name that is missing,
    too long, cannot be seen, or that the club knows; whoever is somebody already.
    """
    if membership.player is not None:
        if player is None and same_name(membership.player.name) == same_name(spoken(name)):
            return membership  # this very request, sent twice
        raise Refused(Problem("already_somebody"))
    if player is not None:
        claims.ask_claim(membership, player, by=by)
        return membership
    if not tidy(name):
        raise Refused(Problem("player_missing", "name"))
    try:
        with transaction.atomic():
            person = add_player(membership.club, by=by, now=now, name=name, sure=True)
            return _be(membership, person, now)
    except IntegrityError:
        # Somebody of this very name was added a moment ago, and has an account.
        raise Refused(Problem("person_has_account", "name")) from None
    except Refused as error:
        again = Membership.objects.select_related("club", "player").get(pk=membership.pk)
        if again.player is not None:
            return say_who(again, by=by, now=now, name=name)
        known = [Problem("name_is_known", one.at, one.figures) for one in error.problems if one.code == "name_taken"]
        raise Refused(*(known or error.problems)) from None
