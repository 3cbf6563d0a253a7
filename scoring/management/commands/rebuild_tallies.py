"""`manage.py rebuild_tallies [club]`: adds up all closed sheets of a club, or of every club, anew.

With `--missing` only those of clubs that have closed sheets and nothing added up: their sheets are from before there
were tallies, or some of them. `python -m config.serve` does that whenever it starts, so a club whose sheets cannot be
added up is logged there and does not keep all others from being served.
"""

import logging
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef

from clubs.models import Club
from scoring.models import Score, Sheet, YearTally
from scoring.services.tallies import rebuild

logger = logging.getLogger(__name__)


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
            added_up = (Exists(table.objects.filter(club=OuterRef("pk"))) for table in (YearTally, Score))
            clubs = clubs.filter(Exists(closed)).exclude(*added_up)
        for one in clubs:
            try:
                rebuild(one)
            except Exception as error:
                if not missing:
                    raise
                # One line: it comes with every start, and `check_sheets` says what is wrong with the sheet.
                where = ", ".join([*getattr(error, "__notes__", ()), type(error).__name__])
                logger.error("the sheets of club %s cannot be added up: %s (%s)", one.pk, error, where)
