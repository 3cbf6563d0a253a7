"""Taking a tournament along as files, and bringing in one that another installation has written down."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from clubs import messages
from clubs.names import name_for
from clubs.services.core import Problem, Refused
from clubs.services.importing import KNOWN, MAYBE, NEW
from clubs.services.spreadsheets import XLSX
from clubs.views.door import ClubRequest, club_page
from scoring.models import Entry, Sheet
from scoring.screens import screen_of, table_of
from scoring.services.fold import fold, names_of, slots
from scoring.views.board import entry_sentence
from scoring.views.history import rows_of
from tournaments.forms.bringing import chosen_people, packed, unpacked
from tournaments.models import Tournament
from tournaments.services.bringing import Look, bring, look_at
from tournaments.services.bringing_format import MOST_BYTES
from tournaments.services.bringing_people import Planned, problems_with
from tournaments.services.brought import log_of
from tournaments.services.takeout import as_json, document_of, file_name
from tournaments.services.takeout_tables import as_csv, as_xlsx, tables_of
from tournaments.views.door import tournament_page
from tournaments.views.setup_page import game_title

FORMS = {"xlsx": XLSX, "zip": "application/zip", "json": "application/json"}
"""The endings of the files, with what they are called in a header."""


@tournament_page("direct")
@require_safe
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Three files to choose from, and where the tournament came from."""
    way = [{**one, "moment": datetime.fromisoformat(one["at"])} for one in tournament.brought.get("way", [])]
    context = {"way": way, "lines": len(log_of(tournament)), "json_name": file_name(tournament, "json")}
    return render(request, "tournaments/takeout/page.html", context)


@tournament_page("direct")
@require_safe
def download(request: ClubRequest, tournament: Tournament, form: str) -> HttpResponse:
    if form not in FORMS:
        raise Http404
    now = timezone.now()
    if form == "json":
        data = as_json(document_of(tournament, now=now))
    else:
        tables = tables_of(tournament, now=now, sentences=sentences)
        data = as_xlsx(tables) if form == "xlsx" else as_csv(tables)
    response = HttpResponse(data, content_type=FORMS[form])
    response["Content-Disposition"] = f'attachment; filename="{file_name(tournament, form)}"'
    return response


def sentences(sheet: Sheet, entries: Sequence[Entry]) -> list[str]:
    """What each entry of a sheet says; those that stand with their results."""
    rows, screen, table = {line["seq"]: line for line in sheet.state["lines"]}, screen_of(sheet), table_of(sheet)
    if len(rows) < sheet.state["hands"]:  # of earlier legs the sheet keeps no lines: they are played again
        _folded, lines = fold(sheet, slots(entries), names_of(sheet))
        rows = rows_of(sheet, lines)

    def said(entry: Entry) -> str:
        if entry.seq in rows:
            return screen.sentence(rows[entry.seq], table)  # the table once for all of its hands
        return entry_sentence(entry, sheet)

    return [*map(said, entries)]


# --- bringing one in -------------------------------------------------------------------------------------------------


@csrf_exempt  # only until somebody is known who may direct: `answer` looks at it, before anything is done
@club_page("direct")
@require_http_methods(["GET", "POST"])
def bring_page(request: ClubRequest) -> HttpResponse:
    """Choose a file; look at what would happen; confirm. Only the last writes anything."""
    if request.method != "POST":
        return choose(request)
    # Nothing of the request was read yet, and the door has let in whoever asks: a larger file than usual may come.
    for handler in request.upload_handlers:
        handler.most_kept = MOST_BYTES + 1  # type: ignore[attr-defined]  # of `config.uploads`
    return answer(request)


@csrf_protect
def answer(request: ClubRequest) -> HttpResponse:
    post = request.POST
    try:
        data = unpacked(post["packed"]) if "packed" in post else uploaded(request)
        if data is None:
            raise Refused(Problem("preview_stale", "file"))
        look = look_at(request.club, data)
        if "packed" not in post:
            return preview(request, look, data)
    except Refused as error:
        return choose(request, error)
    chosen = chosen_people(post)
    try:
        made = bring(
            request.club,
            look.checked,
            by=request.user,
            token=post.get("token", ""),
            now=timezone.now(),
            chosen=chosen,
            book_here="book" in post,
        )
    except Refused as error:
        if any(one.at == "file" for one in error.problems):
            return choose(request, error)
        return preview(request, look, data, error=error)
    says.success(request, _("“%(name)s” is here. Print new codes for its tables.") % {"name": made.name})
    return redirect("tournament", request.club.slug, made.pk)


def uploaded(request: ClubRequest) -> bytes:
    files = request.FILES.getlist("file")
    if not files:
        raise Refused(Problem("file_missing", "file"))
    if len(files) > 1:
        raise Refused(Problem("takeout_one_file", "file"))
    if (files[0].size or 0) > MOST_BYTES:
        raise Refused(Problem("takeout_too_big", "file", {"most": f"{MOST_BYTES // 1_000_000} MB"}))
    data: bytes = files[0].read()
    return data


def choose(request: ClubRequest, error: Refused | None = None) -> HttpResponse:
    said = messages.by_field(error.problems, ("file",)) if error else {}
    context = {"problems": said, "most": f"{MOST_BYTES // 1_000_000} MB"}
    return render(request, "tournaments/takeout/bring.html", context, status=422 if error else 200)


def preview(request: ClubRequest, look: Look, data: bytes, *, error: Refused | None = None) -> HttpResponse:
    """What the file holds, who is who, and what does not come along. Refused where it is too big for a form."""
    kept, post = packed(data), request.POST
    problems = [*problems_with(look.people, {})] if error is None else list(error.problems)
    if kept is None or any(one.at == "file" for one in problems):
        too_big = Problem("takeout_too_big", "file", {"most": f"{MOST_BYTES // 1_000_000} MB"})
        return choose(request, Refused(*(problems or [too_big])))
    said = messages.by_field(problems, [f"person-{one.at}" for one in look.people])
    chosen = chosen_people(post) if error is not None else {}
    context = {
        "look": look,
        "about": look.about,
        "game": game_title(look.about["game"], look.about["game_name"]),
        "counts": look.counts,
        "came_from": look.way[-1]["club"] if look.way else "",
        "people": {what: [person_row(one, chosen, said) for one in look.people if one.what == what] for what in WHAT},
        "packed": kept,
        "token": post.get("token") or secrets.token_urlsafe(12),
        "book": "book" in post,
        "problems": said,
    }
    return render(request, "tournaments/takeout/preview.html", context, status=422 if error else 200)


WHAT = (KNOWN, MAYBE, NEW)


def person_row(one: Planned, chosen: Mapping[int, int | None], said: Mapping[str, list[str]]) -> dict[str, Any]:
    return {
        "field": f"person-{one.at}",
        "name": one.name,
        "place": one.place,
        "cards": one.cards,
        "alike": [
            {"pk": player.pk, "name": name_for(player, inside=True), "place": player.place} for player in one.alike
        ],
        "chosen": chosen.get(one.at, one.usual),
        "problems": said.get(f"person-{one.at}"),
    }
