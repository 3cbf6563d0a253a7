"""Files that somebody has made to hurt: they take neither memory nor the process that serves pages."""

import gzip
import io
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubs.services import backup_file, workbook
from clubs.services.backup import back_up
from clubs.services.restore import restore
from clubs.services.tables import MOST_ROWS, read_table
from tests.club import a_house
from tests.services.test_backup import NOW, everything, file_lines, in_earnest, refused
from tests.services.test_import import code, xlsx


def with_a_cell_at(place: str) -> bytes:
    """A workbook whose second row says it stands in another place."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(xlsx([["Name"], ["Anna"]]))) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            row = "".join(filter(str.isdecimal, place))
            text = old.read(name).replace(b'r="A2"', f'r="{place}"'.encode())
            new.writestr(name, text.replace(b'row r="2"', f'row r="{row}"'.encode()))
    return file.getvalue()


@pytest.mark.parametrize("place", ["ALL100000", "XFD1048576"])
def test_a_cell_far_away_in_a_small_workbook_takes_neither_memory_nor_the_server(place: str) -> None:
    assert code(with_a_cell_at(place)) == "file_too_big"


@pytest.mark.parametrize("data", [b"a" * 200_000, b'Name;Ort\n"' + b"a" * 200_000])
def test_a_text_that_is_no_table_for_any_separator_is_refused(data: bytes) -> None:
    assert code(data) == "file_no_table"


@pytest.mark.parametrize("write", [lambda: with_a_cell_at("B900000"), lambda: b"Name\nAnna\n" + b"\n" * 1_900_000])
def test_far_too_much_of_nothing_keeps_nobody_waiting(write: Callable[[], bytes]) -> None:
    assert len(read_table(write())) <= 10 * MOST_ROWS + 12


def test_whoever_reads_a_workbook_may_use_no_more_than_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert workbook.rows_of(xlsx([["Name"], ["Anna"]]), most_rows=9, most_columns=9) == "file_too_big"


@in_earnest
def test_a_line_without_an_end_is_refused_before_it_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_house()
    file, endless = tmp_path / "all.jsonl.gz", tmp_path / "endless"
    back_up(file, now=NOW)
    lines, before = file_lines(file), everything()
    longest = max(map(len, lines))
    monkeypatch.setattr(backup_file, "LONGEST_LINE", longest)
    restore(file, replace=True)
    for data in (b"[" * 5_000_000, b"".join([*lines[:2], b"[" * 5_000_000])):
        endless.write_bytes(gzip.compress(data))
        tracemalloc.start()
        assert refused(endless, replace=True) == "line_too_long"
        assert tracemalloc.get_traced_memory()[1] < 2_500_000
        tracemalloc.stop()
    with pytest.raises(CommandError, match=f"longer than the {longest} bytes"):
        call_command("restore", str(endless), "--replace")
    assert everything() == before
    # What could not be read again is not written either.
    monkeypatch.setattr(backup_file, "LONGEST_LINE", 20)
    written = file.read_bytes()
    with pytest.raises(CommandError, match="Nothing was written"):
        call_command("backup", str(file))
    assert file.read_bytes() == written
