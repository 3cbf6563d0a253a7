"""Card-point arithmetic, most of it for the Schnapsen family: could these figures have come from twenty cards?

Card points (Augen): ace 11, ten 10, king 4, over 3, under 2, four suits, 120 in all. A marriage (king and over of one
suit, announced with a lead) adds 20, in trumps 40. The checks are necessary, not sufficient: they ignore the order of
play. Source: the scoring rules, section 6.2; tables re-derived here from the cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from scoring.games.core import Problem

PACK_POINTS = 120
"""Card points of a whole pack, of twenty cards or more."""
RANKS = (2, 3, 4, 10, 11)
SUITS = 4
ALL_MARRIAGES = 100
"""Card points of four marriages, one of them in trumps."""


@dataclass(frozen=True, slots=True)
class Pack:
    """How the twenty cards are played out."""

    cards_per_trick: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Reported:
    """What the table told of one side: card points with its marriages, tricks, card points of the marriages alone,
    number of marriages in trumps. None where nothing was told."""

    name: str
    points: int | None
    tricks: int | None
    marriages: int | None
    forties: int | None
    leads_first: bool

    @property
    def silent(self) -> bool:
        return self.points is None and self.tricks is None and self.marriages is None and self.forties is None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to complete what was reported of a side."""

    tricks: int
    marriages: int
    forties: int

    @property
    def twenties(self) -> int:
        """Marriages in plain suits."""
        return (self.marriages - 40 * self.forties) // 20


def share_problems(points: int | None) -> list[Problem]:
    """What no side of two can have of a whole pack: no cards make 1, and 119 would leave 1 for the others."""
    if points is None:
        return []
    if not 0 <= points <= PACK_POINTS:
        return [Problem("points_out_of_range", "points")]
    impossible = points in (1, PACK_POINTS - 1)
    return [Problem("impossible_card_points", "points", {"points": points})] if impossible else []


@cache
def sums(cards: int) -> frozenset[int]:
    """The totals that exactly `cards` cards of the pack can make."""
    reachable = {(0, 0)}
    for rank in RANKS:
        reachable = {(n + k, total + k * rank) for n, total in reachable for k in range(SUITS + 1) if n + k <= cards}
    return frozenset(total for n, total in reachable if n == cards)


def readings(side: Reported, pack: Pack, *, trumps: bool) -> Iterator[Reading]:
    """Every completion of what was reported of one side that the cards allow."""
    for tricks in range(pack.tricks + 1) if side.tricks is None else (side.tricks,):
        for forties, plain in _marriages(tricks, side.leads_first, trumps):
            worth = 40 * forties + 20 * plain
            if side.marriages not in (None, worth) or side.forties not in (None, forties):
                continue
            if side.points is None or side.points - worth in sums(tricks * pack.cards_per_trick):
                yield Reading(tricks, worth, forties)


def _marriages(tricks: int, leads_first: bool, trumps: bool) -> Iterator[tuple[int, int]]:
    """(marriages in trumps, in plain suits) that a side with so many tricks can have counted.

    Each needs a lead of its own, and without a trick none counts.
    """
    leads = min(SUITS, tricks + leads_first) if tricks and trumps else 0
    for forties in range(min(1, leads) + 1):
        for plain in range(min(SUITS - 1, leads - forties) + 1):
            yield forties, plain


def most_points(side: Reported, pack: Pack, *, trumps: bool) -> int | None:
    """The most card points a side can have by what was reported of it; None where the report is impossible."""
    if side.points is not None:
        return side.points
    possible = readings(side, pack, trumps=trumps)
    return max((max(sums(one.tricks * pack.cards_per_trick)) + one.marriages for one in possible), default=None)


def least_points(side: Reported, pack: Pack, *, trumps: bool) -> int | None:
    """The fewest card points a side can have by what was reported of it; None where the report is impossible."""
    if side.points is not None:
        return side.points
    possible = readings(side, pack, trumps=trumps)
    return min((min(sums(one.tricks * pack.cards_per_trick)) + one.marriages for one in possible), default=None)


def side_problems(side: Reported, pack: Pack, *, trumps: bool) -> list[Problem]:
    """What cannot be in the report of one side, taken alone."""
    problems = []
    at_points, at_marriages = f"{side.name}_points", f"{side.name}_marriages"
    points, marriages = side.points or 0, side.marriages or 0
    if side.tricks == 0 and (points or marriages):
        problems.append(Problem("points_without_trick", at_points if points else at_marriages))
    if marriages > ALL_MARRIAGES or (side.forties or 0) > 1 or (not trumps and marriages):
        problems.append(Problem("too_many_marriages", at_marriages))
    if problems or side.silent or any(readings(side, pack, trumps=trumps)):
        return problems
    without = Reported(side.name, side.points, side.tricks, None, None, side.leads_first)
    if (side.marriages or side.forties) and any(readings(without, pack, trumps=trumps)):
        fits = marriages % 20 == 0
        return [Problem("too_many_marriages" if fits else "impossible_card_points", at_marriages)]
    figures = {} if side.points is None else {"points": side.points}
    return [Problem("impossible_card_points", at_points, figures)]


def joint_problems(winner: Reported, loser: Reported, pack: Pack, *, trumps: bool, played_out: bool) -> list[Problem]:
    """What cannot be between two sides each of which could be: cards counted twice or lost, too many marriages.

    `played_out`: all tricks were played, so (with every card out) the two sides share 120.
    """
    if (winner.tricks or 0) + (loser.tricks or 0) > pack.tricks:
        return [Problem("points_do_not_add_up", "loser_tricks", {"tricks": pack.tricks})]
    marriages_fit = tricks_fit = False
    theirs = list(readings(loser, pack, trumps=trumps))
    for ours in readings(winner, pack, trumps=trumps):
        for other in theirs:
            tricks = ours.tricks + other.tricks
            if tricks > pack.tricks or (played_out and tricks < pack.tricks):
                continue
            if winner.points is not None and loser.points is not None:
                played = winner.points - ours.marriages + loser.points - other.marriages
                if played not in sums(tricks * pack.cards_per_trick):
                    continue
            tricks_fit = True
            one_of_each = ours.forties + other.forties <= 1 and ours.twenties + other.twenties <= SUITS - 1
            marriages_fit = marriages_fit or one_of_each
    if tricks_fit and not marriages_fit:
        return [Problem("too_many_marriages", "loser_marriages")]
    return [] if tricks_fit else [Problem("points_do_not_add_up", "loser_points")]
