"""The API of rankings: the same use cases as the pages."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models.club import Role
from seasons.models import Board, Ranking
from seasons.services import boards
from tests.club import House
from tests.services.season import a_sheet_of
from tests.services.table import won_leg

pytestmark = pytest.mark.django_db
LIST_QUERIES = 7
NEW = {"token": "once", "name": "Bilanz", "game": "bauernschnapsen"}


def ask(
    house: House, method: str, path: str = "", body: Any = None, *, role: str = Role.DIRECTOR, status: int = 200
) -> Any:
    headers = {"Authorization": f"Token {house.token(role)}", "Accept-Language": "en"}
    data = {} if body is None else {"data": body, "content_type": "application/json"}
    answer = getattr(Client(headers=headers), method)(f"/api/v1/clubs/{house.club.slug}/rankings/{path}", **data)
    assert answer.status_code == status, (path, answer.status_code, answer.content)
    return answer.json() if answer.content else None


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(one["code"], one["at"]) for one in answer["problems"]]


def test_a_ranking_is_made_changed_and_deleted(house: House) -> None:
    made = [ask(house, "post", body=NEW, status=201) for _again in range(2)]
    assert made[0] == made[1]
    assert (made[0]["unit"], made[0]["span"], made[0]["secret"]) == ("bummerl", "year", "")
    path = f"{made[0]['id']}/"
    changed = ask(house, "patch", path, {"public": True, "minimum": 3, "seen": 0})
    assert (changed["minimum"], changed["seq"], len(changed["secret"])) == (3, 1, 22)
    conflict = ask(house, "patch", path, {"name": "Zu spät", "seen": 0}, status=409)
    assert (codes(conflict), conflict["now"]["name"]) == ([("ranking_moved", None)], "Bilanz")
    assert codes(ask(house, "patch", path, {"unit": "cents", "minimum": 999}, status=422)) == [
        ("minimum_not_possible", "minimum"),
        ("money_is_not_public", "public"),
    ]
    other = ask(house, "post", f"{path}secret/", {"seen": 1})
    assert other["secret"] != changed["secret"]
    assert [one["id"] for one in ask(house, "get", role=Role.MEMBER)] == [made[0]["id"]]
    ask(house, "delete", path, status=204)
    ask(house, "get", path, status=404)


def test_a_board_says_how_it_stands(house: House) -> None:
    a_sheet_of(house, date(2026, 1, 6), won_leg(0))
    pk = ask(house, "post", body={**NEW, "measure": "per_hand"}, status=201)["id"]
    waiting = ask(house, "get", f"{pk}/board/?season=2026", role=Role.MEMBER)
    assert (waiting["state"]["computed_at"], waiting["state"]["waits"], waiting["rows"]) == (None, True, [])
    boards.rebuild(Board.objects.get(season=2026).pk, now=timezone.now())
    told = ask(house, "get", f"{pk}/board/?season=2026", role=Role.MEMBER)
    assert told["state"]["waits"] is False
    assert told["rows"][0] == {
        "place": 1,
        "shared": True,
        "player": house.players[Role.OWNER].pk,
        "name": "Anna Höß",
        "amount": 2,
        "hands": 1,
        "evenings": 1,
        "figure": "+2.00",
        "moved": None,
        "new": False,
    }
    ask(house, "get", f"{pk}/board/?season=1999", status=404)
    ask(house, "get", f"{pk}/board/?season=latest")


def test_champions_by_hand(house: House) -> None:
    pk = ask(house, "post", body=NEW, status=201)["id"]
    sent = {"token": "c", "season": "2019", "player": house.players[Role.MEMBER].pk}
    made = [ask(house, "post", f"{pk}/champions/", sent, status=201) for _again in range(2)]
    assert made[0] == made[1]
    assert ask(house, "get", f"{pk}/champions/", role=Role.MEMBER) == [made[0]]
    assert codes(ask(house, "post", f"{pk}/champions/", {"token": "d", "season": ""}, status=422)) == [
        ("champion_season_missing", "season"),
        ("champion_name_missing", "name"),
    ]
    ask(house, "delete", f"{pk}/champions/{made[0]['id']}/", status=204)
    assert ask(house, "get", f"{pk}/champions/") == []


def test_only_directors_write(house: House) -> None:
    ask(house, "post", body=NEW, role=Role.SCORER, status=403)
    assert not Ranking.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_as_often_for_one_as_for_three(
    house: House, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        a_sheet_of(house, date(2020 + number, 1, 6), won_leg(0))
    for number in range(count):
        ask(house, "post", body={**NEW, "token": f"once-{number}"}, status=201)
    with django_assert_num_queries(LIST_QUERIES):
        told = ask(house, "get", role=Role.MEMBER)
    assert [len(one["seasons"]) for one in told] == [count + 1] * count  # and the one that runs
