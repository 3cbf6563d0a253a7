"""What a table is told before it stops: what is still to be played, and where the last of the money goes."""

from typing import Any

import pytest

from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet, record_hand
from tests.services.table import fresh, new_token, now
from tests.web.page import elements, get, phone, texts

pytestmark = pytest.mark.django_db

CAST = ["Anna", "Bert", "Cilli"]


def laid(game: str, *hands: dict[str, Any], **house_rules: Any) -> Sheet:
    sheet = begin_sheet(game=game, players=CAST, first_dealer=2, house_rules=house_rules, token=new_token("sheet"))
    for hand in hands:
        record_hand(sheet, hand=hand, write=now(sheet))
    return sheet


def closing(sheet: Sheet) -> Any:
    return get(phone(), f"/sheet/{sheet.write_secret}/close/")


def test_a_decider_that_was_not_played_is_named() -> None:
    tie = [
        {"contract": "bauernschnapser", "declarer": 0, "made": True},
        {"contract": "kontraschnapser", "declarer": 0, "made": True},
    ]
    page = closing(laid("talonschnapsen", *tie, tie_rule="decider"))
    assert texts(page, ".notice") == [
        "Das Entscheidungsspiel zwischen Bert und Cilli steht noch aus. Ohne das zählt dieses Bummerl für niemanden."
    ]


def test_what_was_left_in_the_pot_is_shared_out_and_said() -> None:
    sheet = laid("kratzen", {"tricks": [1, 1, 2]}, ante=10)
    said = (
        "Die € 0,40, die noch im Topf waren, sind auf alle aufgeteilt; übrige Münzen gehen der Reihe nach"
        " vom Nachbarn links vom letzten Geber weg."
    )
    assert said in texts(closing(sheet), "p")
    close_sheet(fresh(sheet), write=now(sheet))
    assert said in texts(get(phone(), f"/sheet/{sheet.write_secret}/result/"), "p")


def test_a_table_that_wants_its_pot_empty_is_told_so_before_it_signs() -> None:
    page = closing(laid("kratzen", {"tricks": [1, 1, 2]}, end_pot="require_empty"))
    assert texts(page, ".problem") == [
        "Im Topf ist noch Geld. An diesem Tisch muss es ausgespielt werden (Hausregeln)."
    ]
    assert [button.text for button in elements(page, "button.big")] == []


@pytest.mark.parametrize(("game", "keys"), [("kratzen", {"next_deal", "pot"}), ("bauerntarock", {"deals_left"})])
def test_the_api_tells_after_a_hand_what_the_next_one_needs(game: str, keys: set[str]) -> None:
    sheet = laid(game)
    hand = {"kratzen": {"tricks": [1, 1, 2]}, "bauerntarock": {"declarer": 0, "bid": "sumpern", "points": 70}}[game]
    body = {"after_seq": 0, "token": "api-token", "hand": hand}
    answer = phone().post(f"/api/v1/sheets/{sheet.write_secret}/hands/", body, content_type="application/json")
    assert answer.status_code == 200
    assert keys <= set(answer.json())
