"""Start cards and check-in, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "card_has_played": _("Number %(number)s has played: they left early, or are disqualified."),
    "twice_on_card": _("%(who)s stands on this card twice."),
    "has_a_card": _(
        "%(who)s has start number %(cards)s already. Somebody else of this name? Then write it like “%(proposal)s”."
    ),
    "has_all_cards": _("%(who)s has %(cards)s already; nobody holds more than %(most)s cards here."),
    "banned": _("%(who)s is banned: %(reason)s"),
    "banned_until": _("%(who)s is banned until %(until)s: %(reason)s"),
    "too_many_on_card": _("A card has %(most)s people at most."),
    "number_odd": _("Start numbers go from 1 to %(most)s."),
    "number_taken": _("Start number %(number)s is taken. The next free one is %(next)s."),
    "number_stays": _("Once the first round is published, start numbers stay as they are."),
    "no_room": _("All %(most)s places are taken."),
    "table_odd": _("Tables go from 1 to %(most)s."),
    "paid_unknown": _("A card is paid, open or free."),
    "tournament_over": _("The places are final. Open the tournament again first."),
    "round_runs": _("Round %(round)s is running: nobody can enter any more."),
    "round_was_played": _("Round %(round)s has been played: nobody can enter any more."),
    "too_late_for_format": _("After round %(round)s this way of playing takes nobody new."),
    "card_is_gone": _("Number %(number)s has left. Let it come back instead."),
    "number_given_up": _("Number %(number)s was given up and takes no part any more."),
    "card_never_left": _("Number %(number)s has not left."),
    "leave_how": _("Say how they left: withdrawn, disqualified or not come."),
    "leave_after": _("The last round so far is %(last)s."),
    "reason_missing": _("Write down the reason."),
    "round_is_drawn": _("Round %(round)s cannot be let pass any more; the next one is %(next)s."),
    "not_only_here": _("%(who)s is known beyond this tournament: the name is corrected among the club’s people."),
    "is_somebody_else": _("%(who)s is somebody of their own. Name a substitute instead."),
    "card_was_drawn": _("This card is in the draw already. Let it leave instead."),
    "card_still_paid": _("Money is here for this card. Give it back first (open), then the number can go."),
    "no_pairs_here": _("This tournament is not played in pairs."),
    "too_few_alone": _("There are not two who need a partner."),
    "too_late_for_partners": _("Round %(round)s is published: partners are not drawn any more."),
    "card_unknown": _("There is no start number %(number)s."),
    "act_unknown": _("This page asked for something that does not exist. Load it again."),
    "import_no_names": _("No column with names was found. Write “Name” above the column."),
    "import_twice": _("The same people stand in row %(row)s already."),
    "import_number_twice": _("Start number %(number)s stands in row %(row)s already."),
    "import_number_odd": _("“%(text)s” is no start number."),
    "import_too_many": _("Only %(left)s places are left."),
}
