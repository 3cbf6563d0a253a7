"""The treasurer's report and its bookings as files that Excel opens right."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from xlsxwriter import Workbook

from clubs import queries
from clubs.messages.till import KINDS
from clubs.models import Booking, Club
from clubs.models.till import Kind
from clubs.names import name_for
from clubs.services.columns import guarded
from clubs.services.till_report import Report

Cell = str | int | date
"""Text, cents, or a day."""

Rows = Iterable[Sequence[Cell]]


def report_rows(report: Report) -> Iterator[Sequence[Cell]]:
    """The box, what came in and went out by kind, and what people owe."""
    (owed_before, owed_after), (owes_before, owes_after) = report.owed_to_club, report.owed_by_club
    own_before, own_after = report.own
    yield _("Period"), report.start, report.end
    yield _("In the box at the start"), report.opening
    yield from ((_("In: %(kind)s") % {"kind": KINDS[kind]}, cents) for kind, cents in report.came_in.items())
    yield from ((_("Out: %(kind)s") % {"kind": KINDS[kind]}, -cents) for kind, cents in report.went_out.items())
    yield _("In the box at the end"), report.closing
    yield from ((_("Charged: %(kind)s") % {"kind": KINDS[kind]}, cents) for kind, cents in report.charges.items())
    yield _("Shared out"), report.shared_out
    yield _("People owed the club at the start"), owed_before
    yield _("People owe the club at the end"), owed_after
    yield _("The club owed to people at the start"), owes_before
    yield _("The club owes to people at the end"), owes_after
    yield _("Belonged to the club at the start"), own_before
    yield _("Belongs to the club at the end"), own_after


def people_rows(report: Report) -> Iterator[Sequence[Cell]]:
    kinds = (Kind.SETTLEMENT, Kind.KITTY, Kind.FINE, Kind.DUES, Kind.DRINKS, Kind.SHARE_OUT, Kind.DEPOSIT, Kind.PAYOUT)
    yield _("Name"), _("Balance at the start"), *(str(KINDS[kind]) for kind in kinds), _("Balance at the end")
    for one in report.accounts:
        name = name_for(one.player, inside=True)
        yield name, one.opening, *(one.booked.get(kind, 0) for kind in kinds), one.closing


def booking_rows(club: Club, start: date, end: date) -> Iterator[Sequence[Cell]]:
    yield (
        _("Number"),
        _("Day"),
        _("What"),
        _("Who"),
        _("Cash"),
        _("Balance"),
        _("Price"),
        _("Pieces"),
        _("Note"),
        _("Reverses"),
    )
    who = queries.people_of(club)
    rows = Booking.objects.filter(club=club, day__range=(start, end)).select_related("tariff")
    for one in rows.order_by("day", "pk").iterator(2000):
        yield (
            str(one.pk),
            one.day,
            str(KINDS[one.kind]),
            name_for(who[one.player_id], inside=True) if one.player_id else "",
            one.cash,
            one.balance,
            one.tariff.name if one.tariff else "",
            str(one.count or ""),
            one.note,
            str(one.reverses_id or ""),
        )


# --- files ---------------------------------------------------------------------------------------------------------


def _text(cell: Cell) -> str:
    """As it stands in a CSV: amounts with a comma, days as Excel reads them, texts so that it calculates none."""
    if isinstance(cell, int):
        return f"{'-' if cell < 0 else ''}{abs(cell) // 100},{abs(cell) % 100:02d}"
    return cell.isoformat() if isinstance(cell, date) else guarded(str(cell))


def _csv(*parts: Rows) -> bytes:
    """UTF-8 with its mark and semicolons, as the German Excel wants it; an empty line between the parts."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";")
    for number, rows in enumerate(parts):
        if number:
            writer.writerow([])
        writer.writerows([_text(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def report_csv(report: Report) -> bytes:
    return _csv(report_rows(report), people_rows(report))


def bookings_csv(club: Club, start: date, end: date) -> bytes:
    return _csv(booking_rows(club, start, end))


def report_xlsx(club: Club, report: Report) -> bytes:
    """Three sheets: the report, the people, the bookings; amounts are numbers, texts never formulas."""
    file = io.BytesIO()
    with Workbook(file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        _sheet(book, _("Till"), report_rows(report), wide=38)
        _sheet(book, _("People"), people_rows(report), wide=26)
        _sheet(book, _("Bookings"), booking_rows(club, report.start, report.end), wide=12)
    return file.getvalue()


def _sheet(book: Workbook, name: str, rows: Rows, *, wide: int) -> None:
    sheet: Any = book.add_worksheet(name[:31])
    money, day = book.add_format({"num_format": "#,##0.00"}), book.add_format({"num_format": "dd.mm.yyyy"})
    sheet.set_column(0, 0, wide)
    sheet.set_column(1, 12, 16)
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            if isinstance(cell, int):
                sheet.write_number(number, column, Decimal(cell).scaleb(-2), money)
            elif isinstance(cell, date):
                sheet.write_datetime(number, column, cell, day)
            else:
                sheet.write_string(number, column, str(cell))
