"""What is reckoned once for everybody: the mark moves with every change, and what is kept is never out of date."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from threading import Thread

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from clubs.models.club import Role
from clubs.services.merging import merge
from clubs.services.people import change_player
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import record_hand
from tests.club import House, a_house
from tests.services.table import now as write_of
from tests.services.table import won_leg
from tests.services.test_tournament_results import put, table_at
from tests.tournament import a_round, a_tournament, new_token
from tournaments.models import Table, Tournament
from tournaments.services import clock, draws, finishing, kept, penalties, reading_out, table_sheets
from tournaments.services.hall import hall_of_now
from tournaments.services.marks import mark_of, marked
from tournaments.views.hall import card_part

PAIRS = {
    "card": "pair",
    "people": 2,
    "stages": [{"kind": "swiss", "rounds": 3, "counting": {"unit": "legs"}}],
    "ranking": {"chain": ["legs", "lot"]},
    "desk": {"record": "either"},
}


def a_match(house: House) -> Table:
    """One of two tables of a first round; the other has handed in."""
    names = ("A1 / A2", "B1 / B2", "C1 / C2", "D1 / D2")
    tournament = a_tournament(house.club, *names, plan=PAIRS, game="bauernschnapsen")
    drawn = a_round(tournament, (1, 2), (3, 4))
    put(table_at(drawn, 2), {"legs": 1}, {"legs": 0})
    return table_at(drawn, 1)


def fresh(sheet: Sheet) -> Sheet:
    return Sheet.objects.select_related("club").get(pk=sheet.pk)


@pytest.mark.django_db
def test_the_mark_is_another_after_every_change_that_anybody_sees(house: House) -> None:
    table = a_match(house)
    tournament, director = table.round.tournament, house.users[Role.DIRECTOR]
    sheet, membership = table_sheets.open_sheet(table), house.club.memberships.get(role=Role.DIRECTOR)
    a1, b2 = (house.club.players.get(name=name) for name in ("A1", "B2"))
    record_hand(sheet, hand=won_leg(0), write=write_of(sheet))

    def given() -> object:
        return penalties.adjust(
            tournament, by=director, token=new_token("a-new-one"), number=1, unit="legs", amount=-1, reason="zu spät"
        )

    changes: dict[str, Callable[[], object]] = {
        "the clock is started": lambda: clock.start(table.round, by=director, seen=clock.mark_of(table.round)),
        "a penalty": given,
        "a name is hidden": lambda: change_player(a1, by=director, shown="hidden"),
        "two names are one person": lambda: merge(
            house.club, gone=b2, into=house.players[Role.MEMBER], by=None, sat_together=lambda some, others: False
        ),
        "a sheet hands in": lambda: close_sheet(fresh(sheet), write=write_of(fresh(sheet))),
        "it is opened again": lambda: table_sheets.reopen(
            table, by=membership, token=new_token("a-new-one"), reason="falsch"
        ),
        "and closed once more": lambda: close_sheet(fresh(sheet), write=write_of(fresh(sheet))),
        "a draw": lambda: draws.draw(tournament, by=None, number=2),
        "it is published": lambda: draws.publish(tournament.rounds.get(number=2), by=None),
        "a table hands in": lambda: put(
            table_at(tournament.rounds.get(number=2), 1), {"legs": 0}, {"legs": 1}, by=director
        ),
        "the places are read out": lambda: reading_out.start(tournament, by=director, sure=True),
        "one more": lambda: reading_out.step(tournament, to=1, seen=0),
    }
    moved, before = dict[str, bool](), mark_of(tournament)
    for name, change in changes.items():
        change()
        before, last = mark_of(tournament), before
        moved[name] = before != last
    assert moved == dict.fromkeys(changes, True)


@pytest.mark.django_db
def test_a_hand_that_is_written_moves_nothing_before_its_sheet_is_closed(house: House) -> None:
    table = a_match(house)
    sheet = table_sheets.open_sheet(table)
    before = mark_of(table.round.tournament)
    record_hand(sheet, hand=won_leg(0), write=write_of(sheet))
    assert mark_of(table.round.tournament) == before


# --- what is kept ----------------------------------------------------------------------------------------------------


@pytest.fixture
def standing(transactional_db: None) -> Iterator[Tournament]:
    yield a_match(a_house()).round.tournament
    kept._kept.clear()


def legs(tournament: Tournament) -> list[int]:
    return [row.totals["legs"] for row in sorted(kept.now(tournament).standings.rows, key=lambda row: row.number)]


def test_it_is_reckoned_once_and_again_when_somebody_changed_something(standing: Tournament) -> None:
    first = kept.now(standing)
    with CaptureQueriesContext(connection) as asked:
        assert kept.now(standing) is first
    assert len(asked) == 1
    assert legs(standing) == [0, 0, 1, 0]
    put(Table.objects.get(number=1), {"legs": 1}, {"legs": 0})
    assert legs(standing) == [1, 0, 1, 0]
    mark = marked(standing.pk)
    assert mark is not None
    assert kept.kept_at(standing.pk, mark) is kept.now(standing)


def test_what_is_taken_back_was_never_kept(standing: Tournament) -> None:
    with transaction.atomic():
        put(Table.objects.get(number=1), {"legs": 1}, {"legs": 0})
        assert legs(standing) == [1, 0, 1, 0]
        transaction.set_rollback(True)
    put(Table.objects.get(number=1), {"legs": 0}, {"legs": 1})
    assert legs(standing) == [0, 1, 1, 0]


def test_a_sheet_that_was_read_before_is_read_again_once_it_says_something_else(standing: Tournament) -> None:
    table = Table.objects.get(number=1)
    sheet = table_sheets.open_sheet(table)
    record_hand(sheet, hand=won_leg(0), write=write_of(sheet))
    close_sheet(sheet, write=write_of(sheet))
    assert [legs(standing), legs(standing)] == [[1, 0, 1, 0]] * 2
    by = standing.club.memberships.get(role=Role.DIRECTOR)
    line = sheet.entries.get(kind="hand").seq
    table_sheets.correct_hand(
        table, by=by, line=line, hand=won_leg(1), token=new_token("a-new-one"), reason="verschrieben"
    )
    assert legs(standing) == [0, 1, 1, 0]


def test_whoever_asks_with_a_row_read_long_ago_gets_what_is_there_now(standing: Tournament) -> None:
    put(Table.objects.get(number=1), {"legs": 1}, {"legs": 0})
    finishing.finish(standing, by=None, now=standing.created_at, sure=True)
    assert standing.ended_at is None
    assert kept.now(standing).tournament.ended_at == standing.created_at


def asked(ask: Callable[[], object]) -> None:
    try:
        ask()
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_many_threads_of_a_server_wait_for_nobody(house: House) -> None:
    """What is made once asks for other things that are made once, each in its own order."""
    tournament = a_match(house).round.tournament
    before, waiting = sys.getswitchinterval(), list[Thread]()
    sys.setswitchinterval(1e-6)
    try:
        for _turn in range(20):
            kept._kept.clear()
            found = kept.now(tournament)
            hall = hall_of_now(found)
            asks: list[Callable[[], object]] = [partial(card_part, found, 1), partial(hall.card, 2)]
            asks += [partial(getattr, hall, "placed"), partial(getattr, found, "standings")]
            threads = [Thread(target=asked, args=[ask], daemon=True) for ask in asks]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(timeout=10)
            waiting += [thread for thread in threads if thread.is_alive()]
    finally:
        sys.setswitchinterval(before)
    assert waiting == []
