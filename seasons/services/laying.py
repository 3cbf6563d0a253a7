"""Thousands of rows laid into a table by one statement: new ones are written, those that are there are changed.

Django's `bulk_update` sends a CASE for every value, which for a table of five thousand places takes seconds.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models

from clubs.services.bulk import load


def lay(model: type[models.Model], names: Sequence[str], keys: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """`rows` of the columns `names`; of a row with the same `keys` the other columns become these. JSON comes as text.

    Only names of our own tables and columns stand in the statement. The `keys` are those of a unique constraint.
    """
    if not rows:
        return
    fields = fields_of(model, names)
    quoted = [connection.ops.quote_name(str(field.column)) for field in fields]
    of_keys = [column for name, column in zip(names, quoted, strict=True) if name in keys]
    others = [column for column in quoted if column not in of_keys]
    into = f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({', '.join(quoted)})"
    becomes = ", ".join(f"{column} = excluded.{column}" for column in others)
    conflict = f"ON CONFLICT ({', '.join(of_keys)}) DO UPDATE SET {becomes}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            lists = ", ".join(_list_of(field) for field in fields)
            columns = [list(one) for one in zip(*rows, strict=True)]
            cursor.execute(f"{into} SELECT * FROM unnest({lists}) {conflict}", columns)  # noqa: S608
        else:
            marks = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"{into} VALUES ({marks}) {conflict}", rows)


def lay_new(model: type[models.Model], names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """The same of rows of which none is there yet."""
    load(connection, model, fields_of(model, names), rows)


def fields_of(model: type[models.Model], names: Sequence[str]) -> "list[models.Field[Any, Any]]":
    return [one for name in names if isinstance(one := model._meta.get_field(name), models.Field)]


def _list_of(field: "models.Field[Any, Any]") -> str:
    """A list of one column's values, as PostgreSQL takes it."""
    kind = field.rel_db_type(connection) if field.is_relation else field.db_type(connection)
    return "%s::text[]::jsonb[]" if kind == "jsonb" else f"%s::{kind}[]"
