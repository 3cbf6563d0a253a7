"""The sentences for the codes of tournaments: one module for each noun, put together here.

`clubs.messages` takes them in (`apps.py`), so that doors and the log of changes speak them as any other.
"""

from django.utils.translation import gettext_lazy as _

from tournaments.messages import (
    agreement,
    changes,
    desk,
    draws,
    entrants,
    formats,
    paper,
    plans,
    prizes,
    results,
    room,
    screens,
    takeout,
)

HALL = (agreement, room, screens, paper, takeout)

PROBLEMS = {
    **formats.PROBLEMS,
    **plans.PROBLEMS,
    **entrants.PROBLEMS,
    **draws.PROBLEMS,
    **results.PROBLEMS,
    **prizes.PROBLEMS,
    **desk.PROBLEMS,
    **{code: said for one in HALL for code, said in one.PROBLEMS.items()},
}
"""Code of a refusal -> sentence, with the figures of the problem in it."""

CHANGES = changes.CHANGES | {code: said for one in HALL for code, said in one.CHANGES.items()}
FIELDS = changes.FIELDS | {field: said for one in HALL for field, said in one.FIELDS.items()}
CHOICES = changes.CHOICES | screens.CHOICES
TITLE = _("Tournaments")
"""What they are called in the log of changes."""
