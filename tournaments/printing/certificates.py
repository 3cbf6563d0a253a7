"""Certificates: one page for every card that has a place, with the club's picture where somebody hands one in."""

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.printing.head import DAY, titled
from tournaments.services.standings import Standings

MOST_PAGES = 500


def placed(found: Standings, first: int = 0) -> int:
    """How many cards have a place (among the `first` ones, where it is said)."""
    return sum(row.place is not None and (not first or row.place <= first) for row in found.rows)


def certificates(found: Standings, first: int) -> dict[str, Any]:
    """Of the places 1 to `first` (0: of all), the best first. They go to the people themselves, so with their names."""
    tournament = found.facts.tournament
    rows = [
        {"place": _("Place %(place)s") % {"place": row.place}, "name": row.name, "said": row.card.group}
        for row in found.rows
        if row.place is not None and (not first or row.place <= first)
    ]
    of = " · ".join(filter(None, [tournament.place, date_format(tournament.day, DAY)]))
    said = titled(_("Certificate"), tournament)
    return {**said, "rows": rows[:MOST_PAGES], "of": of, "signed": [_("Place, date"), _("For the club")]}
