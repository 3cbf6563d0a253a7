"""What ratings cost without a database: a million games, beside openskill bare in the same run.

Games are laid as in life (forty at a table, a million hands on 25,000 sheets) and, as the hardest case, each at a table
of its own. Seconds are the processor's: all of it runs in one thread, and whatever else the machine does is left out.
Peak memory is that of a process of its own, for a tenth of the games and for all.
"""

import gc
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from openskill.models import BradleyTerryFull

from seasons.formats.rating_courses import Course, Everybody, reckon
from seasons.formats.rating_days import days

GAMES, PEOPLE, AT_A_TABLE, DAYS = 1_000_000, 5_000, 40, 520
BARE = 20_000
"""So many games openskill plays."""
LEAST_RATIO, MOST_SECONDS = 8, 5.0
MOST_MORE_MEMORY = 1.25
OUTCOMES = ("02>13", "13>02")


def courses(games: int, at_a_table: int) -> Iterator[Course]:
    """Two against two, whoever comes, as a stream: nothing of it is kept."""
    chance = random.Random(7)
    for _table in range(games // at_a_table):
        people = chance.sample(range(PEOPLE), 4)
        yield Course(people, " ".join(chance.choice(OUTCOMES) for _game in range(at_a_table)))


def by_openskill() -> float:
    """Games in a second, bare: its `rate`, nothing around it."""
    model = BradleyTerryFull()
    known = [model.rating() for _person in range(PEOPLE)]
    played = list(courses(BARE, 1))
    began = time.process_time()
    for one in played:
        a, b, c, d = one.people
        assert a is not None
        assert b is not None
        assert c is not None
        assert d is not None
        first, second = [known[a], known[c]], [known[b], known[d]]
        if one.games == OUTCOMES[0]:
            (known[a], known[c]), (known[b], known[d]) = model.rate([first, second])
        else:
            (known[b], known[d]), (known[a], known[c]) = model.rate([second, first])
    return BARE / (time.process_time() - began)


def strengths(games: int, at_a_table: int) -> float:
    """Seconds for everybody's strength at the end."""
    laid = list(courses(games, at_a_table))
    gc.freeze()  # what lies there for the bench only is not to be looked through again and again
    began = time.process_time()
    for _chunk in reckon(Everybody(), laid):
        pass
    return time.process_time() - began


def points(games: int, at_a_table: int) -> float:
    """Seconds for what a board is made of: everybody at the end of each day, and with whom they won."""
    laid = list(enumerate(courses(games, at_a_table)))
    dated = [(number * DAYS // len(laid), one) for number, one in laid]
    gc.freeze()  # as above
    began = time.process_time()
    for _day in days({}, dated):
        pass
    return time.process_time() - began


def peak(games: int) -> int:
    """Peak memory of a process that only reckons so many games, in KiB."""
    command = [sys.executable, "-m", "bench.ratings", str(games)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def run() -> None:
    print(f"\nRatings: {GAMES:,} games two against two among {PEOPLE:,} people")
    bare = by_openskill()
    print(f"  openskill bare                      {bare:9,.0f} games/s ({BARE:,} games)")
    slow = False
    for name, work, at_a_table in (
        (f"strengths, {AT_A_TABLE} games at a table", strengths, AT_A_TABLE),
        ("strengths, each at a table of its own", strengths, 1),
        (f"days and partners, {AT_A_TABLE} at a table", points, AT_A_TABLE),
    ):
        seconds = work(GAMES, at_a_table)
        ratio = GAMES / seconds / bare
        bad = seconds > MOST_SECONDS or (at_a_table > 1 and ratio < LEAST_RATIO)
        gc.unfreeze()
        slow |= bad
        told = "  TOO SLOW" if bad else ""
        print(f"  {name:<38} {GAMES / seconds:9,.0f} games/s, {seconds:.2f} s, {ratio:.1f} x openskill{told}")
    small, large = peak(GAMES // 10), peak(GAMES)
    much = large > small * MOST_MORE_MEMORY
    told = "  TOO MUCH" if much else ""
    print(
        f"  peak memory for {GAMES:,} games {large / small:.2f} of that for {GAMES // 10:,} ({large // 1024} MiB){told}"
    )
    if slow or much:
        raise SystemExit("ratings: beyond the limits of bench/ratings.py")


if __name__ == "__main__":
    for _chunk in reckon(Everybody(), courses(int(sys.argv[1]), AT_A_TABLE)):
        pass
    # Not what `getrusage` says, which counts what the process was before it became this one.
    print(re.findall(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[0])
