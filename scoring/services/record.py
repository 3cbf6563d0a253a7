"""How an entry gets onto a sheet: once, in order, by whoever saw the sheet as it is.

Every write says which entry it saw last (`after_seq`) and carries a `token` made for this one request. The database
decides who was first: one guarded UPDATE and one INSERT in one transaction.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar, cast

from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from clubs.models import User
from clubs.services.turns import in_turn
from scoring.games.core import Problem
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet

TOKEN = re.compile(r"[A-Za-z0-9_-]{8,64}")

UseCase = TypeVar("UseCase", bound=Callable[..., Entry])


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
    by: User | None = None
    """The account, where one was needed."""

    def __post_init__(self) -> None:
        if not TOKEN.fullmatch(self.token):
            raise Refused((Problem("bad_token", "token"),))


@dataclass(frozen=True, slots=True)
class Change:
    """The sheet as it will be: an entry's data, the columns and, in the same transaction, the rows that go with it."""

    kind: Entry.Kind
    data: Mapping[str, Any]
    columns: Mapping[str, Any]
    write_rows: Callable[[], object] | None = None


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


def first_answer(sheet: Sheet, write: Write, asked: str, *, closed: bool | None = False) -> Entry | None:
    """The first answer to a repeated request; raises `Conflict` or `Refused` where nothing can be written.

    `closed` is how the sheet has to be; None: as it is.
    """
    if write.after_seq != sheet.seq:
        if known := already_written(sheet, write, asked):
            return known
        raise conflict(sheet, write)
    if closed is not None and sheet.is_open == closed:
        raise Refused((Problem("sheet_open" if sheet.is_open else "sheet_closed"),))
    return None


def conflict(sheet: Sheet, write: Write) -> Conflict:
    fresh = Sheet.objects.get(pk=sheet.pk)
    return Conflict(fresh, list(fresh.entries.filter(seq__gt=write.after_seq)))


QUIET = frozenset({Entry.Kind.CONFIRM, Entry.Kind.APPROVE})
"""Entries that say something about the record and change nothing of it."""


def once(use_case: UseCase) -> UseCase:
    """A repetition of what was written gets its first answer, also where it could not be written any more.

    Where others have only said meanwhile that they agree, or a director has signed, nobody's write is stale: two sides
    may agree at the same moment, and a hand is not held up by it.
    """

    @wraps(use_case)
    def answered(sheet: Sheet, *, write: Write, **asked: Any) -> Entry:
        try:
            return use_case(sheet, write=write, **asked)
        except Conflict as conflict:
            if not conflict.written or not {entry.kind for entry in conflict.written} <= QUIET:
                raise
            sheet.refresh_from_db()
            return answered(sheet, write=replace(write, after_seq=conflict.written[-1].seq), **asked)
        except Refused:
            known = Entry.objects.filter(sheet=sheet, token=write.token).first()
            if known is None:
                raise
            return use_case(sheet, write=replace(write, after_seq=known.seq - 1), **asked)

    return cast(UseCase, answered)


def append(sheet: Sheet, change: Change, write: Write, asked: str) -> Entry:
    """Writes one entry and the sheet's new fold, and brings `sheet` up to date.

    A token that was written in the meantime gets its first answer.
    """
    columns = {**change.columns, "seq": write.after_seq + 1}
    entry = Entry(
        sheet=sheet,
        seq=write.after_seq + 1,
        kind=change.kind,
        data=change.data,
        token=write.token,
        asked=asked,
        device=write.device,
        by=write.by,
    )
    try:
        with transaction.atomic() if change.write_rows else nullcontext():
            if change.write_rows and sheet.club:
                # The club before the sheet, as everywhere: two that wait for each other would wait for ever.
                in_turn(sheet.club)
            if not _claimed(entry, columns, write.after_seq):
                raise conflict(sheet, write)
            if change.write_rows:
                _where_it_belongs(sheet)
                change.write_rows()
    except (Conflict, IntegrityError):
        if known := already_written(sheet, write, asked):
            sheet.refresh_from_db()
            return known
        raise
    for name, value in columns.items():
        setattr(sheet, name, value)
    return entry


def _where_it_belongs(sheet: Sheet) -> None:
    """A club may have adopted the sheet since it was read; now that its row is ours, nobody can any more."""
    now = Sheet.objects.values_list("club_id", "evening_id").get(pk=sheet.pk)
    if now != (sheet.club_id, sheet.evening_id):
        sheet.refresh_from_db(fields=["club", "evening"])


def _claimed(entry: Entry, columns: Mapping[str, Any], after_seq: int) -> bool:
    """One guarded UPDATE and one INSERT; False, and nothing written, where the sheet has moved on.

    By hand instead of through the ORM because every hand of every table passes here: PostgreSQL takes both as one
    statement, one round trip instead of four (`make bench`). The UPDATE comes first: it takes the row's lock, so that
    of many phones all but one find `seq` moved on.
    """
    sets, update_values = _prepared(Sheet, columns)
    fields = [field.attname for field in Entry._meta.concrete_fields if not field.primary_key]
    names, insert_values = _prepared(Entry, {name: getattr(entry, name) for name in fields})
    # Only names of our own columns stand in the statements.
    update = (
        f"UPDATE {Sheet._meta.db_table} SET {', '.join(f'{name} = %s' for name in sets)} WHERE id = %s AND seq = %s"  # noqa: S608
    )
    insert = f"INSERT INTO {Entry._meta.db_table} ({', '.join(names)})"
    places = ", ".join(["%s"] * len(names))
    update_values += [entry.sheet_id, after_seq]
    if connection.vendor == "postgresql":
        # Inside somebody's transaction a savepoint keeps a refused token from spoiling it.
        with transaction.atomic() if connection.in_atomic_block else nullcontext(), connection.cursor() as cursor:
            together = f"WITH moved AS ({update} RETURNING 1) {insert} SELECT {places} FROM moved RETURNING id"  # noqa: S608
            cursor.execute(together, update_values + insert_values)
            row = cursor.fetchone()
            entry.pk = row and row[0]
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(update, update_values)
            if cursor.rowcount:
                cursor.execute(f"{insert} VALUES ({places})", insert_values)
                entry.pk = cursor.lastrowid
    return entry.pk is not None


def _prepared(model: type[Model], values: Mapping[str, Any]) -> tuple[list[str], list[Any]]:
    """Column names and values as the database takes them."""
    columns = {field.attname: field for field in model._meta.concrete_fields}
    return (
        [columns[name].column or name for name in values],
        [columns[name].get_db_prep_save(value, connection) for name, value in values.items()],
    )
