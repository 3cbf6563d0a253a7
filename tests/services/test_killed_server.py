"""The server is killed with SIGKILL while phones write. What was answered is there, and nothing is there twice.

A real server as `make run` starts it, with web workers of its own, on a database of its own of the run's kind.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path
from threading import Event, Lock
from typing import Any

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from config.serve import static_fingerprint

CLIENTS, TABLES, HANDS = 4, 2, 10
ANSWERS_BEFORE_THE_KILL = 12
PATIENCE = 40  # seconds, for a machine that is busy with other things

# Of a person's own shell, or of the test run; the server gets what it is told here.
NOT_OURS = {"MAKELEVEL", "REDIS_URL", "SERVE_PID", "DEBUG", "HTTPS", "PUBLIC_URL", "ALLOWED_HOSTS", "SECRET_KEY"}


@pytest.fixture
def database_url(tmp_path: Path) -> Iterator[str]:
    """A new database beside the run's own: a file, or one on the same PostgreSQL server."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield f"sqlite:///{tmp_path / 'killed.sqlite3'}"
        return
    name = f"test_bummerlbuch_killed_{os.getpid()}"
    address, question, query = url.partition("?")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield address.rpartition("/")[0] + f"/{name}" + question + query
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def environment(tmp_path: Path, database_url: str) -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    # The API needs no static files: as if they had been collected.
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / ".fingerprint").write_text(static_fingerprint())
    own = {"HOST": "127.0.0.1", "PORT": port, "DATA_DIR": str(tmp_path), "DATABASE_URL": database_url}
    # As behind a proxy, where no demo club is loaded first: nobody here looks at it.
    return kept | own | {"HTTPS": "1"}


def ask(port: str, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)
    try:
        connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def start_server(environment: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "config.serve"],
            cwd=settings.BASE_DIR,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if ask(environment["PORT"], "GET", "/api/v1/games/")[0] == 200:
                return server
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
    server.kill()
    raise AssertionError(f"The server did not come up:\n{log.read_text()}")


class Evening:
    """What the phones of one evening have heard from the server, thread by thread."""

    def __init__(self, port: str) -> None:
        self.port = port
        self.lock, self.enough = Lock(), Event()
        self.answered: dict[str, dict[str, Any]] = {}
        self.unanswered: set[str] = set()

    def record(self, secret: str, mark: str, points: int) -> None:
        """Sends one hand until it is answered, always with the same token."""
        hand = {"contract": "normal", "made": True, "grade": 1, "loser_points": points}
        deadline, seen = time.monotonic() + PATIENCE, 0
        while time.monotonic() < deadline:
            body = {"after_seq": seen, "token": f"token-{mark}", "device": mark, "hand": hand}
            try:
                status, answer = ask(self.port, "POST", f"/api/v1/sheets/{secret}/hands/", body)
            except (OSError, http.client.HTTPException):
                with self.lock:
                    self.unanswered.add(mark)
                time.sleep(0.02)
                continue
            if status == 200:
                self.keep(mark, answer["entry"])
                return
            assert status == 409, (status, answer)
            seen = answer["sheet"]["seq"]
        raise AssertionError(f"{mark} was never answered")

    def keep(self, mark: str, entry: dict[str, Any]) -> None:
        with self.lock:
            self.answered[mark] = entry
            if len(self.answered) >= ANSWERS_BEFORE_THE_KILL:
                self.enough.set()


def begin(port: str, table: int) -> str:
    new = {"game": "bauernschnapsen", "players": ["Anna", "Bert", "Cilli", "Dora"], "token": f"killed-sheet-{table}"}
    status, sheet = ask(port, "POST", "/api/v1/sheets/", new)
    assert status == 201
    return str(sheet["write_secret"])


def play(evening: Evening, secret: str, client: int) -> None:
    for number in range(HANDS):
        evening.record(secret, f"phone{client}-{number}", 33 + number)


def test_what_was_answered_before_a_kill_is_there_and_nothing_is_twice(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    log, port = tmp_path / "server.log", environment["PORT"]
    server = start_server(environment, log)
    try:
        secrets, evening = [begin(port, table) for table in range(TABLES)], Evening(port)
        with ThreadPoolExecutor(CLIENTS) as phones:
            played = [phones.submit(play, evening, secrets[client % TABLES], client) for client in range(CLIENTS)]
            assert evening.enough.wait(PATIENCE)
            os.kill(server.pid, signal.SIGKILL)
            server.wait()
            answered_before = len(evening.answered)
            server = start_server(environment, log)
            for phone in played:
                phone.result()
        sheets = [ask(port, "GET", f"/api/v1/sheets/{secret}/")[1] for secret in secrets]
    finally:
        server.kill()
        server.wait()
    marks = [f"phone{client}-{number}" for client in range(CLIENTS) for number in range(HANDS)]
    assert evening.unanswered != set()
    assert ANSWERS_BEFORE_THE_KILL <= answered_before < len(marks)
    entries = [entry for sheet in sheets for entry in sheet["entries"]]
    assert sorted(evening.answered) == sorted(marks)
    of_phone = itemgetter("device")
    assert sorted(evening.answered.values(), key=of_phone) == sorted(entries, key=of_phone)
    assert [sheet["seq"] for sheet in sheets] == [CLIENTS // TABLES * HANDS] * TABLES
    assert check_sheets(environment) == (0, "")


def check_sheets(environment: dict[str, str]) -> tuple[int, str]:
    command = [sys.executable, "manage.py", "check_sheets"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
