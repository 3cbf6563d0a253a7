"""Who really sits where: names move, lines stay with the seats, everything is replayed."""

import pytest

from scoring.games.sheet import Refused
from scoring.models import Sheet
from scoring.services.record import Conflict, Write
from scoring.services.sheets import rename_seats, swap_seats
from tests.services.table import (
    CAST,
    ONE,
    a_club_sheet,
    a_sheet,
    fresh,
    names,
    new_token,
    now,
    plain,
    points,
    record,
    rows,
    won_leg,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]

SWAPPED = ["Bert", "Anna", "Cilli", "Dora"]


def refusals(sheet: Sheet, wanted: list[str]) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refused:
        rename_seats(sheet, names=wanted, write=now(sheet))
    assert (names(sheet), rows(sheet)) == (CAST, [])
    return [(problem.code, problem.at) for problem in refused.value.problems]


def test_swapped_players_change_their_names_and_keep_their_lines() -> None:
    sheet = a_sheet()
    record(sheet, plain(0, 3), won_leg(1), ONE)
    before = fresh(sheet)
    entry = rename_seats(sheet, names=SWAPPED, write=now(sheet))
    assert (entry.kind, entry.data) == ("seats", {"names": SWAPPED, "before": CAST, "moved": [1, 0, 2, 3]})
    after = fresh(sheet)
    assert (names(sheet), after.seq) == (SWAPPED, 4)
    assert (after.state["play"], after.state["lines"], after.totals) == (
        before.state["play"],
        before.state["lines"],
        before.totals,
    )


def test_a_swap_is_said_by_two_seats() -> None:
    sheet = a_sheet()
    entry = swap_seats(sheet, seats=[0, 1], write=now(sheet))
    assert (entry.data, names(sheet)) == ({"names": SWAPPED, "before": CAST, "moved": [1, 0, 2, 3]}, SWAPPED)


def test_a_double_tap_on_swap_does_not_swap_back() -> None:
    sheet = a_sheet()
    write = now(sheet)
    first = swap_seats(sheet, seats=[0, 1], write=write)
    assert swap_seats(fresh(sheet), seats=[0, 1], write=write) == first
    assert (names(sheet), rows(sheet)) == (SWAPPED, [(1, "seats")])


@pytest.mark.parametrize("seats", [[], [1], [1, 1], [0, 1, 2], [0, 4], [0, -1], ["0", "1"], [0, None]])
def test_it_takes_two_seats_to_swap(seats: list[object]) -> None:
    sheet = a_sheet()
    with pytest.raises(Refused) as refused:
        swap_seats(sheet, seats=seats, write=now(sheet))
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [("tap_two", "players")]
    assert (names(sheet), rows(sheet)) == (CAST, [])


def test_a_typing_error_is_put_right_and_tidied() -> None:
    sheet = a_sheet()
    rename_seats(sheet, names=["Anna", " Berta  K. ", "Cilli", "Dora"], write=now(sheet))
    record(sheet, ONE)
    assert (names(sheet), points(sheet)) == (["Anna", "Berta K.", "Cilli", "Dora"], [1, 0])


def test_a_member_keeps_being_the_member_when_players_swap() -> None:
    sheet = a_club_sheet()
    rename_seats(sheet, names=["Dora", "Anna", "Cilli", "Bert"], write=now(sheet))
    seated = sheet.seats.order_by("position").values_list("name", "player__name")
    assert list(seated) == [(name, name) for name in ("Dora", "Anna", "Cilli", "Bert")]


@pytest.mark.parametrize(
    ("wanted", "problems"),
    [
        (CAST, [("nothing_changed", "players")]),
        (CAST[:3], [("wrong_number_of_players", "players")]),
        (["Anna", "anna", "Cilli", "Dora"], [("same_player_twice", "players")]),
        (["Anna", "  ", "Cilli", "Dora"], [("bad_value", "players")]),
        (["Anna", "B" * 41, "Cilli", "Dora"], [("bad_value", "players")]),
        (["Anna", "Be\0rt", "Cilli", "Dora"], [("bad_value", "players")]),
    ],
)
def test_names_that_cannot_sit_there_are_refused(wanted: list[str], problems: list[tuple[str, str]]) -> None:
    assert refusals(a_sheet(), wanted) == problems


def test_a_repeated_request_does_not_undo_what_was_named_after_it() -> None:
    sheet = a_sheet()
    write = now(sheet)
    first = rename_seats(sheet, names=SWAPPED, write=write)
    rename_seats(sheet, names=["Egon", "Anna", "Cilli", "Dora"], write=now(sheet))
    assert rename_seats(sheet, names=SWAPPED, write=write) == first
    assert names(sheet) == ["Egon", "Anna", "Cilli", "Dora"]


def test_a_repetition_from_a_phone_that_saw_an_older_sheet_moves_no_names() -> None:
    sheet = a_sheet()
    old, write = fresh(sheet), now(sheet)
    first = rename_seats(sheet, names=SWAPPED, write=write)
    rename_seats(sheet, names=["Egon", "Anna", "Cilli", "Dora"], write=now(sheet))
    assert rename_seats(old, names=SWAPPED, write=write) == first
    assert names(sheet) == ["Egon", "Anna", "Cilli", "Dora"]


def test_names_for_a_sheet_that_went_on_are_a_conflict() -> None:
    sheet = a_sheet()
    old = fresh(sheet)
    record(sheet, ONE)
    for rename in (
        lambda: rename_seats(old, names=SWAPPED, write=Write(0, new_token())),
        lambda: swap_seats(old, seats=[0, 1], write=Write(0, new_token())),
    ):
        with pytest.raises(Conflict):
            rename()
    assert (names(sheet), rows(sheet)) == (CAST, [(1, "hand")])
