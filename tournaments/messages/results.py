"""Tables and their results, in words."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.services.core import Problem

PROBLEMS: dict[str, str | Promise] = {
    "others_sit_here": _(
        "Others sit at table %(table)s by now: the round was drawn again. This slip was for those before."
    ),
    # what cannot be
    "sum_wrong": _("The sum is %(sum)s, but must be %(should)s. Please check the list."),
    "amount_missing": _("An amount is missing. Somebody who made nothing has 0."),
    "amount_unreadable": _("This is no whole number."),
    "amount_out_of_range": _("%(is)s cannot be: from %(from)s to %(to)s."),
    "negative_event": _("Nobody can have less than none."),
    "unknown_unit": _("This is not counted in this tournament."),
    "wrong_seats": _("This table has %(should)s seats, not %(seats)s."),
    "no_winner": _("Level is not possible here: somebody has won."),
    "won_wrong": _("The amounts and the winner do not fit together."),
    "winner_makes": _("The winner has exactly %(should)s, the other less."),
    "legs_impossible": _("Best of %(best_of)s: the winner has %(needed)s, and then it is over."),
    "too_many_boards": _("There are %(should)s boards, not %(boards)s."),
    "board_missing": _("These boards are still missing: %(boards)s."),
    "partners_differ": _("Seats 1 and 3 play together, and 2 and 4: partners have the same amount."),
    "winner_missing": _("Who has won?"),
    "not_at_this_table": _("Start number %(number)s does not sit at this table."),
    "two_people": _("Two different people sit here: that is played."),
    # when
    "no_table": _("In this round there is no table %(table)s."),
    "nobody_to_play": _("At table %(table)s somebody sits alone: there is nothing to hand in."),
    "round_not_published": _("This round is not published yet."),
    "result_reason_missing": _("This table counts already. To change it takes a reason."),
    "only_directors_correct": _("This table counts already. Only a director may change it."),
    "desk_corrects": _("The result of this table is in already. If it is wrong, please tell the desk."),
    "hands_only": _("In this tournament tables write hand by hand."),
    # sheets
    "no_sheet": _("This table has no sheet."),
    "sheet_is_open": _("The sheet of this table is open already."),
    "sheet_counts_already": _("The sheet counts already."),
    "sheet_seats_mixed": _("On the sheet, the people of one card sit on both sides. Put the seats right there."),
    "result_is_in": _("The result of table %(table)s is in already."),
    "results_only": _("In this tournament tables hand in their result only."),
    "one_person_twice": _("Both cards are of one person: nothing is played, the survivor is named."),
    "card_without_people": _("A card at this table lacks somebody to play it."),
    "game_not_scored": _("This game is not written hand by hand here. The table hands in its result."),
    "seats_of_another_game": _("%(people)s people cannot write this game hand by hand. The table hands in its result."),
}


def with_real_minus(problems: Iterable[Problem]) -> list[Problem]:
    """The problems with figures as they are written on paper: "−10"."""
    return [
        Problem(one.code, one.at, {name: written(figure) for name, figure in one.figures.items()}) for one in problems
    ]


def written(figure: object) -> object:
    return f"−{-figure}" if isinstance(figure, int) and figure < 0 else figure
