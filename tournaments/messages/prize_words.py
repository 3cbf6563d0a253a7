"""Prizes in words: what somebody gets one for."""

from django.utils.translation import gettext as _

from tournaments.formats.plan import Wins
from tournaments.messages.prizes import WINS


def what_for(wins: str, place: int | None, shared_with: int = 0) -> str:
    """ "Place 3", "Last place but one", "Best woman"; with among how many it is shared."""
    if wins == Wins.PLACE:
        said = _("Place %(place)s") % {"place": place}
    elif wins == Wins.BEST_WOMAN and place and place > 1:
        said = _("Place %(place)s among the women") % {"place": place}
    elif wins == Wins.LARGEST_GROUP and place and place > 1:
        said = _("Place %(place)s of the groups by size") % {"place": place}
    else:
        said = str(WINS[wins])
    return _("%(prize)s, shared by %(count)s") % {"prize": said, "count": shared_with + 1} if shared_with else said
