"""The hand of Bauerntarock as the table reports it, and its plain JSON form.

*Legage*: the card points in the talon or the discards. *Spatz*: the six of hearts, the lowest trump. *gmotschd*: the
declarer took no trick at all and forfeits the Legage. Source: the scoring rules, sections A1 and A2.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from scoring.games.core import Choice, Field, Malformed, Problem, Text, is_integer, shown_name


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


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


_FORMS: dict[str, Callable[[object], bool]] = {
    "declarer": is_integer,
    "bid": _is_text,
    "points": is_integer,
    "gmotschd": _is_yes_or_no,
    "doubling": is_integer,
    "spatz": _is_text,
    "redeal": _is_yes_or_no,
    "sits_out": is_integer,
}
"""What each field looks like; null is the same as leaving it out."""


def read(data: Mapping[str, Any]) -> Hand:
    if not isinstance(data, Mapping):
        raise Malformed([Problem("bad_value", "hand")])
    problems: list[Problem] = []
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name not in _FORMS:
            problems.append(Problem("unknown_field", shown_name(name)))
        elif value is None:
            continue
        elif not _FORMS[name](value):
            problems.append(Problem("bad_value", name))
        else:
            values[name] = value
    hand = Hand(**values)
    if not hand.redeal:
        needed = ("declarer", "bid") if hand.gmotschd else ("declarer", "bid", "points")
        problems += [Problem("bad_value", name) for name in needed if data.get(name) is None]
    if problems:
        raise Malformed(problems, hand)
    return hand


def write(hand: Hand) -> dict[str, Any]:
    """What was reported, without what was left out."""
    return {one.name: getattr(hand, one.name) for one in fields(hand) if getattr(hand, one.name) != one.default}
