"""Schnapsen for two in the words of a help page: how it is scored, and hands that show one rule each.

Where house rules differ, an example says its `value`: a table that counts otherwise refuses it and leaves it out.
"""

from scoring.games.core import Example, Text

HOW = (
    Text(
        "Wer 66 Augen hat und es sagt, gewinnt das Spiel. Es zählt 1, 2 oder 3 Punkte.",
        "Whoever has 66 card points and says so wins the hand. It counts 1, 2 or 3 points.",
    ),
    Text(
        "Hat niemand zugedreht, zählt es 3, wenn der andere keinen Stich hat, 2 bis zu seinen 32 Augen "
        "und 1 ab seinen 33 Augen.",
        "If nobody has closed the talon, it counts 3 if the other has no trick, 2 if he has up to 32 card points "
        "and 1 from 33 on.",
    ),
    Text(
        "20er und 40er zählen nur, wenn man auch einen Stich macht.",
        "Marriages only count for a player who takes a trick.",
    ),
    Text(
        "Wer zudreht, muss 66 sagen. Sagt es niemand, bekommt der andere 2 Punkte, "
        "und 3, wenn er beim Zudrehen noch keinen Stich hatte.",
        "Whoever closes the talon has to claim 66. If nobody does, the other gets 2 points, "
        "and 3 if he had no trick yet at closing.",
    ),
    Text(
        "Ist der Talon aufgebraucht und sagt niemand 66, gewinnt der letzte Stich: 1 Punkt.",
        "If the talon is used up and nobody claims 66, the last trick wins: 1 point.",
    ),
    Text(
        "Wer zu Unrecht 66 sagt, hat das Spiel verloren.",
        "Whoever claims 66 wrongly has lost the hand.",
    ),
    Text(
        "Wer das Ziel erreicht, gewinnt, und der andere bekommt ein Bummerl. Was über das Ziel geht, verfällt.",
        "Whoever reaches the target wins, and the other gets a Bummerl. Points beyond the target are dropped.",
    ),
    Text(
        "Ohne Punkt verloren ist ein Schneider. Einen Punkt vor dem Ziel zu null geführt und doch verloren ist ein "
        "Retourschneider.",
        "Losing without a point is a Schneider. Leading to nil by one point short of the target and still losing is a "
        "Retourschneider.",
    ),
)

EXAMPLES = (
    Example(
        Text("66 gesagt, der andere hat 33 Augen: 1 Punkt", "66 claimed, the other has 33 card points: 1 point"),
        ({"end": "claim", "by": 0, "opp_points": 33, "opp_tricks": 2, "value": 1},),
    ),
    Example(
        Text("66 gesagt, der andere hat nur 32 Augen: 2 Punkte", "66 claimed, the other has only 32: 2 points"),
        ({"end": "claim", "by": 0, "opp_points": 32, "opp_tricks": 2, "value": 2},),
    ),
    Example(
        Text("66 gesagt, der andere hat keinen Stich: 3 Punkte", "66 claimed, the other has no trick: 3 points"),
        ({"end": "claim", "by": 0, "opp_tricks": 0, "value": 3},),
    ),
    Example(
        Text(
            "Talon aufgebraucht, niemand sagt 66: Der letzte Stich zählt 1 Punkt",
            "Talon used up, nobody claims 66: the last trick counts 1 point",
        ),
        ({"end": "last_trick", "by": 0, "winner_points": 62, "opp_points": 58, "value": 1},),
    ),
    Example(
        Text(
            "Zugedreht und nicht 66 gesagt: 2 Punkte für den anderen",
            "Closed and did not claim 66: 2 points for the other",
        ),
        ({"end": "closed_out", "by": 1, "closed_by": 0, "noncloser_tricks_at_close": 1, "value": 2},),
    ),
    Example(
        Text(
            "Zugedreht, als der andere noch keinen Stich hatte, und nicht 66 gesagt: 3 Punkte für den anderen",
            "Closed while the other had no trick, and did not claim 66: 3 points for the other",
        ),
        ({"end": "closed_out", "by": 1, "closed_by": 0, "noncloser_tricks_at_close": 0, "value": 3},),
    ),
    *(
        Example(
            title,
            (
                {
                    "end": "claim",
                    "by": 0,
                    "closed_by": 0,
                    "opp_points": 40,
                    "opp_tricks": 3,
                    "opp_points_at_close": 28,
                    "opp_tricks_at_close": 2,
                    "value": value,
                },
            ),
        )
        for value, title in (
            (
                1,
                Text(
                    "Zugedreht und 66 gesagt, der andere hatte erst 28, dann 40 Augen: Es zählt der Schluss, 1 Punkt",
                    "Closed and claimed, the other had 28, then 40: what he has at the end counts, 1 point",
                ),
            ),
            (
                2,
                Text(
                    "Zugedreht und 66 gesagt, der andere hatte erst 28, dann 40 Augen: Es zählt das Zudrehen, 2 Punkte",
                    "Closed and claimed, the other had 28, then 40: what he had at closing counts, 2 points",
                ),
            ),
        )
    ),
    Example(
        Text(
            "Einer hat zugedreht, der andere sagt zu Recht 66: 2 Punkte, auch gegen 40 Augen",
            "One has closed, the other claims rightly: 2 points, even against 40 card points",
        ),
        (
            {
                "end": "claim",
                "by": 1,
                "closed_by": 0,
                "opp_points": 40,
                "opp_tricks": 3,
                "claimant_tricks_at_close": 1,
                "value": 2,
            },
        ),
    ),
    *(
        Example(title, ({"end": "false_claim", "by": 0, "opp_points": 40, "opp_tricks": 3, "value": value},))
        for value, title in (
            (
                2,
                Text("Zu Unrecht 66 gesagt: 2 Punkte für den anderen", "66 claimed wrongly: 2 points for the other"),
            ),
            (
                1,
                Text(
                    "Zu Unrecht 66 gesagt, der andere hat 40 Augen: Er bekommt so viel, wie es gezählt hätte, 1 Punkt",
                    "66 claimed wrongly against 40: the other gets what the claimant would have won, 1 point",
                ),
            ),
        )
    ),
)
