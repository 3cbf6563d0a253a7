"""`manage.py rebuild_tallies [club]`: adds up all closed sheets of a club, or of every club, anew.

With `--missing` only those of clubs that have closed sheets and nothing added up: their sheets are from before there
were tallies. `python -m config.serve` does that whenever it starts.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef

from clubs.models import Club
from scoring.models import Sheet, YearTally
from scoring.services.tallies import rebuild


class Command(BaseCommand):
    help = "Adds up all closed sheets of a club anew, or those of every club. Closes of that club wait meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", nargs="?", help="the short address of one club")
        parser.add_argument("--missing", action="store_true", help="only clubs for which nothing was ever added up")

    def handle(self, *, club: str | None = None, missing: bool = False, **options: Any) -> None:
        clubs = Club.objects.filter(slug=club) if club else Club.objects.order_by("pk")
        if club and not clubs:
            raise CommandError(f"There is no club {club}.")
        if missing:
            closed = Sheet.objects.filter(club=OuterRef("pk"), status=Sheet.Status.CLOSED)
            clubs = clubs.filter(Exists(closed), ~Exists(YearTally.objects.filter(club=OuterRef("pk"))))
        for one in clubs:
            rebuild(one)
