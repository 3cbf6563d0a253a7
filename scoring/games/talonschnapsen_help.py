"""How Talonschnapsen is scored, in sentences, and hands that show it. Source: the scoring rules, sections 1.2 and 3.2.

The examples are dealt by the last seat, so seat 0 calls the first hand.
"""

from scoring.games.core import Example, Text
from scoring.games.talonschnapsen_options import HouseRules

_HOW = (
    Text(
        "Jeder spielt für sich; in jedem Spiel spielt einer gegen die beiden anderen.",
        "Everybody plays alone; in each hand one plays against the other two.",
    ),
    Text(
        "Gewinnt er, bekommt er allein den ganzen Wert.",
        "If he wins, the whole value is his alone.",
    ),
    Text(
        "Verliert er, bekommt jeder der beiden anderen den vollen Wert; abgezogen wird nie etwas.",
        "If he loses, each of the other two gets the full value; nothing is ever subtracted.",
    ),
    Text(
        "Ein normales Spiel zählt umso mehr, je weniger die Verlierer haben: kein Stich, bis 32 Augen, ab 33 Augen.",
        "A plain game counts the more the less the losers have: no trick, up to 32 card points, 33 or more.",
    ),
    Text(
        "Die Augen der beiden Gegner zählen zusammen; der Talon und was weggelegt wird, zählt für niemanden.",
        "The card points of the two defenders count together; talon and discards count for nobody.",
    ),
    Text(
        "Ist jemand am Ziel, ist das Bummerl aus; auch zwei können es gemeinsam gewinnen.",
        "When somebody reaches the target, the leg is over; two can win it together.",
    ),
    Text(
        "Zwanziger und Vierziger zählen nur für den, der auch einen Stich gemacht hat.",
        "Marriages count only for whoever has taken a trick.",
    ),
    Text(
        "Wer ohne einen einzigen Punkt ein Bummerl bekommt, ist Schneider.",
        "Taking a Bummerl without a single point is a Schneider.",
    ),
    Text(
        "Ein Bummerl bekommt nur, wer das Ziel nicht erreicht hat.",
        "Only those short of the target take a Bummerl.",
    ),
)

_DOUBLED = Text(
    "Spritzt einer der beiden Gegner, gilt es für das ganze Spiel, also für beide.",
    "If one of the two defenders doubles, it holds for the whole hand, so for both.",
)


_DECIDER = Text(
    "Sind zwei gleichauf Letzte, spielen sie aus, wer das Bummerl bekommt.",
    "If two are last together, they play a decider for the Bummerl.",
)


def how(rules: HouseRules) -> tuple[Text, ...]:
    decider = rules.bummerl_rule == "lowest" and rules.tie_rule == "decider"
    return (*_HOW, *([_DECIDER] if decider else []), *([_DOUBLED] if rules.max_doubling else []))


EXAMPLES = (
    Example(
        Text("Die beiden Gegner haben zusammen 32 Augen", "The two defenders have 32 card points together"),
        ({"contract": "normal", "made": True, "loser_points": 32, "loser_tricks": 2},),
    ),
    Example(
        Text("Die beiden Gegner haben zusammen 33 Augen", "The two defenders have 33 card points together"),
        ({"contract": "normal", "made": True, "loser_points": 33, "loser_tricks": 2},),
    ),
    Example(
        Text(
            "Der Rufer bleibt ohne Stich",
            "The caller takes no trick",
        ),
        ({"contract": "normal", "made": False, "loser_tricks": 0},),
    ),
    Example(
        Text(
            "Der Rufer bringt keine 66 zusammen",
            "The caller falls short of 66",
        ),
        ({"contract": "normal", "made": False, "decided_by": "caller_short", "loser_points": 60},),
    ),
    Example(
        Text("Der Rufer sagt zu Unrecht 66", "The caller claims 66 wrongly"),
        ({"contract": "normal", "made": False, "grade": 2, "decided_by": "false_claim"},),
    ),
    Example(
        Text(
            "Bettler verloren: jeder der beiden anderen bekommt den vollen Wert",
            "Bettler lost: each of the other two gets the full value",
        ),
        ({"contract": "bettler", "declarer": 1, "made": False},),
    ),
    Example(
        Text("Gang, gespritzt und gewonnen", "Gang, doubled and made"),
        ({"contract": "gang", "declarer": 2, "doubling": 1, "made": True},),
    ),
    Example(
        Text(
            "Kontraschnapser: gegen den Rufer, er und der Dritte wehren sich gemeinsam",
            "Kontraschnapser: against the caller, who defends together with the third player",
        ),
        ({"contract": "kontraschnapser", "declarer": 1, "made": False},),
    ),
    Example(
        Text(
            "Farbringerl: fünf von einer Farbe und alle sechs Stiche, also kann man es verlieren",
            "Farbringerl: five of a suit and all six tricks, so it can be lost",
        ),
        ({"contract": "farbringerl", "declarer": 0, "made": False},),
    ),
    Example(
        Text(
            "Ein Herrenschnapser wird gewonnen",
            "A Herrenschnapser is won",
        ),
        ({"contract": "herrenschnapser", "declarer": 0, "made": True},),
    ),
)
