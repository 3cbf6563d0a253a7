"""Striking out and putting right: the line goes, the history stays, everything after it is counted again."""

from typing import Any

import pytest

from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.services.fold import LaterHandFalls
from scoring.services.record import Conflict, Write
from scoring.services.sheets import record_hand, replace_hand, restore_line, void_line
from tests.services.table import (
    ONE,
    TWO,
    a_sheet,
    differing,
    fresh,
    new_token,
    now,
    plain,
    points,
    record,
    rows,
    special,
    standing,
    won_leg,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]


def void(sheet: Sheet, line: int, **more: Any) -> Entry:
    return void_line(sheet, line=line, write=now(sheet), **more)


def put_right(sheet: Sheet, line: int, hand: Any) -> Entry:
    return replace_hand(sheet, line=line, hand=hand, write=now(sheet))


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_a_line_that_is_struck_out_counts_no_more_and_stays_in_the_history() -> None:
    sheet = a_sheet()
    record(sheet, plain(0, 1), plain(1, 3), plain(0, 2))
    entry = void(sheet, 2)
    assert (entry.kind, entry.data) == ("void", {"line": 2})
    assert points(sheet) == [3, 0]
    assert rows(sheet) == [(1, "hand"), (2, "hand"), (3, "hand"), (4, "void")]
    assert [(line["seq"], line["number"]) for line in sheet.state["lines"]] == [(1, 1), (3, 2)]


def test_striking_out_equals_never_having_played_it() -> None:
    sheet, without = a_sheet(), a_sheet()
    record(sheet, plain(0, 1), won_leg(1), plain(0, 2))
    void(sheet, 2)
    record(without, plain(0, 1), plain(0, 2))
    assert fresh(sheet).state["play"] == fresh(without).state["play"]
    assert fresh(sheet).totals == fresh(without).totals


def test_a_hand_keeps_its_caller_when_the_one_before_is_struck_out() -> None:
    sheet = a_sheet()
    record(sheet, ONE, ONE, ONE)
    void(sheet, 1)
    assert [(line["seq"], line["hand"]["caller"]) for line in sheet.state["lines"]] == [(2, 1), (3, 2)]
    assert sheet.state["lines"][0]["notes"] == [["caller_differs", {"seat": 0}]]


def test_a_hand_that_ended_a_leg_can_be_struck_out_after_the_next_leg_has_begun() -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, plain(1, 1), won_leg(0), plain(0, 2), special(1))
    assert (points(sheet), sheet.state["play"]["bummerl"], sheet.totals["cents"]) == (
        [2, 9],
        [0, 1],
        [50, -50, 50, -50],
    )
    void(sheet, 2)
    assert (points(sheet), sheet.state["play"]["legs"], sheet.state["play"]["bummerl"]) == ([2, 10], [], [0, 0])
    assert sheet.totals == {"points": [2, 10, 2, 10], "kitty": 0}
    assert [line["seq"] for line in sheet.state["lines"]] == [1, 3, 4]


def test_a_sheet_that_was_played_out_goes_on_when_its_last_hand_is_struck_out() -> None:
    sheet = a_sheet(legs_limit=1)
    record(sheet, ONE, won_leg(0))
    void(sheet, 2)
    record(sheet, ONE)
    assert (points(sheet), sheet.state["play"]["finished"]) == ([1, 1], False)


@pytest.mark.parametrize(
    ("line", "code"), [(1, "line_gone"), (3, "no_such_line"), (9, "no_such_line"), (0, "no_such_line")]
)
def test_only_a_standing_hand_can_be_struck_out_or_put_right(line: int, code: str) -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    void(sheet, 1)
    for correct in (lambda: void(sheet, line), lambda: put_right(sheet, line, plain(1))):
        with pytest.raises(Refused) as refused:
            correct()
        assert codes(refused) == [code]
    assert (fresh(sheet).seq, standing(sheet)) == (3, [2])


