"""The same hands through the page and through the API are the same rows."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Entry, Sheet, Total
from tests.services.table import a_sheet, differing, fresh
from tests.web.page import form, get, phone

pytestmark = pytest.mark.django_db

Fields = dict[str, Any]

# What is tapped on the page, and the same hand as the API takes it.
HANDS: list[tuple[Fields, Fields]] = [
    ({"pick": "normal-0", "grade": "1"}, {"contract": "normal", "made": True, "grade": 1}),
    ({"pick": "normal-0", "grade": "2"}, {"contract": "normal", "made": False, "grade": 2}),
    (
        {"pick": "normal-1", "grade": "1", "doubling": "1", "decided_by": "last_trick"},
        {"made": False, "grade": 1, "doubling": 1, "decided_by": "last_trick"},
    ),
    (
        {"pick": "normal-1", "grade": "2", "loser_points": "20"},
        {"contract": "normal", "made": True, "grade": 2, "loser_points": 20},
    ),
    (
        {"pick": "bettler", "declarer": "2", "doubling": "1", "made": "0"},
        {"contract": "bettler", "declarer": 2, "doubling": 1, "made": False},
    ),
    (
        {"pick": "normal-1", "grade": "1", "caller": "3"},
        {"contract": "normal", "caller": 3, "made": True, "grade": 1},
    ),
    (
        {"pick": "kontrabauernschnapser", "declarer": "3", "made": "1"},
        {"contract": "kontrabauernschnapser", "declarer": 3, "made": True},
    ),
    (
        {"pick": "farbringerl", "declarer": "1", "made": "1"},
        {"contract": "farbringerl", "declarer": 1, "made": True},
    ),
]

ROWS = ("seq", "kind", "data")
RULES = {"money": "each_pays_each", "stake_cents": 50}


def tap(sheet: Sheet, page: str, ending: str, **chosen: Any) -> None:
    path = f"/sheet/{sheet.write_secret}/{page}"
    one = form(get(phone(), path), ending)
    assert phone().post(one.action or path, one.filled(**chosen)).status_code == 302


def send(sheet: Sheet, path: str, **asked: Any) -> None:
    seq = fresh(sheet).seq
    body = {"after_seq": seq, "token": f"api-token-{seq}", **asked}
    answer = Client().post(f"/api/v1/sheets/{sheet.write_secret}/{path}/", body, content_type="application/json")
    assert answer.status_code == 200, answer.json()


def record_of(sheet: Sheet) -> dict[str, Any]:
    stored = fresh(sheet)
    return {
        "entries": list(Entry.objects.filter(sheet=sheet).order_by("seq").values(*ROWS)),
        "state": stored.state,
        "totals": stored.totals,
        "status": stored.status,
        "signed": set(Total.objects.filter(sheet=sheet).values_list("seat__position", "unit", "amount")),
    }


def test_the_same_evening_through_both_doors_is_the_same_record() -> None:
    page, api = a_sheet(**RULES), a_sheet(**RULES)
    Sheet.objects.filter(pk=api.pk).update(started_at=page.started_at)  # the check code tells sheets apart by it
    for tapped, sent in HANDS:
        tap(page, "?next=1", "/hand/", **tapped)
        send(api, "hands", hand=sent)
        assert record_of(page) == record_of(api)
    tap(page, "line/2/", "/void/")
    send(api, "voids", line=2)
    assert record_of(page) == record_of(api)
    tap(page, "line/4/", "/replace/", pick="gang", declarer="0", made="0", loser_points="")
    send(api, "replacements", line=4, hand={"contract": "gang", "declarer": 0, "made": False})
    assert record_of(page) == record_of(api)
    tap(page, "close/", "")
    send(api, "close")
    assert record_of(page) == record_of(api)
    assert (len(record_of(page)["entries"]), differing()) == (len(HANDS) + 3, [])


REFUSED: list[tuple[Fields, Fields]] = [
    ({"pick": "normal-0"}, {"contract": "normal", "made": True}),
    ({"pick": "normal-0", "grade": "4"}, {"contract": "normal", "made": True, "grade": 4}),
    ({"pick": "zehnergang", "declarer": "0", "made": "1"}, {"contract": "zehnergang", "declarer": 0, "made": True}),
    ({"pick": "schnapser", "declarer": "1"}, {"contract": "schnapser", "declarer": 1}),
    ({"pick": "gang", "made": "1", "doubling": "9"}, {"contract": "gang", "made": True, "doubling": 9}),
    (
        {"pick": "herrenschnapser", "declarer": "0", "made": "0"},
        {"contract": "herrenschnapser", "declarer": 0, "made": False},
    ),
]


@pytest.mark.parametrize(("tapped", "sent"), REFUSED)
def test_what_one_door_refuses_the_other_refuses_in_the_same_words(tapped: Fields, sent: Fields) -> None:
    sheet = a_sheet()
    one = form(get(phone(), f"/sheet/{sheet.write_secret}/"), "/hand/")
    page = phone().post(one.action, one.filled(**tapped))
    body = {"after_seq": 0, "token": "api-token", "hand": sent}
    api = Client().post(f"/api/v1/sheets/{sheet.write_secret}/hands/", body, content_type="application/json")
    assert (page.status_code, api.status_code, Entry.objects.count()) == (422, 422, 0)
    shown = [message for messages in page.context["problems"].values() for message in messages]
    assert sorted(shown) == sorted(problem["message"] for problem in api.json()["problems"])
