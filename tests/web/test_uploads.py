"""A file that somebody sends: no form of the site writes it to the disk, whoever sends it and however big it is."""

import tempfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.models.club import Role
from config import uploads
from tests.club import a_house
from tests.web.page import phone, texts

pytestmark = pytest.mark.django_db


def test_a_big_file_is_not_written_to_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def on_disk(*_args: object, **_more: object) -> None:
        raise AssertionError("a file was written")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", on_disk)
    file = SimpleUploadedFile("big.bin", bytes(6_000_000))
    assert phone().post("/join/", {"code": "ABCDEF", "file": file}).status_code == 422


def test_of_several_files_no_more_is_kept_than_of_one() -> None:
    small = uploads.Small()
    for number in range(3):
        small.new_file(f"file-{number}", "big.bin", "text/plain", None)
        small.receive_data_chunk(bytes(uploads.MOST_KEPT - 1), 0)
        small.receive_data_chunk(b"end", uploads.MOST_KEPT - 1)
        kept = small.file_complete(uploads.MOST_KEPT + 2)
        assert (kept.size, len(kept.read())) == (uploads.MOST_KEPT + 2, 0 if number else uploads.MOST_KEPT)


def test_a_request_that_is_longer_than_any_is_not_read() -> None:
    kind, length = "multipart/form-data; boundary=x", uploads.MOST_SENT + 1
    answer = phone().generic("POST", "/join/", b"--x", content_type=kind, CONTENT_LENGTH=length)
    assert answer.status_code == 400


def test_a_list_that_is_too_big_is_still_told_so() -> None:
    house = a_house()
    file = SimpleUploadedFile("leute.csv", b"Name\n" + b"Anna\n" * 800_000)
    answer = house.phone(Role.OWNER).post(house.path("people/import/"), {"file": file})
    assert (answer.status_code, texts(answer, ".problem")[0][:19]) == (422, "Die Datei ist zu gr")
