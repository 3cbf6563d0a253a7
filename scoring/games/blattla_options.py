"""The house rules of Blattla as data: the tariff and what else differs from table to table.

Prices are cents per loser, before doubling. Source: the scoring rules, sections C3 and C5.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.games.blattla_hand import HIGHEST_LEVEL, SUITS
from scoring.games.core import Choice, Option, Preset, Text

_PRICES = range(100_001)


@dataclass(frozen=True, slots=True)
class HouseRules:
    sauspiel: int = 10
    solo: int = 50
    schneider: int = 10
    schwarz: int = 10
    solo_by_suit: Mapping[str, int] = field(default_factory=dict)
    tout_factor: int = 2
    max_doubling: int = 2
    stoss_takes_over: bool = False
    sit_out: str = "nobody"


OPTIONS = (
    Option(
        "sauspiel",
        "number",
        Text("Sauspiel", "Call game (Sauspiel)"),
        Text(
            "Was zahlt jeder Verlierer eines Sauspiels, in Cent?", "What does each loser of a call game pay, in cents?"
        ),
        "10/50 tariff of the Schafkopf clubs; 20 is common too",
        numbers=_PRICES,
        in_cents=True,
    ),
    Option(
        "solo",
        "number",
        Text("Solo", "Solo"),
        Text("Was zahlt jeder Verlierer eines Solos, in Cent?", "What does each loser of a Solo pay, in cents?"),
        "10/50 tariff of the Schafkopf clubs",
        numbers=_PRICES,
        in_cents=True,
    ),
    Option(
        "schneider",
        "number",
        Text("Schneider", "Schneider"),
        Text("Wie viel kommt für Schneider dazu, in Cent?", "How much does Schneider add, in cents?"),
        "base article: a bonus; amount from the Schafkopf tariffs",
        numbers=_PRICES,
        in_cents=True,
    ),
    Option(
        "schwarz",
        "number",
        Text("Schwarz", "Schwarz"),
        Text(
            "Wie viel kommt für schwarz noch einmal dazu, in Cent?",
            "How much more does schwarz add on top of Schneider, in cents?",
        ),
        "base article: a bonus; amount from the Schafkopf tariffs",
        numbers=_PRICES,
        in_cents=True,
    ),
    Option(
        "solo_by_suit",
        "values",
        Text("Solo mit eigenem Preis", "Solo with its own price"),
        Text(
            "Welche Farbe kostet als Solo etwas anderes, in Cent? Gilt auch für den Tout.",
            "Which suit costs something else as a Solo, in cents? It holds for the Tout too.",
        ),
        "a Preisschafkopf: hearts 25 instead of 20",
        SUITS,
        _PRICES,
        zero=Text("keine", "none"),
        in_cents=True,
    ),
    Option(
        "tout_factor",
        "choice",
        Text("Tout", "Tout"),
        Text("Das Wievielfache eines Solos kostet der Tout?", "How many times the price of a Solo does a Tout cost?"),
        "most sources: twice; one tournament: three times",
        (Choice(2, Text("doppelt", "twice")), Choice(3, Text("dreifach", "three times"))),
    ),
    Option(
        "max_doubling",
        "choice",
        Text("Höchster Stoß", "Highest doubling"),
        Text("Wie oft darf gestoßen werden?", "How often may a hand be doubled?"),
        "not in the base article (never); Schafkopf: Stoß and Gegenstoß",
        (
            Choice(0, Text("gar nicht", "not at all")),
            Choice(1, Text("Stoß, Kontra (×2)", "once (×2)")),
            Choice(2, Text("Gegenstoß, Re (×4)", "twice (×4)")),
            Choice(3, Text("dreimal, Sub (×8)", "three times (×8)")),
            Choice(HIGHEST_LEVEL, Text("viermal, Hirsch (×16)", "four times (×16)")),
        ),
    ),
    Option(
        "stoss_takes_over",
        "choice",
        Text("Stoß übernimmt das Spiel", "Doubling takes the game over"),
        Text(
            "Braucht nach einem Stoß die andere Partei 61 Augen?",
            "After a Stoß, does the other side need 61 card points?",
        ),
        "some Schafkopf circles",
        (Choice(False, Text("nein", "no")), Choice(True, Text("ja", "yes"))),
    ),
    Option(
        "sit_out",
        "choice",
        Text("Zu fünft", "With five people"),
        Text(
            "Sitzt einer mehr am Tisch, und der Geber setzt aus?",
            "Does one more sit at the table, so that the dealer sits out?",
        ),
        "custom of the table: exactly four play",
        (
            Choice("nobody", Text("nein, vier am Tisch", "no, four at the table")),
            Choice("dealer", Text("ja, der Geber setzt aus", "yes, the dealer sits out")),
        ),
    ),
)

PRESETS = (
    Preset("standard", Text("10/50 (üblich)", "10/50 (usual)"), {}),
    Preset("10_20_50", Text("10/20/50", "10/20/50"), {"sauspiel": 20}),
    Preset("5_20", Text("5/20", "5/20"), {"sauspiel": 5, "solo": 20, "schneider": 5, "schwarz": 5}),
    Preset("punkte", Text("Punkte 1/5", "Points 1/5"), {"sauspiel": 1, "solo": 5, "schneider": 1, "schwarz": 1}),
    Preset(
        "turnier",
        Text("Turnier", "Tournament"),
        {"sauspiel": 1, "solo": 2, "schneider": 1, "schwarz": 1, "tout_factor": 3},
    ),
    Preset(
        "preisschafkopf",
        Text("Preisschafkopf", "Preisschafkopf"),
        {"sauspiel": 5, "solo": 20, "schneider": 5, "schwarz": 5, "solo_by_suit": {"herz": 25}},
    ),
)
"""The tariff table of C3; each says what departs from the first row."""
