"""The treasurer's page, and the same as files."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import messages
from clubs.names import name_for
from clubs.services import till
from clubs.services.spreadsheets import CSV, XLSX
from clubs.services.till_files import bookings_csv, report_csv, report_xlsx
from clubs.services.till_report import Report, report
from clubs.views.door import ClubRequest, club_page
from clubs.views.till.periods import period

FILES = ("report.csv", "report.xlsx", "bookings.csv")


@club_page("see_till")
@require_safe
def report_page(request: ClubRequest) -> HttpResponse:
    start, end, problems = period(request)
    status = 422 if problems else 200
    # Days the wrong way round are said, and what lies between them is shown: nothing else would add up.
    found, year = report(request.club, start=min(start, end), end=max(start, end)), till.today(request.club).year
    context: dict[str, Any] = {
        "report": found,
        "rows": [{"account": one, "name": name_for(one.player, inside=True)} for one in found.accounts],
        "sums": sums(found),
        "start": start.isoformat(),
        "end": end.isoformat(),
        "years": [year, year - 1, year - 2],
        "problems": messages.by_field(problems, ("start", "end")),
        "printed": till.today(request.club),
    }
    return render(request, "clubs/till/report.html", context, status=status)


def sums(found: Report) -> dict[str, int]:
    """The last row of the table of people."""
    names = ("opening", "played", "charged", "shared", "paid_in", "paid_out", "closing")
    return {name: sum(getattr(one, name) for one in found.accounts) for name in names}


@club_page("see_till")
@require_safe
def report_file(request: ClubRequest, what: str) -> HttpResponse:
    """The report, or its bookings one by one, as CSV; both as a workbook."""
    if what not in FILES:
        raise Http404
    start, end = sorted(period(request)[:2])
    if what == "bookings.csv":
        content, kind = bookings_csv(request.club, start, end), CSV
    elif what == "report.csv":
        content, kind = report_csv(report(request.club, start=start, end=end)), CSV
    else:
        content, kind = report_xlsx(request.club, report(request.club, start=start, end=end)), XLSX
    stem, _dot, ending = what.partition(".")
    word = _("till") if stem == "report" else _("bookings")
    name = f"{request.club.slug}-{word}-{start.isoformat()}-{end.isoformat()}.{ending}"
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
