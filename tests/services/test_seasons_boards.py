"""Boards are due as rows, computed once at a time, tried again with growing waits, and never wrong for long."""

import signal
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from threading import Event

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from seasons import tasks
from seasons.models import Board, Cup, League, Ranking, Rating, Region, Row
from seasons.services import boards, cups, leagues, rankings, ratings, regions
from seasons.services.boards import Computed, Lease, LeaseLost, Line
from tests.club import House
from tests.league import a_league
from tests.seasons_ratings import a_rating, a_region
from tests.services import small_kind
from tests.services.small_kind import a_score, becomes, fresh, lines, now
from tests.services.table import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small")]


# --- computing -------------------------------------------------------------------------------------------------------


def test_a_board_is_computed_and_is_up_to_date_then(house: House, board: Board) -> None:
    assert boards.look(board, now=now())
    assert boards.rebuild(board.pk, now=now()) is not None
    first, second = house.players["member"].pk, house.players["owner"].pk
    assert lines(board) == [("", first, 1, False, 0, {"points": 7}, {}), ("", second, 2, False, 1, {"points": 5}, {})]
    board = fresh(board)
    assert (board.due_at, board.queued_at, board.lease, board.lease_until, board.seq) == (None, None, "", None, 1)
    assert not boards.look(board, now=now())
    assert {place.subject: place.place for place in board.places.all()} == {first: 1, second: 2}


def test_computed_again_from_the_same_rows_nothing_is_written(board: Board) -> None:
    boards.rebuild(board.pk, now=now())
    seq, rows = fresh(board).seq, list(Row.objects.values_list("pk", flat=True))
    with CaptureQueriesContext(connection) as queries:
        boards.rebuild(board.pk, now=now())
    assert not [one for one in queries.captured_queries if '"seasons_row"' in one["sql"] and "SELECT" not in one["sql"]]
    assert (fresh(board).seq, list(Row.objects.values_list("pk", flat=True))) == (seq, rows)


