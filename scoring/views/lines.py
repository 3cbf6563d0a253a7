"""One line of the slip: what it was, why it counts what it counts, strike it out or put it right. And the history."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring import messages, queries
from scoring.forms import hand_of, write_of
from scoring.games.core import Game
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.services import sheets as use_cases
from scoring.services.fold import LaterHandFalls, Line, fold, game_of, names_of, slots
from scoring.services.record import Conflict, Write
from scoring.views.board import (
    FIELDS,
    chosen_of,
    entry_context,
    entry_sentence,
    line_row,
    sheet_context,
    written_since,
)
from scoring.views.phone import device_of, remember_phone
from scoring.views.sheet import sheet_or_404


@dataclass(frozen=True, slots=True)
class History:
    """A sheet's whole fold, line by line."""

    entries: list[Entry]
    lines: list[Line]
    rows: Mapping[int, dict[str, Any]]

    @classmethod
    def of(cls, sheet: Sheet) -> "History":
        entries = queries.entries_of(sheet)
        _folded, lines = fold(sheet, slots(entries), names_of(sheet))
        game = game_of(sheet)
        rows = {
            line.seq: {
                "seq": line.seq,
                "number": number,
                "hand": game.write(line.played.hand),
                **line.played.line,
            }
            for number, line in enumerate(lines, start=1)
        }
        return cls(entries, lines, rows)


@never_cache
@require_safe
def line(request: HttpRequest, secret: str, seq: int) -> HttpResponse:
    sheet = sheet_or_404(secret)
    response = show_line(request, sheet, seq)
    remember_phone(request, response)
    return response


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
    game, names = game_of(sheet), names_of(sheet)
    done = next(one for one in history.lines if one.seq == seq)
    entry = next(one for one in history.entries if one.seq == seq)
    said = error.problems if error else ()
    # Of a line to strike out the later ones that would fall are named beside that button, nothing in the other form.
    falls = error.count if striking and isinstance(error, LaterHandFalls) else 0
    caller = row["hand"]["caller"]
    context = sheet_context(sheet, writing=True) | entry_context(
        sheet, chosen=chosen or chosen_of(row["hand"]), problems=() if falls else said, caller=caller
    )
    context |= {
        "line": line_row(row, game, names),
        "at": entry.at,
        "device": devices(history.entries, device_of(request)).get(entry.device),
        "why": [messages.posting_text(game, p, names) for p in done.played.outcome.postings if p.unit != "legs"],
        "caller": names[caller],
        "falls": falls,
        "falling": [messages.problem_text(one, game, names) for one in said],
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
    sheet = sheet_or_404(secret)
    chosen = {name: request.POST.get(name, "") for name in FIELDS}
    hand = with_what_the_form_hides(sheet, seq, hand_of(request.POST))
    return correct(
        request,
        sheet,
        lambda write: use_cases.replace_hand(sheet, line=seq, hand=hand, write=write),
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
    before = sheet.state["play"]["legs"]
    try:
        work(write_of(request.POST, device_of(request)))
    except Refused as error:
        return again(sheet, status=422, error=error)
    except Conflict as conflict:
        return again(conflict.sheet, status=409, written=written_since(conflict, device_of(request)))
    moved = "?legs=1" if sheet.state["play"]["legs"][: len(before)] != before else ""
    return redirect(reverse("sheet", args=[sheet.write_secret]) + moved)


def with_what_the_form_hides(sheet: Sheet, seq: int, hand: dict[str, Any]) -> dict[str, Any]:
    """The corrected hand with what was reported beyond the form's fields (over the API), where it is the same hand."""
    entry = sheet.entries.filter(seq=seq, kind__in=(Entry.Kind.HAND, Entry.Kind.REPLACE)).first()
    old: dict[str, Any] = entry.data["hand"] if entry else {}
    result = ("contract", "declarer", "made", "caller", "grade", "doubling")
    if any((hand.get(name) or 0) != (old.get(name) or 0) for name in result if name in hand):
        return hand
    return {name: value for name, value in old.items() if name not in (*FIELDS, "contract")} | hand


# --- the history ---------------------------------------------------------------------------------------------------


def devices(entries: list[Entry], own: str) -> dict[str, dict[str, Any]]:
    """The phones of a sheet by letter, in the order in which they first wrote."""
    letters: dict[str, dict[str, Any]] = {}
    for entry in entries:
        if entry.device not in letters:
            letters[entry.device] = {
                "letter": phone_letter(len(letters)),
                "own": bool(own) and entry.device == own,
            }
    return letters


def phone_letter(index: int) -> str:
    return chr(ord("A") + index % 26) + (str(index // 26) if index >= 26 else "")


@never_cache
@require_safe
def history(request: HttpRequest, secret: str) -> HttpResponse:
    """Every entry in the order it was written, and every leg with its lines; for writers and watchers."""
    sheet = queries.sheet_by_secret(secret)
    if sheet is None:
        raise Http404
    return show_history(request, sheet, writing=sheet.write_secret == secret)


def show_history(
    request: HttpRequest,
    sheet: Sheet,
    *,
    writing: bool,
    status: int = 200,
    error: Refused | None = None,
    written: Sequence[str] = (),
) -> HttpResponse:
    past, game, names = History.of(sheet), game_of(sheet), names_of(sheet)
    phones, struck = devices(past.entries, device_of(request)), struck_out(past.entries)
    empty = {slot.line for slot in slots(past.entries) if slot.hand is None}
    context = sheet_context(sheet, writing=writing)
    context |= {
        "entries": [
            {
                "seq": entry.seq,
                "at": entry.at,
                "kind": entry.kind,
                "sentence": entry_sentence(entry, sheet, past.rows),
                "struck": entry.seq in struck,
                "may_stand_again": writing and sheet.is_open and entry.seq in empty,
                "of": entry.data.get("line"),
                "device": phones[entry.device],
            }
            for entry in past.entries
        ],
        "gone": "gone" in request.GET,
        "said": [messages.problem_text(one, game, names) for one in (error.problems if error else ())],
        "written": written,
        "token": secrets.token_urlsafe(12),
        "slips": slips(past.rows.values(), context["legs"], game, names),
    }
    return render(request, "scoring/history.html", context, status=status)


def struck_out(entries: list[Entry]) -> set[int]:
    """The lines that another entry has struck out."""
    return {
        gone
        for entry in entries
        if entry.kind in (Entry.Kind.VOID, Entry.Kind.REPLACE)
        for gone in (entry.data["line"], *entry.data.get("also", ()))
    }


def slips(
    rows: Iterable[Mapping[str, Any]], legs: Sequence[Mapping[str, Any]], game: Game, names: Sequence[str]
) -> list[dict[str, Any]]:
    """The standing lines leg by leg, the running leg last."""
    parts: list[dict[str, Any]] = [{"number": 1, "lines": []}]
    for row in rows:
        parts[-1]["lines"].append(line_row(row, game, names))
        if row["leg_over"]:
            parts[-1]["said"] = legs[len(parts) - 1]["sentence"]
            parts.append({"number": len(parts) + 1, "lines": []})
    return parts if parts[-1]["lines"] else parts[:-1]
