"""The log of changes in words: what a field is called, and how its value reads."""

from collections.abc import Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.messages.money import euros
from clubs.messages.till import KINDS
from clubs.models import Change
from clubs.models.club import NamesUntil, Role
from clubs.models.people import Shown
from clubs.services.iban import spaced

NOTHING = "–"

FIELDS: dict[str, str | Promise] = {
    "name": gettext_lazy("Name"),
    "slug": gettext_lazy("Address"),
    "language": gettext_lazy("Language"),
    "time_zone": gettext_lazy("Time zone"),
    "public": gettext_lazy("Public page"),
    "names_until": gettext_lazy("Names outside, after the end"),
    "iban": gettext_lazy("IBAN"),
    "account_holder": gettext_lazy("Account holder"),
    "role": gettext_lazy("Role"),
    "uses": gettext_lazy("For how many"),
    "expires_at": gettext_lazy("Holds until"),
    "profile": gettext_lazy("House rules"),
    "game": gettext_lazy("Game"),
    "version": gettext_lazy("Version"),
    "rules": gettext_lazy("Rules"),
    "nickname": gettext_lazy("Nickname"),
    "place": gettext_lazy("Place"),
    "guest": gettext_lazy("Guest"),
    "shown": gettext_lazy("Shown outside as"),
    "money_shown": gettext_lazy("Run of money shown to members"),
    "rated": gettext_lazy("Is rated"),
    "into": gettext_lazy("Is now"),
    "day": gettext_lazy("Day"),
    "sheets": gettext_lazy("Sheets"),
    "through_till": gettext_lazy("Through the till"),
    "code": gettext_lazy("Table code"),
    "booking": gettext_lazy("Booking no."),
    "kind": gettext_lazy("Kind"),
    "cents": gettext_lazy("Amount"),
    "cash": gettext_lazy("Cash"),
    "balance": gettext_lazy("Changes the balance by"),
    "tariff": gettext_lazy("Price"),
    "first": gettext_lazy("The first pieces"),
    "further_cents": gettext_lazy("Every further piece"),
}
"""What the fields of a change are called; one that is not here is called as in the rows, without underscores."""

CHOICES: dict[str, Mapping[Any, str | Promise]] = {
    "role": {role.value: role.label for role in Role},
    "language": dict(settings.LANGUAGES),
    "shown": {shown.value: shown.label for shown in Shown},
    "names_until": {until.value: until.label for until in NamesUntil},
    "kind": KINDS,
}
"""Values that are codes, in words."""


def rows(change: Change, people: Mapping[int, str] = MappingProxyType({})) -> list[dict[str, str]]:
    """Field by field: what it is called, what it was and what it became; `queries.whom` tells the account.

    `people` are the names of those that a field means by their id.
    """

    def said(told: Mapping[str, Any], name: str) -> str:
        if name not in told:
            return ""
        return people.get(told[name], NOTHING) if name in PEOPLE else value_text(name, told[name])

    told = [
        {"field": field_name(name), "before": said(change.before, name), "after": said(change.after, name)}
        for name in dict.fromkeys([*change.before, *change.after])
        if name != "account"
    ]
    # What was empty and is empty says nothing.
    return [row for row in told if {row["before"], row["after"]} - {"", NOTHING}]


PEOPLE = frozenset({"into"})
"""Fields that mean one of the club's people, by its id."""


def field_name(name: str) -> str:
    known = FIELDS.get(name)
    return str(known) if known is not None else name.replace("_", " ").strip().capitalize()


def value_text(name: str, value: Any) -> str:
    """A stored value as it reads; money, days and moments are known by the name of their field."""
    if value is None or value == "" or value in ([], {}):
        return NOTHING
    if name in CHOICES and isinstance(value, str | int):
        return str(CHOICES[name].get(value, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return euros(value) if is_money(name) else str(value)
    if isinstance(value, Mapping):
        return "; ".join(f"{field_name(str(key))}: {value_text(str(key), one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(value_text(name, one) for one in value)
    return _text(name, str(value))


def is_money(name: str) -> bool:
    return name in ("cash", "balance", "cents") or name.endswith("_cents")


def _text(name: str, value: str) -> str:
    if name == "iban" and value.isalnum():
        return spaced(value)
    if name == "game" and value.islower():
        return value.capitalize()
    try:
        if name.endswith("_at") or name == "at":
            return date_format(timezone.localtime(datetime.fromisoformat(value)), "SHORT_DATETIME_FORMAT")
        if name == "day" or name.endswith("_day"):
            return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    except ValueError:
        pass
    return value
