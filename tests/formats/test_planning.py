"""Rounds and minutes before a tournament begins."""

import random
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from tournaments.formats.plan import Card, Counting, Desk, Kind, Plan, Stage
from tournaments.formats.planning import minutes_needed, most_of_lives, rounds_needed

SLIDING_AND_EIGHT = Plan(card=Card.PAIR, people=2, stages=(Stage(Kind.SLIDING, rounds=4), Stage(Kind.KNOCKOUT, take=8)))


@pytest.mark.parametrize(
    ("plan", "cards", "rounds"),
    [
        (Plan(stages=(Stage(Kind.KNOCKOUT),)), 64, 6),
        (Plan(stages=(Stage(Kind.KNOCKOUT),)), 45, 6),
        (Plan(stages=(Stage(Kind.KNOCKOUT, redraw=True),)), 65, 7),
        (Plan(stages=(Stage(Kind.KNOCKOUT, rounds=2),)), 64, 2),
        (Plan(stages=(Stage(Kind.DRAWN, rounds=2),)), 16, 2),
        (Plan(stages=(Stage(Kind.SLIDING),)), 13, 7),
        (SLIDING_AND_EIGHT, 26, 7),
        (SLIDING_AND_EIGHT, 8, 7),
        (Plan(stages=(Stage(Kind.ROUND_ROBIN),)), 6, 5),
        (Plan(stages=(Stage(Kind.ROUND_ROBIN),)), 7, 7),
        (Plan(stages=(Stage(Kind.ROUND_ROBIN, twice=True),)), 4, 6),
        (Plan(stages=(Stage(Kind.GROUPS, groups=4), Stage(Kind.KNOCKOUT, take=2))), 18, 5 + 3),
        (Plan(stages=(Stage(Kind.LIVES, lives=1),)), 16, 4),
        (Plan(stages=(Stage(Kind.LIVES, lives=3),)), 2, 5),
        (Plan(), 1, 0),
    ],
)
def test_rounds(plan: Plan, cards: int, rounds: int) -> None:
    assert rounds_needed(plan, cards) == rounds


def rounds_of_lives(cards: int, lives: int, chance: random.Random) -> int:
    left, rounds = dict.fromkeys(range(cards), lives), 0
    while len(left) > 1:
        order = chance.sample(sorted(left), len(left))
        for loser in order[: len(order) // 2]:
            left[loser] -= 1
        left = {one: lives for one, lives in left.items() if lives}
        rounds += 1
    return rounds


@pytest.mark.parametrize("lives", [1, 2, 3, 5])
@pytest.mark.parametrize("cards", [2, 3, 9, 16, 32, 113])
def test_lives_take_most_likely_no_longer_and_never_longer_than_the_most(cards: int, lives: int) -> None:
    plan, chance = Plan(stages=(Stage(Kind.LIVES, lives=lives),)), random.Random(cards * 10 + lives)
    taken = [rounds_of_lives(cards, lives, chance) for _ in range(40)]
    likely, most = rounds_needed(plan, cards), most_of_lives(plan.stages[0], cards)
    assert max(taken) <= most
    assert sum(rounds <= likely for rounds in taken) >= 30
    assert likely <= min(taken) + 8


@cache
def worst(left: tuple[int, ...]) -> int:
    """How many rounds it takes at the most from these lives on: every way in which half of them can lose one."""
    if len(left) < 2:
        return 0
    ways = {tuple(sorted(losers)) for losers in combinations(range(len(left)), len(left) // 2)}
    after = {tuple(sorted(lives - (at in way) for at, lives in enumerate(left) if lives > (at in way))) for way in ways}
    return 1 + max(worst(one) for one in after)


@pytest.mark.parametrize(("cards", "lives"), [(2, 3), (3, 3), (4, 3), (5, 3), (6, 2), (7, 2), (8, 2), (9, 2)])
def test_nothing_worse_can_happen(cards: int, lives: int) -> None:
    """In every course there can be; and so bad it can be, but for a round."""
    most = most_of_lives(Stage(Kind.LIVES, lives=lives), cards)
    assert most - 1 <= worst((lives,) * cards) <= most


@pytest.mark.parametrize(
    ("plan", "tables", "cards", "rounds"),
    [
        (Plan(stages=(Stage(Kind.DRAWN, rounds=2),)), 0, 64, 2),
        (Plan(stages=(Stage(Kind.DRAWN, rounds=2),)), 16, 64, 2),
        (Plan(stages=(Stage(Kind.DRAWN, rounds=2),)), 15, 64, 4),
        (Plan(stages=(Stage(Kind.DRAWN, rounds=3, sizes=(4, 5)),)), 5, 23, 3),
        (Plan(stages=(Stage(Kind.KNOCKOUT),)), 8, 64, 4 + 2 + 1 + 1 + 1 + 1),
        (SLIDING_AND_EIGHT, 7, 26, 4 * 2 + 3),
        (Plan(stages=(Stage(Kind.GROUPS, groups=4),)), 8, 16, 3),
        (Plan(card=Card.TEAM, people=8, stages=(Stage(Kind.ROUND_ROBIN, counting=Counting(boards=8)),)), 8, 4, 6),
        (Plan(stages=(Stage(Kind.LIVES, lives=1),)), 4, 16, 2 + 1 + 1 + 1),
    ],
)
def test_with_fewer_tables_a_round_is_played_in_waves(plan: Plan, tables: int, cards: int, rounds: int) -> None:
    assert minutes_needed(replace(plan, desk=Desk(tables=tables, minutes=25)), cards) == rounds * 25


def test_of_lives_fewer_and_fewer_need_a_table() -> None:
    """113 cards need 56 tables at first; with 28 only the first rounds go in two waves."""
    plan = Plan(stages=(Stage(Kind.LIVES, lives=3),), desk=Desk(tables=28, minutes=10))
    assert 1 + rounds_needed(plan, 113) < minutes_needed(plan, 113) // 10 < 2 * rounds_needed(plan, 113)
