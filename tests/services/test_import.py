"""Lists of members as people really have them: every encoding, separator, order of columns and kind of file."""

import io
import struct
import time
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone, translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from xlsxwriter import Workbook

from clubs.models import Change, Club, Player
from clubs.services import exporting
from clubs.services.columns import Listed, Row
from clubs.services.core import Refused
from clubs.services.importing import bring_in, plan, read_people, turned
from clubs.services.spreadsheets import guarded, unguarded
from clubs.services.tables import MOST_ROWS, read_table
from clubs.services.text import can_be_seen, tidy
from tests.club import a_house

PEOPLE = [["Vorname", "Nachname", "Ort"], ["Jörg", "Größ", "Völcklabruck"], ["Änne", "Müller", "Öd"]]
NAMES = ["Jörg Größ", "Änne Müller"]


def text(rows: list[list[str]], separator: str = ";") -> str:
    return "".join(separator.join(row) + "\r\n" for row in rows)


def xlsx(rows: list[list[Any]], **options: Any) -> bytes:
    file = io.BytesIO()
    with Workbook(file, options) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return file.getvalue()


def ods(rows: list[list[str]]) -> bytes:
    cells = "".join(
        "<table:table-row>"
        + "".join(f'<table:table-cell office:value-type="string"><text:p>{c}</text:p></table:table-cell>' for c in row)
        + "</table:table-row>"
        for row in rows
    )
    names = "".join(f' xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "table", "text"))
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{names}><office:body><office:spreadsheet>'
        f'<table:table table:name="Leute">{cells}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("META-INF/manifest.xml", "<manifest/>")
        packed.writestr("content.xml", content)
    return file.getvalue()


def xls(rows: list[list[str]]) -> bytes:
    """A workbook of Excel 97: records of a stream called Workbook in a compound file, as small as it may be."""

    def record(kind: int, data: bytes = b"") -> bytes:
        return struct.pack("<HH", kind, len(data)) + data

    def cell(row: int, column: int, words: str) -> bytes:
        return record(0x0204, struct.pack("<HHHHB", row, column, 0, len(words), 1) + words.encode("utf-16-le"))

    begin = struct.pack("<HHHHII", 0x0600, 0x0005, 0x0DBB, 0x07CC, 0x41, 0x06)
    sheet = record(0x0809, begin[:2] + struct.pack("<H", 0x0010) + begin[4:])
    sheet += b"".join(cell(r, c, words) for r, row in enumerate(rows) for c, words in enumerate(row)) + record(0x000A)
    name = b"\x05\x00Leute"

    def book(offset: int) -> bytes:
        return record(0x0809, begin) + record(0x0085, struct.pack("<IBB", offset, 0, 0) + name) + record(0x000A)

    stream = (book(len(book(0))) + sheet).ljust(4096, b"\0")
    sectors = (len(stream) + 511) // 512
    stream = stream.ljust(sectors * 512, b"\0")
    fat = [0xFFFFFFFD, 0xFFFFFFFE, *range(3, 2 + sectors), 0xFFFFFFFE]
    fat += [0xFFFFFFFF] * (128 - len(fat))

    def entry(title: str, kind: int, child: int, start: int, size: int) -> bytes:
        words = (title + "\0").encode("utf-16-le") if title else b""
        head = words.ljust(64, b"\0") + struct.pack("<HBBiii", len(words), kind, 1, -1, -1, child)
        return head + b"\0" * 36 + struct.pack("<III", start, size, 0)

    folder = (
        entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + entry("Workbook", 2, -1, 2, len(stream)) + entry("", 0, -1, 0, 0) * 2
    )
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    return head + struct.pack("<128I", *fat) + folder + stream


def names_in(data: bytes) -> list[str]:
    return [row.name for row in read_people(data).rows]


def listed(words: str) -> Listed:
    return read_people(words.encode())


def code(data: bytes) -> str:
    with pytest.raises(Refused) as error:
        read_people(data)
    return error.value.problems[0].code


# --- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp850", "mac_roman"]
)
def test_a_text_is_read_in_every_usual_encoding_and_separator(encoding: str, separator: str) -> None:
    rows = read_people(text(PEOPLE, separator).encode(encoding)).rows
    assert [(row.name, row.place) for row in rows] == [("Jörg Größ", "Völcklabruck"), ("Änne Müller", "Öd")]


