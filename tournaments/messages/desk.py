"""The till, buying in again, bans, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "card_not_here": _("Number %(number)s is not here."),
    "buy_was_played": _("Round %(round)s was drawn with this card. That cannot be taken back."),
    "nothing_came_in": _("Everything is in the till already."),
    "takings_changed": _("Meanwhile money came in or went out. Look at the amount again."),
    "booking_not_of_desk": _("This booking does not come from this tournament."),
    "ban_of_nobody": _("Choose somebody of the club's people."),
    "ban_is_over": _("This day is over. Choose a later one, or none."),
}
