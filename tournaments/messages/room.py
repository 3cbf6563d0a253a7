"""The room, its clock and calls for the director, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.messages import words
from scoring.models import Sheet
from scoring.services.fold import game_of
from tournaments.messages.results import written

PROBLEMS: dict[str, str | Promise] = {
    "clock_of_earlier_round": _("Round %(round)s is over: only the clock of the round being played can be set."),
    "minutes_out_of_range": _("Minutes: a number from 0 to %(most)s."),
    "table_not_playing": _("This table is of an earlier round. Open the table’s page again."),
    "table_drawn_again": _("Table %(table)s has been drawn again meanwhile. Open its page again."),
    "called_too_often": _("You have called several times just now. Please go to the desk, or wait a few minutes."),
}
CHANGES: dict[str, str | Promise] = {
    "clock_started": _("Clock of a round started"),
    "clock_started_again": _("Clock of a round started again"),
    "clock_minutes": _("Minutes of a round changed"),
    "table_extra_time": _("Extra time of a table changed"),
    "call_answered": _("Call from a table answered"),
}
FIELDS: dict[str, str | Promise] = {
    "minutes": _("Minutes"),
    "extra": _("Extra minutes"),
    "waited": _("Waited, in minutes"),
}

HINTS: dict[str, str | Promise] = {
    "quick_hands": _("%(hands)s hands in %(seconds)s seconds: faster than they can be played."),
    "same_special": _("%(name)s played %(contract)s %(times)s times running."),
    "special_streak": _("%(name)s won %(times)s special contracts in a row."),
    "behind": _("About %(minutes)s minutes behind the other tables."),
    "over_time": _("%(minutes)s minutes over its time, most tables are in."),
    "far_out": _("Number %(number)s made %(amount)s, far from all others of this round (next: %(next)s)."),
}
"""What looks unusual at a table and need not be wrong, for the desk only."""


def hint_text(code: str, figures: Mapping[str, Any], sheet: Sheet | None) -> str:
    """A hint as a sentence; seats and contracts are called as at the table whose sheet this is."""
    told = {name: written(figure) for name, figure in figures.items()}
    if "seat" in told and sheet is not None:
        told["name"] = sheet.state["names"][figures["seat"]]
    if "contract" in told and sheet is not None:
        told["contract"] = next(words(one.name) for one in game_of(sheet).contracts if one.key == told["contract"])
    return str(HINTS[code]) % told
