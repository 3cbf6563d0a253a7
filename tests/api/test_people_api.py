"""People through the API: the same use cases as the pages."""

import json
from typing import Any

import pytest
from django.test import Client

from clubs.models import Claim, Membership, Player
from clubs.models.club import Role
from clubs.services.columns import Row
from clubs.services.importing import read_people
from scoring.services.closing import close_sheet
from tests.club import House, a_house
from tests.services.table import differing, now
from tests.services.test_claims import newcomer
from tests.services.test_erase import a_played_sheet
from tests.services.test_merge import a_guest

pytestmark = pytest.mark.django_db


def call(house: House, role: str, method: str, path: str, status: int = 200, data: Any = None) -> Any:
    client = Client(headers={"Authorization": f"Token {house.token(role)}"})
    path = f"/api/v1/clubs/{house.club.slug}/{path}"
    answer = client.generic(method, path, json.dumps(data or {}), "application/json")
    assert answer.status_code == status, (path, answer.status_code, answer.content[:300])
    return answer.json() if answer.content and answer["Content-Type"] == "application/json" else answer


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["at"]) for problem in answer["problems"]]


def test_the_list_has_everybody_once_and_ibans_for_the_treasurer_and_oneself_only() -> None:
    house = a_house()
    Player.objects.update(iban="AT611904300234573201")
    guest = a_guest(house)
    Player.objects.create(club=house.club, name="Nannerl", merged_into=guest)
    for role, seen in ((Role.MEMBER, ["Franz Huber"]), (Role.TREASURER, 6), (Role.DIRECTOR, ["Bert Maier"])):
        people = call(house, role, "GET", "people/")
        with_iban = [one["name"] for one in people if "iban" in one]
        assert (len(people), with_iban if isinstance(seen, list) else len(with_iban)) == (6, seen)
    nanni = next(one for one in people if one["id"] == guest.pk)
    assert (nanni["also_known_as"][0]["name"], nanni["public_name"]) == ("Nannerl", "Nanni")


def test_adding_warns_with_who_it_may_be_and_adds_once_one_is_sure() -> None:
    house = a_house()
    answer = call(house, Role.SCORER, "POST", "people/", 422, {"name": "Anna Hös"})
    assert codes(answer) == [("maybe_the_same", "name")]
    assert answer["candidates"] == [{"id": house.players["owner"].pk, "name": "Anna Höß"}]
    added = call(house, Role.SCORER, "POST", "people/", 201, {"name": "Anna Hös", "sure": True, "guest": False})
    assert (added["name"], added["guest"]) == ("Anna Hös", True)
    answer = call(house, Role.DIRECTOR, "POST", "people/", 422, {"name": "Höß Anna", "sure": True})
    assert codes(answer) == [("name_taken", "name")]
    call(house, Role.MEMBER, "POST", "people/", 403, {"name": "Gusti"})


def test_changing_leaving_merging_and_parting() -> None:
    house = a_house()
    guest, anna = a_guest(house), house.players["owner"].pk
    changed = call(house, Role.DIRECTOR, "PATCH", f"people/{guest.pk}/", 200, {"nickname": "Nan", "iban": "AT1"})
    assert (changed["nickname"], "iban" in changed) == ("Nan", False)
    assert codes(call(house, Role.OWNER, "PATCH", f"people/{guest.pk}/", 422, {"iban": "AT1"})) == [
        ("iban_bad", "iban")
    ]
    assert call(house, Role.DIRECTOR, "POST", f"people/{guest.pk}/leave/", 200, {"left": True})["left_at"]
    left = call(house, Role.DIRECTOR, "POST", f"people/{guest.pk}/merge/", 200, {"into": anna})
    assert (left["id"], left["also_known_as"]) == (anna, [{"id": guest.pk, "name": "Nanni"}])
    assert call(house, Role.DIRECTOR, "GET", f"people/{guest.pk}/")["id"] == anna
    assert call(house, Role.DIRECTOR, "POST", f"people/{guest.pk}/part/")["id"] == guest.pk
    call(house, Role.DIRECTOR, "POST", f"people/{guest.pk}/merge/", 422, {"into": 999_999})
    call(house, Role.DIRECTOR, "POST", f"people/{guest.pk}/merge/", 422, {"into": "x"})
    call(house, Role.DIRECTOR, "POST", "people/999999/merge/", 404, {"into": anna})


def test_a_claim_goes_from_one_side_to_the_other() -> None:
    house = a_house()
    guest = a_guest(house)
    claim = call(house, Role.MEMBER, "POST", "claims/", 201, {"player": guest.pk})
    assert (claim["person"], claim["account"], claim["may_answer"]) == ("Nanni", "Franz Huber", False)
    assert [one["may_answer"] for one in call(house, Role.DIRECTOR, "GET", "claims/")] == [True]
    assert call(house, Role.SCORER, "GET", "claims/") == []
    call(house, Role.SCORER, "POST", f"claims/{claim['id']}/answer/", 404, {"agreed": True})
    call(house, Role.DIRECTOR, "POST", f"claims/{claim['id']}/answer/", 200, {"agreed": True})
    guest.refresh_from_db()
    assert guest.merged_into == house.players["member"]


