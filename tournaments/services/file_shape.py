"""What plain JSON has to look like, said as data: a shape reads one value, and notes the path of all that is not so.

Nothing that passes can harm what keeps or shows it: texts are as long as their columns and can be seen, numbers have
bounds, nothing is nested deeper than anybody means.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from clubs.services.text import can_be_seen

MOST_NAMED = 12
"""So many faults of a file are named; who has more has another file."""
DEEPEST = 12
LONGEST_IN_PLAIN = 2000
"""Letters of a text inside of plain JSON."""
MOST_IN_PLAIN = 2**53
"""The largest number there."""
EARLIEST, LATEST = datetime.fromisoformat("1950-01-01T00:00:00Z"), datetime.fromisoformat("2199-12-31T00:00:00Z")
MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(slots=True)
class Wrong:
    """Where a file is not as it should be."""

    paths: list[str] = field(default_factory=list)

    def at(self, path: str) -> None:
        if len(self.paths) < MOST_NAMED:
            self.paths.append(path)


Shape = Callable[[Any, str, Wrong], Any]
"""(value, path to it, what is wrong) -> the value as it is read."""


def record(fields: Mapping[str, Shape]) -> Shape:
    """An object with exactly these fields."""

    def read(value: Any, path: str, wrong: Wrong) -> Any:
        if not isinstance(value, dict) or value.keys() != fields.keys():
            odd = sorted(value.keys() ^ fields.keys()) if isinstance(value, dict) else []
            wrong.at(f"{path}{'.' if path and odd else ''}{odd[0][:40] if odd else ''}")
            return None
        inside = f"{path}." if path else ""
        return {name: shape(value[name], inside + name, wrong) for name, shape in fields.items()}

    return read


def many(shape: Shape, most: int) -> Shape:
    def read(value: Any, path: str, wrong: Wrong) -> Any:
        if not isinstance(value, list) or len(value) > most:
            wrong.at(path)
            return []
        return [shape(one, f"{path}[{index}]", wrong) for index, one in enumerate(value)]

    return read


def mapping(shape: Shape, most: int, longest: int) -> Shape:
    """An object with any names, of so many letters."""

    def read(value: Any, path: str, wrong: Wrong) -> Any:
        if not isinstance(value, dict) or len(value) > most or not all(_fits(name, longest) for name in value):
            wrong.at(path)
            return {}
        return {name: shape(one, f"{path}.{name}", wrong) for name, one in value.items()}

    return read


def maybe(shape: Shape) -> Shape:
    """Or null."""
    return lambda value, path, wrong: None if value is None else shape(value, path, wrong)


def text(longest: int, *, needed: bool = False) -> Shape:
    return _if(lambda value: isinstance(value, str) and _fits(value, longest) and (bool(value) or not needed))


def lines(longest: int) -> Shape:
    """A text of several lines."""
    return _if(lambda value: isinstance(value, str) and _fits(value.replace("\n", " "), longest))


def whole(lowest: int, highest: int) -> Shape:
    return _if(lambda value: type(value) is int and lowest <= value <= highest)


def one_of(*values: str) -> Shape:
    return _if(lambda value: isinstance(value, str) and value in values)


def _if(fits: Callable[[Any], bool]) -> Shape:
    def read(value: Any, path: str, wrong: Wrong) -> Any:
        if not fits(value):
            wrong.at(path)
        return value

    return read


yes_or_no: Shape = _if(lambda value: isinstance(value, bool))


def moment(value: Any, path: str, wrong: Wrong) -> Any:
    """As `scoring.services.taken_along.moment` writes it."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) and MOMENT.fullmatch(value) else None
    except ValueError:
        found = None
    if found is None or not EARLIEST <= found <= LATEST:
        wrong.at(path)
    return found


def day(value: Any, path: str, wrong: Wrong) -> Any:
    try:
        found = date.fromisoformat(value) if isinstance(value, str) and DAY.fullmatch(value) else None
    except ValueError:
        found = None
    if found is None or not EARLIEST.date() <= found <= LATEST.date():
        wrong.at(path)
    return found


def plain(value: Any, path: str, wrong: Wrong) -> Any:
    """Any JSON that can be kept."""
    if not _can_be_kept(value, DEEPEST):
        wrong.at(path)
    return value


def plain_record(value: Any, path: str, wrong: Wrong) -> Any:
    """Any JSON object that can be kept."""
    if not isinstance(value, dict) or not _can_be_kept(value, DEEPEST):
        wrong.at(path)
        return {}
    return value


def plain_records(most: int) -> Shape:
    return many(plain_record, most)


def _can_be_kept(value: Any, deeper: int) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_IN_PLAIN and can_be_seen(value.replace("\n", " "))
    if isinstance(value, list):
        return deeper > 0 and all(_can_be_kept(one, deeper - 1) for one in value)
    if isinstance(value, dict):
        return deeper > 0 and all(_fits(name, 120) and _can_be_kept(one, deeper - 1) for name, one in value.items())
    return value is None or (isinstance(value, int) and abs(value) <= MOST_IN_PLAIN)


def _fits(value: str, longest: int) -> bool:
    return len(value) <= longest and can_be_seen(value)