@pytest.mark.parametrize("write", [xlsx, ods, xls], ids=["xlsx", "ods", "xls"])
def test_a_workbook_is_read_whatever_program_wrote_it(write: Callable[[list[list[str]]], bytes]) -> None:
    assert names_in(write(PEOPLE)) == NAMES


def test_cells_of_a_workbook_are_read_as_they_are_seen() -> None:
    data = xlsx(
        [["Name", "Ort", "Nr", "Gast"], ["Jörg Größ", 4840, 1.5, True], ["", "", None, ""], ["Eva", 0, "", False]]
    )
    rows = read_people(data).rows
    assert [(row.name, row.place, row.guest) for row in rows] == [("Jörg Größ", "4840", True), ("Eva", "0", False)]


def test_the_first_sheet_with_anything_on_it_counts() -> None:
    file = io.BytesIO()
    with Workbook(file) as book:
        book.add_worksheet()
        book.add_worksheet().write_column(0, 0, ["Name", "Eva"])
    assert names_in(file.getvalue()) == ["Eva"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "file_empty"),
        (b" \r\n\r\n", "file_empty"),
        (b"\xef\xbb\xbf;;\r\n", "file_no_names"),
        (xlsx([]), "file_empty"),
        (b"x" * 20_000_000, "file_too_big"),
        (bytes(range(256)) * 40, "file_no_table"),
        (b"%PDF-1.7 \n\xe2\xe3\xcf\xd3\n", "file_no_table"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 90, "file_no_table"),
        (b"PK\x03\x04 torn in two", "file_no_table"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 2000, "file_no_table"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 900 + "EncryptedPackage".encode("utf-16-le"), "file_locked"),
        (("Name\n" + "Eva\n" * (MOST_ROWS + 1)).encode(), "file_too_long"),
        (b"1;2\n3;4\n", "file_no_names"),
    ],
    ids=[
        "nothing",
        "blanks",
        "separators",
        "xlsx",
        "huge",
        "binary",
        "pdf",
        "png",
        "torn",
        "ole",
        "password",
        "long",
        "none",
    ],
)
def test_what_is_no_list_is_refused_in_plain_words(data: bytes, problem: str) -> None:
    assert code(data) == problem


def test_a_workbook_that_would_unpack_to_far_too_much_is_not_unpacked() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 70_000_000)
    assert code(file.getvalue()) == "file_too_big"


def test_a_workbook_with_a_password_of_libreoffice_is_named_as_such() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("META-INF/manifest.xml", "<manifest:encryption-data/>")
    assert code(file.getvalue()) == "file_locked"


# --- columns -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Vorname;Nachname\nAnna;Höß\n", ["Anna Höß"]),
        ("Nachname;Vorname\nHöß;Anna\n", ["Anna Höß"]),
        ("NACHNAME , VORNAME\nHöß,Anna\n", ["Anna Höß"]),
        ("Name;Vorname\nHöß;Anna\n", ["Anna Höß"]),
        ("first name,last name\nAnna,Höß\n", ["Anna Höß"]),
        ("Surname\tGiven name\nHöß\tAnna\n", ["Anna Höß"]),
        ("Name\nHöß, Anna\nMaier, Bert\n", ["Anna Höß", "Bert Maier"]),
        ('"Nachname, Vorname";Ort\n"Höß, Anna";Linz\n', ["Anna Höß"]),
        ("Nachname, Vorname;Ort\nHöß, Anna;Linz\n", ["Anna Höß"]),
        ("Nachname Vorname\nHöß Anna\n", ["Anna Höß"]),
        ("Vor- und Nachname|Ort\nAnna Höß|Linz\n", ["Anna Höß"]),
        ("Anna Höß\nBert Maier\n", ["Anna Höß", "Bert Maier"]),
        ("Anna\nBert\n", ["Anna", "Bert"]),
        ("Anna;Höß\nBert;Maier\n", ["Anna Höß", "Bert Maier"]),
        ("Höß, Anna\nMaier, Bert\n", ["Anna Höß", "Bert Maier"]),
        ("Anna Höß;Linz\nBert Maier;Wels\n", ["Anna Höß", "Bert Maier"]),
        ('sep=|\nName|Ort\nAnna Höß|"Linz | Urfahr"\n', ["Anna Höß"]),
        ("Name;Ort\nAnna Höß;Linz, Urfahr\nBert Maier;Wels, Neustadt\n", ["Anna Höß", "Bert Maier"]),
        ("Vorname;Nachname\nAnna;\n;Maier\n", ["Anna", "Maier"]),
        ("Stammtisch Post – Mitglieder;;\n;;\nNr;Nachname;Vorname\n1;Höß;Anna\n", ["Anna Höß"]),
    ],
)
def test_the_columns_are_understood_in_any_order_with_words_above_or_without(words: str, names: list[str]) -> None:
    assert [row.name for row in listed(words).rows] == names