def test_the_club_asks_an_account_and_takes_it_back() -> None:
    house = a_house()
    guest, membership = a_guest(house), newcomer(house)
    offered = call(house, Role.DIRECTOR, "POST", f"people/{guest.pk}/offer/", 201, {"account": membership.pk})
    assert (offered["by_club"], offered["may_withdraw"]) == (True, True)
    call(house, Role.DIRECTOR, "POST", f"people/{guest.pk}/offer/", 422, {"account": 0})
    call(house, Role.MEMBER, "POST", f"claims/{offered['id']}/withdraw/", 404)
    call(house, Role.DIRECTOR, "POST", f"claims/{offered['id']}/withdraw/", 204)
    assert not Claim.objects.exists()


def test_a_wrong_account_is_cut_off() -> None:
    house = a_house()
    pk = house.players["member"].pk
    assert call(house, Role.DIRECTOR, "POST", f"people/{pk}/cut/")["id"] == pk
    assert call(house, Role.MEMBER, "GET", "me/")["player"] is None


def test_rows_are_planned_first_and_brought_in_once() -> None:
    house = a_house()
    rows = [{"name": "Wimmer, Gusti", "guest": True}, {"name": "Höß Anna"}, {"name": "Bert Mayr"}, {"name": ""}]
    planned = call(house, Role.DIRECTOR, "POST", "people/import/", 200, {"rows": rows})
    assert [(one["row"], one["name"], one["what"]) for one in planned["rows"]] == [
        (1, "Gusti Wimmer", "new"),
        (2, "Höß Anna", "known"),
        (3, "Bert Mayr", "maybe"),
        (4, "", "refused"),
    ]
    assert planned["rows"][2]["alike"] == ["Bert Maier"]
    for added in (["Gusti Wimmer", "Bert Mayr"], []):
        answer = call(house, Role.DIRECTOR, "POST", "people/import/", 200, {"rows": rows, "confirm": True, "sure": [3]})
        assert [one["name"] for one in answer["added"]] == added


def test_the_list_comes_as_a_file() -> None:
    house = a_house()
    for form in ("csv", "xlsx"):
        data = call(house, Role.DIRECTOR, "GET", f"people/export/{form}/").content
        assert read_people(data).rows[0] == Row(2, "Anna Höß")
    call(house, Role.DIRECTOR, "GET", "people/export/pdf/", 404)


def test_oneself_and_what_is_stored() -> None:
    house = a_house()
    mine = call(house, Role.MEMBER, "PATCH", "me/", 200, {"shown": "hidden", "iban": "AT61 1904 3002 3457 3201"})
    assert (mine["player"]["public_name"], mine["player"]["iban"]) == ("N. N.", "AT611904300234573201")
    assert mine["balance"] == 0
    assert call(house, Role.MEMBER, "GET", "me/data/")["people"][0]["shown"] == "hidden"
    call(house, Role.OWNER, "GET", f"people/{house.players['member'].pk}/data/", 404)
    assert call(house, Role.OWNER, "GET", f"people/{a_guest(house).pk}/data/")["people"][0]["name"] == "Nanni"


def test_an_account_that_is_nobody_is_told_so() -> None:
    house = a_house()
    Membership.objects.filter(user=house.users["member"]).update(player=None)
    assert call(house, Role.MEMBER, "GET", "me/") == {"player": None, "balance": 0, "mails": False}
    assert codes(call(house, Role.MEMBER, "PATCH", "me/", 422, {"shown": "full"})) == [("nobody_yet", None)]
    assert codes(call(house, Role.MEMBER, "POST", "me/erase/", 422, {"confirmation": "x"})) == [("nobody_yet", None)]


def test_erasing_needs_the_name_and_the_owner_or_oneself() -> None:
    house = a_house()
    sheet, pk = a_played_sheet(house, closed=False), house.players["member"].pk
    call(house, Role.DIRECTOR, "POST", f"people/{pk}/erase/", 403, {"confirmation": "Franz Huber"})
    answer = call(house, Role.OWNER, "POST", f"people/{pk}/erase/", 422, {"confirmation": "Franz Huber"})
    assert codes(answer) == [("erase_at_table", None)]
    close_sheet(sheet, write=now(sheet))
    assert (
        call(house, Role.OWNER, "POST", f"people/{pk}/erase/", 200, {"confirmation": "Franz Huber"})["name"]
        == f"N. N. {pk}"
    )
    call(house, Role.DIRECTOR, "POST", "me/erase/", 422, {"confirmation": "Franz Huber"})
    call(house, Role.TREASURER, "POST", "me/erase/", 422, {"confirmation": ""})
    assert differing() == []
