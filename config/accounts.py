"""What allauth does differently here (ACCOUNT_ADAPTER and MFA_ADAPTER in the settings)."""

import logging
from smtplib import SMTPException
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import User
from clubs.services.accounts import passkey_host

logger = logging.getLogger(__name__)


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Names, ways and sentences of this site."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account has been closed."),
        "duplicate_email": _("This is your e-mail address already."),
        "email_password_mismatch": _("E-mail address and password do not belong together."),
        "email_taken": _("There is an account with this e-mail address. Log in instead."),
        "enter_current_password": _("This is not your password."),
        "incorrect_code": _("This is not the code."),
        "incorrect_password": _("This is not your password."),
        "rate_limited": _("That was too often. Wait a minute, then try again."),
        "same_as_current": _("Nothing has changed with that."),
        "too_many_login_attempts": _("That was too often. Wait a few minutes, then try again."),
    }

    def get_login_stages(self) -> list[str]:
        # A passkey is one more key, not a second lock: whoever loses the phone still gets a code by e-mail.
        return ["allauth.account.stages.LoginByCodeStage", "allauth.account.stages.EmailVerificationStage"]

    def get_reauthentication_methods(self, user: User) -> list[dict[str, str]]:
        """How somebody shows who they are, as far as it can work here."""
        words = {
            "reauthenticate": _("With the password"),
            "reauthenticate_by_code": _("With a code"),
            "mfa_reauthenticate:webauthn": _("With a passkey"),
        }
        methods = super().get_reauthentication_methods(user)
        if passkey_host_of(self.request) is None:
            methods = [method for method in methods if method["id"] != "mfa_reauthenticate:webauthn"]
        return [{**method, "description": words.get(method["id"], method["description"])} for method in methods]

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        # Who has just logged in has just shown who they are, and may add a passkey without doing so again. allauth has
        # no other way to say so; what it keeps of it is its own affair, and the version is pinned.
        record_authentication(request, user, method="code", reauthenticated=True)
        answer: HttpResponse = super().post_login(request, user, **kwargs)
        return answer

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:  # the mail server is down, or does not want us
            logger.error("No e-mail can be sent: %s", type(error).__name__)
            page = render(self.request, "account/mail_failed.html", status=503)
            raise ImmediateHttpResponse(page) from None

    def format_email_subject(self, subject: str) -> str:
        return f"Bummerlbuch: {subject}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("account")


class Passkeys(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    """What a phone's own list of passkeys says about this site."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This passkey does not belong to an account here."),
        "unverified_email": _("Confirm your e-mail address first."),
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        request: HttpRequest = context.request
        return {"id": passkey_host_of(request) or request.get_host().partition(":")[0], "name": "Bummerlbuch"}

    def generate_authenticator_name(self, user: User, kind: Authenticator.Type) -> str:
        return gettext("Passkey %(number)s") % {
            "number": Authenticator.objects.filter(user=user, type=kind).count() + 1
        }


def passkey_host_of(request: HttpRequest) -> str | None:
    return passkey_host(request.get_host(), secure=request.is_secure(), public_url=settings.PUBLIC_URL)
