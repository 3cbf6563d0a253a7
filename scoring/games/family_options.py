"""The house rules of the Schnapsen family as data: what can be chosen, in words, and where it comes from.

Source: the scoring rules, section 4 (variants table) and 5 (money); each option names its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.games.core import Choice, Option, Preset, Text
from scoring.games.family import Contract

_YES_NO = (Choice(False, Text("nein", "no")), Choice(True, Text("ja", "yes")))

DISPLAY = Option(
    "display",
    "choice",
    Text("Anschreiben", "Writing down"),
    Text(
        "Wird vom Ziel auf 0 hinuntergezählt oder von 0 hinauf?",
        "Is the score counted down to 0 or up from 0?",
    ),
    "regional; scorepads count down",
    (
        Choice("down", Text("hinunter bis 0", "down to 0")),
        Choice("up", Text("von 0 hinauf", "up from 0")),
    ),
)
TARGET = Option(
    "target",
    "number",
    Text("Ziel", "Target"),
    Text("So viele Punkte hat ein Bummerl.", "How many points a leg runs to."),
    "24 for three and four players",
    numbers=range(5, 41),
)
SCHNAPSER_DECLARER = Option(
    "schnapser_declarer",
    "choice",
    Text("Schnapser ansagen", "Declaring Schnapser"),
    Text("Wer darf einen Schnapser ansagen?", "Who may declare a Schnapser?"),
    "base article: caller; Luschentreff: caller or partner",
    (
        Choice("caller", Text("nur der Rufer", "the caller only")),
        Choice("caller_side", Text("der Rufer oder sein Partner", "the caller or partner")),
    ),
)
BAUERNSCHNAPSER_DECLARER = Option(
    "bauernschnapser_declarer",
    "choice",
    Text("Bauernschnapser ansagen", "Declaring Bauernschnapser"),
    Text("Wer darf einen Bauernschnapser ansagen?", "Who may declare a Bauernschnapser?"),
    "base article: hard for others, not forbidden; others: caller only",
    (
        Choice("caller_side", Text("der Rufer oder sein Partner", "the caller or partner")),
        Choice("caller", Text("nur der Rufer", "the caller only")),
    ),
)
DOUBLING_SCOPE = Option(
    "doubling_scope",
    "choice",
    Text("Spritzen", "Doubling"),
    Text("Was darf gespritzt werden?", "What may be doubled?"),
    "base article: all; scorepads differ",
    (
        Choice("all", Text("alles", "everything")),
        Choice("normal_only", Text("nur das normale Spiel", "the plain game only")),
        Choice("all_but_kontra", Text("alles außer Kontraspielen", "all but counter contracts")),
    ),
)
MAX_DOUBLING = Option(
    "max_doubling",
    "choice",
    Text("Höchster Spritzer", "Highest doubling"),
    Text("Bis wohin darf gespritzt werden?", "How far may it be doubled?"),
    "base article names up to ×8; scorepads ×2 to ×32",
    (
        Choice(0, Text("gar nicht", "not at all")),
        Choice(1, Text("gespritzt (×2)", "doubled (×2)")),
        Choice(2, Text("zruckgspritzt (×4)", "redoubled (×4)")),
        Choice(3, Text("Re (×8)", "re (×8)")),
        Choice(4, Text("×16", "×16")),
        Choice(5, Text("×32", "×32")),
    ),
)
DOUBLE_SHOW_CONTRACTS = Option(
    "double_show_contracts",
    "choice",
    Text("Aufgelegte Spiele spritzen", "Doubling shown hands"),
    Text("Dürfen Farbringerl und Herrenschnapser gespritzt werden?", "May shown contracts be doubled?"),
    "derived: they are over when shown",
    _YES_NO,
)
HALVING = Option(
    "halving",
    "choice",
    Text("Halbe Punkte", "Halved values"),
    Text("Werden die Punkte eines Spiels halbiert?", "Are the points of a hand halved?"),
    "one private scorepad",
    (
        Choice("off", Text("nein", "no")),
        Choice("ceil", Text("halbiert, aufgerundet", "halved, rounded up")),
        Choice("floor", Text("halbiert, abgerundet", "halved, rounded down")),
    ),
)
SCHNEIDER_MARKS = Option(
    "schneider_marks",
    "choice",
    Text("Schneider", "Schneider"),
    Text("Was kostet es, ganz ohne Punkt zu verlieren?", "What does losing without a point cost?"),
    "base article and others: 2",
    (Choice(2, Text("zwei Bummerl", "two Bummerl")), Choice(1, Text("ein Bummerl", "one Bummerl"))),
)
RETOUR_MARKS = Option(
    "retour_marks",
    "choice",
    Text("Retourschneider", "Retourschneider"),
    Text(
        "Was kostet es, einen Punkt vor dem Ziel zu null zu führen und doch zu verlieren?",
        "What does it cost to lead by all but one point to nil and still lose?",
    ),
    "base article and others: 4",
    (
        Choice(4, Text("vier Bummerl", "four Bummerl")),
        Choice(2, Text("zwei Bummerl", "two Bummerl")),
        Choice(1, Text("ein Bummerl", "one Bummerl")),
    ),
)
RETOUR_CONDITION = Option(
    "retour_condition",
    "choice",
    Text("Retourschneider gilt", "Retourschneider applies"),
    Text("Bei welchem Vorsprung gilt ein Retourschneider?", "At which lead does it apply?"),
    "base article and others: exactly 23:0",
    (Choice("exact_lead", Text("nur genau einen Punkt vor dem Ziel, zu null", "only one point short, to nil")),),
)
FALSE_CLAIM = Option(
    "false_claim",
    "choice",
    Text("Falsch ausgesagt", "Wrong claim"),
    Text(
        "Was bekommt der Gegner, wenn jemand zu Unrecht 66 sagt?",
        "What do the others get for a wrong claim of 66?",
    ),
    "base article (two players): 2; pagat: 2 or 3; preisschnapsen.at: mirror",
    (
        Choice("two", Text("2 Punkte", "2 points")),
        Choice("two_or_three", Text("2 Punkte, ohne Stich 3", "2 points, 3 without a trick")),
        Choice("mirror", Text("so viel, wie der andere bekommen hätte", "what the claimant would have won")),
    ),
)
FIRST_DEALER_NEXT_GAME = Option(
    "first_dealer_next_game",
    "choice",
    Text("Nächstes Bummerl gibt", "Next leg is dealt by"),
    Text("Wer gibt nach einem Bummerl als Erster?", "Who deals first in the next leg?"),
    "no rule text; one scorepad moves the first dealer",
    (
        Choice("continue", Text("wer an der Reihe ist", "whoever's turn it is")),
        Choice(
            "shift_first_dealer",
            Text("der Nächste nach dem letzten Ersten", "next after the last first dealer"),
        ),
        Choice("loser_deals", Text("wer das Bummerl hat (der Nächste in der Reihe)", "the losers (next in turn)")),
    ),
)
GANG_VS_ZEHNERGANG = Option(
    "gang_vs_zehnergang",
    "choice",
    Text("Gang oder Zehnergang", "Gang or low-ace slam"),
    Text("Was überbietet das andere? (Nur beim Ansagen, zählt nichts.)", "Which outbids? (Bidding only.)"),
    "bidding only, no scoring effect",
    (
        Choice("zehnergang", Text("Zehnergang geht vor", "the low-ace slam outbids")),
        Choice("gang", Text("Gang geht vor", "the Gang outbids")),
    ),
)
NORMAL_LAST_TRICK = Option(
    "normal_last_trick",
    "choice",
    Text("Letzter Stich des Rufers", "Last trick of the caller"),
    Text(
        "Gewinnt der Rufer das normale Spiel mit dem letzten Stich, auch ohne 66?",
        "Does the caller win a plain game by the last trick without 66?",
    ),
    "base article: the caller must make 66 himself; the family's general rule: 66 or the last trick",
    (
        Choice("caller_needs_66", Text("nein, er braucht 66", "no, he needs 66")),
        Choice("counts", Text("ja, der letzte Stich gewinnt", "yes, the last trick wins")),
    ),
)
BUMMERL_RULE = Option(
    "bummerl_rule",
    "choice",
    Text("Wer bekommt das Bummerl?", "Who takes the Bummerl?"),
    Text("Wer bekommt ein Bummerl, wenn jemand am Ziel ist?", "Who takes a Bummerl when somebody reaches the target?"),
    "base article: the lowest; one scorepad: everybody below the target",
    (
        Choice("lowest", Text("nur der Letzte", "the lowest only")),
        Choice("all_below_target", Text("alle, die nicht am Ziel sind", "everybody below the target")),
    ),
)
TIE_RULE = Option(
    "tie_rule",
    "choice",
    Text("Gleichstand am Ende", "Tie at the bottom"),
    Text("Was ist, wenn zwei gemeinsam Letzte sind?", "What if two are lowest together?"),
    "base article: both; Wikipedia: a game for two",
    (
        Choice("both", Text("beide bekommen ein Bummerl", "both take a Bummerl")),
        Choice("decider", Text("sie spielen es zu zweit aus", "they play a game for two")),
    ),
)
RETOUR3 = Option(
    "retour3",
    "choice",
    Text("Retourschneider zu dritt", "Retourschneider of three"),
    Text(
        "Gilt ein Retourschneider, wenn beide anderen einen Punkt vor dem Ziel standen und der Sieger auf 0?",
        "Is there a Retourschneider where both others stood one point short and the winner on 0?",
    ),
    "Wikipedia Dreierschnapsen",
    (_YES_NO[1], _YES_NO[0]),
)
RETOUR3_MARKS = replace(
    RETOUR_MARKS,
    help=Text(
        "Was kostet ein Retourschneider jeden der beiden?",
        "What does a Retourschneider cost each of the two?",
    ),
)
BUMMERL_LIMIT = Option(
    "bummerl_limit",
    "number",
    Text("Schluss bei so vielen Bummerln", "Over at so many Bummerl"),
    Text(
        "0: ohne Ende. Sonst ist Schluss, wenn jemand so viele hat.",
        "0: open end. Else the match ends there.",
    ),
    "matches to 2 or 3",
    numbers=range(100),
    zero=Text("ohne Ende", "open end"),
)
LEGS_LIMIT = Option(
    "legs_limit",
    "number",
    Text("Schluss nach so vielen gespielten Bummerln", "Over after so many legs"),
    Text("0: ohne Ende. Im K.-o. wird eines gespielt.", "0: open end. A knock-out table plays 1."),
    "a knock-out table plays 1",
    numbers=range(1000),
    zero=Text("ohne Ende", "open end"),
)
MARKS_ON = Option(
    "marks_on",
    "choice",
    Text("Bummerl anschreiben", "Marks are written"),
    Text("Bei wem werden die Bummerl gezeichnet?", "On whose side are the Bummerl drawn?"),
    "base article: loser; some scorepads: winner",
    (
        Choice("loser", Text("beim Verlierer", "on the loser's side")),
        Choice("winner", Text("beim Gewinner", "on the winner's side")),
    ),
)
MONEY = Option(
    "money",
    "choice",
    Text("Geld", "Money"),
    Text("Wer zahlt wem, wenn ein Bummerl verloren ist?", "Who pays whom for a lost leg?"),
    "no rule text fixes money; scoring rules, section 5",
    (
        Choice("off", Text("ohne Geld", "no money")),
        Choice(
            "zero_sum",
            Text("jeder Verlierer zahlt, die Gewinner teilen", "each loser pays, the winners share"),
        ),
        Choice("each_pays_each", Text("jeder Verlierer zahlt jedem Gewinner", "each loser pays each winner")),
        Choice("pot", Text("die Verlierer zahlen in die Kassa", "the losers pay into the kitty")),
    ),
)
STAKE = Option(
    "stake_cents",
    "number",
    Text("Einsatz je Bummerl", "Stake per Bummerl"),
    Text("In Cent, für jedes einzelne Bummerl.", "In cents, for every single Bummerl."),
    "scoring rules, section 5",
    numbers=range(100_001),
)


def presets(contracts: Sequence[Contract]) -> tuple[Preset, ...]:
    """The standard set of contracts, the same without the Bettler, and all of them."""
    without = [contract.key for contract in contracts if contract.standard and contract.key != "bettler"]
    return (
        Preset("standard", Text("Standard", "Standard"), {}),
        Preset("ohne_bettler", Text("Ohne Bettler", "Without beggar"), {"contracts": without}),
        Preset("alles", Text("Alles", "Everything"), {"contracts": [contract.key for contract in contracts]}),
    )


def contracts_option(contracts: Iterable[Contract]) -> Option:
    return Option(
        "contracts",
        "some",
        Text("Ansagen", "Contracts"),
        Text("Was darf angesagt werden?", "What may be declared?"),
        "regional; the standard set is the base article's",
        tuple(Choice(contract.key, contract.name) for contract in contracts),
    )


def values_option(contracts: Iterable[Contract]) -> Option:
    return Option(
        "values",
        "values",
        Text("Werte der Ansagen", "Values of the contracts"),
        Text(
            "Was zählt eine Ansage, wenn es anders ist als üblich?",
            "What a contract counts where it differs.",
        ),
        "scorepads: Bettler 5, Jodler 12, Kontraschnapser 6",
        tuple(Choice(contract.key, contract.name) for contract in contracts if contract.value is not None),
        range(1, 100),
    )
