"""How hands of Bauerntarock read: sentences, slips, and the reasons of every point."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import messages
from scoring.games.bauerntarock import HALF, spatz_points
from scoring.games.bauerntarock_hand import DOUBLINGS
from scoring.games.core import Posting
from scoring.screens.core import AtTable, Hand, Row, Short

WHY = {
    "card_points": gettext_lazy("card points above or below 60"),
    "gmotschd": gettext_lazy("gmotschd: no trick, the Legage forfeited"),
    "spatz_lost": gettext_lazy("Spatz lost"),
    "spatz_lost_last": gettext_lazy("Spatz lost in the last trick"),
    "spatz_won_last": gettext_lazy("last trick won with the Spatz"),
    "spatz_def_lost": gettext_lazy("a defender's Spatz caught"),
    "spatz_def_lost_last": gettext_lazy("a defender's Spatz caught in the last trick"),
    "spatz_def_won_last": gettext_lazy("a defender won the last trick with the Spatz"),
    "sumpern": gettext_lazy("Sumpern counts twice"),
    "doubled": gettext_lazy("doubled: what the doubling adds"),
    "redeal": gettext_lazy("nobody plays: the same dealer deals again"),
}


def signed(points: int) -> str:
    """+15, 0 or −17; a minus is a real one."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def figure(total: int, table: AtTable) -> str:
    """A total: only a minus is written."""
    return signed(total).lstrip("+")


def amount(posting: Posting, table: AtTable) -> str:
    return signed(posting.amount)


def contract_name(key: str, table: AtTable) -> str:
    return messages.contract_name(table.game, key)


# --- sentences -----------------------------------------------------------------------------------------------------


def score_template() -> str:
    """What a hand counts; the phone says it in the same words before anything is saved."""
    return _("%(how)s: %(score)s for %(declarer)s")


def points_part(hand: Hand) -> str:
    if hand.get("gmotschd"):
        return _("gmotschd (no trick)")
    points = hand.get("points", 0)
    if points == HALF and hand.get("spatz", "none") == "none":
        return _("%(points)s card points, exactly half") % {"points": points}
    return _("%(points)s card points") % {"points": points}


def spatz_part(spatz: str) -> str:
    return "" if spatz == "none" else str(WHY[f"spatz_{spatz}"])


def how_part(hand: Hand, table: AtTable) -> str:
    """What was counted, and everything that changes it: 48 Augen, Spatz verloren, gespritzt (×2)."""
    level = hand.get("doubling", 0)
    parts = [points_part(hand), spatz_part(hand.get("spatz", "none"))]
    if hand["bid"] == "sumpern" and table.rules.sumpern_doubles:
        parts.append(str(WHY["sumpern"]))
    if level:
        parts.append(messages.words(DOUBLINGS[level].text))
    return ", ".join(part for part in parts if part)


def reported(hand: Hand, table: AtTable) -> str:
    if hand.get("redeal"):
        return _("Nobody played: dealt again")
    return _("%(bid)s by %(declarer)s, %(how)s") % {
        "bid": contract_name(hand["bid"], table),
        "declarer": table.names[hand["declarer"]],
        "how": how_part(hand, table),
    }


def sentence(row: Row, table: AtTable) -> str:
    hand = row["hand"]
    if hand.get("redeal"):
        return _("Nobody played: %(dealer)s deals again.") % {"dealer": table.names[row["dealer"]]}
    seat = hand["declarer"]
    return score_template() % {
        "how": reported(hand, table),
        "score": signed(row["points"][seat]),
        "declarer": table.names[seat],
    }


# --- the slip and the statistics -----------------------------------------------------------------------------------


def made(row: Row) -> bool | None:
    """Whether it brought the declarer something, the Spatz included; None where it came out even."""
    score: int = row["points"][row["hand"]["declarer"]]
    return None if score == 0 else score > 0


def factor_of(hand: Hand, rules: Any) -> int:
    factor: int = 2 ** (hand.get("doubling", 0) + (hand["bid"] == "sumpern" and rules.sumpern_doubles))
    return factor


def short(row: Row, table: AtTable) -> Short:
    hand = row["hand"]
    if hand.get("redeal"):
        return Short(_("dealt again"))
    counted = [_("gmotschd") if hand.get("gmotschd") else str(hand.get("points", 0))]
    if spatz := spatz_points(hand.get("spatz", "none"), table.rules):
        counted.append(_("Spatz %(points)s") % {"points": signed(spatz)})
    factor = factor_of(hand, table.rules)
    return Short(
        contract_name(hand["bid"], table),
        " · ".join([table.names[hand["declarer"]], *counted]),
        f"×{factor}" if factor > 1 else "",
        made(row),
    )
