"""Boards and ratings of a club with 5,000 people, 25,000 sheets and 1,000,000 hands. On PostgreSQL only.

`BENCH_SHEETS=2500 make bench ARGS=seasons` tries a smaller one.
"""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack

from bench.http import databases, environment
from tests.run import temporary_redis

SHEETS, PEOPLE = 25_000, 5_000


def run() -> None:
    sheets = int(os.environ.get("BENCH_SHEETS", SHEETS))
    with ExitStack() as stack:
        url = stack.enter_context(databases()).get("PostgreSQL")
        if url is None:
            return
        server = shutil.which("redis-server")  # one of its own: nothing else may lie in its queues
        redis = stack.enter_context(temporary_redis(server)) if server else ""
        told = environment(url) | {"BENCH_REDIS_URL": redis}
        people = max(PEOPLE * sheets // SHEETS, 200)
        command = [sys.executable, "-m", "bench.season_boards", str(sheets), str(people)]
        if subprocess.run(command, env=told, check=False).returncode:
            sys.exit("Boards or ratings are slower, or larger, than they may be.")
