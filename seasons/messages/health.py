"""What runs by itself, in words for whoever runs the site."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

NEEDED: dict[str, str | Promise] = {
    "database": gettext_lazy("Database"),
    "broker": gettext_lazy("Redis"),
    "sweep": gettext_lazy("A worker that sweeps"),
    "boards": gettext_lazy("A worker for every board that is due"),
}

TASKS: dict[str, str | Promise] = {
    "backup": gettext_lazy("Backup of everything"),
    "check_sheets": gettext_lazy("All sheets reckoned again"),
    "check_tallies": gettext_lazy("All statistics looked through"),
    "differing_tallies": gettext_lazy("Statistics that are not what the sheets say"),
    "expire_public_names": gettext_lazy("Names that strangers see no longer (hourly)"),
    "forget": gettext_lazy("Old sessions and counters deleted"),
    "send_mails": gettext_lazy("Mails of a round"),
}

FIGURES: dict[str, str | Promise] = {
    "rows": pgettext_lazy("of a backup", "rows"),
    "bytes": pgettext_lazy("of a backup", "bytes"),
    "differing": gettext_lazy("sheets that differ from their entries"),
    "parts": gettext_lazy("years looked through"),
    "moved": gettext_lazy("tournaments"),
    "sent": gettext_lazy("sent at last"),
    "club": gettext_lazy("number of the club"),
    "year": gettext_lazy("Year"),
}


def task_words(name: str) -> str | Promise:
    return TASKS.get(name, name)


def told_words(told: Mapping[str, Any]) -> list[tuple[str | Promise, Any]]:
    return [(FIGURES.get(word, word), figure) for word, figure in told.items()]
