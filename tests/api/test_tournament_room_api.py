"""The room, its clock and calls through the API: the same use cases, for desks and for phones without an account."""

from typing import Any

import pytest
from django.test import Client

from clubs.models.club import Role
from tests.api.asking import ask, codes
from tests.club import House
from tests.services.table import special
from tests.services.test_tournament_results import table_at
from tests.services.test_tournament_sheets import pairs, play
from tests.tournament import new_token
from tournaments.models import Round, Table
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(house: House) -> Round:
    """One table of Bauernschnapsen in pairs, that may write hand by hand."""
    return pairs(house, unit="legs").round


def phone(path: str, said: Any = None, status: int = 200) -> Any:
    client, address = Client(headers={"Accept-Language": "en"}), f"/api/v1/{path}"
    answer = client.get(address) if said is None else client.post(address, said, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_the_clock_is_started_and_set_and_says_what_it_is(round_: Round, house: House) -> None:
    path = f"{round_.tournament_id}/rounds/1/clock/"
    before = ask(house, "get", path, role=Role.MEMBER)
    assert (before["started_at"], before["minutes"], before["ends_at"]) == (None, 0, None)
    ask(house, "post", path, {"seen": before["seen"]}, role=Role.MEMBER, status=403)
    started = ask(house, "post", path, {"seen": before["seen"], "minutes": 30}, role=Role.SCORER)
    assert ask(house, "post", path, {"seen": before["seen"], "minutes": 30}) == started
    assert ask(house, "post", path, {"seen": before["seen"], "minutes": 20}, status=409) == started
    longer = {"seen": started["seen"], "minutes": 35}
    assert ask(house, "post", f"{path}minutes/", longer)["minutes"] == 35
    assert ask(house, "post", f"{path}minutes/", longer)["minutes"] == 35
    assert ask(house, "post", f"{path}minutes/", longer | {"minutes": 40}, status=409)["minutes"] == 35
    refused = ask(house, "post", f"{path}minutes/", longer | {"minutes": 601}, status=422)
    assert codes(refused) == [("minutes_out_of_range", "minutes")]
    extra = f"{round_.tournament_id}/rounds/1/tables/1/extra-time/"
    assert ask(house, "post", extra, {"seen": 0, "minutes": 10})["extra_minutes"] == 10
    assert ask(house, "post", extra, {"seen": 0, "minutes": 15}, status=409)["extra_minutes"] == 10
    ask(house, "post", f"{round_.tournament_id}/rounds/1/tables/9/extra-time/", {"seen": 0, "minutes": 1}, status=404)


def test_a_phone_calls_and_the_desk_answers(round_: Round, house: House) -> None:
    path = f"tables/{code_of(round_.tournament, 1)}/call/"
    assert phone(path)["call"] is None
    said = {"token": new_token(), "round": 1}
    call = phone(path, said)["call"]
    assert phone(path, said | {"token": new_token()})["call"] == call
    assert [one["code"] for one in phone(path, said | {"round": 2}, 422)["problems"]] == ["table_not_playing"]
    room = ask(house, "get", f"{round_.tournament_id}/room/", role=Role.MEMBER)
    assert [one["call"] for one in room["tables"]] == [call]
    answered = ask(house, "post", f"{round_.tournament_id}/calls/{call['id']}/answer/", role=Role.SCORER)
    assert answered["answered_at"] is not None
    assert phone(path)["call"] == answered
    ask(house, "post", f"{round_.tournament_id}/calls/999/answer/", status=404)


def test_a_sheet_of_a_table_knows_its_table_and_only_who_writes_calls_from_it(round_: Round) -> None:
    sheet = play(table_at(round_, 1))
    watched = phone(f"sheets/{sheet.watch_secret}/table/")
    assert (watched["table"], watched["round"], watched["may_call"]) == (1, 1, False)
    assert Table.objects.get().seen_at is None
    assert phone(f"sheets/{sheet.write_secret}/table/")["may_call"]
    assert Table.objects.get().seen_at is not None
    said = {"token": new_token(), "round": 1}
    phone(f"sheets/{sheet.watch_secret}/call/", said, 404)
    assert phone(f"sheets/{sheet.write_secret}/call/", said)["call"]["answered_at"] is None
    phone("sheets/nonsense/table/", status=404)


def test_the_room_says_of_every_table_how_far_it_is_and_hints_to_the_desk_only(round_: Round, house: House) -> None:
    play(table_at(round_, 1), *[special(1)] * 3)
    path = f"{round_.tournament_id}/room/"
    desk = ask(house, "get", path, role=Role.SCORER)
    table = desk["tables"][0]
    assert (table["status"], table["hands"], table["cards"]) == ("playing", 3, [1, 2])
    assert [one["text"] for one in table["hints"]] == ["B1 played Gang (slam) 3 times running."]
    assert (table["marks"], desk["counts"]) == (["hinted"], {"playing": 1, "hinted": 1})
    member = ask(house, "get", path, role=Role.MEMBER)
    assert (member["tables"][0]["marks"], member["tables"][0]["hints"]) == ([], [])
    assert ask(house, "get", f"{path}?seen={desk['seen']}", status=204) is None


def test_what_is_read_aloud_can_be_asked_for(round_: Round, house: House) -> None:
    path = f"{round_.tournament_id}/announcement/"
    now = ask(house, "get", path, role=Role.MEMBER)
    assert (now["moment"], now["text"].replace("\u00a0", " ").splitlines()[:2]) == (
        "draw",
        ["Round 1 is drawn.", "Table 1: 1 A1 / A2 against 2 B1 / B2"],
    )
    assert ask(house, "get", f"{path}?what=time") == {"moment": "time", "text": ""}
