"""The house rules of Kratzen, and as data: what can be chosen, in words, and where it comes from.

Amounts are cents. Source: the scoring rules, section B7; each option names its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.core import Choice, Option, Preset, Problem, Text, is_integer

CENTS = range(1, 100_001)


@dataclass(frozen=True, slots=True)
class HouseRules:
    ante: int = 1
    coin: int | None = None
    """The smallest coin on the table; None: as the ante."""
    pot_limit: int = 0
    """The most that a penalty is reckoned from; 0: no limit."""
    remainder: str = "pot"
    muss_payout: bool = False
    seven_muss_striker_penalty: str = "double"
    seven_target_in_muss: bool = False
    sow_seven_payers: str = "forehand_next"
    all_drop: str = "striker_takes_pot"
    failed_keep_share: bool = True
    next_dealer: str = "left_of_final"
    end_pot: str = "split"

    @property
    def smallest_coin(self) -> int:
        return self.ante if self.coin is None else self.coin


def check_rules(given: Mapping[str, Any]) -> tuple[Problem, ...]:
    """`ante_coin` where the pot would not divide (section B8); what is no number at all is not looked at here."""
    numbers = {name: given[name] for name in ("ante", "coin") if is_integer(given.get(name))}
    problems = [Problem("ante_coin", name) for name, value in numbers.items() if value <= 0]
    ante: Any = HouseRules().ante if given.get("ante") is None else numbers.get("ante")
    if not problems and ante is not None and "coin" in numbers and ante % numbers["coin"]:
        problems.append(Problem("ante_coin", "coin"))
    return tuple(problems)


_YES_NO = (Choice(False, Text("nein", "no")), Choice(True, Text("ja", "yes")))

OPTIONS = (
    Option(
        "ante",
        "number",
        Text("Einsatz", "Ante"),
        Text("So viele Cent kommen je Einsatz in den Topf.", "How many cents an ante is."),
        "base article; the amount is the table's",
        numbers=CENTS,
        in_cents=True,
    ),
    Option(
        "coin",
        "number",
        Text("Kleinste Münze", "Smallest coin"),
        Text(
            "In Cent. Auf solche Münzen wird ein Viertel des Topfs abgerundet; leer: so viel wie der Einsatz.",
            "In cents. A quarter of the pot is rounded down to such coins; empty: as the ante.",
        ),
        "recommended: a quarter has to be payable",
        numbers=CENTS,
        zero=Text("wie der Einsatz", "as the ante"),
        in_cents=True,
    ),
    Option(
        "pot_limit",
        "number",
        Text("Grenze der Strafe", "Penalty limit"),
        Text(
            "In Cent: höchstens davon wird die Strafe berechnet. 0: ohne Grenze; dann kann der Topf in einem einzigen "
            "Spiel auf ein Vielfaches wachsen.",
            "In cents: a penalty is reckoned from no more than this. 0: no limit; then a single deal can make the pot "
            "several times as big.",
        ),
        "mauschelarsch.de: house rule",
        numbers=range(100_001),
        zero=Text("ohne Grenze", "no limit"),
        in_cents=True,
    ),
    Option(
        "remainder",
        "choice",
        Text("Rest vom Topf", "Remainder of the pot"),
        Text("Wohin kommt der Rest, der sich nicht vierteln lässt?", "Where does the rest go?"),
        "base article names both",
        (
            Choice("pot", Text("bleibt im Topf", "stays in the pot")),
            Choice("striker", Text("gehört dem Schläger", "goes to the striker")),
        ),
    ),
    Option(
        "muss_payout",
        "choice",
        Text("Stiche im Muss", "Tricks in a Muss"),
        Text(
            "Wird auch im Muss und im Siebener-Muss für jeden Stich ein Viertel ausgezahlt?",
            "Does a trick bring a quarter in a Muss and a Siebener-Muss too?",
        ),
        "base article and kartenspiele.net: no",
        _YES_NO,
    ),
    Option(
        "seven_muss_striker_penalty",
        "choice",
        Text("Schläger im Siebener-Muss", "Striker in a Siebener-Muss"),
        Text("Was zahlt er ohne Stich?", "What does the striker without a trick pay?"),
        "not stated; recommended as in a Muss",
        (
            Choice("double", Text("das Doppelte", "double")),
            Choice("single", Text("so viel wie die anderen", "as much as the others")),
        ),
    ),
    Option(
        "seven_target_in_muss",
        "choice",
        Text("Siebener als Trumpf im Muss", "A Seven as trump in a Muss"),
        Text(
            "Genügt dem Schläger auch im Muss ein Stich, wenn ein Siebener Trumpf ist?",
            "Is one trick enough for the striker in a Muss too if a Seven is trump?",
        ),
        "not stated; recommended: no",
        _YES_NO,
    ),
    Option(
        "sow_seven_payers",
        "choice",
        Text("Sau und Siebener abgehoben", "Sau and Seven cut"),
        Text("Wer zahlt einen Einsatz?", "Who pays an ante?"),
        "base article: two players; kartenspiele.net: one in each direction",
        (
            Choice("forehand_next", Text("Vorhand und der Nächste", "forehand and the next")),
            Choice("forehand_dealer", Text("Vorhand und der Geber", "forehand and the dealer")),
            Choice("forehand_rearhand", Text("Vorhand und Hinterhand", "forehand and rearhand")),
        ),
    ),
    Option(
        "all_drop",
        "choice",
        Text("Niemand geht mit", "Nobody goes along"),
        Text("Was geschieht mit dem Topf?", "What happens to the pot?"),
        "from Mauscheln and Chratze: the striker takes it",
        (
            Choice("striker_takes_pot", Text("gehört dem Schläger", "the striker takes it")),
            Choice("void", Text("bleibt liegen, neu geben", "it stays, the cards are dealt again")),
        ),
    ),
    Option(
        "failed_keep_share",
        "choice",
        Text("Anteil der Verlierer", "Share of those who fail"),
        Text("Bekommt auch der sein Viertel, der Strafe zahlt?", "Do those who pay a penalty get their quarters too?"),
        "base article taken literally: yes",
        tuple(reversed(_YES_NO)),
    ),
    Option(
        "next_dealer",
        "choice",
        Text("Nächster Geber", "Next dealer"),
        Text("Neben wem wird nach einem Sprung weitergegeben?", "From whom does the deal pass on after a jump?"),
        "base article: to the left; recommended: of the last dealer",
        (
            Choice("left_of_final", Text("links vom zuletzt Gebenden", "left of the final dealer")),
            Choice("left_of_start", Text("links von dem, der angefangen hat", "left of who was to deal at first")),
        ),
    ),
    Option(
        "end_pot",
        "choice",
        Text("Topf am Ende", "Pot at the end"),
        Text("Was gilt, wenn beim Aufhören noch Geld im Topf ist?", "What if there is money in the pot at the end?"),
        "recommended; the sources are silent",
        (
            Choice("split", Text("er wird geteilt", "it is split")),
            Choice("require_empty", Text("weiterspielen, bis er leer ist", "play on until it is empty")),
        ),
    ),
)

PRESETS = (
    Preset("standard", Text("Standard", "Standard"), {}),
    Preset("zehnerl", Text("Zehnerl", "Ten cents"), {"ante": 10}),
    Preset("zehnerl_grenze", Text("Zehnerl, Grenze 2 €", "Ten cents, limit €2"), {"ante": 10, "pot_limit": 200}),
    Preset(
        "halber_euro",
        Text("50 Cent mit Zehnerln", "50 cents in ten-cent coins"),
        {"ante": 50, "coin": 10, "pot_limit": 1000},
    ),
)
