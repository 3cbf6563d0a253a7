"""All boards of `bench.season_boards` computed anew by real workers at Redis: seconds for so many processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from celery import Celery
from django.db import connection
from django.utils import timezone

from seasons.models import Board, Place, RatingDay, RatingPoint, Row

PATIENCE = 1800
CLUBS = "large"
"""What the slugs of the clubs begin with whose boards they are."""


def all_boards_by(processes: int, redis: str) -> float:
    mine = Board.objects.filter(club__slug__startswith=CLUBS)
    Row.objects.filter(board__in=mine).delete()
    Place.objects.filter(board__in=mine).delete()
    RatingPoint.objects.filter(rating__club__slug__startswith=CLUBS).delete()
    RatingDay.objects.filter(rating__club__slug__startswith=CLUBS).delete()
    mine.update(
        basis={}, part={}, began_with={}, computed_at=None, due_at=None, queued_at=None, lease="", lease_until=None
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    with workers(processes, redis):
        wait_until_they_are_there(processes, redis)
        began = time.perf_counter()
        mine.update(due_at=timezone.now())
        while mine.filter(due_at__isnull=False).exists():
            assert time.perf_counter() - began < PATIENCE
            time.sleep(0.1)
        return time.perf_counter() - began


@contextmanager
def workers(processes: int, redis: str) -> Iterator[None]:
    told = {**os.environ, "REDIS_URL": redis, "DJANGO_SETTINGS_MODULE": "config.settings"}
    quiet = ["--loglevel", "ERROR", "--without-gossip", "--without-mingle"]
    commands = [["worker", "--concurrency", str(processes), *quiet], ["beat", "--loglevel", "ERROR"]]
    begun = [
        subprocess.Popen(
            [sys.executable, "-m", "celery", "--quiet", "--app", "config", *command],
            env=told,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for command in commands
    ]
    try:
        yield
    finally:
        for one in begun:
            one.send_signal(signal.SIGTERM)
        for one in begun:
            one.wait(timeout=60)


def wait_until_they_are_there(processes: int, redis: str) -> None:
    with Celery(broker=redis, set_as_current=False) as app:
        deadline = time.monotonic() + 60
        while True:
            answers = app.control.inspect(timeout=1).stats() or {}
            if sum(len(one["pool"].get("processes", ())) for one in answers.values()) == processes:
                return
            assert time.monotonic() < deadline, "the workers do not come"
