"""Sentences about evenings and adopted sheets."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "evening_ahead": _("This day is still to come. An evening begins on its day, or is written up afterwards."),
    "evening_long_ago": _("Evenings go back to %(year)s at the earliest."),
    "evening_day_missing": _("Please choose a day."),
    "evening_closed": _("This evening is settled. A director can open it again."),
    "transfer_withdrawn": _("The evening was opened again meanwhile; this payment counts no more."),
    "person_unknown": _("Nobody in this club is called that."),
    "sits_at_table": _("%(name)s sits at a table of this evening (%(game)s) and so was there."),
    "sheets_open": _("Still open: %(sheets)s. Close these sheets first."),
    "seat_of_nobody": _("On a sheet of this evening nobody knows who sat on a seat: %(names)s."),
    "transfers_paid": _(
        "Ticked as paid already: %(payments)s. Take these ticks back first, then the evening can be opened again."
    ),
    "sheet_not_empty": _("Something stands on this sheet by now. It cannot be thrown away."),
    "sheet_not_here": _("This sheet does not belong to this evening."),
    "adopted_elsewhere": _("This sheet belongs to a club already."),
    "no_such_rules": _("The club has no such house rules for this game."),
    "same_person_twice": _("%(names)s: that is one and the same person."),
    "seats_missing": _("Please say for every seat who sat there."),
}

CHANGES: dict[str, str | Promise] = {
    "evening_opened": _("Evening opened"),
    "evening_closed": _("Evening settled"),
    "evening_reopened": _("Evening opened again"),
    "transfer_paid": _("Payment ticked as paid"),
    "transfer_unpaid": _("Tick of a payment taken back"),
    "sheet_adopted": _("Sheet taken into the club"),
    "sheet_reopened": _("Closed sheet opened again"),
    "sheet_dropped": _("Empty sheet thrown away"),
}
