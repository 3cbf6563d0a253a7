"""The API of evenings: the same use cases as the pages, with the same codes."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Evening, Player, RuleProfile, RuleVersion
from clubs.queries import payments_of
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house
from tests.services.evening import PEOPLE, a_leg, a_table, fresh_evening, play, settle, the_stammtisch
from tests.services.table import CAST, fresh, new_token, now, record, won_leg

pytestmark = pytest.mark.django_db
DAY = "evenings/2026-03-03/"


def call(house: House, role: str, method: str, path: str, status: int, data: Any = None) -> Any:
    headers = {"Authorization": f"Token {house.token(role)}", "Accept-Language": "de"}
    answer = getattr(Client(headers=headers), method)(
        f"/api/v1/clubs/{house.club.slug}/{path}", data=data, content_type="application/json"
    )
    assert answer.status_code == status, (path, answer.status_code, answer.content)
    return answer.json() if answer.content else None


def codes(answer: Any) -> list[str]:
    return [one["code"] for one in answer["problems"]]


def test_an_evening_is_opened_listed_and_read(house: House) -> None:
    opened = [call(house, "scorer", "post", "evenings/", 201, {"day": "2026-03-03"}) for _twice in range(2)]
    assert (opened[0]["day"], opened[0]["open"], opened[0] == opened[1]) == ("2026-03-03", True, True)
    call(house, "scorer", "post", "evenings/", 201, {})
    assert codes(call(house, "scorer", "post", "evenings/", 422, {"day": "2999-01-01"})) == ["evening_ahead"]
    assert codes(call(house, "scorer", "post", "evenings/", 422, {"day": "heute"})) == ["bad_value"]
    listed = call(house, "member", "get", "evenings/?year=2026", 200)
    assert [one["day"] for one in listed][-1] == "2026-03-03"
    assert call(house, "member", "get", "evenings/?year=1999", 200) == []
    assert call(house, "member", "get", DAY, 200) == opened[0]
    call(house, "member", "get", "evenings/2026-03-05/", 404)
    assert codes(call(house, "member", "post", "evenings/", 403, {})) == ["not_allowed"]
    assert Client().get(f"/api/v1/clubs/post/{DAY}").status_code == 401


def test_attendance_is_put_and_deleted_and_guests_are_added(house: House, evening: Evening) -> None:
    anna = house.players["owner"].pk
    row = {"player": anna, "name": "Anna Höß", "seated": False}
    for _twice in range(2):
        assert call(house, "scorer", "put", f"{DAY}attendance/{anna}/", 200) == [row]
    assert call(house, "member", "get", f"{DAY}attendance/", 200) == [row]
    for _twice in range(2):
        call(house, "scorer", "delete", f"{DAY}attendance/{anna}/", 204)
    assert call(house, "scorer", "post", f"{DAY}attendance/", 201, {"name": "Höss Anna"}) == row
    guest = call(house, "scorer", "post", f"{DAY}attendance/", 201, {"name": "Gustl Gast"})
    assert Player.objects.get(pk=guest["player"]).guest
    assert codes(call(house, "scorer", "post", f"{DAY}attendance/", 422, {"name": "Berd Maier"})) == ["maybe_the_same"]
    assert codes(call(house, "scorer", "put", f"{DAY}attendance/999999/", 422)) == ["person_unknown"]
    a_table(evening, ["Anna Höß", "Bert Maier", "Cilli", "Dora Lang"])
    assert codes(call(house, "scorer", "delete", f"{DAY}attendance/{anna}/", 422)) == ["sits_at_table"]


def test_a_sheet_is_begun_in_an_evening_with_the_clubs_rules(house: House, evening: Evening) -> None:
    profile = RuleProfile.objects.create(club=house.club, game="bauernschnapsen", name="Post")
    version = RuleVersion.objects.create(profile=profile, number=1, house_rules={"money": "pot", "stake_cents": 20})
    wanted = {"game": "bauernschnapsen", "players": CAST, "token": new_token(), "profile": profile.pk}
    begun = [call(house, "scorer", "post", f"{DAY}sheets/", 201, wanted) for _twice in range(2)]
    sheet = Sheet.objects.get()
    assert [one["write_secret"] for one in begun] == [sheet.write_secret] * 2
    assert (sheet.evening, sheet.rule_version, sheet.house_rules["stake_cents"]) == (evening, version, 20)
    assert call(house, "scorer", "get", f"{DAY}sheets/", 200)[0]["write_secret"] == sheet.write_secret
    watched = call(house, "member", "get", f"{DAY}sheets/", 200)[0]
    assert ("write_secret" in watched, "code" in watched, watched["players"]) == (False, False, CAST)
    twice = {**wanted, "players": ["Anna Höß", "Höß Anna", "Cilli", "Dora"], "token": new_token()}
    assert codes(call(house, "scorer", "post", f"{DAY}sheets/", 422, twice)) == ["same_person_twice"]
    other = {**wanted, "game": "kratzen", "token": new_token()}
    assert codes(call(house, "scorer", "post", f"{DAY}sheets/", 422, other)) == ["no_such_rules"]


def test_the_stammtisch_is_settled_ticked_and_opened_again(house: House, evening: Evening) -> None:
    the_stammtisch(evening)
    preview = call(house, "member", "get", f"{DAY}settlement/", 200)
    assert {one["name"]: one["cents"] for one in preview["shares"] if one["cents"]} == {
        "Anna": -50,
        "Christl": 200,
        "Dieter": -250,
        "Eva": 100,
    }
    names = dict(Player.objects.values_list("pk", "name"))
    assert {(names[one["payer"]], names[one["receiver"]], one["cents"]) for one in preview["payments"]} == {
        ("Dieter", "Christl", 200),
        ("Dieter", "Eva", 50),
        ("Anna", "Eva", 50),
    }
    confirmed = {"after_seq": 0, "seen": preview["seen"]}
    assert codes(call(house, "member", "post", f"{DAY}close/", 403, confirmed)) == ["not_allowed"]
    closed = [call(house, "scorer", "post", f"{DAY}close/", 200, confirmed) for _twice in range(2)]
    assert (closed[0]["open"], closed[0] == closed[1]) == (False, True)
    first = closed[0]["settlement"]["payments"][0]["id"]
    assert call(house, "scorer", "put", f"{DAY}payments/{first}/paid/", 200)["paid_at"] is not None
    again = {"after_seq": 1}
    assert codes(call(house, "director", "post", f"{DAY}reopen/", 422, again)) == ["transfers_paid"]
    assert call(house, "scorer", "delete", f"{DAY}payments/{first}/paid/", 200)["paid_at"] is None
    for _twice in range(2):
        assert call(house, "director", "post", f"{DAY}reopen/", 200, again)["open"] is True
    assert payments_of(evening) == []
    call(house, "scorer", "put", f"{DAY}payments/{first}/paid/", 404)
    assert call(house, "scorer", "post", f"{DAY}reopen/", 403, again)


def test_what_is_in_the_way_of_closing_is_named_and_what_moved_is_a_conflict(house: House, evening: Evening) -> None:
    sheet = a_table(evening, list(PEOPLE.values())[:4])
    preview = call(house, "scorer", "get", f"{DAY}settlement/", 200)
    assert codes(preview) == ["sheets_open"]
    confirmed = {"after_seq": 0, "seen": preview["seen"], "through_till": True}
    assert codes(call(house, "scorer", "post", f"{DAY}close/", 422, confirmed)) == ["sheets_open"]
    play(sheet, won_leg(0))
    moved = call(house, "scorer", "post", f"{DAY}close/", 409, confirmed)
    assert (moved["code"], moved["evening"]["open"]) == ("conflict", True)
    assert moved["settlement"]["seen"] != preview["seen"]
    confirmed["seen"] = moved["settlement"]["seen"]
    assert call(house, "scorer", "post", f"{DAY}close/", 200, confirmed)["through_till"] is True


def test_a_director_opens_a_closed_sheet_of_the_club_again(house: House, evening: Evening) -> None:
    sheet = a_leg(evening, "AB", "CD", 1)
    path, wanted = f"sheets/{sheet.write_secret}/reopen/", {"after_seq": sheet.seq, "token": new_token()}
    call(house, "scorer", "post", path, 403, wanted)
    for _twice in range(2):
        assert call(house, "director", "post", path, 200, wanted)["status"] == "open"
    stale = {**wanted, "token": new_token()}
    assert call(house, "director", "post", path, 409, stale)["code"] == "conflict"
    play(fresh(sheet))
    settle(evening)
    stale["after_seq"] = fresh(sheet).seq
    assert codes(call(house, "director", "post", path, 422, stale)) == ["evening_closed"]
    other = a_house("linde")
    call(other, "owner", "post", path, 404, stale)


def test_a_quick_sheet_is_adopted_once(house: House) -> None:
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token())
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    wanted = {"write_secret": sheet.write_secret, "day": "2026-03-03", "people": ["Anna Höß", *CAST[1:]]}
    call(house, "scorer", "post", "adopt/", 403, wanted)
    for _twice in range(2):
        assert call(house, "director", "post", "adopt/", 200, wanted)["players"] == CAST
    assert fresh(sheet).evening == Evening.objects.get()
    call(house, "director", "post", "adopt/", 404, {**wanted, "write_secret": sheet.watch_secret})
    assert codes(call(a_house("linde"), "director", "post", "adopt/", 422, wanted)) == ["adopted_elsewhere"]
    assert fresh_evening(Evening.objects.get()).is_open


def test_payments_are_between_the_people_they_are_about_today(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    settle(evening)
    people = {one.name: one.pk for one in Player.objects.filter(club=house.club)}
    Player.objects.filter(pk=people["Dieter"]).update(merged_into=house.players["member"])
    answer = call(house, "member", "get", f"{DAY}settlement/", 200)
    payers = {one["payer"] for one in answer["payments"]}
    assert payers == {people["Christl"], house.players["member"].pk}
