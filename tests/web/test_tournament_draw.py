"""The draw's pages, as a desk without JavaScript uses them."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from clubs.models.club import Role
from tests.club import House, a_house
from tests.tournament import a_card, a_result, a_round, a_tournament
from tests.web.page import elements, form, get, links, texts, values
from tournaments.models import Person, Round, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import draws
from tournaments.services.draw_rows import read_draw

pytestmark = pytest.mark.django_db

LIVES: dict[str, Any] = {"stages": [{"kind": "lives"}], "ranking": {"chain": ["survived"]}}
WON, LOST = {"points": 7}, {"points": 3}


def path(tournament: Tournament, rest: str = "draw/") -> str:
    return f"/club/{tournament.club.slug}/tournaments/{tournament.pk}/{rest}"


def seats(row: Round) -> dict[int, tuple[int, ...]]:
    return {table.number: table.seats for table in read_draw(row).tables}


@pytest.fixture
def desk(house: House) -> Client:
    return house.phone(Role.DIRECTOR)


def test_before_the_draw_the_seed_is_shown_and_who_is_missing_is_named(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", "Dorn", "Eder", plan=LIVES)
    tournament.entrants.exclude(number=2).update(paid=Paid.PAID)
    a_card(tournament, "Moser", status=Status.EXPECTED, paid=Paid.FREE)
    page = get(desk, path(tournament))
    assert values(page, "seed") == ["kirtag"]
    assert texts(page, "dd") == ["4", "1", "1", "0"]
    notices = texts(page, ".notice")
    assert any("5\xa0Moser" in one or "5 Moser" in one for one in notices)
    assert any("2 Berger" in one.replace("\xa0", " ") for one in notices)
    assert not tournament.rounds.exists()


def test_from_the_seed_to_the_published_round(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=9, plan=LIVES)
    sent = form(get(desk, path(tournament)), "draw/now/").filled(seed="Jause")
    for _press in range(2):
        assert desk.post(path(tournament, "draw/now/"), sent).status_code == 302
    row = tournament.rounds.get()
    assert (row.seed, row.attempt, row.published_at) == ("Jause/1", 1, None)
    page = get(desk, path(tournament))
    assert len(texts(page, "a.seat")) == 9
    answer = desk.post(path(tournament, "draw/publish/"), form(page, "draw/publish/").filled())
    assert (answer.status_code, answer.headers["Location"]) == (302, path(tournament, "rounds/1/"))
    shown = get(house.phone(Role.MEMBER), path(tournament, "rounds/1/?verify=1"))
    assert texts(shown, "b.seed-shown") == ["Jause/1"]
    assert len(texts(shown, ".kept")) == 1


def test_a_draft_is_for_directors_only(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=LIVES)
    draws.draw(tournament, by=None, number=1)
    for role in (Role.SCORER, Role.MEMBER):
        page = get(house.phone(role), path(tournament))
        assert (texts(page, "a.seat"), len(texts(page, ".notice"))) == ([], 1)
    assert house.phone(Role.MEMBER).get(path(tournament, "rounds/1/")).status_code == 404


def test_open_tables_are_named_with_a_way_to_each(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=8, plan=LIVES)
    row = a_round(tournament, (1, 2), (3, 4), (5, 6), (7, 8))
    a_result(row.tables.get(number=2), WON, LOST)
    page = get(desk, path(tournament))
    assert [one for one in links(page) if "/rounds/1/tables/" in one] == [
        path(tournament, f"rounds/1/tables/{number}/") for number in (1, 3, 4)
    ]
    answer = desk.post(path(tournament, "draw/now/"), {"number": "2", "seed": "kirtag"})
    assert answer.status_code == 422
    assert any("1, 3, 4" in one for one in texts(answer, ".problem"))


def test_two_taps_name_the_consequences_and_a_third_swaps(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=4, plan=LIVES)
    row = draws.set_tables(tournament, by=None, number=1, tables=[(1, 2), (3, 4)])
    page = get(desk, path(tournament))
    first = next(one for one in elements(page, "a.seat") if one.attributes["data-number"] == "2")
    page = get(desk, path(tournament) + first.attributes["href"].partition("#")[0])
    second = next(one for one in elements(page, "a.seat") if one.attributes["data-number"] == "3")
    assert second.attributes["href"] == "?first=2&second=3#swap"
    page = get(desk, path(tournament) + "?first=2&second=3")
    assert seats(row) == {1: (1, 2), 2: (3, 4)}
    sent = form(page, "draw/swap/").filled()
    for _tap in range(2):
        assert desk.post(path(tournament, "draw/swap/"), sent).status_code == 302
    assert seats(row) == {1: (1, 3), 2: (2, 4)}
    part = get(desk, path(tournament, "draw/swap/?first=1&second=77"))
    assert len(texts(part, ".problem")) == 1


def test_a_swap_that_makes_two_meet_again_says_so(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", "Dorn", "Eder", plan=LIVES)
    row = a_round(tournament, (1, 2), (3, 4))
    for table in row.tables.all():
        a_result(table, WON, LOST)
    draws.set_tables(tournament, by=None, number=2, tables=[(1, 3), (2, 4)])
    page = get(desk, path(tournament) + "?first=3&second=2")
    problems = [one.replace("\xa0", " ") for one in texts(page, ".problem")]
    assert len(problems) == 2
    assert "1 Auer" in problems[0]
    assert "2 Berger" in problems[0]


def test_the_whole_round_by_hand(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=9, plan=LIVES)
    page = get(desk, path(tournament, "draw/by-hand/"))
    assert len(texts(page, ".who-list")) == 1
    sent = form(page, "").filled(tables="1: 6 3\n2: 2, 4\n7 – 1\n9: 8 5", byes="9")
    assert desk.post(path(tournament, "draw/by-hand/"), sent).status_code == 302
    row = tournament.rounds.get()
    assert (seats(row), read_draw(row).byes) == ({1: (6, 3), 2: (2, 4), 3: (7, 1), 9: (8, 5)}, (9,))
    again = get(desk, path(tournament, "draw/by-hand/"))
    assert texts(again, "textarea") == ["1: 6 3 2: 2 4 3: 7 1 9: 8 5"]


def test_lines_that_cannot_be_keep_what_was_typed_and_name_every_fault(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=6, plan=LIVES)
    typed = "1: 1 2\nHuber Auer\n1: 3 4\n5:"
    answer = desk.post(path(tournament, "draw/by-hand/"), {"number": "1", "tables": typed, "byes": ""})
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 3)
    assert "Huber Auer" in texts(answer, "textarea")[0]
    answer = desk.post(path(tournament, "draw/by-hand/"), {"number": "1", "tables": "1 2\n3 3\n4 99", "byes": "1"})
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 3)
    assert not tournament.rounds.exists()


def test_draw_again_and_throw_away(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=8, plan=LIVES)
    draws.draw(tournament, by=None, number=1)
    sent = form(get(desk, path(tournament)), "draw/now/").filled()
    for _press in range(2):
        assert desk.post(path(tournament, "draw/now/"), sent).status_code == 302
    assert tournament.rounds.get().attempt == 2
    sent = form(get(desk, path(tournament)), "draw/discard/").filled()
    for _press in range(2):
        assert desk.post(path(tournament, "draw/discard/"), sent).status_code == 302
    assert not tournament.rounds.exists()


def test_what_changed_since_one_looked_is_not_published(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=4, plan=LIVES)
    draws.set_tables(tournament, by=None, number=1, tables=[(1, 2), (3, 4)])
    sent = form(get(desk, path(tournament)), "draw/publish/").filled()
    draws.set_tables(tournament, by=None, number=1, tables=[(1, 3), (2, 4)])
    answer = desk.post(path(tournament, "draw/publish/"), sent)
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 1)
    assert tournament.rounds.get().published_at is None


def test_a_round_by_table_and_by_name_with_who_played_then(house: House) -> None:
    tournament = a_tournament(house.club, "Zita Auer", "Ägid Berger", "Dorn", "Eder", plan=LIVES)
    a_round(tournament, (2, 1), (3,), byes=[4])
    old = Person.objects.get(entrant__number=3)
    old.until = 1
    old.save(update_fields=["until"])
    new = Player.objects.create(club=house.club, name="Neuer", guest=True)
    Person.objects.create(entrant=old.entrant, player=new, since=2)
    phone = house.phone(Role.MEMBER)
    by_table = get(phone, path(tournament, "rounds/1/"))
    assert texts(by_table, ".seat") == ["2 Ägid Berger", "1 Zita Auer", "3 Dorn", "4 Eder"]
    by_name = get(phone, path(tournament, "rounds/1/?by=name"))
    rows = [one.text.split()[-1] for one in elements(by_name, "b.at")]
    assert rows == ["1", "1", "2", "Freilos"]  # Zita Auer, Ägid Berger, Dorn, Eder without an opponent
    assert "Neuer" not in by_name.content.decode()


def test_a_published_round_is_taken_back_until_somebody_has_written(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=4, plan=LIVES)
    row = draws.publish(draws.draw(tournament, by=None, number=1), by=None)
    page = get(desk, path(tournament, "rounds/1/"))
    sent = form(page, "take-back/").filled()
    assert desk.post(path(tournament, "rounds/1/take-back/"), sent).status_code == 302
    draws.publish(row, by=None)
    a_result(row.tables.get(number=1), WON, LOST)
    answer = desk.post(path(tournament, "rounds/1/take-back/"), sent)
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 1)


def test_who_goes_on_stands_on_the_page_with_the_reason(house: House, desk: Client) -> None:
    plan = {
        "stages": [
            {"kind": "swiss", "rounds": 1, "counting": {"winner_makes": 7}},
            {"kind": "knockout", "take": 3},
        ],
        "ranking": {"chain": ["points"]},
    }
    tournament = a_tournament(house.club, "Auer", "Berger", "Dorn", "Eder", plan=plan)
    row = a_round(tournament, (1, 2), (3, 4))
    for table in row.tables.all():
        a_result(table, WON, LOST)
    page = get(desk, path(tournament))
    heads = [one.text.replace("\xa0", " ") for one in elements(page, "th")]
    names = [one for one in heads if one[0].isdigit()]
    assert len(names) == 4
    assert {names[0], names[1]} == {"1 Auer", "3 Dorn"}
    # Berger and Eder are equal: the lot says who of them goes on, and the page says so
    said = " ".join(texts(page, ".notice")).replace("\xa0", " ")
    assert "2 Berger" in said
    assert "4 Eder" in said


def test_the_pages_cost_as_many_queries_with_150_cards_as_with_4() -> None:
    counts: dict[int, list[int]] = {}
    for cards in (4, 150):
        house = a_house(f"post{cards}")
        desk = house.phone(Role.DIRECTOR)
        tournament = a_tournament(house.club, cards=cards, plan=LIVES)
        asked = []
        for step in ("before", "draft", "swap", "by hand", "published", "by name", "verify"):
            if step == "draft":
                row = draws.draw(tournament, by=None, number=1)
            if step == "published":
                draws.publish(row, by=None)
            rest = {
                "before": "draw/",
                "draft": "draw/",
                "swap": "draw/?first=1&second=2",
                "by hand": "draw/by-hand/",
                "published": "rounds/1/",
                "by name": "rounds/1/?by=name",
                "verify": "rounds/1/?verify=1",
            }[step]
            with CaptureQueriesContext(
                connection,
            ) as queries:
                get(desk, path(tournament, rest))
            asked.append(len(queries))
        counts[cards] = asked
    assert counts[4] == counts[150]
    assert max(counts[150]) < 30
