"""How strong somebody is: what one game says of everybody who played it.

The model is that of Weng and Lin (2011), Bradley-Terry with full pairing, as `openskill.models.BradleyTerryFull` of
openskill 6.2 computes it with its own defaults (mu 25, sigma 25/3, beta 25/6, kappa 0.0001, tau 25/300): a strength is
believed to lie around `mu`, give or take `sigma`; a team is the sum of its members; after a game each team is compared
with each other one, and who won is held against what was to be expected. Who wins against the odds gains more, and
whose strength is hardly known moves more.

Only + - * / and roots are used, whose results are the same to the last bit on every machine: one by one or many
together, the numbers are the same.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

MU = 25.0
SIGMA = MU / 3
"""A stranger: so strong, give or take."""
BETA = SIGMA / 2
"""How much of a game is chance."""
KAPPA = 0.0001
"""So little at least stays of a variance."""
TAU = MU / 300
"""So much is forgotten before every game: whoever gets better or worse is followed."""
FORGOTTEN, LUCK = TAU * TAU, 2 * BETA * BETA

Number = Any
"""One figure, or many at once."""
Columns = Any
"""A figure, or many, for everybody in a game: a list, or a table with a row for each."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of game: which columns play together, the teams that won first; and every pair of teams."""

    teams: tuple[tuple[int, ...], ...]
    slices: tuple[slice, ...]
    """The same, as parts of a table."""
    pairs: tuple[tuple[int, int, float], ...]
    """What the first of the two got of the game: 1 has won, a half: nothing was decided between them."""
    decided: tuple[tuple[int, int], ...]
    """The pairs of which the first has won, in the order of `pairs`."""

    @property
    def width(self) -> int:
        return sum(map(len, self.teams))


@cache
def shape(sizes: tuple[int, ...], winners: int) -> Shape:
    """How many play in each team, the winners first, and how many teams have won."""
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    slices = tuple(slice(end - size, end) for size, end in zip(sizes, ends, strict=True))
    teams = tuple(tuple(range(one.start, one.stop)) for one in slices)
    told = {pair: 1.0 if pair[0] < winners <= pair[1] else 0.5 for pair in combinations(range(len(sizes)), 2)}
    pairs = tuple((*pair, got) for pair, got in told.items())
    return Shape(teams, slices, pairs, tuple(pair for pair in told if told[pair] == 1.0))


# --- arithmetic ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """What is another for one figure than for many at once. Both are exact to the last bit."""

    root: Callable[[Number], Number]
    at_least: Callable[[Number, float], Number]
    at_most: Callable[[Number, float], Number]
    rounded: Callable[[Number], Number]
    power: Callable[[Number], Number]
    """Of a whole number `n`: e to the power of `n / STEPS`."""
    variances: Callable[[Columns], Columns]
    teams: Callable[[Shape], Sequence[Any]]
    """As whose columns are found."""
    total: Callable[[Columns, Any], Number]
    """Of a team, one after the other: whoever adds up in another order gets another last bit."""
    moved: Callable[[Columns, Columns, Any, Number], Columns]
    """Of a team: `mu` and the variance times what drew them."""
    surer: Callable[[Columns, Any, Number], Columns]
    """Of a team: the root of the variance that is left, of so much less by its own measure."""


STEPS, MOST = 256, 40
"""Powers of e are written in a table, so many for each whole number, up to that one on either side."""


def powers() -> list[float]:
    """`table[n]` is e to the power of n / STEPS; negative n count from the end."""
    small = [float((Decimal(step) / STEPS).exp()) for step in range(STEPS)]
    large = [float(Decimal(whole).exp()) for whole in range(-MOST, MOST + 1)]
    table = [one * more for one in large for more in small]  # from -MOST on
    nil = MOST * STEPS
    return [*table[nil : 2 * nil + 1], *table[:nil]]


POWERS = powers()
POWERS_AT_ONCE = np.array(POWERS)


def _one_by_one(amounts: Sequence[float], team: tuple[int, ...]) -> float:
    found = amounts[team[0]]
    for at in team[1:]:
        found += amounts[at]
    return found


def _row_by_row(amounts: Columns, team: slice) -> Number:
    found, *others = amounts[team]
    for one in others:
        found = found + one
    return found


ONE = Arithmetic(
    math.sqrt,
    max,
    min,
    round,
    POWERS.__getitem__,
    lambda sigma: [one * one + FORGOTTEN for one in sigma],
    lambda played: played.teams,
    _one_by_one,
    lambda mu, variance, team, drawn: [mu[at] + variance[at] * drawn for at in team],
    lambda variance, team, less: [math.sqrt(variance[at] * max(1 - variance[at] * less, KAPPA)) for at in team],
)
MANY = Arithmetic(
    np.sqrt,
    np.maximum,
    np.minimum,
    np.rint,
    lambda whole: POWERS_AT_ONCE[whole.astype(np.int64)],
    lambda sigma: sigma * sigma + FORGOTTEN,
    lambda played: played.slices,
    _row_by_row,
    lambda mu, variance, team, drawn: mu[team] + variance[team] * drawn,
    lambda variance, team, less: np.sqrt(variance[team] * np.maximum(1 - variance[team] * less, KAPPA)),
)


def power_of_e(x: Number, how: Arithmetic) -> Number:
    """From the table, and the small rest as a sum: exact to some 1e-15.

    The libraries' own differ from machine to machine in the last bit, and then two workers would never agree.
    """
    x = how.at_most(how.at_least(x, -float(MOST)), float(MOST))
    whole = how.rounded(x * STEPS)
    rest = x - whole * (1 / STEPS)
    return how.power(whole) * (1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24)))))


# --- one game --------------------------------------------------------------------------------------------------------

Reckoned = tuple[list[Number], list[Number], list[Number]]


def after(played: Shape, mu: Columns, sigma: Columns, how: Arithmetic) -> Reckoned:
    """Of every column `mu` and `sigma` after a game; and how likely each of the `decided` pairs was to go as it did."""
    teams, root, total = how.teams(played), how.root, how.total
    variance = how.variances(sigma)
    strength = [total(mu, team) for team in teams]
    spread = [total(variance, team) for team in teams]
    pull: list[Number] = [0.0] * len(teams)
    shrink: list[Number] = [0.0] * len(teams)
    chances = list[Number]()
    for one, other, got in played.pairs:
        squared = spread[one] + spread[other] + LUCK
        far = root(squared)
        wins = 1 / (1 + power_of_e((strength[other] - strength[one]) / far, how))
        moved = (got - wins) / far
        pull[one], pull[other] = pull[one] + moved, pull[other] - moved
        surer = wins * (1 - wins) / (squared * far)
        shrink[one], shrink[other] = shrink[one] + surer, shrink[other] + surer
        if got == 1.0:
            chances.append(wins)
    new_mu, new_sigma = list[Number](), list[Number]()
    for number, team in enumerate(teams):
        new_mu.extend(how.moved(mu, variance, team, pull[number]))
        new_sigma.extend(how.surer(variance, team, root(spread[number]) * shrink[number]))
    return new_mu, new_sigma, chances
