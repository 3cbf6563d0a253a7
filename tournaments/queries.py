"""Reading tournaments."""

from django.db.models import QuerySet

from clubs.models import Club
from tournaments.models import Round, Tournament


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """The newest first; without what came along from elsewhere, which may be a whole log."""
    return Tournament.objects.filter(club=club).defer("brought").order_by("-day", "-pk")


def tournament_of(club: Club, pk: int) -> Tournament | None:
    return tournaments_of(club).filter(pk=pk).select_related("club").first()


def published(tournament: Tournament) -> QuerySet[Round]:
    """The rounds that are or were played, oldest first; without all that they were drawn from, which is much."""
    return tournament.rounds.exclude(published_at=None).defer("drawn_from", "standing").order_by("number")


def published_round(tournament: Tournament, number: int) -> Round | None:
    return published(tournament).filter(number=number).select_related("published_by").first()


def draft_of(tournament: Tournament) -> Round | None:
    """The round that is drawn and not published."""
    drafts = tournament.rounds.filter(published_at=None).defer("drawn_from", "standing").select_related("drawn_by")
    return drafts.order_by("number").first()
