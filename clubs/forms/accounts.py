"""What allauth's own forms lack here: how somebody is called, and logging in without a password."""

from typing import Any

from allauth.account.forms import LoginForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.models import User


class Called(forms.Form):
    """What signing up asks besides the address."""

    name = forms.CharField(max_length=40, error_messages={"required": _("A name is missing.")})

    def signup(self, request: HttpRequest, user: User) -> None:
        user.name = " ".join(self.cleaned_data["name"].split())
        user.save(update_fields=["name"])


class Login(LoginForm):  # type: ignore[misc]  # allauth ships no types
    """One form for both: with a password it logs in, without one it sends a code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].required = False
