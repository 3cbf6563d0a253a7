"""One's own account: everything about it on one page."""

from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.account.decorators import reauthentication_required
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views as webauthn
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubs.messages import by_field
from clubs.models import ApiToken, User
from clubs.services import accounts
from clubs.services.core import Problem, Refused
from clubs.views.account_words import device


def proof_asked(request: HttpRequest) -> bool:
    """Whether keys of an account may only be changed by whoever has just shown who they are."""
    return bool(settings.ACCOUNT_REAUTHENTICATION_REQUIRED)


@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Everything about the account, and its name (and where no e-mail is sent, its address) to change."""
    user = cast(User, request.user)
    typed = {"name": user.name, "email": user.email}
    if request.method == "POST":
        typed["name"] = request.POST.get("name", "")
        if not settings.SENDS_MAIL:
            typed["email"] = request.POST.get("email", "")
        try:
            accounts.call_oneself(user, **typed)
        except Refused as error:
            return account_page(request, user, typed, by_field(error.problems, typed), status=422)
        messages.success(request, _("Saved."))
        return redirect("account")
    return account_page(request, user, typed, {})


def account_page(
    request: HttpRequest, user: User, typed: dict[str, str], problems: dict[str, list[str]], status: int = 200
) -> HttpResponse:
    here = request.session.session_key
    sessions = accounts.sessions_of(user, now=timezone.now())
    context = {
        "typed": typed,
        "problems": problems,
        "passkeys": Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk"),
        "sessions": [
            {"pk": one.pk, "device": device(one.user_agent), "at": one.created_at, "here": one.session_key == here}
            for one in sessions
        ],
        "tokens": ApiToken.objects.filter(user=user).count(),
        "languages": settings.LANGUAGES,
    }
    return render(request, "account/account.html", context, status=status)


@never_cache
@login_required
def email(request: HttpRequest) -> HttpResponseBase:
    """Another address, proved by a code; where no e-mail is sent it is changed on the account page."""
    if not settings.SENDS_MAIL:
        return redirect("account")
    answer: HttpResponseBase = allauth_views.email(request)
    return answer


@never_cache
def email_code(request: HttpRequest) -> HttpResponseBase:
    """Enter the code that proves an address."""
    if not settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED:
        return redirect("account")
    answer: HttpResponseBase = allauth_views.email_verification_sent(request)
    return answer


@never_cache
@login_required
def add_passkey(request: HttpRequest) -> HttpResponseBase:
    """One more passkey; says why where browsers allow none."""
    host = accounts.passkey_host(request.get_host(), secure=request.is_secure(), public_url=settings.PUBLIC_URL)
    if host is None:
        return redirect("account")
    answer: HttpResponseBase = webauthn.add_webauthn(request)
    return answer


@require_POST
@login_required
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Logs out on another phone."""
    accounts.end_session(cast(User, request.user), pk)
    messages.success(request, _("Logged out there."))
    return redirect("account")


@require_POST
@login_required
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Logs out everywhere else."""
    ended = accounts.end_other_sessions(cast(User, request.user), but=request.session.session_key)
    text = ngettext("Logged out on one other device.", "Logged out on %(count)s other devices.", ended)
    messages.success(request, text % {"count": ended})
    return redirect("account")


@never_cache
@login_required
@reauthentication_required(enabled=proof_asked, app="allauth.account")
def tokens(request: HttpRequest) -> HttpResponse:
    """The personal tokens for the API. A new one is in the answer to the POST, and nowhere else ever."""
    user = cast(User, request.user)
    context: dict[str, Any] = {"problems": {}, "name": ""}
    status = 200
    if request.method == "POST":
        context["name"] = request.POST.get("name", "")
        try:
            context["made"] = accounts.make_token(user, name=context["name"])
        except Refused as error:
            context["problems"], status = by_field(error.problems, {"name"}), 422
    context["tokens"] = ApiToken.objects.filter(user=user).order_by("-created", "-digest")
    context["now"] = timezone.now()
    return render(request, "account/tokens.html", context, status=status)


@require_POST
@login_required
def revoke_token(request: HttpRequest) -> HttpResponse:
    """The token opens nothing any more."""
    if accounts.revoke_token(cast(User, request.user), request.POST.get("token", "")):
        messages.success(request, _("The token is revoked."))
    return redirect("account-tokens")


@never_cache
@login_required
@reauthentication_required(enabled=proof_asked, app="allauth.account")
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes the account; the clubs and their people stay."""
    user = cast(User, request.user)
    typed, problems, status = "", {}, 200
    if request.method == "POST":
        typed = request.POST.get("email", "")
        try:
            if typed.strip().lower() != user.email.lower():
                raise Refused(Problem("not_confirmed", "email"))
            accounts.delete_account(user)
        except Refused as error:
            problems, status = by_field(error.problems, {"email"}), 422
        else:
            logout(request)
            messages.success(request, _("The account is deleted."))
            return redirect("start")
    only_owner = accounts.clubs_without_another_owner(user)
    context = {"only_owner": only_owner, "typed": typed, "problems": problems}
    return render(request, "account/delete.html", context, status=status)
