"""Setting a tournament up, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "tournament_name_missing": _("What is the tournament called?"),
    "day_far_away": _("This day is too far away. Look at the year."),
    "game_missing": _("Which game is played?"),
    "rules_of_another_game": _("These house rules belong to another game."),
    "unknown_preset": _("Nobody here knows this kind of tournament."),
    "no_such_tournament": _("There is no such tournament in this club."),
    "tournament_is_over": _("The places are final. Open them again before you change anything."),
    "game_is_frozen": _("The game and its house rules are frozen since the first round was published."),
    "cards_are_there": _("There are start cards already: who plays one cannot change any more."),
    "stage_is_played": _("Part %(stage)d was drawn already: its kind and what it counts stay."),
    "rounds_drawn": _("A round was drawn already. The tournament stays."),
    "cash_taken": _("Cash was taken already. The tournament stays."),
    "not_sure": _("The tournament is running. Confirm what will count from now on."),
    "plan_moved": _("Somebody else has changed the plan meanwhile. Look at it again."),
}
