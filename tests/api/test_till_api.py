"""The till through the API: the same use cases and the same refusals as the pages."""

import datetime
from typing import Any

import pytest
from django.test import Client

from clubs.models import Attendance, Booking, Evening, Player
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.till import Line, balances, book, cash_in_box
from tests.club import House, a_house

pytestmark = pytest.mark.django_db

ANNA, BERT, DORA, EGON, FRANZ = Role.OWNER, Role.DIRECTOR, Role.TREASURER, Role.SCORER, Role.MEMBER


def ask(house: House, method: str, path: str, body: Any = None, role: str = DORA, status: int = 200) -> Any:
    headers = {"Authorization": f"Token {house.token(role)}"}
    url = f"/api/v1/clubs/{house.club.slug}/till/{path}"
    data = {} if body is None else {"data": body, "content_type": "application/json"}
    answer = getattr(Client(headers=headers), method)(url, **data)
    assert answer.status_code == status, (answer.status_code, answer.content)
    return answer.json()


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(one["code"], one["at"]) for one in answer["problems"]]


READING = ["bookings/", "balances/", "report/", "tariffs/", "cash/", "attended/"]


@pytest.mark.parametrize("path", READING)
def test_the_whole_till_is_for_owner_and_treasurer(path: str) -> None:
    house = a_house()
    for role, status in ((ANNA, 200), (DORA, 200), (BERT, 403), (EGON, 403), (FRANZ, 403)):
        ask(house, "get", path, role=role, status=status)
    assert Client().get(f"/api/v1/clubs/post/till/{path}").status_code == 401


def test_lines_are_booked_once_and_listed_latest_first() -> None:
    house = a_house()
    price = ask(
        house,
        "post",
        "tariffs/",
        {"kind": "fine", "name": "B", "cents": 50, "first": 3, "further_cents": 100},
        status=201,
    )
    anna = house.players[ANNA].pk
    body = {
        "token": "my-token-1",
        "paid": True,
        "lines": [{"kind": "fine", "player": anna, "tariff": price["id"], "count": 7}],
    }
    first = ask(house, "post", "bookings/", body, status=201)
    assert ask(house, "post", "bookings/", body, status=201) == first
    assert [(one["kind"], one["player"], one["cash"], one["balance"]) for one in first] == [
        ("fine", anna, 0, -550),
        ("deposit", anna, 550, 550),
    ]
    listed = ask(house, "get", "bookings/")
    assert ([one["id"] for one in listed["bookings"]], listed["next"]) == ([first[1]["id"], first[0]["id"]], None)
    assert ask(house, "get", f"bookings/?before={first[1]['id']}")["bookings"] == [first[0]]
    assert codes(ask(house, "post", "bookings/", body | {"paid": False}, status=422)) == [("token_used", None)]


def test_what_cannot_be_booked_is_refused_as_on_the_page() -> None:
    house, other = a_house(), a_house("linde")
    lines = [
        {"kind": "fine", "player": other.players[ANNA].pk, "cents": 50},
        {"kind": "expense", "cents": 50},
        {"kind": "settlement", "player": house.players[ANNA].pk, "cents": 50},
        {"kind": "fine", "player": 2**50, "tariff": 2**50, "count": 1},
    ]
    ahead = (till.today(house.club) + datetime.timedelta(days=1)).isoformat()
    body = {"token": "my-token-1", "lines": lines, "day": ahead}
    assert codes(ask(house, "post", "bookings/", body, status=422)) == [
        ("not_by_hand", "lines.2.kind"),
        ("day_ahead", "day"),
        ("person_elsewhere", "lines.0.player"),
        ("note_missing", "lines.1.note"),
        ("person_elsewhere", "lines.3.player"),
        ("tariff_elsewhere", "lines.3.tariff"),
    ]
    evening = Evening.objects.create(club=other.club, day=till.today(other.club))
    none: dict[str, Any] = {"token": "my-token-1", "lines": [], "evening": evening.pk}
    assert codes(ask(house, "post", "bookings/", none, status=422)) == [("evening_elsewhere", "evening")]
    assert codes(ask(house, "post", "bookings/", {"token": "a\u0000b", "lines": []}, status=422)) != []
    assert Booking.objects.count() == 0


