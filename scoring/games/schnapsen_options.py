"""The house rules of Schnapsen for two: their defaults, and the options that differ from the rest of the family.

Source: the scoring rules, section 4 (variants table); each option names its own.
"""

from dataclasses import dataclass, replace

from scoring.games import family_options as options
from scoring.games.core import Choice, Option, Preset, Text


@dataclass(frozen=True, slots=True)
class HouseRules:
    target: int = 7
    display: str = "down"
    false_claim: str = "two"
    closing_count: str = "at_claim"
    closed_other_claims: str = "closer_trickless"
    schneider_marks: int = 2
    retour_marks: int = 4
    retour_condition: str = "exact_lead"
    first_dealer_next_game: str = "continue"
    bummerl_limit: int = 0
    legs_limit: int = 0
    marks_on: str = "loser"
    money: str = "off"
    stake_cents: int = 0


TARGET = replace(options.TARGET, source="7 for two; igre.games: 9")
FALSE_CLAIM = replace(
    options.FALSE_CLAIM,
    help=Text(
        "Was bekommt der andere, wenn einer zu Unrecht 66 sagt?",
        "What does the other get for a wrong claim of 66?",
    ),
)
CLOSING_COUNT = Option(
    "closing_count",
    "choice",
    Text("Nach dem Zudrehen zählt", "After closing counts"),
    Text(
        "Wer zugedreht hat, sagt zu Recht 66: Welche Stiche und Augen des anderen zählen?",
        "The closer claims rightly: which tricks and card points of the other count?",
    ),
    "base article (two players): silent; pagat, preisschnapsen.at: at closing",
    (
        Choice("at_claim", Text("alle, bis 66 gesagt ist", "all until the claim")),
        Choice("at_close", Text("nur die vor dem Zudrehen (finster)", "only those before closing (Viennese)")),
    ),
)
CLOSED_OTHER_CLAIMS = Option(
    "closed_other_claims",
    "choice",
    Text("Der andere sagt zuerst 66", "The other claims first"),
    Text(
        "Einer hat zugedreht, der andere sagt zu Recht 66: Wann zählt es 3 statt 2?",
        "One has closed and the other claims rightly: when does it count 3 and not 2?",
    ),
    "base article (two players): closer without a trick; pagat: claimant without a trick at closing",
    (
        Choice("closer_trickless", Text("wenn der Zudreher keinen Stich hat", "if the closer has no trick")),
        Choice(
            "claimant_trickless_at_close",
            Text(
                "wenn der andere beim Zudrehen noch keinen Stich hatte",
                "if the claimant had no trick yet at closing",
            ),
        ),
    ),
)
RETOUR_MARKS = replace(
    options.RETOUR_MARKS,
    help=Text(
        "Was kostet es, einen Punkt vor dem Ziel zu null zu führen und doch zu verlieren?",
        "What does it cost to lead by all but one point to nil and still lose?",
    ),
    source="weight 4 carried over from the games to 24",
)
RETOUR_CONDITION = replace(
    options.RETOUR_CONDITION,
    source="a book glossary: exactly 6:0",
    choices=(
        Choice("exact_lead", Text("nur genau einen Punkt vor dem Ziel, zu null", "only one point short, to nil")),
    ),
)
FIRST_DEALER_NEXT_GAME = replace(
    options.FIRST_DEALER_NEXT_GAME,
    choices=(
        Choice("continue", Text("wer an der Reihe ist", "whoever's turn it is")),
        Choice(
            "shift_first_dealer",
            Text("wer beim letzten nicht als Erster gegeben hat", "who did not deal first in the last leg"),
        ),
        Choice("loser_deals", Text("wer das Bummerl hat", "the loser")),
    ),
)
BUMMERL_LIMIT = replace(
    options.BUMMERL_LIMIT,
    title=Text("Schluss bei so vielen Bummerln", "Over at so many marks"),
    help=Text("0: ohne Ende. Sonst ist Schluss, wenn einer so viele hat.", "0: open end. Else the match ends there."),
)
MONEY = replace(
    options.MONEY,
    choices=(
        Choice("off", Text("ohne Geld", "no money")),
        Choice("zero_sum", Text("der Verlierer zahlt dem Gewinner", "the loser pays the winner")),
        Choice(
            "each_pays_each",
            Text("jeder zahlt jedem (zu zweit dasselbe)", "each pays each (for two players the same)"),
        ),
        Choice("pot", Text("der Verlierer zahlt in die Kassa", "the loser pays into the kitty")),
    ),
)

OPTIONS = (
    FALSE_CLAIM,
    CLOSING_COUNT,
    CLOSED_OTHER_CLAIMS,
    TARGET,
    options.DISPLAY,
    options.SCHNEIDER_MARKS,
    RETOUR_MARKS,
    RETOUR_CONDITION,
    options.MARKS_ON,
    FIRST_DEALER_NEXT_GAME,
    options.LEGS_LIMIT,
    BUMMERL_LIMIT,
    MONEY,
    options.STAKE,
)

PRESETS = (
    Preset("standard", Text("Standard", "Standard"), {}),
    Preset(
        "wirtshaus",
        Text("Pagat / Wirtshaus 2er", "Pagat / Inn, for two"),
        {
            "false_claim": "two_or_three",
            "closing_count": "at_close",
            "closed_other_claims": "claimant_trickless_at_close",
            "display": "down",
        },
    ),
    Preset(
        "turnier",
        Text("Turnier 2er", "Tournament, for two"),
        {"false_claim": "mirror", "closing_count": "at_close", "bummerl_limit": 2},
    ),
)
