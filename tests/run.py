"""`make test`: every test on SQLite, and beside it those that may touch the database on PostgreSQL.

Finds PostgreSQL, Redis and Chromium, or starts what is installed but not running. What cannot run is named at
the end in a sentence, never skipped in silence; with CI=true it makes the run fail.
"""

import glob
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO
from urllib.parse import quote

import psycopg
import redis
from psycopg import sql

# Once, on SQLite, is enough for what has no database in it, for the browser, and for how pages and answers are drawn.
# Use cases and tasks run on both databases; on PostgreSQL too every address as its owner, whatever the schema allows
# inside a club, and the same request twice.
PURE_TESTS = ("tests/games", "tests/formats", "tests/test_architecture.py")
PAGES_ON_BOTH = (
    "test_evening_after_midnight.py",
    "test_permissions.py",
    "test_query_counts.py",
    "test_the_same_request_again.py",
    "test_two_doors.py",
)
CALLS_ON_BOTH = ("test_clubs_schema.py",)
LOOKS = "test_looks*.py"
"""The browser tests that only look; about half of them, run beside the other half."""

SOCKET_FOLDERS = ("/var/run/postgresql", "/run/postgresql", "/tmp")
POSTGRESQL_BINARIES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
# The first is the same Chromium without windows around its pages, which takes a quarter less.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# For PostgreSQL, Redis, Chromium, where one is missing.
SENTENCES = (
    "Nothing ran on PostgreSQL: none is running or installed (or DATABASE_URL may not create databases).",
    "The tests with Redis did not run: none is running or installed.",
    "The browser tests did not run: no Chromium or Chrome is installed.",
)

NO_TESTS_COLLECTED = 5  # pytest's exit code


