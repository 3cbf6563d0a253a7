"""Taking a tournament along and bringing one in, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "takeout_one_file": _("Choose one file, not several."),
    "takeout_too_big": _("The file is too big: %(most)s at most."),
    "takeout_too_much": _("This file holds more than any tournament does."),
    "takeout_not_json": _("This file is not whole, or it is no JSON. Save it once more where it comes from."),
    "takeout_other_file": _("This is not the file of a tournament. Over there it is called “Everything (JSON)”."),
    "takeout_other_version": _(
        "This file is of version %(version)s, and here version %(known)s is read. Update the older installation."
    ),
    "takeout_not_as_must_be": _("The file is not as it was written; it differs here: %(places)s."),
    "takeout_does_not_fit": _("Something in the file does not fit together: %(where)s."),
    "takeout_plan": _("How the tournament is played is no plan that can be played here: %(where)s."),
    "takeout_number_twice": _("Start number %(number)s stands in the file twice."),
    "takeout_person_twice": _("%(who)s stands among the people twice."),
    "takeout_seats": _("Somebody sits at two tables, or a start number there is none of: %(where)s."),
    "takeout_results": _("What this table handed in does not fit together: %(where)s."),
    "takeout_sheet": _("Round %(round)s, table %(table)s: the sheet cannot be played again. %(why)s"),
    "takeout_hand": _(
        "Round %(round)s, table %(table)s, line %(line)s: by the rules this cannot have been written. %(why)s"
    ),
    "takeout_line_unreadable": _("Nobody can read what this line says."),
    "takeout_no_such_line": _("There is no such line, or it does not stand any more."),
    "takeout_signed_otherwise": _("The table signed other totals than its hands make."),
    "takeout_other_code": _("The check code belongs to other hands."),
    "takeout_not_countable": _("Places and prizes cannot be counted from this file."),
    "takeout_nobody_meant": _("%(who)s cannot be whom you chose. Choose again."),
    "takeout_two_are_one": _("%(who)s and %(other)s are two people in the file, they cannot be one here."),
}
CHANGES: dict[str, str | Promise] = {"tournament_brought": _("Tournament brought in from another installation")}
FIELDS: dict[str, str | Promise] = {"came_from": _("Came from")}
"""What lines of the log of changes are called."""
