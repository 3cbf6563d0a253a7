"""Setting a tournament up through the API: the same use cases and the same refusals as the three screens."""

import pytest

from tests.api.asking import ask, codes
from tests.club import a_house
from tests.tournament import a_card, a_round, a_tournament
from tests.web.page import form, get
from tournaments.formats.plan import write_plan
from tournaments.models import Tournament
from tournaments.services.presets import PRESETS

pytestmark = pytest.mark.django_db


NEW = {"token": "my-token-1", "preset": "schafkopf", "name": "Rennen", "day": "2026-12-05"}


def test_a_tournament_is_made_from_a_preset_once_and_listed() -> None:
    house = a_house()
    first = ask(house, "post", body=NEW, status=201)
    assert ask(house, "post", body=NEW, status=201) == first
    assert (first["game"], first["game_name"], first["plan"]) == (
        "",
        "Schafkopf",
        write_plan(PRESETS["schafkopf"].plan),
    )
    assert first["progress"] == {
        "step": "check_in",
        "round": 0,
        "cards": 0,
        "here": 0,
        "expected": 0,
        "gone": 0,
        "unpaid": 0,
        "tables": 0,
        "open_tables": [],
        "playing": None,
        "rounds_left": 2,
        "minutes_left": 180,
    }
    assert [one["id"] for one in ask(house, "get", role="member")] == [first["id"]]
    assert ask(house, "get", f"{first['id']}/", role="member") == first


def test_every_preset_is_a_whole_plan_that_can_be_sent_back() -> None:
    house = a_house()
    found = ask(house, "get", "presets/", role="member")
    assert [one["key"] for one in found] == list(PRESETS)
    for number, one in enumerate(found):
        game = {name: one[name] for name in ("game", "game_name", "plan")}
        made = ask(house, "post", body={**NEW, "token": f"token-{number}", **game}, status=201)
        assert made["plan"] == one["plan"]


def test_a_copy_takes_everything_but_the_cards() -> None:
    house = a_house()
    earlier = a_tournament(house.club, cards=3, name="Im Mai", place="Post")
    body = {"token": "copy-1", "copy_of": earlier.pk, "name": "Im Juni", "day": "2026-06-05"}
    made = ask(house, "post", body=body, status=201)
    assert (made["name"], made["place"], made["plan"], made["progress"]["cards"]) == (
        "Im Juni",
        "Post",
        earlier.plan,
        0,
    )
    answer = ask(house, "post", body=body | {"token": "copy-2", "copy_of": 99999}, status=422)
    assert codes(answer) == [("no_such_tournament", "copy_of")]


def test_page_and_call_make_the_same_rows() -> None:
    house = a_house()
    by_call = ask(house, "post", body={**NEW, "name": "Schafkopfrennen 2 × 32", "place": ""}, status=201)
    phone, path = house.phone("director"), house.path("tournaments/new/schafkopf/")
    phone.post(path, form(get(phone, path), "").filled(day="2026-12-05"))
    columns = (
        "name",
        "day",
        "place",
        "game",
        "game_name",
        "rule_version",
        "house_rules",
        "plan",
        "notes",
        "created_by",
    )
    one, other = Tournament.objects.values(*columns)
    assert one == other
    assert sorted(Tournament.objects.values_list("pk", flat=True))[0] == by_call["id"]


def test_everything_that_is_wrong_is_said_at_once() -> None:
    house = a_house()
    answer = ask(house, "post", body={"token": "t-1", "preset": "tarock", "plan": {"stages": []}}, status=422)
    assert codes(answer)[:3] == [("tournament_name_missing", "name"), ("no_day", "day"), ("no_stage", "stages")]
    assert all(one["message"] for one in answer["problems"])
    assert codes(ask(house, "post", body={**NEW, "preset": "poker"}, status=422)) == [("unknown_preset", "preset")]
    answer = ask(house, "post", body={**NEW, "plan": {"stages": [{"kind": "poker"}], "bonus": 1}}, status=422)
    assert sorted(codes(answer)) == [("unknown_choice", "stages.0.kind"), ("unknown_field", "bonus")]
    assert Tournament.objects.count() == 0


def test_a_change_while_it_runs_asks_first() -> None:
    house = a_house()
    tournament = a_tournament(house.club, plan=write_plan(PRESETS["schafkopf"].plan))
    for number in range(4):
        a_card(tournament, f"Spieler {number}")
    a_round(tournament, (1, 2, 3, 4))
    path = f"{tournament.pk}/"
    plan = {**tournament.plan, "ranking": {"chain": ["points", "soli", "lot"], "drop": 0}}
    asked = ask(house, "patch", path, {"plan": plan}, status=409)
    assert codes(asked) == [("not_sure", "plan")]
    assert len(asked["changes"]) >= 1
    changed = ask(house, "patch", path, {"plan": plan, "sure": True})
    assert changed["plan"]["ranking"]["chain"] == ["points", "soli", "lot"]
    answer = ask(house, "patch", path, {"plan": write_plan(PRESETS["skat"].plan), "sure": True}, status=422)
    assert codes(answer) == [("stage_is_played", "stages.0.kind")]
    assert ask(house, "patch", path, {"name": "Anders"})["name"] == "Anders"


def test_a_plan_that_was_looked_at_too_long_ago_is_a_conflict() -> None:
    house = a_house()
    made = ask(house, "post", body=NEW, status=201)
    path, plan = f"{made['id']}/", made["plan"]
    ask(house, "patch", path, {"plan": {**plan, "max_cards": 2}, "seen": made["plan_mark"]})
    answer = ask(house, "patch", path, {"plan": {**plan, "max_cards": 3}, "seen": made["plan_mark"]}, status=409)
    assert codes(answer) == [("plan_moved", "plan")]


def test_it_says_what_so_many_cards_come_to() -> None:
    house = a_house()
    made = ask(house, "post", body=NEW, status=201)
    assert ask(house, "get", f"{made['id']}/planned/?cards=16", role="member") == {
        "cards": 16,
        "rounds": 2,
        "minutes": 180,
        "end": "22:00",
        "next_day": False,
        "takings": 16000,
        "pot": 16000,
        "amounts": [6400, 4000, 2400, 1900, 1300, 0],
        "covered_from": 0,
    }


def test_it_is_deleted_while_nothing_happened() -> None:
    house = a_house()
    tournament = a_tournament(house.club, cards=2)
    a_round(tournament, (1, 2))
    assert codes(ask(house, "delete", f"{tournament.pk}/", status=422)) == [("rounds_drawn", None)]
    tournament.rounds.all().delete()
    ask(house, "delete", f"{tournament.pk}/", status=204)
    ask(house, "get", f"{tournament.pk}/", status=404)


def test_another_clubs_tournament_is_not_there() -> None:
    house, other = a_house(), a_house(slug="andere")
    tournament = a_tournament(other.club, cards=2)
    for method in ("get", "patch", "delete"):
        ask(house, method, f"{tournament.pk}/", status=404)
