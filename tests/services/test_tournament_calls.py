"""Calls for the director and the strip on phones: one open call, no flood, and a phone that is in touch."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.models.club import Role
from clubs.services.core import Refused
from tests.club import House
from tests.services.test_tournament_results import codes, logged, table_at
from tests.services.test_tournament_sheets import pairs, play
from tests.tournament import a_round, a_tournament, new_token
from tournaments.models import Call, Round, Table, Tournament
from tournaments.services import calls, clock
from tournaments.services.strips import strip_at, strip_of_sheet, touch

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def round_(house: House) -> Round:
    return a_round(a_tournament(house.club, cards=4), (1, 2), (3, 4))


def test_a_table_has_one_open_call_however_often_it_calls(round_: Round, house: House) -> None:
    table, token = table_at(round_, 1), new_token()
    called = calls.call(table, token=token)
    assert [calls.call(table, token=one) for one in (token, new_token())] == [called, called]
    assert dict(calls.open_calls(round_)) == {table.pk: called}
    director = house.users[Role.DIRECTOR]
    answered = [calls.answer(called, by=director, now=called.at + timedelta(minutes=3)) for _twice in range(2)]
    assert [one.answered_by for one in answered] == [director, director]
    assert calls.call(table, token=token) == called  # the lost answer of the first request
    assert calls.call(table, token=new_token()) != called
    about = {"tournament": "Preisschnapsen", "round": 1, "table": 1}
    assert logged("call_answered") == [{**about, "waited": 3}]


def test_the_desk_is_told_who_waits_longest_first(round_: Round) -> None:
    first = calls.call(table_at(round_, 2), token=new_token(), now=NOW)
    calls.call(table_at(round_, 1), token=new_token(), now=NOW + timedelta(minutes=1))
    assert calls.waiting(round_.tournament, 1) == [2, 1]
    calls.answer(first, by=None)
    assert (calls.waiting(round_.tournament, 1), calls.waiting(round_.tournament, 2)) == ([1], [])


def test_nobody_can_flood_the_desk(round_: Round) -> None:
    table = table_at(round_, 1)
    for _often in range(calls.MOST_CALLS):
        calls.answer(calls.call(table, token=new_token(), now=NOW), by=None)
    with pytest.raises(Refused) as often:
        calls.call(table, token="no token!", now=NOW)
    assert codes(often) == ["bad_token", "called_too_often"]
    assert calls.call(table, token=new_token(), now=NOW + calls.WITHIN).answered_at is None


def test_only_tables_of_the_round_being_played_call(round_: Round) -> None:
    table, tournament = table_at(round_, 1), round_.tournament
    a_round(tournament, (1, 3), (2, 4))
    with pytest.raises(Refused) as earlier:
        calls.call(table, token=new_token())
    assert codes(earlier) == ["table_not_playing"]
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=NOW)
    tournament.refresh_from_db()
    with pytest.raises(Refused) as over:
        calls.call(table_at(tournament.rounds.get(number=2), 1), token=new_token())
    assert codes(over) == ["tournament_over"]
    assert Call.objects.count() == 0


def test_the_strip_of_a_table_moves_on_with_its_clock_and_its_calls(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = pairs(house)
    sheet = play(table)

    def seen() -> str:
        with django_assert_num_queries(2):
            found = strip_of_sheet(sheet__write_secret=sheet.write_secret)
        assert found is not None
        assert found.seen == getattr(strip_at(table.round.tournament, 1), "seen", "")
        return found.seen

    marks = [seen()]
    clock.start(table.round, by=None, seen=clock.mark_of(table.round), minutes=30)
    marks.append(seen())
    clock.set_extra(table, by=None, minutes=5, seen=0)
    marks.append(seen())
    called = calls.call(table, token=new_token())
    marks.append(seen())
    calls.answer(called, by=None)
    marks.append(seen())
    assert len({*marks}) == 5
    assert seen() == marks[-1]
    assert strip_at(table.round.tournament, 2) is None


def test_a_phone_that_looks_is_written_down_once_a_minute(
    round_: Round, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def table() -> Table:
        return table_at(round_, 1)

    touch(table(), NOW)
    known = table()
    with django_assert_num_queries(0):
        touch(known, NOW + timedelta(seconds=59))
    touch(known, NOW + timedelta(seconds=61))
    touch(known, NOW + timedelta(seconds=62))  # another phone, which had looked before that
    assert table().seen_at == NOW + timedelta(seconds=61)
