"""A sheet as it travels to another installation: everything that was written on it, but nothing that lets anybody in.

Secrets, table code and the tokens of requests stay behind, and a phone is only told from the other phones: by its own
mark somebody could pass for it. `scoring.services.brought_in` reads the same again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Model

from scoring.models import Entry, Sheet

SEATS, KITTY = "seats", "kitty"
"""Where the signed totals stand: unit -> what every seat has; unit -> what the kitty has."""


@dataclass(frozen=True, slots=True)
class Told:
    """How rows are told in a file that knows no ids of this installation."""

    person: Callable[[int | None], int | None]
    """Id of a player -> their place in the file's list of people."""
    phone: Callable[[str], str]
    """A phone's own mark -> what it is called in the file."""
    deed: Callable[[Model, str], str]
    """A row and its column -> the name of the account that did it; nothing where none was needed."""
    profile: Callable[[Model], list[Any] | None]
    """A row with a version of house rules -> the profile's name and the version's number."""


def moment(at: datetime | None) -> str | None:
    """In UTC, to the microsecond: 2026-11-30T18:04:00.120000Z."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def sheet_data(sheet: Sheet, told: Told) -> dict[str, Any]:
    """As plain JSON; `seats` with their players, `entries` and `signed` are fetched."""
    seats = list(sheet.seats.all())
    return {
        "game": sheet.game,
        "house_rules": sheet.house_rules,
        "profile": told.profile(sheet),
        "first_dealer": sheet.first_dealer,
        "started_at": moment(sheet.started_at),
        "closed_at": moment(sheet.closed_at),
        "confirms": sheet.confirms,
        "approves": sheet.approves,
        "check_code": sheet.check_code,
        "seats": [{"name": seat.name, "person": told.person(seat.player_id)} for seat in seats],
        "entries": [_entry(entry, told) for entry in sheet.entries.all()],
        "signed": None if sheet.is_open else signed_data(sheet),
    }


def _entry(entry: Entry, told: Told) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "kind": str(entry.kind),
        "data": entry.data,
        "at": moment(entry.at),
        "phone": told.phone(entry.device),
        "by": told.deed(entry, "by"),
    }


def signed_data(sheet: Sheet) -> dict[str, Any]:
    """The totals of a closed sheet (`signed` and `seats` are fetched), by unit."""
    positions = {seat.pk: seat.position for seat in sheet.seats.all()}
    seats, kitty = dict[str, list[int]](), dict[str, int]()
    for total in sheet.signed.all():
        if total.seat_id is None:
            kitty[total.unit] = total.amount
        else:
            seats.setdefault(total.unit, [0] * len(positions))[positions[total.seat_id]] = total.amount
    return {SEATS: seats, KITTY: kitty}
