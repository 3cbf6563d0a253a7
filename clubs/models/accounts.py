"""Accounts. Nobody needs one to play; who runs a club has one, known by an e-mail address."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken, AuthTokenManager


class Users(BaseUserManager["User"]):
    """Makes accounts; a password is optional (a code by e-mail or a passkey opens the door too)."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **fields})
        # Who types on the server's own command line is believed: the first login asks for one code, not for two.
        user.emailaddress_set.create(email=user.email, primary=True, verified=True)  # type: ignore[attr-defined]  # allauth's
        return user


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of knox, which ships no types
    """An account: an e-mail address and how its owner wants to be called."""

    username = None  # type: ignore[assignment]  # Django's way of dropping an inherited field
    first_name = None  # type: ignore[assignment]  # likewise
    last_name = None  # type: ignore[assignment]  # likewise
    email = models.EmailField(_("E-mail address"), unique=True)
    name = models.CharField(_("Name"), max_length=40, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = Users()  # type: ignore[assignment,misc]  # AbstractUser declares a manager that knows usernames

    def __str__(self) -> str:
        # Never the whole address: the others in a club read this too.
        return self.name or self.email.partition("@")[0]

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # knox ships no types
    """A key for the API that belongs to a person. Only a digest of it is stored."""

    name = models.CharField(max_length=40, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    """To the hour."""

    objects = AuthTokenManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], condition=~models.Q(name=""), name="one_token_of_a_name"),
        ]

    def __str__(self) -> str:
        return self.name or self.token_key[:4]


class Counted(models.Model):
    """Where several web workers without Redis count wrong codes together: the table of Django's database cache."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "counted"

    def __str__(self) -> str:
        return self.cache_key
