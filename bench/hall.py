"""A hall of 500 cards and 250 tables with hands: every page of it, and a thousand phones that watch.

Both numbers can be set by BENCH_CARDS and BENCH_PHONES.
"""

import os
import subprocess
import sys

from bench.http import databases, environment

CARDS, PHONES = 500, 1000
LIMIT = 150
"""Milliseconds that a page may take on PostgreSQL (median)."""


def run() -> None:
    cards, phones = os.environ.get("BENCH_CARDS", str(CARDS)), os.environ.get("BENCH_PHONES", str(PHONES))
    wrong = False
    with databases() as urls:
        for name, url in urls.items():
            for command in (["bench.hall_visits", name, cards, str(LIMIT)], ["bench.hall_phones", name, url, phones]):
                done = subprocess.run([sys.executable, "-m", *command], env=environment(url), check=False)
                wrong |= done.returncode != 0
    if wrong:
        sys.exit("A page of the hall is too slow, too large or grows, or a thousand phones cost more than a core.")
