"""How a table plays and how a game is scored: from the game's data, and never against the engine."""

from typing import Any

import pytest

from scoring.games.core import read_house_rules, write_house_rules
from scoring.games.sheet import GAMES
from scoring.screens.house_rules import yes_or_no
from scoring.services.sheets import begin_sheet
from scoring.views.explain import seats_text
from tests.services.table import new_token
from tests.web.page import get, links, phone, texts

pytestmark = pytest.mark.django_db

CAST = ["Anna", "Bert", "Cilli", "Dora", "Emil", "Fini"]
EVERY_GAME = pytest.mark.parametrize("key", GAMES)
LANGUAGES = ("de", "en")


def table(key: str, **house_rules: Any) -> Any:
    seats = min(GAMES[key].seats)
    return begin_sheet(game=key, players=CAST[:seats], house_rules=house_rules, token=new_token("sheet"))


def test_the_list_of_games_leads_to_every_games_help() -> None:
    page = get(phone(), "/games/")
    assert [link for link in links(page) if link.startswith("/games/")] == [f"/games/{key}/" for key in GAMES]
    assert len(texts(page, "small")) == len(GAMES)


def test_a_game_that_nobody_knows_has_no_page() -> None:
    for path in ("/games/poker/", "/new/poker/", "/new/poker/rules/standard/", "/new/kratzen/rules/nothing/"):
        get(phone(), path, 404)


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_a_game_is_played_and_explained(key: str, language: str) -> None:
    page = get(phone(language), f"/games/{key}/")
    examples = page.context["examples"]
    titles = [getattr(example.title, language) for example in GAMES[key].examples(min(4, max(GAMES[key].seats)))]
    # Some show what only holds under other house rules.
    assert [title for title in titles if title in {one["title"] for one in examples}] == [
        one["title"] for one in examples
    ]
    assert len(examples) >= 6
    assert all(one["sentence"] and one["why"] for one in examples)
    assert all(text in texts(page, "li") for text in page.context["how"])
    assert len(page.context["how"]) >= 4


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_sheet_says_every_house_rule(key: str, language: str) -> None:
    sheet, game = table(key), GAMES[key]
    page = get(phone(language), f"/sheet/{sheet.write_secret}/rules/")
    said = texts(page, "li")
    for option in game.options:
        if option.name in ("contracts", "values", "stake_cents") or (option.kind == "values"):
            continue
        begins = getattr(option.help if yes_or_no(option) else option.title, language)
        assert any(line.startswith(begins) for line in said), option.name
    for contract in game.contracts:
        in_use = contract.key in getattr(read_house_rules(game, sheet.house_rules), "contracts", [contract.key])
        named = any(text.startswith(getattr(contract.name, language)) for text in texts(page, "th"))
        assert named or not in_use, contract.key


@EVERY_GAME
def test_every_preset_makes_a_table_whose_pages_can_be_read(key: str) -> None:
    for preset in GAMES[key].presets:
        extra = preset.house_rules.get("sit_out") == "dealer"
        players = CAST[: min(GAMES[key].seats) + extra]
        sheet = begin_sheet(game=key, players=players, house_rules=preset.house_rules, token=new_token("sheet"))
        for page in ("", "rules/", "help/", "statistics/", "history/", "close/"):
            get(phone(), f"/sheet/{sheet.write_secret}/{page}")


@EVERY_GAME
def test_what_departs_from_the_standard_stands_on_the_sheet_in_one_line(key: str) -> None:
    game, sheet = GAMES[key], table(key)
    assert texts(get(phone(), f"/sheet/{sheet.write_secret}/"), ".rules-line") == []
    standard = write_house_rules(game.house_rules())
    option = next(
        one
        for one in game.options
        if one.kind == "choice" and len(one.choices) > 1 and one.name not in ("money", "sit_out")
    )
    other = next(choice for choice in option.choices if choice.value != standard[option.name])
    departing = table(key, **{option.name: other.value})
    line = f"{option.help.de} {other.text.de}" if yes_or_no(option) else f"{option.title.de}: {other.text.de}"
    assert texts(get(phone(), f"/sheet/{departing.write_secret}/"), ".rules-line") == [line]


def test_an_example_counts_by_the_rules_of_its_table() -> None:
    standard, dear = table("blattla"), table("blattla", sauspiel=20)
    told = [get(phone(), f"/sheet/{sheet.write_secret}/help/").context["examples"][0] for sheet in (standard, dear)]
    assert told[0]["title"] == told[1]["title"]
    assert told[0]["sentence"] != told[1]["sentence"]


def test_how_many_can_play() -> None:
    assert {key: list(game.seats) for key, game in GAMES.items()} == {
        "bauernschnapsen": [4],
        "talonschnapsen": [3],
        "schnapsen": [2],
        "bauerntarock": [3, 4],
        "kratzen": [3, 4, 5, 6],
        "blattla": [4],
    }
    assert seats_text(GAMES["kratzen"])
