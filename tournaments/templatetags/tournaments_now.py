"""The way to a tournament from the club's front page, on its day and while it runs."""

from django import template
from django.db.models import Q

from clubs.models import Club
from clubs.services import till
from tournaments.models import Tournament
from tournaments.queries import tournaments_of

register = template.Library()
MOST = 3


@register.simple_tag
def tournaments_now(club: Club) -> list[Tournament]:
    """Those of today and those that run, the newest first."""
    found = tournaments_of(club).filter(Q(day=till.today(club)) | Q(started_at__isnull=False), ended_at=None)
    return list(found[:MOST])
