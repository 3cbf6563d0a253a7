"""The club's people as a file that Excel opens right, and that can be brought in again."""

import csv
import io
from collections.abc import Iterator

from django.utils.translation import gettext as _
from xlsxwriter import Workbook

from clubs import queries
from clubs.models import Club
from clubs.services.columns import guarded


def rows_of(club: Club) -> Iterator[list[str]]:
    """The words above the columns, and one row for everybody who is there. No IBAN: that is nobody else's."""
    yield [_("Name"), _("Nickname"), _("Place"), _("Guest/Member")]
    for player in queries.people_there(club):
        kind = _("Guest") if player.guest else _("Member")
        yield [guarded(cell) for cell in (player.name, player.nickname, player.place, kind)]


def as_csv(club: Club) -> bytes:
    """UTF-8 with its mark and semicolons, as the German Excel wants it."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";").writerows(rows_of(club))
    return text.getvalue().encode("utf-8-sig")


def as_xlsx(club: Club) -> bytes:
    file = io.BytesIO()
    with Workbook(file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        bold, sheet = book.add_format({"bold": True}), book.add_worksheet(_("People")[:31])
        sheet.set_column(0, 3, 24)
        sheet.freeze_panes(1, 0)
        for number, row in enumerate(rows_of(club)):
            for column, cell in enumerate(row):
                sheet.write_string(number, column, cell, bold if number == 0 else None)
    return file.getvalue()
