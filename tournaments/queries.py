"""Reading tournaments."""

from django.db.models import QuerySet

from clubs.models import Club
from tournaments.models import Tournament


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """The newest first."""
    return Tournament.objects.filter(club=club).order_by("-day", "-pk")


def tournament_of(club: Club, pk: int) -> Tournament | None:
    return Tournament.objects.filter(club=club, pk=pk).select_related("club").first()
