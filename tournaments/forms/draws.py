"""A round as it is typed: one line for each table."""

import re
from collections.abc import Mapping, Sequence

from clubs.services.core import Problem, Refused
from tournaments.formats.core import Draw

LINE = re.compile(r"(?:\s*([0-9]{1,4})\s*:)?([\s0-9,;&/–-]*)")
NUMBER = re.compile(r"[0-9]+")
LONGEST_NUMBER = 5


def read_lines(text: str) -> dict[int, list[int]]:
    """Number of the table -> start numbers, from lines like "3: 7 12"; a line without a number is the next table.

    Refused, all lines at once: what is no number, a line without start numbers, a table that stands there twice.
    """
    found, problems, table = dict[int, list[int]](), list[Problem](), 0
    for line, said in enumerate(text.splitlines(), start=1):
        if not said.strip():
            continue
        match = LINE.fullmatch(said)
        if match is None or any(len(one) > LONGEST_NUMBER for one in NUMBER.findall(said)):
            problems.append(Problem("line_unreadable", "tables", {"line": line}))
            continue
        table = int(match[1]) if match[1] else table + 1
        if table in found:
            problems.append(Problem("table_again", "tables", {"table": table}))
        found[table] = numbers_typed(match[2])
        if not found[table]:
            problems.append(Problem("line_of_nobody", "tables", {"line": line}))
    if problems:
        raise Refused(*problems)
    return found


def numbers_typed(text: str) -> list[int]:
    """The start numbers in a text, however they are set apart."""
    return [int(one[:LONGEST_NUMBER]) for one in NUMBER.findall(text)]


def written_lines(draw: Draw) -> str:
    """The lines that `read_lines` reads as these tables."""
    return "\n".join(f"{one.number}: {spaced(one.seats)}" for one in draw.tables)


def spaced(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def typed_or(posted: Mapping[str, str], draw: Draw | None) -> dict[str, str]:
    """What stands in the form: what was typed, else the draft that is there."""
    if "tables" in posted:
        return {"tables": posted["tables"], "byes": posted.get("byes", "")}
    return {"tables": written_lines(draw) if draw else "", "byes": spaced(draw.byes) if draw else ""}
