"""Phones and the secretary at one match at the same moment, as real threads, on whichever database this run has."""

from collections import Counter
from typing import Any

import pytest

from seasons.models import Fixture, League, Report, Word
from seasons.services.match_agreement import State, agreement_of
from seasons.services.reports import Moved, Writer, enter
from tests.club import a_house
from tests.league import a_league, first_fixture, told
from tests.services.table import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Fixture:
    return first_fixture(a_league(a_house(), teams=2))


def kinds(answers: list[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


def writer(match: Fixture, number: int) -> Writer:
    return Writer(side=match.away if number % 2 else match.home)


def test_of_different_reports_one_counts_and_the_others_hear_of_it(match: Fixture) -> None:
    said = [told(match, (number, 9), (9, 1)) for number in range(8)]
    answers = at_once(
        8, lambda number: enter(match, told=said[number], writer=writer(match, number), seen=0, token=f"t{number}")
    )
    assert kinds(answers) == {"Report": 1, "Moved": 7}
    assert {one.agreement.report for one in answers if isinstance(one, Moved)} == {Report.objects.get()}
    assert Fixture.objects.get(pk=match.pk).seq == 1


def test_the_same_report_of_both_sides_is_one_that_both_agree_to(match: Fixture) -> None:
    before, said = League.objects.get().seq, told(match, (3, 1), (2, 0))
    answers = at_once(
        8, lambda number: enter(match, told=said, writer=writer(match, number), seen=0, token=f"t{number}")
    )
    assert kinds(answers) == {"Report": 8}
    assert (Report.objects.count(), Word.objects.count()) == (1, 1)
    assert agreement_of(match).state == State.AGREED
    assert League.objects.get().seq == before  # forms of the league's desk are still good
