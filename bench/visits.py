"""`python -m bench.visits <name> <sheets> <limit>`: builds the large club and visits every page of it.

Ends with 1 where a page takes longer than the limit (median, on PostgreSQL), answers with an error, or was not found
at all. Files to take home are listed apart, without a limit.
"""

import logging
import statistics
import sys
import time

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - after the set-up
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from bench.pages import Page, pages_of, phone  # noqa: E402
from bench.season import HANDS_OF_A_SHEET, a_large_club  # noqa: E402
from bench.winter import a_winter  # noqa: E402
from clubs.models import Club  # noqa: E402
from scoring.models import Entry  # noqa: E402

ROUNDS = 15
SLOW = 1.0
"""Seconds after which a page is visited only three times."""


def visit(client: Client, path: str) -> tuple[float, str]:
    """The median in milliseconds, and how it is printed."""
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        answer = client.get(path)
        rounds = ROUNDS if time.perf_counter() - began < SLOW else 3
    count, took = len(queries), list[float]()
    for _round in range(rounds):
        began = time.perf_counter()
        client.get(path)
        took.append((time.perf_counter() - began) * 1000)
    median, p95 = statistics.median(took), sorted(took)[-1 - rounds // 20]
    size = len(answer.content) // 1024
    return median, f"{median:7.1f} ms, p95 {p95:7.1f} ms, {count:3} queries, {size:4} KiB sent"


def build(name: str, sheets: int) -> Club:
    began = time.perf_counter()
    club = a_large_club(sheets)
    a_winter(club)
    with connection.cursor() as cursor:
        # What a database that was filled over ten years has had long since.
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    hands = Entry.objects.filter(kind=Entry.Kind.HAND).count()
    print(f"club, {name}: {sheets:,} sheets with {hands:,} hands built in {time.perf_counter() - began:.0f} s")
    if sheets >= 1000 and hands < sheets * HANDS_OF_A_SHEET:  # of fewer, chance may make them fewer
        sys.exit(f"{hands:,} hands are not {HANDS_OF_A_SHEET} a sheet.")
    return club


def main(name: str, sheets: int, limit: int) -> int:
    """How many pages are too slow or broken; only on PostgreSQL the limit counts."""
    logging.disable()  # of every address that takes posts only
    call_command("migrate", verbosity=0)
    club = build(name, sheets)
    pages = list(pages_of(club))
    print(f"  at most {limit} ms on PostgreSQL; the slowest address of each page, files apart")
    print(f"  {'the bare page':32} {visit(phone('owner@example.org'), '/bare/')[1]}")
    wrong = sum(show(page, limit if name == "PostgreSQL" else None) for page in pages if not page.download)
    for page in pages:
        if page.download:
            show(page, None)
    print(f"  only for posts: {', '.join(page.name for page in pages if not page.paths and page.status == 405)}")
    return wrong


def show(page: Page, limit: int | None) -> bool:
    """Prints the slowest address of a page; whether something is wrong with it."""
    if not page.paths:
        if page.status not in (302, 405):
            print(f"  {page.name:32} NOT VISITED ({page.status})")
        return page.status not in (302, 405)
    client = phone(page.email)
    median, printed = max(visit(client, path) for path in page.paths)
    too_slow = limit is not None and median > limit
    print(f"  {page.name:32} {printed}{f'   TOO SLOW (limit {limit} ms)' if too_slow else ''}", flush=True)
    return too_slow


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), 1))
