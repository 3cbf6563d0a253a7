"""What allauth's own forms lack here: how somebody is called, and logging in without a password."""

from typing import Any

from allauth.account.forms import LoginForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.messages import problem_text
from clubs.models import User
from clubs.services.accounts import name_problems
from clubs.services.text import tidy


class Called(forms.Form):
    """What signing up asks besides the address."""

    name = forms.CharField(max_length=40, error_messages={"required": _("A name is missing.")})

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if problems := name_problems(name):
            raise forms.ValidationError([problem_text(problem) for problem in problems])
        return name

    def signup(self, request: HttpRequest, user: User) -> None:
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])


class Login(LoginForm):  # type: ignore[misc]  # allauth ships no types
    """One form for both: with a password it logs in, without one it sends a code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].required = False
