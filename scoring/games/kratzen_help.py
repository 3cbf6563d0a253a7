"""Kratzen explained: how it is scored by a table's rules, and hands that show one rule each.

The examples are hands of a table whose last seat deals first, as on a sheet that names no first dealer; a first deal is
always a Muss. Source: the scoring rules, section B.
"""

from collections.abc import Mapping
from typing import Any

from scoring.games.core import Example, Text
from scoring.games.kratzen_options import HouseRules

_CUTS = Text(
    "Wird ein Siebener, eine Sau oder der Weli abgehoben, zahlen manche noch einmal, und das Geben kann wandern.",
    "If a Seven, a Sau or the Weli is cut, some pay once more, and the deal can move on.",
)
_ANTES = Text(
    "In einem Muss zahlt jeder einen Einsatz in den Topf und der Geber noch einen; sonst zahlt nur der Geber.",
    "In a Muss everybody pays an ante into the pot and the dealer a second one; else only the dealer pays.",
)
_WHO_PLAYS = Text(
    "Im Muss spielen alle, und der Geber ist Schläger; sonst spielt der Schläger mit denen, die mitgehen.",
    "In a Muss everybody plays and the dealer is the striker; else the striker plays with those who go along.",
)
_TARGET = Text(
    "Der Schläger braucht zwei Stiche, jeder andere einen. Ist in einem gewöhnlichen Spiel ein Siebener Trumpf, wird es"
    " ein Siebener-Muss: Alle spielen, und jedem genügt einer.",
    "The striker needs two tricks, everybody else one. If a Seven is trump in a normal deal, it becomes a"
    " Siebener-Muss: everybody plays, and one is enough for each.",
)
_TARGET_IN_MUSS = Text(
    "Auch im Muss genügt dem Schläger ein Stich, wenn ein Siebener Trumpf ist.",
    "In a Muss too one trick is enough for the striker if a Seven is trump.",
)
_QUARTER = Text(
    "In einem gewöhnlichen Spiel ist ein Stich ein Viertel vom Topf wert, auf ganze Münzen abgerundet.",
    "In a normal deal a trick is worth a quarter of the pot, rounded down to whole coins.",
)
_REST = {
    "pot": Text("Der Rest bleibt im Topf.", "What is left over stays in the pot."),
    "striker": Text("Den Rest bekommt der Schläger.", "What is left over goes to the striker."),
}
_MUSS_PAYS = {
    False: Text(
        "Im Muss und im Siebener-Muss wird nichts ausgezahlt.", "In a Muss or Siebener-Muss nothing is paid out."
    ),
    True: Text(
        "Auch im Muss und im Siebener-Muss bringt jeder Stich ein Viertel.",
        "In a Muss or Siebener-Muss every trick brings a quarter too.",
    ),
}
_NO_SHARE = Text(
    "Wer Strafe zahlt, bekommt für seine Stiche nichts.",
    "Whoever pays a penalty gets nothing for his tricks.",
)
_PENALTY = Text(
    "Wer zu wenig Stiche hat, zahlt so viel in den Topf, wie beim Ausspielen darin war; der Schläger das Doppelte.",
    "Whoever is short of tricks pays into the pot what was in it when play began; the striker pays twice that.",
)
_SINGLE = Text("Im Siebener-Muss zahlt auch er einfach.", "In a Siebener-Muss he pays it once too.")
_LIMIT = Text(
    "Mehr als die Grenze wird für die Strafe nie gerechnet.",
    "A penalty is never reckoned from more than the limit.",
)
_NEXT = Text(
    "Das erste Spiel ist ein Muss, ebenso jedes nach einem gewöhnlichen Spiel, das ohne Strafe abgerechnet wurde; "
    "nach jedem anderen kommt ein gewöhnliches.",
    "The first deal is a Muss, and so is every one after a normal deal that was settled without a penalty; "
    "after any other comes a normal one.",
)
_ALONE = {
    "striker_takes_pot": Text(
        "Geht niemand mit, gehört der ganze Topf dem Schläger, und ein Muss kommt.",
        "If nobody goes along, the whole pot is the striker's, and a Muss comes next.",
    ),
    "void": Text(
        "Geht niemand mit, bleibt alles im Topf, und der Nächste gibt.",
        "If nobody goes along, all stays in the pot, and the next one deals.",
    ),
}
_SUM = Text(
    "Was gewonnen wird, kommt aus dem Topf: Was alle zusammen verloren haben, liegt darin.",
    "What is won comes out of the pot: it holds what all together have lost.",
)


