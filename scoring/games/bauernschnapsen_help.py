"""How Bauernschnapsen is scored, in sentences, and hands that show it. Source: the scoring rules, sections 1.1 and 3.1.

The examples are dealt by the last seat, so seat 0 calls the first hand. Their titles name no figure that a house rule
could change.
"""

from typing import Any

from scoring.games.core import Example, Text

HOW = (
    Text(
        "Zwei gegen zwei: Wer einander gegenübersitzt, gehört zusammen.",
        "Two against two: those who sit opposite belong together.",
    ),
    Text(
        "Der Rufer sitzt links vom Geber, sagt Atout an und gibt das nächste Spiel.",
        "The caller sits left of the dealer, names trumps and deals the next hand.",
    ),
    Text(
        "Der ganze Wert eines Spiels gehört einer Partei; abgezogen wird nie etwas.",
        "The whole value of a hand goes to one side; nothing is ever subtracted.",
    ),
    Text(
        "Geht eine Ansage verloren, bekommen die Gegner ihren vollen Wert.",
        "When a contract is lost, the other side gets its full value.",
    ),
    Text(
        "Im normalen Spiel kommt es auf die Verlierer an: kein Stich, bis 32 Augen oder ab 33 Augen.",
        "In a plain game the losers decide: no trick, up to 32 card points, or 33 and more.",
    ),
    Text(
        "Zwanziger und Vierziger zählen nur, wenn die Partei einen Stich gemacht hat.",
        "Marriages count only for a side that has taken a trick.",
    ),
    Text(
        "Wer zuerst am Ziel ist, hat gewonnen; die anderen bekommen das Bummerl.",
        "Whoever reaches the target first has won; the others get the Bummerl.",
    ),
    Text(
        "Wer ohne einen Punkt verliert, ist Schneider. Wer so weit führt, dass ihm einer fehlt und den anderen alles,"
        " und doch verliert, ist Retourschneider.",
        "Losing without a single point is a Schneider. Leading by all but one point to nil and losing all the same"
        " is a Retourschneider.",
    ),
)


def _normal(**told: Any) -> dict[str, Any]:
    return {"contract": "normal", **told}


EXAMPLES = (
    Example(Text("Die Verlierer haben 33 Augen", "The losers have 33 card points"),
            (_normal(made=True, loser_points=33, loser_tricks=2),)),
    Example(Text("Die Verlierer haben 32 Augen", "The losers have 32 card points"),
            (_normal(made=True, loser_points=32, loser_tricks=2),)),
    Example(Text("Der Rufer verliert ohne Stich", "The caller loses without a trick"),
            (_normal(made=False, loser_tricks=0),)),
    Example(Text("Niemand hat 66: der letzte Stich entscheidet", "Nobody has 66: the last trick decides"),
            (_normal(made=True, grade=1, decided_by="last_trick"),)),
    Example(Text("Der Rufer sagt zu Unrecht 66", "The caller claims 66 wrongly"),
            (_normal(made=False, grade=2, decided_by="false_claim"),)),
    Example(Text("Ein normales Spiel, gespritzt", "A plain game, doubled"),
            (_normal(made=True, grade=2, doubling=1),)),
    Example(Text("Ein Bettler geht verloren", "A beggar is lost"),
            ({"contract": "bettler", "declarer": 1, "made": False},)),
    Example(Text("Ein Gang, gespritzt und zurückgespritzt", "A Gang, doubled and redoubled"),
            ({"contract": "gang", "declarer": 2, "doubling": 2, "made": True},)),
    Example(Text("Ein Farbringerl wird aufgelegt", "A one-suit hand is laid down"),
            ({"contract": "farbringerl", "declarer": 3, "made": True},)),
    Example(Text("Ein Kontrabauernschnapser geht verloren", "A counter Bauernschnapser is lost"),
            ({"contract": "kontrabauernschnapser", "declarer": 1, "made": False},)),
)  # fmt: skip
