"""What a format is told when it draws the next round."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats.core import Chance, Entrant, Round
from tournaments.formats.plan import Plan, Stage


@dataclass(frozen=True, slots=True)
class Situation:
    """A tournament just before a round is drawn. Each format is `draw(situation) -> Draw`, without notes."""

    plan: Plan
    stage_index: int
    stage: Stage
    entrants: tuple[Entrant, ...]
    """Those in this stage who are there for this round, by number."""
    rounds: tuple[Round, ...]
    """All so far, in every stage."""
    number: int
    """Of the round to draw; rounds are numbered through all stages."""
    order: tuple[int, ...]
    """The start numbers of `entrants`, best first by the standings with penalties and bonuses."""
    totals: Mapping[int, int]
    """The first criterion of the ranking, higher is better."""
    rng: Chance
