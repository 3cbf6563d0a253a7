"""Kratzen explained: how it is scored in a few sentences, and hands that show one rule each.

The examples are hands of four players whose last seat deals first, as on a sheet that names no first dealer; a first
deal is always a Muss. Source: the scoring rules, section B.
"""

from collections.abc import Mapping
from typing import Any

from scoring.games.core import Example, Text

HOW = (
    Text(
        "In einem Muss zahlt jeder einen Einsatz in den Topf und der Geber noch einen; sonst zahlt nur der Geber.",
        "In a Muss everybody pays an ante into the pot and the dealer a second one; else only the dealer pays.",
    ),
    Text(
        "Wird ein Siebener, eine Sau oder der Weli abgehoben, zahlen manche noch einmal, und das Geben kann wandern.",
        "If a Seven, a Sau or the Weli is cut, some pay once more, and the deal can move on.",
    ),
    Text(
        "Im Muss spielen alle, und der Geber ist Schläger; sonst spielt der Schläger mit denen, die mitgehen.",
        "In a Muss everybody plays and the dealer is the striker; else the striker plays with those who go along.",
    ),
    Text(
        "In der Regel braucht der Schläger zwei Stiche, jeder andere einen; macht ein Siebener als Trumpf aus einem "
        "gewöhnlichen Spiel ein Siebener-Muss, spielen alle und jedem genügt einer.",
        "As a rule the striker needs two tricks, everybody else one; if a Seven as trump turns a normal deal into a "
        "Siebener-Muss, everybody plays and one is enough for each.",
    ),
    Text(
        "In einem gewöhnlichen Spiel ist ein Stich ein Viertel vom Topf wert, auf ganze Münzen abgerundet.",
        "In a normal deal a trick is worth a quarter of the pot, rounded down to whole coins.",
    ),
    Text(
        "Wer zu wenig Stiche hat, zahlt Strafe in den Topf: berechnet wird sie von dem, was beim Ausspielen darin lag, "
        "höchstens aber von der Grenze, die am Tisch gilt.",
        "Whoever is short of tricks pays a penalty into the pot: it is reckoned from what was in it when play began, "
        "but from no more than the limit of the table.",
    ),
    Text(
        "Das erste Spiel ist ein Muss, ebenso jedes nach einem gewöhnlichen Spiel, das ohne Strafe abgerechnet wurde; "
        "nach jedem anderen kommt ein gewöhnliches.",
        "The first deal is a Muss, and so is every one after a normal deal that was settled without a penalty; "
        "after any other comes a normal one.",
    ),
    Text(
        "Was gewonnen wird, kommt aus dem Topf: alle Guthaben und der Topf sind zusammen immer null.",
        "What is won comes out of the pot: all balances and the pot are nil together, always.",
    ),
)

_MUSS: Mapping[str, Any] = {"tricks": [1, 1, 0, 2]}


def _normal(*tricks: int, active: tuple[int, ...], **more: Any) -> Mapping[str, Any]:
    return {"contract": "schlagen", "striker": 0, "active": list(active), "tricks": list(tricks), **more}


EXAMPLES = (
    Example(
        Text("Muss: ein Mitspieler bleibt ohne Stich", "Muss: one player takes no trick"),
        (_MUSS,),
    ),
    Example(
        Text("Muss: ein Stich ist für den Schläger zu wenig", "Muss: one trick is too few for the striker"),
        ({"tricks": [1, 1, 1, 1]},),
    ),
    Example(
        Text("Sau abgehoben: der Nächste zahlt und gibt", "A Sau is cut: the next one pays and deals"),
        ({"cuts": ["sow"], "tricks": [2, 1, 1, 0]},),
    ),
    Example(
        Text("Zwei Säue, dann der Weli", "Two Säue, then the Weli"),
        ({"cuts": ["two_sows", "weli"], "tricks": [1, 2, 1, 0]},),
    ),
    Example(
        Text("Gewöhnliches Spiel ohne Strafe: nachher kommt ein Muss", "Normal deal, no penalty: a Muss comes next"),
        (_MUSS, _normal(2, 1, 1, 0, active=(0, 1, 2))),
    ),
    Example(
        Text("Mitgegangen und ohne Stich", "Went along and took no trick"),
        (_MUSS, _normal(3, 1, 0, 0, active=(0, 1, 2))),
    ),
    Example(
        Text("Der Schläger macht nur einen Stich", "The striker takes one trick only"),
        (_MUSS, _normal(1, 2, 1, 0, active=(0, 1, 2))),
    ),
    Example(
        Text("Niemand geht mit", "Nobody goes along"),
        (_MUSS, {"contract": "schlagen", "striker": 0, "active": [0]}),
    ),
    Example(
        Text("Alle sagen weiter", "Everybody says Weiter"),
        (_MUSS, {"thrown_in": True}),
    ),
    Example(
        Text("Siebener-Muss: jedem genügt ein Stich", "Siebener-Muss: one trick is enough for everybody"),
        (_MUSS, {"trump_seven": True, "tricks": [1, 1, 1, 1]}),
    ),
    Example(
        Text("Siebener-Muss: der Schläger bleibt ohne Stich", "Siebener-Muss: the striker takes no trick"),
        (_MUSS, {"trump_seven": True, "tricks": [0, 2, 1, 1]}),
    ),
)
