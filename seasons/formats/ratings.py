"""How strong somebody is: what one game says of everybody who played it.

The model is that of Weng and Lin (2011), Bradley-Terry with full pairing, as `openskill.models.BradleyTerryFull` of
openskill 6.2 computes it with its own defaults (mu 25, sigma 25/3, beta 25/6, kappa 0.0001, tau 25/300): a strength is
believed to lie around `mu`, give or take `sigma`; a team is the sum of its members; after a game each team is compared
with each other one, and who won is held against what was to be expected. Who wins against the odds gains more, and
whose strength is hardly known moves more.

Only + - * / and roots are used, whose results are the same to the last bit on every machine: one game (`after`) or many
together (`after_many`), the numbers are the same, so each formula below does the same steps in the same order.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A kind of game: which columns play together, the teams that won first; and every pair of teams. One of each."""

    teams: tuple[tuple[int, ...], ...]
    team: Ints
    """By column the number of its team."""
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
    teams = tuple(tuple(range(end - size, end)) for size, end in zip(sizes, ends, strict=True))
    told = {pair: 1.0 if pair[0] < winners <= pair[1] else 0.5 for pair in combinations(range(len(sizes)), 2)}
    pairs = tuple((*pair, got) for pair, got in told.items())
    return Shape(
        teams, np.repeat(np.arange(len(sizes)), sizes), pairs, tuple(pair for pair in told if told[pair] == 1.0)
    )


# --- powers of e -----------------------------------------------------------------------------------------------------

STEPS, MOST = 256, 40
"""They are written in a table, so many for each whole number, up to that one on either side."""


def powers() -> list[float]:
    """`table[n]` is e to the power of n / STEPS; negative n count from the end."""
    small = [float((Decimal(step) / STEPS).exp()) for step in range(STEPS)]
    large = [float(Decimal(whole).exp()) for whole in range(-MOST, MOST + 1)]
    table = [one * more for one in large for more in small]  # from -MOST on
    nil = MOST * STEPS
    return [*table[nil : 2 * nil + 1], *table[:nil]]


POWERS = powers()
POWERS_AT_ONCE = np.array(POWERS)


def power_of_e(x: float) -> float:
    """From the table, and the small rest as a sum: exact to some 1e-15.

    The libraries' own differ from machine to machine in the last bit, and then two workers would never agree.
    """
    x = min(max(x, -float(MOST)), float(MOST))
    whole = round(x * STEPS)
    rest = x - whole * (1 / STEPS)
    return POWERS[whole] * (1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24)))))


def powers_of_e(x: Floats) -> Floats:
    x = np.minimum(np.maximum(x, -LARGEST), LARGEST)
    whole = np.rint(x * EACH)
    rest = x - whole * STEP
    power = POWERS_AT_ONCE.take(whole.astype(np.int64))
    found: Floats = power * (ONE + rest * (ONE + rest * (HALF + rest * (SIXTH + rest * TWENTY_FOURTH))))
    return found


# As numpy takes them twice as fast as plain numbers, which it would look at again for each step.
ONE, HALF, SIXTH, TWENTY_FOURTH, EACH, STEP, LARGEST, MUCH_LUCK, FORGETS, LEAST = map(
    np.array, (1.0, 1 / 2, 1 / 6, 1 / 24, float(STEPS), 1 / STEPS, float(MOST), LUCK, FORGOTTEN, KAPPA)
)

# --- one game --------------------------------------------------------------------------------------------------------


def after(played: Shape, mu: Sequence[float], sigma: Sequence[float]) -> tuple[list[float], list[float], list[float]]:
    """Of every column `mu` and `sigma` after a game; and how likely each of the `decided` pairs was to go as it did."""
    variance = [one * one + FORGOTTEN for one in sigma]
    strength, spread = [_total(mu, team) for team in played.teams], [_total(variance, team) for team in played.teams]
    pull, shrink = [0.0] * len(played.teams), [0.0] * len(played.teams)
    chances = list[float]()
    for one, other, got in played.pairs:
        squared = spread[one] + spread[other] + LUCK
        far = math.sqrt(squared)
        wins = 1 / (1 + power_of_e((strength[other] - strength[one]) / far))
        moved, surer = (got - wins) / far, wins * (1 - wins) / (squared * far)
        pull[one], pull[other] = pull[one] + moved, pull[other] - moved
        shrink[one], shrink[other] = shrink[one] + surer, shrink[other] + surer
        if got == 1.0:
            chances.append(wins)
    new_mu, new_sigma = list[float](), list[float]()
    for number, team in enumerate(played.teams):
        less = math.sqrt(spread[number]) * shrink[number]
        for at in team:
            new_mu.append(mu[at] + variance[at] * pull[number])
            new_sigma.append(math.sqrt(variance[at] * max(1 - variance[at] * less, KAPPA)))
    return new_mu, new_sigma, chances


def _total(amounts: Sequence[float] | Floats, team: tuple[int, ...]) -> Any:
    """One after the other: in another order, as numpy and newer Pythons' `sum` add up, the last bit is another."""
    found = amounts[team[0]]
    for at in team[1:]:
        found = found + amounts[at]
    return found


def after_many(played: Shape, mu: Floats, sigma: Floats) -> tuple[Floats, Floats, list[Floats]]:
    """The same for many games of one shape: a row for every column, with a figure for each game."""
    variance = sigma * sigma + FORGETS
    strength, spread, pull, shrink = np.zeros((4, len(played.teams), mu.shape[1]))
    for number, team in enumerate(played.teams):
        strength[number], spread[number] = _total(mu, team), _total(variance, team)
    chances = list[Floats]()
    for one, other, got in played.pairs:
        squared = spread[one] + spread[other] + MUCH_LUCK
        far = np.sqrt(squared)
        wins = ONE / (ONE + powers_of_e((strength[other] - strength[one]) / far))
        loses = ONE - wins
        moved = (loses if got == 1.0 else got - wins) / far
        surer = wins * loses / (squared * far)
        pull[one] += moved
        pull[other] -= moved
        shrink[one] += surer
        shrink[other] += surer
        if got == 1.0:
            chances.append(wins)
    less = (np.sqrt(spread) * shrink).take(played.team, axis=0)
    new_mu: Floats = mu + variance * pull.take(played.team, axis=0)
    new_sigma: Floats = np.sqrt(variance * np.maximum(ONE - variance * less, LEAST))
    return new_mu, new_sigma, chances
