"""Standings, penalties, prizes and the end, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "unit_not_counted": _("This decides no place in this tournament."),
    "penalty_does_nothing": _("Who loses is out here: no points decide a place. Enter the match as lost instead."),
    "no_points": _("How much? A whole number other than 0."),
    "too_many_points": _("%(most)s at most."),
    "penalty_no_card": _("There is no start number %(number)s."),
    "penalty_no_round": _("There is no such round: 1 to %(most)s, or none for the whole tournament."),
    "penalty_reason_missing": _("What for? A penalty or a bonus needs its reason."),
    "finish_tables_open": _("Round %(round)s is not over. Open tables: %(tables)s."),
    "finish_nothing_played": _("No round has been played yet."),
    "finish_draft": _("Round %(round)s is drawn and not published. Publish it or throw the draw away first."),
    "finish_early": _("Not all rounds are played: round %(round)s was the last one so far. Finish all the same?"),
    "finish_disputed": _("Still disputed (round/table): %(tables)s. Finish all the same?"),
    "finish_unpaid": _("Unpaid cards: %(count)s. Their fees are not in the pot. Finish all the same?"),
    "finish_handed_otherwise": _(
        "Handed out before, and won by others now: %(prizes)s. Get it back first. Finish all the same?"
    ),
    "reopen_handed": _("Prizes already handed out: %(count)s. They may turn out to be somebody else’s."),
    "reopen_booked": _("%(amount)s of the prizes is booked in the till; that will be reversed."),
    "not_finished": _("The places are not final yet. Finish the tournament first."),
    "finished_meanwhile": _("The places are final meanwhile. Tick the prize in the final list."),
    "prize_not_certain": _("Number %(number)s is not certain of this prize yet."),
    "stays_with_club": _("This was won by nobody and stays with the club."),
}

WINS: dict[str, str | Promise] = {
    "last": _("Last place"),
    "last_but_one": _("Last place but one"),
    "middle": _("Place in the middle"),
    "best_woman": _("Best woman"),
    "largest_group": _("Largest group"),
    "stays": _("Stays with the club"),
}
"""What a prize is for; that of a place is called by its number."""
