"""Taking a tournament along and bringing one in, as a browser without JavaScript does it."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from python_calamine import load_workbook

from clubs.models import Player
from clubs.models.club import Role
from scoring.models import Sheet
from tests import travelling
from tests.club import House, a_house
from tests.services.test_tournament_takeout import elsewhere, taken_along
from tests.tournament import a_tournament
from tests.web.page import elements, form, get, links, texts
from tournaments.models import Entrant, Tournament
from tournaments.services.bringing_format import MOST_BYTES
from tournaments.views.takeout import sentences

pytestmark = pytest.mark.django_db


def bring(house: House) -> str:
    return house.path("tournaments/bring/")


def upload(client: Client, path: str, *files: bytes, **more: Any) -> Any:
    given = [SimpleUploadedFile("pokal.json", one, "application/json") for one in files]
    return client.post(path, {"file": given, **more})


def said(answer: Any) -> list[str]:
    return [one.text for one in elements(answer, "p") if one.attributes.get("class") == "problem"]


def test_a_file_is_taken_along_looked_at_and_brought_in_once(house: House) -> None:
    tournament = travelling.announced(house)
    here = house.phone(Role.DIRECTOR, "en")
    page = get(here, house.path(f"tournaments/{tournament.pk}/take-along/"))
    (address,) = [one for one in links(page) if one.endswith("/json/")]
    file = here.get(address)
    assert file.headers["Content-Type"] == "application/json"
    assert file.headers["Content-Disposition"] == f'attachment; filename="ostern-{tournament.day}.json"'
    there = elsewhere()
    Player.objects.create(club=there.club, name="Josef Auer")
    berger = Player.objects.create(club=there.club, name="Sepp Auer sen.")
    desk = there.phone(Role.DIRECTOR, "en")
    preview = upload(desk, bring(there), file.content)
    assert (preview.status_code, Tournament.objects.filter(club=there.club).count()) == (200, 0)
    assert texts(preview, "h1") == ["Ostern"]
    sent = form(preview).filled(**{"person-0": "new"})
    assert "person-2" not in sent  # Josef Auer sen. is not known and nobody is called nearly so
    assert berger.pk
    for _time in range(2):
        answer = desk.post(bring(there), sent)
        made = Tournament.objects.get(club=there.club)
        assert answer.headers["Location"] == there.path(f"tournaments/{made.pk}/")
    names = [card.people.get().player.name for card in Entrant.objects.filter(tournament=made).order_by("number")]
    assert names == ["Josef Auer (2)", "N. N. 7", "Josef Auer sen."]
    came = get(desk, there.path(f"tournaments/{made.pk}/take-along/"))
    assert [one for one in texts(came, "li") if "Stammtisch Post" in one] != []


def test_what_is_no_file_is_refused_in_words_and_asked_for_again() -> None:
    house = a_house(language="en")
    desk = house.phone(Role.DIRECTOR, "en")
    too_big = f"The file is too big: {MOST_BYTES // 1_000_000} MB at most."
    no_json = "This file is not whole, or it is no JSON. Save it once more where it comes from."
    found = [
        (answer.status_code, said(answer))
        for files in ([], [b"{}", b"{}"], [b"Name;Ort"], [b" " * (MOST_BYTES + 1)])
        for answer in [upload(desk, bring(house), *files)]
    ]
    assert found == [
        (422, ["Choose a file first."]),
        (422, ["Choose one file, not several."]),
        (422, [no_json]),
        (422, [too_big]),
    ]
    stale = desk.post(bring(house), {"packed": "eJw", "token": "t"})
    assert (stale.status_code, len(said(stale))) == (422, 1)


def test_somebody_who_cannot_be_meant_is_asked_about_again_with_everything_kept(house: House) -> None:
    file = taken_along(a_tournament(house.club, "Josef Auer", "Maria Berger"))
    there = elsewhere(language="en")
    Player.objects.create(club=there.club, name="Josef Aue")
    desk = there.phone(Role.DIRECTOR, "en")
    sent = form(upload(desk, bring(there), file)).filled()
    assert sent["person-0"] == ["new"]
    answer = desk.post(bring(there), {**sent, "person-0": "1", "book": "1"})
    assert (answer.status_code, said(answer)) == (422, ["Josef Auer cannot be whom you chose. Choose again."])
    assert form(answer).fields["packed"] == sent["packed"]
    assert desk.post(bring(there), form(answer).filled()).status_code == 302


def test_only_who_directs_may_send_a_large_file_and_only_from_this_site(house: House) -> None:
    file = taken_along(travelling.announced(elsewhere())) + b" " * 3_000_000
    answer = upload(house.phone(Role.DIRECTOR), bring(house), file)
    assert (answer.status_code, texts(answer, "h1")) == (200, ["Ostern"])
    assert upload(house.phone(Role.SCORER), bring(house), file).status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(house.users[Role.OWNER], backend="django.contrib.auth.backends.ModelBackend")
    assert upload(strict, bring(house), file).status_code == 403
    assert strict.post(bring(house), {"packed": "x"}).status_code == 403


def test_the_tables_are_the_same_in_excel_and_in_csv_and_no_text_is_calculated() -> None:
    house = a_house(language="en")
    tournament = travelling.pairs(house)
    Entrant.objects.filter(tournament=tournament, number=1).update(name="=1+1", group="@SUM(A1)")
    desk, inside = house.phone(Role.DIRECTOR, "en"), house.path(f"tournaments/{tournament.pk}/take-along/")
    book = load_workbook(io.BytesIO(desk.get(f"{inside}xlsx/").content))
    names = ["Start cards", "Tables", "Standings", "Hands", "Penalties", "Payments", "Prizes", "Log"]
    assert book.sheet_names == names
    found = {name: book.get_sheet_by_name(name).to_python() for name in names}
    assert found["Start cards"][1][:3] == [1, "'=1+1", "Anna Bauer"]
    assert found["Tables"][0][:6] == ["Round", "Table", "Seat", "Start number", "Name", "Bummerl won"]
    packed = zipfile.ZipFile(io.BytesIO(desk.get(f"{inside}zip/").content))
    assert packed.namelist()[0] == "1-start-cards.csv"
    for name, file in zip(names, packed.namelist(), strict=True):
        text = packed.read(file).decode("utf-8")
        assert text.startswith("\ufeff")
        rows = list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=";"))
        assert [len(row) for row in rows] == [len(row) for row in found[name]], name
    file = json.loads(taken_along(tournament))
    hands = sum(len(one["sheet"]["entries"]) for row in file["rounds"] for one in row["tables"] if one["sheet"])
    assert {name: len(found[name]) - 1 for name in ("Start cards", "Hands", "Penalties", "Payments", "Log")} == {
        "Start cards": len(file["cards"]),
        "Hands": hands,
        "Penalties": 2,
        "Payments": len(file["payments"]),
        "Log": len(file["log"]),
    }
    assert desk.get(f"{inside}pdf/").status_code == 404


def test_a_hand_says_the_same_read_off_the_sheet_as_played_again(house: House) -> None:
    travelling.pairs(house)
    of_one_leg = 0
    for sheet in Sheet.objects.all():
        entries, kept = list(sheet.entries.order_by("seq")), sheet.state["lines"]
        said = sentences(sheet, entries)
        sheet.state["lines"] = []
        assert sentences(sheet, entries) == said
        of_one_leg += len(kept) == sheet.state["hands"] > 0
    assert 0 < of_one_leg < Sheet.objects.count()
