"""`python -m bench.visits <name> <sheets> <limit>`: builds the large club and visits every page of it.

Ends with 1 where a page takes longer than the limit (median, on PostgreSQL) or answers with an error.
"""

import logging
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - after the set-up
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from django.urls import URLPattern, URLResolver, get_resolver  # noqa: E402

from bench.season import a_large_club  # noqa: E402
from clubs.models import Club, Evening, RuleProfile, Transfer, User  # noqa: E402
from scoring.models import Sheet  # noqa: E402

ROUNDS = 15
MOST_TRIES = 40


def addresses(club: Club) -> Iterator[tuple[str, list[str]]]:
    """(name, addresses to try) of every page inside a club, as the site's own list of addresses says."""
    evening = Evening.objects.filter(club=club).order_by("-day")[0]
    sheet = Sheet.objects.filter(club=club).order_by("-pk")[0]
    keys: list[Any] = [club.players.order_by("pk")[1].pk]
    keys += RuleProfile.objects.filter(club=club).values_list("pk", flat=True)[:1]
    keys += Transfer.objects.filter(evening__club=club).values_list("pk", flat=True)[:1]
    known: dict[str, list[Any]] = {
        "slug": [club.slug], "pk": keys, "day": [evening.day], "year": [evening.day.year], "number": [1],
        "game": ["bauernschnapsen"], "key": ["bauernschnapsen", "standard", "dues"], "secret": [sheet.watch_secret],
        "form": ["csv", "xlsx"], "kind": ["dues", "fine"],
    }  # fmt: skip
    for route, pattern in patterns(get_resolver()):
        if "club/<slug:slug>/" not in route or route.startswith("api/"):
            continue
        names = list(pattern.pattern.converters)
        filled = product(*(known.get(name, []) for name in names))
        yield (
            pattern.name or route,
            [filled_in(route, dict(zip(names, one, strict=True))) for one in filled][:MOST_TRIES],
        )


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        else:
            yield route, one


def filled_in(route: str, values: dict[str, Any]) -> str:
    for name, value in values.items():
        before, _open, rest = route.partition("<")
        kind, _close, after = rest.partition(">")
        assert kind.endswith(name)
        route = f"{before}{value}{after}"
    return "/" + route


def visit(client: Client, path: str) -> tuple[float, float, int]:
    """Median and 95th percentile in milliseconds, and how many queries."""
    began = time.perf_counter()
    client.get(path)
    rounds = ROUNDS if time.perf_counter() - began < 1 else 3
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    count, took = len(queries), []
    for _round in range(rounds):
        began = time.perf_counter()
        client.get(path)
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took), sorted(took)[-1 - rounds // 20], count


def main(name: str, sheets: int, limit: int) -> int:
    logging.disable()  # of every address that takes posts only
    list(patterns(get_resolver()))  # a site that cannot be visited shows now and not when everything is built
    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    club = a_large_club(sheets)
    hands = sum(Sheet.objects.values_list("seq", flat=True)) - sheets
    print(f"club, {name}: {sheets:,} sheets with {hands:,} hands built in {time.perf_counter() - began:.0f} s")
    setup_test_environment()
    client = Client(headers={"Accept-Language": "de"})
    client.force_login(User.objects.get(email="owner@example.org"), "django.contrib.auth.backends.ModelBackend")
    median, p95, queries = visit(client, "/bare/")
    print(f"  {'the bare page':32} {median:7.1f} ms, p95 {p95:7.1f} ms, {queries:3} queries")
    slow = 0
    for page, paths in addresses(club):
        path, answer = next(
            ((one, got) for one in paths if (got := client.get(one)).status_code == 200),
            (paths[0] if paths else "", None),
        )
        if answer is None:
            status = client.get(path).status_code if path else 0
            print(f"  {page:32} not visited ({'only for posts' if status == 405 else status})")
            slow += status >= 500
            continue
        median, p95, queries = visit(client, path)
        too_slow = median > limit and name == "PostgreSQL"
        slow += too_slow
        print(
            f"  {page:32} {median:7.1f} ms, p95 {p95:7.1f} ms, {queries:3} queries{'   TOO SLOW' if too_slow else ''}"
        )
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
