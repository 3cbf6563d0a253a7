"""Drawing and publishing rounds, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.core import Note

PROBLEMS: dict[str, str | Promise] = {
    "draw_after_end": _("The places of this tournament are final. Nothing is drawn any more."),
    "draw_gone": _("This draw has been thrown away meanwhile. Look at the draw again."),
    "draw_moved": _("Somebody has changed the draw meanwhile. Look at it again."),
    "round_published": _("Round %(number)s is published. Published draws do not change."),
    "other_round_next": _("Round %(next)s comes next, not round %(number)s."),
    "round_open": _("Not all tables of round %(round)s have handed in. Still open: %(tables)s."),
    "round_has_results": _("Round %(number)s is being played. These tables have something written down: %(tables)s."),
    "hand_meanwhile": _("A table of round %(number)s has just begun to write. The round stays published."),
    "later_round": _("There is a later round than round %(number)s."),
    "seed_missing": _("Give a seed: any word or number will do."),
    "seed_too_long": _("The seed is too long, %(most)s characters at most."),
    "seed_unreadable": _("The seed contains signs that cannot be shown."),
    "not_in_round": _("Start number %(number)s is not in this round."),
    "same_card": _("These are twice the same: %(number)s. Choose two start numbers."),
    "both_rest": _("Both have no opponent in this round: there is nothing to swap."),
    "line_unreadable": _("Line %(line)s cannot be read. Write a table like “3: 7 12”, start numbers only."),
    "line_of_nobody": _("Line %(line)s has no start numbers."),
    "table_again": _("Table %(table)s stands here twice."),
}

NOTES: Mapping[str, str | Promise] = {
    "met_again": _("Table %(table)s: %(who)s have met before"),
    "partners_again": _("Table %(table)s: %(who)s have played together before"),
    "same_person": _("Table %(table)s: %(who)s are one person; the survivor is named, nothing is played"),
    "apart": _("Table %(table)s: %(who)s should not meet"),
    "neighbours": _("Table %(table)s: %(who)s have neighbouring start numbers"),
    "decks_mixed": _("Table %(table)s: %(who)s play with different decks"),
    "table_not_kept": _("%(who)s should always sit at table %(wanted)s, but sits at table %(table)s"),
    "cut_by_lot": _("Equal in everything: %(who)s. The lot decided who of them goes on"),
    "not_in_grid": _("%(who)s came when the grid was drawn already and cannot play any more"),
    "second_bye": _("%(who)s rests again, although others have rested less often"),
}
"""What a draw could not keep."""


def note_text(note: Note, name: Callable[[int], str]) -> str:
    """A remark as a sentence; `name` says who a start number is."""
    figures: dict[str, Any] = dict(note.figures)
    numbers = figures.get("numbers", [figures["number"]] if "number" in figures else [])
    figures["who"] = together([name(number) for number in numbers])
    return str(NOTES[note.code]) % figures if note.code in NOTES else f"{note.code} {figures['who']}"


def together(names: list[str]) -> str:
    """Anna, Bert and Cilli."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
