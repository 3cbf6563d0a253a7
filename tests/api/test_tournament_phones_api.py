"""A phone without an account at the table of its code, through the API; and what an integrator finds described."""

from dataclasses import fields
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from clubs.models.club import Role
from tests.api.asking import ask, codes
from tests.club import House
from tests.services.test_tournament_results import SCHAFKOPF
from tests.services.test_tournament_sheets import pairs
from tests.tournament import a_round, a_tournament, new_token
from tournaments.api.plan_form import schema_of, sentences
from tournaments.formats.plan import Counting, Kind, Plan, write_plan
from tournaments.models import Buy, Result, Tournament
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(house: House) -> Tournament:
    made = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
    a_round(made, (4, 3, 2, 1))
    return made


def phone(tournament: Tournament, rest: str = "", status: int = 200, **said: Any) -> Any:
    address, client = f"/api/v1/tables/{code_of(tournament, 1)}/{rest}", Client(headers={"Accept-Language": "en"})
    answer = client.post(address, said, content_type="application/json") if rest else client.get(address)
    assert answer.status_code == status, answer.content
    return answer.json()


def rows(*amounts: int) -> list[dict[str, int]]:
    return [{"points": amount} for amount in amounts]


def test_a_phone_reads_its_code_and_hands_in_once(tournament: Tournament) -> None:
    before = phone(tournament)
    assert (before["round"], before["number"], before["over"]) == (1, 1, False)
    assert [one["number"] for one in before["table"]["seats"]] == [4, 3, 2, 1]
    assert (before["table"]["offered"], before["table"]["counting"]["sums_to"]) == (["result"], 0)
    said: dict[str, Any] = {"round": 1, "seen": 0, "token": new_token()}
    wrong = phone(tournament, "result/", 422, **said, rows=rows(1, 0, 0, 0))
    assert [one["code"] for one in wrong["problems"]] == ["sum_wrong"]
    for _again in range(2):
        after = phone(tournament, "result/", **said, rows=rows(3, 2, -1, -4))["table"]
        assert (after["state"], after["seen"], after["offered"]) == ("in", 1, [])
        assert [one["scores"]["points"] for one in after["seats"]] == [3, 2, -1, -4]
    assert Result.objects.count() == 1
    late = phone(tournament, "result/", 409, **said | {"token": new_token()}, rows=rows(0, 0, 0, 0))
    assert late["table"]["seen"] == 1
    corrected = phone(tournament, "result/", 422, **said | {"token": new_token(), "seen": 1}, rows=rows(0, 0, 0, 0))
    assert [one["code"] for one in corrected["problems"]] == ["desk_corrects"]


def test_a_phone_does_not_write_over_another_round_and_a_wrong_code_is_none(tournament: Tournament) -> None:
    said: dict[str, Any] = {"round": 2, "seen": 0, "token": new_token()}
    assert phone(tournament, "result/", 409, **said, rows=rows(3, 2, -1, -4))["round"] == 1
    assert phone(tournament, "sheet/", 409, round=2)["round"] == 1
    assert Result.objects.count() == 0
    for rest in ("", "result/", "sheet/"):
        address = f"/api/v1/tables/{code_of(tournament, 1)[:-1]}1/{rest}"
        answer = Client().post(address, {}, content_type="application/json") if rest else Client().get(address)
        assert answer.status_code == 404


def test_a_phone_goes_on_with_the_sheet_of_its_table(house: House) -> None:
    tournament = pairs(house).round.tournament
    assert phone(tournament)["table"]["offered"] == ["sheet", "result"]
    secret = phone(tournament, "sheet/", round=1)["write_secret"]
    assert phone(tournament, "sheet/", round=1)["write_secret"] == secret
    assert Client().get(f"/api/v1/sheets/{secret}/").json()["status"] == "open"
    assert phone(tournament)["table"]["state"] == "writing"


def test_codes_come_for_as_many_tables_as_are_needed_or_asked_for(house: House) -> None:
    tournament = a_tournament(house.club, cards=9)
    assert [one["number"] for one in ask(house, "get", f"{tournament.pk}/table-codes/")] == [1, 2, 3, 4, 5]
    some = ask(house, "get", f"{tournament.pk}/table-codes/?from=7&to=8")
    assert [one["number"] for one in some] == [7, 8]
    assert some[0]["address"].endswith(f"/table/{code_of(tournament, 7)}/")


def test_who_bought_in_can_be_listed_and_taken_back(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    card = tournament.entrants.get(number=2)
    bought = Buy.objects.create(entrant=card, after_round=1, lives=1, cents=500, pool_cents=500, token="buy")
    (listed,) = ask(house, "get", f"{tournament.pk}/buys/", role=Role.SCORER)
    assert (listed["id"], listed["number"], listed["cancelled"]) == (bought.pk, 2, False)


def test_a_number_of_cards_that_is_none_is_refused(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    assert codes(ask(house, "get", f"{tournament.pk}/planned/?cards=many", status=422)) == [("bad_value", "cards")]


@pytest.mark.parametrize("plan", [5, [], "x"])
def test_what_is_no_plan_is_refused_at_the_plan(house: House, plan: object) -> None:
    tournament = a_tournament(house.club, cards=2)
    assert codes(ask(house, "patch", f"{tournament.pk}/", {"plan": plan}, status=422)) == [("bad_value", "plan")]


# --- the description -------------------------------------------------------------------------------------------------


def test_the_plan_is_described_field_by_field_with_its_defaults() -> None:
    described = schema_of(Plan)
    assert [*described["properties"]] == [one.name for one in fields(Plan)]
    stage = described["properties"]["stages"]["items"]["properties"]
    assert stage["kind"]["enum"] == [str(kind) for kind in Kind]
    assert stage["lives"] == {"type": "integer", "minimum": 1, "maximum": 20, "default": 3}
    assert stage["counting"]["properties"]["sums_to"]["nullable"]
    assert "survived" in described["properties"]["ranking"]["properties"]["chain"]["description"]
    written = write_plan(Plan())
    assert {name: written[name] for name in ("card", "people", "most")} == {
        name: described["properties"][name]["default"] for name in ("card", "people", "most")
    }


def test_what_is_said_of_a_field_is_the_sentence_below_it() -> None:
    assert sentences(Counting)["sums_to"].startswith("What the amounts of a table add up to")
    assert sentences(Kind)["SLIDING"].startswith("Odd numbers stay")


def test_every_field_of_tournaments_is_described_or_speaks_for_itself() -> None:
    """A number without a word beside it says nothing: cents? a start number? an id?"""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    silent = [
        f"{name}.{field}"
        for name in used_by_tournaments(schema)
        for field, told in schema["components"]["schemas"][name].get("properties", {}).items()
        if "description" not in told and told.get("type") in ("integer", "object") and field not in PLAIN
    ]
    assert silent == []


PLAIN = ("id", "number", "round", "place", "lives", "cards", "rounds", "player", "players")


def used_by_tournaments(schema: dict[str, Any]) -> list[str]:
    found = set[str]()

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            name = part.get("$ref", "").rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                walk(schema["components"]["schemas"][name])
            for one in part.values():
                walk(one)
        elif isinstance(part, list):
            for one in part:
                walk(one)

    for path, operations in schema["paths"].items():
        if "/tournaments/" in path or "/tables/{code}" in path:
            walk(operations)
    return sorted(found - {"Plan", "BookingAnswer"})
