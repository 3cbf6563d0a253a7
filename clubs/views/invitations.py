"""Invitations: making and withdrawing them, following one, and saying which of the club's people one is."""

import secrets
from typing import Any, cast

from django.contrib import messages as says
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages, queries
from clubs.forms.invitations import invitation_of
from clubs.models import Invitation, Player, User
from clubs.models.club import Role
from clubs.permissions import ABILITIES
from clubs.services import invitations as use_cases
from clubs.services.core import Problem, Refused
from clubs.services.likeness import same_name
from clubs.views.address import address, qr
from clubs.views.door import ClubRequest, club_page, in_club


@club_page("own")
@require_http_methods(["GET", "POST"])
def invitations(request: ClubRequest) -> HttpResponse:
    """The links into the club that hold, those that do not any more, and the form for another one."""
    if request.method == "GET":
        return invitations_page(request)
    try:
        given = invitation_of(request.POST, request.club)
        made = use_cases.invite(request.club, by=request.user, now=timezone.now(), **given)
    except Refused as error:
        return invitations_page(request, error.problems, status=422)
    return redirect("invitation", request.club.slug, made.pk)


def invitations_page(request: ClubRequest, problems: tuple[Problem, ...] = (), *, status: int = 200) -> HttpResponse:
    now, fields = timezone.now(), ("role", "uses", "days", "player")
    usual = {"role": Role.MEMBER.value, "uses": "1", "days": str(use_cases.USUAL_DAYS), "player": ""}
    rows = [row(one, now) for one in queries.invitations_of(request.club)]
    context = {
        "open": [one for one in rows if not one["why"]],
        "past": [one for one in rows if one["why"]],
        "roles": Role.choices,
        "people": queries.people_without_account(request.club),
        "typed": {name: request.POST.get(name, usual[name]) for name in fields},
        "problems": messages.by_field(problems, fields),
        "token": secrets.token_urlsafe(12),
    }
    return render(request, "clubs/club/invitations.html", context, status=status)


def row(invitation: Invitation, now: Any) -> dict[str, Any]:
    why = use_cases.why_useless(invitation, now)
    return {"invitation": invitation, "why": messages.problem_text(why) if why else ""}


@club_page("own")
@require_safe
def invitation(request: ClubRequest, pk: int) -> HttpResponse:
    """One invitation to show and to send: the picture and the address."""
    found = invitation_or_404(request, pk)
    link = address(request, "accept-invitation", found.secret)
    context = row(found, timezone.now()) | {"address": link, "qr": qr(link)}
    return render(request, "clubs/club/invitation.html", context)


@club_page("own")
@require_POST
def revoke(request: ClubRequest, pk: int) -> HttpResponse:
    use_cases.revoke(invitation_or_404(request, pk), by=request.user, now=timezone.now())
    says.success(request, _("The invitation is withdrawn."))
    return redirect("invitations", request.club.slug)


def invitation_or_404(request: ClubRequest, pk: int) -> Invitation:
    found = queries.invitations_of(request.club).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


# --- following one ------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def accept(request: HttpRequest, secret: str) -> HttpResponse:
    """What somebody sees who follows the link: the club and the role, and nothing else of the club."""
    invitation = queries.invitation_by_secret(secret)
    if invitation is None:
        raise Http404
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    with in_club(request, invitation.club):
        return accepting(request, invitation)


def accepting(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    slug, now = invitation.club.slug, timezone.now()
    if request.method == "GET":
        return invite_page(request, invitation, use_cases.why_useless(invitation, now))
    try:
        membership = use_cases.accept(invitation, by=cast(User, request.user), now=now)
    except Refused as error:
        return invite_page(request, invitation, error.problems[0], status=422)
    says.success(request, _("Welcome to %(club)s!") % {"club": invitation.club.name})
    return redirect("club" if membership.player_id is not None else "who-am-i", slug)


def invite_page(
    request: HttpRequest, invitation: Invitation, why: Problem | None, *, status: int = 200
) -> HttpResponse:
    known = request.user.is_authenticated and queries.membership_of(request.user, invitation.club.slug)
    person = invitation.player if request.user.is_authenticated else None
    may = [one.title for one in ABILITIES.values() if invitation.role in one.roles]
    context = {
        "invitation": invitation,
        "to": invitation.club,
        "known": known,
        "becomes": person if not known or known.player_id is None else None,
        "may_do": may,
        "why": messages.problem_text(why) if why else "",
    }
    return render(request, "clubs/club/invite.html", context, status=410 if why and status == 200 else status)


@club_page("be_oneself")
@require_http_methods(["GET", "POST"])
def who_am_i(request: ClubRequest) -> HttpResponse:
    """Which of the club's people is this account? One it knows has to be agreed to; a new one is there at once."""
    if request.membership.player_id is not None:
        return redirect("club", request.club.slug)
    if request.method == "GET":
        return who_page(request)
    chosen, name = request.POST.get("player", ""), request.POST.get("name", "")
    try:
        player = None if chosen == "new" else person_of(request, chosen)
        now = use_cases.say_who(request.membership, by=request.user, now=timezone.now(), player=player, name=name)
    except Refused as error:
        return who_page(request, error.problems, status=422)
    if now.player is not None:
        says.success(request, _("In this club you are %(name)s.") % {"name": now.player.name})
    elif player is not None:
        told = _("Asked. As soon as the club agrees, the games of %(name)s are yours.")
        says.success(request, told % {"name": player.name})
    return redirect("club", request.club.slug)


def person_of(request: ClubRequest, chosen: str) -> Player:
    if not chosen:
        raise Refused(Problem("nobody_chosen", "player"))
    found = next((one for one in queries.people_without_account(request.club) if str(one.pk) == chosen), None)
    if found is None:
        raise Refused(Problem("no_such_person", "player"))
    return found


def who_page(request: ClubRequest, problems: tuple[Problem, ...] = (), *, status: int = 200) -> HttpResponse:
    people = queries.people_without_account(request.club)
    mine = same_name(request.user.name)
    same = next((str(one.pk) for one in people if mine and same_name(one.name) == mine), "new" if not people else "")
    context = {
        "people": people,
        "chosen": request.POST.get("player", same),
        "name": request.POST.get("name", request.user.name),
        "asked": set(request.membership.claims.filter(answered_at=None).values_list("player_id", flat=True)),
        "problems": messages.by_field(problems, ("player", "name")),
    }
    return render(request, "clubs/club/who.html", context, status=status)