def may_create_databases(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.Error:
        return False
    return bool(row and row[0])


def postgresql_candidates() -> Iterator[str]:
    """Addresses where a developer's PostgreSQL usually answers without a password."""
    users = dict.fromkeys([pwd.getpwuid(os.getuid()).pw_name, "postgres"])
    for user in users:
        for folder in SOCKET_FOLDERS:
            if glob.glob(f"{folder}/.s.PGSQL.*"):
                yield f"postgres://{quote(user)}@/postgres?host={folder}"
        yield f"postgres://{quote(user)}@127.0.0.1:5432/postgres"


def unprivileged_user() -> str | None:
    """initdb refuses to run as root; None when we are not root anyway."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def run_as(user: str | None, command: list[str]) -> None:
    account = pwd.getpwnam(user) if user else None
    subprocess.run(
        command,
        check=True,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        user=account.pw_uid if account else None,
        group=account.pw_gid if account else None,
        extra_groups=[] if account else None,
    )


@contextmanager
def temporary_cluster(binaries: Path) -> Iterator[str]:
    """A PostgreSQL of our own, reachable through a socket in a temporary folder only."""
    user = unprivileged_user()
    with tempfile.TemporaryDirectory(prefix="bb-pg-") as folder:
        if user:
            shutil.chown(folder, user)
        data = f"{folder}/data"
        trust = ["--auth=trust", "--username=bummerlbuch", "--encoding=UTF8", "--no-sync"]
        run_as(user, [str(binaries / "initdb"), "--pgdata", data, *trust])
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        control = [str(binaries / "pg_ctl"), "--pgdata", data, "--wait", "--log", f"{folder}/log"]
        run_as(user, [*control, "--options", options, "start"])
        try:
            yield f"postgres://bummerlbuch@/postgres?host={folder}"
        finally:
            run_as(user, [*control, "--mode", "immediate", "stop"])


def find_postgresql(stack: ExitStack) -> str | None:
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        return url if may_create_databases(url) else None
    for candidate in postgresql_candidates():
        if may_create_databases(candidate):
            return candidate
    on_path = shutil.which("initdb")
    folders = [Path(found) for pattern in POSTGRESQL_BINARIES for found in sorted(glob.glob(pattern), reverse=True)]
    for folder in [*([Path(on_path).parent] if on_path else []), *folders]:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            with suppress(subprocess.CalledProcessError):
                return stack.enter_context(temporary_cluster(folder))
    return None


def redis_answers(url: str) -> bool:
    try:
        return bool(redis.Redis.from_url(url, socket_connect_timeout=2).ping())
    except (redis.RedisError, ValueError):
        return False


@contextmanager
def temporary_redis(binary: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    quiet = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--loglevel", "warning"]
    with tempfile.TemporaryDirectory(prefix="bb-redis-") as folder:
        command = [binary, "--port", str(port), "--dir", folder, *quiet]
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(timeout=10)


def find_redis(stack: ExitStack) -> str | None:
    url = os.environ.get("TEST_REDIS_URL") or os.environ.get("REDIS_URL")
    # One of the fifteen databases that nobody uses by default, so that two runs at once rarely meet.
    candidates = [url] if url else [f"redis://127.0.0.1:6379/{1 + os.getpid() % 15}"]
    for candidate in candidates:
        if redis_answers(candidate):
            return candidate
    binary = shutil.which("redis-server")
    if url or not binary:
        return None
    started = stack.enter_context(temporary_redis(binary))
    for _attempt in range(50):
        if redis_answers(started):
            return started
        time.sleep(0.1)
    return None


def another_database(url: str | None) -> str:
    """The Redis database next to this one, for the run beside; a server has sixteen."""
    address, _, number = (url or "").rpartition("/")
    return f"{address}/{(int(number) + 1) % 16}" if number.isdecimal() else url or ""


def find_chromium() -> str | None:
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return shutil.which(chosen)
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def left_out(*paths: str | Path) -> list[str]:
    return [f"--ignore={path}" for path in paths]


def not_on_postgresql() -> list[str]:
    here = Path(__file__).resolve().parent
    on_both = {"web": PAGES_ON_BOTH, "api": CALLS_ON_BOTH}
    once = (
        file
        for folder, patterns in on_both.items()
        for file in sorted((here / folder).glob("test_*.py"))
        if not any(file.match(pattern) for pattern in patterns)
    )
    return left_out(*PURE_TESTS, "tests/browser", *once)


def all_but(*paths: str) -> list[str]:
    """Leaves out everything else, so that somebody may still name what is to run."""
    here = Path(__file__).resolve().parent
    kept = {here / "conftest.py", *(here.parent / path for path in paths)}
    return left_out(*(path for path in sorted(here.iterdir()) if path not in kept))


@dataclass(frozen=True)
class Job:
    """One run of pytest: what it is called at the end, what it is asked for, and with which tools."""

    name: str
    arguments: list[str]
    environment: dict[str, str]


class Line(Thread):
    """Takes the next of the waiting jobs, one after the other, beside other lines; keeps what each says in `said`."""

    def __init__(self, waiting: Queue[Job], said: dict[str, IO[str]]) -> None:
        super().__init__(daemon=True)
        self.waiting, self.said = waiting, said
        self.results: dict[str, int] = {}
        self.process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        with suppress(Empty):
            while True:
                job = self.waiting.get_nowait()
                command, began = [sys.executable, "-m", "pytest", *job.arguments], time.monotonic()
                print(f"{job.name}: begun", flush=True)
                self.process = subprocess.Popen(command, env=job.environment, stdout=self.said[job.name])
                self.results[job.name] = self.process.wait()
                print(f"{job.name}: over after {time.monotonic() - began:.0f} s", flush=True)

    def stop(self) -> None:
        with suppress(Empty):
            while True:
                self.waiting.get_nowait()
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


def drop_database(url: str, name: str) -> None:
    """A run that was interrupted leaves its database behind; this takes it along."""
    with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def main(arguments: list[str]) -> int:
    with ExitStack() as stack:
        postgresql, redis_url, chromium = find_postgresql(stack), find_redis(stack), find_chromium()
        missing = [
            sentence for found, sentence in zip((postgresql, redis_url, chromium), SENTENCES, strict=True) if not found
        ]
        database = f"test_bummerlbuch_{os.getpid()}_{secrets.token_hex(3)}"
        tools = {
            "TEST_REDIS_URL": redis_url or "",
            "CHROMIUM": chromium or "",
            "TEST_DATABASE_NAME": database,
        }
        # The settings of a person's own installation have no say in the tests.
        own = {"DATABASE_URL", "REDIS_URL", "DEBUG", "HTTPS", "PUBLIC_URL", "ALLOWED_HOSTS", "SERVE_PID"}
        # Every job and every server that a test starts reads the same modules; they are compiled once.
        own.add("PYTHONDONTWRITEBYTECODE")
        environment = {key: value for key, value in os.environ.items() if key not in own} | tools
        # The longest first, so that no line waits long for the others.
        browser = Path(__file__).resolve().parent / "browser"
        looks = sorted(browser.glob(LOOKS))
        others = [file for file in sorted(browser.glob("test_*.py")) if file not in looks]
        # What comes of the migrations is tried by the others.
        in_browser = ["--no-migrations", *all_but("tests/browser"), *arguments]
        jobs = [
            Job("In the browser, on SQLite", [*left_out(*looks), *in_browser], environment),
            Job("SQLite", [*left_out(*PURE_TESTS, "tests/browser", "tests/web"), *arguments], environment),
        ]
        if postgresql:
            stack.callback(drop_database, postgresql, database)
            on_postgresql = environment | {"DATABASE_URL": postgresql, "TEST_REDIS_URL": another_database(redis_url)}
            jobs.append(Job("PostgreSQL", [*not_on_postgresql(), *arguments], on_postgresql))
        jobs.append(Job("Pages, on SQLite", [*all_but("tests/web"), *arguments], environment))
        jobs.append(Job("Looks, in the browser", [*left_out(*others), *in_browser], environment))
        jobs.append(Job("Without a database", [*all_but(*PURE_TESTS), *arguments], environment))
        said: dict[str, IO[str]] = {job.name: stack.enter_context(tempfile.TemporaryFile("w+")) for job in jobs}
        waiting = Queue[Job]()
        for job in jobs:
            waiting.put(job)
        # One more than there are cores: what waits for a page or for a worker leaves room for another.
        lines = [Line(waiting, said) for _core in range((os.cpu_count() or 1) + 1)]
        for line in lines:
            stack.callback(line.stop)
            line.start()
        for line in lines:
            line.join()
        for name, kept in said.items():
            kept.seek(0)
            print(f"\n=== {name} ===\n{kept.read()}", flush=True)
        results = {name: code for line in lines for name, code in line.results.items()}
    return verdict(results, missing)


def verdict(results: dict[str, int], missing: list[str]) -> int:
    if any(code != NO_TESTS_COLLECTED for code in results.values()):
        # Asked for a pure test only, there is nothing for PostgreSQL to do.
        results = {name: code for name, code in results.items() if code != NO_TESTS_COLLECTED}
    print()
    for name, code in results.items():
        print(f"{name}: {'all passed' if code == 0 else f'failed (pytest ended with {code})'}")
    for sentence in missing:
        print(sentence)
    failed = [code for code in results.values() if code]
    if missing and os.environ.get("CI") == "true":
        print("In CI all of it has to run.")
        return failed[0] if failed else 1
    return failed[0] if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
