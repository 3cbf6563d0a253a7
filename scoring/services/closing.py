"""The end of a sheet: close, what was signed, and opening it again."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import Membership
from clubs.services.changes import log_change
from clubs.services.evenings import hold
from clubs.services.turns import in_turn
from scoring.games.core import Problem
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet, Total
from scoring.services.check_code import CODE, computed
from scoring.services.elsewhere import about_to_close, about_to_open, stays_closed
from scoring.services.fold import game_of, rules_of
from scoring.services.record import Change, Write, append, fingerprint, first_answer, once
from scoring.services.tallies import add_tallies, take_back_tallies


@once
def close_sheet(sheet: Sheet, *, write: Write) -> Entry:
    """The table has stopped: what it has is signed, in `Total` and by a check code, and nothing more is accepted."""
    asked = fingerprint(Entry.Kind.CLOSE, {})
    if known := first_answer(sheet, write, asked):
        return known
    game = game_of(sheet)
    if problems := game.check_close(game.load(sheet.state["play"]), rules_of(sheet)):
        raise Refused(problems)
    data: dict[str, Any] = {"totals": sheet.totals}
    data[CODE] = computed(sheet, sheet.entries.filter(seq__lte=sheet.seq).order_by("seq"), closing=data)
    columns = {"status": Sheet.Status.CLOSED, "closed_at": timezone.now(), "check_code": data[CODE]}

    def write_rows() -> None:
        Total.objects.filter(sheet=sheet).delete()
        Total.objects.bulk_create(signed(sheet))
        add_tallies(sheet)

    with transaction.atomic():
        if sheet.club:
            # The club, then what the sheet belongs to, then the sheet: as everybody takes them.
            in_turn(sheet.club)
            about_to_close(sheet)
        return append(sheet, Change(Entry.Kind.CLOSE, data, columns, write_rows), write, asked)


def signed(sheet: Sheet) -> list[Total]:
    """The rows that a close writes: every unit for every seat, and the kitty where it got something."""
    seats, (units, kitty) = list(sheet.seats.all()), to_sign(sheet)
    rows = [
        Total(sheet=sheet, seat=seat, unit=unit, amount=amounts[seat.position])
        for unit, amounts in units.items()
        for seat in seats
    ]
    if kitty:
        rows.append(Total(sheet=sheet, seat=None, unit="cents", amount=kitty))
    return rows


def to_sign(sheet: Sheet) -> tuple[dict[str, list[int]], int]:
    """What a close signs: every unit with an amount for each seat, and the cents of the kitty."""
    cents = settled(sheet)
    units = {unit: amounts for unit, amounts in sheet.totals.items() if unit != "kitty"}
    if any(cents) or not game_of(sheet).in_legs:
        units["cents"] = cents
    return units, -sum(cents)


def settled(sheet: Sheet) -> list[int]:
    """Cents per seat if the table stops now; what is missing to zero goes into the kitty."""
    game = game_of(sheet)
    return list(game.settle(game.load(sheet.state["play"]), rules_of(sheet)))


@once
def reopen_sheet(sheet: Sheet, *, write: Write, by: Membership | None = None) -> Entry:
    """Opens a closed sheet again. A table without a club is its own director.

    A club's sheet needs `by`, a membership whose role may direct that club (its door has looked), an evening that is
    not settled, and no other app that says it must stay closed (a tournament whose places are final).
    """
    asked = fingerprint(Entry.Kind.REOPEN, {})
    club = sheet.club
    if club is not None and (by is None or by.club_id != club.pk):
        raise Refused((Problem("not_yours"),))
    write = replace(write, by=by.user if by and club else None)
    if known := first_answer(sheet, write, asked, closed=True):
        return known
    columns = {"status": Sheet.Status.OPEN, "closed_at": None, "check_code": ""}

    def write_rows() -> None:
        if sheet.club != club:
            raise Refused((Problem("not_yours"),))  # a club has adopted it a moment ago
        if sheet.evening and not hold(sheet.evening):
            raise Refused((Problem("evening_closed"),))
        if club:
            log_change(club, "sheet_reopened", by=write.by, after={"game": sheet.game, "code": sheet.code})
        Total.objects.filter(sheet=sheet).delete()
        take_back_tallies(sheet)

    with transaction.atomic():
        if club:
            # The club, then what the sheet belongs to, then the sheet: as everybody takes them.
            in_turn(club)
            if why := stays_closed(sheet, hold=True):
                raise Refused((Problem(why),))
            about_to_open(sheet)
        return append(sheet, Change(Entry.Kind.REOPEN, {}, columns, write_rows), write, asked)
