"""What runs by itself, and when (CELERY_BEAT_SCHEDULE); all of it finds in rows what is to be done."""

from typing import Any

from celery.schedules import crontab

LATER = 3
"""At Redis a priority behind that of what is not named here (0): sweep and mails go on while a thousand boards wait."""
ROUTES = {
    "scoring.tasks.*": {"queue": "heavy", "priority": LATER},
    "clubs.tasks.*": {"queue": "heavy", "priority": LATER},
    "seasons.tasks.rebuild": {"priority": LATER},
}
"""Into which queue a task belongs, unless whoever sends it says so. Without a word here: `quick`."""


def schedule(*, broker: bool, mails: bool) -> dict[str, dict[str, Any]]:
    """Where there is a `broker`, and where `mails` are sent. Without a broker nobody but the sweep puts anything into
    a queue, so it looks every second."""
    sweep = 5 if broker else 1
    tasks: dict[str, dict[str, Any]] = {
        "sweep": _every("seasons.tasks.sweep", sweep, expires=2 * sweep),
        "look_for_stale": _every("seasons.tasks.look_for_stale", 60),
        # Every club has its own midnight.
        "expire_public_names": {"task": "tournaments.tasks.expire_public_names", "schedule": crontab(minute="1")},
        "backup": _at("clubs.tasks.backup", "3", "30"),
        "check_sheets": _at("scoring.tasks.check_sheets", "4", "10"),
        "check_tallies": _at("scoring.tasks.check_tallies", "4", "30"),
        "forget": _at("clubs.tasks.forget", "4", "50"),
    }
    if mails:
        tasks["send_mails"] = _every("tournaments.tasks.send_mails", 30)
    return tasks


def _every(task: str, seconds: int, *, expires: int = 0) -> dict[str, Any]:
    """What nobody has begun until the next time is not worth doing any more."""
    return {"task": task, "schedule": seconds, "options": {"expires": expires or seconds}}


def _at(task: str, hour: str, minute: str) -> dict[str, Any]:
    return {"task": task, "schedule": crontab(hour=hour, minute=minute)}
