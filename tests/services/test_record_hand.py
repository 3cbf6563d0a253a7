"""One hand after the other: what is written, what is refused, who was first."""

from typing import Any

import pytest

from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.queries import entries_of
from scoring.services.record import Conflict, Write
from scoring.services.sheets import preview_hand, record_hand, void_line
from tests.services.table import ONE, TWO, a_sheet, fresh, new_token, now, plain, points, record, rows, special, won_leg

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]


def refusals(sheet: Sheet, hand: Any) -> list[tuple[str, str | None]]:
    before = (sheet.seq, points(sheet), rows(sheet))
    with pytest.raises(Refused) as refused:
        record_hand(sheet, hand=hand, write=now(sheet))
    assert (fresh(sheet).seq, points(sheet), rows(sheet)) == before
    return [(problem.code, problem.at) for problem in refused.value.problems]


def written(conflict: Conflict) -> list[tuple[int, str]]:
    return [(entry.seq, entry.kind) for entry in conflict.written]


def test_a_hand_is_one_entry_and_moves_the_score() -> None:
    sheet = a_sheet()
    entry = record_hand(sheet, hand=TWO, write=now(sheet, "anna-token", "annas-phone"))
    kept = Entry.objects.get(pk=entry.pk)
    assert (kept.seq, kept.kind, kept.token, kept.device) == (1, "hand", "anna-token", "annas-phone")
    assert kept.data == {"hand": {"contract": "normal", "made": True, "declarer": 0, "grade": 2, "caller": 0}}
    assert points(sheet) == [2, 0]


def test_the_sheet_in_hand_is_the_sheet_in_the_database() -> None:
    sheet = a_sheet()
    record(sheet, ONE, plain(1, 3), special(1))
    stored = fresh(sheet)
    assert (sheet.seq, sheet.state, sheet.totals) == (stored.seq, stored.state, stored.totals)
    assert stored.totals == {"kitty": 0, "points": [1, 12, 1, 12]}


def test_whoever_called_deals_the_next_hand() -> None:
    sheet = a_sheet()
    record(sheet, ONE, ONE)
    assert [line["hand"]["caller"] for line in sheet.state["lines"]] == [0, 1]
    assert sheet.state["play"]["dealer"] == 1


def test_the_slip_holds_the_running_leg_only() -> None:
    sheet = a_sheet()
    record(sheet, ONE, won_leg(1))
    assert [line["seq"] for line in sheet.state["lines"]] == [1, 2]
    record(sheet, TWO)
    assert [(line["seq"], line["number"]) for line in sheet.state["lines"]] == [(3, 3)]
    assert sheet.state["play"]["bummerl"] == [1, 0]


def test_a_refused_hand_names_all_its_problems_and_writes_nothing() -> None:
    sheet = a_sheet(max_doubling=1)
    hand = {"contract": "schnapser", "caller": 0, "declarer": 1, "doubling": 2, "grade": 1, "colour": "red"}
    assert set(refusals(sheet, hand)) == {
        ("unknown_field", "colour"),
        ("bad_value", "made"),
        ("declarer_not_allowed", "declarer"),
        ("bad_doubling", "doubling"),
        ("bad_grade", "grade"),
    }


@pytest.mark.parametrize("hand", [[], "normal", 7, None])
def test_what_is_no_hand_at_all_is_refused(hand: Any) -> None:
    assert refusals(a_sheet(), hand) == [("bad_value", "hand")]


def test_a_sheet_that_is_played_out_accepts_no_further_hand() -> None:
    sheet = a_sheet(legs_limit=1)
    record(sheet, won_leg(0))
    assert refusals(sheet, ONE) == [("sheet_finished", None)]


def test_a_preview_says_what_a_hand_would_count_and_writes_nothing() -> None:
    sheet = a_sheet()
    assert preview_hand(sheet, hand=special(0, doubling=1)).line["points"] == [18, 0]
    assert (fresh(sheet).seq, rows(sheet)) == (0, [])


