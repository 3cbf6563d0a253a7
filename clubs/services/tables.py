"""Reading a table out of a file that somebody has: Excel, LibreOffice, or text of any usual encoding and separator."""

import csv
import io
import zipfile
from collections import Counter
from itertools import islice

from clubs.services import workbook as workbooks
from clubs.services.core import Problem, Refused

MOST_BYTES = 2_000_000
MOST_UNPACKED = 60_000_000
"""A workbook is a packed file; one that would unpack to more is no list of names."""
MOST_ROWS = 2000
MOST_COLUMNS = 60

Rows = list[list[str]]

SEPARATORS = (";", "\t", "|", ",")
"""Where a file could be read with several, the first one counts: commas stand in names and places too."""

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""Stands in a workbook of Excel that is protected by a password."""

GERMAN = frozenset("äöüÄÖÜß")
LIKELY = frozenset("áàâãåçčćďđéèêëěíìîïłñńňóòôõøřśšťúùûůýžźÁÉÍÓÚČŠŽĐŁØÅ’‘–")


def read_table(data: bytes) -> Rows:
    """The rows of the first sheet with anything on it, cells as text, all of the same width; empty ones are empty.

    Refused in plain words: empty, too big, too long, protected by a password, or no table at all.
    """
    if len(data) > MOST_BYTES:
        raise Refused(Problem("file_too_big", "file", {"most": f"{MOST_BYTES // 1_000_000} MB"}))
    if not data.strip():
        raise Refused(Problem("file_empty", "file"))
    rows = workbook(data) if data.startswith((ZIP, OLE)) else separated(text_of(data))
    if not rows:
        raise Refused(Problem("file_no_table", "file"))
    written = sum(any(cell.strip() for cell in row) for row in rows)
    if not written:
        raise Refused(Problem("file_empty", "file"))
    if written > MOST_ROWS + 1:
        raise Refused(Problem("file_too_long", "file", {"most": MOST_ROWS}))
    width = min(max(map(len, rows)), MOST_COLUMNS)
    return [[*row, *[""] * width][:width] for row in rows]


# --- workbooks -----------------------------------------------------------------------------------------------------


def workbook(data: bytes) -> Rows:
    if data.startswith(OLE) and ENCRYPTED in data:
        raise Refused(Problem("file_locked", "file"))
    if data.startswith(ZIP):
        _not_too_big_unpacked(data)
    rows = workbooks.rows_of(data, most_rows=MOST_ROWS + 1, most_columns=MOST_COLUMNS)
    if isinstance(rows, str):
        raise Refused(Problem(rows, "file", {"most": f"{MOST_BYTES // 1_000_000} MB"}))
    return rows


def _not_too_big_unpacked(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = packed.infolist()
            encrypted = any(one.flag_bits & 1 for one in entries)
            unpacked = sum(one.file_size for one in entries)
            manifest = "META-INF/manifest.xml"
            if manifest in packed.namelist() and unpacked <= MOST_UNPACKED and not encrypted:
                encrypted = b"encryption-data" in packed.read(manifest)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError):
        raise Refused(Problem("file_no_table", "file")) from None
    if encrypted:
        raise Refused(Problem("file_locked", "file"))
    if unpacked > MOST_UNPACKED:
        raise Refused(Problem("file_too_big", "file", {"most": f"{MOST_BYTES // 1_000_000} MB"}))


# --- text ----------------------------------------------------------------------------------------------------------


def text_of(data: bytes) -> str:
    """The text of a file that does not say how it is written; refused where it is none."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return _decoded(data, encoding)
    if b"\0" in data:
        # Text in Latin letters has a zero in every second byte of UTF-16; anything else with zeros is no text.
        sample = data[: len(data) // 2 * 2][:4000]
        even, odd = sample[0::2].count(0), sample[1::2].count(0)
        if max(even, odd) * 10 < len(sample) * 4:
            raise Refused(Problem("file_no_table", "file"))
        return _decoded(data, "utf-16-be" if even > odd else "utf-16-le")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = max((_try(data, encoding) for encoding in ("cp1252", "cp850", "mac_roman")), key=_likely)
    return _no_binary(text)


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return _no_binary(data.decode(encoding))
    except UnicodeDecodeError:
        raise Refused(Problem("file_no_table", "file")) from None


def _no_binary(text: str) -> str:
    if sum(letter < " " and letter not in "\t\r\n\f\x1a" for letter in text) or text.startswith(("%PDF", "{\\rtf")):
        raise Refused(Problem("file_no_table", "file"))
    return text.replace("\x1a", "")


def _try(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return ""


def _likely(text: str) -> tuple[bool, int]:
    """How much this looks like a list of names: umlauts are likely, signs and capitals inside of words are not."""
    worth = 0
    for before, letter in zip(" " + text, text, strict=False):
        if letter.isascii():
            continue
        worth += 4 if letter in GERMAN else 1 if letter in LIKELY else -3
        worth -= 3 if letter.isupper() and before.islower() else 0
    return bool(text), worth


def separated(text: str) -> Rows:
    """Rows of a text, by the separator with which most rows have the same number of columns."""
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        return _split(rest, first.strip()[4])
    return max(((separator, _split(text, separator)) for separator in SEPARATORS), key=_evenness)[1]


def _split(text: str, separator: str) -> Rows:
    try:
        # Empty rows too: a file of nothing but line ends is no list either, and would keep everybody waiting.
        return list(islice(csv.reader(io.StringIO(text, newline=""), delimiter=separator), 10 * MOST_ROWS))
    except (csv.Error, TypeError, ValueError):  # a cell without an end, a separator that can be none
        return []


def _evenness(split: tuple[str, Rows]) -> tuple[bool, int, int]:
    """Whether it splits at all, how many rows in a hundred are as wide as most, and how wide that is."""
    separator, rows = split[0], [row for row in split[1] if any(row)]
    widths = Counter(map(len, rows))
    width, count = max(widths.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
    if separator == "," and rows and len(rows[0]) == 1 < width and rows[0][0].strip().casefold() == "name":
        width = 1  # one column of "Höß, Anna"
    return width > 1, count * 100 // len(rows) if width > 1 else 0, width
