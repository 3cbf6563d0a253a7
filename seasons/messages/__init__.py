"""The sentences for the codes of seasons: one module for each noun, put together here.

`clubs.messages` takes them in (`apps.py`), so that doors and the log of changes speak them as any other.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from seasons.messages import cups, leagues, rankings, ratings, reports

ALL = (rankings, cups, leagues, reports, ratings)

PROBLEMS: dict[str, str | Promise] = {code: said for one in ALL for code, said in one.PROBLEMS.items()}
"""Code of a refusal -> sentence, with the figures of the problem in it."""

CHANGES: dict[str, str | Promise] = {code: said for one in ALL for code, said in one.CHANGES.items()}
FIELDS: dict[str, str | Promise] = {field: said for one in ALL for field, said in one.FIELDS.items()}
CHOICES: dict[str, dict[str, str | Promise]] = {field: said for one in ALL for field, said in one.CHOICES.items()}
TITLE = _("Rankings, cups, leagues")
"""What they are called in the log of changes."""
