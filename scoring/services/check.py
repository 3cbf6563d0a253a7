"""Compares every sheet with a fresh fold of its entries, and every club's tallies with its sheets.

Expected output: nothing.
"""

from collections.abc import Iterator

from django.db.models import Count, Q, QuerySet, Sum

from clubs.models import Club
from scoring.models import Entry, PairTally, Sheet
from scoring.services.check_code import computed
from scoring.services.closing import signed
from scoring.services.fold import fold, slots
from scoring.services.tallies import ALL_YEARS, Sums, fresh, stored, years_of, years_that_do_not_add_up

TRIES = 3
"""So often a club is added up again where a table closed or opened in between; then it waits for the next night."""


def differing_sheets(among: QuerySet[Sheet] | None = None) -> Iterator[tuple[Sheet, list[str]]]:
    """Every sheet (`among` these) that differs from its entries, with what differs."""
    sheets = Sheet.objects.all() if among is None else among
    for sheet in sheets.prefetch_related("seats", "entries", "signed").order_by("pk").iterator(chunk_size=200):
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
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
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
    if sheet.check_code and (sheet.is_open or computed(sheet, entries) != sheet.check_code):
        differs.append("check code")
    return differs


# --- what the sheets of a club add up to -----------------------------------------------------------------------------


def differing_tallies() -> Iterator[tuple[Club, list[str]]]:
    """Every club whose tallies are not what its closed sheets add up to, with the tables that differ.

    One sheet after the other is read; `manage.py rebuild_tallies` puts right what differs.
    """
    for club in Club.objects.order_by("pk").iterator():
        found = {table for year in years_to_check(club) for table in differing_in(club, year)}
        if found:
            yield club, [table for table in Sums().counted() if table in found]


def years_to_check(club: Club) -> list[int]:
    """A club is checked year by year, and then what stands for all of them: as parts of work none of which is long."""
    return [*years_of(club), ALL_YEARS]


def differing_in(club: Club, year: int) -> list[str]:
    """The tables that say something else of this year (`ALL_YEARS`: of all) than the club's closed sheets."""
    for _try in range(TRIES):
        before = _closes(club)
        differs = _differing_in(club, year)
        if not differs or _closes(club) == before:
            return differs
    return []


def _differing_in(club: Club, year: int) -> list[str]:
    if year == ALL_YEARS:
        return ["PairTally"] if years_that_do_not_add_up(club) else []
    sums = fresh(club, year)
    pairs = sums.rows[PairTally]
    sums.rows[PairTally] = {key: row for key, row in pairs.items() if ALL_YEARS not in key[3:4]}
    expected, found = sums.counted(), stored(club, year).counted()
    return [table for table in expected if expected[table] != found[table]]


def _closes(club: Club) -> tuple[int, int]:
    """Moves on whenever a sheet of the club is closed or opened again."""
    closed = Q(status=Sheet.Status.CLOSED)
    moved = Sheet.objects.filter(club=club).aggregate(
        count=Count("pk", filter=closed), seqs=Sum("seq", filter=closed, default=0)
    )
    return moved["count"], moved["seqs"]
