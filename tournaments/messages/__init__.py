"""The sentences for the codes of tournaments: one module for each noun, put together here.

`clubs.messages` takes them in (`apps.py`), so that doors and the log of changes speak them as any other.
"""

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

CHANGES = changes.CHANGES
"""Code of a line in the log of changes -> what it is called there."""
