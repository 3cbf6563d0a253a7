"""House-rule profiles over the API: the same use cases as the pages, with the same answers to the same questions."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Change, RuleProfile, RuleVersion
from clubs.models.club import Role
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house
from tests.services.table import CAST, new_token

pytestmark = pytest.mark.django_db

POST = {"game": "bauernschnapsen", "name": "Gasthaus Post", "house_rules": {"target": 30}}


class Caller:
    """An account with its personal token."""

    def __init__(self, house: House, role: str, language: str = "de") -> None:
        headers = {"Authorization": f"Token {house.token(role)}", "Accept-Language": language}
        self.client, self.path = Client(headers=headers), f"/api/v1/clubs/{house.club.slug}/house-rules/"

    def get(self, rest: str = "", status: int = 200) -> Any:
        answer = self.client.get(self.path + rest)
        assert answer.status_code == status, answer.content
        return answer.json()

    def send(self, rest: str = "", data: Any = None, status: int = 201, method: str = "post") -> Any:
        answer = getattr(self.client, method)(self.path + rest, data or {}, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()


@pytest.fixture
def director(house: House) -> Caller:
    return Caller(house, Role.DIRECTOR)


def test_a_profile_is_made_listed_and_read(house: House, director: Caller) -> None:
    made = director.send(data=POST)
    assert (made["name"], made["version"], made["archived"], made["house_rules"]["target"]) == (
        "Gasthaus Post",
        1,
        False,
        30,
    )
    assert director.send(data=POST) == made
    member = Caller(house, Role.MEMBER)
    assert member.get() == [{name: value for name, value in made.items() if name != "versions"}]
    assert member.get(f"{made['id']}/") == made
    assert [(one["number"], one["made_by"], one["changed"]) for one in made["versions"]] == [(1, "Bert Maier", [])]
    assert RuleVersion.objects.count() == 1


def test_a_new_version_and_who_played_under_which(house: House, director: Caller) -> None:
    made = director.send(data=POST)
    version = RuleVersion.objects.get()
    sheet = begin_sheet(
        game="bauernschnapsen",
        players=CAST,
        house_rules=version.house_rules,
        club=house.club,
        rule_version=version,
        token=new_token("sheet"),
    )
    told = director.send(f"{made['id']}/versions/", {"after": 1, "house_rules": {"target": 24}})
    assert [(one["number"], one["sheets"], one["changed"]) for one in told["versions"]] == [
        (2, 0, ["Ziel: 30 → 24"]),
        (1, 1, []),
    ]
    day = told["versions"][1]["first_day"]
    assert (told["versions"][1]["last_day"], len(day)) == (day, 10)
    assert told["versions"][1]["people"] == sorted(sheet.seats.values_list("player", flat=True))
    assert told["sheets"] == 1
    again = director.send(f"{made['id']}/versions/", {"after": 1, "house_rules": {"target": 24}})
    assert again == told


def test_of_two_directors_the_second_gets_a_conflict_with_what_changed(house: House, director: Caller) -> None:
    pk = director.send(data=POST)["id"]
    Caller(house, Role.OWNER).send(f"{pk}/versions/", {"after": 1, "house_rules": {"target": 24}})
    answer = director.send(f"{pk}/versions/", {"after": 1, "house_rules": {"target": 20}}, 409)
    assert (answer["code"], answer["changed"], answer["profile"]["version"]) == ("conflict", ["Ziel: 30 → 24"], 2)


def test_everything_that_is_wrong_is_named_with_its_field(director: Caller) -> None:
    wrong = {"game": "bauernschnapsen", "name": "", "house_rules": {"target": 99, "nonsense": 1}}
    problems = director.send(data=wrong, status=422)["problems"]
    assert [(one["code"], one["at"]) for one in problems] == [
        ("rules_name_missing", "name"),
        ("bad_house_rule", "target"),
        ("bad_house_rule", "nonsense"),
    ]
    assert problems[1]["message"] == "Ziel: eine Zahl von 5 bis 40."
    assert [one["at"] for one in director.send(data={}, status=422)["problems"]] == ["game", "name"]
    assert director.send(data={**POST, "game": "poker"}, status=422)["problems"][0]["code"] == "unknown_game"
    pk = director.send(data=POST)["id"]
    for data, code in (
        ({"after": 1, "house_rules": {"target": 30}}, "rules_unchanged"),
        ({"after": 1, "house_rules": []}, "bad_house_rule"),
    ):
        assert director.send(f"{pk}/versions/", data, 422)["problems"][0]["code"] == code


def test_renaming_archiving_and_bringing_back(director: Caller) -> None:
    pk = director.send(data=POST)["id"]
    director.send(data={**POST, "name": "Café Eck"})
    assert director.send(f"{pk}/", {"name": "Krone"}, 200, "patch")["name"] == "Krone"
    problems = director.send(f"{pk}/", {"name": "Café Eck"}, 422, "patch")["problems"]
    assert [(one["code"], one["at"]) for one in problems] == [("rules_name_taken", "name")]
    assert director.send(f"{pk}/archive/", status=200)["archived"] is True
    refused = director.send(f"{pk}/versions/", {"after": 1, "house_rules": {"target": 20}}, 422)
    assert refused["problems"][0]["code"] == "rules_archived"
    assert director.send(f"{pk}/bring-back/", status=200)["archived"] is False
    assert Change.objects.count() == 5


def test_who_may_not_is_told_so_and_a_stranger_finds_nothing(house: House, director: Caller) -> None:
    pk = director.send(data=POST)["id"]
    for role in (Role.TREASURER, Role.SCORER, Role.MEMBER):
        caller = Caller(house, role)
        for rest in ("", f"{pk}/versions/", f"{pk}/archive/", f"{pk}/bring-back/"):
            assert caller.send(rest, POST, 403)["problems"][0]["code"] == "not_allowed"
    other = a_house("krone")
    foreign = Caller(other, Role.OWNER)
    foreign.get(f"{pk}/", 404)
    foreign.send(f"{pk}/versions/", {"after": 1, "house_rules": {}}, 404)
    foreign.path = director.path
    foreign.get("", 404)
    assert Client().get(director.path).status_code == 401
    assert RuleProfile.objects.get().archived_at is None


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_the_same_with_one_and_with_three(
    director: Caller, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        director.send(data={**POST, "name": f"Gasthaus {number}"})
    with django_assert_num_queries(5):
        assert len(director.get()) == count
