"""Setting a tournament up in the browser: presets, the three screens, what cannot be, what changes while it runs."""

import copy
from typing import Any

import pytest

from tests.club import a_house
from tests.tournament import a_card, a_round, a_tournament
from tests.web.page import elements, get, links, read, texts, values
from tests.web.setting_up import of_preset, save, screen, the_form
from tournaments.formats.plan import Plan, read_plan, write_plan
from tournaments.forms.setup_fields import BUYING, DESK, ENTRY, FEE, HALL, HANDING_IN, KEEPING, PRIZES, STAGE
from tournaments.models import Tournament
from tournaments.services.presets import PRESETS, Preset

pytestmark = pytest.mark.django_db

STEPS = ("what", "course", "money")


def test_every_leaf_of_a_plan_is_asked_on_some_screen() -> None:
    asked = {one.at for one in (*ENTRY, *KEEPING, *HANDING_IN, *HALL, *FEE, *BUYING, *PRIZES, *DESK)}
    asked |= {f"stages.{one.at}" for one in STAGE}
    rows = {"stages.counting.events", "stages.counting.event_points", "ranking.chain", "ranking.drop", "prizes.prizes"}

    def leaves(plan: Any, at: str = "") -> set[str]:
        if isinstance(plan, dict):
            return {leaf for name, one in plan.items() for leaf in leaves(one, f"{at}{name}.")}
        return leaves(plan[0], at) if isinstance(plan, list) and at == "stages." else {at.rstrip(".")}

    assert leaves(write_plan(Plan())) - asked - rows == set()


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda one: one.key)
def test_saving_every_screen_untouched_changes_nothing(preset: Preset) -> None:
    house = a_house()
    tournament = of_preset(house, preset.key)
    before = copy.deepcopy(tournament.plan)
    for step in STEPS:
        save(house, tournament, step)
        tournament.refresh_from_db()
        assert tournament.plan == before, step


def test_a_plan_full_of_odd_rules_comes_through_all_screens_unchanged() -> None:
    odd = {
        "card": "team",
        "people": 6,
        "max_cards": 2,
        "most": 24,
        "stages": [
            {
                "kind": "groups",
                "name": "Vorrunde",
                "groups": 4,
                "twice": True,
                "seeded": True,
                "counting": {
                    "unit": "boards",
                    "boards": 6,
                    "board_unit": "won",
                    "draws": True,
                    "win_bonus": 2,
                    "shutout_bonus": 1,
                    "bye_points": 3,
                    "bye_wins": False,
                    "lowest": -5,
                    "highest": 50,
                    "events": ["touts", "Wenz"],
                    "event_points": [0, -2],
                },
            },
            {"kind": "swiss", "rounds": 3, "take": 2, "carry": False, "rematches": True},
            {"kind": "knockout", "take": 4, "third": True, "redraw": True, "final_best_of": 5},
        ],
        "ranking": {"chain": ["won", "touts", "Wenz", "lot"], "drop": 1},
        "keep": {"groups_apart": True, "decks_together": True},
        "fee": {"cents": 1250, "pool": 650, "club": 400, "food": 200},
        "prizes": {
            "prizes": [
                {"wins": "place", "place": 1, "share": 3350},
                {"wins": "place", "place": 2, "cents": 1550, "goods": "Schinken"},
                {"wins": "middle", "goods": "Wurst"},
                {"wins": "largest_group", "place": 2, "goods": "Fass Bier"},
            ],
            "added_cents": 5000,
            "rest": "winner",
            "round_to": 50,
            "one_per_person": True,
        },
        "desk": {"record": "hands", "twice": True, "tables": 9, "minutes": 25, "start": "08:30"},
    }
    house = a_house()
    tournament = a_tournament(house.club, plan=odd)
    before = write_plan(read_plan(odd))
    assert tournament.plan == before
    for step in STEPS:
        save(house, tournament, step)
        tournament.refresh_from_db()
        assert tournament.plan == before, step


# --- a new one -------------------------------------------------------------------------------------------------------