def how(rules: HouseRules) -> tuple[Text, ...]:
    """The sentences in the order of a deal."""
    return (
        _ANTES,
        _CUTS,
        _WHO_PLAYS,
        _TARGET,
        *([_TARGET_IN_MUSS] if rules.seven_target_in_muss else []),
        _together(_QUARTER, _REST[rules.remainder]),
        _MUSS_PAYS[rules.muss_payout],
        *([] if rules.failed_keep_share else [_NO_SHARE]),
        _together(
            _PENALTY,
            *([_SINGLE] if rules.seven_muss_striker_penalty == "single" else []),
            *([_LIMIT] if rules.pot_limit else []),
        ),
        _ALONE[rules.all_drop],
        _NEXT,
        _SUM,
    )


def _together(*texts: Text) -> Text:
    return Text(" ".join(text.de for text in texts), " ".join(text.en for text in texts))


def examples(seats: int) -> tuple[Example, ...]:
    """The examples for so many players; who is not spoken of takes no trick."""

    def tricks(*taken: int) -> list[int]:
        return [*taken, *[0] * (seats - len(taken))]

    def muss(striker: int, *others: int) -> dict[str, Any]:
        return {"tricks": [*others, *[0] * (seats - 1 - len(others)), striker]}

    def normal(*taken: int, **more: Any) -> Mapping[str, Any]:
        return {"contract": "schlagen", "striker": 0, "active": [0, 1, 2], "tricks": tricks(*taken), **more}

    three = seats == 3
    first = muss(2, 2) if three else muss(2, 1, 1)

    def after_a_muss(de: str, en: str, hand: Mapping[str, Any]) -> Example:
        return Example(Text(de, en), (first, hand))

    return (
        Example(Text("Muss: wer ohne Stich bleibt", "Muss: whoever takes no trick"), (first,)),
        Example(
            Text("Muss: ein Stich ist für den Schläger zu wenig", "Muss: one trick is too few for the striker"),
            (muss(1, 2, 1) if three else muss(1, 1, 1, 1),),
        ),
        Example(
            Text("Sau abgehoben: der Nächste zahlt und gibt", "A Sau is cut: the next one pays and deals"),
            ({"cuts": ["sow"], "tricks": tricks(2, 1, 1)},),
        ),
        Example(
            Text("Zwei Säue, dann der Weli", "Two Säue, then the Weli"),
            ({"cuts": ["two_sows", "weli"], "tricks": tricks(1, 2, 1)},),
        ),
        after_a_muss(
            "Gewöhnliches Spiel ohne Strafe: nachher kommt ein Muss",
            "Normal deal, no penalty: a Muss comes next",
            normal(2, 1, 1),
        ),
        after_a_muss("Mitgegangen und ohne Stich", "Went along and took no trick", normal(3, 1)),
        after_a_muss("Der Schläger macht nur einen Stich", "The striker takes one trick only", normal(1, 2, 1)),
        after_a_muss("Niemand geht mit", "Nobody goes along", {"contract": "schlagen", "striker": 0, "active": [0]}),
        after_a_muss("Alle sagen weiter", "Everybody says Weiter", {"thrown_in": True}),
        after_a_muss(
            "Siebener-Muss: jedem genügt ein Stich",
            "Siebener-Muss: one trick is enough for everybody",
            {"trump_seven": True, "tricks": tricks(1, 2, 1) if three else tricks(1, 1, 1, 1)},
        ),
        after_a_muss(
            "Siebener-Muss: der Schläger bleibt ohne Stich",
            "Siebener-Muss: the striker takes no trick",
            {"trump_seven": True, "tricks": tricks(0, 2, 2) if three else tricks(0, 2, 1, 1)},
        ),
    )
