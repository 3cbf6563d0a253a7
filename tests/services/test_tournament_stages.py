"""The same draw made again to check it, and who goes on from stage to stage."""

from typing import Any

import pytest

from clubs.services.core import Refused
from tests.club import House
from tests.services.drawing import LIVES, LOST, WON, figures, played, published, seats
from tests.tournament import a_card, a_result, a_tournament
from tournaments.models import Round
from tournaments.models.entrants import Status
from tournaments.services import draws, swaps
from tournaments.services.draw_inputs import read_inputs, verified, write_inputs
from tournaments.services.facts import facts_of
from tournaments.services.going_on import going_on

pytestmark = pytest.mark.django_db

SLIDING: dict[str, Any] = {
    "card": "pair",
    "people": 2,
    "stages": [
        {"kind": "sliding", "rounds": 1, "counting": {"winner_makes": 15, "win_bonus": 10}},
        {"kind": "knockout", "take": 2, "counting": {"winner_makes": 15}},
    ],
    "ranking": {"chain": ["points", "conceded", "lot"]},
}


@pytest.fixture
def club(house: House) -> Any:
    return house.club


# --- the same draw again ---------------------------------------------------------------------------------------------


def test_a_draw_can_be_made_again_also_after_corrections_and_leavers(club: Any) -> None:
    tournament = a_tournament(club, cards=9, plan={"stages": [{"kind": "swiss", "rounds": 5}]})
    played(draws.publish(draws.draw(tournament, by=None, number=1), by=None))
    row = draws.publish(draws.draw(tournament, by=None, number=2), by=None)
    table = tournament.rounds.get(number=1).tables.get(number=1)
    a_result(table, LOST, WON)
    tournament.entrants.filter(number=4).update(status=Status.WITHDRAWN, gone_after=1, apart="Huber")
    found = verified(Round.objects.get(pk=row.pk))
    assert found.same
    assert found.draw is not None
    assert {one.number: one.seats for one in found.draw.tables} == seats(row)


def test_who_was_moved_by_hand_is_named(club: Any) -> None:
    tournament = a_tournament(club, cards=8, plan=LIVES)
    row = draws.draw(tournament, by=None, number=1)
    drawn = seats(row)
    one, other = drawn[1][0], drawn[2][0]
    row = draws.publish(swaps.swap(row, by=None, first=one, second=other), by=None)
    found = verified(row)
    assert (found.same, found.moved) == (False, tuple(sorted((one, other))))
    by_hand = a_tournament(club, cards=2, plan=LIVES)
    assert verified(published(by_hand, 1, [(1, 2)])).draw is None


def test_what_it_was_drawn_from_is_kept_whole_and_without_names(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    a_card(tournament, "Hanna Höß", apart="Familie Höß", deck="french", fixed_table=2, away=[4], group="FF Wald")
    played(published(tournament, 1, [(1, 2), (3, 4)], [5]))
    row = draws.draw(tournament, by=None, number=2)
    data = Round.objects.get(pk=row.pk).drawn_from
    assert write_inputs(read_inputs(data)) == data
    assert "Höß" not in str(data)


# --- the next stage --------------------------------------------------------------------------------------------------


def test_who_goes_on_into_the_next_stage_is_said_and_a_cut_by_lot_is_named(club: Any) -> None:
    tournament = a_tournament(club, "A / B", "C / D", "E / F", "G / H", plan=SLIDING)
    assert going_on(facts_of(tournament)) is None
    first = draws.publish(draws.draw(tournament, by=None, number=1), by=None)
    for table in first.tables.all():
        a_result(table, {"points": 15}, {"points": 9})
    winners = sorted(table[0] for table in seats(first).values())
    cut = going_on(facts_of(tournament))
    assert cut is not None
    assert (cut.stage, sorted(one.number for one in cut.rows), cut.by_lot) == (1, winners, ())
    assert all("25" in one.why for one in cut.rows)
    losers = sorted(table[1] for table in seats(first).values())
    assert sorted(one.number for one in cut.out) == losers


def test_equal_to_the_last_that_goes_on_is_parted_by_lot(club: Any) -> None:
    plan = {**SLIDING, "stages": [SLIDING["stages"][0], {**SLIDING["stages"][1], "take": 3}]}
    tournament = a_tournament(club, "A / B", "C / D", "E / F", "G / H", plan=plan)
    first = draws.publish(draws.draw(tournament, by=None, number=1), by=None)
    for table in first.tables.all():
        a_result(table, {"points": 15}, {"points": 9})
    cut = going_on(facts_of(tournament))
    assert cut is not None
    assert sorted(cut.by_lot) == sorted(table[1] for table in seats(first).values())
    assert len(cut.rows) == 3
    on = sorted(one.number for one in cut.rows)
    row = draws.draw(tournament, by=None, number=2)
    assert sorted(number for table in seats(row).values() for number in table) == on
    (out,) = {1, 2, 3, 4} - {*on}
    with pytest.raises(Refused) as refused:
        draws.set_tables(tournament, by=None, number=2, tables=[(1, 2), (3, 4)])
    assert figures(refused) == {"unknown_number": {"numbers": str(out)}}
    by_hand = draws.set_tables(tournament, by=None, number=2, tables={1: on[:1], 2: on[1:]})
    assert by_hand.notes[0]["code"] == "cut_by_lot"