@pytest.mark.parametrize(
    ("words", "guests"),
    [
        ("Name;Gast\nA B;ja\nC D;nein\nE F;x\nG H;\n", [True, False, True, False]),
        ("Name;Mitglied\nA B;ja\nC D;nein\nE F;\n", [False, True, False]),
        ("Name;Gast/Mitglied\nA B;Gast\nC D;Mitglied\n", [True, False]),
        ("Name;Status\nA B;guest\nC D;member\n", [True, False]),
    ],
)
def test_guests_are_told_from_members(words: str, guests: list[bool]) -> None:
    assert [row.guest for row in listed(words).rows] == guests


def test_columns_that_are_not_taken_over_are_named_and_rows_keep_their_number() -> None:
    found = listed("Name;Telefon;Spitzname;E-Mail;Ort\nAnna Höß;123;Nanni;a@b;Linz\n")
    assert found.not_taken == ["Telefon", "E-Mail"]
    assert found.rows == [Row(2, "Anna Höß", nickname="Nanni", place="Linz")]


def test_without_words_above_first_and_last_names_can_be_swapped() -> None:
    found = listed("Höß;Anna\nMaier;Bert\n")
    assert (found.guessed, [row.name for row in turned(found.rows)]) == (True, ["Anna Höß", "Bert Maier"])
    assert turned(turned(found.rows)) == found.rows
    assert not listed("Vorname;Nachname\nAnna;Höß\n").guessed


# --- what would happen, and what happens -----------------------------------------------------------------------------


def planned(club: Club, words: str) -> list[tuple[int, str, list[str]]]:
    return [(one.row.number, one.what, [who.name for who in one.alike]) for one in plan(club, listed(words).rows)]


@pytest.mark.django_db
def test_the_preview_says_of_each_row_what_would_happen_and_writes_nothing() -> None:
    house = a_house()
    words = f"Name\nGusti Wimmer\nHöß Anna\nBert Mayr\nWimmer, Gusti\nGusti Wimer\n{'x' * 41}\n"
    assert planned(house.club, words) == [
        (2, "new", []),
        (3, "known", ["Anna Höß"]),
        (4, "maybe", ["Bert Maier"]),
        (5, "refused", []),
        (6, "maybe", ["Gusti Wimmer"]),
        (7, "refused", []),
    ]
    problems = [one.problems[0].code for one in plan(house.club, listed(words).rows) if one.problems]
    assert (problems, house.club.players.count()) == (["twice_in_file", "text_too_long"], 5)


@pytest.mark.django_db
def test_confirming_twice_adds_everybody_once_and_doubtful_ones_only_where_one_is_sure() -> None:
    house, now = a_house(), timezone.now()
    rows = listed("Name;Spitzname;Ort;Gast\nGusti Wimmer;Gustl;Wels;ja\nBert Mayr;;;\nAnna Hös;;;\n").rows
    for added in (["Gusti Wimmer", "Bert Mayr"], []):
        people = bring_in(house.club, rows, by=house.users["owner"], now=now, sure={3})
        assert [one.name for one in people] == added
    gusti = Player.objects.get(name="Gusti Wimmer")
    assert (gusti.nickname, gusti.place, gusti.guest) == ("Gustl", "Wels", True)
    assert not Player.objects.filter(name="Anna Hös").exists()
    assert list(Change.objects.values_list("what", "by", "player__name").order_by("pk")) == [
        ("player_added", house.users["owner"].pk, name) for name in ("Gusti Wimmer", "Bert Mayr")
    ]


