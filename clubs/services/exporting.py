"""The club's people as a file that Excel opens right, and that can be brought in again."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs import queries
from clubs.models import Club
from clubs.services.spreadsheets import csv_file, guarded, xlsx_file


def rows_of(club: Club) -> Iterator[list[str]]:
    """The words above the columns, and one row for everybody who is there. No IBAN: that is nobody else's."""
    yield [_("Name"), _("Nickname"), _("Place"), _("Guest/Member")]
    for player in queries.people_there(club):
        yield [player.name, player.nickname, player.place, _("Guest") if player.guest else _("Member")]


def as_csv(club: Club) -> bytes:
    return csv_file(rows_of(club))


def as_xlsx(club: Club) -> bytes:
    """Guarded too: somebody may save it as a CSV."""
    return xlsx_file((_("People"), 24, ([guarded(cell) for cell in row] for row in rows_of(club))))
