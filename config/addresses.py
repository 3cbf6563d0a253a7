"""What the settings read out of DATABASE_URL and EMAIL_URL."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def sqlite(name: str) -> dict[str, Any]:
    """With Django's defaults a third of simultaneous writes fail ("database is locked"); with these, none."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # A transaction takes its place in the queue when it begins, not when it first writes (too late to
            # wait).
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def postgresql(url: str, threads: int) -> dict[str, Any]:
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or query.pop("user", "")),
        "PASSWORD": unquote(parts.password or query.pop("password", "")),
        # ?host=/var/run/postgresql is a socket; without any host libpq looks in its own default place.
        "HOST": query.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(parts.port or query.pop("port", "")),
        "CONN_MAX_AGE": 0,  # the pool keeps connections open, Django must not
        # One round trip per request, and a restart of PostgreSQL shows nobody an error page.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": max(threads, 2), "timeout": 20}, **query},
    }


def database(url: str, *, folder: Path, threads: int) -> dict[str, Any]:
    """Django's form of a database URL; of SQLite's three slashes the third ends the empty host."""
    scheme, _separator, rest = url.partition("://")
    if scheme in {"postgres", "postgresql"}:
        return postgresql(url, threads)
    if scheme == "sqlite":
        name = unquote(rest.removeprefix("/"))
        if name:
            return sqlite(name if name == ":memory:" else str(folder / name))
    raise ImproperlyConfigured("DATABASE_URL has to be sqlite:///file or postgres://user@host/name.")


def mail_settings(url: str) -> dict[str, Any]:
    """smtp://user:password@host:587 encrypts with STARTTLS, smtps://… from the first byte; empty: no e-mail."""
    if not url:
        return {}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL has to be smtp://user:password@host:587 or smtps://….")
    tls = parts.scheme == "smtps"
    return {
        "host": parts.hostname,
        "port": parts.port or (465 if tls else 587),
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        # A mail relay on this very computer speaks no TLS.
        "starttls": not tls and parts.hostname not in {"localhost", "127.0.0.1"},
        "tls": tls,
    }
