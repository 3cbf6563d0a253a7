"""Putting a backup back, whole or not at all, into SQLite or PostgreSQL, whichever it was made from."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, IntegrityError, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from clubs.services.backup import AT_ONCE, Told, applied, not_told, refuse_waiting_migrations
from clubs.services.backup_file import (
    NOT_KEPT,
    OF_THE_SCHEMA,
    Header,
    Part,
    all_models,
    checked,
    columns,
    parts,
)
from clubs.services.bulk import load
from clubs.services.core import Problem, Refused

MOST_NAMED = 5
NOT_READ = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)
"""What reading a file ends with that is whole and says something else than a backup does."""


def restore(path: Path, *, replace: bool = False, using: str = DEFAULT_DB_ALIAS, told: Told = not_told) -> Header:
    """Makes the database what this backup says, every row with its id; in one transaction.

    Refused: a file that is torn or no backup, one of other migrations than this database has had, a database in which
    there is something already (unless that is to be replaced), and rows that do not fit together.
    """
    connection = connections[using]
    refuse_waiting_migrations(connection)
    try:
        header = checked(path)
        _refuse_other_migrations(header, applied(connection))
        with transaction.atomic(using=using):
            _make_room(connection, replace=replace)
            lasts = _fill(path, connection, header, told)
            connection.check_constraints()
            for part in lasts:
                _go_on_after(connection, part)
    except IntegrityError as error:
        raise Refused(Problem("does_not_fit_together", None, {"why": str(error).strip()})) from error
    except DatabaseError as error:  # a text that only the other database can hold, say
        raise Refused(Problem("cannot_be_stored", None, {"why": str(error).strip()})) from error
    except NOT_READ as error:
        raise Refused(Problem("no_backup", None, {"file": path, "why": f"{type(error).__name__}, {error}"})) from error
    return header


def _refuse_other_migrations(header: Header, here: Iterable[tuple[str, str]]) -> None:
    theirs, ours = set(header.migrations), set(here)
    for code, others in (("backup_is_newer", theirs - ours), ("backup_is_older", ours - theirs)):
        if others:
            named = sorted(f"{app}.{name}" for app, name in others)
            more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
            raise Refused(Problem(code, None, {"migrations": ", ".join(named[:MOST_NAMED]) + more}))


def _make_room(connection: BaseDatabaseWrapper, *, replace: bool) -> None:
    """What `migrate` and the workers have written by themselves gives way without a question."""
    found = all_models()
    if not replace:
        of_people = [one for one in found if one._meta.label_lower not in NOT_KEPT | OF_THE_SCHEMA]
        full = [one._meta.label_lower for one in of_people if one._base_manager.using(connection.alias).exists()]
        if full:
            raise Refused(Problem("database_not_empty", None, {"tables": ", ".join(full[:MOST_NAMED])}))
    quote = connection.ops.quote_name
    names = [quote(one._meta.db_table) for one in found]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and replace:
            cursor.execute(f"TRUNCATE {', '.join(names)}")  # row by row, a million keys would be looked up
            return
        for name in names:
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - names of our own tables


def _fill(path: Path, connection: BaseDatabaseWrapper, header: Header, told: Told) -> list[Part]:
    done, seen, counts = 0, list[Part](), dict[str, int]()
    for part, rows in parts(path):
        label, before = part.model._meta.label_lower, done
        fields = columns(part.model)
        while some := list(islice(rows, AT_ONCE)):
            load(connection, part.model, fields, _as_stored(connection, fields, some))
            done += len(some)
            told(label, done, header.total)
        seen.append(part)
        counts[label] = done - before
    if counts != header.rows:
        raise Refused(Problem("other_counts"))
    return seen


def _as_stored(
    connection: BaseDatabaseWrapper, fields: "Sequence[models.Field[Any, Any]]", rows: Iterable[list[Any]]
) -> Iterator[list[Any]]:
    """Moments, days and times as SQLite keeps them. JSON is text, and goes in as text."""
    if connection.vendor == "postgresql":
        yield from rows
        return
    adapted = [(at, field) for at, field in enumerate(fields) if isinstance(field, models.DateField | models.TimeField)]
    for row in rows:
        for at, field in adapted:
            if row[at] is not None:
                row[at] = field.get_db_prep_value(row[at], connection, prepared=True)
        yield row


def _go_on_after(connection: BaseDatabaseWrapper, part: Part) -> None:
    """The next id is one that was never given. Last of all: PostgreSQL does not take this back."""
    field, table = part.model._meta.auto_field, part.model._meta.db_table
    if field is None:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            last, called = max(part.last, 1), part.last > 0
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)", [f'"{table}"', field.column, last, called]
            )
            return
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        if part.last:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, part.last])
