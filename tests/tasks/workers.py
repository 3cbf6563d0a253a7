"""Celery workers, and the clock, that a test may start and kill as often as it likes: real ones, at a real Redis.

Importing all of the project takes a second or two, so one process does that once and forks each of them. They hear of
nothing but this test (`global_keyprefix`), and what they wait for is short.
"""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connection
from redis import Redis

NOT_OURS = {"REDIS_URL", "SERVE_PID", "DEBUG", "SECRET_KEY", "MAKELEVEL"}

FORKED = """
import os, signal, sys
from datetime import timedelta
import django, warnings
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")
django.setup()
from celery.apps.beat import Beat
from config.celery import app
from seasons.services import boards, ratings_board
app.loader.import_default_modules()
app.conf.broker_transport_options = {**app.conf.broker_transport_options, "global_keyprefix": os.environ["PREFIX"]}
app.conf.worker_hijack_root_logger = False
if os.environ["SECONDS"]:
    seconds = timedelta(seconds=float(os.environ["SECONDS"]))
    boards.LEASE, boards.AGAIN, ratings_board.PART = seconds, seconds, 50
    app.conf.beat_schedule = {"sweep": {"task": "seasons.tasks.sweep", "schedule": seconds / 4}}
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    what = line.split()
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if what == ["beat"]:
            Beat(app=app, quiet=True, loglevel="WARNING").run()
        else:
            quiet = ["--loglevel=WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
            app.worker_main(["--quiet", "worker", *quiet, *what])
        os._exit(0)
    print(pid, flush=True)
"""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A worker's, with the database that this test runs on."""
    database = connection.settings_dict
    url = f"sqlite:///{database['NAME']}"
    if connection.vendor == "postgresql":
        address, question, query = os.environ["DATABASE_URL"].partition("?")
        url = f"{address.rpartition('/')[0]}/{database['NAME']}{question}{query}"
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return kept | {"DATABASE_URL": url, "DATA_DIR": str(folder), **more}


@dataclass(slots=True)
class Workers:
    """The process that forks them, and those that live."""

    process: subprocess.Popen[str]
    prefix: str
    """Of everything in Redis that is theirs."""
    living: list[int] = field(default_factory=list)

    def start(self, *options: str) -> int:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{' '.join(options)}\n")
        self.process.stdin.flush()
        pid = int(self.process.stdout.readline())
        self.living.append(pid)
        return pid

    def kill(self, pid: int) -> None:
        """Without a word: nothing that it was at can be finished or put in order."""
        os.kill(pid, signal.SIGKILL)
        self.living.remove(pid)


@contextmanager
def workers(folder: Path, *, seconds: float | None = None) -> Iterator[Workers]:
    """`seconds`: after so long a lease ends, and a task that did not begin is published again, and parts of long
    computations are short; None: as in life."""
    url, prefix = os.environ["TEST_REDIS_URL"], f"test-{secrets.token_hex(4)}-"
    told = environment(folder, REDIS_URL=url, PREFIX=prefix, SECONDS=str(seconds or ""))
    with (folder / "workers.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", FORKED],
            cwd=settings.BASE_DIR,
            env=told,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    started = Workers(process, prefix)
    try:
        yield started
    finally:
        for pid in [*started.living]:
            started.kill(pid)
        process.kill()
        process.communicate()
        redis = Redis.from_url(url)
        redis.delete(*redis.keys(f"{prefix}*"), b"-")


@contextmanager
def embedded(folder: Path) -> Iterator[None]:
    """The one worker inside `make run`."""
    with (folder / "worker.log").open("wb") as log:
        command = [sys.executable, "-m", "config.embedded_worker"]
        process = subprocess.Popen(
            command, cwd=settings.BASE_DIR, env=environment(folder), stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
