"""How Blattla is scored, for people who look it up. Source: the scoring rules, sections C1 to C3."""

from typing import Any

from scoring.games.blattla_options import HouseRules
from scoring.games.core import Example, Text

_WON = {
    False: Text(
        "Wer das Spiel hat, braucht 61 Augen; bei 60 haben die anderen gewonnen.",
        "Whoever holds the game needs 61 card points; with 60 the others have won.",
    ),
    True: Text(
        "Wer das Spiel hat, braucht 61 Augen; bei 60 haben die anderen gewonnen. Ein Stoß dreht das um: Dann brauchen"
        " die anderen 61, und 60 genügen; ein Gegenstoß dreht es wieder zurück.",
        "Whoever holds the game needs 61 card points; with 60 the others have won. A Stoß turns that round: then the"
        " others need 61 and 60 are enough; a Gegenstoß turns it back.",
    ),
}
_DOUBLED = Text(
    "Jeder Stoß verdoppelt den ganzen Wert, mit Schneider und schwarz.",
    "Every Stoß doubles the whole value, Schneider and schwarz included.",
)
_BEFORE = (
    Text(
        "Beim Sauspiel spielt der Rufer mit dem, der die gerufene Sau hat, gegen die zwei anderen; "
        "jeder Verlierer zahlt einmal, jeder Gewinner bekommt einmal.",
        "In a call game the caller and the holder of the called sow play the two others; "
        "every loser pays once, every winner receives once.",
    ),
    Text(
        "Ein Solo spielt einer gegen drei: Er bekommt von jedem der drei den ganzen Wert oder zahlt ihn jedem.",
        "A Solo is one against three: the soloist gets the whole value from each of the three, or pays it to each.",
    ),
)
_AFTER = (
    Text(
        "Schneider: Wer das Spiel hat, ist mit 31 Augen frei, die anderen sind es schon mit 30. "
        "Schneider zählt für die Gewinner, wer es auch ist.",
        "Schneider: whoever holds the game escapes it with 31 card points, the others already with 30. "
        "It counts for the winners, whoever they are.",
    ),
    Text(
        "Schwarz ist, wer keinen Stich hat; das kommt zum Schneider noch dazu. Es zählen die Stiche, nicht die Augen.",
        "Schwarz is a side without a trick; that comes on top of Schneider. Tricks decide it, not card points.",
    ),
    Text(
        "Der Tout ist nur mit allen acht Stichen gewonnen; Schneider und schwarz gibt es dabei nicht.",
        "A Tout is won with all eight tricks only; there is no Schneider and no schwarz in it.",
    ),
    Text(
        "Passen alle, wird zusammengeworfen: Es zählt nichts, und der Nächste gibt.",
        "If everybody passes, the cards are thrown in: nothing counts and the next one deals.",
    ),
)


def how(rules: HouseRules) -> tuple[Text, ...]:
    return (
        *_BEFORE,
        _WON[rules.stoss_takes_over and rules.max_doubling > 0],
        *([_DOUBLED] if rules.max_doubling else []),
        *_AFTER,
    )


def _sauspiel(de: str, en: str, points: int, **more: Any) -> Example:
    hand = {"contract": "sauspiel", "declarer": 0, "partner": 2, "suit": "gras", "points": points, **more}
    return Example(Text(de, en), (hand,))


def _alone(de: str, en: str, contract: str, **more: Any) -> Example:
    return Example(Text(de, en), ({"contract": contract, "declarer": 1, "suit": "eichel", **more},))


EXAMPLES = (
    _sauspiel("61 Augen: gewonnen", "61 card points: won", 61),
    _sauspiel("60 Augen: verloren", "60 card points: lost", 60),
    _sauspiel("90 Augen: noch kein Schneider", "90 card points: not yet Schneider", 90),
    _sauspiel("91 Augen: die Gegner sind Schneider", "91 card points: the others are Schneider", 91),
    _sauspiel("31 Augen: verloren, aber Schneider frei", "31 card points: lost, but clear of Schneider", 31),
    _sauspiel("30 Augen: verloren mit Schneider", "30 card points: lost with Schneider", 30),
    _sauspiel("Alle Stiche: schwarz", "All tricks: schwarz", 120, schwarz="by_declarer"),
    _sauspiel("Alle Augen, aber ein Stich fehlt: nur Schneider", "All points, a trick lost: Schneider only", 120),
    _alone("Solo: einer gegen drei", "Solo: one against three", "solo", points=75),
    _alone("Tout: alle acht Stiche", "Tout: all eight tricks", "solo_tout", made=True),
    _alone("Tout: ein Stich verloren, alles verloren", "Tout: one trick lost, all lost", "solo_tout", made=False),
    _sauspiel("60 Augen, und es war gestoßen", "60 card points, with a Stoß", 60, doubling=1),
    _sauspiel("95 Augen mit Stoß und Gegenstoß", "95 card points, doubled and redoubled", 95, doubling=2),
)
