"""`manage.py backup [FILE]`: everything in the database as one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from clubs.management.progress import Progress
from clubs.messages.backups import sentences
from clubs.services.backup import ENDING, back_up
from clubs.services.core import Refused

BY_HAND = "by-hand-"
"""These stay until somebody deletes them; only those of the nights make room for newer ones."""


class Command(BaseCommand):
    help = (
        "Writes everything in the database into one file, as it is at this moment; people may go on playing. "
        "`manage.py restore FILE` puts it back, on SQLite or PostgreSQL, whichever it came from. Who is logged in and "
        "counters of wrong codes are left out. The file holds secrets (names, addresses of sheets, digests of "
        "passwords and tokens): only its owner may read it, keep it so."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help=f"default: {BY_HAND}<day>-<time>{ENDING} in BACKUP_DIR")
        parser.add_argument("--no-progress", action="store_true", help="does not say how far it is")

    def handle(self, **options: Any) -> None:
        now, progress = timezone.now(), Progress(self.stdout, wanted=not options["no_progress"])
        default = f"{BY_HAND}{timezone.localtime(now):%Y-%m-%d-%H%M%S}{ENDING}"
        path = Path(options["file"] or settings.BACKUP_DIR.joinpath(default))
        try:
            if not options["file"]:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            header = back_up(path, now=now, told=progress)
        except Refused as error:
            raise CommandError(sentences(error)) from error
        except OSError as error:
            raise CommandError(f"The backup could not be written: {error}") from error
        finally:
            progress.end()
        self.stdout.write(f"{path}: {header.total} rows. It holds secrets; keep it where nobody else can read it.")
