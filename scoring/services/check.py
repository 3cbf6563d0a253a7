"""Compares every sheet with a fresh fold of its entries, and every club's tallies with its sheets.

Expected output: nothing.
"""

from collections.abc import Iterator

from django.db.models import Count, Q, Sum

from clubs.models import Club
from scoring.models import Entry, Sheet
from scoring.services.closing import signed
from scoring.services.fold import fold, slots
from scoring.services.tallies import fresh, stored

TRIES = 3
"""So often a club is added up again where a table closed or opened in between; then it waits for the next night."""


def differing_sheets() -> Iterator[tuple[Sheet, list[str]]]:
    """Every sheet that differs from its entries, with what differs."""
    sheets = Sheet.objects.prefetch_related("seats", "entries", "signed").order_by("pk")
    for sheet in sheets.iterator(chunk_size=200):
        differs = differences(sheet)
        while differs and (fresh := Sheet.objects.get(pk=sheet.pk)).seq != sheet.seq:
            # Somebody wrote on it between our reading the sheet and reading its entries.
            sheet, differs = fresh, differences(fresh)
        if differs:
            yield sheet, differs


def differences(sheet: Sheet) -> list[str]:
    """The names of what on this sheet is not what its entries say."""
    try:
        return _differences(sheet)
    except (LookupError, TypeError, ValueError, AttributeError):
        # Tampered so that it cannot be folded at all. It is named, and the sheets after it are still looked at.
        return ["hands"]


def _differences(sheet: Sheet) -> list[str]:
    entries, names = list(sheet.entries.all()), [seat.name for seat in sheet.seats.all()]
    differs = []
    if [entry.seq for entry in entries] != list(range(1, sheet.seq + 1)):
        differs.append("seq")
    folded, _lines = fold(sheet, slots(entries), names)
    if folded.state != sheet.state:
        differs.append("state")
    if folded.totals != sheet.totals:
        differs.append("totals")
    renamed = [entry.data["names"] for entry in entries if entry.kind == Entry.Kind.SEATS]
    if renamed and renamed[-1] != names:
        differs.append("names")
    ends = [entry.kind for entry in entries if entry.kind in (Entry.Kind.CLOSE, Entry.Kind.REOPEN)]
    if sheet.is_open != (not ends or ends[-1] == Entry.Kind.REOPEN):
        differs.append("status")
    sheet.state, sheet.totals = folded.state, folded.totals
    rows = [] if sheet.is_open else signed(sheet)
    if {(row.seat_id, row.unit, row.amount) for row in rows} != {
        (row.seat_id, row.unit, row.amount) for row in sheet.signed.all()
    }:
        differs.append("signed totals")
    return differs


# --- what the sheets of a club add up to -----------------------------------------------------------------------------


def differing_tallies() -> Iterator[tuple[Club, list[str]]]:
    """Every club whose tallies are not what its closed sheets add up to, with the tables that differ.

    One sheet after the other is read; `manage.py rebuild_tallies` puts right what differs.
    """
    for club in Club.objects.order_by("pk").iterator():
        for _try in range(TRIES):
            before = _closes(club)
            expected = fresh(club).counted()
            found = stored(club).counted()
            if _closes(club) == before:
                differs = [table for table in expected if expected[table] != found[table]]
                if differs:
                    yield club, differs
                break


def _closes(club: Club) -> tuple[int, int]:
    """Moves on whenever a sheet of the club is closed or opened again."""
    closed = Q(status=Sheet.Status.CLOSED)
    moved = Sheet.objects.filter(club=club).aggregate(
        count=Count("pk", filter=closed), seqs=Sum("seq", filter=closed, default=0)
    )
    return moved["count"], moved["seqs"]
