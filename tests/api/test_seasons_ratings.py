"""The API of ratings and regions: the same as the pages."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models.club import Role
from seasons.models import Rating, Region
from seasons.services import regions
from tests.club import House, a_house
from tests.seasons_ratings import a_rating, a_region, a_season, compute, lay

pytestmark = pytest.mark.django_db
LIST_QUERIES = {"regions/": 9, "ratings/": 6}


def asked(house: House, method: str, rest: str, body: Any = None, role: str = Role.OWNER) -> tuple[int, Any]:
    client = Client(headers={"Authorization": f"Token {house.token(role)}"})
    address, sent = f"/api/v1/clubs/{house.club.slug}/{rest}", "" if body is None else json.dumps(body)
    answer = client.generic(method, address, sent, "application/json")
    return answer.status_code, answer.json() if answer.content else None


def codes(told: Any) -> list[str]:
    return [one["code"] for one in told["problems"]]


def test_a_rating_is_switched_on_changed_and_off(house: House) -> None:
    status, told = asked(house, "POST", "ratings/", {"game": "bauernschnapsen", "provisional": 5})
    assert (status, told["provisional"], told["public"], told["secret"], told["region"]) == (201, 5, False, "", None)
    pk = told["id"]
    assert asked(house, "POST", "ratings/", {"game": "bauernschnapsen"})[1]["id"] == pk
    assert codes(asked(house, "POST", "ratings/", {"game": "x", "provisional": 0})[1]) == [
        "provisional_not_possible",
        "no_such_game_to_rate",
    ]
    status, told = asked(house, "PATCH", f"ratings/{pk}/", {"public": True, "seen": 0})
    assert (status, told["public"], told["secret"] != "", told["seq"]) == (200, True, True, 1)
    status, told = asked(house, "PATCH", f"ratings/{pk}/", {"provisional": 9, "seen": 0})
    assert (status, codes(told), told["now"]["provisional"]) == (409, ["rating_moved"], 5)
    status, told = asked(house, "POST", f"ratings/{pk}/secret/", {"seen": 1})
    assert (status, told["seq"]) == (200, 2)
    assert asked(house, "DELETE", f"ratings/{pk}/", role=Role.MEMBER)[0] == 403
    assert asked(house, "DELETE", f"ratings/{pk}/")[0] == 204
    assert asked(house, "GET", "ratings/")[1] == []


def test_the_table_and_one_person(house: House) -> None:
    rating, who = a_season(house)
    status, told = asked(house, "GET", f"ratings/{rating.pk}/board/", role=Role.MEMBER)
    assert (status, told["state"]["waits"], len(told["rows"])) == (200, False, 6)
    row = told["rows"][0]
    assert (row["place"], row["certain"]) == (1, row["figure"] - row["margin"])
    status, person = asked(house, "GET", f"ratings/{rating.pk}/people/{who[0].pk}/")
    assert (status, person["name"], person["club"]) == (200, "Spieler 0", "")
    assert sum(one["games"] for one in person["steps"]) == next(
        one["games"] for one in told["rows"] if one["person"] == who[0].pk
    )
    assert person["partners"]
    assert person["opponents"][0].keys() == {"person", "name", "games", "won", "expected"}
    assert asked(house, "GET", f"ratings/{rating.pk}/people/0/")[0] == 404


def test_a_region_and_what_its_other_clubs_see(house: House) -> None:
    other = a_house("wirt", name="Wirt")
    status, told = asked(house, "POST", "regions/", {"name": "Innviertel", "token": "region-12"})
    assert (status, told["made_by"], len(told["secret"]) > 15) == (201, house.club.pk, True)
    pk, secret = told["id"], told["secret"]
    assert codes(asked(other, "POST", "regions/join/", {"secret": "wrong-one"})[1]) == ["region_unknown"]
    status, told = asked(other, "POST", "regions/join/", {"secret": secret})
    assert (status, told["secret"], [one["name"] for one in told["clubs"]]) == (200, "", ["Stammtisch Post", "Wirt"])
    status, rating = asked(house, "POST", "ratings/", {"game": "bauernschnapsen", "region": pk, "provisional": 1})
    assert (status, rating["region"]) == (201, pk)
    assert codes(asked(other, "POST", "ratings/", {"game": "bauernschnapsen", "region": pk})[1]) == ["region_elsewhere"]
    lay(other.club, 0, [other.players["owner"], other.players["member"]], "0>1")
    compute(Rating.objects.get())
    rows = asked(house, "GET", f"ratings/{rating['id']}/board/")[1]["rows"]
    assert [(one["name"], one["club"]) for one in rows] == [("Anna H.", "Wirt"), ("Franz H.", "Wirt")]
    assert asked(other, "DELETE", f"ratings/{rating['id']}/")[0] == 404
    assert codes(asked(house, "POST", f"regions/{pk}/leave/")[1]) == ["region_is_yours"]
    assert asked(house, "POST", f"regions/{pk}/put-out/", {"club": other.club.pk})[1]["secret"] != secret
    assert asked(other, "GET", f"regions/{pk}/")[0] == 404
    assert asked(house, "DELETE", f"regions/{pk}/")[0] == 204
    assert not Region.objects.exists()


def test_leaving_a_region_and_saying_that_one_is_not_rated(house: House) -> None:
    other = a_house("wirt", name="Wirt")
    region = a_region(house, other)
    assert asked(other, "POST", f"regions/{region.pk}/leave/")[0] == 204
    assert asked(other, "GET", "regions/")[1] == []
    assert a_rating(house.club).pk
    assert asked(house, "PATCH", "me/", {"rated": False}, Role.MEMBER)[1]["player"]["rated"] is False


@pytest.mark.parametrize("count", [1, 3])
def test_the_lists_ask_the_database_as_often_for_one_as_for_three(
    house: House, count: int, django_assert_num_queries: Any
) -> None:
    others = [a_house(f"wirt-{number}", name=f"Wirt {number}") for number in range(count)]
    for number in range(count):
        region = regions.create(house.club, by=None, token=f"region-{number}", name="Gau", now=timezone.now())
        for one in others:
            regions.join(one.club, by=None, secret=region.secret, now=timezone.now())
        a_rating(house.club, region=region)
    for rest in ("regions/", "ratings/"):
        with django_assert_num_queries(LIST_QUERIES[rest]):
            told = asked(house, "GET", rest)[1]
        assert len(told) == count
    assert [one["name"] for one in asked(house, "GET", "regions/")[1][0]["clubs"]] == [
        "Stammtisch Post",
        *(one.club.name for one in others),
    ]
