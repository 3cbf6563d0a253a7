"""Everything goes into one file and comes back, from one database to the other, and nothing is lost on the way."""

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, models
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.functions import Cast
from django.db.utils import load_backend
from django.utils import timezone

from clubs.models import Beat, Club, Counted, User
from clubs.services import backup as backups
from clubs.services.backup import back_up, nightly, rows_of
from clubs.services.backup_file import all_models, columns, kept_models, kind_of, reader
from clubs.services.core import Refused
from clubs.services.restore import restore
from clubs.tasks import backup as backup_task
from tests import travelling
from tests.club import a_house
from tests.services.season import a_season
from tournaments.models import Table

NOW = datetime(2026, 11, 30, 3, 30, tzinfo=UTC)
ELSEWHERE = "elsewhere"

in_earnest = pytest.mark.django_db(transaction=True)
"""A backup begins and ends a transaction of its own."""


# --- a database in which something stands in every table -------------------------------------------------------------


def furnished() -> None:
    """A club with evenings and tournaments in which everything has happened, and in what is left empty one row."""
    house = a_house()
    a_season(house)
    for tournament in (travelling.pairs, travelling.finished, travelling.teams, travelling.announced):
        tournament(house)
    for model in kept_models():
        one_of(model)
    some = Table.objects.order_by("pk")[0]
    Table.objects.filter(pk=some.pk).update(scores=models.Value(None, models.JSONField()))  # null, and not nothing
    Club.objects.filter(pk=house.club.pk).update(created_at=datetime(2020, 2, 3, 4, 5, 6, 789, tzinfo=UTC))


def one_of(model: type[models.Model]) -> models.Model:
    found = model._base_manager.order_by("pk").first()
    return found or model._base_manager.create(**{one.attname: made_up(one) for one in columns(model) if is_told(one)})


def is_told(field: Any) -> bool:
    return not field.primary_key or field.is_relation or kind_of(field) == "CharField"


def made_up(field: Any) -> Any:
    if field.is_relation:
        same = field.related_model is field.model
        return None if same else one_of(field.related_model).pk
    said: dict[str, Any] = {
        "JSONField": {"größe": [1, None, 0.1, {"": "„ß“\n"}]},
        "DateTimeField": datetime(2024, 2, 29, 23, 59, 59, 999999, tzinfo=UTC),
        "DateField": date(2024, 2, 29),
        "TimeField": time(19, 30),
        "BooleanField": True,
        "FloatField": 0.1 + 0.2,
    }
    kind = kind_of(field)
    return said.get(kind, "ö'\"\\" if kind in ("CharField", "TextField") else 1 if "Integer" in kind else "oe")


