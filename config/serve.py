"""`python -m config.serve`, which is what `make run` calls: from whatever state the folder is in to a site.

It brings the database up to date, collects static files when they changed, loads the demo club into a
database that was empty, and then runs Granian's web workers and, where there is no Redis, one embedded Celery
worker. All of them end with this process, however it ends.
"""

import hashlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
from io import StringIO
from pathlib import Path
from types import FrameType

import django
import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from psycopg_pool import PoolTimeout

from config.lifeline import end_with_parent

# An address of the documentation block (RFC 5737). Connecting a UDP socket sends nothing, it only asks the
# kernel which of our own addresses it would send from.
NOWHERE = ("192.0.2.1", 9)

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def lan_address() -> str | None:
    """The address under which phones in the same network find this computer; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address in {"0.0.0.0", "127.0.0.1"} else address  # noqa: S104 - compared, not bound


def port_is_taken(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # Without this the closed connections of a server that was just stopped would count as one.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def update_database() -> None:
    """Migrate if there is something to migrate; a database without a single table also gets the demo club."""
    empty = not connection.introspection.table_names()
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
    call_command("rebuild_tallies", missing=True)  # of sheets that an older version has closed
    if empty and not settings.HTTPS:  # behind a proxy on the internet nobody wants to look around first
        call_command("load_demo")
    # The web workers must not inherit an open connection.
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]  # of the PostgreSQL backend only


def static_fingerprint() -> str:
    """Changes with any static file of any app: by name, size and time, reading none of them."""
    found = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            found.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return found.hexdigest()


def collect_static() -> None:
    """Collecting hashes and compresses everything, some seconds; so only when a file has changed."""
    stamp = settings.STATIC_ROOT / ".fingerprint"
    fingerprint = static_fingerprint()
    if stamp.is_file() and stamp.read_text() == fingerprint:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(fingerprint)


def qr_code(url: str) -> str:
    drawing = StringIO()
    segno.make(url, error="l").terminal(drawing, border=2, compact=True)
    return drawing.getvalue()


def announcement(local: str, public: str | None) -> str:
    lines = ["", "Bummerlbuch is running.", "", f"  on this computer   {local}"]
    if public:
        lines += [f"  in this network    {public}", "", qr_code(public)]
    else:
        lines += [
            "  (no network for phones: connect this computer, or set HOST=0.0.0.0, and start again)",
            "",
        ]
    if settings.REDIS_URL:
        lines += [
            "Background work is waiting in Redis for workers of yours:",
            "  .venv/bin/celery --app config worker --concurrency 2",
            "  .venv/bin/celery --app config beat",
            "",
        ]
    lines += ["Ctrl-C stops it.", ""]
    return "\n".join(lines)


def say(text: str) -> None:
    try:
        print(text, flush=True)
    except UnicodeEncodeError:  # a terminal that cannot draw the blocks of the QR code
        print(text.encode("ascii", "ignore").decode(), flush=True)


def keep_background_worker(stopping: threading.Event) -> None:
    """Run the embedded Celery worker until `stopping`, and start it again if it ever falls over."""
    while not stopping.is_set():
        # A session of its own: Ctrl-C in the terminal is for us, the worker is then asked to stop, once.
        worker = subprocess.Popen([sys.executable, "-m", "config.embedded_worker"], start_new_session=True)
        while worker.poll() is None and not stopping.wait(0.2):
            pass
        if stopping.is_set():
            worker.terminate()
            try:
                worker.wait(timeout=10)
            except subprocess.TimeoutExpired:
                worker.kill()
        else:
            say("The background worker ended unexpectedly, starting it again.")
            stopping.wait(5)


def say_when_served(host: str, port: int, text: str, stopping: threading.Event) -> None:
    """Say it as soon as the first worker answers: until then whoever opens the address would be refused."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
    while not stopping.wait(0.1):
        try:
            socket.create_connection((here, port), timeout=5).close()
        except OSError:
            continue
        say(text)
        return


def serve(host: str, port: int, text: str) -> None:
    """Serve until SIGINT or SIGTERM."""
    on_sqlite = connection.vendor == "sqlite"
    server = Granian(
        "config.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=settings.WEB_WORKERS,
        blocking_threads=1 if on_sqlite else settings.WEB_THREADS,
        websockets=False,
        log_level=LogLevels.warning,
        log_access=False,  # an access log would be a list of the secrets in the addresses
        respawn_failed_workers=True,
        workers_kill_timeout=10,
    )
    stopping = threading.Event()
    background = threading.Thread(target=keep_background_worker, args=(stopping,))
    greeting = threading.Thread(target=say_when_served, args=(host, port, text, stopping))

    @server.on_startup
    def started() -> None:  # the port is ours by now
        # Granian has just taken the signals over and would restart its workers on a hangup. Here a hangup is
        # a terminal window that was closed.
        signal.signal(signal.SIGHUP, server.signal_handler_interrupt)
        if not settings.REDIS_URL:
            background.start()
        greeting.start()

    try:
        server.serve()
    finally:
        stopping.set()
        for thread in (background, greeting):
            if thread.ident:
                thread.join()


def ask_to_stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104 - phones have to reach it
    port_text = os.environ.get("PORT") or "8000"
    if not port_text.isdecimal() or not 0 < int(port_text) < 65536:
        say(f"PORT has to be a number from 1 to 65535, not {port_text!r}.")
        return 1
    port = int(port_text)
    if port_is_taken(host, port):
        say(f"Port {port} is in use (or not ours to use): stop what runs there, or choose another, PORT=8001.")
        return 1
    lan = None if host in LOOPBACK else lan_address()
    public = f"http://{lan}:{port}" if lan else None
    os.environ["SERVE_PID"] = str(os.getpid())
    os.environ["PUBLIC_URL"] = os.environ.get("PUBLIC_URL") or public or ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
        update_database()
        collect_static()
    except (ImproperlyConfigured, DatabaseError, PoolTimeout, OSError, ValueError) as error:
        say(f"Bummerlbuch cannot start: {error}")
        return 1
    serve(host, port, announcement(f"http://localhost:{port}", os.environ["PUBLIC_URL"] or None))
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, ask_to_stop)
    signal.signal(signal.SIGHUP, ask_to_stop)
    if "MAKELEVEL" in os.environ:
        # The parent is make, which cannot pass on a SIGKILL. Started by hand we may outlive the shell.
        end_with_parent()
    # Fresh processes: forking one that has threads and a database behind it is a bet.
    multiprocessing.set_start_method("spawn")
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(0)
