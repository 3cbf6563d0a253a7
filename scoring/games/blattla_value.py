"""What a hand of Blattla costs.

The *tariff* (prices in cents) is a house rule. *Schneider*: one side has too few card points; *schwarz*: it has no
trick. The *holder* is the side that has to reach 61: the declarer's, unless a Stoß takes the game over.
Source: the scoring rules, sections C2 and C3.
"""

from dataclasses import dataclass

from scoring.games.blattla_hand import Hand
from scoring.games.blattla_options import HouseRules
from scoring.games.card_points import PACK_POINTS

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


def worth(hand: Hand, rules: HouseRules) -> Worth:
    """The value per loser. A Tout needs `made`, everything else `points`; who played with whom does not count."""
    parts = [_price(hand, rules)]
    if hand.contract == "solo_tout":
        won = bool(hand.made)
        parts.append(("tout", parts[0][1] * (rules.tout_factor - 1)))
    else:
        assert hand.points is not None
        won, schneider = _won_and_schneider(hand.points, hand.doubling, rules)
        parts += [("schneider", rules.schneider)] if schneider else []
        parts += [("schwarz", rules.schwarz)] if hand.schwarz else []
    single = sum(cents for _, cents in parts)
    if hand.doubling:
        parts.append(("doubled", (single << hand.doubling) - single))
    return Worth(won, tuple(parts))


def _price(hand: Hand, rules: HouseRules) -> tuple[str, int]:
    if hand.contract == "sauspiel":
        return "sauspiel", rules.sauspiel
    own_price = rules.solo_by_suit.get(hand.suit or "")
    return ("solo", rules.solo) if own_price is None else ("solo_by_suit", own_price)


def _won_and_schneider(points: int, doubling: int, rules: HouseRules) -> tuple[bool, bool]:
    """Whether the declarer's side won, and whether one side is Schneider.

    Where a Stoß takes the game over, the other side needs 61 after it; the boundaries of a Schneider stay.
    """
    taken_over = rules.stoss_takes_over and doubling % 2 == 1
    to_win = PACK_POINTS - TO_WIN + 1 if taken_over else TO_WIN
    return points >= to_win, points >= SCHNEIDER or points < SCHNEIDER_FREE
