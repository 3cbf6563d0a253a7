"""What boards are computed from, as counts and newest ids: the parts of a `basis`."""

from typing import Any

from django.db.models import Count, F, Max, QuerySet, Sum

from clubs.models import Club, Player
from tournaments.models import Tournament


def rows(of: QuerySet[Any]) -> list[int]:
    """How many of these rows there are, and the newest."""
    found = of.order_by().aggregate(count=Count("pk"), newest=Max("pk"))
    return [found["count"], found["newest"] or 0]


def merged(club: Club) -> list[int]:
    """Changes as soon as somebody of the club turns out to be somebody else, or is parted again."""
    aliases = Player.objects.filter(club=club).exclude(merged_into=None)
    found = aliases.aggregate(count=Count("pk"), sum=Sum(F("pk") * F("merged_into")))
    return [found["count"], found["sum"] or 0]


def tournaments(of: QuerySet[Tournament]) -> list[list[int]]:
    """Of each how often anything was changed."""
    return [list(one) for one in of.order_by("pk").values_list("pk", "seq")]
