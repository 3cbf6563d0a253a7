"""Reads a workbook in a process of its own, which may use so much memory and time and no more.

A file of one kilobyte can claim a cell in the last row and column there is, and whoever reads it makes room for all
between: that must not be a process that serves pages. `clubs.services.tables` starts this one with the workbook on its
standard input; the answer is the rows as JSON, or a code of `REFUSED`.
"""

import io
import json
import resource
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from python_calamine import CalamineError, PasswordError, load_workbook

MOST_MEMORY = 1_000_000_000
MOST_SECONDS = 10
"""Of computing; so many more the whole may last on a machine that is busy."""

REFUSED = {3: "file_locked", 4: "file_no_table", 5: "file_empty"}
"""What it ends with -> the problem. Anything else: it was stopped, or could not go on."""


def rows_of(data: bytes, *, most_rows: int, most_columns: int) -> list[list[str]] | str:
    """The rows of the first sheet with anything on it, one more than `most_rows` at most, or the code of a problem."""
    command = [sys.executable, "-I", __file__, str(most_rows), str(most_columns)]
    try:
        done = subprocess.run(  # noqa: S603 - our own program, with two numbers
            command, input=data, capture_output=True, timeout=3 * MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "file_too_big"
    if done.returncode == 0:
        rows: list[list[str]] = json.loads(done.stdout)
        return rows
    return REFUSED.get(done.returncode, "file_too_big")


def main(most_rows: int, most_columns: int) -> int:
    for limit, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, MOST_SECONDS)):
        with suppress(ValueError, OSError):  # macOS knows no limit of memory
            resource.setrlimit(limit, (most, most))
    try:
        with load_workbook(io.BytesIO(sys.stdin.buffer.read())) as book:
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                rows = sheet.to_python(skip_empty_area=True)
                if any(cell not in ("", None) for row in rows for cell in row):
                    above = min(sheet.start[0] if sheet.start else 0, most_rows)
                    told = [*([] for _row in range(above)), *_told(rows, most_rows, most_columns)]
                    json.dump(told, sys.stdout)
                    return 0
    except PasswordError:
        return 3
    except (CalamineError, OSError, ValueError):
        return 4
    return 5


def _told(rows: Iterable[list[Any]], most_rows: int, most_columns: int) -> list[list[str]]:
    """Every row until one more than `most_rows` have something in them, or there is far too much of nothing."""
    told, written = list[list[str]](), 0
    for row in rows:
        cells = [_cell(cell) for cell in row[:most_columns]]
        told.append(cells if any(cells) else [])
        written += any(cell.strip() for cell in cells)
        if written > most_rows or len(told) > 10 * most_rows:
            break
    return told


def _cell(value: Any) -> str:
    """A cell as it is seen: a whole number without its point, a day without its time."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, str):
        return value
    return str(value).removesuffix(".0").removesuffix(" 00:00:00")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
