"""`python -m bench.season_boards <sheets> <people>`: what boards and ratings cost, beside bare references.

Ends with 1 where a limit is missed. `… memory <rating>` reckons one rating and prints what the process took for it;
`… close <club>` and `… close-by-workers <club>` time what follows from the close of a sheet.
"""

import logging
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from unittest.mock import patch

import django

django.setup()

from django.conf import settings  # noqa: E402 - after the set-up
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402
from openskill.models import BradleyTerryFull  # noqa: E402

from bench.season import a_large_club  # noqa: E402
from bench.season_clubs import a_copy_of, a_rated_club, counting_goes_on  # noqa: E402
from bench.season_workers import all_boards_by, wait_until_they_are_there, workers  # noqa: E402
from clubs.models import Club, Evening  # noqa: E402
from config.memory import settle  # noqa: E402
from scoring.models import Course, Entry, Score, Sheet  # noqa: E402
from scoring.services.closing import close_sheet  # noqa: E402
from scoring.services.record import Write  # noqa: E402
from scoring.services.sheets import begin_sheet, record_hand  # noqa: E402
from seasons.formats.rating_courses import Course as Seated  # noqa: E402
from seasons.formats.rating_courses import Everybody, reckon  # noqa: E402
from seasons.models import Board, Rating, RatingDay, RatingPoint, Row  # noqa: E402
from seasons.services import boards, cup_presets, cups, rankings, ratings, ratings_board  # noqa: E402
from tests.services.table import plain, won_leg  # noqa: E402

GAME = "bauernschnapsen"
RANKING_LIMIT, CLOSE_LIMIT, RATING_LIMIT, MEMORY_LIMIT, SHEET_LIMIT = 1.5, 1.0, 8.0, 1.25, 0.05
"""Times the bare SQL; seconds; times openskill; times the memory for a tenth of the sheets; seconds."""
OPENSKILL_GAMES = 20_000
ROUNDS = 7
WORKERS = (1, 2, 4)
CLUBS = 8

missed: list[str] = []


def told(what: str, value: float, limit: float, *, at_least: bool = False, unit: str = "x") -> None:
    wrong = value < limit if at_least else value > limit
    if wrong:
        missed.append(what)
    word = "at least" if at_least else "at most"
    print(f"  {what:58} {value:8.2f} {unit}  ({word} {limit:g}){'  MISSED' if wrong else ''}", flush=True)


def best(work: Callable[[], object], rounds: int = ROUNDS, before: Callable[[], object] = lambda: None) -> float:
    """Seconds, the best of so many: what else the machine does is no part of it."""
    took = list[float]()
    for _round in range(rounds):
        before()
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return min(took)


def tidied() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


# --- (a) one ranking -------------------------------------------------------------------------------------------------

BARE = """
SELECT player_id, SUM(points), SUM(hands), COUNT(DISTINCT day) FROM scoring_score
WHERE club_id = %s AND game = %s AND at_evening GROUP BY player_id
"""


HANDS = """
CREATE TEMPORARY TABLE bench_hands AS SELECT club_id, game, player_id, day, at_evening, points, 1 AS hands
FROM scoring_score CROSS JOIN LATERAL generate_series(1, hands) LIMIT 1000000
"""
"""Of a million hands, one row each: what there would be to add up if nobody had done so sheet by sheet."""


def bare(club: Club, table: str = "scoring_score") -> int:
    with connection.cursor() as cursor:
        cursor.execute(BARE.replace("scoring_score", table), [club.pk, GAME])
        return len(cursor.fetchall())


def a_ranking(club: Club, *, span: str = "all", unit: str = "points", measure: str = "sum", game: str = GAME) -> None:
    name = f"{game} {unit} {measure} {span}"
    about = rankings.About(name=name, game=game, unit=unit, measure=measure, span=span)
    rankings.create(club, by=None, token=f"bench-{club.pk}-{name.replace(' ', '-')}", about=about, now=timezone.now())


def rebuilt(board: Board) -> Board:
    """Until it is up to date; a long one takes several."""
    while True:
        done = boards.rebuild(board.pk, now=timezone.now())
        assert done is not None
        if not done.part:
            return done


