"""`manage.py score`: sheets as JSON in, results as JSON out. Touches no database."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.games.sheet import NotASheet
from scoring.messages import problem_text, scored

NOT_A_SHEET = 2


class Command(BaseCommand):
    help = "Scores one sheet, or a JSON list of sheets: 0 all accepted, 1 at least one refused, 2 not a sheet at all."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file with the JSON, or - for standard input")

    def handle(self, *, file: str, **options: Any) -> None:
        try:
            documents = json.loads(read(file))
            many = isinstance(documents, list)
            results = [scored(document) for document in (documents if many else [documents])]
        except NotASheet as error:
            self._give_up("; ".join(problem_text(problem) for problem in error.problems))
        except (OSError, ValueError, RecursionError) as error:
            self._give_up(str(error))
        text = json.dumps(results if many else results[0], ensure_ascii=False)
        # half a surrogate pair cannot be written as UTF-8; its escape is JSON
        self.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8"))
        if any(result["refused"] for result in results):
            sys.exit(1)

    def _give_up(self, message: str) -> None:
        self.stderr.write(message)
        sys.exit(NOT_A_SHEET)


def read(file: str) -> str:
    """The text of a file or of standard input, without the mark that Windows puts before it."""
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    return text.removeprefix("\ufeff")
