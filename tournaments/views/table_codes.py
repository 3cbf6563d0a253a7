"""The codes for the tables, to be printed before the event: one for every table's number."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.forms.numbers import plain_number
from clubs.views.address import address, qr
from clubs.views.door import ClubRequest
from tournaments.formats.plan import MATCHES, read_plan
from tournaments.models import Table, Tournament
from tournaments.services.table_codes import code_of
from tournaments.views.door import tournament_page

MOST_CODES = 200


@tournament_page("score")
@require_safe
def table_codes(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """As many as there is room for, or as are needed; others where somebody asks for them (`from`, `to`)."""
    first = max(1, plain_number(request.GET.get("from", "")) or 1)
    last = plain_number(request.GET.get("to", "")) or first + tables_needed(tournament) - 1
    last = max(first, min(last, first + MOST_CODES - 1, 9999))
    first = min(first, last)
    codes = []
    for number in range(first, last + 1):
        link = address(request, "at-table", code_of(tournament, number))
        codes.append({"number": number, "address": link, "qr": qr(link)})
    return render(request, "tournaments/tables/codes.html", {"codes": codes, "first": first, "last": last})


def tables_needed(tournament: Tournament) -> int:
    """Those of the largest round so far; before the first as many as the cards take, or as the plan has room for."""
    plan = read_plan(tournament.plan)
    drawn = Table.objects.filter(round__tournament=tournament).order_by("-number").values_list("number", flat=True)
    if (highest := drawn.first()) is not None:
        return highest
    if plan.desk.tables:
        return plan.desk.tables
    stage = plan.stages[0]
    seats = 2 if stage.kind in MATCHES else min(stage.sizes, default=4)
    return max(1, -(-tournament.entrants.count() // seats))
