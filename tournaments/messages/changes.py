"""What lines of the log of changes are called."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.messages.criteria import UNITS
from tournaments.models import Result
from tournaments.models.entrants import Paid, Status

CHANGES: dict[str, str | Promise] = {
    # setting up
    "tournament_made": _("Tournament made"),
    "tournament_described": _("Tournament described otherwise"),
    "tournament_begun": _("Tournament begun, rules frozen"),
    "tournament_deleted": _("Tournament deleted"),
    "plan_changed": _("Tournament plan changed"),
    # draws and rounds
    "round_drawn": _("Round drawn"),
    "round_drawn_again": _("Round drawn again"),
    "round_by_hand": _("Round set by hand"),
    "round_swapped": _("Cards swapped in a draw"),
    "round_published": _("Round published"),
    "round_taken_back": _("Published round taken back"),
    "round_discarded": _("Draw thrown away"),
    "seed_changed": _("Seed changed"),
    # standings, penalties, prizes
    "penalty_given": _("Penalty or bonus given"),
    "penalty_cancelled": _("Penalty or bonus cancelled"),
    "tournament_finished": _("Places made final"),
    "tournament_reopened": _("Places opened again"),
    "prize_handed_out": _("Prize handed out"),
    "prize_taken_back": _("Prize taken back"),
    # check-in, start cards, cash, bans
    "card_added": _("Start card entered"),
    "card_changed": _("Start card changed"),
    "card_paid": _("Fee of a start card"),
    "card_arrived": _("Start card came in"),
    "cards_missing": _("Start cards did not come"),
    "card_left": _("Start card left"),
    "card_came_back": _("Start card came back"),
    "card_away": _("Start card lets rounds pass"),
    "card_substitute": _("Substitute on a start card"),
    "card_partner": _("Partner drawn by lot"),
    "card_person_put_right": _("Start card given to whom was meant"),
    "card_given_up": _("Start number given up"),
    "cards_imported": _("Start cards brought in from a list"),
    "bought_in": _("Bought in again"),
    "buy_taken_back": _("Buying in taken back"),
    "desk_counted": _("Cash of the desk counted"),
    "banned": _("Person banned"),
    "ban_lifted": _("Ban lifted"),
    # tables and results
    "table_handed_in": _("Table handed in"),
    "table_refused": _("Table sent back"),
    "table_corrected": _("Result of a table corrected"),
    "table_opened_again": _("Sheet of a table opened again"),
    "table_hand_corrected": _("Hand of a table put right"),
}

FIELDS: dict[str, str | Promise] = {
    **UNITS,
    "tournament": _("Tournament"),
    "tournament_no": _("Tournament no."),
    "card": _("Start number"),
    "cards": _("Start numbers"),
    "round": _("Round"),
    "table": _("Table"),
    "seed": _("Seed"),
    "attempt": _("How manieth draw"),
    "tables": _("Tables"),
    "byes": _("Rest"),
    "plan": _("Plan"),
    "amount": _("Amount"),
    "unit": _("Counts as"),
    "reason": _("Reason"),
    "counted": _("Counted in the box"),
    "prizes": _("Prizes"),
    "pot_cents": _("Pot"),
    "paid": _("Fee"),
    "status": _("State"),
    "result": _("Result"),
    "until": _("Until"),
    "expected": _("Should be in the box"),
    "change": _("Change put in"),
    "difference": _("Difference"),
    "number": _("Start number"),
    "changed": _("Changed"),
    "group": _("Club or group"),
    "deck": _("Deck"),
    "woman": _("Woman"),
    "fixed_table": _("Always at table"),
    "gone": _("Start number given up"),
    "position": _("Place on the card"),
    "since": _("From round"),
    "after_round": _("Last round"),
    "missed": _("Rounds missed"),
    "away": _("Rounds let pass"),
    "how": _("How"),
    "hand": _("Line of the sheet"),
    "sum": _("Sum"),
    "goods": _("Goods"),
    "handed_out": _("Handed out"),
    "reversed_cents": _("Reversed in the till"),
}
"""What the fields of these changes are called (`clubs.messages.changes`)."""

CHOICES: dict[str, Mapping[str, str | Promise]] = {
    "status": {one.value: one.label for one in Status},
    "paid": {one.value: one.label for one in Paid},
    "how": {one.value: one.label for one in Result.How},
    "unit": UNITS,
}
"""Their values that are codes."""
