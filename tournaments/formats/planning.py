"""How many rounds and minutes a tournament will take, before it begins.

How long lives last is chance. For N cards with L lives there are N * L - 1 matches at the most, as each but the last
life is lost in one. Rounds are at the most as many as `most_of_lives` counts: whoever is in it has L lives at the
most, so T lives are at least T / L cards, and half of these lose one. Four rounds for every life beyond the first, on
top of those of a knock-out, are enough in three tournaments of four at least (measured on 200 each of 2 to 500 cards
with 1 to 5 lives, most often in nine of ten); that is what `rounds_needed` says. Tables that are struck and lives
bought again are not foreseen.
"""

from collections.abc import Iterator
from math import comb

from tournaments.formats.plan import MATCHES, Card, Kind, Plan, Stage
from tournaments.formats.round_robin import rounds_of
from tournaments.formats.seating import most_seated

ROUNDS_A_LIFE = 4


def rounds_needed(plan: Plan, cards: int) -> int:
    """How many rounds so many cards will take, in all stages; where lives decide, most likely no more."""
    return sum(_rounds(stage, field) for stage, field in fields(plan, cards))


def minutes_needed(plan: Plan, cards: int, played: int = 0) -> int:
    """Minutes of all rounds, or of those after so many; with fewer tables than a round needs it is played in waves."""
    waves = [
        -(-needed // plan.desk.tables) if plan.desk.tables else 1
        for stage, field in fields(plan, cards)
        for needed in tables_needed(plan, stage, field)
    ]
    return sum(waves[played:]) * plan.desk.minutes


def fields(plan: Plan, cards: int) -> Iterator[tuple[Stage, int]]:
    """Every stage with how many begin it."""
    field = cards
    for index, stage in enumerate(plan.stages):
        if index:
            before = plan.stages[index - 1]
            field = _left(before, field)
            if stage.take:
                field = min(field, stage.take * (before.groups if before.kind is Kind.GROUPS else 1))
        yield stage, field


def _left(stage: Stage, field: int) -> int:
    """How many are still in it after the rounds of a stage."""
    return _in_it(stage, field)[-1] if stage.kind in (Kind.LIVES, Kind.KNOCKOUT) else field


def _rounds(stage: Stage, field: int) -> int:
    if stage.kind is Kind.SLIDING:
        return stage.rounds or (field + 1) // 2
    if stage.kind in (Kind.DRAWN, Kind.SCORE, Kind.SWISS):
        return max(1, stage.rounds)
    if field < 2:
        return 0
    if stage.kind is Kind.LIVES:
        needed = min(_knockout(field) + ROUNDS_A_LIFE * (stage.lives - 1), most_of_lives(stage, field))
    elif stage.kind is Kind.KNOCKOUT:
        needed = _knockout(field)
    else:
        largest = -(-field // max(1, stage.groups)) if stage.kind is Kind.GROUPS else field
        needed = rounds_of(stage, largest)
    return min(needed, stage.rounds) if stage.rounds else needed


def most_of_lives(stage: Stage, field: int) -> int:
    """How many rounds a stage of lives can take at the worst."""
    lives, rounds = field * stage.lives, 0
    while lives > 1 and field > 1 and rounds != (stage.rounds or -1):
        there = max(2, -(-lives // stage.lives))
        lives -= there // 2
        rounds += 1
    return rounds


def _knockout(field: int) -> int:
    return (field - 1).bit_length()


def tables_needed(plan: Plan, stage: Stage, field: int) -> list[int]:
    """For every round, at how many tables they sit; every board of a match of teams needs one of its own."""
    rounds = _rounds(stage, field)
    if stage.kind not in MATCHES:
        return [len(most_seated(field, stage.sizes))] * rounds
    boards = min(stage.counting.boards, plan.people) if plan.card is Card.TEAM else 1
    if stage.kind is Kind.GROUPS:
        groups = max(1, stage.groups)
        return [sum((field + at) // groups // 2 for at in range(groups)) * boards] * rounds
    return [max(1, there // 2) * boards for there in _in_it(stage, field)[:rounds]]


def _in_it(stage: Stage, field: int) -> list[int]:
    """How many are still in it before every round, and after the last one. Of lives, half lose one each round."""
    rounds = _rounds(stage, field)
    if stage.kind is Kind.KNOCKOUT:
        return [-(-field // 2**played) for played in range(rounds + 1)]
    if stage.kind is not Kind.LIVES:
        return [field] * (rounds + 1)
    return [-(-field * _not_out(stage.lives, played) // 2**played) for played in range(rounds + 1)]


def _not_out(lives: int, played: int) -> int:
    """Of 2 ** `played` courses of so many matches, those with fewer losses than lives."""
    return sum(comb(played, lost) for lost in range(lives))
