"""The fields of a hand of Bauernschnapsen or Talonschnapsen as data that can be listed (see `family_hand`)."""

from collections.abc import Iterable

from scoring.games.card_points import ALL_MARRIAGES
from scoring.games.core import Choice, Field, Text
from scoring.games.family import Contract

POINTS = range(120 + ALL_MARRIAGES + 1)

ENDS = {
    "points": Text("66 gesagt", "66 claimed"),
    "last_trick": Text("letzter Stich", "last trick"),
    "false_claim": Text("falsch ausgesagt", "wrong claim of 66"),
    "caller_short": Text("Rufer ohne 66", "caller short of 66"),
}


def hand_fields(contracts: Iterable[Contract], tricks: int, sides: int, ends: Iterable[str]) -> tuple[Field, ...]:
    """The fields of a hand of these contracts, played in so many tricks by so many sides, with these ends."""
    return (
        Field(
            "contract",
            "choice",
            Text("Ansage", "Contract"),
            tuple(Choice(contract.key, contract.name) for contract in contracts),
        ),
        Field("declarer", "seat", Text("Wer hat angesagt?", "Who declared?")),
        Field("doubling", "number", Text("Wie oft gespritzt?", "How often doubled?"), numbers=range(6)),
        Field("made", "yes", Text("Vom Ansager gewonnen?", "Won by the declarer?")),
        Field("grade", "number", Text("1, 2 oder 3?", "1, 2 or 3?"), numbers=range(1, 4)),
        Field("caller", "seat", Text("Wer ist Rufer?", "Who called?")),
        Field(
            "decided_by",
            "choice",
            Text("Wie ist es ausgegangen?", "How did it end?"),
            tuple(Choice(end, ENDS[end]) for end in ends),
        ),
        Field(
            "claimed_by", "number", Text("Welche Partei hat 66 gesagt?", "Which side claimed 66?"), numbers=range(sides)
        ),
        Field("winner_points", "number", Text("Augen der Gewinner", "Card points of the winners"), numbers=POINTS),
        Field("loser_points", "number", Text("Augen der Verlierer", "Card points of the losers"), numbers=POINTS),
        Field(
            "winner_tricks", "number", Text("Stiche der Gewinner", "Tricks of the winners"), numbers=range(tricks + 1)
        ),
        Field(
            "loser_tricks", "number", Text("Stiche der Verlierer", "Tricks of the losers"), numbers=range(tricks + 1)
        ),
        Field(
            "winner_marriages",
            "number",
            Text("Augen der Gewinner aus 20ern und 40ern", "Card points of the winners' marriages"),
            numbers=range(0, ALL_MARRIAGES + 1, 20),
        ),
        Field(
            "loser_marriages",
            "number",
            Text("Augen der Verlierer aus 20ern und 40ern", "Card points of the losers' marriages"),
            numbers=range(0, ALL_MARRIAGES + 1, 20),
        ),
        Field(
            "winner_forties",
            "number",
            Text("40er der Gewinner", "Marriages in trumps of the winners"),
            numbers=range(2),
        ),
        Field("doubled_by", "seats", Text("Wer hat gespritzt, der Reihe nach?", "Who doubled, in order?")),
        Field("aufstand", "yes", Text("Aufstand?", "Aufstand (forced doubling)?")),
    )
