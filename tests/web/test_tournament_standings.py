"""Standings, penalties and prizes as pages, as a phone without JavaScript uses them."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from clubs.models import Booking, Change
from clubs.models.club import Role
from clubs.services import till
from tests.club import House, a_house
from tests.services.test_tournament_results import points, put
from tests.tournament import a_card, a_result, a_round, a_tournament
from tests.tournament_evenings import POT_50_30_20, three_lives, two_times_32
from tests.web.page import elements, form, get, posted, texts
from tournaments.models import Adjustment, Payout, Table, Tournament
from tournaments.models.entrants import Paid
from tournaments.services import finishing

pytestmark = pytest.mark.django_db


def path(house: House, tournament: Tournament, rest: str) -> str:
    return house.path(f"tournaments/{tournament.pk}/{rest}")


def phone(house: House, role: str = Role.OWNER) -> Client:
    """A phone that has chosen English: what is tried here are the words as they were written."""
    client = house.phone(role, "en")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def ranking(page: Any) -> list[tuple[str, str, str]]:
    """Start number, rank and what decided, row by row."""
    numbers = [one.attributes["data-number"] for one in elements(page, "tr") if "data-number" in one.attributes]
    return list(zip(numbers, texts(page, "td.rank"), texts(page, "td.why"), strict=True))


def finished(tournament: Tournament) -> Tournament:
    return finishing.finish(tournament, by=None, now=timezone.now(), sure=True)


# --- standings -------------------------------------------------------------------------------------------------------


def test_s1_on_the_page_with_lives_and_women(house: House) -> None:
    tournament = three_lives(house.club)
    page = get(phone(house), path(house, tournament, "standings/"))
    rows = ranking(page)
    assert [row[:2] for row in rows] == [
        *[("6", "1"), ("4", "2"), ("8", "3"), ("7", "4"), ("9", "4"), ("2", "6"), ("5", "7"), ("1", "8"), ("3", "9")],
        ("10", "–"),
    ]
    assert (rows[3][2], rows[8][2]) == ("out in round 7, shared place", "out in round 3")
    assert texts(page, "td.lives")[:3] == ["1", "0", "0"]
    women = get(phone(house), path(house, tournament, "standings/?view=women"))
    assert [row[:2] for row in ranking(women)] == [("7", "1"), ("2", "2"), ("5", "3")]


def test_s3_on_the_page(house: House) -> None:
    page = get(phone(house), path(house, two_times_32(house.club), "standings/"))
    rows = ranking(page)
    assert [row[:2] for row in rows] == [
        *[("1", "1"), ("2", "2"), ("5", "3"), ("8", "4"), ("7", "5"), ("3", "6"), ("13", "7"), ("4", "8"), ("9", "9")],
        *[("10", "10"), ("16", "11"), ("14", "12"), ("15", "12"), ("12", "14"), ("11", "15"), ("6", "16")],
    ]
    assert (rows[4][2], rows[12][2]) == ("Soli won: 4 against 5", "shared place")
    assert texts(page, "td.result")[:5] == ["+67", "+66", "+60", "+26", "+26"]
    assert texts(page, "td.round")[:2] == ["+27", "+40"]


def test_the_same_page_again_is_304_and_a_change_is_seen_at_once(house: House) -> None:
    tournament = two_times_32(house.club)
    address, client = path(house, tournament, "standings/"), phone(house)
    mark = get(client, address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": mark}).status_code == 304
    live = client.get(address, headers={"HX-Request": "true"})
    assert b"<html" not in live.content
    (part,) = (one for one in elements(live, "div") if one.attributes.get("id") == "standings")
    assert part.attributes["data-mark"] == live.headers["ETag"]
    again = {"HX-Request": "true", "If-None-Match": live.headers["ETag"]}
    assert client.get(address, headers=again).status_code == 304
    other = client.get(f"{address}?view=women", headers={"If-None-Match": mark})
    assert other.status_code == 200
    table = Table.objects.get(round__number=2, round__tournament=tournament, number=1)
    director = house.users[Role.DIRECTOR]
    put(table, *points(41, 12, -23, -30), by=director, reason="verschrieben")
    answer = client.get(address, headers={"If-None-Match": mark})
    assert texts(answer, "td.result")[0] == "+68"


def test_a_penalty_is_marked_with_its_reason_and_can_be_cancelled(house: House) -> None:
    tournament = two_times_32(house.club)
    address = path(house, tournament, "penalties/")
    sent = form(get(phone(house, Role.DIRECTOR), address), "").filled(
        number="1", amount="3", unit="points", round="2", reason="zu spät <b>"
    )
    for _ in range(2):  # a second tap is the same one
        assert phone(house, Role.DIRECTOR).post(address, sent).status_code == 302
    assert Adjustment.objects.count() == 1
    page = get(phone(house, Role.MEMBER), path(house, tournament, "standings/"))
    assert [row[:2] for row in ranking(page)][:2] == [("2", "1"), ("1", "2")]
    assert texts(page, "small.penalty") == ["−3 Points in round 2: zu spät <b>"]
    assert b"zu sp\xc3\xa4t <b>" not in page.content
    made = Adjustment.objects.get()
    posted(phone(house, Role.DIRECTOR), f"{address}{made.pk}/cancel/")
    page = get(phone(house, Role.MEMBER), path(house, tournament, "standings/"))
    assert ([row[:2] for row in ranking(page)][:2], texts(page, "small.penalty")) == ([("1", "1"), ("2", "2")], [])
    assert "cancelled" in get(phone(house), address).content.decode()


def test_a_refused_penalty_keeps_what_was_typed_and_says_every_problem(house: House) -> None:
    tournament = two_times_32(house.club)
    address = path(house, tournament, "penalties/")
    typed = {"number": "77", "amount": "x", "unit": "points", "round": "", "reason": "", "sign": "bonus", "token": "t"}
    page = posted(phone(house), address, 422, **typed)
    assert len(texts(page, "p.problem")) == 3
    assert [one.attributes["value"] for one in elements(page, "[number]")] == ["77"]


def test_a_page_of_many_costs_the_queries_of_one_of_few(house: House, django_assert_max_num_queries: Any) -> None:
    big = two_times_32(a_house("linde").club)
    for number in range(17, 81):
        a_card(big, f"P{number}", paid=Paid.PAID)
    drawn = a_round(big, *([number + seat for seat in range(4)] for number in range(1, 80, 4)))
    for table in Table.objects.filter(round=drawn):
        a_result(table, *({"points": points} for points in (9, -3, -3, -3)))
    house = House(big.club, {Role.OWNER: big.club.memberships.get(role=Role.OWNER).user})
    client = phone(house)
    for rest, most in (("standings/", 20), ("prizes/", 18), ("penalties/", 18)):
        with django_assert_max_num_queries(most):
            get(client, path(house, big, rest))


# --- prizes ----------------------------------------------------------------------------------------------------------


def prizes(page: Any) -> list[tuple[str, str, str]]:
    """Name, what for and the money, as they are called."""
    names = texts(page, "span.who")[: len(texts(page, "span.what-for"))]
    money = [one.text for one in elements(page, "td.number")][: len(names)]
    return list(zip(names, texts(page, "span.what-for"), money, strict=True))


def test_s3_prizes_in_the_order_they_are_called(house: House) -> None:
    page = get(phone(house), path(house, two_times_32(house.club, round_to=100), "prizes/"))
    assert prizes(page) == [
        ("P11", "Last place but one", "–"),
        ("P7", "Place 5", "13.00"),
        ("P8", "Place 4", "19.00"),
        ("P5", "Place 3", "24.00"),
        ("P2", "Place 2", "40.00"),
        ("P1", "Place 1", "64.00"),
    ]
    assert texts(page, "b.goods") == ["Pressack"]
    assert texts(page, "p.equation") == ["160.00 + 0.00 = 160.00 ✓"]


def test_s1_is_called_from_dorn_to_gruber(house: House) -> None:
    page = get(phone(house), path(house, three_lives(house.club, prizes=POT_50_30_20), "prizes/"))
    called = [one.attributes["data-number"] for one in elements(page, "li") if "data-number" in one.attributes]
    assert called == ["3", "1", "5", "2", "7", "9", "8", "4", "6"]
    assert prizes(page)[-1] == ("Gruber", "Place 1", "75.00")


def test_a_crowd_that_is_still_level_is_one_line(house: House) -> None:
    plan = {"fee": {"cents": 1000, "pool": 1000}, "prizes": {"prizes": [{"place": 1, "share": 10000}]}}
    tournament = a_tournament(house.club, plan=plan, cards=30)
    tournament.entrants.update(paid=Paid.PAID)
    page = get(phone(house), path(house, tournament, "prizes/"))
    assert prizes(page)[0] == ("30 cards are still level", "Place 1, shared by 30", "300.00")
    assert len(texts(page, "span.what-for")) == 1


def test_from_the_end_to_the_till_and_back(house: House) -> None:
    tournament = two_times_32(house.club)
    address, director = path(house, tournament, "prizes/"), phone(house, Role.DIRECTOR)
    posted(director, f"{address}finish/")
    posted(director, f"{address}finish/")
    payouts = list(Payout.objects.order_by("order"))
    assert (len(payouts), Change.objects.filter(what="tournament_finished").count()) == (6, 1)
    for one in payouts[-2:]:
        posted(phone(house, Role.SCORER), f"{address}{one.pk}/handed/", on="1")
    sent = form(get(phone(house, Role.TREASURER), address), "book/").filled()
    for _ in range(2):
        assert phone(house, Role.TREASURER).post(f"{address}book/", sent).status_code == 302
    assert (till.cash_in_box(house.club), Booking.objects.count()) == (-10_400, 2)
    refused = posted(director, f"{address}reopen/", 422)
    assert len(texts(refused, "p.problem")) == 2
    assert "104.00" in texts(refused, "p.problem")[1]
    assert [one.attributes.get("name") for one in elements(refused, "button.danger")] == ["sure"]
    posted(director, f"{address}reopen/", sure="1")
    assert till.cash_in_box(house.club) == 0
    assert Tournament.objects.get(pk=tournament.pk).ended_at is None


def test_who_is_out_gets_the_prize_on_the_page_while_others_play(house: House) -> None:
    goods = [{"place": place, "goods": "Wurst"} for place in range(1, 10)]
    tournament = three_lives(house.club, rounds=3, prizes=[*goods, {"place": 1, "share": 10_000}])
    address, client = path(house, tournament, "prizes/"), phone(house, Role.SCORER)
    sent = form(get(client, address), "prizes/handed/").filled(on="1")
    for _ in range(2):
        assert client.post(f"{address}handed/", sent).status_code == 302
    assert Payout.objects.filter(handed_at__isnull=False).count() == 1
    assert [one.attributes["data-number"] for one in elements(get(client, address), "tr.is-handed")] == ["3"]
    assert len(texts(posted(client, f"{address}handed/", 422, number="6", on="1"), "p.problem")) == 1


def test_open_tables_are_named_where_one_finishes_too_early(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1)
    a_round(tournament, [1, 5, 9, 13], [2, 6, 10, 14])
    page = posted(phone(house), path(house, tournament, "prizes/finish/"), 422)
    assert texts(page, "p.problem") == ["Round 2 is not over. Open tables: 1, 2."]


def test_a_correction_after_the_end_is_told_on_the_prize_list(house: House) -> None:
    tournament = finished(two_times_32(house.club))
    address = path(house, tournament, "prizes/")
    assert texts(get(phone(house), address), "p.notice") == []
    sent: dict[str, Any] = {
        "number": "1",
        "amount": "30",
        "unit": "points",
        "reason": "spät",
        "sign": "penalty",
        "token": "t",
    }
    posted(phone(house), path(house, tournament, "penalties/"), **sent)
    assert len(texts(get(phone(house), address), "p.notice")) == 1


def test_what_a_member_sees_has_no_buttons(house: House) -> None:
    tournament = finished(two_times_32(house.club))
    page = get(phone(house, Role.MEMBER), path(house, tournament, "prizes/"))
    assert [one for one in elements(page, "form") if "prizes" in one.attributes.get("action", "")] == []


def test_a_prize_of_another_tournament_is_not_found(house: House) -> None:
    tournament, other = finished(two_times_32(house.club)), finished(two_times_32(a_house("linde").club))
    foreign = Payout.objects.filter(tournament=other)[0]
    posted(phone(house), path(house, tournament, f"prizes/{foreign.pk}/handed/"), 404, on="1")