def test_a_preisschnapsen_is_made_with_a_name_and_two_taps() -> None:
    house = a_house()
    phone = house.phone("director")
    assert house.path("tournaments/new/") in links(get(phone, house.path("tournaments/")))
    page = get(phone, house.path("tournaments/new/"))
    assert len(texts(page, "b")) == len(PRESETS)
    path = house.path("tournaments/new/three-lives/")
    assert path in links(page)
    sent = the_form(get(phone, path)).filled(name="Kirtagsschnapsen", place="Gasthaus Post")
    answers = [phone.post(path, sent | {"go": "desk"}) for _ in range(2)]
    tournament = Tournament.objects.get()
    assert [one.headers["Location"] for one in answers] == [house.path(f"tournaments/{tournament.pk}/")] * 2
    assert (tournament.name, tournament.place, tournament.game) == ("Kirtagsschnapsen", "Gasthaus Post", "schnapsen")
    assert tournament.plan == write_plan(PRESETS["three-lives"].plan)
    desk = get(phone, house.path(f"tournaments/{tournament.pk}/"))
    assert house.path(f"tournaments/{tournament.pk}/check-in/") in links(desk)


def test_the_three_screens_lead_one_to_the_next_and_to_the_desk() -> None:
    house = a_house()
    phone, path = house.phone("director"), house.path("tournaments/new/schafkopf/")
    where = phone.post(path, the_form(get(phone, path)).filled(name="Rennen")).headers["Location"]
    tournament = Tournament.objects.get()
    assert tournament.game_name == "Schafkopf"
    for step, following in (("course", "setup/money/"), ("money", "")):
        assert where == screen(house, tournament, step)
        where = phone.post(where, the_form(get(phone, where)).filled()).headers["Location"]
        assert where == house.path(f"tournaments/{tournament.pk}/{following}")


def test_what_is_missing_is_said_at_its_field_and_the_rest_stays_typed() -> None:
    house = a_house()
    phone, path = house.phone("director"), house.path("tournaments/new/tarock/")
    sent = the_form(get(phone, path)).filled(name="", day="gestern", place="Lieboch", game_name="", most="viele")
    answer = phone.post(path, sent)
    assert answer.status_code == 422
    assert len(texts(answer, ".problem")) == 4
    assert (values(answer, "place"), values(answer, "day"), values(answer, "most")) == (
        ["Lieboch"],
        ["gestern"],
        ["viele"],
    )
    assert Tournament.objects.count() == 0


def test_an_earlier_one_is_played_again() -> None:
    house = a_house()
    earlier = of_preset(house, "grid-64", name="Raster im Mai", place="Kirchberg")
    phone, path = house.phone("director"), house.path(f"tournaments/new/copy-{earlier.pk}/")
    assert path in links(get(phone, house.path("tournaments/new/")))
    phone.post(path, the_form(get(phone, path)).filled(name="Raster im Juni"))
    again = Tournament.objects.get(name="Raster im Juni")
    assert (again.place, again.plan) == ("Kirchberg", earlier.plan)
    get(phone, house.path("tournaments/new/copy-999999/"), 404)
    get(phone, house.path("tournaments/new/poker/"), 404)


# --- the screens -----------------------------------------------------------------------------------------------------


def test_another_kind_shows_its_own_fields_first_and_saves_nothing() -> None:
    house = a_house()
    tournament = of_preset(house, "three-lives")
    page = save(house, tournament, "course", 200, **{"stages.0.kind": "swiss"})
    assert values(page, "stages.0.rounds") == ["5"]
    assert [one.attributes["name"] for one in elements(page, "[stages.0.lives]")] == []
    tournament.refresh_from_db()
    assert tournament.plan["stages"][0]["kind"] == "lives"
    phone = house.phone("director")
    sent = the_form(page).filled() | {"ranking.chain.0": "legs", "stages.0.rounds": "7"}
    assert phone.post(screen(house, tournament, "course"), sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.plan["stages"][0]["kind"], tournament.plan["stages"][0]["rounds"]) == ("swiss", 7)


def test_a_part_is_added_and_left_out_again_without_javascript() -> None:
    house = a_house()
    tournament = of_preset(house, "watten")
    page = save(house, tournament, "course", 200, go="add-stage")
    assert values(page, "stages") == ["3"]
    phone, path = house.phone("director"), screen(house, tournament, "course")
    page = phone.post(path, the_form(page).filled() | {"go": "drop-stage.2"})
    page = phone.post(path, the_form(page).filled() | {"go": "drop-stage.1"})
    assert phone.post(path, the_form(page).filled()).status_code == 302
    tournament.refresh_from_db()
    assert [one["kind"] for one in tournament.plan["stages"]] == ["sliding"]


def test_a_lost_schneider_of_two_lives_can_be_said_by_the_tables() -> None:
    house = a_house()
    tournament = of_preset(house, "three-lives")
    save(house, tournament, "course", **{"stages.0.schneider_lives": "2"})
    tournament.refresh_from_db()
    assert tournament.plan["stages"][0]["counting"]["events"] == ["schneider"]