def test_a_task_that_comes_twice_computes_once(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[int] = []

    def counted(board: Board, lease: Lease) -> Computed:
        computed.append(board.pk)
        return small_kind.compute(board, lease)

    becomes(monkeypatch, counted)
    boards.want([board.pk], now=now())
    tasks.rebuild(board.pk)
    tasks.rebuild(board.pk)
    assert computed == [board.pk]


GOES: dict[str, Callable[[Board], None]] = {
    "ranking": lambda board: rankings.delete(Ranking.objects.get(), by=None),
    "ranking counts other things": lambda board: other_things(Ranking.objects.get()),
    "rating": lambda board: ratings.switch_off(Rating.objects.get(), by=None),
    "region": lambda board: regions.dissolve(Region.objects.get(), by=None),
    "cup": lambda board: cups.delete(Cup.objects.get(), by=None),
    "league": lambda board: leagues.delete(League.objects.get(), by=None),
}


def other_things(ranking: Ranking) -> None:
    rankings.change(ranking, by=None, about=replace(rankings.said_of(ranking), minimum=9), seen=None, now=now())


def what_goes(house: House, what: str) -> Board:
    if what in ("rating", "region"):
        owner = a_rating(house.club, region=a_region(house) if what == "region" else None)
        return Board.objects.get(rating=owner)
    if what == "cup":
        made = cups.create(
            house.club, by=None, token="cup-123456", now=now(), name="Cup", game=small_kind.GAME,
            first_day=small_kind.DAY, last_day=small_kind.DAY,
        )  # fmt: skip
        return Board.objects.get(cup=made)
    if what == "league":
        return Board.objects.get_or_create(club=house.club, division=a_league(house).divisions.get())[0]
    return small_kind.a_board(house)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", GOES)
def test_what_a_worker_is_writing_at_this_moment_can_go(house: House, what: str) -> None:
    """Neither waits for the other for good, and no line is left of what is gone."""
    board, lease, held, person = what_goes(house, what), "a-worker-holds-it", Event(), house.players["member"]
    Board.objects.filter(pk=board.pk).update(lease=lease, lease_until=now() + timedelta(minutes=1))
    Row.objects.create(board=board, subject=1, order=0)

    def one_of(number: int) -> None:
        if number:
            held.wait(20)
            GOES[what](board)
            return
        with transaction.atomic():
            Lease(board.pk, lease).hold()
            held.set()
            time.sleep(0.3)  # the other one has begun
            boards.write_lines(board, [Line(subject=person.pk, place=1)], None)

    assert at_once(2, one_of) == [None, None]
    assert not Board.objects.filter(pk=board.pk).exists()
    assert not Row.objects.exists()


def test_a_board_that_is_gone_is_nobodys_business(board: Board) -> None:
    pk = board.pk
    board.delete()
    assert boards.rebuild(pk, now=now()) is None


def test_a_result_that_comes_while_computing_makes_it_due_again(
    house: House, board: Board, monkeypatch: pytest.MonkeyPatch, sent: list[tuple[str, int, str]]
) -> None:
    """What was read is shown; what came in during it was wanted while the board was still due, and is not forgotten."""

    def interrupted(board: Board, lease: Lease) -> Computed:
        read = small_kind.compute(board, lease)
        a_score(house.players["scorer"], 100)
        boards.want([board.pk], now=now())  # as the sheet's close does
        return read

    becomes(monkeypatch, interrupted)
    boards.want([board.pk], now=now())
    tasks.rebuild(board.pk)
    assert (len(lines(board)), fresh(board).due_at is not None) == (2, True)
    assert sent == [(boards.TASK, board.pk, "quick")]
    becomes(monkeypatch, small_kind.compute)
    tasks.rebuild(board.pk)
    assert (len(lines(board)), fresh(board).due_at) == (3, None)


def test_rules_that_change_while_computing_make_it_due_again(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(board: Board, lease: Lease) -> Computed:
        Ranking.objects.filter(boards=board.pk).update(seq=7)
        boards.want([board.pk], now=now())
        return small_kind.compute(board, lease)

    becomes(monkeypatch, interrupted)
    boards.want([board.pk], now=now())
    boards.rebuild(board.pk, now=now())
    assert fresh(board).due_at is not None


# --- the lease -------------------------------------------------------------------------------------------------------


def test_whoever_comes_second_finds_the_board_taken(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    second: list[Board | None] = []

    def slow(board: Board, lease: Lease) -> Computed:
        second.append(boards.rebuild(board.pk, now=now()))
        return small_kind.compute(board, lease)

    becomes(monkeypatch, slow)
    assert boards.rebuild(board.pk, now=now()) is not None
    assert second == [None]


def test_a_worker_that_died_is_followed_by_another_and_writes_no_more(
    house: House, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first stands still for longer than its lease, another one computes the board, then the first comes back."""
    late = now() + boards.LEASE + timedelta(seconds=1)

    def stands_still(board: Board, lease: Lease) -> Computed:
        old = small_kind.compute(board, lease)
        becomes(monkeypatch, small_kind.compute)
        a_score(house.players["scorer"], 100)
        assert boards.rebuild(board.pk, now=late) is not None
        with pytest.raises(LeaseLost), transaction.atomic():
            lease.hold()
        return old

    becomes(monkeypatch, stands_still)
    assert boards.rebuild(board.pk, now=now()) is None
    assert len(lines(board)) == 3
    assert (fresh(board).failures, fresh(board).due_at) == (0, None)


def test_the_lease_is_longer_than_a_task_may_take() -> None:
    told, killed = tasks.rebuild.soft_time_limit, tasks.rebuild.time_limit
    assert told
    assert killed
    assert told < killed < boards.LEASE.total_seconds()
    assert killed < settings.CELERY_TASK_TIME_LIMIT
    assert settings.CELERY_TASK_ACKS_LATE


# --- failures --------------------------------------------------------------------------------------------------------


def fails(board: Board, lease: Lease) -> Computed:
    Row.objects.all().delete()  # a computation may have begun anything
    raise ZeroDivisionError


def test_what_fails_is_tried_again_after_waits_that_grow(
    board: Board, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    becomes(monkeypatch, fails)
    boards.want([board.pk], now=now())
    waits = []
    for _time in range(14):
        began = now()
        assert boards.rebuild(board.pk, now=began) is None
        due = fresh(board).due_at
        assert due is not None
        waits.append((due - began).total_seconds())
        assert boards.rebuild(board.pk, now=began, if_due=True) is None  # not before its time
    assert waits == [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, *[1800.0] * 4]
    assert fresh(board).failures == 14
    assert {record.getMessage() for record in caplog.records} == {f"board {board.pk} could not be computed"}
    state = boards.state_of(fresh(board), now=now())
    assert (state.waits, state.failing) == (True, True)
    becomes(monkeypatch, small_kind.compute)
    assert boards.rebuild(board.pk, now=now() + boards.LONGEST_WAIT, if_due=True) is not None
    assert (fresh(board).failures, fresh(board).due_at) == (0, None)


def test_a_board_keeps_what_it_shows_when_writing_fails(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    boards.rebuild(board.pk, now=now())
    before = lines(board)

    def impossible(board: Board, lease: Lease) -> Computed:
        return Computed([Line(1, 1), Line(2, -2)])  # the database refuses the second, and with it all of them

    becomes(monkeypatch, impossible)
    for failures in (1, 2, 3):
        assert boards.rebuild(board.pk, now=now()) is None
        assert (lines(board), fresh(board).failures) == (before, failures)


def test_a_computation_that_is_told_to_stop_is_tried_again(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what Celery raises in the middle of it."""

    def too_long(board: Board, lease: Lease) -> Computed:
        raise SoftTimeLimitExceeded

    becomes(monkeypatch, too_long)
    boards.rebuild(board.pk, now=now())
    assert (fresh(board).failures, fresh(board).lease) == (1, "")


@pytest.mark.django_db(transaction=True)
def test_so_is_one_that_is_told_in_the_middle_of_a_query(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer is still to come: until then PostgreSQL takes no other query on that connection."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite hears of no signal while it is at work")

    def told(_signal: int, _frame: object) -> None:
        raise SoftTimeLimitExceeded

    def waits(board: Board, lease: Lease) -> Computed:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        raise AssertionError("nobody has told it to stop")

    becomes(monkeypatch, waits)
    before = signal.signal(signal.SIGALRM, told)
    try:
        boards.rebuild(board.pk, now=now())
    finally:
        signal.signal(signal.SIGALRM, before)
    assert (fresh(board).failures, fresh(board).lease) == (1, "")


# --- long computations -----------------------------------------------------------------------------------------------


def in_parts(board: Board, lease: Lease) -> Computed:
    reached = board.part.get("reached", 0) + 1
    if reached < 3:
        return Computed(part={"reached": reached}, done=reached, total=3)
    return small_kind.compute(board, lease)


def test_a_long_computation_goes_on_in_the_next_task_and_says_how_far_it_is(
    board: Board, monkeypatch: pytest.MonkeyPatch, sent: list[tuple[str, int, str]]
) -> None:
    becomes(monkeypatch, in_parts, queue=boards.HEAVY)
    boards.want([board.pk], now=now())
    shown = []
    for _part in range(3):
        tasks.rebuild(board.pk)
        state = boards.state_of(fresh(board), now=now())
        shown.append((state.done, state.total, state.waits, len(lines(board))))
    assert shown == [(1, 3, True, 0), (2, 3, True, 0), (0, 0, False, 2)]
    assert sent == [(boards.TASK, board.pk, "heavy")] * 2


def test_what_comes_between_two_parts_is_newer_than_all_of_them(
    house: House, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A correction of what the first part has read must not be taken as counted by the last."""
    becomes(monkeypatch, in_parts)
    boards.rebuild(board.pk, now=now())
    a_score(house.players["owner"], 1)
    boards.rebuild(board.pk, now=now())
    boards.rebuild(board.pk, now=now())
    assert (fresh(board).part, fresh(board).began_with, fresh(board).due_at is not None) == ({}, {}, True)
    assert boards.is_stale(fresh(board))


def test_a_part_that_fails_is_given_up_with_all_before_it(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    becomes(monkeypatch, in_parts)
    boards.rebuild(board.pk, now=now())
    becomes(monkeypatch, fails)
    boards.rebuild(board.pk, now=now())
    assert (fresh(board).part, fresh(board).began_with, fresh(board).done) == ({}, {}, 0)
