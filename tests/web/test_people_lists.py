"""Lists of people, brought in and handed out, as a phone without JavaScript sees it."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Change, Player
from clubs.models.club import Role
from tests.club import NAMES, House, a_house
from tests.services.test_import import PEOPLE, text, xlsx
from tests.web.page import form, get, texts, values

pytestmark = pytest.mark.django_db


def post(client: Client, path: str, status: int = 302, **fields: Any) -> Any:
    response = client.post(path, fields)
    assert response.status_code == status, (path, response.status_code)
    return response


def upload(client: Client, house: House, name: str, data: bytes, status: int = 200) -> Any:
    return post(client, house.path("people/import/"), status, file=SimpleUploadedFile(name, data))


def test_a_list_from_excel_is_looked_at_first_and_then_brought_in_once() -> None:
    house = a_house()
    client = house.phone(Role.DIRECTOR)
    rows = [
        ["Name", "Telefon", "Spitzname"],
        ["Gusti Wimmer", "1", "Gustl"],
        ["Anna Hös"],
        ["Höß, Anna"],
        ["Bert Mayr"],
        [],
    ]
    page = upload(client, house, "leute.xlsx", xlsx(rows))
    assert texts(page, ".counts") == ["1 neu 2 fraglich 1 schon da 0 ausgelassen"]
    assert texts(page, ".notice") == ["Wird nicht übernommen: Telefon"]
    assert house.club.players.count() == 5
    sent = form(page, "").filled(turn=None) | {"row-5": "new"}
    for _tap in range(2):
        post(client, house.path("people/import/"), **sent)
    assert sorted(house.club.players.values_list("name", flat=True))[-2:] == ["Franz Huber", "Gusti Wimmer"]
    assert Player.objects.filter(name="Bert Mayr").exists()
    assert not Player.objects.filter(name="Anna Hös").exists()
    assert Change.objects.filter(what="player_added").count() == 2


def test_a_row_that_is_nobody_is_left_out_and_rows_of_one_list_are_two_people() -> None:
    house = a_house()
    client = house.phone()
    rows = [["Name"], ["Renate Leitner"], ["Renate Reiter"], ["Bert Mayr"], ["Summe: 4 Mitglieder"]]
    page = upload(client, house, "leute.xlsx", xlsx(rows))
    assert texts(page, ".counts") == ["2 neu 2 fraglich 0 schon da 0 ausgelassen"]
    sent = form(page, "").filled(turn=None)
    # Of two who stand in the list itself both come; whom the club knows already may be meant.
    assert (sent["row-3"], sent["row-4"], "leave" in sent) == (["new"], ["same"], False)
    for _tap in range(2):
        post(client, house.path("people/import/"), **sent, leave=["5", "x"])
    added = {*house.club.players.values_list("name", flat=True)} - {*NAMES.values()}
    assert added == {"Renate Leitner", "Renate Reiter"}


def test_names_without_words_above_can_be_swapped_in_the_preview() -> None:
    house = a_house()
    client = house.phone()
    page = upload(client, house, "leute.csv", text(PEOPLE[1:]).encode("cp1252"))
    assert "Jörg Größ" in texts(page, ".planned")[0]
    page = post(client, house.path("people/import/"), 200, **form(page, "").filled(turn="yes"))
    assert "Größ Jörg" in texts(page, ".planned")[0]


@pytest.mark.parametrize("rows", ["", "made-up", None])
def test_a_preview_that_is_not_ours_is_refused(rows: str | None) -> None:
    house, other = a_house(), a_house("linde")
    if rows is None:
        page = upload(other.phone(), other, "leute.csv", text(PEOPLE).encode())
        rows = values(page, "rows")[0]
    page = post(house.phone(), house.path("people/import/"), 422, rows=rows)
    assert texts(page, ".problem") == ["Diese Vorschau ist zu alt. Bitte wähl die Datei noch einmal aus."]
    assert house.club.players.count() == 5


def test_no_file_and_a_wrong_one_are_refused_next_to_the_field() -> None:
    house = a_house()
    page = post(house.phone(), house.path("people/import/"), 422)
    assert texts(page, ".problem") == ["Wähl zuerst eine Datei aus."]
    page = upload(house.phone(), house, "foto.jpg", b"\xff\xd8\xff\xe0" + bytes(range(256)) * 9, 422)
    assert len(texts(page, ".problem")) == 1
    page = upload(house.phone(), house, "huge.csv", b"x" * 3_000_000, 422)
    assert len(texts(page, ".problem")) == 1


def test_the_list_is_handed_out_as_csv_and_for_excel() -> None:
    house = a_house()
    for kind, begins in (("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK")):
        answer = get(house.phone(Role.DIRECTOR), house.path(f"people/export/{kind}/"))
        assert answer.content.startswith(begins)
        assert f"post-people.{kind}" in answer["Content-Disposition"]
    get(house.phone(Role.DIRECTOR), house.path("people/export/pdf/"), 404)
