"""Standings, penalties, prizes and the end through the API: the same use cases and refusals as the pages."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Booking
from clubs.models.club import Role
from clubs.services.till import cash_in_box
from tests.api import asking
from tests.club import House
from tests.tournament import a_round
from tests.tournament_evenings import three_lives, two_times_32
from tournaments.models import Adjustment, Payout, Tournament

pytestmark = pytest.mark.django_db


def ask(
    house: House, tournament: Tournament, method: str, path: str, *said: Any, role: str = Role.OWNER, **how: Any
) -> Any:
    return asking.ask(house, method, f"{tournament.pk}/{path}", *said, role=role, **how)


def codes(answer: Any) -> list[str]:
    return [one["code"] for one in answer["problems"]]


def test_s1_places_women_and_the_order_of_being_called(house: House) -> None:
    found = ask(house, three_lives(house.club), "get", "standings/", role=Role.MEMBER)
    assert [(one["place"], one["name"]) for one in found["standings"]] == [
        *[(1, "Gruber"), (2, "Eder"), (3, "Kern"), (4, "Huber"), (4, "Lang"), (6, "Berger"), (7, "Fink"), (8, "Auer")],
        *[(9, "Dorn"), (None, "Moser")],
    ]
    assert found["women"] == [{"place": 1, "number": 7}, {"place": 2, "number": 2}, {"place": 3, "number": 5}]
    assert found["hand_out_order"] == [3, 1, 5, 2, 7, 9, 8, 4, 6]
    assert (found["standings"][0]["lives"], found["rounds"], found["open_tables"]) == (1, 9, [])


def test_s3_to_the_cent(house: House) -> None:
    tournament = two_times_32(house.club)
    found = ask(house, tournament, "get", "standings/")
    assert [(one["place"], one["number"], one["values"]["points"]) for one in found["standings"]] == [
        *[(1, 1, 67), (2, 2, 66), (3, 5, 60), (4, 8, 26), (5, 7, 26), (6, 3, 11), (7, 13, 1), (8, 4, -2), (9, 9, -9)],
        *[(10, 10, -15), (11, 16, -17), (12, 14, -33), (12, 15, -33), (14, 12, -36), (15, 11, -41), (16, 6, -71)],
    ]
    assert [one["decided_by"] for one in found["standings"]][:5] == [None, "points", "points", "points", "soli"]
    assert [one["number"] for one in found["standings"] if one["shared"]] == [14, 15]
    assert found["standings"][0]["rounds"][0] == {
        "round": 1,
        "amount": 27,
        "scores": {"points": 27, "soli": 0, "table_rank": 1},
        "played": True,
        "dropped": False,
    }
    prizes = ask(house, tournament, "get", "prizes/")
    assert [(one["number"], one["cents"], one["goods"]) for one in prizes["prizes"]] == [
        *[(11, 0, "Pressack"), (7, 1280, ""), (8, 1920, ""), (5, 2400, ""), (2, 4000, ""), (1, 6400, "")]
    ]
    assert (prizes["won"], prizes["stays"], prizes["pot"]["cents"]) == (16_000, 0, 16_000)
    whole = ask(house, two_times_32(house.club, round_to=100), "get", "prizes/")
    assert [one["cents"] for one in whole["prizes"]] == [0, 1300, 1900, 2400, 4000, 6400]


def test_the_same_standings_again_are_304(house: House) -> None:
    tournament = two_times_32(house.club)
    address = f"/api/v1/clubs/{house.club.slug}/tournaments/{tournament.pk}/standings/"
    client = Client(headers={"Authorization": f"Token {house.token()}"})
    mark = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": mark}).status_code == 304
    body = {"token": "t", "number": 1, "unit": "points", "amount": -1, "reason": "spät"}
    ask(house, tournament, "post", "penalties/", body, status=201)
    assert client.get(address, headers={"If-None-Match": mark}).status_code == 200


def test_a_penalty_given_again_is_the_same_and_cancelled_counts_no_more(house: House) -> None:
    tournament = two_times_32(house.club)
    body = {"token": "t", "number": 1, "unit": "points", "amount": -2, "round": None, "reason": "zu spät"}
    first, again = (ask(house, tournament, "post", "penalties/", body, status=201) for _ in range(2))
    assert (first, Adjustment.objects.count()) == (again, 1)
    assert codes(ask(house, tournament, "post", "penalties/", body | {"amount": -3}, status=422)) == ["token_used"]
    found = ask(house, tournament, "get", "standings/")
    assert [one["penalties"] for one in found["standings"][:2]] == [[], [first]]
    ask(house, tournament, "post", f"penalties/{first['id']}/cancel/")
    assert ask(house, tournament, "get", "standings/")["standings"][0]["number"] == 1
    assert ask(house, tournament, "get", "penalties/", role=Role.MEMBER) == []
    listed = ask(house, tournament, "get", "penalties/", role=Role.DIRECTOR)
    assert [one["cancelled_at"] is None for one in listed] == [False]
    wrong = body | {"token": "u", "number": 99, "unit": "ham", "amount": 0, "reason": ""}
    assert codes(ask(house, tournament, "post", "penalties/", wrong, status=422)) == [
        *["penalty_no_card", "unit_not_counted", "no_points", "penalty_reason_missing"]
    ]


def test_from_the_end_to_the_till_and_back(house: House) -> None:
    tournament = two_times_32(house.club)
    ended, again = (ask(house, tournament, "post", "prizes/finish/", {}, role=Role.DIRECTOR) for _ in range(2))
    assert ended == again
    assert (ended["final"], len(ended["prizes"]), Payout.objects.count()) == (True, 6, 6)
    for prize in ended["prizes"][-2:]:
        ask(house, tournament, "post", f"prizes/{prize['id']}/handed/", {"handed": True}, role=Role.SCORER)
    for token in ("one", "one", "two"):
        booked = ask(house, tournament, "post", "prizes/book/", {"token": token}, role=Role.TREASURER)
    assert (cash_in_box(house.club), Booking.objects.count()) == (-10_400, 2)
    assert [one["booking"] is not None for one in booked["prizes"]] == [False] * 4 + [True] * 2
    refused = ask(house, tournament, "post", "prizes/reopen/", {}, role=Role.DIRECTOR, status=422)
    assert codes(refused) == ["reopen_handed", "reopen_booked"]
    opened = ask(house, tournament, "post", "prizes/reopen/", {"sure": True}, role=Role.DIRECTOR)
    assert (opened["final"], cash_in_box(house.club)) == (False, 0)


def test_who_is_out_gets_the_prize_while_others_play(house: House) -> None:
    prizes = [{"place": place, "goods": "Wurst"} for place in range(1, 10)]
    tournament = three_lives(house.club, rounds=3, prizes=[*prizes, {"place": 1, "share": 10_000}])
    found = ask(house, tournament, "get", "prizes/")
    assert [one["number"] for one in found["prizes"] if one["certain"]] == [3]
    body = {"number": 3, "wins": "place", "place": 9, "handed": True}
    ticked = ask(house, tournament, "post", "prizes/handed/", body, role=Role.SCORER)
    assert [one["number"] for one in ticked["prizes"] if one["handed_at"]] == [3]
    refused = ask(house, tournament, "post", "prizes/handed/", body | {"number": 6, "place": 1}, status=422)
    assert codes(refused) == ["prize_not_certain"]


def test_open_tables_and_a_list_that_cannot_be_paid_are_refused_together(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1, prizes={"prizes": [{"place": 1, "share": 5000}]})
    a_round(tournament, [1, 5, 9, 13], [2, 6, 10, 14])
    refused = ask(house, tournament, "post", "prizes/finish/", {"sure": True}, status=422)
    assert codes(refused) == ["finish_tables_open", "not_100"]
    assert refused["problems"][0]["message"] == "Round 2 is not over. Open tables: 1, 2."
    found = ask(house, tournament, "get", "prizes/")
    assert (codes(found), found["stays"]) == (["not_100"], 16_000)


def test_before_the_first_round_the_standings_are_empty_of_figures_only(house: House) -> None:
    found = ask(house, two_times_32(house.club, rounds=0), "get", "standings/")
    assert (found["state"], len(found["standings"])) == ("No round has been played yet.", 16)
    assert {one["place"] for one in found["standings"]} == {1}
