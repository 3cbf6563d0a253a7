"""Many phones at the same moment, as real threads with connections of their own, on whichever database this run has.

Every thread has loaded the sheet before any of them writes: the worst moment there is.
"""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scoring.models import Entry, Seat, Sheet, Total
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.record import Conflict, Write
from scoring.services.sheets import begin_sheet, record_hand, rename_seats, replace_hand, swap_seats, void_line
from tests.services.table import (
    CAST,
    ONE,
    TWO,
    a_sheet,
    at_once,
    fresh,
    names,
    new_token,
    now,
    plain,
    record,
    rows,
    won_leg,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clean_record")]

Work = Callable[[Sheet, Write], Entry]

# A sheet with two hands, and every way to write on it.
WRITES: dict[str, Work] = {
    "record": lambda sheet, write: record_hand(sheet, hand=ONE, write=write),
    "void": lambda sheet, write: void_line(sheet, line=1, write=write),
    "replace": lambda sheet, write: replace_hand(sheet, line=2, hand=plain(1), write=write),
    "rename": lambda sheet, write: rename_seats(sheet, names=["Anna", "Bert", "Cilli", "Egon"], write=write),
    "swap": lambda sheet, write: swap_seats(sheet, seats=[0, 1], write=write),
    "close": lambda sheet, write: close_sheet(sheet, write=write),
}


def kinds(answers: list[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


@pytest.mark.parametrize("work", WRITES.values(), ids=WRITES.keys())
def test_of_eight_phones_that_saw_the_same_sheet_one_writes_and_seven_hear_what(work: Work) -> None:
    sheet = a_sheet()
    record(sheet, won_leg(0), ONE)
    seen = [fresh(sheet) for _ in range(8)]
    answers = at_once(8, lambda number: work(seen[number], Write(2, f"phone-no-{number}")))
    assert kinds(answers) == {"Entry": 1, "Conflict": 7}
    entry = next(answer for answer in answers if isinstance(answer, Entry))
    conflicts = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [conflict.written for conflict in conflicts] == [[entry]] * 7
    assert [conflict.sheet.seq for conflict in conflicts] == [3] * 7
    assert fresh(sheet).seq == Entry.objects.count() == 3


@pytest.mark.parametrize("work", WRITES.values(), ids=WRITES.keys())
def test_twenty_times_the_same_request_is_one_entry_and_twenty_equal_answers(work: Work) -> None:
    sheet = a_sheet()
    record(sheet, won_leg(0), ONE)
    seen = [fresh(sheet) for _ in range(20)]
    answers = at_once(20, lambda number: work(seen[number], Write(2, "same-token")))
    assert kinds(answers) == {"Entry": 20}
    assert {(answer.pk, answer.seq, json.dumps(answer.data, sort_keys=True)) for answer in answers} == {
        (answers[0].pk, 3, json.dumps(answers[0].data, sort_keys=True))
    }
    assert {one.seq for one in seen} == {fresh(sheet).seq} == {3}
    assert Entry.objects.count() == 3


def test_a_sheet_is_signed_once_however_often_close_is_tapped() -> None:
    sheet = a_sheet(money="pot", stake_cents=50)
    record(sheet, won_leg(0))
    seen = [fresh(sheet) for _ in range(20)]
    at_once(20, lambda number: close_sheet(seen[number], write=Write(1, "same-token")))
    assert Total.objects.filter(sheet=sheet).count() == 4 * 4 + 1


def test_twenty_times_the_same_reopening_is_one() -> None:
    sheet = a_sheet()
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    seen = [fresh(sheet) for _ in range(20)]
    answers = at_once(20, lambda number: reopen_sheet(seen[number], write=Write(2, "same-token")))
    assert {answer.seq for answer in answers} == {3}
    assert (rows(sheet), Total.objects.count()) == ([(1, "hand"), (2, "close"), (3, "reopen")], 0)


def test_a_double_tap_on_start_is_one_sheet() -> None:
    answers = at_once(20, lambda _number: begin_sheet(game="bauernschnapsen", players=CAST, token="same-token"))
    assert kinds(answers) == {"Sheet": 20}
    assert len({(sheet.pk, sheet.write_secret, sheet.code) for sheet in answers}) == 1
    assert (Sheet.objects.count(), Seat.objects.count(), names(answers[0])) == (1, 4, CAST)


def test_phones_that_try_again_write_every_hand_exactly_once() -> None:
    sheet = a_sheet()

    def one_phone(number: int) -> int:
        tries = 0
        for hand in range(5):
            token = f"phone-{number}-{hand}"
            while True:
                tries += 1
                mine = fresh(sheet)
                try:
                    record_hand(mine, hand=plain(hand % 2, 1, loser_points=33 + number), write=now(mine, token))
                    break
                except Conflict:
                    continue
        return tries

    tries = at_once(8, one_phone)
    assert [type(count) for count in tries] == [int] * 8
    written = Counter(Entry.objects.filter(sheet=sheet).values_list("token", flat=True))
    assert written == {f"phone-{number}-{hand}": 1 for number in range(8) for hand in range(5)}
    assert fresh(sheet).seq == fresh(sheet).state["hands"] == 40


def test_hands_and_corrections_at_once_leave_one_order_of_things() -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO, ONE)
    works = list(WRITES.values())[:4] * 2
    seen = [fresh(sheet) for _ in works]
    answers = at_once(8, lambda number: works[number](seen[number], Write(3, new_token())))
    assert kinds(answers) == {"Entry": 1, "Conflict": 7}
    assert fresh(sheet).seq == Entry.objects.count() == 4


# --- the same through HTTP ------------------------------------------------------------------------------------------


def through_the_api(sheet: Sheet, token: str) -> tuple[int, Any]:
    body = {"after_seq": 0, "token": token, "hand": ONE}
    answer = Client().post(f"/api/v1/sheets/{sheet.write_secret}/hands/", body, content_type="application/json")
    return answer.status_code, answer.json()


def through_the_page(sheet: Sheet, token: str) -> tuple[int, Any]:
    fields = {"after_seq": "0", "token": token, "rotation": "0", "pick": "normal-0", "grade": "1", "doubling": "0"}
    answer = Client().post(f"/sheet/{sheet.write_secret}/hand/", fields)
    return answer.status_code, answer.headers.get("Location")


DOORS = [through_the_api, through_the_page]


@pytest.mark.parametrize("door", DOORS)
def test_eight_phones_over_http_are_one_hand_and_seven_conflicts(door: Callable[[Sheet, str], Any]) -> None:
    sheet = a_sheet()
    answers = at_once(8, lambda number: door(sheet, f"phone-no-{number}"))
    assert sorted(answer[0] for answer in answers) == [200 if door is through_the_api else 302] + [409] * 7
    assert (rows(sheet), fresh(sheet).seq) == ([(1, "hand")], 1)
    if door is through_the_api:
        first = next(body["entry"] for status, body in answers if status == 200)
        assert [body["written"] for status, body in answers if status == 409] == [[first]] * 7


@pytest.mark.parametrize("door", DOORS)
def test_twenty_equal_requests_over_http_are_one_hand_and_twenty_equal_answers(
    door: Callable[[Sheet, str], Any],
) -> None:
    sheet = a_sheet()
    answers = at_once(20, lambda _number: door(sheet, "same-token"))
    assert answers == [answers[0]] * 20
    assert answers[0][0] in (200, 302)
    assert (rows(sheet), fresh(sheet).seq) == ([(1, "hand")], 1)
