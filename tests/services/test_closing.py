"""The signature of the table: what it writes, what it ends, who may undo it."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet, Total
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.record import Conflict, Write
from scoring.services.sheets import record_hand, rename_seats, replace_hand, void_line
from tests.services.table import (
    CAST,
    ONE,
    TWO,
    a_club_sheet,
    a_sheet,
    fresh,
    new_token,
    now,
    plain,
    points,
    record,
    rows,
    won_leg,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]


def signed(sheet: Sheet) -> set[tuple[str | None, str, int]]:
    return set(Total.objects.filter(sheet=sheet).values_list("seat__name", "unit", "amount"))


def refusals(work: Callable[..., Entry], sheet: Sheet, **asked: Any) -> list[str]:
    with pytest.raises(Refused) as refused:
        work(sheet, **asked, write=now(sheet))
    return [problem.code for problem in refused.value.problems]


def test_a_close_signs_every_unit_for_every_seat_and_the_kitty() -> None:
    sheet = a_sheet(money="pot", stake_cents=50)
    record(sheet, plain(1), won_leg(0), plain(1, 2))
    entry = close_sheet(sheet, write=now(sheet))
    assert (entry.kind, entry.data) == ("close", {"totals": sheet.totals, "code": fresh(sheet).check_code})
    per_seat = {"points": (24, 3, 24, 3), "legs": (1, 0, 1, 0), "bummerl": (0, 1, 0, 1), "cents": (0, -50, 0, -50)}
    assert signed(sheet) == {
        *(
            (name, unit, amount)
            for unit, all_four in per_seat.items()
            for name, amount in zip(CAST, all_four, strict=True)
        ),
        (None, "cents", 100),
    }
    stored = fresh(sheet)
    assert (stored.status, stored.closed_at is not None, stored.seq) == ("closed", True, 4)


def test_without_a_kitty_no_row_is_signed_for_it() -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    assert {row for row in signed(sheet) if row[1] == "cents"} == {
        ("Anna", "cents", 100),
        ("Bert", "cents", -100),
        ("Cilli", "cents", 100),
        ("Dora", "cents", -100),
    }


def test_a_sheet_without_a_hand_is_closed_with_nothing_to_sign() -> None:
    sheet = a_sheet()
    close_sheet(sheet, write=now(sheet))
    assert (signed(sheet), rows(sheet)) == (set(), [(1, "close")])


def test_nothing_is_accepted_after_the_close() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    close_sheet(sheet, write=now(sheet))
    before = (fresh(sheet).state, rows(sheet), signed(sheet))
    assert refusals(record_hand, sheet, hand=ONE) == ["sheet_closed"]
    assert refusals(void_line, sheet, line=1) == ["sheet_closed"]
    assert refusals(replace_hand, sheet, line=1, hand=TWO) == ["sheet_closed"]
    assert refusals(rename_seats, sheet, names=["Anna", "Bert", "Cilli", "Egon"]) == ["sheet_closed"]
    assert refusals(close_sheet, sheet) == ["sheet_closed"]
    assert (fresh(sheet).state, rows(sheet), signed(sheet)) == before


def test_a_hand_that_was_answered_before_the_close_gets_its_answer_again() -> None:
    sheet = a_sheet()
    write = now(sheet)
    first = record_hand(sheet, hand=ONE, write=write)
    close_sheet(sheet, write=now(sheet))
    assert record_hand(sheet, hand=ONE, write=write) == first


def test_a_double_tap_on_close_is_one_close() -> None:
    sheet = a_sheet()
    record(sheet, won_leg(0))
    old, write = fresh(sheet), now(sheet)
    first = close_sheet(sheet, write=write)
    totals = signed(sheet)
    assert close_sheet(sheet, write=write) == first
    assert close_sheet(old, write=write) == first
    assert close_sheet(sheet, write=Write(2, write.token)) == first
    assert (rows(sheet), signed(sheet)) == ([(1, "hand"), (2, "close")], totals)


def test_a_close_that_has_not_seen_the_last_hand_is_a_conflict() -> None:
    sheet = a_sheet()
    old = fresh(sheet)
    record(sheet, ONE)
    with pytest.raises(Conflict):
        close_sheet(old, write=Write(0, new_token()))
    assert (fresh(sheet).status, rows(sheet)) == ("open", [(1, "hand")])


def test_a_quick_sheet_is_opened_again_by_its_table() -> None:
    sheet = a_sheet()
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    entry = reopen_sheet(sheet, write=now(sheet))
    stored = fresh(sheet)
    assert (entry.kind, stored.status, stored.closed_at, signed(sheet)) == ("reopen", "open", None, set())
    record(sheet, ONE)
    assert (points(sheet), [kind for _seq, kind in rows(sheet)]) == ([1, 0], ["hand", "close", "reopen", "hand"])
    close_sheet(sheet, write=now(sheet))
    assert {row for row in signed(sheet) if row[1] == "points"} == {
        ("Anna", "points", 25),
        ("Bert", "points", 0),
        ("Cilli", "points", 25),
        ("Dora", "points", 0),
    }


def test_a_clubs_sheet_is_not_opened_again_by_its_table() -> None:
    sheet = a_club_sheet()
    record(sheet, ONE)
    close_sheet(sheet, write=now(sheet))
    before = signed(sheet)
    assert refusals(reopen_sheet, sheet) == ["not_yours"]
    assert (fresh(sheet).status, signed(sheet), rows(sheet)) == ("closed", before, [(1, "hand"), (2, "close")])


def test_an_open_sheet_cannot_be_opened() -> None:
    sheet = a_sheet()
    assert refusals(reopen_sheet, sheet) == ["sheet_open"]


def test_a_repeated_close_does_not_sign_a_sheet_that_was_opened_again() -> None:
    sheet = a_sheet()
    record(sheet, won_leg(0))
    old, write = fresh(sheet), now(sheet)
    first = close_sheet(sheet, write=write)
    reopen_sheet(sheet, write=now(sheet))
    assert close_sheet(old, write=write) == first
    assert (fresh(sheet).status, signed(sheet)) == ("open", set())


def test_a_repeated_reopening_does_not_take_a_later_signature_away() -> None:
    sheet = a_sheet()
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    old, write = fresh(sheet), now(sheet)
    first = reopen_sheet(sheet, write=write)
    close_sheet(sheet, write=now(sheet))
    before = signed(sheet)
    assert reopen_sheet(old, write=write) == first
    assert (fresh(sheet).status, signed(sheet), len(before)) == ("closed", before, 12)
