"""The clock of everything that runs by itself, also on a computer whose own clock was wrong and was put right."""

import time
from typing import Any

from celery.beat import PersistentScheduler

PUT_BACK = 60
"""Seconds that a clock may be put back without anything being looked at again."""


class Clock(PersistentScheduler):
    """Celery's own would wait for the day on which, by the wrong clock, something was last done; it keeps that in a
    file, so starting again would not help."""

    _seen = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = time.time()
        if now < self._seen - PUT_BACK:
            self._heap = None  # all of it is put in order anew
        self._seen = now
        return float(super().tick(*args, **kwargs))

    def populate_heap(self, *args: Any, **kwargs: Any) -> None:
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
        super().populate_heap(*args, **kwargs)
