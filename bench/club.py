"""Every page of a large club: 60 people, ten years of Tuesdays, 25,000 sheets, 1,000,000 hands. On SQLite a tenth.

`BENCH_SHEETS=2500 make bench ARGS=club` tries a smaller one.
"""

import os
import subprocess
import sys

from bench.http import databases, environment

SHEETS = 25_000
LIMIT = 100
"""Milliseconds that a page of the club may take on PostgreSQL (median)."""


def run() -> None:
    most = int(os.environ.get("BENCH_SHEETS", SHEETS))
    slow = False
    with databases() as urls:
        for name, url in urls.items():
            sheets = most if name == "PostgreSQL" else max(most // 10, 1)
            command = [sys.executable, "-m", "bench.visits", name, str(sheets), str(LIMIT)]
            slow |= subprocess.run(command, env=environment(url), check=False).returncode != 0
    if slow:
        sys.exit(f"A page of the club took more than {LIMIT} ms, or did not answer.")