def test_a_hand_that_was_put_right_keeps_its_place_and_its_caller() -> None:
    sheet = a_sheet()
    record(sheet, ONE, ONE, ONE)
    entry = put_right(sheet, 2, {"contract": "gang", "declarer": 3, "made": True})
    assert entry.data == {
        "line": 2,
        "hand": {"contract": "gang", "declarer": 3, "made": True, "caller": 1},
    }
    assert [(line["seq"], line["number"]) for line in sheet.state["lines"]] == [(1, 1), (4, 2), (3, 3)]
    assert (standing(sheet), points(sheet)) == ([1, 4, 3], [2, 9])
    assert rows(sheet) == [(1, "hand"), (2, "hand"), (3, "hand"), (4, "replace")]


def test_a_caller_out_of_turn_stays_the_caller_of_the_hand_that_is_put_right() -> None:
    sheet = a_sheet()
    record(sheet, ONE, plain(1, caller=3))
    assert put_right(sheet, 2, {"contract": "gang", "declarer": 1, "made": True}).data["hand"]["caller"] == 3
    assert sheet.state["play"]["dealer"] == 3


def test_another_caller_counts_where_he_is_named() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    assert put_right(sheet, 1, plain(0, caller=2)).data["hand"]["caller"] == 2
    assert sheet.state["play"]["dealer"] == 2


def test_what_was_put_right_can_be_put_right_again_and_struck_out() -> None:
    sheet = a_sheet()
    record(sheet, ONE, ONE)
    put_right(sheet, 1, plain(0, 2))
    put_right(sheet, 3, plain(0, 3))
    assert (standing(sheet), points(sheet)) == ([4, 2], [3, 1])
    void(sheet, 4)
    assert (standing(sheet), points(sheet)) == ([2], [0, 1])
    with pytest.raises(Refused) as refused:
        void(sheet, 3)
    assert codes(refused) == ["line_gone"]


def test_nothing_changed_is_said_and_not_written() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    for same in (ONE, plain(0), plain(0, doubling=0, decided_by=None)):
        with pytest.raises(Refused) as refused:
            put_right(sheet, 1, same)
        assert codes(refused) == ["nothing_changed"]
    assert rows(sheet) == [(1, "hand")]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (plain(0, 4), ["bad_grade"]),
        ({"contract": "schnapser", "declarer": 1, "made": True}, ["declarer_not_allowed"]),
        ({"contract": "zehnergang", "declarer": 0, "made": True, "grade": 1}, ["bad_grade", "contract_disabled"]),
        ([], ["bad_value"]),
        (None, ["bad_value"]),
    ],
)
def test_a_correction_is_checked_like_the_original(hand: Any, expected: list[str]) -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    with pytest.raises(Refused) as refused:
        put_right(sheet, 1, hand)
    assert sorted(codes(refused)) == expected
    assert (standing(sheet), points(sheet)) == ([1, 2], [1, 2])


def test_a_correction_after_which_a_later_hand_falls_is_refused_and_names_it() -> None:
    sheet = a_sheet(legs_limit=1)
    record(sheet, ONE, TWO, ONE)
    with pytest.raises(LaterHandFalls) as falls:
        put_right(sheet, 1, won_leg(0))
    assert falls.value.line == 2
    assert [(problem.code, dict(problem.figures)) for problem in falls.value.problems] == [
        ("later_hand_falls", {"number": 2}),
        ("sheet_finished", {}),
    ]
    assert (standing(sheet), points(sheet)) == ([1, 2, 3], [2, 2])


def a_sheet_on_which_striking_out_the_first_line_ends_the_evening() -> Sheet:
    """At two marks it is over. Bert's point makes a Bummerl of what would be a Schneider, which is two marks."""
    sheet = a_sheet(bummerl_limit=2)
    record(sheet, plain(1), won_leg(0), plain(0), plain(1, 2))
    return sheet


