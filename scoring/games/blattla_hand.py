"""What is played in Blattla, and the hand as the table reports it with its plain JSON form.

The *declarer's side* (Spielerpartei) is the declarer alone, or in a Sauspiel the declarer and whoever holds the called
Sau. Source: the scoring rules, sections C1 and C4.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from scoring.games.core import Choice, Field, Malformed, Problem, Text, is_integer, shown_name

CARD_POINTS = 120
HIGHEST_LEVEL = 4


@dataclass(frozen=True, slots=True)
class Contract:
    """One way to play; `alone`: one against three, else two against two. What it costs is a house rule."""

    key: str
    name: Text
    won_if: Text
    alone: bool


CONTRACTS = (
    Contract(
        "sauspiel",
        Text("Sauspiel", "Call game"),
        Text(
            "Der Rufer und der mit der gerufenen Sau machen zusammen 61 Augen",
            "the caller and the holder of the called sow take 61 card points together",
        ),
        alone=False,
    ),
    Contract(
        "solo",
        Text("Solo", "Solo"),
        Text("Der Solospieler macht allein 61 Augen", "the soloist takes 61 card points alone"),
        alone=True,
    ),
    Contract(
        "solo_tout",
        Text("Solo Tout", "Solo Tout (slam)"),
        Text("Der Solospieler macht alle acht Stiche", "the soloist takes all eight tricks"),
        alone=True,
    ),
)
BY_KEY = {contract.key: contract for contract in CONTRACTS}

SUITS = (
    Choice("eichel", Text("Eichel", "acorns")),
    Choice("gras", Text("Gras", "leaves")),
    Choice("herz", Text("Herz", "hearts")),
    Choice("schellen", Text("Schellen", "bells")),
)
TRUMPS_OF_A_SAUSPIEL = "herz"

SCHWARZ = (
    Choice("by_declarer", Text("die Gegner: kein Stich", "the defenders took no trick")),
    Choice("by_defenders", Text("die Spieler: kein Stich", "the declarer's side took no trick")),
)
"""Which side took all the tricks; the words name the side that is schwarz."""

FIELDS = (
    Field(
        "contract",
        "choice",
        Text("Was wurde gespielt?", "What was played?"),
        choices=tuple(Choice(contract.key, contract.name) for contract in CONTRACTS),
    ),
    Field("declarer", "seat", Text("Wer hat gespielt?", "Who declared?")),
    Field("partner", "seat", Text("Wer hatte die gerufene Sau?", "Who held the called sow?")),
    Field("suit", "choice", Text("Gerufene Sau oder Trumpf", "Called suit or trumps"), choices=SUITS),
    Field(
        "points",
        "number",
        Text("Augen der Spielerpartei", "Card points of the declarer's side"),
        numbers=range(CARD_POINTS + 1),
    ),
    Field("schwarz", "choice", Text("Wer ist schwarz?", "Who is schwarz?"), choices=SCHWARZ),
    Field("made", "yes", Text("Tout gewonnen?", "Was the Tout made?")),
    Field("doubling", "number", Text("Wie oft gestoßen?", "How often doubled?"), numbers=range(HIGHEST_LEVEL + 1)),
    Field("passed", "yes", Text("Alle haben gepasst", "Everybody passed")),
    Field("sits_out", "seat", Text("Wer setzt aus?", "Who sits out?")),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal as the table reports it; None is left out.

    `points` are those of the declarer's side. `doubling` is the level (0: ×1, 1: ×2 ...). `passed`: nobody played.
    `sits_out`: who dealt and did not play, at a table of five.
    """

    contract: str | None = None
    declarer: int | None = None
    partner: int | None = None
    suit: str | None = None
    points: int | None = None
    schwarz: str | None = None
    made: bool | None = None
    doubling: int = 0
    passed: bool = False
    sits_out: int | None = None

    def told(self) -> dict[str, Any]:
        """What was reported, without what was left out. No doubling is the same as not naming it."""
        return {one.name: getattr(self, one.name) for one in fields(self) if getattr(self, one.name) != one.default}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


_FORMS: dict[str, Callable[[Any], bool]] = {
    "contract": _is_text,
    "declarer": is_integer,
    "partner": is_integer,
    "suit": _is_text,
    "points": is_integer,
    "schwarz": lambda value: isinstance(value, str) and any(value == choice.value for choice in SCHWARZ),
    "made": _is_yes_or_no,
    "doubling": is_integer,
    "passed": _is_yes_or_no,
    "sits_out": is_integer,
}
"""What each field looks like; null is the same as leaving it out."""


def read(data: Mapping[str, Any]) -> Hand:
    """The reported hand; raises `Malformed` with every field of the wrong type or name. What a contract needs and
    what is missing is for the rules to say."""
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
    if problems:
        raise Malformed(problems, hand)
    return hand


def write(hand: Hand) -> dict[str, Any]:
    return hand.told()
