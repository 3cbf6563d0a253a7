"""The codes for the tables, to be printed before the event: one for every table's number, and one for everybody."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.forms.numbers import plain_number
from clubs.views.address import address, qr
from clubs.views.door import ClubRequest
from tournaments.models import Tournament
from tournaments.services.table_codes import code_of, hall_code, numbers_wanted
from tournaments.views.door import tournament_page


@tournament_page("score")
@require_safe
def table_codes(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """As many as there is room for, or as are needed; others where somebody asks for them (`from`, `to`)."""
    asked = [plain_number(request.GET.get(name, "")) for name in ("from", "to")]
    numbers = numbers_wanted(tournament, *asked)
    codes = []
    for number in numbers:
        link = address(request, "at-table", code_of(tournament, number))
        codes.append({"number": number, "address": link, "qr": qr(link)})
    everybody = address(request, "hall", hall_code(tournament))
    context = {
        "codes": codes,
        "first": numbers[0],
        "last": numbers[-1],
        "hall": {"address": everybody, "qr": qr(everybody)},
    }
    return render(request, "tournaments/tables/codes.html", context)
