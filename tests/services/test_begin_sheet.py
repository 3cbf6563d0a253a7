"""A new sheet: what is frozen on it, what is drawn for it, what is refused."""

from typing import Any

import pytest

from scoring.games.bauernschnapsen_options import HouseRules
from scoring.games.core import write_house_rules
from scoring.games.sheet import Refused
from scoring.models import Seat, Sheet
from scoring.services.sheets import CODE_LETTERS, begin_sheet, swap_seats
from tests.services.table import CAST, a_club_sheet, a_sheet, fresh, names, new_token, now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]


def refusals(**asked: Any) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refused:
        begin_sheet(**{"game": "bauernschnapsen", "players": CAST, "token": new_token(), **asked})
    assert Sheet.objects.count() == 0
    return [(problem.code, problem.at) for problem in refused.value.problems]


def test_a_new_sheet_is_open_and_empty() -> None:
    sheet = fresh(a_sheet())
    assert (sheet.status, sheet.seq, sheet.totals, sheet.first_dealer) == ("open", 0, {"kitty": 0}, 3)
    assert (sheet.state["hands"], sheet.state["lines"], sheet.state["play"]["dealer"]) == (0, [], 3)
    assert names(sheet) == CAST


def test_the_first_dealer_is_who_was_named() -> None:
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, first_dealer=0, token=new_token())
    assert fresh(sheet).state["play"]["dealer"] == 0


def test_house_rules_are_frozen_whole_not_only_where_they_depart() -> None:
    sheet = fresh(a_sheet(target=30, money="pot", stake_cents=50))
    assert sheet.house_rules == write_house_rules(HouseRules(target=30, money="pot", stake_cents=50))
    assert len(sheet.house_rules) == len(HouseRules.__dataclass_fields__)


def test_secrets_and_codes_are_different_on_every_sheet() -> None:
    sheets = [a_sheet() for _ in range(20)]
    secrets = {secret for sheet in sheets for secret in (sheet.write_secret, sheet.watch_secret)}
    assert len(secrets) == 40
    assert {len(secret) for secret in secrets} == {22}
    assert len({sheet.code for sheet in sheets}) == 20


def test_a_code_is_six_letters_that_look_like_no_figure() -> None:
    codes = [a_sheet().code for _ in range(20)]
    assert {len(code) for code in codes} == {6}
    assert {letter for code in codes for letter in code} - set(CODE_LETTERS) == set()
    assert {"I", "O"} & set(CODE_LETTERS) == set()


def test_a_code_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = a_sheet()
    drawn = iter(first.code + "ABCDEF")
    monkeypatch.setattr("scoring.services.sheets.secrets.choice", lambda _letters: next(drawn))
    second = a_sheet()
    assert (second.code, names(second), second.pk != first.pk) == ("ABCDEF", CAST, True)


def test_the_same_token_is_the_same_sheet() -> None:
    asked: dict[str, Any] = {"game": "bauernschnapsen", "players": CAST, "token": "double-tap"}
    first, second = begin_sheet(**asked), begin_sheet(**asked)
    assert (first.pk, first.write_secret) == (second.pk, second.write_secret)
    assert (Sheet.objects.count(), Seat.objects.count()) == (1, 4)


@pytest.mark.parametrize(
    "other",
    [
        {"players": ["Anna", "Bert", "Cilli", "Egon"]},
        {"first_dealer": 0},
        {"house_rules": {"target": 30}},
    ],
)
def test_the_same_token_with_another_table_gives_nobody_elses_sheet_away(other: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"game": "bauernschnapsen", "players": CAST, "token": "double-tap"}
    begin_sheet(**asked)
    with pytest.raises(Refused) as refused:
        begin_sheet(**{**asked, **other})
    assert [problem.code for problem in refused.value.problems] == ["bad_token"]
    assert Sheet.objects.count() == 1


def test_the_same_token_finds_its_sheet_after_players_have_swapped() -> None:
    asked: dict[str, Any] = {"game": "bauernschnapsen", "players": CAST, "token": "double-tap"}
    first = begin_sheet(**asked)
    swap_seats(first, seats=[0, 1], write=now(first))
    assert begin_sheet(**asked) == first


def test_names_are_tidied() -> None:
    sheet = begin_sheet(
        game="bauernschnapsen", players=["  Anna ", "Bert\tder  Ältere", "Cilli", "Ödön Ü"], token=new_token()
    )
    assert names(sheet) == ["Anna", "Bert der Ältere", "Cilli", "Ödön Ü"]


def test_members_of_the_club_are_known_and_strangers_become_its_guests() -> None:
    sheet = a_club_sheet()
    seated = [(seat.player.name, seat.player.guest) for seat in sheet.seats.all() if seat.player]
    assert seated == [("Anna", False), ("Bert", False), ("Cilli", True), ("Dora", True)]


@pytest.mark.parametrize(
    ("asked", "problems"),
    [
        ({"game": "watten"}, [("unknown_game", "game")]),
        ({"players": CAST[:3]}, [("wrong_number_of_players", "players")]),
        ({"players": [*CAST, "Egon"]}, [("wrong_number_of_players", "players")]),
        ({"players": ["Anna", "anna ", "Cilli", "Dora"]}, [("same_player_twice", "players")]),
        ({"players": ["Anna", " ", "Cilli", "Dora"]}, [("bad_value", "players")]),
        ({"players": ["Anna", 7, "Cilli", "Dora"]}, [("bad_value", "players")]),
        ({"players": ["Anna", "B" * 41, "Cilli", "Dora"]}, [("bad_value", "players")]),
        ({"players": ["Anna", "Be\0rt", "Cilli", "Dora"]}, [("bad_value", "players")]),
        ({"players": ["Anna", "Be\ud800rt", "Cilli", "Dora"]}, [("bad_value", "players")]),
        ({"first_dealer": 4}, [("bad_seat", "first_dealer")]),
        ({"first_dealer": "Anna"}, [("bad_value", "first_dealer")]),
        ({"house_rules": {"targte": 24}}, [("bad_house_rule", "targte")]),
        ({"house_rules": {"target": "24"}}, [("bad_house_rule", "target")]),
        ({"house_rules": ["target"]}, [("bad_value", "house_rules")]),
        ({"token": "short"}, [("bad_token", "token")]),
        ({"token": "with a space"}, [("bad_token", "token")]),
        ({"token": "x" * 65}, [("bad_token", "token")]),
    ],
)
def test_what_cannot_be_a_table_is_refused_by_name(
    asked: dict[str, Any], problems: list[tuple[str, str | None]]
) -> None:
    assert refusals(**asked) == problems


def test_all_problems_are_named_at_once() -> None:
    asked = {"players": ["Anna", "Anna", ""], "first_dealer": 9, "house_rules": {"x": 1, "target": 0}}
    assert refusals(**asked) == [
        ("wrong_number_of_players", "players"),
        ("bad_value", "players"),
        ("same_player_twice", "players"),
        ("bad_seat", "first_dealer"),
        ("bad_house_rule", "x"),
        ("bad_house_rule", "target"),
    ]


def test_names_are_written_one_way_and_hold_nothing_invisible() -> None:
    sheet = begin_sheet(game="bauernschnapsen", players=["Rene\u0301", "Bert", "Cilli", "Dora"], token="tidy-names")
    assert sheet.state["names"][0] == "Ren\u00e9"
    for name in ("An\u202ena", "Anna\u200b", "\ufeffAnna"):
        with pytest.raises(Refused):
            begin_sheet(game="bauernschnapsen", players=[name, "Bert", "Cilli", "Dora"], token="no-such-name")
