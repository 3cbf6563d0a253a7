"""How much time there is, as pages write it before they count it down themselves (`static/countdown.js`)."""

from datetime import datetime
from typing import Any

from django.utils.formats import time_format
from django.utils.timezone import localtime

from tournaments.services.clock import Clock


def clock_context(clock: Clock | None, now: datetime) -> dict[str, Any] | None:
    """The clock of everybody; None while it was not started."""
    if clock is None:
        return None
    gone = seconds(now, clock.started_at)
    said = {"gone": gone, "started": time_format(localtime(clock.started_at), "H:i")}
    return said | (left_context(clock.ends_at, now) if clock.ends_at else {"text": in_minutes(gone)})


def left_context(ends_at: datetime, now: datetime) -> dict[str, Any]:
    """Seconds that are left (negative: over), as they are written before the page counts them down itself."""
    left = seconds(ends_at, now)
    text = f"+{in_minutes(-left)}" if left < 0 else in_minutes(left)
    return {"left": left, "over": left < 0, "text": text, "ends": time_format(localtime(ends_at), "H:i")}


def seconds(later: datetime, earlier: datetime) -> int:
    return int(later.timestamp()) - int(earlier.timestamp())


def in_minutes(duration: int) -> str:
    """754 seconds: 12:34; from an hour on 1:02:03. As `static/countdown.js` writes it."""
    hours, rest = divmod(duration, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
