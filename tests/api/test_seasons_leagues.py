"""Leagues through the API: the same use cases and refusals as the pages."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models.club import Role
from seasons.models import Board, Fixture, League, Team
from seasons.services import boards
from tests.club import House
from tests.league import a_league, first_fixture, ids, reported

pytestmark = pytest.mark.django_db

WON = ((3, 1), (2, 0))
LIST_QUERIES = 7
"""Who asks and whether they may, the leagues, and all of their divisions."""


def ask(
    house: House, method: str, path: str = "", body: Any = None, *, role: str = Role.DIRECTOR, status: int = 200
) -> Any:
    headers = {"Authorization": f"Token {house.token(role)}", "Accept-Language": "en"}
    data = {} if body is None else {"data": body, "content_type": "application/json"}
    answer = getattr(Client(headers=headers), method)(f"/api/v1/clubs/{house.club.slug}/leagues/{path}", **data)
    assert answer.status_code == status, (path, answer.status_code, answer.content)
    return answer.json() if answer.content else None


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(one["code"], one["at"]) for one in answer["problems"]]


def test_a_league_from_being_made_to_its_fixtures(house: House) -> None:
    refused = ask(house, "post", "", {"token": "t", "name": "", "season": ""}, status=422)
    assert codes(refused) == [
        ("league_name_missing", "name"),
        ("league_season_missing", "season"),
        ("no_division", "divisions"),
    ]
    body = {"token": "t", "name": "Bezirksliga", "season": "2026/27", "divisions": ["A", "B"], "rules": {"boards": 2}}
    made = ask(house, "post", "", body, status=201)
    assert ask(house, "post", "", body, status=201)["id"] == made["id"]
    pk = made["id"]
    for name in ("Kopfing", "Haibach", "Rainbach"):
        team = ask(house, "post", f"{pk}/teams/", {"token": name, "name": name}, status=201)
    team = ask(house, "patch", f"{pk}/teams/{team['id']}/", {"venue": "Wirt"})
    assert (team["name"], team["venue"], team["number"]) == ("Rainbach", "Wirt", 3)
    team = ask(house, "post", f"{pk}/teams/{team['id']}/people/", {"name": "Anna Höß"}, status=201)
    assert [(one["name"], one["captain"]) for one in team["people"]] == [("Anna Höß", False)]
    member = team["people"][0]["id"]
    team = ask(house, "post", f"{pk}/teams/{team['id']}/people/{member}/")
    assert team["people"][0]["captain"]
    assert ask(house, "delete", f"{pk}/teams/{team['id']}/people/{member}/")["people"] == []
    ask(house, "delete", f"{pk}/teams/{team['id']}/", status=204)
    draw = {"seed": "sauwald", "first": "2026-10-02", "weeks": 2, "time": "19:30"}
    found = ask(house, "post", f"{pk}/divisions/1/draw/", draw, status=201)
    assert [(one["round"], one["day"], one["time"], one["how"]) for one in found] == [
        (1, "2026-10-02", "19:30:00", "open"),
        (2, "2026-10-16", "19:30:00", "open"),
    ]
    assert ask(house, "get", f"{pk}/")["divisions"][0] == {"level": 1, "name": "A", "seed": "sauwald"}
    assert codes(ask(house, "post", f"{pk}/divisions/1/draw/", {**draw, "seed": "x", "seen": 0}, status=409)) == [
        ("league_moved", None)
    ]
    ask(house, "delete", f"{pk}/divisions/1/draw/", status=204)
    assert ask(house, "get", f"{pk}/fixtures/") == []
    like = ask(house, "post", "", {"token": "u", "name": "L", "season": "27", "like": pk}, status=201)
    assert [one["name"] for one in like["divisions"]] == ["A", "B"]
    ask(house, "delete", f"{pk}/", status=204)
    assert [one["name"] for one in ask(house, "get", role=Role.MEMBER)] == ["L"]


def test_tables_matches_and_who_is_where_next(house: House) -> None:
    league = a_league(house)
    match = first_fixture(league)
    reported(match, *WON)
    assert ask(house, "get", f"{league.pk}/tables/")[0]["waits"]
    boards.rebuild(Board.objects.get(division__league=league).pk, now=timezone.now())
    (table,) = ask(house, "get", f"{league.pk}/tables/", role=Role.MEMBER)
    first = table["rows"][0]
    assert (table["waits"], first["place"], first["team"], first["points"], first["boards"], first["made"]) == (
        False,
        1,
        match.home_id,
        2,
        2,
        5,
    )
    assert {one["player"] for one in table["people"]} == {*ids(match.home), *ids(match.away)}
    found = ask(house, "get", f"{league.pk}/fixtures/")[0]
    assert (found["how"], found["boards"], found["made"]) == ("played", [2, 0], [5, 1])
    ending = ask(house, "get", f"{league.pk}/next/")
    assert (ending["open_matches"], [one["to"] for one in ending["moves"]]) == (1, [1, 1])
    body = {"token": "n", "season": "2027/28"}
    assert ask(house, "post", f"{league.pk}/next/", body, status=409)["open_matches"] == 1
    made = ask(house, "post", f"{league.pk}/next/", {**body, "sure": True}, status=201)
    assert (made["previous"], made["season"]) == (league.pk, "2027/28")


def test_other_rules_are_asked_about_once_a_result_is_in(house: House) -> None:
    league = a_league(house)
    reported(first_fixture(league), *WON)
    asked = ask(house, "patch", f"{league.pk}/", {"rules": {"scale": "3/1/0"}}, status=409)
    assert asked["after"] == ["Points: 3 for a win, 1 for a draw"]
    changed = ask(house, "patch", f"{league.pk}/", {"rules": {"scale": "3/1/0"}, "sure": True, "name": "Liga"})
    assert (changed["rules"]["scale"], changed["rules"]["boards"], changed["name"], changed["season"]) == (
        "3/1/0",
        2,
        "Liga",
        "2026/27",
    )
    assert codes(ask(house, "patch", f"{league.pk}/", {"name": "X", "seen": 0}, status=409)) == [("league_moved", None)]
    assert codes(ask(house, "delete", f"{league.pk}/", status=422)) == [("league_has_results", None)]


def test_withdrawing_penalties_and_days(house: House) -> None:
    league = a_league(house, teams=3)
    team = Team.objects.filter(division__league=league)[0].pk
    assert ask(house, "get", f"{league.pk}/teams/{team}/withdrawal/") == {"struck": True, "played": 0, "of": 4}
    assert ask(house, "post", f"{league.pk}/teams/{team}/withdrawal/")["struck"]
    assert ask(house, "delete", f"{league.pk}/teams/{team}/withdrawal/")["withdrawn_on"] is None
    body = {"token": "p", "points": 2, "reason": "Zu spät"}
    found = ask(house, "post", f"{league.pk}/teams/{team}/penalties/", body, status=201)
    assert [one["points"] for one in found["penalties"]] == [2]
    penalty = found["penalties"][0]["id"]
    assert ask(house, "delete", f"{league.pk}/teams/{team}/penalties/{penalty}/")["penalties"] == []
    before = found["secret"]
    assert ask(house, "post", f"{league.pk}/teams/{team}/secret/", {"token": "s"})["secret"] != before
    match, seen = Fixture.objects.filter(division__league=league).values_list("pk", "seq")[0]
    moved = ask(house, "put", f"{league.pk}/fixtures/{match}/day/", {"day": None, "postponed": True, "seen": seen})
    assert (moved["day"], moved["postponed_from"], moved["seq"]) == (None, "2026-10-02", seen + 1)
    ask(house, "put", f"{league.pk}/fixtures/{match}/day/", {"day": "2026-12-01", "seen": seen}, status=409)
    turned = ask(house, "put", f"{league.pk}/fixtures/{match}/home/", {"home": moved["away"], "seen": seen + 1})
    assert [turned[name] for name in ("home", "away", "seq")] == [moved["away"], moved["home"], seen + 2]
    late = ask(house, "put", f"{league.pk}/fixtures/{match}/home/", {"home": moved["home"], "seen": seen}, status=409)
    assert codes(late) == [("league_moved", None)]
    odd = ask(house, "put", f"{league.pk}/fixtures/{match}/home/", {"home": 2**70}, status=422)
    assert codes(odd) == [("not_in_match", "home")]
    round_ = ask(house, "put", f"{league.pk}/divisions/1/rounds/2/", {"day": "2026-12-08", "time": "18:00"})
    assert {one["day"] for one in round_} == {"2026-12-08"}


def test_a_member_sees_no_secret_of_a_team(house: House) -> None:
    league = a_league(house, public=False)
    assert "secret" not in ask(house, "get", f"{league.pk}/teams/", role=Role.MEMBER)[0]
    assert "secret" in ask(house, "get", f"{league.pk}/teams/", role=Role.SCORER)[0]
    assert "secret" not in ask(house, "get", f"{league.pk}/", role=Role.MEMBER)
    assert League.objects.get().secret == ask(house, "get", f"{league.pk}/")["secret"]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_as_often_for_one_as_for_three(
    house: House, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        body = {"token": f"l{number}", "name": f"Liga {number}", "season": "2026/27", "divisions": ["A", "B"]}
        ask(house, "post", "", body, status=201)
    with django_assert_num_queries(LIST_QUERIES):
        told = ask(house, "get")
    assert [[one["name"] for one in league["divisions"]] for league in told] == [["A", "B"]] * count
