"""Plain games of Talonschnapsen that were really dealt and played are never refused, and count what they must."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.sheet import score
from tests.games.talonschnapsen_evenings import CAST, PLAYERS

Document = dict[str, Any]
WORTH = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2}


def played(chance: Random) -> Document:
    """A plain game as the table reports it: six cards to each of three, any card to any trick, until somebody has 66.

    Side 0 is the caller, seat 0, who leads first; side 1 the two defenders.
    """
    pack = [(suit, rank) for suit in range(4) for rank in WORTH]
    chance.shuffle(pack)
    holds = [pack[seat * 6 : seat * 6 + 6] for seat in PLAYERS]
    cards, tricks, told, forties, leader, claims = [0, 0], [0, 0], [0, 0], [0, 0], 0, None

    def points(side: int) -> int:
        return cards[side] + told[side] if tricks[side] else 0

    while holds[0] and claims is None:
        side = min(leader, 1)
        pairs = [suit for suit in range(4) if {(suit, "K"), (suit, "O")} <= set(holds[leader])]
        led = chance.choice(holds[leader])
        if pairs and chance.random() < 0.8:
            led = (pairs[0], chance.choice("KO"))
            told[side] += 20 if pairs[0] else 40  # suit 0 is trumps
            forties[side] += not pairs[0]
        if points(side) >= 66:
            claims = side
            break
        trick = [led if seat == leader else chance.choice(holds[seat]) for seat in PLAYERS]
        for seat in PLAYERS:
            holds[seat].remove(trick[seat])
        leader = chance.choice(PLAYERS)
        cards[min(leader, 1)] += sum(WORTH[rank] for _, rank in trick)
        tricks[min(leader, 1)] += 1
        if points(min(leader, 1)) >= 66:
            claims = min(leader, 1)
    winner = 1 if claims is None else claims
    figures: Document = {"points": [points(0), points(1)], "tricks": tricks, "marriages": told}
    hand: Document = {"made": winner == 0, "decided_by": "caller_short" if claims is None else "points"}
    for name, of in figures.items():
        counted = [amount if tricks[side] else 0 for side, amount in enumerate(of)]
        for word, side in (("winner", winner), ("loser", 1 - winner)):
            if chance.random() < 0.7:
                hand[f"{word}_{name}"] = counted[side]
    if chance.random() < 0.5:
        hand["winner_forties"] = forties[winner] if tricks[winner] else 0
    loser = 1 - winner
    hand["grade"] = 1 if points(loser) >= 33 else 2 if tricks[loser] else 3
    return hand


@settings(max_examples=400)
@given(st.integers(min_value=0))
def test_a_plain_game_that_was_really_played_is_never_refused(seed: int) -> None:
    hand = played(Random(seed))
    result = score({"game": "talonschnapsen", "players": CAST, "hands": [hand]})
    assert (result["refused"], sum(result["totals"])) == (None, hand["grade"] * (1 if hand["made"] else 2))