def everything(using: str = "default") -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, JSON as what it means: a database is free in how it writes that down."""
    return {model._meta.label_lower: [*map(read_json(model), rows_of(model, using))] for model in kept_models()}


def read_json(model: type[models.Model]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    texts = {at for at, field in enumerate(columns(model)) if kind_of(field) == "JSONField"}
    return lambda row: tuple(
        [json.loads(value)] if at in texts and value is not None else value for at, value in enumerate(row)
    )


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """An empty SQLite database beside that of the tests, as `migrate` would leave it; made without waiting for that."""
    default = connections["default"].settings_dict
    of_it = {
        **default,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(tmp_path / "elsewhere.sqlite3"),
        "CONN_MAX_AGE": None,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL"},
    }
    there = load_backend(of_it["ENGINE"]).DatabaseWrapper(of_it, ELSEWHERE)
    there.ensure_connection()  # before anybody knows it: tests may have one database only
    connections.settings[ELSEWHERE], connections[ELSEWHERE] = of_it, there
    with there.constraint_checks_disabled(), there.schema_editor() as schema:
        for model in all_models():
            if not model._meta.auto_created:
                schema.create_model(model)
    recorder = MigrationRecorder(there)
    recorder.ensure_schema()
    for app, name in MigrationRecorder(connection).applied_migrations():
        recorder.record_applied(app, name)
    yield ELSEWHERE
    there.close()
    del connections[ELSEWHERE]
    del connections.settings[ELSEWHERE]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "all.jsonl.gz"


# --- there and back --------------------------------------------------------------------------------------------------


@in_earnest
def test_every_row_of_every_table_goes_to_another_database_and_back(elsewhere: str, file: Path, tmp_path: Path) -> None:
    furnished()
    before, last = everything(), backups.last_id(connection, Table)
    assert [label for label, rows in before.items() if not rows] == []
    header = back_up(file, now=NOW)
    assert header.total == sum(map(len, before.values()))
    assert oct(file.stat().st_mode)[-3:] == "600"

    restore(file, using=elsewhere)
    assert everything(elsewhere) == before

    User.objects.all().delete()  # and with it much of the rest
    back_up(tmp_path / "back", now=NOW, using=elsewhere)
    restore(tmp_path / "back", replace=True)
    assert everything() == before
    of_json = Table.objects.annotate(text=Cast("scores", models.TextField())).filter(text="null")
    assert list(of_json) == [Table.objects.order_by("pk")[0]]
    assert backups.last_id(connection, Table) == last


@in_earnest
def test_no_id_is_given_a_second_time(elsewhere: str, file: Path) -> None:
    """Boards know by the newest id whether they are up to date."""
    first, second = (Club.objects.create(name="Post", slug=slug) for slug in ("a", "b"))
    last = second.pk
    second.delete()
    back_up(file, now=NOW)
    restore(file, using=elsewhere)
    assert Club.objects.using(elsewhere).create(name="Post", slug="c").pk == last + 1
    restore(file, replace=True)
    assert Club.objects.create(name="Post", slug="c").pk == last + 1
    assert Club.objects.filter(pk=first.pk).exists()


@in_earnest
def test_who_is_logged_in_and_what_is_counted_stays_behind(elsewhere: str, file: Path, client: Any) -> None:
    house = a_house()
    client.force_login(house.users["owner"], backend="django.contrib.auth.backends.ModelBackend")
    Counted.objects.create(cache_key="k", value="v", expires=NOW)
    back_up(file, now=NOW)
    restore(file, using=elsewhere)
    assert User.objects.using(elsewhere).count() == User.objects.count()
    assert not Counted.objects.using(elsewhere).exists()
    assert b"sessions" not in file_lines(file)[0].split(b'"rows"')[1]


@in_earnest
def test_the_file_is_of_one_moment_and_nobody_waits_for_it(file: Path) -> None:
    """Somebody founds a club while the backup is being written: it takes at once, and is not in the backup."""
    a_house()
    found: list[int] = []

    def meanwhile(table: str, done: int, total: int) -> None:
        if not found:
            person = Thread(target=found_a_club, args=(found,))
            person.start()
            person.join(timeout=10)

    header = back_up(file, now=NOW, told=meanwhile)
    assert (len(found), Club.objects.count(), header.rows["clubs.club"]) == (1, 2, 1)
    restore(file, replace=True)
    assert Club.objects.count() == 1


def found_a_club(found: list[int]) -> None:
    try:
        found.append(Club.objects.create(name="Linde", slug="linde").pk)
    finally:
        connection.close()


# --- what is refused -------------------------------------------------------------------------------------------------


def file_lines(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def refused(file: Path, **more: Any) -> str:
    with pytest.raises(Refused) as error:
        restore(file, **more)
    return error.value.problems[0].code


@in_earnest
def test_a_file_that_is_torn_or_none_changes_nothing(file: Path, tmp_path: Path) -> None:
    a_house()
    back_up(file, now=NOW)
    lines, before, broken = file_lines(file), everything(), tmp_path / "broken"
    whole = file.read_bytes()
    for data, code in (
        (whole[: len(whole) // 2], "backup_torn"),
        (whole[:-8] + b"\0\0\0\0" + whole[-4:], "backup_torn"),  # by gzip's own sum
        (gzip.compress(b"".join(lines[:-1])), "backup_torn"),
        (gzip.compress(b"".join([lines[0], *lines[2:]])), "backup_torn"),
        (gzip.compress(b"".join(lines).replace(b"Stammtisch", b"Stammtisxh")), "backup_torn"),
        (gzip.compress(b'[{"model": "clubs.club"}]\n'), "no_backup"),
        (b"no gzip at all", "no_backup"),
        (b"", "no_backup"),
    ):
        broken.write_bytes(data)
        assert refused(broken, replace=True) == code
    assert refused(tmp_path / "nowhere") == "no_such_file"
    assert everything() == before


@in_earnest
def test_a_file_of_another_version_is_refused_in_a_sentence(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = backups.applied
    for migrations, sentence in (
        (lambda here: [*real(here), ("clubs", "0999_later")], "a newer version of Bummerlbuch"),
        (lambda here: real(here)[:-1], "an older version of Bummerlbuch"),
    ):
        monkeypatch.setattr(backups, "applied", migrations)
        back_up(file, now=NOW)
        with pytest.raises(CommandError, match=sentence):
            call_command("restore", str(file), "--replace")


@in_earnest
def test_only_an_empty_database_is_filled_unless_it_is_to_be_replaced(file: Path) -> None:
    a_house()
    back_up(file, now=NOW)
    before = everything()
    assert refused(file) == "database_not_empty"
    assert everything() == before
    for model in (Club, User):
        model.objects.all().delete()
    Beat.objects.create(name="sweep", at=NOW)  # a worker was here already, people were not
    restore(file)
    assert everything() == before


@in_earnest
def test_rows_that_do_not_fit_together_are_not_taken(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_house()
    nobody = [one for one in kept_models() if one._meta.label_lower != "clubs.club"]
    before = everything()
    with monkeypatch.context() as patched:
        patched.setattr(backups, "kept_models", lambda: nobody)
        back_up(file, now=NOW)
    assert refused(file, replace=True) == "does_not_fit_together"
    assert everything() == before


def sealed(lines: list[bytes]) -> bytes:
    """A file whose end is right, whatever stands in it."""
    end = json.dumps({"end": hashlib.sha256(b"".join(lines)).hexdigest()}).encode()
    return gzip.compress(b"".join([*lines, end]))


@in_earnest
def test_a_whole_file_that_says_something_odd_is_refused_in_a_sentence(file: Path, tmp_path: Path) -> None:
    a_house()
    back_up(file, now=NOW)
    (head, *rows), odd, before = file_lines(file)[:-1], tmp_path / "odd", everything()
    row = next(at for at, line in enumerate(rows) if b'"table":"clubs.club"' in line) + 1
    club = json.loads(rows[row])
    for changed, codes in (
        ([head.replace(b'"format"', b'"other"'), *rows], ["no_backup"]),
        ([head.replace(b'"migrations":[', b'"migrations":[7,'), *rows], ["no_backup"]),
        ([head, rows[0].replace(b'"last":', b'"first":'), *rows[1:]], ["no_backup"]),
        *(
            ([head, *rows[:row], line + b"\n", *rows[row + 1 :]], codes)
            for line, codes in (
                (b"[1,", ["no_backup"]),
                (b"\xff", ["no_backup"]),
                (b"[" * 200_000, ["no_backup"]),
                (b"[1]", ["no_backup", "cannot_be_stored"]),
                (json.dumps([*club, 1]).encode(), ["cannot_be_stored"]),
                (json.dumps([10**30, *club[1:]]).encode(), ["no_backup", "cannot_be_stored"]),
                (json.dumps([club[0], {"a": 1}, *club[2:]]).encode(), ["cannot_be_stored"]),
            )
        ),
    ):
        odd.write_bytes(sealed(changed))
        assert refused(odd, replace=True) in codes
        with pytest.raises(CommandError):
            call_command("restore", str(odd), "--replace")
    assert everything() == before


@in_earnest
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite holds any text")
def test_a_text_that_only_the_other_database_can_hold_is_said(file: Path, tmp_path: Path) -> None:
    a_house()
    back_up(file, now=NOW)
    lines, odd, before = file_lines(file)[:-1], tmp_path / "odd", everything()
    for text in (b"Stammtisch\\u0000", b"Stammtisch" * 50):
        odd.write_bytes(sealed([line.replace(b'"Stammtisch Post"', b'"' + text + b'"') for line in lines]))
        assert refused(odd, replace=True) == "cannot_be_stored"
    assert everything() == before


def test_every_column_there_is_can_be_kept() -> None:
    for model in kept_models():
        for field in columns(model):
            reader(field)


# --- at night and by hand --------------------------------------------------------------------------------------------


@in_earnest
def test_every_night_makes_one_and_the_newest_stay(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for night in range(4):
        nightly(folder, keep=3, now=NOW + timedelta(days=night))
    nightly(folder, keep=3, now=NOW + timedelta(days=3, minutes=10))
    (folder / "by-hand.jsonl.gz").write_bytes(b"")
    half = folder / ".bummerlbuch-2026-11-01.jsonl.gz.x.part"
    half.write_bytes(b"")
    os.utime(half, (0, 0))
    nightly(folder, keep=3, now=NOW + timedelta(days=4))
    names = sorted(one.name for one in folder.iterdir())
    assert names == [f"bummerlbuch-2026-12-0{day}.jsonl.gz" for day in (2, 3, 4)] + ["by-hand.jsonl.gz"]
    assert oct(folder.stat().st_mode)[-3:] == "700"


@in_earnest
def test_the_task_tells_what_it_did_and_none_is_made_where_none_is_wanted(settings: Any, tmp_path: Path) -> None:
    settings.BACKUP_DIR, settings.BACKUP_KEEP = tmp_path / "backups", 0
    backup_task()
    assert not settings.BACKUP_DIR.exists()
    settings.BACKUP_KEEP = 1
    backup_task()
    told = Beat.objects.get(name="backup").told
    (made,) = settings.BACKUP_DIR.iterdir()
    assert (made.name, told["bytes"]) == (f"bummerlbuch-{timezone.localdate()}.jsonl.gz", made.stat().st_size)
    assert told["rows"] > 0


@in_earnest
def test_both_commands_say_what_they_did(file: Path) -> None:
    house, said = a_house(), StringIO()
    call_command("backup", str(file), stdout=said)
    assert said.getvalue().startswith(f"{file}: ")
    assert "secrets" in said.getvalue()
    Club.objects.update(name="Anders")
    with pytest.raises(CommandError, match="There is something in this database already"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--replace", stdout=said)
    assert "rows are restored, as they were at" in said.getvalue()
    house.club.refresh_from_db()
    assert house.club.name == "Stammtisch Post"


@in_earnest
def test_what_cannot_be_written_leaves_nothing_behind(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_any: Any) -> None:
        raise OSError("No space left on device")

    file.write_bytes(b"the one before")
    monkeypatch.setattr(backups, "_write", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", str(file))
    assert [one.name for one in file.parent.iterdir()] == [file.name]
    assert file.read_bytes() == b"the one before"
