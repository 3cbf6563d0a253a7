"""The clock of a round and what one table has beyond it: amounts in all, so that the same said twice is once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models.club import Role
from clubs.services.core import Refused
from tests.club import House
from tests.services.test_tournament_results import codes, logged
from tests.tournament import a_round, a_tournament
from tournaments.models import Round, Table, Tournament
from tournaments.services import clock, draws
from tournaments.services.clock import Clock, ClockMoved

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def round_(house: House) -> Round:
    return a_round(a_tournament(house.club, cards=4, plan={"desk": {"minutes": 45}}), (1, 2), (3, 4))


def fresh(round_: Round) -> Round:
    return Round.objects.select_related("tournament__club").get(pk=round_.pk)


def start(round_: Round, seen: str | None = None, minutes: int | None = None) -> Round:
    return clock.start(
        round_, by=None, seen=seen if seen is not None else clock.mark_of(fresh(round_)), minutes=minutes
    )


def test_a_published_round_has_no_clock_until_somebody_gives_the_signal(round_: Round, house: House) -> None:
    table = round_.tables.get(number=1)
    assert (clock.clock_of(round_), clock.ends_at(table), clock.minutes_of(round_)) == (None, None, 45)
    director = house.users[Role.DIRECTOR]
    begun = clock.start(round_, by=director, seen=clock.mark_of(round_), now=NOW)
    assert clock.clock_of(begun) == Clock(NOW, 45)
    assert clock.ends_at(Table.objects.select_related("round__tournament").get(pk=table.pk)) == NOW + timedelta(
        minutes=45
    )
    assert logged("clock_started") == [{"tournament": "Preisschnapsen", "round": 1, "minutes": 45}]


def test_two_who_start_it_at_once_start_it_once_and_again_is_again(round_: Round) -> None:
    unseen = clock.mark_of(round_)
    first, second = start(round_, unseen), start(round_, unseen)
    assert first.clock_at == second.clock_at
    with pytest.raises(ClockMoved):
        start(round_, unseen, minutes=20)
    again = start(round_)
    assert again.clock_at is not None
    assert first.clock_at is not None
    assert again.clock_at > first.clock_at
    assert len(logged("clock_started")) == len(logged("clock_started_again")) == 1


def test_minutes_are_set_for_all_and_nothing_is_added_twice(round_: Round) -> None:
    begun = start(round_)
    seen, longer = clock.mark_of(begun), clock.clock_of(begun)
    assert longer is not None
    wanted = longer.more(5, now=begun.clock_at)
    for _twice in range(2):
        assert clock.minutes_of(clock.set_minutes(round_, by=None, minutes=wanted, seen=seen)) == 50
    with pytest.raises(ClockMoved):
        clock.set_minutes(round_, by=None, minutes=55, seen=seen)
    assert logged("clock_minutes") == [{"tournament": "Preisschnapsen", "round": 1, "minutes": 50}]


def test_more_minutes_count_from_now_on_where_the_time_is_over(round_: Round) -> None:
    over = Clock(NOW - timedelta(minutes=50, seconds=10), 45)
    assert [over.more(5, now=NOW), over.more(5, extra=10, now=NOW)] == [56, 60]


def test_a_clock_without_minutes_counts_up(round_: Round) -> None:
    begun = clock.clock_of(start(round_, minutes=0))
    assert begun is not None
    assert (begun.minutes, begun.ends_at, begun.ends_with(10)) == (None, None, None)


def test_extra_minutes_are_those_of_one_table(round_: Round) -> None:
    started = start(round_)
    table = round_.tables.get(number=2)
    for _twice in range(2):
        assert clock.set_extra(table, by=None, minutes=10, seen=0).extra_minutes == 10
    with pytest.raises(ClockMoved):
        clock.set_extra(table, by=None, minutes=15, seen=0)
    assert started.clock_at is not None
    ends = [clock.ends_at(one) for one in fresh(round_).tables.select_related("round__tournament").order_by("number")]
    assert ends == [started.clock_at + timedelta(minutes=45), started.clock_at + timedelta(minutes=55)]
    about = {"tournament": "Preisschnapsen", "round": 1}
    assert logged("table_extra_time") == [{**about, "table": 2, "extra": 10}]


def test_only_the_round_being_played_has_a_clock_to_set(round_: Round) -> None:
    tournament = round_.tournament
    draft = a_round(tournament, (1, 3), (2, 4), published=False)
    with pytest.raises(Refused) as unpublished:
        start(draft, minutes=601)
    assert codes(unpublished) == ["round_not_published", "minutes_out_of_range"]
    start(round_)
    Round.objects.filter(pk=draft.pk).update(published_at=NOW)
    with pytest.raises(Refused) as earlier:
        clock.set_extra(round_.tables.get(number=1), by=None, minutes=5, seen=0)
    assert codes(earlier) == ["clock_of_earlier_round"]
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=NOW)
    with pytest.raises(Refused) as over:
        start(draft)
    assert codes(over) == ["tournament_over"]


def test_a_round_that_is_taken_back_has_no_clock_any_more(round_: Round) -> None:
    start(round_)
    assert clock.clock_of(draws.take_back(fresh(round_), by=None)) is None
    assert clock.clock_of(fresh(round_)) is None
