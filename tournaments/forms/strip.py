"""The strip as templates draw it: on the page of a table's code and on the table's sheet (`services.strips`)."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.timezone import localtime

from clubs.messages import problem_text
from clubs.services.core import Problem
from tournaments.messages.times import clock_context, left_context
from tournaments.services import strips
from tournaments.services.strips import Strip


def at_code(code: str) -> tuple[str, str]:
    """Where a table's page looks its strip up, and where it calls."""
    return reverse("table-strip", args=[code]), reverse("table-call", args=[code])


def at_sheet(secret: str) -> tuple[str, str]:
    """The same of a sheet that is written on."""
    return reverse("sheet-strip", args=[secret]), reverse("sheet-call", args=[secret])


def at_watched(secret: str) -> tuple[str, str]:
    """Of one that is only watched: nobody calls from there."""
    return reverse("watch-strip", args=[secret]), ""


def empty_strip(live: str) -> dict[str, Any]:
    """Where nobody plays at the table now; the next round may put somebody there."""
    return {"live": live, "seen": "", "number": 0}


def strip_context(found: Strip, live: str, call: str, problems: Sequence[Problem] = ()) -> dict[str, Any]:
    """`call` is where a tap on the button goes; nothing for whoever only watches."""
    now, said = timezone.now(), found.call
    open_call = said is not None and said.answered_at is None
    clock = clock_context(found.clock, now)
    if clock and found.ends_at:
        clock |= left_context(found.ends_at, now)
    return {
        "number": found.table.number,
        "round": found.table.round.number,
        "clock": clock,
        "extra": found.table.extra_minutes if clock and found.ends_at else 0,
        "playing": found.playing,
        "seen": found.seen,
        "live": live,
        "call": call if found.playing else "",
        "called": time_format(localtime(said.at), "H:i") if said is not None and open_call and call else "",
        "answered": said is not None and not open_call and bool(call) and recently(found),
        "token": secrets.token_urlsafe(12),
        "problems": [problem_text(one) for one in problems],
    }


def recently(found: Strip) -> bool:
    """Whether the last call was answered so lately that the table may still wonder."""
    answered = found.call.answered_at if found.call else None
    return answered is not None and timezone.now() - answered < strips.EVERY * 5
