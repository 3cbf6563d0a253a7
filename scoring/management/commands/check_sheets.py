"""`manage.py check_sheets`: folds every sheet again, adds up every club again, and lists what differs."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from scoring.services.check import differing_sheets, differing_tallies


class Command(BaseCommand):
    help = "Folds every sheet's entries again and lists what differs. Prints nothing and ends with 0 when all is well."

    def handle(self, **options: Any) -> None:
        found = False
        for sheet, differs in differing_sheets():
            found = True
            self.stdout.write(f"sheet {sheet.pk} ({sheet.code}): {', '.join(differs)}")
        for club, tables in differing_tallies():
            found = True
            self.stdout.write(f"club {club.pk} ({club.slug}): {', '.join(tables)}")
        if found:
            sys.exit(1)
