"""Everything that was written on a sheet: every entry in its order, and the lines leg by leg."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import messages, queries
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.screens import table_of
from scoring.screens.core import AtTable
from scoring.services.agreement import unsigned_of
from scoring.services.fold import LaterHandFalls, Line, fold, game_of, names_of, notes_of, rules_of, slots
from scoring.views.board import entry_sentence, falling, line_row, sheet_context
from scoring.views.door import sheet_to_read
from scoring.views.phone import device_of


@dataclass(frozen=True, slots=True)
class History:
    """A sheet's whole fold, line by line; `before` has the game's state in which each line was played."""

    entries: list[Entry]
    lines: list[Line]
    rows: Mapping[int, dict[str, Any]]
    before: Mapping[int, Any]

    @classmethod
    def of(cls, sheet: Sheet) -> "History":
        entries = queries.entries_of(sheet)
        _folded, lines = fold(sheet, slots(entries), names_of(sheet))
        game, rows = game_of(sheet), rows_of(sheet, lines)
        states = [game.start(rules_of(sheet), len(names_of(sheet)), sheet.first_dealer)]
        states += [line.played.outcome.state for line in lines]
        return cls(entries, lines, rows, {line.seq: state for line, state in zip(lines, states, strict=False)})


def rows_of(sheet: Sheet, lines: Sequence[Line]) -> dict[int, dict[str, Any]]:
    """By entry, each standing line as the screens read it."""
    game = game_of(sheet)
    return {
        line.seq: {
            "seq": line.seq,
            "number": number,
            "hand": game.write(line.played.hand),
            **line.played.line,
            **notes_of(line.played.outcome),
        }
        for number, line in enumerate(lines, start=1)
    }


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
    sheet, writing = sheet_to_read(request, secret)
    return show_history(request, sheet, writing=writing)


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
    unsigned = {one.line for one in unsigned_of(sheet, past.entries)}
    context = sheet_context(sheet, writing=writing)
    context |= {
        "entries": [
            {
                "seq": entry.seq,
                "at": entry.at,
                "kind": entry.kind,
                "sentence": entry_sentence(entry, sheet, past.rows),
                "struck": entry.seq in struck,
                "unsigned": entry.seq in unsigned,
                "may_stand_again": writing and sheet.is_open and entry.seq in empty,
                "of": entry.data.get("line"),
                "also": ", ".join(str(line) for line in entry.data.get("also", ())),
                "device": phones[entry.device],
            }
            for entry in past.entries
        ],
        "gone": "gone" in request.GET,
        "said": falling(error, table_of(sheet))
        if isinstance(error, LaterHandFalls)
        else list(dict.fromkeys(messages.problem_text(one, game, names) for one in (error.problems if error else ()))),
        "written": written,
        "token": secrets.token_urlsafe(12),
        "slips": slips(past.rows.values(), context.get("legs", ()), table_of(sheet)),
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


def slips(rows: Iterable[Mapping[str, Any]], legs: Sequence[Mapping[str, Any]], table: AtTable) -> list[dict[str, Any]]:
    """The standing lines leg by leg, the running leg last; one slip where there are no legs."""
    parts: list[dict[str, Any]] = [{"number": 1, "lines": []}]
    for row in rows:
        parts[-1]["lines"].append(line_row(row, table))
        if row["leg_over"]:
            leg = legs[len(parts) - 1]
            parts[-1] |= {"said": leg["sentence"], "totals": leg["totals"]}
            parts.append({"number": len(parts) + 1, "lines": []})
    return parts if parts[-1]["lines"] else parts[:-1]