def test_the_same_request_gets_its_first_answer_also_after_later_entries() -> None:
    sheet = a_sheet()
    write = now(sheet)
    first = record_hand(sheet, hand=ONE, write=write)
    record(sheet, TWO, plain(1, 3))
    for seen in (sheet, fresh(sheet)):
        assert record_hand(seen, hand=ONE, write=write) == first
    assert rows(sheet) == [(1, "hand"), (2, "hand"), (3, "hand")]


def test_a_repetition_that_has_seen_the_sheet_again_is_still_the_same_hand() -> None:
    sheet = a_sheet()
    first = record_hand(sheet, hand=ONE, write=Write(0, "same-token"))
    assert record_hand(sheet, hand=ONE, write=Write(1, "same-token")) == first
    assert (rows(sheet), sheet.seq, sheet.state) == ([(1, "hand")], 1, fresh(sheet).state)


def test_a_repetition_that_could_not_be_played_any_more_is_still_the_same_hand() -> None:
    sheet = a_sheet(legs_limit=1)
    first = record_hand(sheet, hand=won_leg(0), write=Write(0, "same-token"))
    assert record_hand(sheet, hand=won_leg(0), write=Write(1, "same-token")) == first


def test_a_repetition_from_a_phone_that_saw_an_older_sheet_gets_the_first_answer() -> None:
    sheet = a_sheet()
    old = fresh(sheet)
    first = record_hand(sheet, hand=ONE, write=Write(0, "same-token"))
    assert record_hand(old, hand=ONE, write=Write(0, "same-token")) == first
    assert (old.seq, old.state) == (1, sheet.state)


def test_the_same_token_with_another_hand_is_a_conflict() -> None:
    sheet = a_sheet()
    record_hand(sheet, hand=ONE, write=Write(0, "same-token"))
    for after_seq in (0, 1):
        with pytest.raises(Conflict):
            record_hand(sheet, hand=TWO, write=Write(after_seq, "same-token"))
    assert rows(sheet) == [(1, "hand")]


def test_the_same_token_for_another_use_case_is_a_conflict() -> None:
    sheet = a_sheet()
    record_hand(sheet, hand=ONE, write=Write(0, "same-token"))
    with pytest.raises(Conflict):
        void_line(sheet, line=1, write=Write(1, "same-token"))
    assert rows(sheet) == [(1, "hand")]


def test_a_token_counts_for_its_own_sheet_only() -> None:
    first, second = a_sheet(), a_sheet()
    for sheet in (first, second):
        record_hand(sheet, hand=ONE, write=Write(0, "same-token"))
    assert (rows(first), rows(second)) == ([(1, "hand")], [(1, "hand")])


def test_a_conflict_carries_what_was_written_and_the_fresh_sheet() -> None:
    sheet = a_sheet()
    old = fresh(sheet)
    record(sheet, ONE, TWO)
    with pytest.raises(Conflict) as stale:
        record_hand(old, hand=ONE, write=Write(0, new_token()))
    assert written(stale.value) == [(1, "hand"), (2, "hand")]
    assert (stale.value.sheet.seq, stale.value.sheet.state) == (2, sheet.state)
    with pytest.raises(Conflict) as half:
        record_hand(sheet, hand=ONE, write=Write(1, new_token()))
    assert written(half.value) == [(2, "hand")]


def test_a_sheet_that_was_read_before_is_read_with_the_entries_it_saw() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    old = fresh(sheet)
    record(sheet, TWO)
    assert ([entry.seq for entry in entries_of(old)], [entry.seq for entry in entries_of(sheet)]) == ([1], [1, 2])


@pytest.mark.parametrize("after_seq", [-1, 1, 10**30])
def test_a_phone_that_saw_what_is_not_there_is_in_conflict(after_seq: int) -> None:
    with pytest.raises(Conflict) as conflict:
        record_hand(a_sheet(), hand=ONE, write=Write(after_seq, new_token()))
    assert written(conflict.value) == []


@pytest.mark.parametrize("token", ["", "short", "x" * 65, "with space", "ümlaut-token", "new-line\n"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    with pytest.raises(Refused) as refused:
        Write(0, token)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [("bad_token", "token")]
