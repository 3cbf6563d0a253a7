"""Bauernschnapsen on the phone: which pair won and 1, 2 or 3; or a contract, its declarer, made or lost."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring import messages
from scoring.games.bauernschnapsen import SETTING
from scoring.games.family_hand import DECIDED_BY
from scoring.screens import contracts, contracts_words
from scoring.screens.core import FAMILY_WHY, AtTable, Hand, Posted, Row, Screen, Short, never


def hand_of(posted: Posted, table: AtTable) -> dict[str, Any]:
    return contracts.hand_of(posted, made_of)


def made_of(winner: str, caller: object) -> bool | None:
    """`pick=normal-0`: the plain game, won by side 0."""
    return caller % SETTING.sides == int(winner) if isinstance(caller, int) and winner in ("0", "1") else None


def chosen_of(hand: Hand, table: AtTable) -> dict[str, str]:
    return contracts.chosen_of(hand, str(winning_side(hand)))


def winning_side(hand: Hand) -> int:
    """The side that got the points of a recorded hand."""
    (side,) = contracts_words.winners_of(hand, SETTING)
    return side


def form(table: AtTable, chosen: Mapping[str, str], hand: Hand | None) -> dict[str, Any]:
    return {
        **contracts.form(table, SETTING, DECIDED_BY, chosen, hand),
        "plain_asked": _("Plain game: who won?"),
        "plain": [
            {"value": f"{contracts.PLAIN}{side}", "name": names, "css": f"side-{side}"}
            for side, names in enumerate(table.sides)
        ],
    }


def sentence(row: Row, table: AtTable) -> str:
    """Of a plain game only who got it is of interest, not whose turn it was to call."""
    hand = row["hand"]
    if hand["contract"] != "normal":
        return contracts_words.sentence(row, table, SETTING)
    winner = winning_side(hand)
    return _("%(contract)s%(doubled)s: %(points)s for %(side)s%(how)s") % {
        "contract": contracts_words.contract_name("normal", table),
        "doubled": messages.doubled_part(hand.get("doubling", 0)),
        "points": row["points"][winner],
        "side": table.sides[winner],
        "how": contracts_words.how_part(hand, FAMILY_WHY),
    }


def reported(hand: Hand, table: AtTable) -> str:
    if hand["contract"] == "normal":
        return f"{contracts_words.named(hand, table)}: {table.sides[winning_side(hand)]}"
    return contracts_words.reported(hand, table)


def short(row: Row, table: AtTable) -> Short:
    hand, factor = row["hand"], 2 ** row["hand"].get("doubling", 0)
    if hand["contract"] == "normal":
        return Short(str(hand.get("grade") or max(row["points"]) // factor), factor=contracts_words.factor(hand))
    return contracts_words.short(hand, table)


SCREEN = Screen(
    hand_of=hand_of,
    chosen_of=chosen_of,
    form=form,
    fields=contracts.FIELDS,
    result=contracts.RESULT,
    turn=contracts.turn,
    sentence=sentence,
    reported=reported,
    short=short,
    why=FAMILY_WHY,
    contract_name=contracts_words.contract_name,
    scripts=contracts.SCRIPTS,
    form_changes=never,
)
