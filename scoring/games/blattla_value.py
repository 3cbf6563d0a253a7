"""What a hand of Blattla costs.

The *tariff* (prices in cents) is a house rule. *Schneider*: one side has too few card points; *schwarz*: it has no
trick. The *holder* is the side that has to reach 61: the declarer's, unless a Stoß takes the game over.
Source: the scoring rules, sections C2 and C3.
"""

from dataclasses import dataclass

from scoring.games.blattla_hand import CARD_POINTS
from scoring.games.blattla_options import HouseRules

TO_WIN = 61
SCHNEIDER = 91
SCHNEIDER_FREE = 31
"""With fewer the holder is Schneider; the others are with fewer than 30, so when the holder has 91."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Whether the declarer's side won, and the cents that every loser pays, reason by reason."""

    won: bool
    parts: tuple[tuple[str, int], ...]

    @property
    def value(self) -> int:
        """Cents per loser, all reasons together."""
        return sum(cents for _, cents in self.parts)


def worth(
    contract: str,
    suit: str | None,
    points: int | None,
    schwarz: str | None,
    made: bool | None,
    doubling: int,
    rules: HouseRules,
) -> Worth:
    """The value per loser. `points` are the declarer's side's and needed but for a Tout, which needs `made` instead."""
    parts = [_price(contract, suit, rules)]
    if contract == "solo_tout":
        won = bool(made)
        parts.append(("tout", parts[0][1] * (rules.tout_factor - 1)))
    else:
        assert points is not None
        won, schneider = _won_and_schneider(points, doubling, rules)
        parts += [("schneider", rules.schneider)] if schneider else []
        parts += [("schwarz", rules.schwarz)] if schwarz else []
    single = sum(cents for _, cents in parts)
    if doubling:
        parts.append(("doubled", (single << doubling) - single))
    return Worth(won, tuple(parts))


def _price(contract: str, suit: str | None, rules: HouseRules) -> tuple[str, int]:
    if contract == "sauspiel":
        return "sauspiel", rules.sauspiel
    own_price = rules.solo_by_suit.get(suit or "")
    return ("solo", rules.solo) if own_price is None else ("solo_by_suit", own_price)


def _won_and_schneider(points: int, doubling: int, rules: HouseRules) -> tuple[bool, bool]:
    """Whether the declarer's side won, and whether one side is Schneider.

    A Stoß that takes the game over turns the table of C2 round: the side that doubled last holds the game, with the
    boundaries of a declarer.
    """
    taken_over = rules.stoss_takes_over and doubling % 2 == 1
    held = CARD_POINTS - points if taken_over else points
    return (held >= TO_WIN) != taken_over, held >= SCHNEIDER or held < SCHNEIDER_FREE
