"""What drawing the next round and making the standings costs, by format and number of cards.

Against bare references of the same run: a draw is measured against shuffling the same cards, standings against sorting
them once. Both in the fourth round, with three played: the history is what makes it hard.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from tournaments.formats import results, stages
from tournaments.formats.core import Entrant, Round, Table, shuffled
from tournaments.formats.plan import Counting, Kind, Plan, Ranking, Stage

CARDS = (16, 64, 200, 500, 1_000)
PLAYED = 3
MATCH = Counting(winner_makes=7)
FORMATS = {
    "tables of four": Plan(
        stages=(Stage(Kind.DRAWN, rounds=6, sizes=(4, 3), counting=Counting(sums_to=0)),),
        ranking=Ranking(("points", "best_round", "lot")),
    ),
    "Swiss": Plan(stages=(Stage(Kind.SWISS, rounds=7, counting=MATCH),), ranking=Ranking(("won", "buchholz", "lot"))),
    "lives": Plan(stages=(Stage(Kind.LIVES, lives=3, counting=MATCH),), ranking=Ranking(("survived",))),
}
LIMITS = {("tables of four", 200): 0.5, ("Swiss", 500): 1.0}
"""Seconds that a draw may take."""

Result = TypeVar("Result")


def timed(work: Callable[[], Result], times: int = 1) -> tuple[float, Result]:
    """Seconds of one call, the best of so many."""
    best, result = float("inf"), work()
    for _ in range(times):
        began = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - began)
    return best, result


def played(stage: Stage, table: Table, lot: random.Random) -> Table:
    """The table with a result of chance."""
    if len(table.seats) == 1:
        return table
    amounts = [lot.randrange(-20, 21) for _ in table.seats]
    amounts[-1] -= sum(amounts)
    if stage.counting.winner_makes:
        amounts = [stage.counting.winner_makes, lot.randrange(stage.counting.winner_makes)]
    rows = [{stage.counting.unit: amount} for amount in shuffled(amounts, lot)]
    return replace(table, scores=results.count(stage, rows))


def history(plan: Plan, entrants: tuple[Entrant, ...]) -> tuple[Round, ...]:
    lot, rounds = random.Random(1), tuple[Round, ...]()
    for number in range(1, PLAYED + 1):
        drawn = stages.next_draw(plan, entrants, rounds, (), random.Random(number), lot="bench")
        tables = tuple(played(plan.stages[drawn.stage], table, lot) for table in drawn.tables)
        rounds += (Round(number, drawn.stage, tables, drawn.byes),)
    return rounds


def measured(name: str, count: int) -> bool:
    """One line; whether the draw was quick enough."""
    plan, entrants = FORMATS[name], tuple(Entrant(number, (number,)) for number in range(1, count + 1))
    rounds = history(plan, entrants)
    shuffle, _ = timed(lambda: shuffled(range(count), random.Random(1)), 20)
    totals = {number: number * 7_919 % count for number in range(count)}
    order, _ = timed(lambda: sorted(totals, key=lambda number: -totals[number]), 20)
    draw, _ = timed(lambda: stages.next_draw(plan, entrants, rounds, (), random.Random(9), lot="bench"), 3)
    standings, _ = timed(lambda: stages.standings(plan, entrants, rounds, (), "bench"), 2)
    print(
        f"formats, {name}, {count:,} cards: draw {draw * 1000:,.1f} ms, {draw / shuffle:,.0f} times shuffling them;"
        f" standings {standings * 1000:,.1f} ms, {standings / order:,.0f} times sorting them"
    )
    return draw < LIMITS.get((name, count), draw + 1)


def run() -> None:
    slow = [f"{name}, {count:,}" for name in FORMATS for count in CARDS if not measured(name, count)]
    if slow:
        sys.exit(f"Drawn too slowly: {'; '.join(slow)}")
