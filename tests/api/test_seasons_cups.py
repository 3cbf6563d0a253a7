"""The API of cups: a season typed in, its rows with every contribution, rules, events and the final."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from seasons.models import Cup
from seasons.services import cups
from tests.club import House
from tests.seasons_cups import DAYS, FIRST, LAST, S6, S6_BEST_7, a_day, computed
from tests.services.season import a_sheet_of
from tests.services.table import won_leg
from tests.tournament import a_tournament

pytestmark = pytest.mark.django_db
LIST_QUERIES = 7


def ask(
    house: House, method: str, path: str = "", body: Any = None, *, role: str = Role.DIRECTOR, status: int = 200
) -> Any:
    client = Client(headers={"Authorization": f"Token {house.token(role)}", "Accept-Language": "en"})
    data = {} if body is None else {"data": body, "content_type": "application/json"}
    answer = getattr(client, method)(f"/api/v1/clubs/{house.club.slug}/cups/{path}", **data)
    assert answer.status_code == status, (path, answer.status_code, answer.content)
    return answer.json() if answer.content else None


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(one["code"], one["at"]) for one in answer["problems"]]


def a_new_cup(house: House, **more: Any) -> Any:
    wanted = {"token": "cup", "name": "Cup", "first_day": str(FIRST), "last_day": str(LAST), **more}
    return ask(house, "post", body=wanted, status=201)


def test_a_season_is_typed_in_and_every_row_tells_its_contributions(house: House) -> None:
    made = a_new_cup(house, preset="best-7")
    assert a_new_cup(house, preset="best-7")["id"] == made["id"]
    for number, day in enumerate(DAYS):
        results = [{"name": name, "points": had[number]} for name, had in S6.items() if had[number] is not None]
        body = {"token": f"day-{number}", "name": f"Abend {number}", "day": str(day), "results": results}
        ask(house, "post", f"{made['id']}/events/", body, status=201)
    assert ask(house, "get", f"{made['id']}/board/")["state"]["waits"]
    computed(Cup.objects.get())
    told = ask(house, "get", f"{made['id']}/board/", role=Role.MEMBER)
    assert [(row["name"], row["hundredths"]) for row in told["rows"]][:5] == [
        (name, total * 100) for name, total in S6_BEST_7
    ]
    for row in told["rows"]:
        assert sum(one["value"] for one in row["events"] if one["counted"]) == row["values"]["sum"]
    day = ask(house, "get", f"{made['id']}/events/{told['rows'][0]['events'][0]['event']}/", role=Role.MEMBER)
    assert [(one["place"], one["name"], one["points"]) for one in day["results"]][:2] == [
        (1, "Bernd", 1010),
        (2, "Franz", 980),
    ]


def test_rules_are_previewed_changed_and_refused_with_every_problem(house: House) -> None:
    made = a_new_cup(house)
    body = {"token": "d", "name": "Tag", "day": str(DAYS[0]), "results": [{"name": "Anna", "points": -5}]}
    ask(house, "post", f"{made['id']}/events/", body, status=201)
    seq = Cup.objects.get().seq
    wanted: Any = {"rules": {"events": {"floor": True}}, "from_day": str(FIRST), "seen": seq}
    (move,) = ask(house, "post", f"{made['id']}/rules/preview/", wanted)
    assert (move["before"]["sum"], move["after"]["sum"]) == (-5, 0)
    assert ask(house, "post", f"{made['id']}/rules/", wanted, status=201)["number"] == 2
    assert ask(house, "post", f"{made['id']}/rules/", wanted, status=201)["number"] == 2
    wanted["rules"] = {"season": {"best": 3}}
    assert codes(ask(house, "post", f"{made['id']}/rules/", wanted, status=409)) == [("cup_moved", None)]
    wanted["rules"] = {"events": {"gives": "places"}, "season": {"chain": ["attended", "attended"]}}
    refused = ask(house, "post", f"{made['id']}/rules/preview/", wanted, status=422)
    assert codes(refused) == [("cup_places_missing", "places"), ("cup_chain_twice", "chain")]
    assert len(ask(house, "get", f"{made['id']}/rules/", role=Role.MEMBER)) == 2
    assert "best-7" in [one["key"] for one in ask(house, "get", "presets/", role=Role.MEMBER)]


def test_a_cup_is_changed_and_ended(house: House) -> None:
    made = a_new_cup(house)
    changed = ask(house, "patch", f"{made['id']}/", {"name": "Neu", "public": True, "seen": made["seq"]})
    assert (changed["name"], bool(changed["secret"]), changed["seq"] > made["seq"]) == ("Neu", True, True)
    ask(house, "patch", f"{made['id']}/", {"name": "Alt", "seen": made["seq"]}, status=409)
    assert ask(house, "post", f"{made['id']}/end/", {"ended": True})["ended_at"]
    body = {"token": "d", "name": "Tag", "day": str(DAYS[0])}
    assert codes(ask(house, "post", f"{made['id']}/events/", body, status=422)) == [("cup_over", None)]


def test_another_address_and_deleting(house: House) -> None:
    made = a_new_cup(house, public=True)
    other = ask(house, "post", f"{made['id']}/secret/", {"seen": made["seq"]})
    assert other["secret"] not in ("", made["secret"])
    ask(house, "post", f"{made['id']}/secret/", {"seen": made["seq"]}, status=409)
    ask(house, "delete", f"{made['id']}/", status=204)
    ask(house, "get", f"{made['id']}/", status=404)


def test_the_towns_of_a_cup_of_money_give_nobody_away(house: House) -> None:
    made = a_new_cup(house, game="bauernschnapsen", rules={"events": {"unit": "cents"}, "season": {"towns": True}})
    body: Any = {"token": "d", "name": "Tag", "day": str(DAYS[0]), "results": [{"name": "Anna Höß", "points": 5}]}
    ask(house, "post", f"{made['id']}/events/", body, status=201)
    Player.objects.filter(name="Anna Höß").update(place="Einschicht")
    computed(Cup.objects.get())
    towns = f"{made['id']}/board/?table=towns"
    told = ask(house, "get", towns, role=Role.MEMBER)
    assert (told["rows"], told["hidden"]) == ([], 1)
    assert ask(house, "get", towns, role=Role.OWNER)["rows"][0]["name"] == "Einschicht"


def test_events_come_and_go(house: House) -> None:
    made = a_new_cup(house, game="bauernschnapsen", every_evening=True)
    a_sheet_of(house, DAYS[0], won_leg(0))
    tournament = a_tournament(house.club, cards=2, day=DAYS[1])
    body: Any = {"token": "t", "tournament": tournament.pk}
    told = ask(house, "post", f"{made['id']}/events/", body, status=201)
    evening, of_tournament = (one["key"] for one in told)
    ask(house, "delete", f"{made['id']}/events/{of_tournament}/", status=204)
    ask(house, "delete", f"{made['id']}/events/{evening}/", status=204)
    assert [one["left_out"] for one in ask(house, "get", f"{made['id']}/events/")] == [True]
    ask(house, "post", f"{made['id']}/events/", {"token": "e", "evening": str(DAYS[0])}, status=201)
    body = {"token": "d", "name": "Tag", "day": str(DAYS[2]), "results": [{"name": "Anna", "points": 5}]}
    typed = ask(house, "post", f"{made['id']}/events/", body, status=201)[-1]["key"]
    day = ask(house, "put", f"{made['id']}/events/{typed}/", {"results": [{"name": "Anna", "points": 6}]})
    assert [one["points"] for one in day["results"]] == [6]
    ask(house, "put", f"{made['id']}/events/{evening}/", {"results": []}, status=404)


def test_the_qualified_are_announced_at_the_final(house: House) -> None:
    made = a_new_cup(house, rules={"season": {"qualified": 1, "towns": True}})
    body: Any = {"token": "d", "name": "Tag", "day": str(DAYS[0]), "results": [{"name": "Anna", "points": 5}]}
    ask(house, "post", f"{made['id']}/events/", body, status=201)
    final = a_tournament(house.club, "Jemand", day=LAST)
    assert ask(house, "post", f"{made['id']}/final/", {"tournament": final.pk}) == {"numbers": [2], "before": 0}
    assert ask(house, "post", f"{made['id']}/final/", {"tournament": final.pk}) == {"numbers": [], "before": 1}
    ask(house, "post", f"{made['id']}/final/", {"tournament": final.pk, "seen": [1]}, status=409)
    computed(Cup.objects.get())
    assert ask(house, "get", f"{made['id']}/board/?table=towns")["rows"] == []
    ask(house, "get", f"{made['id']}/board/?table=women", status=404)


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_as_often_for_one_as_for_three(
    house: House, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        a_new_cup(house, token=f"cup-{number}", rules={"season": {"best": number + 1}})
    body: Any = {"rules": {"season": {"best": 9}}, "from_day": str(FIRST)}
    ask(house, "post", f"{Cup.objects.latest('pk').pk}/rules/", body, status=201)
    with django_assert_num_queries(LIST_QUERIES):
        told = ask(house, "get", role=Role.MEMBER)
    assert sorted(one["rules"]["season"]["best"] for one in told) == [*range(1, count), 9]


def test_a_long_board_comes_in_parts_with_a_fixed_number_of_queries(
    house: House, django_assert_max_num_queries: Any
) -> None:
    made = a_new_cup(house, rules={"season": {"women": True, "towns": True}})
    cup = Cup.objects.get()
    a_day(cup, DAYS[0], **{f"Gast {number:03}": number for number in range(230)})
    for number, guest in enumerate(Player.objects.filter(guest=True)):
        Player.objects.filter(pk=guest.pk).update(place=f"Ort {number:03}")
    guests = list(Player.objects.filter(guest=True).values_list("pk", flat=True))
    cups.change(Cup.objects.get(), by=None, now=timezone.now(), women=guests)
    computed(cup)
    for table in ("", "women", "towns"):
        path, page, rows = f"{made['id']}/board/?table={table}", 1, list[Any]()
        while page:
            with django_assert_max_num_queries(20):
                told = ask(house, "get", f"{path}&page={page}")
            rows += told["rows"]
            assert (len(told["rows"]), told["count"], told["hidden"]) == (30 if page == 5 else 50, 230, 0)
            page = told["next"]
        assert [one["hundredths"] for one in rows] == [number * 100 for number in reversed(range(230))]
        assert all(one["events" if table != "towns" else "shares"] for one in rows), "every row says what counted"
        assert ask(house, "get", path)["rows"] == rows[:50]
        for beyond in (6, -1, 10**15 - 1):
            beyond_it = ask(house, "get", f"{path}&page={beyond}")
            assert (beyond_it["rows"], beyond_it["next"], beyond_it["count"]) == ([], None, 230)
