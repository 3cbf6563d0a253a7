"""Who has an account in the club, with which role; and leaving it."""

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages, queries
from clubs.models import Membership
from clubs.models.club import Role
from clubs.names import name_for
from clubs.permissions import ABILITIES
from clubs.services import roles as use_cases
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page


@club_page("own")
@require_safe
def roles(request: ClubRequest) -> HttpResponse:
    return roles_page(request)


def roles_page(
    request: ClubRequest, *, status: int = 200, about: int | None = None, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    """Every account with its role; the `problems` are said at the membership they are `about` (left: on top)."""
    accounts = list(queries.accounts_of(request.club))
    said = [messages.problem_text(problem) for problem in problems]
    rows = [
        {
            "membership": one,
            "name": called(one),
            "me": one.user_id == request.user.pk,
            "problems": said if one.pk == about else [],
        }
        for one in accounts
    ]
    left = [] if any(one.pk == about for one in accounts) else said
    context = {"rows": rows, "problems": left, "roles": Role.choices, "explained": explained()}
    return render(request, "clubs/club/roles.html", context, status=status)


def called(membership: Membership) -> str:
    """As the club calls this account: the person it is, else as it calls itself."""
    player = membership.player
    return name_for(player, inside=True) if player is not None else str(membership.user)


def explained() -> list[dict[str, object]]:
    """What every role may do, in the words of the one table."""
    return [
        {"role": role.label, "may": [one.title for one in ABILITIES.values() if role in one.roles]} for role in Role
    ]


@club_page("own")
@require_POST
def change_role(request: ClubRequest, pk: int) -> HttpResponse:
    membership = membership_or_404(request, pk)
    try:
        changed = use_cases.change_role(membership, role=request.POST.get("role", ""), by=request.user)
    except Refused as error:
        return roles_page(request, status=422, about=pk, problems=error.problems)
    told = {"name": called(membership), "role": changed.get_role_display()}
    says.success(request, _("%(name)s: %(role)s.") % told)
    # Who has just given up being an owner can no longer see the roles.
    return redirect("club" if membership.user_id == request.user.pk else "roles", request.club.slug)


@club_page("own")
@require_http_methods(["GET", "POST"])
def remove_member(request: ClubRequest, pk: int) -> HttpResponse:
    """Asks once more, then takes the account out of the club."""
    membership = queries.accounts_of(request.club).filter(pk=pk).first()
    if membership is None:
        if request.method == "POST":  # the second of two taps
            return redirect("roles", request.club.slug)
        raise Http404
    if membership.user_id == request.user.pk:
        return redirect("leave-club", request.club.slug)
    context = {"name": called(membership), "of": membership}
    if request.method == "GET":
        return render(request, "clubs/club/remove.html", context)
    try:
        use_cases.remove_member(membership, by=request.user)
    except Refused as error:
        return roles_page(request, status=422, about=pk, problems=error.problems)
    says.success(request, _("%(name)s is no longer in the club with an account.") % {"name": context["name"]})
    return redirect("roles", request.club.slug)


@club_page("be_oneself")
@require_http_methods(["GET", "POST"])
def leave_club(request: ClubRequest) -> HttpResponse:
    if request.method == "GET":
        return render(request, "clubs/club/leave.html")
    try:
        use_cases.remove_member(request.membership, by=request.user)
    except Refused as error:
        context = {"problems": messages.by_field(error.problems, ())}
        return render(request, "clubs/club/leave.html", context, status=422)
    says.success(request, _("You have left %(club)s.") % {"club": request.club.name})
    return redirect("start")


def membership_or_404(request: ClubRequest, pk: int) -> Membership:
    membership = queries.accounts_of(request.club).filter(pk=pk).first()
    if membership is None:
        raise Http404
    return membership
