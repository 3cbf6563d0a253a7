"""Compares every sheet with a fresh fold of its entries. Expected output: nothing."""

from collections.abc import Iterator

from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.services.fold import fold, slots
from scoring.services.sheets import signed


def differing_sheets() -> Iterator[tuple[Sheet, list[str]]]:
    """Every sheet that differs from its entries, with what differs."""
    sheets = Sheet.objects.prefetch_related("seats", "entries", "signed").order_by("pk")
    for sheet in sheets.iterator(chunk_size=200):
        if differs := differences(sheet):
            yield sheet, differs


def differences(sheet: Sheet) -> list[str]:
    """The names of what on this sheet is not what its entries say."""
    entries, seats = list(sheet.entries.all()), list(sheet.seats.all())
    differs = []
    if [entry.seq for entry in entries] != list(range(1, sheet.seq + 1)):
        differs.append("seq")
    try:
        folded, _lines = fold(sheet, slots(entries), len(seats))
    except Refused:
        return [*differs, "hands"]
    if folded.state != sheet.state:
        differs.append("state")
    if folded.totals != sheet.totals:
        differs.append("totals")
    renamed = [entry.data["names"] for entry in entries if entry.kind == Entry.Kind.SEATS]
    if renamed and renamed[-1] != [seat.name for seat in seats]:
        differs.append("names")
    ends = [entry.kind for entry in entries if entry.kind in (Entry.Kind.CLOSE, Entry.Kind.REOPEN)]
    if sheet.is_open != (not ends or ends[-1] == Entry.Kind.REOPEN):
        differs.append("status")
    rows = [] if sheet.is_open else signed(sheet)
    if {(row.seat_id, row.unit, row.amount) for row in rows} != {
        (row.seat_id, row.unit, row.amount) for row in sheet.signed.all()
    }:
        differs.append("signed totals")
    return differs
