"""`manage.py restore FILE`: makes the database what a backup says."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.management.progress import Progress
from clubs.messages.backups import sentences
from clubs.services.core import Refused
from clubs.services.restore import restore


class Command(BaseCommand):
    help = (
        "Makes the database what a backup says, every row with its id, whole or not at all. Stop the server and the "
        "workers first. The database has to be migrated (`manage.py migrate`) by the same version of Bummerlbuch that "
        "made the backup, and empty, unless --replace is given. Afterwards everybody has to log in again; "
        "printed codes, links and API tokens hold."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--replace", action="store_true", help="first deletes everything that is in the database")
        parser.add_argument("--no-progress", action="store_true", help="does not say how far it is")

    def handle(self, **options: Any) -> None:
        progress = Progress(self.stdout, wanted=not options["no_progress"])
        try:
            header = restore(Path(options["file"]), replace=options["replace"], told=progress)
        except Refused as error:
            raise CommandError(sentences(error)) from error
        finally:
            progress.end()
        self.stdout.write(f"{header.total} rows are restored, as they were at {header.made_at} on {header.engine}.")
