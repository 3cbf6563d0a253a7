"""People in and out as files: bringing in a table with a preview, and the list as CSV or Excel."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages as done
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs import messages
from clubs.forms.people import chosen_rows, left_out, packed, unpacked
from clubs.names import name_for
from clubs.services import exporting
from clubs.services.columns import Row
from clubs.services.core import Problem, Refused
from clubs.services.importing import BAD, KNOWN, MAYBE, NEW, Planned, bring_in, plan, read_people, turned
from clubs.services.spreadsheets import CSV, XLSX
from clubs.services.tables import MOST_BYTES, MOST_ROWS
from clubs.views.door import ClubRequest, club_page


@require_http_methods(["GET", "POST"])
@club_page("people")
def import_people(request: ClubRequest) -> HttpResponse:
    """Choose a file; look at what would happen; confirm. Only the last writes anything."""
    if request.method != "POST":
        return choose(request)
    try:
        if "rows" not in request.POST:
            return look_at_file(request)
        rows = unpacked(request.club, request.POST["rows"])
        if rows is None:
            raise Refused(Problem("preview_stale", "file"))
        if "turn" in request.POST:
            return preview(request, turned(rows), guessed=True)
        sure, without = chosen_rows(request.POST), left_out(request.POST)
        people = bring_in(request.club, rows, by=request.user, now=timezone.now(), sure=sure, without=without)
    except Refused as error:
        return choose(request, error)
    count = len(people)
    said = ngettext("%(count)d person is new in the book.", "%(count)d people are new in the book.", count)
    done.success(request, said % {"count": count})
    return redirect("people", request.club.slug)


def choose(request: ClubRequest, error: Refused | None = None) -> HttpResponse:
    said = messages.by_field(error.problems, ("file",)) if error else {}
    context = {"problems": said, "most_rows": MOST_ROWS}
    return render(request, "clubs/people/import.html", context, status=422 if error else 200)


def look_at_file(request: ClubRequest) -> HttpResponse:
    file = request.FILES.get("file")
    if file is None:
        raise Refused(Problem("file_missing", "file"))
    if (file.size or 0) > MOST_BYTES:
        raise Refused(Problem("file_too_big", "file", {"most": f"{MOST_BYTES // 1_000_000} MB"}))
    listed = read_people(file.read())
    return preview(request, listed.rows, listed.not_taken, guessed=listed.guessed)


def preview(
    request: ClubRequest, rows: Sequence[Row], not_taken: Sequence[str] = (), *, guessed: bool = False
) -> HttpResponse:
    planned = plan(request.club, rows)
    counts = {what: sum(one.what == what for one in planned) for what in (NEW, KNOWN, MAYBE, BAD)}
    context = {
        "planned": [planned_row(one) for one in planned],
        "counts": counts,
        "not_taken": not_taken,
        "guessed": guessed,
        "rows": packed(request.club, list(rows)),
        "nothing": not counts[NEW] and not counts[MAYBE],
    }
    return render(request, "clubs/people/preview.html", context)


def planned_row(one: Planned) -> dict[str, Any]:
    return {
        "row": one.row,
        "what": one.what,
        # Two rows of one list are hardly ever one person; somebody the club knows already may well be.
        "preset": "new" if all(player.pk < 0 for player in one.alike) else "same",
        "alike": " / ".join(name_for(player, inside=True) for player in one.alike),
        "problems": [messages.problem_text(problem) for problem in one.problems],
    }


@require_safe
@club_page("people")
def export_people(request: ClubRequest, form: str) -> HttpResponse:
    """The list as a file: `form` is csv or xlsx."""
    if form not in ("csv", "xlsx"):
        raise Http404
    as_file = exporting.as_xlsx if form == "xlsx" else exporting.as_csv
    response = HttpResponse(as_file(request.club), content_type=XLSX if form == "xlsx" else CSV)
    response["Content-Disposition"] = f'attachment; filename="{request.club.slug}-people.{form}"'
    return response
