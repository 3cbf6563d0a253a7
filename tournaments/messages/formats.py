"""The pure formats, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    # drawing
    "too_few": _("Too few are there: %(there)s. %(missing)s more are needed."),
    "too_few_tables": _("For %(rounds)s rounds %(tables)s tables are too few: %(missing)s more cards are needed."),
    "cannot_be_seated": _(
        "%(there)s do not come out even at tables of %(sizes)s, and nobody may sit out. %(missing)s more are needed."
    ),
    "all_played": _("Everything is played. There is no further round."),
    # tables made by hand, or by a draw that people have left or joined since
    "unknown_number": _("Not in this round: %(numbers)s."),
    "not_there": _("Not there for this round: %(numbers)s."),
    "twice": _("In two places: %(numbers)s."),
    "nowhere": _("Here, but in no place: %(numbers)s."),
    "table_twice": _("There are two tables with the number %(table)s."),
    "table_number": _("There is no table number %(table)s."),
    "table_size": _("Table %(table)s has %(seats)s seats taken; it must be %(allowed)s."),
    "no_sit_out": _("In this tournament nobody sits out: %(numbers)s."),
    # buying in again
    "buying_not_allowed": _("In this tournament nobody buys in again."),
    "buying_gone": _("Number %(number)s has left and cannot buy in again."),
    "buying_has_lives": _("Number %(number)s has lives left: %(lives)s. There is nothing to buy."),
    "buying_over": _("Buying in again ended with round %(last_round)s; round %(round)s has been played."),
    "buying_used_up": _("Number %(number)s has bought in again as often as one may: %(most)s."),
    "buying_too_late": _(
        "Number %(number)s went out in round %(out)s. Buying in again is possible only before the next draw."
    ),
    # reading a plan
    "bad_value": _("This value cannot be."),
    "unknown_field": _("Nobody here knows a field of this name."),
    "missing": _("Something is missing here."),
    "unknown_choice": _("Choose one of: %(choices)s."),
    "out_of_range": _("From %(from)s to %(to)s."),
    # what does not fit together
    "bad_time": _("Write the time like 18:30."),
    "people_of_card": _("So many people cannot play one card: from %(from)s to %(to)s."),
    "no_stage": _("A tournament has at least one part."),
    "nobody_before": _("The first part has none before it, from which anybody or anything could go on."),
    "one_left": _("The part before is played until one is left. Say after how many rounds it ends."),
    "take_missing": _("How many go on from each group?"),
    "too_few_go_on": _("Too few go on: %(on)s. At least %(needed)s are needed."),
    "carry_other_unit": _("Points can go on counting only where both parts write the same: %(before)s or %(unit)s."),
    "rounds_missing": _("How many rounds?"),
    "groups_missing": _("How many groups?"),
    "more_rounds_than_tables": _("%(most)s cards make %(tables)s tables: more rounds than tables would repeat pairs."),
    "lowest_above_highest": _("The least (%(lowest)s) is more than the most (%(highest)s)."),
    "winner_above_highest": _("The winner would make more (%(winner_makes)s) than the most there is (%(highest)s)."),
    "event_twice": _("One word stands here twice."),
    "points_without_event": _("There are more points than words that they could be for."),
    "boards_need_team": _("Only teams play on several boards."),
    "unknown_board_unit": _("What decides a match of teams? One of: %(choices)s."),
    "draws_not_possible": _("Who loses is out: so a match cannot end level."),
    "even_legs": _("Of an even number of legs (%(legs)s) nobody need have won more. Take an odd number."),
    "sliding_needs_pairs": _("Sliding rounds are played by pairs or teams."),
    "partners_need_tables": _("Changing partners are for drawn tables of four."),
    "bad_sizes": _("How many sit at a table? Each number once, at least one of them."),
    "partners_need_four": _("Changing partners need tables of exactly four, and one person a card."),
    "only_in_matches": _("That is only for matches of one against one."),
    "unknown_criterion": _("Nothing is counted that is called “%(criterion)s”."),
    "criterion_twice": _("“%(criterion)s” stands here twice."),
    "behind_the_lot": _("The lot parts everybody: nothing can come after it."),
    "nothing_left_to_count": _("If that many rounds do not count (%(drop)s), none is left."),
    "fee_parts": _("The parts add up to %(sum)s, the fee is %(should)s."),
    "pool_above_price": _("More would go into the pot (%(pool)s) than is paid (%(price)s)."),
    "buying_needs_lives": _("Only in a part with lives can anybody buy in again."),
    # prizes
    "empty_prize": _("A prize needs a share of the pot, an amount or goods."),
    "over_100": _("The percentages make %(sum)s: that is %(over)s too much."),
    "not_100": _("The percentages make %(sum)s, %(missing)s is missing. Make it 100, or choose where the rest goes."),
    "more_than_pot": _("There is %(pot)s in the pot; the prizes come to %(over)s more."),
    "rest_without_home": _(
        "The prizes leave %(cents)s of the pot (%(pot)s). Give it to somebody, or choose where the rest goes."
    ),
    "unclaimed": _("%(cents)s of the pot can be won by nobody. Choose where the rest goes."),
}
