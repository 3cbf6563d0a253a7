"""Two directors setting up at the same moment, as real threads, on whichever database this run has."""

import datetime
from collections import Counter
from typing import Any

import pytest

from clubs.models import Change
from tests.club import a_house
from tests.services.table import at_once
from tests.tournament import a_tournament
from tournaments.models import Tournament
from tournaments.services import setup
from tournaments.services.plan_changes import mark
from tournaments.services.presets import PRESETS
from tournaments.services.setup import About, PlanMoved

pytestmark = pytest.mark.django_db(transaction=True)


def test_ten_times_the_same_request_is_one_tournament() -> None:
    house = a_house()
    said = About("Kirtag", datetime.date(2026, 12, 5), game="schnapsen")

    def make(_number: int) -> int:
        preset = PRESETS["three-lives"]
        return setup.create(house.club, by=None, token="same", about=said, preset=preset).pk

    answers = at_once(10, make)
    assert set(answers) == {Tournament.objects.get().pk}
    assert Change.objects.filter(what="tournament_made").count() == 1


def test_of_two_other_plans_at_once_the_slower_hears_of_the_quicker() -> None:
    house = a_house()
    tournament = a_tournament(house.club)
    seen = mark(tournament.plan)

    def change(number: int) -> Any:
        try:
            return setup.change(tournament, by=None, plan={**tournament.plan, "max_cards": number + 2}, seen=seen).pk
        except PlanMoved as error:
            return error

    kinds = Counter(type(answer).__name__ for answer in at_once(4, change))
    assert kinds == {"int": 1, "PlanMoved": 3}
    assert Change.objects.filter(what="plan_changed").count() == 1


def test_deleting_twice_at_once_deletes_once() -> None:
    house = a_house()
    tournament = a_tournament(house.club, cards=2)
    at_once(3, lambda _number: setup.delete(tournament, by=None))
    assert Tournament.objects.count() == 0
    assert Change.objects.filter(what="tournament_deleted").count() == 1
