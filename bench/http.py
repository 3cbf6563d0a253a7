"""One recorded hand over HTTP beside the bare view, on SQLite and PostgreSQL, with 1 and 16 phones; and the 300th."""

import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import psycopg
from psycopg import sql

from bench.load import Phone, rate
from tests.run import find_postgresql

PHONES = (1, 16)
ROUNDS = 5
SECONDS = 1.5
LONG = 300
NORMAL_HAND = {"pick": "normal-0", "doubling": "0", "grade": "1", "rotation": "0", "fresh": "1"}

BEGIN_SHEETS = """
import sys
from django.core.management import call_command
call_command("migrate", verbosity=0)
from scoring.services.sheets import begin_sheet
for i in range(int(sys.argv[1])):
    names = [f"{name} {i}" for name in ("Anna", "Berta", "Christl", "Dora")]
    sheet = begin_sheet(game="bauernschnapsen", players=names, token=f"bench-sheet-{sys.argv[2]}-{i}")
    print(sheet.pk, sheet.write_secret)
"""


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """Name -> DATABASE_URL of fresh databases; PostgreSQL only where one is found (said otherwise)."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bb-bench-"))
        urls = {"SQLite": f"sqlite:///{folder}/bench.sqlite3"}
        server = find_postgresql(stack)
        if server:
            name = f"bench_bummerlbuch_{os.getpid()}"
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            stack.callback(drop, server, name)
            urls["PostgreSQL"] = (
                server.replace("/postgres", f"/{name}", 1)
                if "@/postgres" in server
                else (server.rsplit("/", 1)[0] + f"/{name}")
            )
        else:
            print("No PostgreSQL found: only SQLite is measured.")
        yield urls


def drop(server: str, name: str) -> None:
    with suppress(psycopg.Error), psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def site(url: str) -> Iterator[int]:
    """The site as in production (same server, workers and threads), on a free port; yields the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    threads = "1" if url.startswith("sqlite") else "4"
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "2", "--blocking-threads", threads]
    command += ["--no-ws", "--log-level", "warning", "--port", str(port), "config.wsgi:application"]
    server = subprocess.Popen(command, env=environment(url))
    try:
        for _attempt in range(100):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        time.sleep(1)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)


def environment(url: str) -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "bench.settings"}


def new_sheets(url: str, count: int) -> list[tuple[str, str]]:
    """(id, writing secret) of sheets begun by the use case."""
    code = "import django; django.setup()\n" + BEGIN_SHEETS
    done = subprocess.run(
        [sys.executable, "-c", code, str(count), secrets.token_hex(4)],
        env=environment(url), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [(pk, secret) for pk, secret in (line.split() for line in done.stdout.splitlines())]


def hands(port: int, sheets: list[tuple[str, str]]) -> list[Phone]:
    return [Phone(port, f"/sheet/{secret}/hand/", NORMAL_HAND) for _pk, secret in sheets]


def bares(port: int, sheets: list[tuple[str, str]]) -> list[Phone]:
    return [Phone(port, f"/bare/{pk}/", NORMAL_HAND) for pk, _secret in sheets]


def compare(name: str, url: str, port: int, phones: int) -> None:
    """Bare view and recorded hand in turns; the median of the ratios of neighbouring turns counts."""
    pairs = []
    for _round in range(ROUNDS):
        bare = rate(bares(port, new_sheets(url, phones)), SECONDS)
        hand = rate(hands(port, new_sheets(url, phones)), SECONDS)
        pairs.append((bare, hand))
    ratio = statistics.median(hand / bare for bare, hand in pairs)
    bare, hand = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"recorded hand, {name}, {phones:2} phones: {ratio:.2f} of the bare view (wanted 0.80)"
        f"   [{hand:.0f}/s beside {bare:.0f}/s]"
    )


def long_evening(name: str, url: str, port: int) -> None:
    """The 300th hand of a sheet beside its first ones."""
    first, late = [], []
    for phone in hands(port, new_sheets(url, 6)):
        for _hand in range(LONG + 10):
            phone.write()
        first += phone.seconds[2:22]
        late += phone.seconds[-20:]
    ratio = statistics.median(late) / statistics.median(first)
    print(f"hand {LONG} beside hand 1, {name}: {ratio:.2f} (wanted at most 1.10)")


def run() -> None:
    with databases() as urls:
        for name, url in urls.items():
            new_sheets(url, 1)
            with site(url) as port:
                rate(hands(port, new_sheets(url, 4)), 2)
                for phones in PHONES:
                    compare(name, url, port, phones)
                long_evening(name, url, port)
