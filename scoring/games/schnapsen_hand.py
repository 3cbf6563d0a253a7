"""The hand of Schnapsen for two as the table reports it, its plain JSON form, and its fields as data.

*By* is the seat that claimed 66, or that won a hand in which nobody claimed; *opp* is the other seat. *At close*
counts what a player had when the talon was closed. Long form: how it ended and the numbers; short form: `winner` and
`value`. Source: the scoring rules, section 1.3, and the sheet format.
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
    count_up_to,
    is_count,
    is_integer,
    is_text,
    read_fields,
)

ENDS = ("claim", "false_claim", "closed_out", "last_trick")
UNREADABLE = ""
"""The end of a hand that names none properly, so that what does not depend on it is checked all the same."""
TRICKS = 10
TRICKS_BEFORE_CLOSING = 4
"""With the fifth trick the talon is used up, and nothing is left to be closed."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as the table reports it; everything is optional, `check` says what is missing.

    `value` and the results are game points. `opp_points` are card points with the marriages that count,
    `opp_marriages` those of the marriages alone; `winner_points` are card points of whoever gets the game points.
    """

    end: str | None = None
    by: int | None = None
    winner: int | None = None
    value: int | None = None
    opp_points: int | None = None
    opp_tricks: int | None = None
    opp_marriages: int | None = None
    winner_points: int | None = None
    closed_by: int | None = None
    noncloser_tricks_at_close: int | None = None
    opp_points_at_close: int | None = None
    opp_tricks_at_close: int | None = None
    claimant_tricks_at_close: int | None = None


AT_CLOSE = ("noncloser_tricks_at_close", "opp_points_at_close", "opp_tricks_at_close", "claimant_tricks_at_close")
DETAILS = ("by", "opp_points", "opp_tricks", "opp_marriages", "winner_points", "closed_by", *AT_CLOSE)
"""What only the long form tells."""


_FORMS: dict[str, Form] = {
    "end": lambda value: is_text(value) and value in ENDS,
    "by": is_integer,
    "winner": is_integer,
    "value": is_integer,
    "opp_points": is_count,
    "opp_tricks": count_up_to(TRICKS),
    "opp_marriages": is_count,
    "winner_points": is_count,
    "closed_by": is_integer,
    "noncloser_tricks_at_close": count_up_to(TRICKS_BEFORE_CLOSING),
    "opp_points_at_close": is_count,
    "opp_tricks_at_close": count_up_to(TRICKS_BEFORE_CLOSING),
    "claimant_tricks_at_close": count_up_to(TRICKS_BEFORE_CLOSING),
    "contract": lambda value: False,
    "doubling": lambda value: is_integer(value) and value == 0,
}

_NOT_HERE = {
    "contract": Problem("unknown_contract", "contract"),
    "doubling": Problem("doubling_not_applicable", "doubling", {"contract": "Schnapsen"}),
}
"""Two players have neither contracts nor doubling; level 0 says so too."""


def read(data: Mapping[str, Any]) -> Hand:
    """The reported hand; raises `Malformed` with every problem of form."""
    values, problems = read_fields(data, _FORMS)
    values.pop("doubling", None)
    problems = [_NOT_HERE.get(problem.at or "", problem) for problem in problems]
    if data.get("end") is not None:
        values.setdefault("end", UNREADABLE)
    hand = Hand(**values)
    if problems:
        raise Malformed(problems, hand)
    return hand


FIELDS = (
    Field(
        "end",
        "choice",
        Text("Wie ist es ausgegangen?", "How did it end?"),
        (
            Choice("claim", Text("66 gesagt", "66 claimed")),
            Choice("false_claim", Text("zu Unrecht 66 gesagt", "66 claimed wrongly")),
            Choice("closed_out", Text("zugedreht, niemand hat 66 gesagt", "closed, and nobody claimed")),
            Choice("last_trick", Text("letzter Stich", "last trick")),
        ),
    ),
    Field("by", "seat", Text("Wer hat 66 gesagt (sonst: wer hat gewonnen)?", "Who claimed (or else: who won)?")),
    Field("winner", "seat", Text("Wer hat gewonnen?", "Who won?")),
    Field("value", "number", Text("1, 2 oder 3?", "1, 2 or 3?"), numbers=range(1, 4)),
    Field("opp_points", "number", Text("Augen des anderen", "The other's card points"), numbers=range(221)),
    Field("opp_tricks", "number", Text("Stiche des anderen", "The other's tricks"), numbers=range(TRICKS + 1)),
    Field(
        "opp_marriages",
        "number",
        Text("Davon 20er und 40er", "Of these for marriages"),
        numbers=range(0, 101, 20),
    ),
    Field("winner_points", "number", Text("Augen des Gewinners", "The winner's card points"), numbers=range(221)),
    Field("closed_by", "seat", Text("Wer hat zugedreht?", "Who closed the talon?")),
    Field(
        "noncloser_tricks_at_close",
        "number",
        Text(
            "Beim Zudrehen: Stiche dessen, der nicht zugedreht hat", "At closing: tricks of the one who did not close"
        ),
        numbers=range(TRICKS_BEFORE_CLOSING + 1),
    ),
    Field(
        "opp_points_at_close",
        "number",
        Text("Beim Zudrehen: Augen des anderen", "At closing: the other's card points"),
        numbers=range(221),
    ),
    Field(
        "opp_tricks_at_close",
        "number",
        Text("Beim Zudrehen: Stiche des anderen", "At closing: the other's tricks"),
        numbers=range(TRICKS_BEFORE_CLOSING + 1),
    ),
    Field(
        "claimant_tricks_at_close",
        "number",
        Text("Beim Zudrehen: Stiche dessen, der 66 gesagt hat", "At closing: the claimant's tricks"),
        numbers=range(TRICKS_BEFORE_CLOSING + 1),
    ),
)
