"""From a sheet back to the table it is written at."""

from typing import Any

from django import template
from django.urls import reverse

from clubs.queries import memberships_of
from scoring.models import Sheet
from tournaments.models import Table
from tournaments.services.table_codes import code_of
from tournaments.services.table_sheets import OF_A_TABLE

register = template.Library()


@register.simple_tag(takes_context=True)
def table_back(context: dict[str, Any], sheet: Sheet) -> str:
    """The address of the table's page: the desk's for somebody of the club, else the one its code leads to.

    Nothing, and no query, for a sheet that was begun at no tournament.
    """
    if not sheet.token.startswith(OF_A_TABLE):
        return ""
    table = Table.objects.select_related("round__tournament__club").filter(sheet=sheet.pk).first()
    if table is None:
        return ""
    tournament, user = table.round.tournament, context["user"]
    if user.is_authenticated and memberships_of(user).filter(club=tournament.club_id).exists():
        return reverse("table-result", args=[tournament.club.slug, tournament.pk, table.round.number, table.number])
    return reverse("at-table", args=[code_of(tournament, table.number)])
