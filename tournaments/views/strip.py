"""The strip on phones at a table: time that is left, and calling the director. No account; the address is the key."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.services.core import Problem, Refused
from clubs.views.door import HtmxRequest, in_club
from scoring.views.phone import device_of
from tournaments.forms.strip import at_code, at_sheet, at_watched, empty_strip, strip_context
from tournaments.services import calls, strips
from tournaments.services.strips import Strip, strip_at, strip_of_sheet
from tournaments.services.table_codes import place_of
from tournaments.views.door import public_page


@never_cache
@require_safe
def of_code(request: HtmxRequest, code: str) -> HttpResponse:
    """For the page that the table's code leads to; whoever has it open is in touch."""
    place = place_of(code)
    if place is None:
        raise Http404
    found, (live, call) = strip_at(*place), at_code(code)
    if found is None:
        return render(request, "tournaments/room/_strip.html", {"strip": empty_strip(live)})
    return looked(request, found, live, call)


@never_cache
@require_safe
def of_sheet(request: HtmxRequest, secret: str) -> HttpResponse:
    """For a phone that writes on the table's sheet; it is in touch."""
    return looked(request, strip_of_sheet(sheet__write_secret=secret), *at_sheet(secret))


@never_cache
@require_safe
def of_watched_sheet(request: HtmxRequest, secret: str) -> HttpResponse:
    """For whoever only watches: nobody calls from there, and the table is not in touch by it."""
    return looked(request, strip_of_sheet(sheet__watch_secret=secret), *at_watched(secret))


@never_cache
@require_POST
@public_page
def call_from_code(request: HtmxRequest, code: str) -> HttpResponse:
    place = place_of(code)
    found = strip_at(*place) if place else None
    return called(request, found, *at_code(code), back=reverse("at-table", args=[code]))


@never_cache
@require_POST
@public_page
def call_from_sheet(request: HtmxRequest, secret: str) -> HttpResponse:
    found = strip_of_sheet(sheet__write_secret=secret)
    return called(request, found, *at_sheet(secret), back=reverse("sheet", args=[secret]))


def looked(request: HtmxRequest, found: Strip | None, live: str, call: str) -> HttpResponse:
    """The strip, 204 where the phone has `seen` all of it."""
    if found is None:
        raise Http404
    if call:
        strips.touch(found.table)
    if request.GET.get("seen") == found.seen:
        return HttpResponse(status=204)
    with in_club(request, found.table.round.tournament.club):
        return render(request, "tournaments/room/_strip.html", {"strip": strip_context(found, live, call)})


def called(request: HtmxRequest, found: Strip | None, live: str, call: str, *, back: str) -> HttpResponse:
    """Calls the director; the same again is the same call."""
    if found is None:
        raise Http404
    problems: Sequence[Problem] = ()
    with in_club(request, found.table.round.tournament.club):
        try:
            said = calls.call(found.table, token=request.POST.get("token", ""), device=device_of(request))
        except Refused as error:
            problems = error.problems
        else:
            found = Strip(found.table, found.clock, said, found.playing)
            if not request.htmx:
                return redirect(back)
        status = 422 if problems else 200
        context = {"strip": strip_context(found, live, call, problems), "back": back, "number": found.table.number}
        template = "tournaments/room/_strip.html" if request.htmx else "tournaments/room/call.html"
        return render(request, template, context, status=status)
