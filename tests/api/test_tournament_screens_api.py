"""Screens and reading out the places through the API: the same use cases and refusals as the pages."""

from typing import Any

import pytest
from django.test import Client

from clubs.models.club import Role
from tests.api import asking
from tests.api.asking import codes
from tests.club import House
from tests.tournament import a_tournament
from tests.tournament_evenings import three_lives
from tournaments.models import Screen, Tournament

pytestmark = pytest.mark.django_db


def ask(house: House, tournament: Tournament, method: str, path: str, *said: Any, **how: Any) -> Any:
    return asking.ask(house, method, f"{tournament.pk}/{path}", *said, **how)


def test_a_screen_from_being_added_to_being_deleted(house: House) -> None:
    tournament = a_tournament(house.club)
    wanted = {"token": "a", "name": "Beamer"}
    added = [ask(house, tournament, "post", "screens/", wanted, status=201) for _time in range(2)]
    assert added[0] == added[1]
    assert Client().get(f"/screen/{added[0]['secret']}/").status_code == 200
    one = f"screens/{added[0]['id']}/"
    shows = [{"what": "clock", "seconds": 20}, {"what": "message", "text": "Pause"}]
    changed = ask(house, tournament, "patch", one, {"seen": added[0]["mark"], "shows": shows, "look": "dark"})
    assert (changed["name"], changed["look"], changed["shows"]) == (
        "Beamer",
        "dark",
        [{"what": "clock", "seconds": 20, "text": ""}, {"what": "message", "seconds": 15, "text": "Pause"}],
    )
    stale = ask(house, tournament, "patch", one, {"seen": added[0]["mark"], "name": "Bar"}, status=409)
    assert stale == changed
    refused = {"seen": changed["mark"], "shows": [{"what": "fireworks"}]}
    assert codes(ask(house, tournament, "patch", one, refused, status=422)) == [("screen_shows_unknown", "what")]
    assert ask(house, tournament, "get", "screens/", role=Role.MEMBER) == [changed]
    assert ask(house, tournament, "delete", one, status=204) is None
    assert ask(house, tournament, "delete", one, status=404) is not None
    assert not Screen.objects.exists()


def test_one_thing_on_all_screens_and_back(house: House) -> None:
    tournament = a_tournament(house.club)
    assert codes(ask(house, tournament, "post", "screens/now/", {"what": "clock"}, status=422)) == [
        ("no_screens", None)
    ]
    for name in ("a", "b"):
        ask(house, tournament, "post", "screens/", {"token": name, "name": name}, status=201)
    now = {"what": "message", "text": "Würstel sind fertig"}
    told = [one["now"] for one in ask(house, tournament, "post", "screens/now/", now)]
    assert told == [{"what": "message", "seconds": 15, "text": "Würstel sind fertig"}] * 2
    # Words belong to a message; nothing else keeps them, however many there are.
    told = [one["now"] for one in ask(house, tournament, "post", "screens/now/", {"what": "clock", "text": "x" * 6000})]
    assert told == [{"what": "clock", "seconds": 15, "text": ""}] * 2
    back = ask(house, tournament, "post", "screens/now/", {"what": None})
    assert [one["now"] for one in back] == [None, None]


def test_places_are_read_out_step_by_step(house: House) -> None:
    tournament = three_lives(house.club)
    begun = ask(house, tournament, "post", "reading-out/", {"act": "start"})
    assert (begun["on"], begun["seen"], begun["read"], begun["coming"][0]) == (
        True,
        1,
        [],
        {"place": 9, "number": 3, "name": "Dorn"},
    )
    step = {"act": "step", "seen": 1, "to": 3}
    answers = [ask(house, tournament, "post", "reading-out/", step) for _time in range(2)]
    assert answers[0] == answers[1]
    assert [one["name"] for one in answers[0]["read"]] == ["Auer", "Dorn"]
    other = ask(house, tournament, "post", "reading-out/", {"act": "step", "seen": 1, "to": 2}, status=409)
    assert (other, ask(house, tournament, "get", "reading-out/")) == (answers[0], answers[0])
    ended = ask(house, tournament, "post", "reading-out/", {"act": "finish"}, status=422)
    assert codes(ended) == [("reading_goes_on", "sure")]
    over = ask(house, tournament, "post", "reading-out/", {"act": "finish", "sure": True})
    assert (over["on"], over["seen"]) == (False, 0)
