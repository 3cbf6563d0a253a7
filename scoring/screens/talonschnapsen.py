"""Talonschnapsen on the phone: the caller won or lost and 1, 2 or 3; or a contract; or who lost the decider.

While two are tied at the bottom (house rule `tie_rule`) the form is another one: it asks for the decider only.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import messages
from scoring.forms import number
from scoring.games.talonschnapsen import SETTING
from scoring.games.talonschnapsen_decider import FIELDS as OF_A_DECIDER
from scoring.games.talonschnapsen_decider import is_decider
from scoring.screens import contracts, contracts_words
from scoring.screens.core import FAMILY_WHY, AtTable, Hand, Posted, Row, Screen, Short

MADE = {"made": True, "lost": False}
"""`pick=normal-made`: the plain game, won by the caller."""


def hand_of(posted: Posted, table: AtTable) -> dict[str, Any]:
    """The form itself says which one it is, so that it is the same hand also when the decider is over."""
    if any(name in posted for name in OF_A_DECIDER):
        seats = [number(seat) for seat in posted.get("decider", "").split()]
        return {"decider": seats, "decider_loser": number(posted.get("decider_loser"))}
    return contracts.hand_of(posted, lambda picked, caller: MADE.get(picked))


def chosen_of(hand: Hand, table: AtTable) -> dict[str, str]:
    if is_decider(hand):
        return {"decider_loser": str(hand["decider_loser"])}
    return contracts.chosen_of(hand, "made" if hand["made"] else "lost")


# --- the form ------------------------------------------------------------------------------------------------------


def form(table: AtTable, chosen: Mapping[str, str], hand: Hand | None) -> dict[str, Any]:
    if table.play.tied:
        return decider_form(table, hand)
    drawn_for = chosen.get("rotation", "")
    if hand is None and drawn_for not in ("", str(table.play.caller)) and not chosen.get("caller"):
        # The deal has moved on meanwhile, but it was that player's game.
        chosen = {**chosen, "caller": drawn_for}
    return {
        "chosen": chosen,
        **contracts.form(table, SETTING, ends(table), chosen, hand),
        "plain_asked": messages.words(SETTING.contracts["normal"].name),
        "plain": [
            {"value": f"{contracts.PLAIN}made", "name": _("Caller won"), "css": "yes", "by_caller": True},
            {"value": f"{contracts.PLAIN}lost", "name": _("Caller lost"), "css": "no", "by_caller": True},
        ],
        "preview": preview(table),
    }


def ends(table: AtTable) -> tuple[str, ...]:
    """How a plain game in which nobody said 66 ends is a house rule."""
    unclaimed = "last_trick" if table.rules.normal_last_trick == "counts" else "caller_short"
    return ("points", unclaimed, "false_claim")


def decider_form(table: AtTable, hand: Hand | None) -> dict[str, Any]:
    """Who of those who are tied has lost: one tap. `hand` names them in the order in which it was reported."""
    tied = table.play.tied
    return {
        "caller_seat": str(table.play.caller),
        "tied": [(str(seat), table.names[seat]) for seat in tied],
        "decider": " ".join(str(seat) for seat in (hand or {}).get("decider", tied)),
        "preview": {**preview(table), "tied": True},
    }


def decider_next(table: AtTable) -> bool:
    return bool(table.play.tied)


def preview(table: AtTable) -> dict[str, Any]:
    rules = table.rules
    return {
        **contracts.preview(table, SETTING),
        "byCaller": True,
        "gets": _("%(side)s gets"),
        "getEach": _("%(side)s get each"),
        "decider": rules.tie_rule == "decider" and rules.bummerl_rule == "lowest",
        "deciderName": decider_name(),
    }


def turn(table: AtTable, hand: Hand | None) -> list[tuple[str, str]]:
    if table.play.tied:
        return [(contracts_words.in_words(table.play.tied, table), _("play for the Bummerl"))]
    return contracts.turn(table, hand)


# --- in words ------------------------------------------------------------------------------------------------------

WHY = {
    **FAMILY_WHY,
    "caller_short": gettext_lazy("the caller was short of 66"),
    "made": gettext_lazy("contract made: its whole value for the declarer"),
    "failed_each": gettext_lazy("contract lost: its full value for each of the other two"),
    "lowest": gettext_lazy("fewest points when the target was reached"),
    "below_target": gettext_lazy("did not reach the target"),
    "decider": gettext_lazy("lost the decider"),
    "retour3": gettext_lazy("Retourschneider: both were one point short, and the winner came from 0"),
}


def decider_name() -> str:
    return _("Decider")


def decided(hand: Hand, table: AtTable) -> str:
    return _("Decider between %(names)s: lost by %(loser)s") % {
        "names": contracts_words.in_words(sorted(hand["decider"]), table),
        "loser": table.names[hand["decider_loser"]],
    }


def sentence(row: Row, table: AtTable) -> str:
    hand = row["hand"]
    if is_decider(hand):
        return decided(hand, table)
    return contracts_words.sentence(row, table, SETTING) + contracts_words.how_part(hand, WHY)


def reported(hand: Hand, table: AtTable) -> str:
    return decided(hand, table) if is_decider(hand) else contracts_words.reported(hand, table)


def short(row: Row, table: AtTable) -> Short:
    hand = row["hand"]
    if is_decider(hand):
        return Short(decider_name(), table.names[hand["decider_loser"]], made=False)
    said = contracts_words.short(hand, table)
    return replace(said, text=f"{said.text} {hand['grade']}") if "grade" in hand else said


def undecided(table: AtTable) -> str:
    if not table.play.tied:
        return ""
    tied = messages.together([table.names[seat] for seat in table.play.tied])
    return _("The decider between %(names)s is still to be played. Without it this leg counts for nobody.") % {
        "names": tied
    }


SCREEN = Screen(
    undecided=undecided,
    hand_of=hand_of,
    chosen_of=chosen_of,
    form=form,
    fields=(*contracts.FIELDS, *OF_A_DECIDER),
    result=(*contracts.RESULT, *OF_A_DECIDER),
    turn=turn,
    sentence=sentence,
    reported=reported,
    short=short,
    why=WHY,
    contract_name=contracts_words.contract_name,
    scripts=contracts.SCRIPTS,
    form_changes=decider_next,
)
