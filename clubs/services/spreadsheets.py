"""Tables as files that Excel opens right: amounts are numbers, days are days, and no text is ever calculated."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from xlsxwriter import Workbook

Cell = str | int | date | Decimal
"""Text, cents, a day, or a number that is no money."""

Rows = Iterable[Sequence[Cell]]

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""What such files are called in a header."""

DANGEROUS = ("=", "+", "-", "@", "'", "\t", "\r")
"""With one of these in front, Excel would calculate a cell of a CSV instead of showing it."""


def guarded(text: str) -> str:
    """As it stands in a cell of a CSV: a quote in front keeps Excel from calculating it."""
    return f"'{text}" if text.startswith(DANGEROUS) else text


def unguarded(text: str) -> str:
    """The inverse of `guarded`, for files that came from here."""
    return text[1:] if text.startswith("'") and text[1:].startswith(DANGEROUS) else text


def csv_file(*parts: Rows) -> bytes:
    """UTF-8 with its mark and semicolons, as the German Excel wants it; an empty line between the parts."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";")
    for number, rows in enumerate(parts):
        if number:
            writer.writerow([])
        writer.writerows([_text(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _text(cell: Cell) -> str:
    """Amounts with a comma, days as Excel reads them."""
    if isinstance(cell, Decimal):
        return str(cell)
    if isinstance(cell, int):
        return f"{'-' if cell < 0 else ''}{abs(cell) // 100},{abs(cell) % 100:02d}"
    return cell.isoformat() if isinstance(cell, date) else guarded(cell)


def xlsx_file(*sheets: tuple[str, int, Rows]) -> bytes:
    """A workbook of sheets: name, width of the first column in letters, rows."""
    file = io.BytesIO()
    with Workbook(file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        for name, wide, rows in sheets:
            _sheet(book, name, wide, rows)
    return file.getvalue()


def _sheet(book: Workbook, name: str, wide: int, rows: Rows) -> None:
    sheet: Any = book.add_worksheet(name[:31])
    money, day = book.add_format({"num_format": "#,##0.00"}), book.add_format({"num_format": "dd.mm.yyyy"})
    sheet.set_column(0, 0, wide)
    sheet.set_column(1, 12, 16)
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            if isinstance(cell, int):
                sheet.write_number(number, column, Decimal(cell).scaleb(-2), money)
            elif isinstance(cell, Decimal):
                sheet.write_number(number, column, cell)
            elif isinstance(cell, date):
                sheet.write_datetime(number, column, cell, day)
            else:
                sheet.write_string(number, column, cell)
