"""What is played in Blattla, and the hand as the table reports it with its plain JSON form.

The *declarer's side* (Spielerpartei) is the declarer alone, or in a Sauspiel the declarer and whoever holds the called
Sau. Source: the scoring rules, sections C1 and C4.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.card_points import PACK_POINTS
from scoring.games.core import Choice, Field, Form, Malformed, Text, is_integer, is_text, is_yes_or_no, read_fields

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
            "Der Rufer und der mit der gerufenen Sau gegen die zwei anderen",
            "the caller and the holder of the called sow against the two others",
        ),
        alone=False,
    ),
    Contract(
        "solo",
        Text("Solo", "Solo"),
        Text("Einer allein gegen die drei anderen", "one alone against the three others"),
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
    Choice("eichel", Text("Eichel", "Acorns")),
    Choice("gras", Text("Gras", "Leaves")),
    Choice("herz", Text("Herz", "Hearts")),
    Choice("schellen", Text("Schellen", "Bells")),
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
        numbers=range(PACK_POINTS + 1),
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


_FORMS: dict[str, Form] = {
    "contract": is_text,
    "declarer": is_integer,
    "partner": is_integer,
    "suit": is_text,
    "points": is_integer,
    "schwarz": lambda value: isinstance(value, str) and any(value == choice.value for choice in SCHWARZ),
    "made": is_yes_or_no,
    "doubling": is_integer,
    "passed": is_yes_or_no,
    "sits_out": is_integer,
}


def read(data: Mapping[str, Any]) -> Hand:
    """The reported hand; raises `Malformed` with every field of the wrong type or name. What a contract needs and
    what is missing is for the rules to say."""
    values, problems = read_fields(data, _FORMS)
    hand = Hand(**values)
    if problems:
        raise Malformed(problems, hand)
    return hand
