"""The page of everything that can be printed, and the papers themselves, as PDF.

What hangs on a wall or lies on a table has the names people chose for outside, unless full ones are asked for; what
goes to somebody in person, and what stays at the desk, has their full names.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.forms.numbers import plain_number
from clubs.messages import by_field
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.models import Tournament
from tournaments.printing import picture
from tournaments.printing import standings as standing_lists
from tournaments.printing.certificates import certificates as certificates_of
from tournaments.printing.pdf import SIZES, pdf, pdf_with_picture
from tournaments.services.standings import standings_of
from tournaments.views import paper_tables
from tournaments.views.door import tournament_page
from tournaments.views.paper_documents import DESK, POSTED, Asked, Document, no_places
from tournaments.views.table_slip import laid_or_404


@tournament_page("see")
@require_safe
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """`size`, `round` and `names` choose how everything on it is printed."""
    return paper_page(Asked(request, tournament))


@tournament_page("see")
@require_safe
def posted(request: ClubRequest, tournament: Tournament, what: str) -> HttpResponse:
    """`size` (a4, a5), `round`, `names` (full) and what a paper asks besides: `view`, `game`."""
    return printed(Asked(request, tournament), POSTED, what)


@tournament_page("score")
@require_safe
def of_desk(request: ClubRequest, tournament: Tournament, paper: str) -> HttpResponse:
    """The same, with `from` and `to` for the cards of tables."""
    return printed(Asked(request, tournament), DESK, paper)


@tournament_page("see")
@require_safe
def of_table(request: ClubRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The sheet of a table as it was written, with its check code."""
    asked, sheet = Asked(request, tournament), laid_or_404(tournament, number, table).table.sheet
    if sheet is None:
        return paper_page(asked, [Problem("no_sheet_to_print")])
    try:
        said = paper_tables.record(tournament, sheet, number, table)
        return answer(asked, said, pdf("record", said, size=size_of(asked)))
    except Refused as error:
        return paper_page(asked, error.problems)


@tournament_page("score")
@require_http_methods(["GET", "HEAD", "POST"])
def certificates(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Of all places, or of the `first` so many. A picture that is sent along is printed once and kept nowhere."""
    asked = Asked(request, tournament)
    file = request.FILES.get("picture")
    try:
        if no_places(asked):
            raise Refused(Problem("places_not_final"))
        said = certificates_of(standings_of(asked.facts), plain_number(asked.query.get("first", "")))
        if file is None:
            return answer(asked, said, pdf("certificates", said, size=size_of(asked)))
        if (file.size or 0) > picture.MOST_BYTES:
            raise Refused(Problem("picture_too_big", "picture"))
        drawn = pdf_with_picture("certificates", said, size=size_of(asked), picture=picture.as_svg(file.read()))
        return answer(asked, said, drawn)
    except Refused as error:
        return paper_page(asked, error.problems)


def printed(asked: Asked, papers: Mapping[str, Document], key: str) -> HttpResponse:
    """The paper; the page with the reason where it cannot be printed (yet)."""
    document = papers.get(key)
    if document is None:
        raise Http404
    try:
        size = size_of(asked)
        if reason := document.missing(asked):
            return paper_page(asked, [Problem("not_to_print", None, {"paper": str(document.title), "reason": reason})])
        said = document.made(asked)
        return answer(asked, said, pdf(document.key, said, size=size))
    except Refused as error:
        return paper_page(asked, error.problems)


def size_of(asked: Asked) -> str:
    """Refused: what is no size of paper that we know."""
    if asked.size not in SIZES:
        raise Refused(Problem("no_such_size"))
    return asked.size


def answer(asked: Asked, said: Mapping[str, Any], paper: bytes) -> HttpResponse:
    """Shown in the browser; saved, it is called by tournament, paper and round."""
    name = " – ".join(filter(None, [asked.tournament.name, said["title"], said["round"]]))
    plain = " ".join(re.sub(r'[\\/:*?"<>|\x00-\x1f\x7f]', " ", name).split())
    response = HttpResponse(paper, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(False, f"{plain[:120]}.pdf") or "inline"
    return response


# --- the page --------------------------------------------------------------------------------------------------------

GROUPS = (
    ("wall", ("seating-by-name", "seating-by-table", "whole-draw", "standings", "rules", "hall-poster")),
    ("tables", ("draw-slips", "table-slips", "tent-cards", "score-sheet")),
    ("desk", ("prizes", "cash")),
)


def paper_page(asked: Asked, problems: Sequence[Problem] = ()) -> HttpResponse:
    request, size = asked.request, asked.size if asked.size in SIZES else SIZES[0]
    scores = may(request.membership, "score")
    number = asked.played.number if asked.played else 0
    context = {
        "here": reverse("paper", args=[request.club.slug, asked.tournament.pk]),
        "groups": [
            {"key": key, "papers": [row for one in keys if (row := paper_row(asked, one, size, scores=scores))]}
            for key, keys in GROUPS
        ],
        "sizes": [{"name": one.upper(), "here": one == size, "query": query(one, number, asked)} for one in SIZES],
        "size": size,
        "rounds": [
            {"number": one.number, "here": one.number == number, "query": query(size, one.number, asked)}
            for one in asked.facts.rounds
        ],
        "names": [
            {"full": full, "here": full == asked.full, "query": query(size, number, asked, full=full)}
            for full in (False, True)
        ],
        "certificates_missing": no_places(asked) if scores else "",
        "first": asked.query.get("first", ""),
        "problems": by_field(problems, ("picture",)),
    }
    return render(request, "tournaments/paper/page.html", context, status=422 if problems else 200)


def query(size: str, number: int, asked: Asked, *, full: bool | None = None, **more: str) -> str:
    """How something is to be printed, as it stands in an address."""
    full = asked.full if full is None else full
    said = {"size": size, "round": str(number or ""), "names": "full" if full else "", **more}
    return urlencode({name: text for name, text in said.items() if text})


def paper_row(asked: Asked, key: str, size: str, *, scores: bool) -> dict[str, Any] | None:
    """One paper on the page, with an address for each way there is; None where the reader may not print it."""
    document = POSTED.get(key) or DESK[key]
    if key in DESK and not scores:
        return None
    name = "paper-desk-pdf" if key in DESK else "paper-pdf"
    where = reverse(name, args=[asked.request.club.slug, asked.tournament.pk, key])
    number = asked.played.number if asked.played and document.of_round else 0
    missing = document.missing(asked)

    def link(**more: str) -> str:
        return f"{where}?{query(size, number, asked, full=asked.full and document.named, **more)}"

    ways = [] if missing else [{"name": said, "address": link(**more)} for said, more in ways_of(asked, key)]
    return {
        "key": key,
        "title": document.title,
        "about": document.about,
        "missing": missing,
        "address": "" if missing else link(),
        "ways": ways,
        "numbers": asked.numbers if key == "tent-cards" else None,
        "where": where,
    }


def ways_of(asked: Asked, key: str) -> list[tuple[str, dict[str, str]]]:
    """Other ways to print the same paper: a part of the standings, the sheet of another game."""
    if key == "standings" and asked.standings is not None:
        said = {"women": _("Women"), "groups": _("Groups"), "pools": _("Group tables")}
        return [(said[view], {"view": view}) for view in standing_lists.views_of(asked.standings) if view in said]
    if key == "score-sheet":
        own = asked.tournament.game or asked.tournament.game_name
        games = paper_tables.sheet_games()
        return [(name, {"game": game}) for game, name in games.items() if own not in (game, name)]
    return []
