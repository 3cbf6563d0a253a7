"""Bauerntarock on the phone: who played, and what he counted, on a pad of big figures.

Nothing has to be picked first: a name opens the rest, and Hineinschauen is chosen already. So the commonest hand is
four taps: the name, two figures, save.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import messages
from scoring.forms import number
from scoring.games.bauerntarock import HALF, WON_A_TRICK, deals_left, score_postings, spatz_points
from scoring.games.bauerntarock_hand import BIDS, DOUBLINGS, SPATZ
from scoring.games.bauerntarock_hand import Hand as Told
from scoring.games.card_points import PACK_POINTS
from scoring.screens.bauerntarock_words import (
    WHY,
    amount,
    contract_name,
    figure,
    points_part,
    reported,
    score_template,
    sentence,
    short,
    signed,
    spatz_part,
)
from scoring.screens.core import AtTable, Hand, Posted, Screen, points_of, titles_of

FIELDS = ("declarer", "bid", "points", "gmotschd", "doubling", "spatz", "redeal", "sits_out")


def hand_of(posted: Posted, table: AtTable) -> dict[str, Any]:
    """Who sits out is who was to when the form was drawn (`rotation`), unless the form names somebody else: so the same
    form says the same hand however often and late it arrives."""
    sitter = number(posted.get("sits_out"))
    if sitter is None and table.play.dealer_sits_out:
        sitter = number(posted.get("rotation"))
    if posted.get("redeal"):
        return {"redeal": True} if sitter is None else {"redeal": True, "sits_out": sitter}
    hand = {
        "declarer": number(posted.get("declarer")),
        "bid": posted.get("bid") or None,
        "points": points_of(posted),
        "gmotschd": True if posted.get("gmotschd") else None,
        "doubling": number(posted.get("doubling")),
        "spatz": posted.get("spatz") or None,
        "sits_out": sitter,
    }
    return {name: value for name, value in hand.items() if value is not None}


def chosen_of(hand: Hand, table: AtTable) -> dict[str, str]:
    """Who sat out is the `rotation` of that form."""
    if hand.get("redeal"):
        return {"redeal": "1"}
    chosen = {name: str(hand[name]) for name in ("declarer", "bid", "points", "doubling", "spatz") if name in hand}
    return {**chosen, "gmotschd": "1"} if hand.get("gmotschd") else chosen


def sitter_of(table: AtTable, hand: Hand | None) -> int:
    """Who deals, and sits out where the dealer does: as was said of the hand, else whose turn it is."""
    seat: int = (hand or {}).get("sits_out", table.play.dealer)
    return seat


def turn(table: AtTable, hand: Hand | None) -> list[tuple[str, str]]:
    deals = _("deals and sits out") if table.play.dealer_sits_out else _("deals")
    return [(table.names[sitter_of(table, hand)], deals)]


# --- what everybody wants to see big -------------------------------------------------------------------------------


def facts(table: AtTable) -> list[tuple[str, str]]:
    """The target, or once it is reached how many hands are left; and who leads."""
    target, left = str(table.rules.threshold), deals_left(table.play)
    title = next(messages.words(one.title) for one in table.game.options if one.name == "threshold")
    ahead = (_("Leading"), leading(table))
    if left is None:
        return [(title, target), ahead]
    if left == len(table.names):
        return [(_("Tie: one more round"), hands_left(left)), ahead]
    return [(_("%(target)s reached") % {"target": target}, hands_left(left)), ahead]


def hands_left(count: int) -> str:
    if not count:
        return _("finished")
    return ngettext("%(count)d hand left", "%(count)d hands left", count) % {"count": count}


def leading(table: AtTable) -> str:
    totals = table.play.totals
    if max(totals) == min(totals):
        return _("all level")
    return messages.together([name for name, total in zip(table.names, totals, strict=True) if total == max(totals)])


# --- the form ------------------------------------------------------------------------------------------------------


def form(table: AtTable, chosen: Mapping[str, str], hand: Hand | None) -> dict[str, Any]:
    rules, play = table.rules, table.play
    rotation = sitter_of(table, hand) if play.dealer_sits_out else play.dealer
    return {
        "caller_seat": str(rotation),
        "titles": titles_of(table.game),
        "with_sitter": play.dealer_sits_out,
        "bids": [{"key": bid.key, "name": messages.words(bid.name)} for bid in BIDS],
        "levels": [
            {"level": str(one.value), "name": messages.words(one.text)} for one in DOUBLINGS[: rules.max_doubling + 1]
        ]
        if rules.max_doubling
        else [],
        "spatz_groups": spatz_groups(table),
        "keys": ("1", "2", "3", "back", "4", "5", "6", "gmotschd", "7", "8", "9", "0"),
        "preview": preview(table),
    }


def spatz_groups(table: AtTable) -> list[list[dict[str, str]]]:
    """What can become of the declarer's Spatz and, where it counts at this table, of a defender's."""
    told = [
        {
            "key": str(one.value),
            "name": messages.words(one.text),
            "worth": signed(worth) if (worth := spatz_points(str(one.value), table.rules)) else "",
        }
        for one in SPATZ
    ]
    own = [one for one in told if not one["key"].startswith("def_")]
    return [own] if table.rules.spatz_scope == "declarer" else [own, [one for one in told if one not in own]]


def preview(table: AtTable) -> dict[str, Any]:
    """What the phone needs to say what a hand counts, and to count on without signal."""
    rules, play, seats = table.rules, table.play, len(table.names)
    levels = range(rules.max_doubling + 1)
    return {
        "names": list(table.names),
        "sides": table.sides,
        "withSitter": play.dealer_sits_out,
        "pack": PACK_POINTS,
        "half": HALF,
        "factors": {bid.key: [worth_of_a_point(bid.key, level, rules) for level in levels] for bid in BIDS},
        "spatz": {str(one.value): spatz_points(str(one.value), rules) for one in SPATZ},
        "takesTrick": WON_A_TRICK,
        # the end of the sheet
        "threshold": rules.threshold,
        "atOnce": rules.finish == "immediate",
        "everyHand": rules.finish == "immediate" or rules.end_check == "latched",
        "tiesGoOn": rules.tie_winner == "play_on",
        "deals": play.deals,
        "reached": play.reached,
        # words
        "template": score_template(),
        "bids": {bid.key: messages.words(bid.name) for bid in BIDS},
        "points": points_part({"points": "%(points)s"}),
        "halfPoints": points_part({"points": HALF}),
        "gmotschd": points_part({"gmotschd": True}),
        "doubled": ["", *(messages.words(one.text) for one in DOUBLINGS[1:])],
        "spatzSaid": {str(one.value): spatz_part(str(one.value)) for one in SPATZ},
        "sumpern": str(WHY["sumpern"]) if rules.sumpern_doubles else "",
        "redealt": _("dealt again"),
        "left": [hands_left(count) for count in range(seats + 1)],
        "level": _("all level"),
        "pair": _("%(first)s and %(last)s"),
    }


def worth_of_a_point(bid: str, level: int, rules: Any) -> int:
    """What one card point above half is worth."""
    hand = Told(declarer=0, bid=bid, points=HALF + 1, doubling=level)
    return sum(posting.amount for posting in score_postings(hand, rules))


SCREEN = Screen(
    hand_of=hand_of,
    chosen_of=chosen_of,
    form=form,
    fields=FIELDS,
    result=("declarer", "bid", "points", "gmotschd", "doubling", "spatz", "redeal"),
    turn=turn,
    sentence=sentence,
    reported=reported,
    short=short,
    why=WHY,
    contract_name=contract_name,
    scripts=("card_points.js", "bauerntarock.js"),
    facts=facts,
    figure=figure,
    amount=amount,
    money_rules=("point_value", "last_place_extra"),
)
