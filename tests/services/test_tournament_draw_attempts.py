"""Nobody fishes for a good draw unseen: every draw is counted, and what is published says which one it was."""

from typing import Any

import pytest

from clubs.models import Change
from tests.club import House
from tests.tournament import a_tournament
from tournaments.services import draws
from tournaments.services.draw_attempts import base_of, next_line
from tournaments.services.draw_inputs import verified
from tournaments.services.draw_rows import read_draw

pytestmark = pytest.mark.django_db

LIVES: dict[str, Any] = {"stages": [{"kind": "lives"}], "ranking": {"chain": ["survived"]}}


def test_a_draw_that_was_thrown_away_is_counted(house: House) -> None:
    tournament = a_tournament(house.club, cards=8, plan=LIVES)
    other = a_tournament(house.club, cards=8, plan=LIVES)
    for _again in range(3):
        draws.discard(draws.draw(tournament, by=None, number=1), by=None)
    assert next_line(tournament, 1) == "kirtag/1/4"
    row = draws.publish(draws.draw(tournament, by=None, number=1), by=None)
    assert (row.attempt, row.seed, verified(row).same) == (4, "kirtag/1/4", True)
    assert draws.draw(other, by=None, number=1).attempt == 1


def test_drawing_again_and_throwing_away_count_together(house: House) -> None:
    tournament = a_tournament(house.club, cards=8, plan=LIVES)
    draws.draw(tournament, by=None, number=1)
    draws.discard(draws.draw(tournament, by=None, number=1, again=True, seed="jause"), by=None)
    row = draws.draw(tournament, by=None, number=1)
    assert (row.attempt, row.seed) == (3, "jause/1/3")
    draws.discard(row, by=None)
    by_hand = draws.set_tables(tournament, by=None, number=1, tables=[[1, 2], [3, 4], [5, 6], [7, 8]])
    assert by_hand.seed == ""
    assert draws.draw(tournament, by=None, number=1, again=True).seed == "jause/1/4"
    assert Change.objects.filter(what="round_discarded").count() == 2


def test_a_seed_with_a_slash_stays_the_same_when_it_is_drawn_again(house: House) -> None:
    tournament = a_tournament(house.club, cards=8, plan=LIVES, seed="a/1")
    first = draws.draw(tournament, by=None, number=1)
    assert (first.seed, base_of(first)) == ("a/1/1", "a/1")
    again = draws.draw(tournament, by=None, number=1, again=True)
    assert (again.seed, base_of(again)) == ("a/1/1/2", "a/1")
    assert read_draw(again).tables