def test_a_member_may_not_book_and_a_stranger_finds_nothing() -> None:
    house, other = a_house(), a_house("linde")
    ask(house, "post", "bookings/", {"token": "my-token-1", "lines": []}, role=FRANZ, status=403)
    url = f"/api/v1/clubs/{house.club.slug}/till/bookings/"
    assert Client(headers={"Authorization": f"Token {other.token(ANNA)}"}).get(url).status_code == 404


def test_bookings_of_an_evening_count_for_its_day() -> None:
    house = a_house()
    evening = Evening.objects.create(club=house.club, day=till.today(house.club) - datetime.timedelta(days=3))
    line = {"kind": "drinks", "player": house.players[ANNA].pk, "cents": 420, "note": "Bier"}
    (row,) = ask(house, "post", "bookings/", {"token": "t", "evening": evening.pk, "lines": [line]}, status=201)
    assert (row["day"], row["evening"], row["note"]) == (evening.day.isoformat(), evening.pk, "Bier")


def test_a_booking_is_reversed_once_with_what_belongs_to_it() -> None:
    house, other = a_house(), a_house("linde")
    anna = house.players[ANNA]
    lines = [Line(Kind.FINE, 50, anna), Line(Kind.DEPOSIT, 50, anna)]
    rows = book(house.club, by=None, token="t", day=till.today(house.club), lines=lines)
    path, body = f"bookings/{rows[0].pk}/reverse/", {"token": "undo", "together": [rows[1].pk]}
    first = ask(house, "post", path, body)
    assert ask(house, "post", path, body) == first
    assert [(one["reverses"], one["balance"]) for one in first] == [(rows[0].pk, 50), (rows[1].pk, -50)]
    assert codes(ask(house, "post", path, {"token": "undo-2"}, status=422)) == [("already_reversed", "booking")]
    ask(other, "post", path, {"token": "undo"}, status=404)


def test_all_paid_and_ones_own_account() -> None:
    house = a_house()
    franz = house.players[FRANZ]
    book(house.club, by=None, token="t", day=till.today(house.club), lines=[Line(Kind.FINE, 350, franz)])
    mine = ask(house, "get", "mine/", role=FRANZ)
    assert (mine["player"], mine["balance"], [one["balance"] for one in mine["lines"]]) == (franz.pk, -350, [-350])
    assert ask(house, "get", "balances/") == {
        "cash": 0,
        "balances": [{"player": franz.pk, "name": "Franz Huber", "balance": -350}],
    }
    path = f"balances/{franz.pk}/settle/"
    assert codes(ask(house, "post", path, {"token": "s", "seen": -300}, status=422)) == [("balance_changed", "seen")]
    first = ask(house, "post", path, {"token": "s", "seen": -350})
    assert ask(house, "post", path, {"token": "s", "seen": -350}) == first
    assert ask(house, "get", f"balances/{franz.pk}/")["balance"] == cash_in_box(house.club) - 350 == 0
    ask(house, "get", f"balances/{franz.pk}/", role=FRANZ, status=403)


def test_who_is_nobody_in_the_club_has_no_account() -> None:
    house = a_house()
    house.users[FRANZ].memberships.update(player=None)
    ask(house, "get", "mine/", role=FRANZ, status=404)


