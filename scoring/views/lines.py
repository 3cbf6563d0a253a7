"""One line of the slip: what it was, why it counts what it counts, strike it out or put it right."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.forms import write_of
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.screens import screen_of, table_of
from scoring.services import sheets as use_cases
from scoring.services.fold import LaterHandFalls
from scoring.services.record import Conflict, Write
from scoring.views.board import (
    entry_context,
    falling,
    line_row,
    sheet_context,
    why,
    written_since,
)
from scoring.views.history import History, devices, show_history
from scoring.views.phone import device_of, remember_phone
from scoring.views.sheet import sheet_or_404


@never_cache
@require_safe
def line(request: HttpRequest, secret: str, seq: int) -> HttpResponse:
    sheet = sheet_or_404(secret)
    response = show_line(request, sheet, seq)
    remember_phone(request, response)
    return response


OF_A_WRITE = frozenset({"csrfmiddlewaretoken", "after_seq", "token", "together"})
"""What a form carries besides its hand."""


def show_line(
    request: HttpRequest,
    sheet: Sheet,
    seq: int,
    *,
    status: int = 200,
    chosen: Mapping[str, str] | None = None,
    error: Refused | None = None,
    striking: bool = False,
    written: Sequence[str] = (),
) -> HttpResponse:
    history = History.of(sheet)
    row = history.rows.get(seq)
    if row is None and not any(entry.seq == seq for entry in history.entries):
        raise Http404
    if row is None:
        gone = "?gone=1" if request.method == "POST" else ""
        return redirect(reverse("history", args=[sheet.write_secret]) + gone)
    done = next(one for one in history.lines if one.seq == seq)
    entry = next(one for one in history.entries if one.seq == seq)
    # Later ones that would fall are named beside the button that is to be tapped then, not at this line's own fields.
    falls = error if isinstance(error, LaterHandFalls) else None
    said = error.problems if error and not falls else ()
    before, hand = history.before[seq], row["hand"]
    table = table_of(sheet, before)
    chosen = chosen or screen_of(sheet).chosen_of(hand, table)
    context = sheet_context(sheet, writing=True) | entry_context(
        sheet, chosen=chosen, problems=said, before=before, hand=hand
    )
    context |= {
        "line": line_row(row, table),
        "at": entry.at,
        "device": devices(history.entries, device_of(request)).get(entry.device),
        "why": why(done.played.outcome, table),
        "striking": striking,
        "falls": falls.count if falls else 0,
        "falling": falling(falls, table) if falls else [],
        "posted": {name: value for name, value in chosen.items() if name not in OF_A_WRITE},
        "written": written,
    }
    return render(request, "scoring/line.html", context, status=status)


@never_cache
@require_POST
def void(request: HttpRequest, secret: str, seq: int) -> HttpResponse:
    sheet, together = sheet_or_404(secret), "together" in request.POST
    return correct(
        request,
        sheet,
        lambda write: use_cases.void_line(sheet, line=seq, write=write, together=together),
        lambda sheet, **why: show_line(request, sheet, seq, striking=True, **why),
    )


@never_cache
@require_POST
def put_right(request: HttpRequest, secret: str, seq: int) -> HttpResponse:
    sheet, together = sheet_or_404(secret), "together" in request.POST
    chosen, screen = request.POST.dict(), screen_of(sheet)
    table = table_of(sheet, History.of(sheet).before.get(seq))
    hand = with_what_the_form_hides(sheet, seq, screen.hand_of(chosen, table))
    return correct(
        request,
        sheet,
        lambda write: use_cases.replace_hand(sheet, line=seq, hand=hand, write=write, together=together),
        lambda sheet, **why: show_line(request, sheet, seq, chosen=chosen, **why),
    )


@never_cache
@require_POST
def restore(request: HttpRequest, secret: str, seq: int) -> HttpResponse:
    """A line that was struck out by mistake stands again, where it stood."""
    sheet = sheet_or_404(secret)
    return correct(
        request,
        sheet,
        lambda write: use_cases.restore_line(sheet, line=seq, write=write),
        lambda sheet, **why: show_history(request, sheet, writing=True, **why),
    )


def correct(
    request: HttpRequest, sheet: Sheet, work: Callable[[Write], Entry], again: Callable[..., HttpResponse]
) -> HttpResponse:
    """One correction: the page `again` with what is said against it or came in between, or back to the sheet.

    The sheet says so where a leg ends elsewhere or otherwise than before.
    """
    before = sheet.state["play"].get("legs", [])
    try:
        work(write_of(request.POST, device_of(request)))
    except Refused as error:
        return again(sheet, status=422, error=error)
    except Conflict as conflict:
        return again(conflict.sheet, status=409, written=written_since(conflict, device_of(request)))
    moved = "?legs=1" if sheet.state["play"].get("legs", [])[: len(before)] != before else ""
    return redirect(reverse("sheet", args=[sheet.write_secret]) + moved)


def with_what_the_form_hides(sheet: Sheet, seq: int, hand: dict[str, Any]) -> dict[str, Any]:
    """The corrected hand with what was reported beyond the form's fields (over the API), where it is the same hand."""
    entry = sheet.entries.filter(seq=seq, kind__in=(Entry.Kind.HAND, Entry.Kind.REPLACE)).first()
    old: dict[str, Any] = entry.data["hand"] if entry else {}
    screen = screen_of(sheet)
    if any((hand.get(name) or 0) != (old.get(name) or 0) for name in screen.result if name in hand):
        return hand
    return {name: value for name, value in old.items() if name not in screen.fields} | hand
