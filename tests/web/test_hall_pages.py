"""The page of the hall on everybody's phone: no account, my table, what this phone follows, and what a poll costs."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from clubs.models.club import Role
from clubs.models.people import Shown
from tests.club import House
from tests.services.test_tournament_hall import LIVES, an_evening
from tests.services.test_tournament_results import points, put, table_at
from tests.tournament import a_card, a_round, a_tournament
from tests.web.page import elements, get, links, phone, posted, texts, values
from tournaments.models import Table, Tournament
from tournaments.services import clock
from tournaments.services.table_codes import code_of, hall_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

HTMX = {"HX-Request": "true"}

BY_LOT: dict[str, Any] = {
    "stages": [{"kind": "swiss", "rounds": 2, "counting": {"unit": "points"}}],
    "ranking": {"chain": ["points", "lot"]},
}


@pytest.fixture
def tournament(house: House) -> Tournament:
    return an_evening(house)


def here(tournament: Tournament, rest: str = "") -> str:
    return f"/hall/{hall_code(tournament)}/{rest}"


def followed(guest: Client) -> list[str]:
    return list(json.loads(guest.cookies["cards"].value)) if "cards" in guest.cookies else []


# --- who gets where --------------------------------------------------------------------------------------------------


def test_a_number_leads_to_its_table_and_is_remembered(tournament: Tournament) -> None:
    guest = phone("en")
    page = get(guest, here(tournament))
    assert (texts(page, "h1"), values(page, "number")) == (["Preisschnapsen"], [""])
    answer = guest.get(here(tournament, "?number=3"))
    assert (answer.status_code, answer.headers["Location"]) == (302, here(tournament, "3/"))
    page = get(guest, here(tournament, "3/"))
    assert (texts(page, "h1"), texts(page, ".big-table"), texts(page, ".big-seat")) == (
        ["3 Franz D."],
        ["Table 1"],
        ["Seat 2"],
    )
    assert guest.get(here(tournament)).headers["Location"] == here(tournament, "3/")
    assert texts(get(guest, here(tournament, "?view=draw")), ".followed") == ["3 Franz D."]


def test_up_to_four_numbers_of_a_hall_are_followed_and_one_can_be_let_go(house: House, tournament: Tournament) -> None:
    a_card(tournament, "Ida Kern")
    other, guest = a_tournament(house.club, "Otto Lang", plan=LIVES), phone("en")
    guest.get(here(other, "?number=1"))
    for number in (1, 2, 3, 4, 5, 3):
        guest.get(here(tournament, f"?number={number}"))
    pk = tournament.pk
    assert followed(guest) == [f"{pk}:3", f"{pk}:5", f"{pk}:4", f"{pk}:2", f"{other.pk}:1"]
    assert len([one for one in elements(get(guest, here(tournament, "3/")), "a.chip") if "/3/" not in one.text]) > 3
    posted(guest, here(tournament, "3/"), forget="1")
    posted(guest, here(tournament, "6/"), follow="1")
    assert followed(guest) == [f"{pk}:6", f"{pk}:5", f"{pk}:4", f"{pk}:2", f"{other.pk}:1"]


def test_the_first_card_a_phone_opens_is_followed_and_no_other_by_itself(tournament: Tournament) -> None:
    guest = phone("en")
    get(guest, here(tournament, "2/"))
    page = get(guest, here(tournament, "1/"))
    assert (followed(guest), len(values(page, "follow"))) == ([f"{tournament.pk}:2"], 0)
    assert texts(page, ".follow") == ["Follow number 1 on this phone"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [("99", "There is no start number 99."), ("", "Which start number?"), ("x²", "There is no start number x².")],
)
def test_a_number_that_is_none_is_said_where_it_was_typed(tournament: Tournament, typed: str, said: str) -> None:
    page = get(phone("en"), here(tournament, f"?number={typed}"), 422)
    assert (texts(page, ".problem"), values(page, "number")) == ([said], [typed])


def test_no_other_text_is_a_hall(tournament: Tournament) -> None:
    code = hall_code(tournament)
    for path in (f"/hall/{code}x/", "/hall/1-2/", f"/hall/{code[:-1]}1/", f"/hall/{tournament.pk + 1}{code[1:]}/1/"):
        get(phone("en"), path, 404)
        assert phone("en").get(path, headers=HTMX).status_code == 404
        assert phone("en").get(f"/api/v1{path.replace('/hall/', '/halls/')}").status_code == 404
    page = get(phone("en"), here(tournament, "99/"), 404)
    assert texts(page, ".problem") == ["There is no start number 99."]
    assert phone("en").get(here(tournament, "99/"), headers=HTMX).status_code == 404


# --- what is public --------------------------------------------------------------------------------------------------


def test_everything_public_stands_there_and_nothing_leads_to_where_one_may_write(tournament: Tournament) -> None:
    guest = phone("en")
    assert texts(get(guest, here(tournament, "?view=draw")), "ul.by-name") == [
        "Josef A. 1 Table 1Franz D. 3 Table 1Karl F. 5 Bye"
    ]
    tables = get(guest, here(tournament, "?view=tables"))
    assert texts(tables, "ol.draw-tables") == ["Table 11 Josef A.3 Franz D. Bye5 Karl F."]
    assert texts(tables, ".missing") == ["1 table is still playing: 1"]
    standings = get(guest, here(tournament, "?view=standings"))
    assert texts(standings, "td.rank") == ["1", "1", "1", "4", "4"]
    assert texts(get(guest, here(tournament, "?view=prizes")), ".rule-list") == ["Place 1: 100 % of the pot"]
    assert texts(get(guest, here(tournament, "rules/")), "h1") == ["Rule sheet"]
    for view in ("draw", "tables", "standings", "prizes"):
        page = get(guest, here(tournament, f"?view={view}"))
        assert not [one for one in links(page) if "/table/" in one or "/sheet/" in one or "/club/" in one]


def test_a_name_that_is_hidden_is_on_no_page(tournament: Tournament) -> None:
    Player.objects.filter(name="Karl Fink").update(shown=Shown.HIDDEN)
    guest = phone("en")
    for rest in ("?view=draw", "?view=tables", "?view=standings", "?q=fink&view=draw", "1/", "5/"):
        assert "Fink" not in get(guest, here(tournament, rest)).content.decode().replace("q=fink", ""), rest
    found = get(guest, here(tournament, "?q=karl&view=draw"))
    assert (texts(found, "ul.found-names"), values(found, "q")) == ([], ["karl"])
    assert texts(get(guest, here(tournament, "?q=jo&view=draw")), "ul.found-names") == ["1 Josef A."]


def test_before_the_first_draw_it_says_what_will_stand_here(house: House) -> None:
    tournament, guest = a_tournament(house.club, "Auer", "Berger", plan=LIVES), phone("en")
    assert texts(get(guest, here(tournament, "1/")), ".said") == [
        "Not drawn yet. This page shows your table as soon as it is."
    ]
    assert texts(get(guest, here(tournament, "?view=draw")), ".hall-state") == ["Not drawn yet."]


def test_nobody_has_a_place_by_lot_before_anything_is_in(house: House) -> None:
    tournament = a_tournament(house.club, "Anna", "Berta", "Cilli", "Dora", plan=BY_LOT)
    a_round(tournament, (1, 2), (3, 4))
    guest, why = phone("en"), here(tournament, "3/why/")
    assert texts(get(guest, here(tournament, "3/")), ".big-rank") == []
    page = get(guest, here(tournament, "?view=standings"))
    assert ("No round has been played yet." in texts(page, "p"), texts(page, "td.rank")) == (True, [])
    assert texts(get(guest, why), ".why-answer")[0] == "Nothing has been played yet."
    put(table_at(tournament.rounds.get(), 1), *points(24, 20))
    assert texts(get(guest, here(tournament, "2/")), ".big-rank") == ["Rank 2 of 4"]
    assert texts(get(guest, here(tournament, "?view=standings")), "td.rank") == ["1", "2", "3", "4"]


def test_who_asks_what_is_needed_is_answered_also_where_no_table_is_open(house: House) -> None:
    tournament = an_evening(house, rounds=1)
    assert "What is still needed?" in texts(get(phone("en"), here(tournament, "1/why/")), "h2")


def test_the_page_of_a_table_leads_to_how_it_stands(tournament: Tournament) -> None:
    page = get(phone("en"), f"/table/{code_of(tournament, 1)}/")
    assert here(tournament) in links(page)


def test_the_codes_of_the_tables_begin_with_the_one_for_everybody(house: House, tournament: Tournament) -> None:
    page = get(house.phone(Role.SCORER, "en"), house.path(f"tournaments/{tournament.pk}/table-codes/"))
    assert next(one for one in links(page) if "/hall/" in one).endswith(here(tournament))


def test_a_member_finds_the_own_card_on_the_own_page(house: House, tournament: Tournament) -> None:
    member = house.phone(Role.MEMBER, "en")
    assert texts(get(member, house.path("me/")), "a.big") == []
    a_card(tournament, "Franz Huber")
    page = get(member, house.path("me/"))
    assert [(one.text, one.attributes["href"]) for one in elements(page, "a.big")] == [
        ("No. 6 · Preisschnapsen", here(tournament, "6/"))
    ]


# --- waiting ---------------------------------------------------------------------------------------------------------


def seen_of(page: Any) -> str:
    return next(one.attributes["data-seen"] for one in elements(page, "div") if one.attributes.get("id") == "hall")


def waits(guest: Client, path: str, seen: str) -> tuple[Any, int]:
    with CaptureQueriesContext(connection) as asked:
        answer = guest.get(path, {"seen": seen}, headers=HTMX)
    return answer, len(asked)


def test_a_phone_that_waits_costs_one_query_and_no_session(house: House, tournament: Tournament) -> None:
    for guest in (phone("en"), house.phone(Role.OWNER, "en")):
        for rest in ("1/", "?view=draw"):
            path = here(tournament, rest)
            answer, asked = waits(guest, path, seen_of(get(guest, path)))
            assert (answer.status_code, asked) == (204, 1)


def test_it_is_told_what_concerns_it_and_nothing_else(house: House, tournament: Tournament) -> None:
    guest, mine, other = phone("en"), here(tournament, "1/"), here(tournament, "2/")
    seen = {path: seen_of(get(guest, path)) for path in (mine, other)}
    round_ = tournament.rounds.get(number=2)
    clock.start(round_, by=None, seen=clock.mark_of(round_), minutes=45)
    started = waits(guest, mine, seen[mine])[0]
    assert (started.status_code, [one.text[:5] for one in elements(started, ".hall-clock")]) == (200, ["until"])
    seen = {path: seen_of(get(guest, path)) for path in (mine, other)}
    tournament.entrants.filter(number=5).update(group="Linz")
    clock.set_extra(Table.objects.get(round=round_), by=None, minutes=5, seen=0)
    assert waits(guest, mine, seen[mine])[0].status_code == 200
    answer = waits(guest, other, seen[other])[0]
    assert (answer.status_code, answer.headers["X-Seen"].split("~")[1]) == (204, seen[other].split("~")[1])
    assert waits(guest, other, answer.headers["X-Seen"])[1] == 1


def test_a_result_and_a_new_draw_come_by_themselves(tournament: Tournament) -> None:
    guest, mine = phone("en"), here(tournament, "1/")
    seen = seen_of(get(guest, mine))
    put(table_at(tournament.rounds.get(number=2), 1), {"points": 3}, {"points": 7})
    answer = waits(guest, mine, seen)[0]
    assert texts(answer, ".done") == ["Your table has handed in. The next round is shown here as soon as it is drawn."]
    assert texts(answer, "b.lost") == ["3:7"]
    a_round(tournament, (3, 5))
    Tournament.objects.filter(pk=tournament.pk).update(seq=99)
    answer = waits(guest, mine, seen_of(answer))[0]
    assert (texts(answer, ".said"), next(elements(answer, "div")).attributes["data-round"]) == (
        ["Out in round 2."],
        "3",
    )
