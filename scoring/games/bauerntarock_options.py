"""The house rules of Bauerntarock: their defaults, what can be chosen, in words, and where it comes from.

Source: the scoring rules, section A6, and for who sits out the sheet format; each option names its own.
"""

from dataclasses import dataclass

from scoring.games.bauerntarock_hand import DOUBLINGS
from scoring.games.core import Choice, Option, Preset, Text


@dataclass(frozen=True, slots=True)
class HouseRules:
    """`point_value` is in cents; `threshold`, `last_place_extra` and the Spatz values are points of the sheet."""

    sit_out: str = "nobody"
    threshold: int = 100
    finish: str = "complete_round"
    end_check: str = "latched"
    max_doubling: int = 3
    sumpern_doubles: bool = False
    spatz_scope: str = "declarer"
    spatz_lost: int = 5
    spatz_lost_last: int = 10
    spatz_won_last: int = 10
    last_place_extra: int = 20
    tie_winner: str = "split"
    tie_last: str = "each"
    point_value: int = 1


def _spatz(name: str, title: Text, help_: Text) -> Option:
    return Option(name, "number", title, help_, "base article: 5, 10 and 10", numbers=range(101))


OPTIONS = (
    Option(
        "sit_out",
        "choice",
        Text("Aussetzen", "Sitting out"),
        Text("Sitzt einer mehr am Tisch, als spielen?", "Does one person more sit at the table than plays?"),
        "custom at bigger tables: the dealer sits out",
        (
            Choice("nobody", Text("nein, alle spielen", "no, everybody plays")),
            Choice("dealer", Text("ja, der Geber setzt aus", "yes, the dealer sits out")),
        ),
    ),
    Option(
        "threshold",
        "number",
        Text("Ziel", "Target"),
        Text("Bei so vielen Punkten geht es ans Ende.", "At how many points the end begins."),
        "base article: 100",
        numbers=range(50, 1001),
    ),
    Option(
        "finish",
        "choice",
        Text("Schluss", "The end"),
        Text("Was passiert, wenn einer das Ziel erreicht?", "What happens when somebody reaches the target?"),
        "base article: everybody must have dealt equally often",
        (
            Choice("complete_round", Text("die Runde wird fertig gespielt", "the round is played to its end")),
            Choice("immediate", Text("es ist sofort Schluss", "it is over at once")),
        ),
    ),
    Option(
        "end_check",
        "choice",
        Text("Unter das Ziel zurück", "Below the target again"),
        Text(
            "Gilt das erreichte Ziel noch, wenn einer in der letzten Runde wieder zurückfällt?",
            "Does the target stay reached when somebody falls back in the last round?",
        ),
        "base article, by its wording: once reached",
        (
            Choice("latched", Text("ja, einmal erreicht ist erreicht", "yes, once reached is reached")),
            Choice(
                "at_round_end", Text("nein, es zählt der Stand am Ende der Runde", "no, the end of the round counts")
            ),
        ),
    ),
    Option(
        "max_doubling",
        "choice",
        Text("Höchster Spritzer", "Highest doubling"),
        Text("Bis wohin darf gespritzt werden?", "How far may it be doubled?"),
        "base article: halves of 60, 120, 240 and 480; it names two calls",
        (
            Choice(0, Text("gar nicht", "not at all")),
            *DOUBLINGS[1:],
        ),
    ),
    Option(
        "sumpern_doubles",
        "choice",
        Text("Sumpern", "Sumpern"),
        Text("Zählt ein Spiel aus der Hand (Sumpern) doppelt?", "Does a game from the hand (Sumpern) count twice?"),
        "open: the base article lists three doublings but names two calls",
        (Choice(False, Text("nein", "no")), Choice(True, Text("ja", "yes"))),
    ),
    Option(
        "spatz_scope",
        "choice",
        Text("Wessen Spatz", "Whose Spatz"),
        Text("Wessen Herz-Sechs zählt?", "Whose six of hearts counts?"),
        "open: the base article says only that it is lost to the other side",
        (
            Choice("declarer", Text("nur die des Spielers", "the declarer's only")),
            Choice("both", Text("auch die der Gegner, umgekehrt", "the defenders' as well, the other way round")),
        ),
    ),
    _spatz(
        "spatz_lost",
        Text("Spatz verloren", "Spatz lost"),
        Text(
            "So viel kostet ein Spatz, der vor dem letzten Stich verloren geht.",
            "What it costs to lose the Spatz before the last trick.",
        ),
    ),
    _spatz(
        "spatz_lost_last",
        Text("Spatz im letzten Stich verloren", "Spatz lost in the last trick"),
        Text(
            "So viel kostet ein Spatz, der im letzten Stich verloren geht.",
            "What it costs, all in all, to lose the Spatz in the last trick.",
        ),
    ),
    _spatz(
        "spatz_won_last",
        Text("Letzter Stich mit dem Spatz", "Last trick won with the Spatz"),
        Text(
            "So viel bringt es, den letzten Stich mit dem Spatz zu machen.",
            "What it brings to win the last trick with the Spatz.",
        ),
    ),
    Option(
        "last_place_extra",
        "number",
        Text("Der Letzte zahlt mehr", "The last pays more"),
        Text("So viele Punkte zahlt der Letzte dazu.", "How many points the last pays on top."),
        "base article: 20",
        numbers=range(1001),
        zero=Text("nein", "no"),
    ),
    Option(
        "tie_winner",
        "choice",
        Text("Mehrere Erste", "Several first"),
        Text("Was gilt, wenn mehrere gleich vorne sind?", "What if several are first together?"),
        "the base article is silent",
        (
            Choice("split", Text("sie teilen, was die anderen zahlen", "they share what the others pay")),
            Choice("each", Text("jeder zahlt jedem von ihnen alles", "everybody pays each of them in full")),
            Choice("play_on", Text("noch eine ganze Runde wird gespielt", "another full round is played")),
        ),
    ),
    Option(
        "tie_last",
        "choice",
        Text("Mehrere Letzte", "Several last"),
        Text("Wer zahlt mehr, wenn mehrere gleich hinten sind?", "Who pays more if several are last together?"),
        "the base article is silent",
        (
            Choice("each", Text("jeder von ihnen zahlt alles dazu", "each of them pays the whole extra")),
            Choice("split", Text("sie teilen es sich", "they share it")),
            Choice("none", Text("keiner", "nobody")),
        ),
    ),
    Option(
        "point_value",
        "number",
        Text("Geld je Punkt", "Money per point"),
        Text("Was kostet ein Punkt?", "What does a point cost?"),
        "no rule text fixes money; scoring rules, section A5",
        numbers=range(1, 10_001),
        in_cents=True,
    ),
)

PRESETS = (
    Preset("standard", Text("Standard", "Standard"), {}),
    # The other reading of the three doublings: Spritzen, Resi, and the hand game itself (A6, question 1).
    Preset(
        "sumpern_doppelt",
        Text("Sumpern zählt doppelt", "Sumpern counts twice"),
        {"sumpern_doubles": True, "max_doubling": 2},
    ),
    Preset("jeder_spatz", Text("Jeder Spatz zählt", "Every Spatz counts"), {"spatz_scope": "both"}),
    Preset("geber_setzt_aus", Text("Der Geber setzt aus", "The dealer sits out"), {"sit_out": "dealer"}),
)
