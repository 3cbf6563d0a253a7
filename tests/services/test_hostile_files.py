"""Lists that somebody has made to hurt: they take neither memory nor the process that serves pages."""

import io
import sys
import zipfile
from collections.abc import Callable

import pytest

from clubs.services import workbook
from clubs.services.tables import MOST_ROWS, read_table
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