def one_more_score(club: Club) -> None:
    """Somebody has played one more sheet: as little as can have changed."""
    newest = Score.objects.filter(club=club, game=GAME).order_by("-pk").first()
    assert newest is not None
    Score.objects.filter(pk=newest.pk).update(points=newest.points + 1)


def rank(club: Club) -> None:
    a_ranking(club)
    board = Board.objects.get(club=club, ranking__isnull=False)
    first = best(lambda: rebuilt(board), 3, before=lambda: Row.objects.filter(board=board).delete())
    tidied()
    with connection.cursor() as cursor:
        cursor.execute(HANDS)
        cursor.execute("ANALYZE bench_hands")
    of_hands, reference = best(lambda: bare(club, "bench_hands")), best(lambda: bare(club))
    again = best(lambda: rebuilt(board), before=lambda: one_more_score(club))
    people, scores = Row.objects.filter(board=board).count(), Score.objects.filter(club=club, game=GAME).count()
    print(f"a ranking of {people:,} people; the bare SQL aggregate of a million hands {of_hands * 1000:.0f} ms,")
    print(f"of the {scores:,} scores that are stored of its sheets {reference * 1000:.0f} ms")
    print(f"  the first time, all rows written: {first * 1000:.0f} ms")
    print(f"  rebuilt after one new sheet: {again * 1000:.0f} ms; {again / reference:.1f} x the scores' aggregate")
    told("rebuilt after one new sheet, beside the hands' aggregate", again / of_hands, RANKING_LIMIT)


# --- (b) one new sheet -----------------------------------------------------------------------------------------------


def all_kinds_of_boards(club: Club) -> None:
    """What a club of this size would keep."""
    for game, unit in ((GAME, "bummerl"), (GAME, "won"), ("kratzen", "cents"), ("schnapsen", "bummerl")):
        a_ranking(club, game=game, unit=unit, span="year")
    a_ranking(club, measure="per_evening")
    rules = cup_presets.PRESETS["best-7"].rules
    cups.create(
        club, by=None, token=f"bench-cup-{club.pk}", now=timezone.now(), name="Wintercup", first_day=date(2025, 10, 1),
        last_day=date(2026, 4, 30), game=GAME, rules=rules, every_evening=True,
    )  # fmt: skip
    for game in (GAME, "kratzen"):
        ratings.switch_on(club, by=None, game=game, about=ratings.About(), now=timezone.now())


def due() -> list[Board]:
    return list(Board.objects.filter(due_at__lte=timezone.now()).order_by("pk"))


def a_sheet_closes(club: Club) -> dict[str, float]:
    """Seconds from the close of a real sheet until every board that it touches is up to date, by what takes them: by
    this process alone, one after the other."""
    sheet, took, began = a_sheet(club), dict[str, float](), time.perf_counter()
    close_sheet(sheet, write=write(sheet))
    took["close"] = time.perf_counter() - began
    while waiting := due():
        for board in waiting:
            began, kind = time.perf_counter(), boards.kind_name(board)
            rebuilt(board)
            took[kind] = took.get(kind, 0) + time.perf_counter() - began
    return took


def a_sheet_reaches_its_boards(club: Club) -> float:
    """The same by workers at Redis: seconds until nothing is due."""
    sheet, began = a_sheet(club), time.perf_counter()
    close_sheet(sheet, write=write(sheet))
    while due():
        time.sleep(0.005)
    return time.perf_counter() - began


def a_sheet(club: Club) -> Sheet:
    """With a leg, about to be closed."""
    evening = Evening.objects.filter(club=club).order_by("-day")[0]
    names = list(club.players.order_by("pk").values_list("name", flat=True)[:4])
    sheet = begin_sheet(game=GAME, players=names, club=club, evening=evening, token=f"bench-new-{time.monotonic_ns()}")
    for hand in (plain(1), won_leg(0), won_leg(0)):
        record_hand(sheet, hand=hand, write=write(sheet))
    return sheet


def write(sheet: Sheet) -> Write:
    sheet.refresh_from_db()
    return Write(after_seq=sheet.seq, token=f"bench-{time.monotonic_ns()}")