def test_prices_are_changed_put_away_and_fetched_back() -> None:
    house = a_house()
    price = ask(house, "post", "tariffs/", {"kind": "dues", "name": "Jahr", "cents": 1000}, status=201)
    path = f"tariffs/{price['id']}/"
    assert ask(house, "put", path, {"name": "Jahr", "cents": 1200})["further_cents"] == 1200
    assert ask(house, "patch", path, {"archived": True})["archived"] is True
    assert ask(house, "patch", path, {"archived": False})["archived"] is False
    assert [one["name"] for one in ask(house, "get", "tariffs/")] == ["Jahr"]
    refused = ask(house, "post", "tariffs/", {"kind": "payout", "name": "Jahr", "cents": 0}, status=422)
    assert codes(refused) == [
        ("amount_too_small", "cents"),
        ("kind_without_price", "kind"),
        ("tariff_name_taken", "name"),
    ]
    ask(a_house("linde"), "put", path, {"name": "x", "cents": 1}, status=404)


def test_the_year_is_counted_shared_out_and_reported() -> None:
    house = a_house()
    people = [house.players[role] for role in (ANNA, BERT, DORA, EGON, FRANZ)]
    (row,) = ask(house, "post", "cash/", {"token": "c", "expected": 0, "counted": 18735})
    assert (row["kind"], row["cash"], ask(house, "get", "cash/")) == (
        "cash_count",
        18735,
        {"cash": 18735, "to_share": 18735},
    )
    for number in range(12):
        evening = Evening.objects.create(club=house.club, day=datetime.date(2026, 1, 1 + number))
        there = [one for one, times in zip(people, (12, 11, 12, 8, 7), strict=True) if number < times]
        Attendance.objects.bulk_create(Attendance(evening=evening, player=one) for one in there)
    attended = ask(house, "get", "attended/?start=2026-01-01&end=2026-12-31")
    weights = [{"player": one["player"], "evenings": one["evenings"]} for one in attended]
    plan = ask(house, "post", "share-out/plan/", {"cents": 18735, "weights": weights})
    assert [one["cents"] for one in plan] == [4496, 4122, 4496, 2998, 2623]
    body = {"token": "s", "cents": 18735, "weights": weights, "seen": 18735}
    first = ask(house, "post", "share-out/", body, status=201)
    assert ask(house, "post", "share-out/", body, status=201) == first
    assert [one["balance"] for one in first] == [4496, 4122, 4496, 2998, 2623, -4496, -4122, -4496, -2998, -2623]
    assert codes(ask(house, "post", "share-out/", body | {"token": "s2"}, status=422)) == [
        ("more_than_in_box", "cents"),
        ("cash_changed", "cents"),
    ]
    year = till.today(house.club).year
    report = ask(house, "get", f"report/?start={year}-01-01&end={year}-12-31")
    assert (report["opening"], report["came_in"], report["went_out"], report["closing"], report["adds_up"]) == (
        *(0, {"cash_count": 18735}, {"payout": 18735}, 0, True),
    )
    assert balances(house.club) == {one.pk: 0 for one in people}


def test_a_period_that_is_none_is_refused() -> None:
    house = a_house()
    assert codes(ask(house, "get", "report/?start=gestern&end=2026-13-01", status=422)) == [
        ("no_day", "start"),
        ("no_day", "end"),
    ]
    assert codes(ask(house, "get", "report/?start=2026-12-31&end=2026-01-01", status=422)) == [("days_crossed", "end")]


def test_lists_cost_the_same_with_one_and_with_three(django_assert_max_num_queries: Any) -> None:
    house = a_house()
    people = list(house.players.values())
    token = house.token(DORA)

    def cost(path: str) -> int:
        client = Client(headers={"Authorization": f"Token {token}"})
        with django_assert_max_num_queries(15) as asked:
            assert client.get(f"/api/v1/clubs/post/till/{path}").status_code == 200
        return len(asked)

    def booked(number: int, one: Player) -> None:
        lines = [Line(Kind.FINE, 50, one)]
        book(house.club, by=None, token=f"n{number}", day=till.today(house.club), lines=lines)

    cost("balances/")  # the token says when it was used last
    booked(0, people[0])
    few = {path: cost(path) for path in READING}
    for number, one in enumerate(people):
        booked(number + 1, one)
    assert {path: cost(path) for path in READING} == few
