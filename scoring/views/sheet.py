"""The sheet on the table: to write on, to watch, and one hand after the other."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.views.door import HtmxRequest
from scoring import messages, queries
from scoring.forms import write_of
from scoring.games.core import Problem
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.screens import screen_of, table_of
from scoring.screens.core import AtTable
from scoring.services import sheets as use_cases
from scoring.services.agreement import contract_of
from scoring.services.record import Conflict
from scoring.services.seen import as_seen
from scoring.views.board import (
    entry_context,
    recorded_context,
    sheet_context,
    written_since,
)
from scoring.views.directing import clubs_to_adopt, evening_back
from scoring.views.phone import device_of, remember_sheet
from scoring.views.spoken import spoken_context


def sheet_or_404(secret: str) -> Sheet:
    sheet = queries.sheet_to_write(secret)
    if sheet is None:
        raise Http404
    return sheet


@never_cache
@require_safe
def sheet_page(request: HtmxRequest, secret: str) -> HttpResponse:
    if unchanged(request, write_secret=secret):
        return HttpResponse(status=204)
    sheet = sheet_or_404(secret)
    response = show(request, sheet)
    remember_sheet(request, response, secret)
    return response


@never_cache
@require_safe
def watch_page(request: HtmxRequest, secret: str) -> HttpResponse:
    if unchanged(request, watch_secret=secret):
        return HttpResponse(status=204)
    sheet = queries.sheet_to_watch(secret)
    if sheet is None:
        raise Http404
    seen = as_seen(sheet, request.user)
    context = sheet_context(seen, writing=False, next_leg="next" in request.GET)
    context |= spoken_context(request, seen, writing=False)
    context["evening_back"] = evening_back(request, sheet)
    return render(request, template(request), context)


def unchanged(request: HtmxRequest, **secret: str) -> bool:
    """Whether a waiting phone has seen all there is: one small query, no page."""
    seen = request.GET.get("seen", "")
    return seen.isdecimal() and str(queries.seq_of(**secret)) == seen


def template(request: HtmxRequest) -> str:
    """The whole page, or for htmx the part of it that changes: the same markup."""
    return "scoring/_sheet.html" if request.htmx else "scoring/sheet.html"


def show(
    request: HtmxRequest,
    sheet: Sheet,
    *,
    status: int = 200,
    next_leg: bool = False,
    chosen: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    written: Sequence[str] = (),
) -> HttpResponse:
    """The sheet for whoever may write on it; `written` is what another phone wrote while this one was filling in."""
    context = sheet_context(sheet, writing=True, next_leg=next_leg or "next" in request.GET)
    if context["writing"] and not context["over"]:
        context |= entry_context(sheet, chosen=chosen, problems=problems)
    else:
        table = table_of(sheet)
        context["said"] = [messages.problem_text(problem, table.game, table.names) for problem in problems]
    context |= {"written": written, "legs_moved": "legs" in request.GET}
    context |= spoken_context(request, sheet, writing=True)
    context |= {"may_adopt": bool(clubs_to_adopt(request, sheet)), "evening_back": evening_back(request, sheet)}
    return render(request, template(request), context, status=status)


@never_cache
@require_POST
def hand(request: HtmxRequest, secret: str) -> HttpResponse:
    """Records one hand: the fresh sheet, or 422 with every problem, or 409 with what the other phone wrote."""
    sheet = sheet_or_404(secret)
    chosen, screen = request.POST.dict(), screen_of(sheet)
    try:
        write = write_of(request.POST, device_of(request))
        entry = use_cases.record_hand(sheet, hand=screen.hand_of(chosen, table_of(sheet)), write=write)
    except Refused as error:
        return show(request, sheet, status=422, next_leg=True, chosen=chosen, problems=error.problems)
    except Conflict as conflict:
        written = written_since(conflict, device_of(request))
        if any(entry.kind == Entry.Kind.SEATS for entry in conflict.written):
            # The names have moved: who was tapped may sit elsewhere now, and has to be tapped again.
            chosen = without_seats(chosen, table_of(sheet))
        return show(request, conflict.sheet, status=409, next_leg=True, chosen=chosen, written=written)
    if not request.htmx:
        return redirect("sheet", secret)
    # A leg that is over asks for something else than the next hand.
    other_form = sheet.state["play"].get("leg_over") or screen.form_changes(table_of(sheet))
    other_form = other_form or contract_of(entry.data["hand"]) in sheet.approves
    whole = other_form or "fresh" not in request.POST
    if whole or entry.seq != sheet.seq:
        # The last: an answer that was lost, and meanwhile another phone went on. This page has seen neither line.
        return show(request, sheet)
    # Each part says itself what it takes the place of.
    return HttpResponse(
        render_to_string("scoring/_recorded.html", recorded_context(sheet)), headers={"HX-Reswap": "none"}
    )


def without_seats(chosen: Mapping[str, str], table: AtTable) -> dict[str, str]:
    """What was chosen, but nobody's seat; what was picked first may be one too, and then is a bare number."""
    seats = {field.name for field in table.game.fields if field.kind in ("seat", "seats", "numbers")}
    if chosen.get("pick", "").isdecimal():
        seats.add("pick")
    return {name: value for name, value in chosen.items() if name.partition("-")[0] not in seats}
