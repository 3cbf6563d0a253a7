"""Every page and call of a large tournament, as ratios to a bare view: 500 cards, five rounds of 125 tables.

Three stand side by side: one in its fifth round, one with that round drawn but not published, one for lives.
`BENCH_CARDS=1000 make bench ARGS=tournament` tries another size.
"""

import os
import subprocess
import sys

from bench.http import databases, environment

CARDS = 500
LIMIT = 150
"""Milliseconds that a page of the tournament may take on PostgreSQL (median)."""


def run() -> None:
    cards, slow = os.environ.get("BENCH_CARDS", str(CARDS)), False
    with databases() as urls:
        for name, url in urls.items():
            command = [sys.executable, "-m", "bench.desk_visits", name, cards, str(LIMIT)]
            slow |= subprocess.run(command, env=environment(url), check=False).returncode != 0
    if slow:
        sys.exit(f"A page of the tournament took more than {LIMIT} ms, a poll too long, or one did not answer.")
