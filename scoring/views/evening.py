"""One evening: its tables live, who is there, and what it came to."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages as said
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs import queries as club_queries
from clubs.forms.numbers import plain_number
from clubs.models import Club, Evening, Player
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from scoring import messages as words
from scoring import queries
from scoring.models import Sheet
from scoring.screens import table_of
from scoring.services import attendance
from scoring.views.board import figures, last_totals, sides
from scoring.views.settled import settled_context


def evening_or_404(club: Club, day: date) -> Evening:
    found = club_queries.evening_on(club, day)
    if found is None:
        raise Http404
    found.club = club
    return found


@club_page("see")
@require_safe
def evening(request: ClubRequest, day: date) -> HttpResponse:
    """The evening; for a tablet that has `seen` all there is, 204 and nothing more."""
    found, live = evening_or_404(request.club, day), request.htmx
    if live and request.GET.get("seen") == queries.seen_at_evening(found):
        return HttpResponse(status=204)
    return render(request, "scoring/_evening_live.html" if live else "scoring/evening.html", context_of(request, found))


def context_of(request: ClubRequest, found: Evening) -> dict[str, Any]:
    """Everything the page shows; as many queries with one table as with a hundred."""
    # Before anything else is read: what comes in meanwhile is then seen at the next look.
    seen = queries.seen_at_evening(found)
    who = club_queries.people_of(request.club)
    sheets = queries.sheets_of_evening(found)
    scores = may(request.membership, "score")
    return {
        "evening": found,
        "seen": seen,
        "tables": [table_row(sheet, writing=scores) for sheet in sheets],
        "open_tables": sum(sheet.is_open for sheet in sheets),
        **there_context(found, who),
        **({} if found.is_open else settled_context(request, found, sheets)),
    }


def table_row(sheet: Sheet, *, writing: bool) -> dict[str, Any]:
    """One table as a tablet on the bar shows it."""
    table = table_of(sheet)
    page = ("sheet" if writing else "watch") if sheet.is_open else "result"
    rows = sides(sheet, table, fresh=False)
    for row, figure in zip(rows, figures(table, last_totals(sheet, table)), strict=True):
        row["figure"] = figure
    return {
        "sheet": sheet,
        "game_name": words.words(table.game.name),
        "sides": rows,
        "hands": sheet.state["hands"],
        "page": page,
        "secret": sheet.write_secret if writing else sheet.watch_secret,
    }


# --- who is there --------------------------------------------------------------------------------------------------


def there_context(found: Evening, who: Mapping[int, Player]) -> dict[str, Any]:
    """Everybody of the club with who is there; guests who are not stand apart."""
    ticked = {who[pk].pk for pk in club_queries.there(found)}
    seated = {who[pk].pk for pk in queries.seated_at(found)}
    rows: list[dict[str, Any]] = [
        {"player": player, "there": player.pk in ticked or player.pk in seated}
        for player in club_queries.in_order({*who.values()})
        if (player.left_at is None and player.erased_at is None) or player.pk in ticked
    ]
    return {
        "evening": found,
        "count": sum(row["there"] for row in rows),
        "people": [row for row in rows if row["there"] or not row["player"].guest],
        "guests": [row for row in rows if not row["there"] and row["player"].guest],
    }


@club_page("score")
@require_POST
def there(request: ClubRequest, day: date) -> HttpResponse:
    """A tap on a name: `on` or `off` with the person's id; the part of the page for htmx, else the page again."""
    found = evening_or_404(request.club, day)
    wanted = "on" in request.POST
    typed = request.POST.get("on") or request.POST.get("off") or ""
    problems: tuple[Problem, ...] = ()
    try:
        attendance.tick(found, player=plain_number(typed), there=wanted)
    except Refused as error:
        problems = error.problems
    if not request.htmx:
        if problems:
            return again(request, found, problems)
        return redirect(f"{request.path.removesuffix('there/')}#who")
    context = there_context(found, club_queries.people_of(request.club))
    context |= {"problems": messages.by_field(problems, ["player"])}
    return render(request, "scoring/_evening_there.html", context, status=422 if problems else 200)


@club_page("score")
@require_POST
def guest(request: ClubRequest, day: date) -> HttpResponse:
    """Somebody who came along, by name; whoever is known already is ticked."""
    found = evening_or_404(request.club, day)
    name = request.POST.get("name", "")
    try:
        person = attendance.add_guest(
            found, name=name, by=request.user, now=timezone.now(), sure="sure" in request.POST
        )
    except Refused as error:
        return again(request, found, error.problems, name=name)
    said.success(request, _("%(name)s is there.") % {"name": person.name})
    return redirect(f"{request.path.removesuffix('guest/')}#who")


def again(request: ClubRequest, found: Evening, problems: tuple[Problem, ...], name: str = "") -> HttpResponse:
    """The page with what was refused, and what was typed."""
    known = [pk for problem in problems for pk in problem.figures.get("candidates", ())]
    context = context_of(request, found)
    context |= {
        "problems": messages.by_field(problems, ["player", "name"]),
        "typed": name,
        "alike": [row["player"] for row in (*context["people"], *context["guests"]) if row["player"].pk in known],
        "may_be_sure": {problem.code for problem in problems} == {"maybe_the_same"},
    }
    return render(request, "scoring/evening.html", context, status=422)
