"""A sheet in pictures and tables: the run of the scores, the money line, who made what."""

from typing import Any

import pytest

from scoring.games.sheet import GAMES, score
from scoring.services.sheets import begin_sheet, record_hand
from tests.services.table import ONE, a_sheet, new_token, now, plain, record, special, won_leg
from tests.services.worked_evenings import evenings, laid_down
from tests.web.page import elements, get, phone, texts

pytestmark = pytest.mark.django_db


def page_of(sheet: Any, language: str = "de") -> Any:
    return get(phone(language), f"/sheet/{sheet.write_secret}/statistics/")


def test_before_the_first_hand_there_is_nothing_to_draw() -> None:
    page = page_of(a_sheet())
    assert ("Noch ist nichts angeschrieben." in texts(page, "p"), list(elements(page, "svg"))) == (True, [])


@pytest.mark.parametrize("document", evenings())
def test_the_pictures_of_every_game_end_where_the_record_stands(document: dict[str, Any]) -> None:
    sheet, result = laid_down(document), score(document)
    page = page_of(sheet)
    assert len(page.context["rows"]) == len(document["hands"])
    lines = page.context["score"].lines
    assert [line.index for line in lines] == list(range(len(result["sides"])))
    if not GAMES[document["game"]].in_legs:
        shown = [row["shown"] for row in page.context["rows"][-1]["figures"]]
        assert [line.last for line in lines] == shown
    for one in page.context["credits"]:
        assert one["played"] == one["made"] + one["lost"]
        assert one["made"] == sum(contract["made"] for contract in one["contracts"])
        assert all(contract["name"] for contract in one["contracts"])


def test_the_score_of_every_leg_begins_at_nil() -> None:
    sheet = a_sheet()
    record(sheet, ONE, won_leg(0), plain(1, 2))
    drawn = page_of(sheet).context["score"]
    assert [len(line.pieces) for line in drawn.lines] == [2, 2]
    assert [line.last for line in drawn.lines] == ["0", "2"]
    assert len(drawn.ends) == 1


def test_the_money_line_is_what_everybody_had_after_each_hand() -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, plain(0), won_leg(0), plain(1))
    page = page_of(sheet)
    assert page.context["money_rows"] == [["0,00"] * 4, *[["1,00", "−1,00"] * 2] * 2]
    assert [line.name for line in page.context["money"].lines] == ["Anna", "Bert", "Cilli", "Dora"]
    assert "money" not in page_of(a_sheet()).context


def test_who_made_and_lost_what_is_counted_per_person() -> None:
    sheet = a_sheet()
    record(sheet, special(0), special(0, "bettler"), special(1, "bettler", made=False), special(0, "bettler"))
    anna, bert, cilli, _dora = page_of(sheet).context["credits"]
    assert (anna["played"], anna["made"], anna["lost"]) == (3, 3, 0)
    assert [(one["name"], one["made"]) for one in anna["contracts"]] == [("Bettler", 2), ("Gang", 1)]
    assert (bert["played"], bert["made"], bert["lost"], cilli["played"]) == (1, 0, 1, 0)


def test_watchers_see_it_too() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    page = get(phone(), f"/sheet/{sheet.watch_secret}/statistics/")
    assert len(list(elements(page, "polyline"))) == 2


def test_whoever_sits_out_is_in_the_picture_with_what_he_has() -> None:
    players = ["Anna", "Bert", "Cilli", "Dora", "Emil"]
    rules = {"sit_out": "dealer"}
    sheet = begin_sheet(game="blattla", players=players, house_rules=rules, token=new_token("sheet"))
    hand = {"contract": "solo", "declarer": 0, "suit": "herz", "points": 75}
    record_hand(sheet, hand=hand, write=now(sheet))
    page = page_of(sheet)
    assert [line.name for line in page.context["score"].lines] == players
    assert [one["played"] for one in page.context["credits"]] == [1, 0, 0, 0, 0]


def test_the_money_line_of_bauerntarock_is_what_a_stop_would_have_brought() -> None:
    players = ["Anna", "Bert", "Cilli"]
    sheet = begin_sheet(game="bauerntarock", players=players, first_dealer=2, token=new_token("sheet"))
    record_hand(sheet, hand={"declarer": 0, "bid": "hineinschauen", "points": 75}, write=now(sheet))
    assert page_of(sheet).context["money_rows"] == [["0,70", "−0,35", "−0,35"]]
