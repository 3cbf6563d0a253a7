"""From a sheet back to the table it is written at."""

from typing import Any

from django import template
from django.urls import reverse

from clubs.queries import memberships_of
from scoring.models import Sheet
from tournaments.forms.strip import at_code, at_sheet, at_watched, empty_strip, strip_context
from tournaments.models import Table, Tournament
from tournaments.services.strips import strip_at, strip_of_sheet
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


@register.simple_tag
def table_strip(sheet: Sheet, writing: bool) -> dict[str, Any] | None:
    """What stands above the sheet of a tournament's table: time, and for whoever writes on it the call button.

    None, and no query, for a sheet that was begun at no tournament.
    """
    found = strip_of_sheet(sheet=sheet.pk) if sheet.token.startswith(OF_A_TABLE) else None
    if found is None:
        return None
    return strip_context(found, *(at_sheet(sheet.write_secret) if writing else at_watched(sheet.watch_secret)))


@register.simple_tag
def strip_here(tournament: Tournament, number: int, code: str) -> dict[str, Any]:
    """The same on the page that the code of a table leads to, of the round being played."""
    found, (live, call) = strip_at(tournament, number), at_code(code)
    return empty_strip(live) if found is None else strip_context(found, live, call)
