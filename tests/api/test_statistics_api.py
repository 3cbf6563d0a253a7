"""The API of a club's statistics: the figures of the pages, for members with a token."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Player
from clubs.models.club import Role
from tests.club import House, a_house
from tests.services.season import DAYS, a_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    house = a_house()
    a_season(house)
    return house


def call(house: House, path: str, role: str = Role.MEMBER, status: int = 200, **asked: str) -> Any:
    client = Client(headers={"Authorization": f"Token {house.token(role)}"})
    answer = client.get(f"/api/v1/clubs/{house.club.slug}/{path}", asked)
    assert answer.status_code == status
    return answer.json()


def test_a_persons_figures(house: House) -> None:
    anna = house.players[Role.OWNER]
    found = call(house, f"people/{anna.pk}/statistics/", Role.OWNER)
    assert (found["player"], found["evenings"], found["years"]) == (
        {"id": anna.pk, "name": "Anna Höß"},
        2,
        [2025, 2024],
    )
    assert [(game["game"], game["won"], game["lost"], game["bummerl_given"]) for game in found["games"]] == [
        ("bauernschnapsen", 3, 1, 4),
        ("kratzen", 1, 0, 0),
    ]
    dora = next(one for one in found["others"] if one["player"]["name"] == "Dora Lang")
    assert (dora["together_won"], dora["together_lost"], dora["against_won"]) == (3, 1, 0)
    assert [day["day"] for day in found["days"]] == [day.isoformat() for day in DAYS]
    assert {"game": "bauernschnapsen", "contract": "kontrabauernschnapser", "made": 3, "lost": 0} in found["contracts"]


def test_money_is_told_to_oneself_and_the_treasurer_only(house: House) -> None:
    path = f"people/{house.players[Role.DIRECTOR].pk}/statistics/"
    told = {role: call(house, path, role)["days"][0]["cents"] for role in Role}
    known = told[Role.DIRECTOR]
    assert told == {
        Role.OWNER: known, Role.DIRECTOR: known, Role.TREASURER: known, Role.SCORER: None, Role.MEMBER: None,
    }  # fmt: skip
    assert call(house, path, Role.MEMBER)["games"][0]["cents"] is None


def test_a_merged_id_answers_for_the_real_person_and_nobody_else_is_there(house: House) -> None:
    egon, anna = house.players[Role.SCORER], house.players[Role.OWNER]
    Player.objects.filter(pk=egon.pk).update(merged_into=anna)
    assert call(house, f"people/{egon.pk}/statistics/")["player"]["id"] == anna.pk
    assert call(house, "people/999999/statistics/", status=404)


def test_head_to_head_by_game_and_year(house: House) -> None:
    found = call(house, "head-to-head/", year="2024")
    anna = house.players[Role.OWNER].pk
    against = {
        one["other"]["name"]: (one["against_won"], one["against_lost"]) for one in found if one["player"]["id"] == anna
    }
    assert against == {"Bert Maier": (3, 1), "Dora Lang": (0, 0), "Egon Kern": (3, 1)}
    assert call(house, "head-to-head/", year="2025") == []
    assert len(call(house, "head-to-head/", game="kratzen")) > 0


def test_records(house: House) -> None:
    found = {one["what"]: one for one in call(house, "records/")}
    assert (found["series"]["amount"], [one["name"] for one in found["series"]["players"]]) == (
        2,
        ["Anna Höß", "Dora Lang"],
    )
    assert (found["pot"]["players"], found["pot"]["day"]) == ([], DAYS[1].isoformat())


def test_without_a_token_nothing_and_in_another_club_nothing(house: House) -> None:
    assert Client().get(f"/api/v1/clubs/{house.club.slug}/records/").status_code == 401
    other = a_house("krone")
    client = Client(headers={"Authorization": f"Token {other.token()}"})
    assert client.get(f"/api/v1/clubs/{house.club.slug}/head-to-head/").status_code == 404
