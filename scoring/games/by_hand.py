"""Whose hand it was and whether it came off, where the hand alone says so, without the state it was played in."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.games import bauerntarock, bauerntarock_hand
from scoring.games.credits import Credit, of_bauerntarock, of_blattla, of_declarer, of_schnapsen

Hand = Mapping[str, Any]


def _declared(hand: Hand, rules: Any) -> list[Credit]:
    return of_declarer({"hand": hand}, rules)


def _schnapsen(hand: Hand, rules: Any) -> list[Credit]:
    """Only of whoever won it: both have played what ended it."""
    return [one for one in of_schnapsen({"hand": hand}, rules) if one.made]


def _bauerntarock(hand: Hand, rules: Any) -> list[Credit]:
    if hand.get("redeal"):
        return []
    postings = bauerntarock.score_postings(bauerntarock_hand.read(hand), rules)
    score = {hand["declarer"]: sum(one.amount for one in postings)}
    return of_bauerntarock({"hand": hand, "points": score}, rules)


def _blattla(hand: Hand, rules: Any) -> list[Credit]:
    return of_blattla({"hand": hand}, rules)


BY_HAND: dict[str, Callable[[Hand, Any], list[Credit]]] = {
    "bauernschnapsen": _declared,
    "talonschnapsen": _declared,
    "schnapsen": _schnapsen,
    "bauerntarock": _bauerntarock,
    "blattla": _blattla,
}
"""Not Kratzen: what kind of deal it was only the deals before tell."""
ONE_WINS = frozenset({"schnapsen"})
"""Nobody declares: what ended the hand is counted, and it always came off."""
