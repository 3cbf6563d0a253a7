"""The way to a tournament from the club's front page and from one's own, on its day and while it runs."""

from typing import Any

from django import template
from django.db.models import Q
from django.urls import reverse

from clubs.models import Club, Player
from clubs.services import till
from tournaments.models import Person, Tournament
from tournaments.models.entrants import Status
from tournaments.queries import tournaments_of
from tournaments.services.table_codes import hall_code

register = template.Library()
MOST = 3


@register.simple_tag
def tournaments_now(club: Club) -> list[Tournament]:
    """Those of today and those that run, the newest first."""
    found = tournaments_of(club).filter(Q(day=till.today(club)) | Q(started_at__isnull=False), ended_at=None)
    return list(found[:MOST])


@register.simple_tag
def my_cards(player: Player) -> list[dict[str, Any]]:
    """The start cards that somebody plays in them, each with the page it has for everybody's phone. Two queries."""
    names = [player.pk, *player.aliases.values_list("pk", flat=True)]
    running = Q(entrant__tournament__day=till.today(player.club)) | Q(entrant__tournament__started_at__isnull=False)
    rows = Person.objects.filter(running, player__in=names, until=None, entrant__tournament__ended_at=None)
    rows = rows.exclude(entrant__status=Status.CANCELLED).select_related("entrant__tournament")
    return [
        {
            "number": row.entrant.number,
            "tournament": row.entrant.tournament,
            "address": reverse("hall-card", args=[hall_code(row.entrant.tournament), row.entrant.number]),
        }
        for row in rows.order_by("entrant__tournament__day", "entrant__number")
    ]
