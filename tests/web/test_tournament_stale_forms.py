"""Two directors: a form that was loaded before the other one changed the draw writes nothing over it."""

from typing import Any

import pytest

from tests.club import House
from tests.tournament import a_round, a_tournament
from tests.web.page import Form, get, read, values
from tournaments.forms.draws import written_lines
from tournaments.models import Round, Table, Tournament
from tournaments.services import draws, swaps
from tournaments.services.draw_rows import read_draw
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db

MATCH = {"stages": [{"kind": "swiss", "rounds": 3, "counting": {"unit": "points", "winner_makes": 7}}]}
MOVED = "Inzwischen hat jemand die Auslosung geändert."


def form(page: Any, field: str, ending: str = "") -> Form:
    """The form that has this field and this address."""
    return next(one for one in read(page).forms if field in one.fields and one.action.endswith(ending))


def seats(row: Round) -> list[tuple[int, ...]]:
    return [table.seats for table in read_draw(row).tables]


def drawn_again(tournament: Tournament) -> None:
    """By the other director: the same round, other people at table 1."""
    row = tournament.rounds.get()
    draws.take_back(row, by=None)
    draws.set_tables(tournament, by=None, number=1, tables=[(3, 1), (2, 4)])
    draws.publish(row, by=None)


def test_the_slip_of_a_table_that_was_drawn_again_is_not_written_to_other_people(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=MATCH)
    a_round(tournament, (1, 2), (3, 4))
    desk, phone = house.phone("scorer"), f"/table/{code_of(tournament, 1)}/"
    enter = house.path(f"tournaments/{tournament.pk}/rounds/1/tables/1/enter/")
    old = form(get(desk, house.path(f"tournaments/{tournament.pk}/tables/?table=1")), "cards", "/enter/")
    on_the_phone = form(get(desk, phone), "cards")
    drawn_again(tournament)
    typed = {"amount-0": "7", "amount-1": "3"}
    for path, filled in ((enter, old.filled(**typed)), (phone, on_the_phone.filled(**typed))):
        answer = desk.post(path, filled)
        page = answer.content.decode()
        assert (answer.status_code, "An Tisch 1 sitzen inzwischen andere" in page) == (422, True)
        assert set(values(answer, "amount-0")) <= {""}, "what was typed was of others"
    assert not Table.objects.exclude(scores=None).exists()


def test_an_old_page_of_the_draft_throws_nothing_of_the_others_away(house: House) -> None:
    tournament = a_tournament(house.club, cards=8, plan=MATCH)
    row = draws.draw(tournament, by=None, number=1)
    director, path = house.phone("director"), house.path(f"tournaments/{tournament.pk}/draw/")
    old, by_hand = get(director, path), form(get(director, f"{path}by-hand/"), "byes")
    (first, _), (second, _) = seats(row)[:2]
    lines = written_lines(read_draw(row))
    swaps.swap(row, by=None, first=first, second=second)
    now = seats(row)
    answers = [
        director.post(f"{path}discard/", form(old, "seen", "/discard/").filled()),
        director.post(f"{path}by-hand/", by_hand.filled(tables=lines)),
        director.post(f"{path}publish/", form(old, "seen", "/publish/").filled()),
    ]
    assert [(one.status_code, MOVED in one.content.decode()) for one in answers] == [(422, True)] * 3
    assert director.post(f"{path}now/", form(old, "again", "/now/").filled()).status_code == 302
    fresh = Round.objects.get()
    assert (seats(fresh), fresh.attempt, fresh.published_at) == (now, 1, None)


def test_the_same_tables_by_hand_twice_are_once(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=MATCH)
    director, path = house.phone("director"), house.path(f"tournaments/{tournament.pk}/draw/by-hand/")
    filled = form(get(director, path), "byes").filled(tables="1: 1 4\n2: 2 3")
    assert [director.post(path, filled).status_code for _tap in range(2)] == [302, 302]
    assert seats(Round.objects.get()) == [(1, 4), (2, 3)]
