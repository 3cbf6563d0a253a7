"""The API of a hall, without an account: the same as on everybody's phone."""

from typing import Any

import pytest
from django.test import Client

from tests.club import House
from tests.services.test_tournament_hall import an_evening
from tests.services.test_tournament_results import put, table_at
from tournaments.models import Tournament
from tournaments.services.table_codes import hall_code

pytestmark = pytest.mark.django_db


def ask(tournament: Tournament, rest: str = "", **headers: str) -> Any:
    client = Client(headers={"Accept-Language": "en"})
    return client.get(f"/api/v1/halls/{hall_code(tournament)}/{rest}", headers=headers)


def test_the_hall_tells_names_tables_and_standings_as_far_as_they_are_public(house: House) -> None:
    told = ask(an_evening(house)).json()
    assert (told["said"], told["round"], told["missing"], told["clock"]) == ("Round 2", 2, [1], None)
    assert told["tables"] == [
        {
            "number": 1,
            "open": True,
            "seats": [{"number": 1, "name": "Josef A."}, {"number": 3, "name": "Franz D."}],
        }
    ]
    assert told["byes"] == [{"number": 5, "name": "Karl F."}]
    assert [(row["place"], row["name"], row["lives"]) for row in told["standings"]] == [
        (1, "Josef A.", 1),
        (1, "Franz D.", 1),
        (1, "Karl F.", 1),
        (4, "Maria B.", 0),
        (4, "Anna E.", 0),
    ]
    kept_back = ask(an_evening(house, "end")).json()
    assert (kept_back["standings"], kept_back["kept_back"]) == ([], "How it stands is shown only at the end.")


def test_a_card_tells_its_table_and_304_while_nothing_changes(house: House) -> None:
    tournament = an_evening(house)
    answer = ask(tournament, "cards/3/")
    told = answer.json()
    assert (told["where"], told["now"]["table"], told["now"]["seat"]) == ("table", 1, 2)
    assert told["now"]["opponents"] == [{"number": 1, "name": "Josef A."}]
    seen = {"If-None-Match": answer.headers["ETag"]}
    assert ask(tournament, "cards/3/", **seen).status_code == 304
    put(table_at(tournament.rounds.get(number=2), 1), {"points": 3}, {"points": 7})
    assert ask(tournament, "cards/3/", **seen).json()["rounds"][0]["made"] == "7:3"
    assert ask(tournament, "cards/99/").status_code == 404