@pytest.mark.django_db
def test_the_number_of_queries_does_not_depend_on_the_rows(django_assert_num_queries: Any) -> None:
    house = a_house()
    for most in (1, 200):
        rows = [Row(number, f"Mensch Nummer{number * 7919 + most}") for number in range(1, most + 1)]
        with django_assert_num_queries(2):
            plan(house.club, rows)


@pytest.mark.django_db
def test_a_thousand_rows_are_brought_in_while_one_waits() -> None:
    house = a_house()
    first = [
        "Adelheid",
        "Bartholomäus",
        "Cäcilia",
        "Dominik",
        "Elfriede",
        "Ferdinand",
        "Gundula",
        "Herbert",
        "Irmgard",
        "Josef",
    ]
    last = [
        f"{a}{b}"
        for a in ("Wald", "Stein", "Ober", "Nieder", "Kirch", "Feld", "Moos", "Hinter", "Lang", "Sonn")
        for b in ("hofer", "eder", "bauer", "lehner", "müllner", "grabner", "thaler", "wimmer", "schuster", "kogler")
    ]
    rows = [Row(n, f"{first[n % 10]} {last[n // 10]}") for n in range(1000)]
    began = time.monotonic()
    added = bring_in(house.club, rows, by=None, now=timezone.now(), sure=set(range(1000)))
    assert (len(added), time.monotonic() - began < 8) == (1000, True)


# --- export ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("write", [exporting.as_csv, exporting.as_xlsx])
@pytest.mark.parametrize("language", ["de", "en"])
def test_bringing_in_what_was_exported_changes_nothing(write: Callable[[Club], bytes], language: str) -> None:
    house = a_house()
    Player.objects.create(club=house.club, name="=Summe(A1)", nickname="-1", place="@home, Linz; Urfahr", guest=True)
    Player.objects.create(club=house.club, name='Huber, "Franz", jun.', nickname="'s Hansl")
    before = list(house.club.players.values().order_by("pk"))
    with translation.override(language):
        rows = read_people(write(house.club)).rows
    assert bring_in(house.club, rows, by=None, now=timezone.now(), sure=range(99)) == []
    assert list(house.club.players.values().order_by("pk")) == before


@pytest.mark.django_db
def test_brought_into_another_club_the_exported_people_are_the_same() -> None:
    house, other = a_house(), Club.objects.create(name="Linde", slug="linde")
    Player.objects.create(club=house.club, name="+Gusti", nickname="=1+1", place="Wels", guest=True)
    gone = Player.objects.create(club=house.club, name="Nanni", merged_into=house.players["owner"])
    Player.objects.create(club=house.club, name="Karl Kreuz", left_at=gone.created_at)
    rows = read_people(exporting.as_csv(house.club)).rows
    bring_in(other, rows, by=None, now=timezone.now(), sure=range(99))
    fields = ("name", "nickname", "place", "guest")
    there = house.club.players.filter(left_at=None, merged_into=None)
    assert list(other.players.values_list(*fields)) == list(there.values_list(*fields))


@pytest.mark.django_db
def test_no_cell_of_an_export_is_calculated() -> None:
    house = a_house()
    for name in ("=1+1", "+1", "-1", "@SUM(A1)"):
        Player.objects.create(club=house.club, name=name, iban="AT611904300234573201")
    for data in (exporting.as_csv(house.club), exporting.as_xlsx(house.club)):
        cells = [cell for row in read_table(data) for cell in row]
        assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []
        assert not any("AT61" in cell for cell in cells)
    assert exporting.as_csv(house.club).startswith(b"\xef\xbb\xbfName;")


NAMES_OF_PEOPLE = st.text(min_size=1, max_size=40).map(tidy).filter(lambda name: name and can_be_seen(name))


@given(NAMES_OF_PEOPLE)
def test_a_guarded_cell_is_safe_and_comes_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@"))


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(NAMES_OF_PEOPLE, min_size=1, max_size=5, unique_by=str.casefold))
def test_any_name_comes_through_export_and_import_unchanged(names: list[str]) -> None:
    club = Club.objects.create(name="Linde", slug=f"linde-{Club.objects.count()}-{time.monotonic_ns()}")
    Player.objects.bulk_create(Player(club=club, name=name) for name in names)
    for data in (exporting.as_csv(club), exporting.as_xlsx(club)):
        assert bring_in(club, read_people(data).rows, by=None, now=timezone.now(), sure=range(99)) == []