def test_problems_of_a_plan_stand_at_their_fields() -> None:
    house = a_house()
    tournament = of_preset(house, "three-lives")
    page = save(house, tournament, "course", 422, **{"stages.0.lives": "99", "stages.0.counting.best_of": "zwei"})
    assert len(texts(page, ".problem")) == 2
    assert {one.attributes["name"] for one in elements(page, "input") if "aria-invalid" in one.attributes} == {
        "stages.0.lives",
        "stages.0.counting.best_of",
    }
    assert values(page, "stages.0.counting.best_of") == ["zwei"]


def test_the_first_empty_part_of_the_fee_gets_the_rest() -> None:
    house = a_house()
    tournament = of_preset(house, "three-lives")
    save(house, tournament, "money", **{"fee.cents": "12,50", "fee.pool": "", "fee.club": "2", "fee.food": "3,50"})
    tournament.refresh_from_db()
    assert tournament.plan["fee"] == {"cents": 1250, "pool": 700, "club": 200, "food": 350}


def test_a_suggested_ladder_keeps_the_odd_prizes_and_is_reckoned_without_javascript() -> None:
    house = a_house()
    tournament = of_preset(house, "schafkopf")
    page = save(house, tournament, "money", 200, go="ladder.3", cards="16")
    assert [values(page, f"prize.{row}.share") for row in range(3)] == [["50"], ["30"], ["20"]]
    assert values(page, "prize.3.goods") == ["Pressack"]
    assert texts(page, "td.number") == ["€ 160,00", "€ 160,00", "€ 80,00", "€ 48,00", "€ 32,00", "Pressack", "€ 160,00"]
    tournament.refresh_from_db()
    assert len(tournament.plan["prizes"]["prizes"]) == 6


def test_percentages_that_do_not_make_a_hundred_are_refused() -> None:
    house = a_house()
    tournament = of_preset(house, "schafkopf")
    page = save(house, tournament, "money", 422, **{"prize.0.share": "35"})
    assert len(texts(page, ".problem")) == 1
    assert values(page, "prize.0.share") == ["35"]


# --- while it runs ---------------------------------------------------------------------------------------------------


def test_a_change_while_it_runs_is_shown_in_words_and_counts_after_yes() -> None:
    house = a_house()
    tournament = of_preset(house, "three-lives")
    for name in ("Auer", "Berger"):
        a_card(tournament, name)
    a_round(tournament, (1, 2))
    page = save(house, tournament, "money", 200, **{"fee.cents": "20", "fee.pool": "15"})
    assert len(texts(page, "s")) == 2  # the fee, and its parts
    tournament.refresh_from_db()
    assert tournament.plan["fee"]["cents"] == 1500
    phone, path = house.phone("director"), screen(house, tournament, "money")
    back = phone.post(path, the_form(page).filled() | {"go": "back"})
    assert (back.status_code, values(back, "fee.cents")) == (200, ["20"])
    assert phone.post(path, the_form(page).filled() | {"sure": "1"}).headers["Location"] == house.path(
        f"tournaments/{tournament.pk}/"
    )
    tournament.refresh_from_db()
    assert tournament.plan["fee"] == {"cents": 2000, "pool": 1500, "club": 0, "food": 500}


def test_two_directors_at_once_are_told_of_each_other() -> None:
    house = a_house()
    tournament = of_preset(house, "three-lives")
    phone, path = house.phone("director"), screen(house, tournament, "money")
    mine = the_form(get(phone, path)).filled()
    save(house, tournament, "money", **{"fee.cents": "16", "fee.food": "6"})
    answer = phone.post(path, mine | {"fee.cents": "18", "fee.food": "8"})
    assert (answer.status_code, values(answer, "fee.cents")) == (409, ["18"])
    assert phone.post(path, the_form(answer).filled()).status_code == 302
    tournament.refresh_from_db()
    assert tournament.plan["fee"]["cents"] == 1800


def test_every_field_has_a_label_and_a_name_of_its_own() -> None:
    house = a_house()
    tournament = of_preset(house, "sliding-pairs")
    for step in STEPS:
        page = read(get(house.phone("director"), screen(house, tournament, step)))
        names = [  # ticks of one question share its name
            one.attributes["name"] + one.attributes.get("value", "") * (one.attributes.get("type") == "checkbox")
            for one in page.elements
            if one.tag in ("input", "select") and one.attributes.get("type") not in ("hidden", "radio")
        ]
        assert len(names) == len(set(names)), step
