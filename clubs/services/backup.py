"""A backup: everything that is in the database, in one file, as it was at one moment.

Django's own dumpdata was weighed and left: it reads one table after the other while people go on playing, says nothing
of migrations or of a file that is torn, and takes five times as long (loaddata fifteen times), object by object.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Cast
from django.utils import timezone

from clubs.services.backup_file import Header, Part, Writer, columns, kept_models, kind_of, reader
from clubs.services.core import Problem, Refused

AT_ONCE = 2000
"""So many rows are in memory."""
ENDING = ".jsonl.gz"
NAME = "bummerlbuch-"
"""What the files of every night begin with; all others in their folder are let alone."""

Told = Callable[[str, int, int], None]
"""(table, rows done of all, all rows)"""


def not_told(table: str, done: int, total: int) -> None:
    """For whoever does not want to hear how far it is."""


def back_up(path: Path, *, now: datetime, using: str = DEFAULT_DB_ALIAS, told: Told = not_told) -> Header:
    """Writes everything there is into this file, which only its owner may read; what was there by this name is
    replaced when the new one is complete.

    Nobody waits for it, and it waits for nobody: it sees the database as it was at its first look. Refused where
    migrations wait. Raises OSError where the file cannot be written.
    """
    connection = connections[using]
    refuse_waiting_migrations(connection)
    handle, part = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            with one_moment(connection):
                header = _write(Writer(file), connection, now, told)
            file.flush()
            os.fsync(file.fileno())
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
    return header


def refuse_waiting_migrations(connection: BaseDatabaseWrapper) -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise Refused(Problem("not_migrated"))


def applied(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    return sorted(MigrationExecutor(connection).loader.applied_migrations)


@contextmanager
def one_moment(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """All that is read inside is as it was at the first look, and nobody is kept from writing meanwhile."""
    if connection.vendor == "postgresql":
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    # Django's own transactions are IMMEDIATE: they would take the place of the only one who may write.
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _write(writer: Writer, connection: BaseDatabaseWrapper, now: datetime, told: Told) -> Header:
    kept, using = kept_models(), connection.alias
    counts = {model._meta.label_lower: model._base_manager.using(using).count() for model in kept}
    header = Header(now.isoformat(timespec="seconds"), engine_of(connection), applied(connection), counts)
    writer.header(header)
    done = 0
    for model in kept:
        writer.part(Part(model, last_id(connection, model)))
        found = rows_of(model, using)
        while rows := list(islice(found, AT_ONCE)):
            writer.rows(rows)
            done += len(rows)
            told(model._meta.label_lower, done, header.total)
    writer.end()
    return header


def rows_of(model: type[models.Model], using: str) -> Iterator[tuple[Any, ...]]:
    """Every row of a table in the order of its ids; of a JSON column the text."""
    names, texts = list[str](), dict[str, Cast]()
    for field in columns(model):
        reader(field)  # says no to a kind that could not be read again
        name = field.attname
        if kind_of(field) == "JSONField":
            texts[name := f"{name}_text"] = Cast(field.attname, models.TextField())
        names.append(name)
    found = model._base_manager.using(using).annotate(**texts).order_by("pk").values_list(*names)
    rows: Iterator[tuple[Any, ...]] = found.iterator(chunk_size=AT_ONCE)
    return rows


def engine_of(connection: BaseDatabaseWrapper) -> str:
    version = ".".join(map(str, connection.get_database_version()))
    return f"{connection.display_name} {version}"


def last_id(connection: BaseDatabaseWrapper, model: type[models.Model]) -> int:
    """The highest id this table ever gave, also to a row that is gone: none may be given again, boards are known to be
    up to date by the newest id they have seen."""
    field, table = model._meta.auto_field, model._meta.db_table
    if field is None:
        return 0
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', field.column])
            # The name comes from the database, quoted where it has to be.
            cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {cursor.fetchone()[0]}")  # noqa: S608
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


# --- every night -----------------------------------------------------------------------------------------------------


def nightly(folder: Path, *, keep: int, now: datetime, told: Told = not_told) -> tuple[Path, Header]:
    """One backup a day, by its name; the newest `keep` of them stay. The second of a day takes the place of the first,
    so a task that comes twice costs no older one."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{NAME}{timezone.localtime(now).date().isoformat()}{ENDING}"
    header = back_up(path, now=now, told=told)
    for old in sorted(folder.glob(f"{NAME}*{ENDING}"), reverse=True)[keep:]:
        old.unlink(missing_ok=True)
    for part in folder.glob(f".{NAME}*.part"):  # of a worker that was killed
        if part.stat().st_mtime < (now - timedelta(days=1)).timestamp():
            part.unlink(missing_ok=True)
    return path, header
