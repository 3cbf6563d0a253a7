"""How an entry gets onto a sheet: once, in order, by whoever saw the sheet as it is.

Every write says which entry it saw last (`after_seq`) and carries a `token` made for this one request. The database
decides who was first: one guarded UPDATE and one INSERT in one transaction.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from scoring.games.core import Problem
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet

TOKEN = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Conflict(Exception):
    """The sheet went on while this phone was writing; `sheet` is the fresh one, `written` what came in between."""

    def __init__(self, sheet: Sheet, written: list[Entry]) -> None:
        self.sheet = sheet
        self.written = written
        super().__init__(f"sheet is at {sheet.seq}")


@dataclass(frozen=True, slots=True)
class Write:
    """What a phone sends with every write."""

    after_seq: int
    token: str
    device: str = ""

    def __post_init__(self) -> None:
        if not TOKEN.fullmatch(self.token):
            raise Refused((Problem("bad_token", "token"),))


@dataclass(frozen=True, slots=True)
class Change:
    """The sheet as it will be: an entry's data and the columns that go with it."""

    kind: Entry.Kind
    data: Mapping[str, Any]
    columns: Mapping[str, Any]


def fingerprint(kind: str, asked: Mapping[str, Any]) -> str:
    """Tells the same request, sent again, from another one with the same token."""
    plain = json.dumps([kind, asked], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(plain.encode()).hexdigest()


def already_written(sheet: Sheet, write: Write, asked: str) -> Entry | None:
    """The answer the same request got before, or None for a new one; raises `Conflict` for a used token."""
    entry = Entry.objects.filter(sheet=sheet, token=write.token).first()
    if entry and entry.asked != asked:
        raise conflict(sheet, write)
    return entry


def conflict(sheet: Sheet, write: Write) -> Conflict:
    fresh = Sheet.objects.prefetch_related("seats").get(pk=sheet.pk)
    return Conflict(fresh, list(fresh.entries.filter(seq__gt=write.after_seq)))


def append(sheet: Sheet, change: Change, write: Write, asked: str) -> Entry:
    """Writes one entry and the sheet's new fold, and brings `sheet` up to date.

    The UPDATE comes first: it takes the row's lock, so that of many phones all but one find `seq` moved on. A token
    that was written in the meantime gets its first answer.
    """
    try:
        with transaction.atomic():
            columns = {**change.columns, "seq": write.after_seq + 1}
            if not Sheet.objects.filter(pk=sheet.pk, seq=write.after_seq).update(**columns):
                raise conflict(sheet, write)
            entry = Entry.objects.create(
                sheet=sheet,
                seq=write.after_seq + 1,
                kind=change.kind,
                data=change.data,
                token=write.token,
                asked=asked,
                device=write.device,
            )
    except (Conflict, IntegrityError):
        if known := already_written(sheet, write, asked):
            sheet.refresh_from_db()
            return known
        raise
    for name, value in columns.items():
        setattr(sheet, name, value)
    return entry
