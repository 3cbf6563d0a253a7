"""Why, and what is still needed: the page inside the club, the one for everybody's phone, and the API of both."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from clubs.models.club import Role
from clubs.models.people import Shown
from tests.club import House, a_house
from tests.tournament import a_result, a_round
from tests.tournament_evenings import two_times_32
from tests.web.page import get, links, phone, texts
from tournaments.models import Adjustment, Table, Tournament
from tournaments.services.table_codes import hall_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

SENTENCE = "Rank 5, because with as many points (+26) the Soli won decided: 4 against 5 of 8 P8."


def inside(house: House, tournament: Tournament, number: int, asked: str = "") -> str:
    return house.path(f"tournaments/{tournament.pk}/standings/{number}/{asked}")


def outside(tournament: Tournament, number: int, asked: str = "") -> str:
    return f"/hall/{hall_code(tournament)}/{number}/why/{asked}"


def figures(page: Any) -> list[str]:
    """What both have, step by step."""
    return texts(page, "span.had")


def test_a_tap_on_a_name_of_the_standings_leads_to_why(house: House) -> None:
    tournament, member = two_times_32(house.club), house.phone(Role.MEMBER, "en")
    page = get(member, house.path(f"tournaments/{tournament.pk}/standings/"))
    assert [one for one in links(page) if one in ("7/", "8/")] == ["8/", "7/"]
    page = get(member, inside(house, tournament, 7))
    assert texts(page, ".why-answer") == [SENTENCE]
    assert [one for one in links(page) if "?with=" in one] == [
        inside(house, tournament, 7, "?with=8"),
        inside(house, tournament, 7, "?with=3"),
    ]
    assert figures(page) == ["8 P8: +26", "7 P7: +26", "8 P8: 5", "7 P7: 4"]
    page = get(member, inside(house, tournament, 7, "?with=6"))
    assert figures(page) == ["7 P7: +26", "6 P6: −71", "7 P7: 4", "6 P6: 0"]


def test_after_the_pictures_were_looked_at_the_page_for_everybody_answers_too(house: House) -> None:
    tournament = two_times_32(house.club)
    get(phone("en"), f"/hall/{hall_code(tournament)}/pictures/")
    assert texts(get(phone("en"), outside(tournament, 7)), ".why-answer") == [SENTENCE]


def test_a_number_that_nobody_has_is_none_and_cannot_be_compared(house: House) -> None:
    tournament, member = two_times_32(house.club), house.phone(Role.MEMBER, "en")
    assert member.get(inside(house, tournament, 99)).status_code == 404
    assert phone("en").get(outside(tournament, 99)).status_code == 404
    assert phone("en").get(outside(tournament, 7).replace("hall/", "hall/9")).status_code == 404
    for page in (
        get(member, inside(house, tournament, 7, "?with=99")),
        get(phone("en"), outside(tournament, 7, "?with=x")),
    ):
        assert texts(page, ".notice") == [
            "These two cannot be compared: no such start number, or no place that may be shown."
        ]


def test_a_stranger_reads_public_names_and_no_reason_of_a_penalty(house: House) -> None:
    tournament = two_times_32(house.club)
    Player.objects.filter(club=house.club, name="P8").update(name="Xaveria Oberndorfer", shown=Shown.INITIAL)
    reason = {"unit": "soli", "amount": -1, "reason": "Verdächtig geflüstert", "token": "a"}
    Adjustment.objects.create(tournament=tournament, entrant=tournament.entrants.get(number=7), **reason)
    page = get(phone("en"), outside(tournament, 7))
    assert texts(page, ".why-answer")[0].endswith("3 against 5 of 8 Xaveria O.")
    assert [word for word in ("Oberndorfer", "Verdächtig") if word in page.content.decode()] == []
    page = get(house.phone(Role.MEMBER, "en"), inside(house, tournament, 7))
    assert [word for word in ("Oberndorfer", "Verdächtig") if word in page.content.decode()] == [
        "Oberndorfer",
        "Verdächtig",
    ]


def test_what_is_kept_back_is_said_and_not_shown(house: House) -> None:
    tournament = two_times_32(house.club)
    tournament.plan["hall"]["public"] = "end"
    tournament.save()
    page = get(phone("en"), outside(tournament, 7))
    assert (texts(page, ".why-answer"), figures(page)) == (["How it stands is shown only at the end."], [])
    assert Client().get(f"/api/v1/halls/{hall_code(tournament)}/cards/7/why/").status_code == 404


def test_of_one_interim_table_nobody_is_promised_what_is_still_needed(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1)
    a_round(tournament, (1, 5, 9, 13))
    card, ask, told = f"/hall/{hall_code(tournament)}/7/", "What do I still need?", "What is still needed?"
    assert ask in texts(get(phone("en"), card), "a.button")
    assert told in texts(get(phone("en"), outside(tournament, 7)), "h2")
    tournament.plan["hall"] |= {"public": "once", "public_round": 1}
    tournament.save()
    assert ask not in texts(get(phone("en"), card), "a.button")
    assert told not in texts(get(phone("en"), outside(tournament, 7)), "h2")


def test_the_same_page_again_is_304_until_something_changes(house: House) -> None:
    tournament, member = two_times_32(house.club), house.phone(Role.MEMBER, "en")
    for client, address in ((member, inside(house, tournament, 7)), (phone("en"), outside(tournament, 7))):
        seen = {"If-None-Match": get(client, address).headers["ETag"]}
        assert client.get(address, headers=seen).status_code == 304
        assert client.get(f"{address}?with=6", headers=seen).status_code == 200
        table = Table.objects.get(round__number=2, round__tournament=tournament, number=3)
        a_result(table, {"points": 25}, {"points": 19}, {"points": -32}, {"points": -12})
        Tournament.objects.filter(pk=tournament.pk).update(seq=table.seq * 100)
        assert client.get(address, headers=seen).status_code == 200


def test_page_and_api_say_the_same(house: House) -> None:
    tournament = two_times_32(house.club)
    asked = Client(headers={"Authorization": f"Token {house.token(Role.MEMBER)}", "Accept-Language": "en"})
    told = asked.get(f"/api/v1/clubs/{house.club.slug}/tournaments/{tournament.pk}/standings/7/?with=8").json()
    said = [one.replace("\u00a0", " ") for one in told["said"]]
    assert (told["place"], said, told["compared"]["decided_by"]) == (5, [SENTENCE], "soli")
    public = Client(headers={"Accept-Language": "en"})
    address = f"/api/v1/halls/{hall_code(tournament)}/cards/7/why/"
    assert public.get(address).json() == told
    assert public.get(f"/api/v1/halls/{hall_code(tournament)}/cards/99/why/").status_code == 404
    assert asked.get(f"/api/v1/clubs/{house.club.slug}/tournaments/{tournament.pk}/standings/99/").status_code == 404


def test_many_rounds_cost_the_queries_of_one(house: House) -> None:
    small, large = two_times_32(house.club, rounds=1), two_times_32(a_house("linde").club)
    other = House(large.club, {Role.OWNER: large.club.memberships.get(role=Role.OWNER).user})
    counted = []
    for one, tournament in ((house, small), (other, large)):
        client = one.phone(Role.OWNER, "en")
        for address in (inside(one, tournament, 7), outside(tournament, 7)):
            with CaptureQueriesContext(connection) as queries:
                get(client, address)
            counted.append(len(queries))
    assert counted[:2] == counted[2:]
