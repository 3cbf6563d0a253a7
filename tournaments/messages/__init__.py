"""The sentences for the codes of tournaments: one module for each noun, put together here.

`clubs.messages` takes them in (`apps.py`), so that doors and the log of changes speak them as any other.
"""

from django.utils.translation import gettext_lazy as _

from tournaments.messages import changes, desk, draws, entrants, formats, plans, prizes, results

PROBLEMS = {
    **formats.PROBLEMS,
    **plans.PROBLEMS,
    **entrants.PROBLEMS,
    **draws.PROBLEMS,
    **results.PROBLEMS,
    **prizes.PROBLEMS,
    **desk.PROBLEMS,
}
"""Code of a refusal -> sentence, with the figures of the problem in it."""

CHANGES, FIELDS, CHOICES = changes.CHANGES, changes.FIELDS, changes.CHOICES
TITLE = _("Tournaments")
"""What they are called in the log of changes."""
