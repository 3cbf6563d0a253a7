"""`manage.py score`: sheets as JSON in, results as JSON out. Touches no database.

A list is read and scored sheet by sheet, so ten thousand of them need no more memory than ten.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandParser

from scoring.games.sheet import NotASheet
from scoring.messages import problem_text, scored

NOT_A_SHEET = 2
AT_ONCE = 1 << 16
"""So many characters are read at a time; more, where one sheet is longer."""
BLANK = " \t\n\r"


class Command(BaseCommand):
    help = "Scores one sheet, or a JSON list of sheets: 0 all accepted, 1 at least one refused, 2 not a sheet at all."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file with the JSON, or - for standard input")

    def handle(self, *, file: str, **options: Any) -> None:
        # Results wait here until all is read: of what is no list of sheets in the end nothing is told.
        with TemporaryFile("w+", encoding="utf-8") as results:
            try:
                with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8") as text:
                    refused = write_results(Reader(text), results)
            except NotASheet as error:
                self._give_up("; ".join(problem_text(problem) for problem in error.problems))
            except (OSError, ValueError, RecursionError) as error:
                self._give_up(str(error))
            results.seek(0)
            while chunk := results.read(AT_ONCE):
                self.stdout.write(chunk, ending="")
            self.stdout.write("")
        if refused:
            sys.exit(1)

    def _give_up(self, message: str) -> None:
        self.stderr.write(message)
        sys.exit(NOT_A_SHEET)


def write_results(reader: "Reader", results: TextIO) -> bool:
    """Writes the result of one sheet, or the list of them; answers whether any was refused."""
    refused = False
    many = reader.begins_with("[")
    for number, document in enumerate(reader.elements() if many else [reader.whole()]):
        result = scored(document)
        refused = refused or result["refused"] is not None
        text = json.dumps(result, ensure_ascii=False)
        # half a surrogate pair cannot be written as UTF-8; its escape is JSON
        written = text.encode("utf-8", "backslashreplace").decode("utf-8")
        results.write(written if not many else f"{', ' if number else '['}{written}")
    if many:
        results.write("]" if reader.found else "[]")
    return refused


class Reader:
    """JSON as it comes in, as much of it as is needed."""

    def __init__(self, text: TextIO) -> None:
        self.text = text
        self.buffer = text.read(AT_ONCE).removeprefix("\ufeff")  # the mark that Windows puts before it
        self.decoder = json.JSONDecoder()
        self.found = 0

    def begins_with(self, sign: str) -> bool:
        """Whether this is the next sign that is not blank."""
        self.buffer = self.buffer.lstrip(BLANK)
        while not self.buffer and (more := self.text.read(AT_ONCE)):
            self.buffer = more.lstrip(BLANK)
        return self.buffer.startswith(sign)

    def whole(self) -> Any:
        return json.loads(self.buffer + self.text.read())

    def elements(self) -> Iterator[Any]:
        """The elements of a list, one after the other; raises `ValueError` where it is none."""
        self._take("[")
        while not (self.begins_with("]") and not self.found):
            yield self._element()
            self.found += 1
            if not self.begins_with(","):
                break
            self._take(",")
        self._take("]")
        if self.begins_with("") and self.buffer:
            raise ValueError("There is more after the end of the list.")

    def _take(self, sign: str) -> None:
        if not self.begins_with(sign):
            raise ValueError(f"Expecting {sign!r} after {self.found} sheets of the list.")
        self.buffer = self.buffer[1:]

    def _element(self) -> Any:
        """One element; an unfinished one may only be cut off, so twice as much is read each time."""
        self.begins_with("")
        while True:
            with suppress(json.JSONDecodeError):
                value, end = self.decoder.raw_decode(self.buffer)
                # What reaches to the end may go on: 1 could become 12.
                if end < len(self.buffer):
                    break
            more = self.text.read(max(AT_ONCE, len(self.buffer)))
            if not more:
                value, end = self.decoder.raw_decode(self.buffer)
                break
            self.buffer += more
        self.buffer = self.buffer[end:]
        return value