def test_striking_out_is_refused_where_a_later_hand_falls() -> None:
    sheet = a_sheet_on_which_striking_out_the_first_line_ends_the_evening()
    with pytest.raises(LaterHandFalls) as falls:
        void(sheet, 1)
    assert (falls.value.line, codes(falls)) == (3, ["later_hand_falls", "sheet_finished"])
    assert (fresh(sheet).seq, standing(sheet)) == (4, [1, 2, 3, 4])


def test_all_hands_that_fall_are_struck_out_together_if_one_says_so() -> None:
    sheet = a_sheet_on_which_striking_out_the_first_line_ends_the_evening()
    entry = void(sheet, 1, together=True)
    assert entry.data == {"line": 1, "also": [3, 4]}
    assert (standing(sheet), sheet.state["play"]["finished"], sheet.state["play"]["bummerl"]) == ([2], True, [0, 2])
    with pytest.raises(Refused) as refused:
        void(sheet, 3)
    assert codes(refused) == ["line_gone"]


def test_together_strikes_out_no_more_than_it_has_to() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    assert void(sheet, 1, together=True).data == {"line": 1}


def test_corrections_get_their_first_answer_again() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    gone, right = Write(2, "void-token"), Write(3, "right-token")
    voided = void_line(sheet, line=1, write=gone)
    replaced = replace_hand(sheet, line=2, hand=plain(1), write=right)
    record(sheet, ONE)
    assert void_line(sheet, line=1, write=gone) == voided
    assert replace_hand(sheet, line=2, hand=plain(1), write=right) == replaced
    # The phone has looked at the sheet in between: the line is gone by now, but this request was the one.
    assert void_line(sheet, line=1, write=Write(5, "void-token")) == voided
    assert replace_hand(sheet, line=2, hand=plain(1), write=Write(5, "right-token")) == replaced
    assert [kind for _seq, kind in rows(sheet)] == ["hand", "hand", "void", "replace", "hand"]


def test_the_same_token_for_another_line_is_a_conflict() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    void_line(sheet, line=1, write=Write(2, "void-token"))
    for line, together in ((2, False), (1, True)):
        with pytest.raises(Conflict):
            void_line(sheet, line=line, together=together, write=Write(2, "void-token"))
    assert standing(sheet) == [2]


def test_corrections_of_a_sheet_that_went_on_are_conflicts() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    old = fresh(sheet)
    record(sheet, TWO)
    for correct in (
        lambda: void_line(old, line=1, write=Write(1, new_token())),
        lambda: replace_hand(old, line=1, hand=plain(1), write=Write(1, new_token())),
        lambda: record_hand(old, hand=TWO, write=Write(1, new_token())),
    ):
        with pytest.raises(Conflict) as conflict:
            correct()
        assert [(entry.seq, entry.kind) for entry in conflict.value.written] == [(2, "hand")]
    assert standing(sheet) == [1, 2]


def test_a_line_struck_out_by_mistake_stands_again_where_it_stood() -> None:
    sheet = a_sheet()
    record(sheet, ONE, won_leg(0), TWO)
    before = fresh(sheet).state["play"]
    void_line(fresh(sheet), line=2, write=now(fresh(sheet)))
    assert fresh(sheet).state["play"]["legs"] == []
    write = now(fresh(sheet))
    entry = restore_line(fresh(sheet), line=2, write=write)
    assert (entry.kind, entry.data["line"], standing(sheet)) == ("replace", 2, [1, 5, 3])
    assert fresh(sheet).state["play"] == before
    assert restore_line(fresh(sheet), line=2, write=write) == entry
    assert differing() == []


@pytest.mark.parametrize("line", [1, 2, 3, 9])
def test_only_a_struck_out_line_can_stand_again(line: int) -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    replace_hand(fresh(sheet), line=1, hand=TWO, write=now(fresh(sheet)))
    with pytest.raises(Refused) as refused:
        restore_line(fresh(sheet), line=line, write=now(fresh(sheet)))
    assert [problem.code for problem in refused.value.problems] == ["no_such_line"]
