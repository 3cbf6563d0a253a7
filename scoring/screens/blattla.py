"""Blattla on the phone: whose game, which with its suit in one tap, the partner, the card points.

`pick` says the contract and its suit together (`sauspiel-gras`), so that the commonest hand is six taps: declarer,
game, partner, two figures, save.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubs.messages import money
from scoring import messages
from scoring.forms import number
from scoring.games.blattla import PLAYERS
from scoring.games.blattla_hand import BY_KEY, CONTRACTS, SUITS, TRUMPS_OF_A_SAUSPIEL
from scoring.games.card_points import PACK_POINTS
from scoring.games.core import Choice
from scoring.screens.blattla_words import (
    WHY,
    amount,
    contract_name,
    doubling_words,
    figure,
    game_name,
    reported,
    result_words,
    sentence,
    short,
    worth_of,
)
from scoring.screens.core import AtTable, Hand, Posted, Screen, points_of, titles_of

FIELDS = (
    "contract",
    "declarer",
    "partner",
    "suit",
    "points",
    "schwarz",
    "made",
    "doubling",
    "passed",
    "sits_out",
)

NOBODY_CAN_HAVE = (1, PACK_POINTS - 1)


def hand_of(posted: Posted, table: AtTable) -> dict[str, Any]:
    """What the chosen contract does not ask for is hidden in the form and left out of the hand.

    Who dealt and sits out is who was to deal when the form was drawn (`rotation`), unless the form names somebody else:
    so the same form says the same hand however often and late it arrives.
    """
    sitter = number(posted.get("sits_out"))
    if sitter is None and len(table.names) > PLAYERS:
        sitter = number(posted.get("rotation"))
    hand: dict[str, Any] = {"sits_out": sitter}
    if posted.get("passed"):
        hand["passed"] = True
    else:
        contract, _dash, suit = posted.get("pick", "").partition("-")
        hand |= {
            "contract": contract or None,
            "suit": suit or None,
            "declarer": number(posted.get("declarer")),
            "doubling": number(posted.get("doubling")),
        }
        if contract == "sauspiel":
            hand["partner"] = number(posted.get("partner"))
        if contract == "solo_tout":
            hand["made"] = {"1": True, "0": False}.get(posted.get("made", ""))
        else:
            hand["points"] = points = points_of(posted)
            if posted.get("schwarz"):
                hand["schwarz"] = "by_defenders" if points == 0 else "by_declarer"
    return {name: value for name, value in hand.items() if value is not None}


def chosen_of(hand: Hand, table: AtTable) -> dict[str, str]:
    """Who sat out is the `rotation` of that form."""
    if hand.get("passed"):
        return {"passed": "1"}
    chosen = {"pick": f"{hand['contract']}-{hand['suit']}", "doubling": str(hand.get("doubling", 0))}
    chosen |= {name: str(hand[name]) for name in ("declarer", "partner", "points") if name in hand}
    if "schwarz" in hand:
        chosen["schwarz"] = "1"
    if "made" in hand:
        chosen["made"] = "1" if hand["made"] else "0"
    return chosen


def dealer_seat(table: AtTable, hand: Hand | None) -> int:
    seat: int = (hand or {}).get("sits_out", table.play.dealer)
    return seat


def turn(table: AtTable, hand: Hand | None) -> list[tuple[str, str]]:
    dealer = dealer_seat(table, hand)
    deals = _("deals and sits out") if len(table.names) > PLAYERS else _("deals")
    return [(table.names[dealer], deals), (table.names[(dealer + 1) % len(table.names)], _("leads"))]


def facts(table: AtTable) -> list[tuple[str, str]]:
    """The tariff, as a table says it: 0,10 and 0,50."""
    prices = [figure(price, table).lstrip("+") for price in (table.rules.sauspiel, table.rules.solo)]
    more = [figure(price, table) for price in (table.rules.schneider, table.rules.schwarz)]
    return [
        (" · ".join(messages.words(BY_KEY[key].name) for key in ("sauspiel", "solo")), " · ".join(prices)),
        (" · ".join([_("Schneider"), _("schwarz")]), " · ".join(more)),
    ]


# --- the form ------------------------------------------------------------------------------------------------------


def form(table: AtTable, chosen: Mapping[str, str], hand: Hand | None) -> dict[str, Any]:
    rules = table.rules
    asked = {"sauspiel": _("which sow?"), "solo": _("which trumps?"), "solo_tout": _("which trumps?")}
    return {
        "caller_seat": str(dealer_seat(table, hand)),
        "titles": titles_of(table.game),
        "with_sitter": len(table.names) > PLAYERS,
        "games": [
            {
                "key": contract.key,
                "name": messages.words(contract.name),
                "asked": asked[contract.key],
                "won_if": messages.words(contract.won_if),
                "picks": [
                    {
                        "value": f"{contract.key}-{suit.value}",
                        "name": messages.words(suit.text),
                        "price": figure(rules.solo_by_suit[str(suit.value)], table).lstrip("+")
                        if contract.key == "solo" and suit.value in rules.solo_by_suit
                        else "",
                    }
                    for suit in suits_of(contract.key)
                ],
            }
            for contract in CONTRACTS
        ],
        "levels": [
            {"level": str(level), "name": name, "factor": f"×{2**level}" if level else ""}
            for level, name in enumerate(doubling_words()[: rules.max_doubling + 1])
            if rules.max_doubling
        ],
        "keys": ("1", "2", "3", "4", "5", "back", "6", "7", "8", "9", "0", str(PACK_POINTS)),
        "preview": preview(table),
    }


def suits_of(contract: str) -> list[Choice]:
    return [suit for suit in SUITS if contract != "sauspiel" or suit.value != TRUMPS_OF_A_SAUSPIEL]


def preview(table: AtTable) -> dict[str, Any]:
    """What the phone needs to say what a hand counts; it only looks it up.

    `outcomes` has, level by level, one letter for every number of card points (see `outcome_letter`), `values` what
    every loser pays, level by level: as it is, with Schneider, with schwarz.
    """
    levels = range(table.rules.max_doubling + 1)
    outcomes = ["".join(outcome_letter(table, points, level) for points in range(PACK_POINTS + 1)) for level in levels]
    return {
        "names": list(table.names),
        "sides": table.sides,
        "five": len(table.names) > PLAYERS,
        "comma": money.comma(),
        "outcomes": outcomes,
        "games": {
            f"{contract.key}-{suit.value}": {
                "name": game_name(table, contract.key, str(suit.value)),
                "kind": contract.key,
                "values": [values_of(table, contract.key, str(suit.value), level, outcomes[level]) for level in levels],
            }
            for contract in CONTRACTS
            for suit in suits_of(contract.key)
        },
        "pair": _("%(first)s and %(last)s"),
        "each": _("each %(amount)s"),
        "whoDeclared": titles_of(table.game)["declarer"],
        "won": result_words(won=True),
        "lost": result_words(won=False),
        "passed": _("thrown in"),
    }


def outcome_letter(table: AtTable, points: int, level: int) -> str:
    """`w` won, `W` won with Schneider, `l` and `L` lost; `-` what no cards make."""
    if points in NOBODY_CAN_HAVE:
        return "-"
    worth = worth_of({"contract": "sauspiel", "points": points, "doubling": level}, table)
    letter = "w" if worth.won else "l"
    return letter.upper() if any(why == "schneider" for why, _cents in worth.parts) else letter


def values_of(table: AtTable, contract: str, suit: str, level: int, outcomes: str) -> list[int]:
    """What every loser pays; the points stand for all that come out alike."""
    hand = {"contract": contract, "suit": suit, "doubling": level}
    if contract == "solo_tout":
        return [worth_of({**hand, "made": True}, table).value]
    plain = next(points for points, letter in enumerate(outcomes) if letter in "wl")
    told: list[dict[str, Any]] = [
        {"points": plain},
        {"points": PACK_POINTS},
        {"points": PACK_POINTS, "schwarz": "by_declarer"},
    ]
    return [worth_of({**hand, **one}, table).value for one in told]


SCREEN = Screen(
    hand_of=hand_of,
    chosen_of=chosen_of,
    form=form,
    fields=FIELDS,
    result=("contract", "declarer", "partner", "suit", "points", "schwarz", "made", "doubling", "passed"),
    turn=turn,
    sentence=sentence,
    reported=reported,
    short=short,
    why=WHY,
    contract_name=contract_name,
    scripts=("card_points.js", "blattla.js"),
    facts=facts,
    figure=figure,
    amount=amount,
    in_money=True,
)
