"""A new sheet of any game: its own chairs, money and house rules, in one form."""

from typing import Any

import pytest

from scoring.games.core import write_house_rules
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.views.new import chairs
from tests.services.table import names
from tests.web.page import form, get, phone, texts, values

pytestmark = pytest.mark.django_db

CAST = ["Anna", "Bert", "Cilli", "Dora", "Emil", "Fini"]
EVERY_GAME = pytest.mark.parametrize("key", GAMES)


def post(key: str, players: list[str], **chosen: Any) -> Any:
    path = f"/new/{key}/"
    return phone().post(path, form(get(phone(), path)).filled(player=players, **chosen))


def begun(key: str, players: list[str], **chosen: Any) -> Sheet:
    response = post(key, players, **chosen)
    assert response.status_code == 302, texts(response, ".problem")
    return Sheet.objects.latest("pk")


@EVERY_GAME
def test_names_and_one_tap_make_a_table_of_the_standard_rules(key: str) -> None:
    game = GAMES[key]
    for seats in game.seats:
        empty = [""] * (chairs(game) - seats)
        sheet = begun(key, [*CAST[:seats], *empty])
        assert (sheet.game, names(sheet), sheet.first_dealer) == (key, CAST[:seats], seats - 1)
        assert sheet.house_rules == write_house_rules(game.house_rules())
        get(phone(), f"/sheet/{sheet.write_secret}/")


@EVERY_GAME
def test_too_few_are_told_how_many_it_takes(key: str) -> None:
    response = post(key, ["Anna"])
    assert (response.status_code, Sheet.objects.count()) == (422, 0)
    assert texts(response, ".problem") != []
    assert values(response, "player")[0] == "Anna"


def test_the_chair_of_who_deals_first_counts_among_those_that_are_taken() -> None:
    assert begun("kratzen", ["Anna", "", "Bert", "Cilli", "", ""], first_dealer="2").first_dealer == 1
    assert begun("kratzen", ["Anna", "", "Bert", "Cilli", "", ""], first_dealer="1").first_dealer == 2
    assert post("kratzen", ["Anna", "", "Bert", "Cilli", "", ""], first_dealer="99").status_code == 422


@pytest.mark.parametrize("key", ["bauerntarock", "blattla"])
def test_with_one_more_than_can_play_the_dealer_sits_out(key: str) -> None:
    sheet = begun(key, CAST[:5])
    assert (names(sheet), sheet.house_rules["sit_out"]) == (CAST[:5], "dealer")


def test_a_table_of_four_may_play_three_by_three() -> None:
    sheet = begun("bauerntarock", CAST[:4], rule__sit_out="dealer")
    assert sheet.house_rules["sit_out"] == "dealer"


def test_the_money_of_a_game_counts_beside_every_preset() -> None:
    sheet = begun("kratzen", CAST[:4], rule__ante="20", preset=GAMES["kratzen"].presets[1].key)
    assert sheet.house_rules["ante"] == 20


def test_another_game_can_be_picked_and_the_names_stay() -> None:
    anna = phone()
    asked = form(get(anna, "/new/")).filled(player=CAST[:4], switch="kratzen")
    page = anna.post("/new/", asked)
    assert (page.status_code, Sheet.objects.count()) == (200, 0)
    assert values(page, "player") == [*CAST[:4], "", ""]
    assert values(page, "game") == ["kratzen"]
    assert texts(page, ".problem") == []


def test_a_phone_begins_with_the_game_it_began_last() -> None:
    anna = phone()
    assert values(get(anna, "/new/"), "game") == ["bauernschnapsen"]
    anna.post("/new/blattla/", form(get(anna, "/new/blattla/")).filled(player=CAST[:4]))
    assert values(get(anna, "/new/"), "game") == ["blattla"]
    anna.cookies["game"] = "poker"
    assert values(get(anna, "/new/"), "game") == ["bauernschnapsen"]


@EVERY_GAME
def test_every_preset_can_be_fetched_and_begun(key: str) -> None:
    for preset in GAMES[key].presets:
        get(phone(), f"/new/{key}/rules/{preset.key}/")
        extra = preset.house_rules.get("sit_out") == "dealer"
        sheet = begun(key, CAST[: min(GAMES[key].seats) + extra], preset=preset.key)
        rules = {**write_house_rules(GAMES[key].house_rules()), **preset.house_rules}
        assert {name: sheet.house_rules[name] for name in rules if name not in ("ante", "point_value")} == {
            name: value for name, value in rules.items() if name not in ("ante", "point_value")
        }


def test_a_figure_that_was_taken_out_stays_out_when_the_form_comes_back() -> None:
    preset = next(one.key for one in GAMES["kratzen"].presets if "coin" in one.house_rules)
    response = post("kratzen", ["Anna"], preset=preset, rules__for=preset, rule__coin="", rule__ante="50")
    assert response.status_code == 422
    assert (values(response, "rule-coin"), values(response, "rule-ante")) == ([""], ["50"])


def test_names_outlive_a_game_with_fewer_chairs() -> None:
    anna = phone()
    page = anna.post("/new/", form(get(anna, "/new/")).filled(player=CAST[:4], switch="schnapsen"))
    assert (values(page, "player"), values(page, "spare")) == (CAST[:2], CAST[2:4])
    page = anna.post("/new/", form(page).filled(switch="kratzen"))
    assert (values(page, "player"), values(page, "spare")) == ([*CAST[:4], "", ""], [])


def test_how_many_it_takes_is_told_as_the_form_offers_it() -> None:
    assert texts(post("bauerntarock", CAST[:2]), ".problem") == ["Für dieses Spiel braucht es 3 bis 5 Leute, nicht 2."]
