"""The file of a backup: gzipped lines of JSON, the same from SQLite and from PostgreSQL.

The first line says what it is: format, when and from which engine it was made, which migrations had been applied, how
many rows every table has. Then, for every table, one line with its name, its columns and the highest id it ever gave,
and one line for every row. The last line has the SHA-256 of all lines before it: a torn file is known by it.

JSON columns are kept as the text that the database has, so that `null` inside JSON and no value at all stay two things.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.db import models

from clubs.services.core import Problem, Refused

FORMAT = 1
COMPRESSION = 4
"""Twice as fast as the usual 6, for a file a tenth larger."""

LONGEST_LINE = 100_000_000
"""Bytes. No row comes near it: the longest there is, the towns of a cup, has 95 bytes for everybody at every event, so
400 events with 2,000 people from one town are 76 million. Without an end a line would take all the memory there is."""

NOT_KEPT = frozenset({"sessions.session", "usersessions.usersession", "clubs.counted"})
"""Who is logged in where, and counters of wrong codes: they belong to one installation and are over soon. After a
restore everybody logs in again."""

OF_THE_SCHEMA = frozenset({"contenttypes.contenttype", "auth.permission", "clubs.beat"})
"""Rows that a database has which nobody has used yet: written by `migrate`, and by the workers of themselves."""

PLAIN = frozenset(
    {
        *("AutoField", "BigAutoField", "BigIntegerField", "BooleanField", "CharField", "FloatField", "IntegerField"),
        *(
            "PositiveBigIntegerField",
            "PositiveIntegerField",
            "PositiveSmallIntegerField",
            "SlugField",
            "SmallIntegerField",
        ),
        "TextField",
    }
)
"""Kinds of columns that JSON knows as they are."""
READ: dict[str, Callable[[str], Any]] = {
    "DateField": date.fromisoformat,
    "DateTimeField": datetime.fromisoformat,
    "TimeField": time.fromisoformat,
}
"""Kinds of columns that are written as text -> how that is read."""

Row = list[Any]


@dataclass(frozen=True, slots=True)
class Header:
    """The first line."""

    made_at: str
    engine: str
    migrations: Sequence[tuple[str, str]]
    rows: dict[str, int]
    """Label of a model -> how many."""

    @property
    def total(self) -> int:
        return sum(self.rows.values())


@dataclass(frozen=True, slots=True)
class Part:
    """The line above the rows of a table."""

    model: type[models.Model]
    last: int
    """The highest id the table ever gave, also to rows that are gone; 0 where it gives none."""


def kept_models() -> list[type[models.Model]]:
    """Every table that goes into a backup, also those that only join two others."""
    return [model for model in all_models() if model._meta.label_lower not in NOT_KEPT]


def all_models() -> list[type[models.Model]]:
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def columns(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    return list(model._meta.concrete_fields)


def kind_of(field: "models.Field[Any, Any]") -> str:
    """What is stored in this column; of a key what it leads to."""
    while field.is_relation:
        field = field.target_field  # type: ignore[attr-defined]  # a relation with a column has one
    return field.get_internal_type()


def reader(field: "models.Field[Any, Any]") -> Callable[[str], Any] | None:
    """How a value of this column is read; None: it is there as it is. Raises TypeError for a kind nobody has met."""
    kind = kind_of(field)
    if kind in PLAIN or kind == "JSONField":
        return None
    if kind not in READ:
        raise TypeError(f"A backup does not know yet how to keep a {kind} ({field}).")
    return READ[kind]


# --- writing ---------------------------------------------------------------------------------------------------------


class Writer:
    """Writes the lines of a backup into a file that is open for bytes."""

    def __init__(self, file: IO[bytes]) -> None:
        self._packed = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=COMPRESSION)
        self._digest = hashlib.sha256()

    def header(self, header: Header) -> None:
        self._line(
            {
                "bummerlbuch": "backup",
                "format": FORMAT,
                "made_at": header.made_at,
                "engine": header.engine,
                "migrations": header.migrations,
                "rows": header.rows,
            }
        )

    def part(self, part: Part) -> None:
        names = [field.attname for field in columns(part.model)]
        self._line({"table": part.model._meta.label_lower, "columns": names, "last": part.last})

    def rows(self, rows: Iterable[Sequence[Any]]) -> None:
        """Refused: a row that could not be read again."""
        lines = [f"{_json(row)}\n".encode() for row in rows]
        if any(len(line) > LONGEST_LINE for line in lines):
            raise Refused(Problem("row_too_long", None, {"most": LONGEST_LINE}))
        self._write(b"".join(lines))

    def end(self) -> None:
        """The last line; without it the file is torn."""
        self._line({"end": self._digest.hexdigest()})
        self._packed.close()

    def _line(self, line: dict[str, Any]) -> None:
        self._write(f"{_json(line)}\n".encode())

    def _write(self, data: bytes) -> None:
        self._digest.update(data)
        self._packed.write(data)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_as_text)


def _as_text(value: Any) -> str:
    if isinstance(value, date | time):
        return value.isoformat()
    raise TypeError(f"A backup does not know yet how to keep {type(value).__name__}.")


# --- reading ---------------------------------------------------------------------------------------------------------


def checked(path: Path) -> Header:
    """Reads a file to its end, before anything is done with it. Refused: one that is torn or no backup."""
    digest, first, last = hashlib.sha256(), b"", b""
    try:
        with gzip.open(path, "rb") as file:
            for line in lines_of(file):
                digest.update(last)
                first, last = first or line, line
    except FileNotFoundError:
        raise Refused(Problem("no_such_file", None, {"file": path})) from None
    except (EOFError, zlib.error):
        raise Refused(Problem("backup_torn", None, {"file": path})) from None
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile) and "Not a gzipped file" not in str(error):
            raise Refused(Problem("backup_torn", None, {"file": path})) from None
        raise Refused(Problem("no_backup", None, {"file": path, "why": error})) from None
    head = _object(first)
    if head.get("bummerlbuch") != "backup":
        raise Refused(Problem("no_backup", None, {"file": path, "why": "its first line is no header"}))
    if _object(last).get("end") != digest.hexdigest():
        raise Refused(Problem("backup_torn", None, {"file": path}))
    if head["format"] != FORMAT:
        raise Refused(Problem("other_format", None, {"format": head["format"], "known": FORMAT}))
    migrations = [(app, name) for app, name in head["migrations"]]
    return Header(head["made_at"], head["engine"], migrations, head["rows"])


def lines_of(file: gzip.GzipFile) -> Iterator[bytes]:
    """Line by line, and never more of one in memory than the longest may have. Refused: one that is longer."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise Refused(Problem("line_too_long", None, {"most": LONGEST_LINE}))
        yield line


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def parts(path: Path) -> Iterator[tuple[Part, Iterator[Row]]]:
    """Every table of a checked file with its rows, which are to be read before the next table is asked for."""
    by_label = {model._meta.label_lower: model for model in kept_models()}
    with gzip.open(path, "rb") as file:
        lines = lines_of(file)
        next(lines)
        line = json.loads(next(lines))
        while "table" in line:
            model = by_label.get(line["table"])
            if model is None or line["columns"] != [field.attname for field in columns(model)]:
                raise Refused(Problem("other_columns", None, {"table": line["table"]}))
            following: list[Any] = []
            yield Part(model, int(line["last"])), _rows(lines, model, following)
            (line,) = following


def _rows(lines: Iterable[bytes], model: type[models.Model], following: list[Any]) -> Iterator[Row]:
    """The rows up to the next line that is none, which goes into `following`."""
    readers = [(at, read) for at, field in enumerate(columns(model)) if (read := reader(field)) is not None]
    for line in lines:
        row = json.loads(line)
        if isinstance(row, dict):
            following.append(row)
            return
        for at, read in readers:
            if row[at] is not None:
                row[at] = read(row[at])
        yield row
