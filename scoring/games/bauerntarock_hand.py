"""The hand of Bauerntarock as the table reports it, and its plain JSON form.

*Legage*: the card points in the talon or the discards. *Spatz*: the six of hearts, the lowest trump. *gmotschd*: the
declarer took no trick at all and forfeits the Legage. Source: the scoring rules, sections A1 and A2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.core import (
    Choice,
    Field,
    Form,
    Malformed,
    Problem,
    Text,
    is_integer,
    is_text,
    is_yes_or_no,
    read_fields,
)


@dataclass(frozen=True, slots=True)
class Bid:
    """What can be bid; it counts the same, unless the house rule `sumpern_doubles` says otherwise."""

    key: str
    name: Text
    won_if: Text


_MORE_THAN_HALF = Text("mehr als 60 Augen, Legage inbegriffen", "more than 60 card points, Legage included")
BIDS = (
    Bid("hineinschauen", Text("Hineinschauen", "Hineinschauen"), _MORE_THAN_HALF),
    Bid("sumpern", Text("Sumpern", "Sumpern"), _MORE_THAN_HALF),
)
SPATZ = (
    Choice("none", Text("nichts", "nothing")),
    Choice("lost", Text("verloren", "lost")),
    Choice("lost_last", Text("im letzten Stich verloren", "lost in the last trick")),
    Choice("won_last", Text("letzter Stich damit gemacht", "won the last trick")),
    Choice("def_lost", Text("den eines Gegners gefangen", "caught a defender's")),
    Choice(
        "def_lost_last", Text("den eines Gegners im letzten Stich gefangen", "caught a defender's in the last trick")
    ),
    Choice("def_won_last", Text("ein Gegner macht mit seinem den letzten Stich", "a defender's won the last trick")),
)
"""What can happen to a Spatz; `def_` is a defender's."""

DOUBLINGS = (
    Choice(0, Text("nicht gespritzt", "not doubled")),
    Choice(1, Text("gespritzt (×2)", "Spritzen (×2)")),
    Choice(2, Text("Resi (×4)", "Resi (×4)")),
    Choice(3, Text("dreimal (×8)", "three times (×8)")),
)

FIELDS = (
    Field("declarer", "seat", Text("Wer hat gespielt?", "Who was the declarer?")),
    Field("bid", "choice", Text("Was?", "What?"), tuple(Choice(bid.key, bid.name) for bid in BIDS)),
    Field(
        "points",
        "number",
        Text("Augen des Spielers, mit Legage", "The declarer's card points, with the Legage"),
        numbers=range(121),
    ),
    Field("gmotschd", "yes", Text("Gmotschd (kein einziger Stich)?", "Gmotschd (no trick at all)?")),
    Field("doubling", "choice", Text("Gespritzt?", "Doubled?"), DOUBLINGS),
    Field("spatz", "choice", Text("Was war mit dem Spatz?", "What became of the Spatz?"), SPATZ),
    Field("redeal", "yes", Text("Keiner spielt: noch einmal geben", "Nobody plays: deal again")),
    Field("sits_out", "seat", Text("Wer setzt aus?", "Who sits out?")),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal as the table reports it.

    `points`: the declarer's card points with the Legage; may be left out where he is `gmotschd`. `doubling` is the
    number of doublings. A `redeal` says nothing of the first six.
    """

    declarer: int | None = None
    bid: str | None = None
    points: int | None = None
    gmotschd: bool = False
    doubling: int = 0
    spatz: str = "none"
    redeal: bool = False
    sits_out: int | None = None

    @property
    def scores(self) -> bool:
        """Whether it says anything that a redeal cannot have."""
        told = (self.declarer, self.bid, self.points)
        return any(value is not None for value in told) or self.gmotschd or self.doubling != 0 or self.spatz != "none"


_FORMS: dict[str, Form] = {
    "declarer": is_integer,
    "bid": is_text,
    "points": is_integer,
    "gmotschd": is_yes_or_no,
    "doubling": is_integer,
    "spatz": is_text,
    "redeal": is_yes_or_no,
    "sits_out": is_integer,
}


def read(data: Mapping[str, Any]) -> Hand:
    values, problems = read_fields(data, _FORMS)
    hand = Hand(**values)
    if not hand.redeal:
        needed = ("declarer", "bid") if hand.gmotschd else ("declarer", "bid", "points")
        problems += [Problem("bad_value", name) for name in needed if data.get(name) is None]
    if problems:
        raise Malformed(problems, hand)
    return hand
