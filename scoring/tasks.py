"""What Celery runs for the record.

A large club has a million hands, which take longer than any task may. So each of these does a part of the work that is
short, and puts the rest into the queue.
"""

import logging

from celery import shared_task

from clubs.models import Club
from clubs.services.beats import beat
from scoring.models import Sheet
from scoring.services.check import differing_in, differing_sheets, years_to_check
from scoring.services.tallies import ALL_YEARS

logger = logging.getLogger(__name__)

SHEETS = 1000
"""So many sheets are folded again by one task."""


@shared_task(name="scoring.tasks.check_sheets")
def check_sheets(after: int = 0, found: int = 0) -> int:
    """Nightly: how many sheets (up to the next `SHEETS` after this id) differ from their entries.

    Each is logged as an error, at once: a check that runs out of time has at least said what it had found.
    """
    ids = list(Sheet.objects.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:SHEETS])
    if ids:
        for sheet, differs in differing_sheets(Sheet.objects.filter(pk__range=(ids[0], ids[-1]))):
            logger.error("sheet %s differs from its entries: %s", sheet.pk, ", ".join(differs))
            found += 1
    if len(ids) == SHEETS:
        check_sheets.delay(after=ids[-1], found=found)
    else:
        beat("check_sheets", differing=found)
    return found


@shared_task(name="scoring.tasks.check_tallies")
def check_tallies() -> int:
    """Nightly: has every year of every club looked at; into how many parts that is cut."""
    parts = [(club.pk, year) for club in Club.objects.order_by("pk") for year in years_to_check(club)]
    for club, year in parts:
        check_tallies_in.delay(club, year)
    beat("check_tallies", parts=len(parts))
    return len(parts)


@shared_task(name="scoring.tasks.check_tallies_in")
def check_tallies_in(club: int, year: int) -> bool:
    """Whether the tallies of this year are what the club's sheets add up to; what differs is logged as an error."""
    one = Club.objects.filter(pk=club).first()
    differs = differing_in(one, year) if one else []
    if differs:
        of = "all years" if year == ALL_YEARS else year
        logger.error("the tallies of club %s differ from its sheets of %s: %s", club, of, ", ".join(differs))
        beat("differing_tallies", club=club, year=year)
    return not differs
