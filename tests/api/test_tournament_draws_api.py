"""Draws and rounds through the API: the same use cases and the same refusals as the pages."""

from typing import Any

import pytest

from clubs.models.club import Role
from tests.api import asking
from tests.api.asking import codes
from tests.club import House
from tests.tournament import a_result, a_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LIVES: dict[str, Any] = {"stages": [{"kind": "lives"}], "ranking": {"chain": ["survived"]}}
WON, LOST = {"points": 7}, {"points": 3}


def ask(house: House, tournament: Tournament, method: str, path: str, *said: Any, **how: Any) -> Any:
    return asking.ask(house, method, f"{tournament.pk}/{path}", *said, **how)


def test_a_round_is_drawn_looked_at_swapped_and_published(house: House) -> None:
    tournament = a_tournament(house.club, cards=6, plan=LIVES)
    before = ask(house, tournament, "get", "draw/")
    assert (before["number"], before["seed"], before["there"], before["draft"]) == (
        1,
        "kirtag/1",
        [1, 2, 3, 4, 5, 6],
        None,
    )
    first = ask(house, tournament, "post", "draw/", {"number": 1}, status=201)
    assert ask(house, tournament, "post", "draw/", {"number": 1}, status=201) == first
    assert (first["state"], first["attempt"], len(first["tables"])) == ("draft", 1, 3)
    again = ask(house, tournament, "post", "draw/", {"number": 1, "again": True, "seen": 1}, status=201)
    assert (again["attempt"], again["seed"]) == (2, "kirtag/1/2")
    one, other = again["tables"][0]["seats"][0], again["tables"][1]["seats"][0]
    both = {"first": one, "second": other}
    look = ask(house, tournament, "post", "draw/swap/", {**both, "preview": True})
    assert (look["round"]["mark"], look["gained"], look["lost"]) == (again["mark"], [], [])
    swapped = ask(house, tournament, "post", "draw/swap/", {**both, "seen": again["mark"]})["round"]
    assert swapped["tables"][0]["seats"][0] == other
    assert codes(ask(house, tournament, "post", "draw/publish/", {"number": 1, "seen": again["mark"]}, status=422)) == [
        ("draw_moved", None)
    ]
    published = ask(house, tournament, "post", "draw/publish/", {"number": 1, "seen": swapped["mark"]})
    assert (published["state"], published["tables"]) == ("published", swapped["tables"])
    assert ask(house, tournament, "get", "rounds/1/", role=Role.MEMBER) == published
    assert ask(house, tournament, "get", "rounds/", role=Role.MEMBER) == [published]
    checked = ask(house, tournament, "get", "rounds/1/verify/", role=Role.MEMBER)
    assert (checked["same"], checked["moved"]) == (False, sorted((one, other)))
    assert checked["drawn"] == again["tables"]


def test_a_whole_round_by_hand_is_refused_with_every_fault_and_then_stands(house: House) -> None:
    tournament = a_tournament(house.club, cards=5, plan=LIVES)
    wrong = {"number": 1, "tables": [{"seats": [1, 2]}, {"number": 7, "seats": [2, 9]}], "byes": [5]}
    assert codes(ask(house, tournament, "put", "draw/", wrong, status=422)) == [
        ("twice", "tables"),
        ("unknown_number", "tables"),
        ("nowhere", "tables"),
    ]
    right = {"number": 1, "tables": [{"seats": [1, 2]}, {"number": 7, "seats": [4, 3]}], "byes": [5]}
    made = ask(house, tournament, "put", "draw/", right)
    assert [(one["number"], one["seats"]) for one in made["tables"]] == [(1, [1, 2]), (7, [4, 3])]
    assert (made["byes"], made["by_hand"], made["seed"]) == ([5], True, "")
    assert ask(house, tournament, "get", "draw/")["draft"] == made
    assert ask(house, tournament, "get", "draw/", role=Role.MEMBER)["draft"] is None
    ask(house, tournament, "delete", "draw/", status=204)
    ask(house, tournament, "delete", "draw/", status=204)
    assert not tournament.rounds.exists()


def test_open_tables_are_named_and_a_round_being_played_is_not_taken_back(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=LIVES)
    ask(house, tournament, "put", "draw/", {"number": 1, "tables": [{"seats": [1, 2]}, {"seats": [3, 4]}]})
    ask(house, tournament, "post", "draw/publish/", {"number": 1})
    assert ask(house, tournament, "get", "draw/")["open_tables"] == [1, 2]
    answer = ask(house, tournament, "post", "draw/", {"number": 2}, status=422)
    assert codes(answer) == [("round_open", None)]
    assert "1, 2" in answer["problems"][0]["message"]
    assert ask(house, tournament, "post", "rounds/1/take-back/")["state"] == "draft"
    ask(house, tournament, "post", "draw/publish/", {"number": 1})
    a_result(tournament.rounds.get().tables.get(number=2), WON, LOST)
    answer = ask(house, tournament, "post", "rounds/1/take-back/", status=422)
    assert codes(answer) == [("round_has_results", None)]


def test_drawing_is_for_directors(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=LIVES)
    for role in (Role.SCORER, Role.TREASURER, Role.MEMBER):
        ask(house, tournament, "post", "draw/", {"number": 1}, role=role, status=403)
    ask(house, tournament, "post", "draw/", {"number": 0}, status=422)
