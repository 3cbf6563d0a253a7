"""The room: how far every table is, what wants the director, and hints that come and go by themselves."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models.club import Role
from scoring.models import Entry, Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import swap_seats
from tests.club import House
from tests.services.table import now, special, won_leg
from tests.services.test_tournament_results import points, put, table_at
from tests.services.test_tournament_sheets import EITHER, play
from tests.tournament import a_result, a_round, a_tournament, new_token
from tournaments.models import Round, Table, Tournament
from tournaments.services import calls, clock, results, room
from tournaments.services.room import Mark, Room, Status, Tile

pytestmark = pytest.mark.django_db

PAIRS: dict[str, Any] = {
    "card": "pair",
    "people": 2,
    "stages": [{"kind": "sliding", "rounds": 2, "counting": {"unit": "legs"}}],
    "desk": {**EITHER, "minutes": 30},
    "hall": {"confirm": True},
}


@pytest.fixture
def round_(house: House) -> Round:
    names = [f"A{number} / B{number}" for number in range(1, 9)]
    made = a_tournament(house.club, *names, plan=PAIRS, game="bauernschnapsen")
    return a_round(made, (1, 2), (3, 4), (5, 6), (7,), byes=(8,))


def look(round_: Round, at: datetime | None = None, *, desk: bool = True) -> Room:
    found = room.playing(Tournament.objects.select_related("club").get(pk=round_.tournament_id))
    assert found is not None
    return room.room_of(found, desk=desk, now=at)


def tile(round_: Round, number: int, at: datetime | None = None) -> Tile:
    return next(one for one in look(round_, at).tiles if one.number == number)


def hints(round_: Round, number: int, at: datetime | None = None) -> list[tuple[str, dict[str, Any]]]:
    return [(one.code, dict(one.figures)) for one in tile(round_, number, at).hints]


def statuses(round_: Round) -> list[Status]:
    return [one.status for one in look(round_).tiles]


def test_every_table_says_how_far_it_is(round_: Round) -> None:
    one, two, three = (table_at(round_, number) for number in (1, 2, 3))
    assert statuses(round_) == [Status.OPEN, Status.OPEN, Status.OPEN, Status.ALONE]
    sheet = play(one)
    assert statuses(round_)[0] == Status.OPEN
    play(one, special(0))
    assert (statuses(round_)[0], tile(round_, 1).hands) == (Status.PLAYING, 1)
    put(two, {"legs": 1}, {"legs": 0})
    assert statuses(round_)[1] == Status.ASKED
    results.strike(three, by=None, seen=0, token=new_token(), reason="Nobody came")
    assert statuses(round_)[2] == Status.FINISHED
    sheet.refresh_from_db()
    play(one, won_leg(1))
    put(one, {"legs": 1}, {"legs": 0})
    sheet.refresh_from_db()
    close_sheet(sheet, write=now(sheet))
    assert statuses(round_)[0] == Status.DISPUTED
    assert dict(look(round_).counts) == {"disputed": 1, "asked": 1, "finished": 1}


def test_a_result_that_waits_for_the_second_entry_is_typed_once(house: House) -> None:
    plan = {**PAIRS, "desk": {"twice": True}}
    made = a_tournament(house.club, "A / B", "C / D", plan=plan, game="bauernschnapsen")
    drawn = a_round(made, (1, 2))
    put(table_at(drawn, 1), {"legs": 1}, {"legs": 0})
    assert statuses(drawn) == [Status.TYPED_ONCE]


def test_what_a_side_has_is_told_in_the_order_of_the_cards_also_where_they_sit_otherwise(round_: Round) -> None:
    sheet = play(table_at(round_, 1), special(0))
    found = tile(round_, 1)
    sides = ((0, 2), (1, 3))
    assert found.by_card((9, 0), sides) == [9, 0]
    for seats in ((0, 1), (2, 3)):
        swap_seats(sheet, seats=seats, write=now(sheet))
    assert tile(round_, 1).by_card((9, 0), sides) == [0, 9]


def test_those_who_called_come_first_then_those_to_be_looked_at(round_: Round) -> None:
    now_ = timezone.now()
    clock.start(round_, by=None, seen=clock.mark_of(round_), now=now_ - timedelta(minutes=31))
    calls.call(table_at(round_, 3), token=new_token(), now=now_)
    calls.call(table_at(round_, 2), token=new_token(), now=now_ + timedelta(minutes=1))
    put(table_at(round_, 1), {"legs": 1}, {"legs": 0})
    found = look(round_)
    assert [[one.number for one in group] for group in found.groups()] == [[3, 2], [], [1], [4]]
    assert [one.marks for one in found.tiles] == [(), (Mark.CALLED, Mark.LATE), (Mark.CALLED, Mark.LATE), ()]
    clock.set_extra(table_at(round_, 2), by=None, minutes=5, seen=0)
    assert tile(round_, 2).marks == (Mark.CALLED,)


def test_a_table_that_writes_and_was_in_touch_is_missed_after_a_while(round_: Round) -> None:
    now_ = timezone.now()
    sheet = play(table_at(round_, 1))
    play(table_at(round_, 2))
    Table.objects.filter(round=round_, number__in=(1, 3)).update(seen_at=now_)
    later = now_ + timedelta(minutes=room.QUIET)
    assert [one.marks for one in look(round_, later).tiles] == [(Mark.QUIET,), (), (), ()]
    play(table_at(round_, 1), special(0))
    Entry.objects.filter(sheet=sheet).update(at=later)
    assert [one.marks for one in look(round_, later).tiles] == [(), (), (), ()]


def test_a_look_moves_on_with_every_hand_and_result_and_once_a_minute(round_: Round) -> None:
    minute = timezone.now().replace(second=0)

    def seen(at: datetime) -> str:
        tournament = Tournament.objects.get(pk=round_.tournament_id)
        found = room.playing(tournament)
        assert found is not None
        return room.seen_of(tournament, found, at)

    marks = [seen(minute)]
    assert seen(minute + timedelta(seconds=59)) == marks[0]
    play(table_at(round_, 1))
    for act in (
        lambda: play(table_at(round_, 1), special(0)),
        lambda: put(table_at(round_, 2), {"legs": 1}, {"legs": 0}),
        lambda: calls.call(table_at(round_, 3), token=new_token()),
        lambda: clock.set_extra(table_at(round_, 3), by=None, minutes=5, seen=0),
    ):
        act()
        marks.append(seen(minute))
    marks.append(seen(minute + timedelta(seconds=60)))
    assert len({*marks}) == 6


# --- hints -----------------------------------------------------------------------------------------------------------


def written(sheet: Sheet, began: datetime, *minutes: int, seconds: int = 60) -> None:
    """Lays the entries of a sheet at these minutes (or other steps) after its beginning."""
    Sheet.objects.filter(pk=sheet.pk).update(started_at=began)
    for entry, at in zip(sheet.entries.order_by("seq"), minutes, strict=True):
        Entry.objects.filter(pk=entry.pk).update(at=began + timedelta(seconds=seconds * at))


def test_hints_are_for_the_desk_only_and_go_away_as_the_table_plays_on(round_: Round) -> None:
    table, began = table_at(round_, 1), timezone.now()
    sheet = play(table, *[special(1, "bettler")] * 4)
    written(sheet, began, 1, 2, 3, 4, seconds=10)
    quick, same = (
        ("quick_hands", {"hands": 3, "seconds": 30}),
        ("same_special", {"seat": 1, "contract": "bettler", "times": 4}),
    )
    assert hints(round_, 1, began) == [quick, same]
    assert look(round_, desk=False).tiles[0].hints == ()
    assert look(round_, desk=False).tiles[0].marks == ()
    assert tile(round_, 1).urgent
    written(sheet, began, 10, 20, 30, 40)
    assert hints(round_, 1, began) == [same]
    results.hand_in(table, by=None, rows=[{"legs": 1}, {"legs": 0}], seen=0, token=new_token(), reason="Paper")
    sheet.refresh_from_db()
    close_sheet(sheet, write=now(sheet))
    assert hints(round_, 1, began) == []


def test_a_table_far_behind_the_others_or_over_its_time_is_told_once_most_are_in(house: House) -> None:
    made = a_tournament(house.club, cards=10, plan={"desk": {"minutes": 60}})
    drawn = a_round(made, *[(number, number + 1) for number in range(1, 10, 2)])
    began = timezone.now() - timedelta(minutes=20)
    clock.start(drawn, by=None, seen=clock.mark_of(drawn), now=began)
    for number in (1, 2, 3):
        a_result(table_at(drawn, number), {"points": 3}, {"points": 1})
    at = began + timedelta(minutes=61)
    clock.set_extra(table_at(drawn, 5), by=None, minutes=1, seen=0)
    assert [hints(drawn, number, at) for number in (3, 4, 5)] == [
        [],
        [("behind", {"minutes": 41})],
        [("behind", {"minutes": 40})],
    ]
    Round.objects.filter(pk=drawn.pk).update(minutes=20)
    near = began + timedelta(minutes=50)
    assert [hints(drawn, number, near) for number in (3, 4)] == [[], [("over_time", {"minutes": 30})]]


def test_an_amount_that_nobody_else_is_near_is_a_hint_at_its_table(house: House) -> None:
    plan = {"stages": [{"kind": "drawn", "rounds": 1, "counting": {"sums_to": 0}}]}
    made = a_tournament(house.club, cards=16, plan=plan)
    drawn = a_round(made, *[range(number, number + 4) for number in (1, 5, 9, 13)])
    for number in (1, 2, 3):
        put(table_at(drawn, number), *points(10 * number, -5, -5 * number, -5 * number + 5))
    assert [hints(drawn, number) for number in (1, 2, 3, 4)] == [[], [], [], []]
    put(table_at(drawn, 4), *points(900, -850, -25, -25), by=house.users[Role.DIRECTOR])
    assert hints(drawn, 4) == [("far_out", {"number": 13, "amount": 900, "next": 30})]
    assert hints(drawn, 3) == []


def test_the_room_costs_the_same_number_of_queries_for_one_sheet_and_for_three(round_: Round) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            look(round_)
        return len(asked)

    play(table_at(round_, 1), special(0))
    first = queries()
    for number in (2, 3):
        play(table_at(round_, number), special(0), special(1))
    assert queries() == first