def close(club: Club) -> None:
    """Once all boards are there. In life two workers share what is due; without Redis one does it all."""
    all_kinds_of_boards(club)
    began = time.perf_counter()
    count = sum(bool(rebuilt(board)) for board in due())
    print(f"{count} boards of a club for the first time: {time.perf_counter() - began:.1f} s")
    tidied()
    closes = sorted((a_sheet_closes(club) for _sheet in range(5)), key=lambda took: sum(took.values()))
    usual = closes[len(closes) // 2]
    print(f"from the close of a sheet to all its boards (median of 5), one process: {sum(usual.values()):.2f} s")
    print(f"  {', '.join(f'{kind} {seconds:.2f} s' for kind, seconds in usual.items())}")


def close_by_workers(club: Club) -> None:
    """This process is told of their Redis, as a web process is."""
    with workers(2, settings.REDIS_URL):
        wait_until_they_are_there(2, settings.REDIS_URL)
        closes = sorted(a_sheet_reaches_its_boards(club) for _sheet in range(9))
    told("the same by a worker of two processes at Redis (median of 9)", closes[4], CLOSE_LIMIT, unit="s")


# --- (c) ratings -----------------------------------------------------------------------------------------------------


def openskill_bare() -> float:
    """Games a second of two against two."""
    model, chance = BradleyTerryFull(), random.Random(7)
    known = [model.rating() for _player in range(500)]
    tables = [chance.sample(range(500), 4) for _game in range(OPENSKILL_GAMES)]
    began = time.perf_counter()
    for one, two, three, four in tables:
        won, lost = model.rate([[known[one], known[two]], [known[three], known[four]]])
        (known[one], known[two]), (known[three], known[four]) = won, lost
    return OPENSKILL_GAMES / (time.perf_counter() - began)


def rate(sheets: int, people: int) -> None:
    large = a_rated_club("rated", sheets, people)
    small = a_rated_club("rated-small", sheets // 10, people)
    tidied()
    reference = max(openskill_bare() for _round in range(3))
    games = sum(one.count(">") for one in Course.objects.filter(club=large).values_list("games", flat=True))
    alone = best(lambda: reckoned(large), 3)
    print(f"a rating of {games:,} games on {sheets:,} sheets; openskill bare {reference:,.0f} games/s")
    told(
        f"reckoned ({alone:.1f} s, {games / alone:,.0f} games/s)",
        games / alone / reference,
        RATING_LIMIT,
        at_least=True,
    )
    board = Board.objects.get(rating__club=large)
    began = time.perf_counter()
    rebuilt(board)
    took, points = time.perf_counter() - began, RatingPoint.objects.filter(rating=board.rating_id).count()
    print(f"  from rows to rows, with {points:,} points of its days, with whom one wins, and the table: {took:.1f} s,")
    print(f"  {games / took:,.0f} games/s, {games / took / reference:.1f} x openskill without a database")
    tidied()
    told("one new sheet in it", one_day(Rating.objects.get(club=large)), SHEET_LIMIT, unit="s")
    whole = best(lambda: rebuilt(board), 5, before=lambda: one_more_course(large))
    print(f"  … and the whole table of {Row.objects.filter(board=board).count():,} people laid anew: {whole:.2f} s")
    peaks = [memory(Rating.objects.get(club=club)) for club in (small, large)]
    print(
        f"  memory of a full recomputation: {peaks[0]:.0f} MB for {sheets // 10:,} sheets, "
        f"{peaks[1]:.0f} MB for {sheets:,}"
    )
    told("memory, ten times the sheets", peaks[1] / peaks[0], MEMORY_LIMIT)


def reckoned(club: Club) -> None:
    """Everybody's strength after every sheet, from the rows of the courses; nothing is written."""
    rows = Course.objects.filter(club=club).order_by("day", "sheet").values_list("people", "games")
    for _chunk in reckon(Everybody(), (Seated(people, games) for people, games in rows.iterator(1000))):
        pass


def one_day(rating: Rating) -> float:
    """Seconds for what a new sheet changes in it (the best of five): its day is found and reckoned, its points are
    written. Before each the table is made, which is no part of it."""
    took, pk = list[float](), Board.objects.get(rating=rating).pk
    for _sheet in range(5):
        rebuilt(Board.objects.get(pk=pk))
        one_more_course(rating.club)
        Board.objects.filter(pk=pk).update(lease="bench")
        board, lease = Board.objects.select_related("rating", "club").get(pk=pk), boards.Lease(pk, "bench")
        with patch.object(ratings_board, "lines_of", lambda *_rating: ()):
            began = time.perf_counter()
            ratings_board.compute(board, lease)
            took.append(time.perf_counter() - began)
        Board.objects.filter(pk=pk).update(lease="")
    return min(took)


def one_more_course(club: Club) -> None:
    newest = Course.objects.filter(club=club).order_by("-day", "-sheet")[0]
    sheet = Sheet.objects.create(
        game=newest.game, club=club, first_dealer=0, status=Sheet.Status.CLOSED, token=f"n-{time.monotonic_ns()}",
        write_secret=f"nw-{time.monotonic_ns()}"[:32], watch_secret=f"nr-{time.monotonic_ns()}"[:32],
        code=f"{Sheet.objects.count() % 1_000_000:06}",
    )  # fmt: skip
    Course.objects.create(
        sheet=sheet, club=club, game=newest.game, day=newest.day, people=newest.people, games=newest.games
    )


def memory(rating: Rating) -> float:
    command = [sys.executable, "-m", "bench.season_boards", "memory", str(rating.pk)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def reckon_one(rating: int) -> None:
    """In a process of its own: megabytes at its largest."""
    settle()
    RatingPoint.objects.filter(rating=rating).delete()
    RatingDay.objects.filter(rating=rating).delete()
    board = Board.objects.get(rating=rating)
    Row.objects.filter(board=board).delete()
    rebuilt(board)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


# --- (d) workers -----------------------------------------------------------------------------------------------------


def scale(club: Club) -> None:
    redis = os.environ.get("BENCH_REDIS_URL")
    if not redis:
        print("Workers were not measured: there is no Redis.")
        return
    for number in range(1, CLUBS):
        all_kinds_of_boards(a_copy_of(club, number))
    counting_goes_on()
    tidied()
    count, alone = Board.objects.filter(club__slug__startswith="large").count(), 0.0
    print(f"all {count} boards of {CLUBS} clubs, by real workers at Redis, on {os.cpu_count()} cores")
    for processes in WORKERS:
        took = all_boards_by(processes, redis)
        alone = alone or took
        print(f"  {processes} worker processes: {took:6.1f} s, {alone / took:.2f} x", flush=True)


def in_another(what: str, club: Club, **told: str) -> None:
    command = [sys.executable, "-m", "bench.season_boards", what, str(club.pk)]
    if subprocess.run(command, env=os.environ | told, check=False).returncode:
        missed.append(what)


def main(sheets: int, people: int) -> int:
    logging.disable(logging.WARNING)
    assert not settings.REDIS_URL
    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    club = a_large_club(sheets, persons=people)
    hands = Entry.objects.filter(kind=Entry.Kind.HAND).count()
    tidied()
    print(
        f"seasons: {sheets:,} sheets with {hands:,} hands of {people:,} people built in "
        f"{time.perf_counter() - began:.0f} s"
    )
    settle()
    rank(club)
    sys.stdout.flush()
    # A worker is a process of its own, which has not laid out a club before.
    in_another("close", club)
    if redis := os.environ.get("BENCH_REDIS_URL"):
        in_another("close-by-workers", club, REDIS_URL=redis)
    rate(sheets, people)
    scale(club)
    return bool(missed)


if __name__ == "__main__":
    if sys.argv[1] == "memory":
        reckon_one(int(sys.argv[2]))
    elif sys.argv[1].startswith("close"):
        logging.disable(logging.WARNING)
        settle()
        {"close": close, "close-by-workers": close_by_workers}[sys.argv[1]](Club.objects.get(pk=sys.argv[2]))
        sys.exit(bool(missed))
    else:
        sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
