"""One after the other: whoever changes anything of a tournament takes its row first and says that it changed.

Order of rows, as everywhere: the club (`clubs.services.turns`, where people or the till are touched), then the
tournament, then sheets. An UPDATE, because `select_for_update` does nothing on SQLite.
"""

from collections.abc import Mapping

from django.db.models import F

from clubs.services.core import Problem, Refused
from tournaments.formats.core import Impossible
from tournaments.models import Tournament


def take(tournament: Tournament) -> Tournament:
    """Takes the row until the transaction ends and gives it as it is now; to be called inside one, first."""
    Tournament.objects.filter(pk=tournament.pk).update(seq=F("seq") + 1)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def refused(error: Impossible) -> Refused:
    """What the pure part found, as a use case says it."""
    return Refused(*(Problem(one.code, one.at, _listed(one.figures)) for one in error.problems))


def _listed(figures: Mapping[str, int | str | list[int]]) -> dict[str, int | str]:
    """Lists of numbers as a sentence says them: 3, 7, 12."""
    return {name: ", ".join(map(str, one)) if isinstance(one, list) else one for name, one in figures.items()}
