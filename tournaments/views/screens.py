"""The screens of the hall, as the director keeps them: the list, what each shows, and what all show just now."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages
from clubs.services.core import Problem, Refused
from clubs.views.address import address, qr
from clubs.views.door import ClubRequest
from tournaments.forms.screens import MOST_TYPED, Typed, as_kept, typed
from tournaments.messages.screens import LOOKS, TITLES
from tournaments.models import Screen, Tournament
from tournaments.services import screens as use_cases
from tournaments.services.screen_program import LONGEST_MESSAGE, LONGEST_NAME, Show, What, read_program
from tournaments.views.door import tournament_page

AT_ONCE = (What.NAMES, What.TABLES, What.CLOCK, What.MISSING, What.STANDINGS, What.PRIZES, What.PHONE)
"""What one tap shows on all screens; a message too, and reading out does so itself."""


@tournament_page("see")
@require_safe
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    return screens_page(request, tournament)


@tournament_page("direct")
@require_POST
def add(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    name, token = request.POST.get("name", "")[:MOST_TYPED], request.POST.get("token", "")
    try:
        made = use_cases.add(tournament, by=request.user, token=token, name=name)
    except Refused as error:
        return screens_page(request, tournament, problems=error.problems, name=name)
    says.success(request, _("“%(name)s” is there. Open its address on the machine behind it.") % {"name": made.name})
    return redirect(f"{request.path.removesuffix('add/')}#screen-{made.pk}")


@tournament_page("direct")
@require_POST
def now(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """`what` on all screens at once; none: back to their lists."""
    wanted, text = request.POST.get("what", ""), request.POST.get("text", "")[:MOST_TYPED]
    what = What(wanted) if wanted in {*What} else None
    try:
        use_cases.show_now(tournament, by=request.user, what=what, text=text)
    except Refused as error:
        return screens_page(request, tournament, problems=error.problems, text=text)
    return redirect("screens", request.club.slug, tournament.pk)


@tournament_page("direct")
@require_http_methods(["GET", "POST"])
def change(request: ClubRequest, tournament: Tournament, screen: int) -> HttpResponse:
    """What one screen shows. A button `go` only draws the form again, one line moved."""
    row = screen_or_404(tournament, screen)
    if request.method == "GET":
        return change_page(request, row, as_kept(row.name, read_program(row.shows)))
    form = typed(request.POST)
    if "go" in request.POST:
        return change_page(request, row, form, seen=request.POST.get("seen"))
    try:
        use_cases.change(
            row,
            by=request.user,
            name=form.name,
            look=form.wanted_look,
            shows=form.shows,
            seen=request.POST.get("seen", ""),
        )
    except use_cases.ScreenMoved:
        return change_page(request, screen_or_404(tournament, screen), form, moved=True, status=409)
    except Refused as error:
        return change_page(request, row, form, problems=error.problems, seen=request.POST.get("seen"), status=422)
    says.success(request, _("Saved. The screen shows it in a moment."))
    return redirect("screens", request.club.slug, tournament.pk)


@tournament_page("direct")
@require_POST
def delete(request: ClubRequest, tournament: Tournament, screen: int) -> HttpResponse:
    row = screen_or_404(tournament, screen)
    use_cases.remove(row, by=request.user)
    says.success(request, _("“%(name)s” is deleted.") % {"name": row.name})
    return redirect("screens", request.club.slug, tournament.pk)


def screen_or_404(tournament: Tournament, screen: int) -> Screen:
    row = use_cases.screens_of(tournament).filter(pk=screen).first()
    if row is None:
        raise Http404
    row.tournament = tournament
    return row


def screens_page(
    request: ClubRequest,
    tournament: Tournament,
    *,
    problems: Sequence[Problem] = (),
    name: str | None = None,
    text: str = "",
) -> HttpResponse:
    rows = list(use_cases.screens_of(tournament))
    proposed = _("Projector in the hall") if not rows else _("Television at the bar") if len(rows) == 1 else ""
    context = {
        "rows": [row_of(request, row) for row in rows],
        "now": use_cases.shown_now(rows),
        "now_title": title_of(use_cases.shown_now(rows)),
        "at_once": [{"what": str(one), "title": TITLES[one]} for one in AT_ONCE],
        "text": text,
        "name": proposed if name is None else name,
        "token": request.POST.get("token") or secrets.token_urlsafe(12),
        "most": {"name": LONGEST_NAME, "message": LONGEST_MESSAGE},
        "problems": messages.by_field(problems, ("name", "text")),
    }
    return render(request, "tournaments/screens/page.html", context, status=422 if problems else 200)


def row_of(request: ClubRequest, row: Screen) -> dict[str, Any]:
    link = address(request, "screen", row.secret)
    shown = [{"title": TITLES[one.what], "seconds": one.seconds} for one in read_program(row.shows).shows]
    return {"screen": row, "shown": shown, "address": link, "qr": qr(link)}


def title_of(show: Show | None) -> str:
    if show is None:
        return ""
    title = str(TITLES[show.what])
    return _("%(title)s: “%(words)s”") % {"title": title, "words": show.text} if show.text else title


def change_page(
    request: ClubRequest,
    row: Screen,
    form: Typed,
    *,
    problems: Sequence[Problem] = (),
    moved: bool = False,
    seen: str | None = None,
    status: int = 200,
) -> HttpResponse:
    seconds = [f"seconds-{one}" for one in What]
    said = messages.by_field(problems, ("name", "shows", "text", *seconds))
    lines = [
        {
            "what": str(one.what),
            "title": TITLES[one.what],
            "shown": one.shown,
            "seconds": one.seconds,
            "problems": said.get(f"seconds-{one.what}", []),
        }
        for one in form.lines
    ]
    context = {
        "screen": row,
        "form": form,
        "lines": lines,
        "order": ",".join(str(one.what) for one in form.lines),
        "looks": LOOKS.items(),
        "seen": seen or use_cases.mark_of(row),
        "moved": moved,
        "problems": said,
        "most": {"name": LONGEST_NAME, "message": LONGEST_MESSAGE},
    }
    return render(request, "tournaments/screens/change.html", context, status=status)
