"""What Celery runs for the record."""

import logging

from celery import shared_task

from scoring.services.check import differing_sheets

logger = logging.getLogger(__name__)


@shared_task(name="scoring.tasks.check_sheets")
def check_sheets() -> int:
    """Nightly: how many sheets differ from their entries; each is logged as an error."""
    differing = [(sheet.pk, differs) for sheet, differs in differing_sheets()]
    for pk, differs in differing:
        logger.error("sheet %s differs from its entries: %s", pk, ", ".join(differs))
    return len(differing)
