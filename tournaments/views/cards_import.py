"""A pre-sale list as a file: choose it; look at what would happen; confirm. Only the last writes anything."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.forms.people import left_out
from clubs.services.core import Problem, Refused
from clubs.services.importing import BAD, KNOWN, MAYBE, NEW
from clubs.services.tables import MOST_BYTES, MOST_ROWS
from clubs.views.door import ClubRequest
from tournaments.formats.plan import read_plan
from tournaments.forms.cards import packed, unpacked
from tournaments.models import Tournament
from tournaments.services.cards_import import CardRow, Planned, bring_in, plan_cards, read_cards
from tournaments.services.joining import may_come_in
from tournaments.views.door import tournament_page


@tournament_page("score")
@require_http_methods(["GET", "POST"])
def import_cards(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    if request.method == "GET":
        return choose(request, tournament)
    post = request.POST
    try:
        if "rows" not in post:
            return look_at_file(request, tournament)
        rows = unpacked(tournament, post["rows"])
        if rows is None:
            raise Refused(Problem("preview_stale", "file"))
        made = bring_in(
            tournament,
            rows,
            by=request.user,
            token=post.get("token", ""),
            now=timezone.now(),
            same={plain_number(row) for row in post.getlist("same")},
            without=left_out(post),
        )
    except Refused as error:
        return choose(request, tournament, error)
    said = ngettext("%(count)d start card is announced.", "%(count)d start cards are announced.", len(made))
    says.success(request, said % {"count": len(made)})
    return redirect("check-in", request.club.slug, tournament.pk)


def choose(request: ClubRequest, tournament: Tournament, error: Refused | None = None) -> HttpResponse:
    closed = may_come_in(tournament)
    context = {
        "problems": messages.by_field(error.problems, ("file",)) if error else {},
        "closed": messages.problem_text(closed) if closed else "",
        "most_rows": MOST_ROWS,
        "plan": read_plan(tournament.plan),
    }
    return render(request, "tournaments/check_in/import.html", context, status=422 if error else 200)


def look_at_file(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    file = request.FILES.get("file")
    if file is None:
        raise Refused(Problem("file_missing", "file"))
    if (file.size or 0) > MOST_BYTES:
        raise Refused(Problem("file_too_big", "file", {"most": f"{MOST_BYTES // 1_000_000} MB"}))
    return preview(request, tournament, read_cards(file.read()))


def preview(request: ClubRequest, tournament: Tournament, rows: Sequence[CardRow]) -> HttpResponse:
    planned = plan_cards(tournament, rows)
    coming = [one for one in planned if one.what != BAD]
    context = {
        "plan": read_plan(tournament.plan),
        "planned": [planned_row(one) for one in planned],
        "counts": {what: sum(one.what == what for one in planned) for what in (NEW, KNOWN, MAYBE, BAD)},
        "coming": len(coming),
        "rows": packed(tournament, rows),
        "token": secrets.token_urlsafe(12),
    }
    return render(request, "tournaments/check_in/preview.html", context)


def planned_row(one: Planned) -> dict[str, Any]:
    return {
        "row": one.row,
        "what": one.what,
        "names": " / ".join(found.name for found in one.found) or " / ".join(one.row.names),
        "paid": one.paid,
        "alike": ", ".join(player.name for _position, player in one.alike),
        "problems": [messages.problem_text(problem) for problem in one.problems],
    }
