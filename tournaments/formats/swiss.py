"""Swiss: everybody against somebody with the same total, nobody twice while that can be avoided.

Decided where the sources are silent: within a score group the lot decides; whoever has to leave their group meets the
nearest total that can be had (the squares of the steps between totals add up to the least, so two small steps are
better than a large one); the bye is for the lowest of those who rested least, unless the others then had to meet again.
"""

from tournaments.formats.core import Draw, Impossible, Problem
from tournaments.formats.matching import pairs_and_byes
from tournaments.formats.meetings import cost_of
from tournaments.formats.seating import placed
from tournaments.formats.situation import Situation

FURTHEST = 30
"""Steps between totals beyond which it is all one how far."""
LOWEST_RESTS = 10**6
"""What each place above the lowest costs for a bye; more than all steps of a round."""
KEPT = 10**10
"""What the least of `meetings.costs` weighs here; more than any bye."""


def draw(situation: Situation) -> Draw:
    """The leaders are at table 1, as far as nobody needs another one. Refused: fewer than two (`too_few`)."""
    entrants = situation.entrants
    if len(entrants) < 2:
        raise Impossible(Problem("too_few", None, {"there": len(entrants), "missing": 2 - len(entrants)}))
    known = cost_of(situation.plan, entrants, situation.rounds, situation.number, rematches=situation.stage.rematches)
    steps = {total: step for step, total in enumerate(sorted({situation.totals[one.number] for one in entrants}))}
    group = {one.number: steps[situation.totals[one.number]] for one in entrants}

    def cost(one: int, other: int) -> int:
        return known(one, other) * KEPT + min(abs(group[one] - group[other]), FURTHEST) ** 2

    pairs, byes = pairs_and_byes(
        entrants, situation.rounds, cost, situation.rng, order=situation.order[::-1], place_cost=LOWEST_RESTS
    )
    rank = {number: place for place, number in enumerate(situation.order)}
    pairs.sort(key=lambda pair: sorted(rank[number] for number in pair))
    return Draw(situation.stage_index, placed(pairs, entrants), byes)
