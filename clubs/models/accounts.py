"""Accounts. Nobody needs one to play; who runs a club has one, known by an e-mail address."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _


class Users(BaseUserManager["User"]):
    """Makes accounts; a password is optional (a code by e-mail or a passkey opens the door too)."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **fields})


class User(AbstractUser):
    """An account: an e-mail address and how its owner wants to be called."""

    username = None  # type: ignore[assignment]  # Django's way of dropping an inherited field
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("E-mail address"), unique=True)
    name = models.CharField(_("Name"), max_length=40, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = Users()  # type: ignore[assignment,misc]  # AbstractUser declares a manager that knows usernames

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)
