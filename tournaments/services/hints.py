"""Hints for the desk: what looks unusual at the tables of the round being played, and need not be wrong.

Nothing of it is stored: a hint goes away as the table plays on, or comes in. Of open sheets only the last hands are
read.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from django.db.models import F

from scoring.games import unusual
from scoring.models import Entry, Sheet
from scoring.services.fold import game_of, slots
from tournaments.formats import hints as pure
from tournaments.formats.plan import MATCHES
from tournaments.services.clock import Clock
from tournaments.services.laid_tables import Laid, State

LAST = 8
"""So many entries of every open sheet are looked at."""
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Hint:
    """A code with its figures (`messages.room.HINTS`); `seat` and `contract` among them are still to be named."""

    code: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    hints: Mapping[int, Sequence[Hint]] = field(default_factory=dict)
    """Id of a table -> its hints; tables without are left out."""
    written_at: Mapping[int, datetime] = field(default_factory=dict)
    """Id of a table with an open sheet -> when its last entry was written."""


def hints_of(laid: Sequence[Laid], *, clock: Clock | None, now: datetime) -> Found:
    """Of all tables of one round; one query."""
    if not laid:
        return Found()
    entries = _entries([one.table.sheet for one in laid if one.table.sheet is not None and one.table.sheet.is_open])
    hints = defaultdict[int, list[Hint]](list)
    for one in laid:
        sheet = one.table.sheet
        if sheet is not None and sheet.pk in entries:
            hints[one.table.pk] += _of_hands(sheet, entries[sheet.pk])
    for pk, hint in (*_of_time(laid, clock, now), *_of_amounts(laid)):
        hints[pk].append(hint)
    written = {
        one.table.pk: entries[one.table.sheet.pk][-1].at
        for one in laid
        if one.table.sheet is not None and one.table.sheet.pk in entries
    }
    return Found({pk: those for pk, those in hints.items() if those}, written)


class Line(NamedTuple):
    """As much of an entry as is looked at; thousands of them are read at once."""

    sheet: int
    seq: int
    kind: str
    data: Mapping[str, Any]
    at: datetime


def _entries(sheets: Sequence[Sheet]) -> dict[int, list[Line]]:
    """Id of a sheet -> its last entries, oldest first; by their numbers, so that the index leads straight to them."""
    found = defaultdict[int, list[Line]](list)
    if sheets:
        last = Entry.objects.filter(sheet__in=[one.pk for one in sheets], seq__gt=F("sheet__seq") - LAST)
        for row in last.values_list("sheet", "seq", "kind", "data", "at").order_by("sheet", "seq"):
            found[row[0]].append(Line(*row))
    return found


def _of_hands(sheet: Sheet, entries: Sequence[Line]) -> Iterator[Hint]:
    hands = [one for one in entries if one.kind == Entry.Kind.HAND]
    # A struck-out hand is none; one that was put right was played when it was first written.
    standing = [
        unusual.Written(int(entry.at.timestamp()), slot.hand)
        for entry, slot in zip(hands, slots(cast(Sequence[Entry], entries)), strict=True)
        if slot.hand is not None
    ]
    if standing:
        sides = game_of(sheet).sides(len(sheet.state["names"]))
        before = max(0, sheet.state["hands"] - len(standing))
        begun = int(sheet.started_at.timestamp())
        for one in unusual.unusual(sheet.game, sides, standing, begun=begun, before=before):
            yield Hint(one.code, one.figures)


# --- a table beside the others ---------------------------------------------------------------------------------------


def _of_time(laid: Sequence[Laid], clock: Clock | None, now: datetime) -> Iterator[tuple[int, Hint]]:
    round_ = laid[0].table.round
    began = clock.started_at if clock else round_.published_at or now
    going = {one.table.pk: _going(one, began) for one in laid if one.state != State.ALONE}
    late = pure.behind(going, (now - began) // MINUTE)
    for pk, minutes in late.items():
        yield pk, Hint("behind", {"minutes": minutes})
    if clock is None or not pure.half_in(going.values()):
        return
    for one in laid:
        ends, pk = clock.ends_with(one.table.extra_minutes), one.table.pk
        over = 0 if ends is None else (now - ends) // MINUTE
        if pk in going and going[pk].came_in is None and over > 0 and pk not in late:
            yield pk, Hint("over_time", {"minutes": over})


def _going(laid: Laid, began: datetime) -> pure.Going:
    sheet = laid.table.sheet
    came_in = None
    if laid.made.scores is not None:
        by_sheet = sheet.closed_at if sheet is not None and laid.table.scores is None else None
        at = by_sheet or (laid.results[-1].at if laid.results else began)
        came_in = max(0, (at - began) // MINUTE)
    hands = None if sheet is None else sheet.state["hands"]
    return pure.Going(came_in, hands, laid.table.extra_minutes)


def _of_amounts(laid: Sequence[Laid]) -> Iterator[tuple[int, Hint]]:
    """Of tables where everybody plays for themselves; a match is won or lost."""
    if laid[0].stage.kind in MATCHES:
        return
    unit, amounts, at = laid[0].stage.counting.unit, dict[int, int](), dict[int, int]()
    for one in laid:
        for seat in one.seats if one.made.scores is not None else ():
            mine = (one.made.scores or ())[seat.position]
            amount = mine.get("made", mine.get(unit))
            if amount is not None and not {"struck", "walkover"} & set(mine):
                amounts[seat.number], at[seat.number] = amount, one.table.pk
    told = set[int]()
    for number, (amount, following) in pure.far_out(amounts).items():
        if at[number] not in told:  # what one has won there, somebody else may have lost
            told.add(at[number])
            yield at[number], Hint("far_out", {"number": number, "amount": amount, "next": following})
