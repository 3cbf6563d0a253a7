"""Two people who press at once draw, publish and swap once, on whichever database this run has."""

from typing import Any

import pytest

from clubs.services.core import Refused
from tests.club import a_house
from tests.services.table import at_once
from tests.tournament import a_tournament
from tournaments.models import Round
from tournaments.services import draws, swaps
from tournaments.services.draw_rows import mark_of, read_draw

pytestmark = pytest.mark.django_db(transaction=True)

LIVES: dict[str, Any] = {"stages": [{"kind": "lives"}], "ranking": {"chain": ["survived"]}}


def test_many_who_press_at_once_draw_one_round() -> None:
    tournament = a_tournament(a_house().club, cards=16, plan=LIVES)
    answers = at_once(8, lambda number: draws.draw(tournament, by=None, number=1, seed=f"seed {number}").seed)
    assert (len(set(answers)), Round.objects.count()) == (1, 1)
    row = Round.objects.get()
    assert (row.seed, row.attempt, row.seats.count()) == (answers[0], 1, 16)


def test_many_who_press_draw_again_draw_it_again_once() -> None:
    tournament = a_tournament(a_house().club, cards=16, plan=LIVES)
    draws.draw(tournament, by=None, number=1)
    answers = at_once(6, lambda _number: draws.draw(tournament, by=None, number=1, again=True, seen=1).attempt)
    assert answers == [2] * 6


def test_drawing_and_setting_by_hand_at_once_leave_one_whole_round() -> None:
    tournament = a_tournament(a_house().club, cards=4, plan=LIVES)

    def press(number: int) -> Any:
        if number % 2:
            return draws.draw(tournament, by=None, number=1).pk
        return draws.set_tables(tournament, by=None, number=1, tables=[(1, 2), (3, 4)]).pk

    answers = at_once(6, press)
    assert len(set(answers)) == 1
    drawn = read_draw(Round.objects.get())
    assert sorted(number for table in drawn.tables for number in table.seats) == [1, 2, 3, 4]


def test_one_publishes_while_others_swap() -> None:
    tournament = a_tournament(a_house().club, cards=4, plan=LIVES)
    row = draws.set_tables(tournament, by=None, number=1, tables=[(1, 2), (3, 4)])
    seen = mark_of(read_draw(row))

    def press(number: int) -> Any:
        if number < 3:
            return draws.publish(row, by=None, seen=seen).published_at
        return swaps.swap(row, by=None, first=1, second=3, seen=seen).by_hand

    answers = at_once(6, press)
    row.refresh_from_db()
    after = read_draw(row)
    if row.published_at is not None:
        # nobody moved what somebody else had looked at and published
        assert mark_of(after) == seen
        assert [type(answer) for answer in answers[3:]] == [Refused] * 3
    else:
        assert mark_of(after) == mark_of(swaps.swapped(after, 1, 3)) or after.tables[0].seats == (3, 2)
        assert [type(answer) for answer in answers[:3]] == [Refused] * 3


def test_publishing_at_once_is_one_publication() -> None:
    tournament = a_tournament(a_house().club, cards=4, plan=LIVES)
    row = draws.draw(tournament, by=None, number=1)
    answers = at_once(6, lambda _number: draws.publish(row, by=None).published_at)
    assert len(set(answers)) == 1
