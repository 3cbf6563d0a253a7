"""One after the other: whoever changes people, roles, evenings or the till of a club waits for whoever is at it."""

from django.db.models import F

from clubs.models import Club


def in_turn(club: Club) -> None:
    """Takes the club's row until the transaction is over, and with it the turn; to be called inside of one, first.

    An UPDATE that changes nothing: `select_for_update` does nothing on SQLite.
    """
    Club.objects.filter(pk=club.pk).update(name=F("name"))
