"""Whose hand it was and who won it, for statistics: read off a line of the record, nothing is judged again here.

A *row* is one line as the record keeps it: `hand`, `points` per side, `dealer` and what else the game reports.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games import blattla_hand, kratzen, kratzen_hand, schnapsen_hand
from scoring.games.blattla_value import worth
from scoring.games.schnapsen_result import winner_of
from scoring.games.talonschnapsen_decider import is_decider

Row = Mapping[str, Any]

WRITTEN_DOWN = "written_down"
"""The end of a hand of Schnapsen for two that was written by its value alone."""


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose hand it was: a seat, what was played and whether it came off for that seat."""

    seat: int
    contract: str
    made: bool


@dataclass(frozen=True, slots=True)
class Parties:
    """Who won a hand and who lost it; `together`: whether those of one party play with each other."""

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    together: bool = True


def of_declarer(row: Row, rules: Any) -> list[Credit]:
    hand = row["hand"]
    return [] if is_decider(hand) else [Credit(hand["declarer"], hand["contract"], hand["made"])]


def of_schnapsen(row: Row, rules: Any) -> list[Credit]:
    """One has won and the other lost by what ended the hand."""
    hand = schnapsen_hand.read(row["hand"])
    winner, end = winner_of(hand), hand.end or WRITTEN_DOWN
    return [Credit(winner, end, made=True), Credit(1 - winner, end, made=False)]


def of_bauerntarock(row: Row, rules: Any) -> list[Credit]:
    """Made is what brought the declarer something; an even hand is neither."""
    hand = row["hand"]
    score = 0 if hand.get("redeal") else row["points"][hand["declarer"]]
    return [Credit(hand["declarer"], hand["bid"], score > 0)] if score else []


def of_blattla(row: Row, rules: Any) -> list[Credit]:
    hand = row["hand"]
    if hand.get("passed"):
        return []
    return [Credit(hand["declarer"], hand["contract"], worth(blattla_hand.read(hand), rules).won)]


def of_kratzen(row: Row, rules: Any) -> list[Credit]:
    """The striker's, by the contract or the kind of deal; nobody's where nothing was won."""
    hand = kratzen_hand.read(row["hand"])
    striker = kratzen.striker_of(hand, row["deal"], row["dealer"])
    void = hand.tricks is None and rules.all_drop == "void"
    if striker is None or hand.thrown_in or void:
        return []
    return [Credit(striker, hand.contract or row["deal"], striker not in _failed(row, rules))]


def _failed(row: Row, rules: Any) -> tuple[int, ...]:
    hand = kratzen_hand.read(row["hand"])
    paid = kratzen.penalties(hand, row["deal"], row["dealer"], row["pot_played"], rules)
    return tuple(posting.side for posting in paid)


CREDITS: dict[str, Callable[[Row, Any], list[Credit]]] = {
    "bauernschnapsen": of_declarer,
    "talonschnapsen": of_declarer,
    "schnapsen": of_schnapsen,
    "bauerntarock": of_bauerntarock,
    "blattla": of_blattla,
    "kratzen": of_kratzen,
}


# --- who won a hand, in the games without legs ------------------------------------------------------------------------


def parties_of_bauerntarock(row: Row, rules: Any) -> Parties:
    """The declarer against everybody else who played."""
    credited = of_bauerntarock(row, rules)
    return _against_the_rest((row["hand"]["declarer"],), row, made=credited[0].made) if credited else Parties()


def parties_of_blattla(row: Row, rules: Any) -> Parties:
    """The declarer and, in a Sauspiel, the partner, against the others who played."""
    credited, hand = of_blattla(row, rules), row["hand"]
    if not credited:
        return Parties()
    side = tuple(hand[name] for name in ("declarer", "partner") if name in hand)
    return _against_the_rest(side, row, made=credited[0].made)


def _against_the_rest(side: tuple[int, ...], row: Row, *, made: bool) -> Parties:
    sitter = row["hand"].get("sits_out")
    others = tuple(seat for seat in range(len(row["totals"])) if seat not in side and seat != sitter)
    return Parties(side, others) if made else Parties(others, side)


def parties_of_kratzen(row: Row, rules: Any) -> Parties:
    """Everybody for himself: who got more out of the pot than he put in has won, who paid a penalty has lost."""
    lost = () if row["hand"].get("thrown_in") else _failed(row, rules)
    won = tuple(seat for seat, cents in enumerate(row["points"]) if cents > 0 and seat not in lost)
    return Parties(won, lost, together=False)


PARTIES: dict[str, Callable[[Row, Any], Parties]] = {
    "bauerntarock": parties_of_bauerntarock,
    "blattla": parties_of_blattla,
    "kratzen": parties_of_kratzen,
}
