"""What Celery runs for the record."""

import logging

from celery import shared_task

from scoring.services.check import differing_sheets, differing_tallies

logger = logging.getLogger(__name__)


@shared_task(name="scoring.tasks.check_sheets")
def check_sheets() -> int:
    """Nightly: how many sheets differ from their entries; each is logged as an error."""
    found = 0
    for sheet, differs in differing_sheets():
        # Said at once: a check that runs out of time has at least said what it had found.
        logger.error("sheet %s differs from its entries: %s", sheet.pk, ", ".join(differs))
        found += 1
    return found


@shared_task(name="scoring.tasks.check_tallies")
def check_tallies() -> int:
    """Nightly: in how many clubs the tallies are not what the sheets add up to; each is logged as an error."""
    found = 0
    for club, differs in differing_tallies():
        logger.error("the tallies of club %s differ from its sheets: %s", club.pk, ", ".join(differs))
        found += 1
    return found
