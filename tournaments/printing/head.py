"""What stands at the head and the foot of every paper."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament

DAY = "l, j. F Y"
MOMENT = "j. F Y, H:i"


def titled(title: str, tournament: Tournament, *, number: int = 0, stage: str = "") -> dict[str, Any]:
    """A paper's title, and of which tournament (and round: `number`) it is, where and when it was printed."""
    round_ = _("Round %(number)s") % {"number": number} if number else ""
    day = date_format(tournament.day, DAY)
    printed = _("printed on %(at)s") % {"at": date_format(timezone.localtime(), MOMENT)}
    return {
        "title": title,
        "tournament": tournament.name,
        "round": " · ".join(filter(None, [round_, stage])),
        "day": day,
        "place": tournament.place,
        "club": tournament.club.name,
        "printed": printed,
        "words": words(),
    }


def words() -> Mapping[str, str]:
    """What most papers say."""
    return {
        "page": _("Page %(page)s of %(pages)s") % {"page": "{page}", "pages": "{pages}"},
        "table": _("Table"),
        "number": _("No."),
        "name": _("Name"),
        "bye": _("Bye"),
        "round": _("Round"),
        "sum": _("Sum"),
        "nothing": _("Nobody yet."),
    }


def unbroken(name: str) -> str:
    """The name with its initials and numbers kept together: no line ends within "N. N. 3"."""
    return re.sub(r"(?<!/) (?=/|[^\s/]{1,2}(?:\s|$))", "\u00a0", name)
