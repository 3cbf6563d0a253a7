"""Workers that are killed in the middle of it, twenty times: in the end every board is what a fresh one would be."""

import random
import time
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from clubs.models import Evening, Player
from seasons.models import Board, Fixture, Ranking, RatingDay, RatingPoint, Row
from seasons.services import boards, cups, ratings
from tests.club import House, a_house
from tests.league import a_league, reported
from tests.services.small_kind import GAME, a_board, courses_of, lines, scores_of
from tests.tasks.workers import Workers, workers

KILLED = 20
PEOPLE = 300
FIRST, WEEKS = date(2026, 1, 6), 20
AT_ONCE = 2
"""Workers at work at the same time."""
PATIENCE = 60
"""Seconds, for a machine that is busy with other things."""

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]


def many_people(house: House) -> list[Player]:
    """So many that a board is not computed in no time."""
    Player.objects.bulk_create(Player(club=house.club, name=f"Gast {number}") for number in range(PEOPLE))
    return list(Player.objects.filter(club=house.club).order_by("pk"))


def many_boards(house: House) -> list[int]:
    """Rankings, a cup to which every evening counts, a league, and a rating: the long computation, in small parts."""
    now = timezone.now()
    for unit in (Ranking.Unit.POINTS, Ranking.Unit.WON):
        for measure in Ranking.Measure:
            a_board(house, unit=unit, measure=measure)
    cups.create(
        house.club, by=None, token="killed-cup", now=now, name="Wintercup", game=GAME, every_evening=True,
        first_day=FIRST, last_day=FIRST + timedelta(weeks=WEEKS),
    )  # fmt: skip
    a_league(house, teams=8)
    ratings.switch_on(house.club, by=None, game=GAME, about=ratings.About(), now=now)
    return list(Board.objects.values_list("pk", flat=True))


def played(people: Sequence[Player], chance: random.Random) -> None:
    """An evening and a league match more; and every board is due, as closes and reports would say."""
    day = FIRST + timedelta(weeks=chance.randrange(WEEKS))
    Evening.objects.get_or_create(club=people[0].club, day=day)
    scores_of([(player, chance.randrange(-20, 40)) for player in people], day=day)
    courses_of([people[first : first + 4] for first in range(0, len(people) - 3, 4)], chance, day=day)
    fixture = Fixture.objects.filter(reports=None).select_related("home", "away", "division__league__club").first()
    assert fixture is not None
    reported(fixture, (chance.randrange(4), 2), (3, chance.randrange(3)))
    boards.want(Board.objects.values_list("pk", flat=True), now=timezone.now())


def wait_until_somebody_computes(dead: set[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not Board.objects.exclude(lease__in=["", *dead]).exists():
        assert time.monotonic() < deadline, "no worker takes a board"
        time.sleep(0.002)


def wait_until_all_is_done() -> None:
    deadline = time.monotonic() + PATIENCE
    while left := Board.objects.filter(due_at__isnull=False).count():
        assert time.monotonic() < deadline, f"{left} boards are still due"
        time.sleep(0.05)


def kill_all(at_work: Workers, pids: list[int]) -> set[str]:
    """The leases that they held."""
    for pid in pids:
        at_work.kill(pid)
    return set(Board.objects.exclude(lease="").values_list("lease", flat=True))


def test_boards_that_workers_died_over_are_in_the_end_what_fresh_ones_are(tmp_path: Path) -> None:
    house, chance, cut_off = a_house(), random.Random(7), set[str]()
    people, pks = many_people(house), many_boards(house)
    played(people, chance)
    with workers(tmp_path, seconds=1) as at_work:
        at_work.start("beat")
        for time_of in range(KILLED // AT_ONCE):
            pids = [at_work.start("--pool=solo") for _worker in range(AT_ONCE)]
            wait_until_somebody_computes(cut_off)
            time.sleep(chance.random() / 20)
            cut_off |= kill_all(at_work, pids)
            played(chance.sample(people, 4 + time_of * 3), chance)
        at_work.start("--pool=solo")
        wait_until_all_is_done()
    stored = {pk: lines(Board.objects.get(pk=pk)) for pk in pks}
    assert len(cut_off) > KILLED // 4, "they were killed while they had nothing to do"
    assert all(stored.values())
    for model in (Row, RatingPoint, RatingDay):
        model.objects.all().delete()
    for pk in pks:
        boards.rebuild(pk, now=timezone.now())
        assert lines(Board.objects.get(pk=pk)) == stored[pk]
