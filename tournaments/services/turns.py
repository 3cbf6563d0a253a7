"""One after the other: whoever changes anything of a tournament takes its row first and says that it changed.

Order of rows, as everywhere: the club (`clubs.services.turns`, where people or the till are touched), then the
tournament, then sheets. An UPDATE, because `select_for_update` does nothing on SQLite.
"""

from django.db.models import F

from clubs.services.core import Problem, Refused
from tournaments.models import Entrant, Tournament
from tournaments.models.entrants import Status


def take(tournament: Tournament) -> Tournament:
    """Takes the row until the transaction ends and gives it as it is now; to be called inside one, first."""
    Tournament.objects.filter(pk=tournament.pk).update(seq=F("seq") + 1)
    return Tournament.objects.select_related("club").defer("brought").get(pk=tournament.pk)


def take_card(entrant: Entrant) -> Entrant:
    """Takes the tournament's row as `take` does and gives the card as it is now. Refused for one that was given up."""
    tournament = take(entrant.tournament)
    card = Entrant.objects.filter(pk=entrant.pk).exclude(status=Status.CANCELLED).first()
    if card is None:
        raise Refused(Problem("number_given_up", None, {"number": entrant.number}))
    card.tournament = tournament
    return card
