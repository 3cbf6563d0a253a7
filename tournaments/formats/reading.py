"""Frozen dataclasses from plain JSON and back. A field says in its metadata which numbers it takes."""

import types
from collections.abc import Iterator
from dataclasses import MISSING, field, fields, is_dataclass
from enum import StrEnum
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from tournaments.formats.core import Impossible, Problem

Record = TypeVar("Record")

LONGEST_TEXT = 120
LONGEST_LIST = 1000


def number(default: Any, allowed: range) -> Any:
    """A field of a number (or of several) out of `allowed`."""
    return field(default=default, metadata={"allowed": allowed})


def read(record: type[Record], data: Any) -> Record:
    """The record that this JSON says, with defaults for what it leaves out. Raises `Impossible` with every problem."""
    problems: list[Problem] = []
    made = _record(record, data, "", problems)
    if problems:
        raise Impossible(*problems)
    return made  # type: ignore[no-any-return]


def write(value: Any) -> Any:
    """Plain JSON of a record, an inverse of `read`."""
    if is_dataclass(value):
        return {one.name: write(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [write(one) for one in value]
    return str(value) if isinstance(value, StrEnum) else value


def _record(record: type[Any], data: Any, at: str, problems: list[Problem]) -> Any:
    if not isinstance(data, dict):
        problems.append(Problem("bad_value", at or None))
        return None
    hints, values = get_type_hints(record), {}
    known = {one.name: one for one in fields(record)}
    problems.extend(Problem("unknown_field", f"{at}{name}") for name in data if name not in known)
    for name, one in known.items():
        if name in data:
            values[name] = _value(hints[name], data[name], f"{at}{name}", one.metadata.get("allowed"), problems)
        elif one.default is MISSING and one.default_factory is MISSING:
            problems.append(Problem("missing", f"{at}{name}"))
    return None if problems else record(**values)


def _value(hint: Any, value: Any, at: str, allowed: range | None, problems: list[Problem]) -> Any:
    if get_origin(hint) in (types.UnionType, Union):
        if value is None:
            return None
        hint = next(one for one in get_args(hint) if one is not type(None))
    if get_origin(hint) is tuple:
        return tuple(_items(get_args(hint)[0], value, at, allowed, problems))
    if is_dataclass(hint):
        return _record(hint, value, f"{at}.", problems)  # type: ignore[arg-type]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if value in [str(one) for one in hint]:
            return hint(value)
        problems.append(Problem("unknown_choice", at, {"choices": ", ".join(hint)}))
    elif type(value) is not hint or (hint is str and (len(value) > LONGEST_TEXT or not value.isprintable())):
        problems.append(Problem("bad_value", at))
    elif allowed is not None and value not in allowed:
        problems.append(Problem("out_of_range", at, {"from": allowed[0], "to": allowed[-1]}))
    return value


def _items(hint: Any, value: Any, at: str, allowed: range | None, problems: list[Problem]) -> Iterator[Any]:
    if not isinstance(value, list | tuple) or len(value) > LONGEST_LIST:
        problems.append(Problem("bad_value", at))
        return
    for index, one in enumerate(value):
        yield _value(hint, one, f"{at}.{index}", allowed, problems)
