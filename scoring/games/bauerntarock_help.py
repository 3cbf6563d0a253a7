"""Bauerntarock explained: how it is scored in sentences, and hands that show one rule each.

The declarers of the examples are never the dealer, so that they also fit a
table where the dealer sits out: the last seat deals first.
"""

from typing import Any

from scoring.games.bauerntarock_options import HouseRules
from scoring.games.core import Example, Text

_HOW = (
    Text(
        "Einer spielt allein gegen alle anderen. Angeschrieben wird nur bei ihm.",
        "One player, the declarer, plays alone against all the others. Only the declarer's score moves.",
    ),
    Text(
        "Er zählt die Augen seiner Stiche und die Legage: den Talon beim Sumpern, das Abgelegte beim Hineinschauen.",
        "The declarer counts the card points of the tricks and the Legage: the talon (Sumpern) or the discards "
        "(Hineinschauen).",
    ),
    Text(
        "Im Paket sind 120 Augen. Was über 60 ist, ist plus, was auf 60 fehlt, minus; genau 60 ist nichts.",
        "There are 120 card points. What is above 60 counts plus, what is missing to 60 minus; exactly 60 is nothing.",
    ),
    Text(
        "Wer gar keinen Stich macht, ist gmotschd: Die Legage gehört den Gegnern, er hat 0 Augen.",
        "A declarer without any trick is gmotschd: the Legage goes to the defenders, that makes 0 card points.",
    ),
    Text(
        "Was der Spatz (die Herz-Sechs) kostet oder bringt, kommt dazu.",
        "What the Spatz (the six of hearts) costs or brings is added.",
    ),
    Text("Schneider und Schwarz gibt es nicht.", "There is no Schneider and no Schwarz."),
    Text(
        "Spielt keiner, wird nichts geschrieben, und derselbe gibt noch einmal.",
        "If nobody plays, nothing is written, and the same dealer deals again.",
    ),
)
_DOUBLED = Text("Jeder Spritzer verdoppelt alles, auch den Spatz.", "Every doubling doubles everything, the Spatz too.")
_END = {
    "complete_round": ("die Runde wird fertig gespielt", "the round is played out"),
    "immediate": ("es ist sofort aus", "it is over at once"),
}


def how(rules: HouseRules) -> tuple[Text, ...]:
    de, en = _END[rules.finish]
    more = rules.last_place_extra
    return (
        *_HOW,
        *([_DOUBLED] if rules.max_doubling else []),
        Text(
            f"Hat einer {rules.threshold} Punkte, geht es ans Ende: {de}.",
            f"At {rules.threshold} points it ends: {en}.",
        ),
        Text(
            "Bezahlt wird am Schluss: jeder dem Ersten, was ihm auf ihn fehlt"
            + (f", und der Letzte noch {more} Punkte dazu." if more else "."),
            "It is paid at the end: everybody pays the first what is missing to his total"
            + (f", and the last {more} points more." if more else "."),
        ),
    )


def _example(de: str, en: str, **hand: Any) -> Example:
    return Example(Text(de, en), ({"declarer": 0, "bid": "hineinschauen", **hand},))


EXAMPLES = (
    _example("Knapp über der Hälfte: 61 Augen", "Just above half: 61 card points", points=61),
    _example("Genau die Hälfte: 60 Augen", "Exactly half: 60 card points", points=60),
    _example("Knapp darunter: 59 Augen, das ist minus", "Just below: 59 card points, that is minus", points=59),
    _example("91 Augen: kein Zuschlag für Schneider", "91 card points: nothing extra for Schneider", points=91),
    _example("Aus der Hand: Sumpern mit 75 Augen", "From the hand: Sumpern with 75", bid="sumpern", points=75),
    _example("Gespritzt und Resi gesagt", "Doubled, and answered with Resi", points=75, doubling=2),
    _example("Den Spatz verloren", "The Spatz lost", points=64, spatz="lost"),
    _example("Den Spatz im letzten Stich verloren", "The Spatz lost in the last trick", points=70, spatz="lost_last"),
    _example(
        "Letzter Stich mit dem Spatz, gespritzt: auch der Spatz zählt doppelt",
        "Last trick won with the Spatz, doubled: the Spatz is doubled too",
        points=70,
        spatz="won_last",
        doubling=1,
    ),
    _example("Einen Spatz der Gegner gefangen", "A defender's Spatz caught", points=70, spatz="def_lost"),
    _example("Gmotschd: kein einziger Stich", "Gmotschd: no trick at all", points=0, gmotschd=True),
    Example(
        Text("Keiner spielt: derselbe gibt noch einmal", "Nobody plays: the same dealer deals again"),
        ({"redeal": True},),
    ),
)
