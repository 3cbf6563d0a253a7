"""What an account does with itself: its name, its sessions, its tokens, its end."""

import ipaddress
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet

from clubs.models import ApiToken, Club, Counted, Membership, User
from clubs.models.club import Role
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.roles import withdraw_invitations
from clubs.services.text import NAME_LENGTH, can_be_seen, tidy
from clubs.services.turns import in_turn

MOST_TOKENS = 20
USE_NOTED_EVERY = timedelta(hours=1)


def passkey_host(host: str, *, secure: bool, public_url: str) -> str | None:
    """The name that passkeys of this site are made for, as reached under `host`; None where browsers allow none.

    They need HTTPS or localhost, and a name: an address of digits has no passkeys.
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return name
    try:
        ipaddress.ip_address(name)
    except ValueError:
        pass
    else:
        return None
    public = urlsplit(public_url)
    if public.scheme == "https" and public.hostname:
        return public.hostname if name == public.hostname else None
    return name if secure else None


def is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def name_problems(name: str) -> list[Problem]:
    """What speaks against the name of an account or of a token."""
    if not name:
        return [Problem("no_own_name", "name")]
    if len(name) > NAME_LENGTH:
        return [Problem("own_name_too_long", "name")]
    return [] if can_be_seen(name) else [Problem("text_not_readable", "name")]


def call_oneself(user: User, *, name: str, email: str) -> None:
    """Another name; another address too, where the site sends no e-mail that could prove it."""
    name, email = tidy(name), email.strip().lower()
    problems = name_problems(name)
    if not email:
        problems.append(Problem("no_email", "email"))
    elif not is_email(email):
        problems.append(Problem("no_such_email", "email"))
    elif email != user.email and User.objects.filter(email__iexact=email).exclude(pk=user.pk).exists():
        problems.append(Problem("email_taken", "email"))
    if problems:
        raise Refused(*problems)
    try:
        with transaction.atomic():
            if email != user.email:
                EmailAddress.objects.filter(user=user).delete()
                EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
            User.objects.filter(pk=user.pk).update(name=name, email=email)
    except IntegrityError:  # somebody took the address at the same moment
        raise Refused(Problem("email_taken", "email")) from None


def sessions_of(user: User, *, now: datetime) -> QuerySet[UserSession]:
    """Where this account is logged in, latest first."""
    alive = Session.objects.filter(expire_date__gt=now).values("session_key")
    sessions: QuerySet[UserSession] = UserSession.objects.filter(user=user, session_key__in=alive)
    return sessions.order_by("-created_at", "-pk")


def end_session(user: User, pk: int) -> bool:
    """Logs out there; False if nobody was logged in there any more."""
    session = UserSession.objects.filter(user=user, pk=pk).first()
    if session is None:
        return False
    session.end()
    return True


def end_other_sessions(user: User, *, but: str | None) -> int:
    """Logs out everywhere except in the session with the key `but`; answers in how many places."""
    others = UserSession.objects.filter(user=user).exclude(session_key=but or "")
    keys = list(others.values_list("session_key", flat=True))
    with transaction.atomic():
        Session.objects.filter(session_key__in=keys).delete()
        others.delete()
    return len(keys)


def make_token(user: User, *, name: str) -> str:
    """A new personal token, told once and never again."""
    name = tidy(name)
    if problems := name_problems(name):
        raise Refused(*problems)
    if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise Refused(Problem("too_many_tokens", "name", {"most": MOST_TOKENS}))
    try:
        with transaction.atomic():
            _row, token = ApiToken.objects.create(user, name=name)
    except IntegrityError:  # also the second tap on "Make it"
        raise Refused(Problem("token_exists", "name")) from None
    return str(token)


def revoke_token(user: User, digest: str) -> bool:
    """The token opens nothing any more; False if it did not before either."""
    if not digest.isalnum():
        return False  # PostgreSQL refuses to look for some texts.
    deleted, _rows = ApiToken.objects.filter(user=user, digest=digest).delete()
    return bool(deleted)


def note_use(token: ApiToken, *, now: datetime) -> None:
    """When a token was last used, written once an hour at most."""
    since = now - USE_NOTED_EVERY
    if token.last_used_at is None or token.last_used_at < since:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def clubs_without_another_owner(user: User) -> QuerySet[Club]:
    """Clubs with other members that nobody else owns: who leaves them leaves them to nobody."""
    return (
        Club.objects.filter(pk__in=user.memberships.filter(role=Role.OWNER).values("club"))
        .annotate(
            others=Count("memberships", filter=~Q(memberships__user=user)),
            owners=Count("memberships", filter=Q(memberships__role=Role.OWNER) & ~Q(memberships__user=user)),
        )
        .filter(others__gt=0, owners=0)
        .order_by("name")
    )


def delete_account(user: User) -> None:
    """Deletes the account, its keys and memberships. The clubs, their people and all sheets stay.

    Refused while a club with other members would be left without an owner.
    """
    with transaction.atomic():
        for club in Club.objects.filter(memberships__user=user).order_by("pk"):
            in_turn(club)  # its other owner may be leaving at this very moment
        orphans = list(clubs_without_another_owner(user).values_list("name", flat=True))
        if orphans:
            raise Refused(Problem("only_owner", "clubs", {"clubs": ", ".join(orphans)}))
        for one in user.memberships.select_related("club", "player", "user"):
            if one.role == Role.OWNER:
                withdraw_invitations(one, by=None)
            told = {"role": one.role, "account": user.pk}
            log_change(one.club, "member_left", by=None, before=told, player=one.player)
        Session.objects.filter(session_key__in=UserSession.objects.filter(user=user).values("session_key")).delete()
        _forget_in_back_office(user)
        user.delete()


def _forget_in_back_office(user: User) -> None:
    """The back office's log goes on saying that something was done, but not to whom."""
    about = Q(object_repr=user.email)
    for kind, ids in (
        (User, [user.pk]),
        (Membership, user.memberships.values_list("pk", flat=True)),
        (EmailAddress, EmailAddress.objects.filter(user=user).values_list("pk", flat=True)),
    ):
        about |= Q(content_type=ContentType.objects.get_for_model(kind), object_id__in=[str(pk) for pk in ids])
    LogEntry.objects.filter(about).update(object_repr="", change_message="")


def forget_what_is_over(*, now: datetime) -> None:
    """Deletes sessions that are over, where they were, and what was counted of wrong codes and passwords."""
    Session.objects.filter(expire_date__lt=now).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    Counted.objects.filter(expires__lt=now).delete()
