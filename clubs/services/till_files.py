"""The treasurer's report and its bookings as files that Excel opens right."""

from collections.abc import Iterator, Sequence
from datetime import date

from django.utils.translation import gettext as _

from clubs import queries
from clubs.messages.till import KINDS
from clubs.models import Booking, Club
from clubs.models.till import Kind
from clubs.names import name_for
from clubs.services.spreadsheets import Cell, csv_file, xlsx_file
from clubs.services.till_report import Report


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


def report_csv(report: Report) -> bytes:
    return csv_file(report_rows(report), people_rows(report))


def bookings_csv(club: Club, start: date, end: date) -> bytes:
    return csv_file(booking_rows(club, start, end))


def report_xlsx(club: Club, report: Report) -> bytes:
    """Three sheets: the report, the people, the bookings."""
    return xlsx_file(
        (_("Till"), 38, report_rows(report)),
        (_("People"), 26, people_rows(report)),
        (_("Bookings"), 12, booking_rows(club, report.start, report.end)),
    )
