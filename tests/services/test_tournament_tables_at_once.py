"""Phones and the desk at one table at the same moment, as real threads, on whichever database this run has."""

from collections import Counter
from typing import Any

import pytest

from clubs.models import Change
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from tests.club import House, a_house
from tests.services.table import at_once, fresh, now, won_leg
from tests.services.test_tournament_results import SCHAFKOPF, points, put, table_at
from tests.services.test_tournament_sheets import pairs, play
from tests.tournament import a_round, a_tournament
from tournaments.models import Result, Table
from tournaments.services import table_sheets
from tournaments.services.facts import facts_of
from tournaments.services.results import Moved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.fixture
def table(house: House) -> Table:
    tournament = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
    return table_at(a_round(tournament, (1, 2, 3, 4)), 1)


def kinds(answers: list[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


def test_the_same_result_from_ten_devices_is_handed_in_once(table: Table) -> None:
    answers = at_once(10, lambda number: put(table, *points(1, -1, 0, 0), seen=0, device=f"phone-{number}"))
    assert kinds(answers) == {"Result": 10}
    assert len({answer.pk for answer in answers}) == Result.objects.count() == 1
    assert Change.objects.filter(what="table_handed_in").count() == 1


def test_of_different_results_one_counts_and_the_others_hear_of_it(table: Table) -> None:
    answers = at_once(8, lambda number: put(table, *points(number, -number, 0, 0), seen=0))
    assert kinds(answers) == {"Result": 1, "Moved": 7}
    first = next(one for one in answers if isinstance(one, Result))
    assert {one.last.pk for one in answers if isinstance(one, Moved) and one.last} == {first.pk}
    assert Table.objects.get().seq == 1


def test_the_same_request_twenty_times_is_one_result(table: Table) -> None:
    answers = at_once(20, lambda _number: put(table, *points(1, -1, 0, 0), seen=0, token="same"))
    assert (kinds(answers), Result.objects.count()) == ({"Result": 20}, 1)


def test_phones_that_open_the_sheet_at_once_get_one_sheet(house: House) -> None:
    table = pairs(house, unit="legs")
    answers = at_once(8, lambda _number: table_sheets.open_sheet(table).pk)
    assert set(answers) == {Sheet.objects.get().pk}


def test_two_phones_close_the_last_sheet_while_the_desk_types_it(house: House) -> None:
    """Whoever is first: the table has one result, and where they differ both can still be seen."""
    table = pairs(house, unit="legs")
    sheet = play(table, won_leg(0))

    def finish(number: int) -> Any:
        if number < 2:
            return close_sheet(fresh(sheet), write=now(fresh(sheet)))
        return put(table, {"won": 0}, {"won": 1}, seen=0)

    answers = at_once(3, finish)
    assert set(kinds(answers[:2])) <= {"Entry", "Conflict", "Refused"}
    (counted,) = facts_of(table.round.tournament).rounds[0].tables
    assert counted.scores is not None
    if isinstance(answers[2], Moved):
        assert [one["won"] for one in counted.scores] == [1, 0]
    else:
        assert (answers[2].seq, [one["won"] for one in counted.scores]) == (1, [0, 1])
    assert fresh(sheet).entries.filter(kind="close").count() == 1
