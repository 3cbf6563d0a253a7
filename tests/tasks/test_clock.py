"""The clock of what runs by itself, after the computer's own clock was put right."""

from datetime import timedelta
from pathlib import Path

import pytest
from celery import Celery

from config.clock import Clock


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    app = Celery(broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {
        "often": {"task": "often", "schedule": 1},
        "seldom": {"task": "seldom", "schedule": timedelta(minutes=1)},
    }
    found = Clock(app, schedule_filename=str(tmp_path / "beat"))
    monkeypatch.setattr(found, "apply_async", lambda entry, **_more: None)
    return found


def test_what_was_last_done_in_the_future_is_not_waited_for(clock: Clock) -> None:
    for entry in clock.schedule.values():
        entry.last_run_at = entry.default_now() + timedelta(days=1000)
    assert clock.tick() <= 1


def test_a_clock_that_is_put_back_is_noticed_while_it_runs(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in clock.schedule.values():
        entry.last_run_at = entry.default_now()
    with monkeypatch.context() as wrong:
        wrong.setattr("config.clock.time.time", lambda: 1e10)
        clock.tick()
    for entry in clock.schedule.values():
        entry.last_run_at = entry.default_now() + timedelta(days=1000)
    assert clock.tick() <= 1
