"""Kratzen on the phone: what was cut, who is the striker, and a tap on a name for every trick."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubs.messages import money
from scoring import messages
from scoring.forms import number
from scoring.games.kratzen_hand import LARGEST_POT, TRICKS
from scoring.games.kratzen_pot import MOVES, MUSS, NORMAL, opening, payers
from scoring.screens.core import AtTable, Hand, Posted, Screen, titles_of
from scoring.screens.kratzen_words import (
    DEALS,
    WHY,
    amount,
    contract_name,
    cut_names,
    figure,
    reported,
    sentence,
    short,
    to_go_text,
    tricks_text,
)

FIELDS = ("cuts", "trump_seven", "thrown_in", "contract", "striker", "active", "tricks")

CUT_WORDS = {
    "weli": "weli",
    **dict.fromkeys(("7", "siebener", "hupf", "seven"), "seven"),
    **dict.fromkeys(("sau", "sow"), "sow"),
    **dict.fromkeys(("säue", "sprung", "sows"), "two_sows"),
    **dict.fromkeys(("sau+7", "sau+siebener", "sow+seven"), "sow_seven"),
}
"""What somebody may type who has no buttons to tap."""

YES = "1"


# --- the form and the hand -----------------------------------------------------------------------------------------


def hand_of(posted: Posted, table: AtTable) -> dict[str, Any]:
    """Who took a trick has gone along; only those without one are tapped for it. In a Muss all that is no question.

    What was to be played is what was to be when the form was drawn (`rotation`): so the same form says the same hand
    however often and late it arrives.
    """
    deal = posted.get("rotation") or table.play.next_deal
    hand: dict[str, Any] = {"trump_seven": yes(posted.get("trump_seven")), "thrown_in": yes(posted.get("thrown_in"))}
    if cuts := cuts_of(posted.get("cuts", "")):
        hand["cuts"] = cuts
    if hand["thrown_in"] is None:
        taken = [number(posted.get(f"tricks-{seat}")) for seat, _name in table.seats]
        if any(count is not None for count in taken):
            hand["tricks"] = [count or 0 for count in taken]
        if deal == NORMAL and hand["trump_seven"] is not True:
            hand |= striking_of(posted, table, taken)
    return {name: value for name, value in hand.items() if value is not None}


def striking_of(posted: Posted, table: AtTable, taken: list[Any]) -> dict[str, Any]:
    """Who plays a normal deal: "nobody goes along" has to be said, it does not follow from a form left half empty."""
    striker = number(posted.get("striker"))
    along = [seat for seat, count in enumerate(taken) if posted.get(f"active-{seat}") or count not in (None, 0)]
    if posted.get("alone"):
        along = []
    with_striker = sorted({*along, striker}) if isinstance(striker, int) else along
    return {
        "contract": posted.get("contract") or None,
        "striker": striker,
        "active": with_striker if along or posted.get("alone") else None,
    }


def yes(text: str | None) -> bool | str | None:
    return True if text == YES else text or None


def cuts_of(text: str) -> list[str]:
    return [CUT_WORDS.get(word.casefold(), word) for word in re.split(r"[\s,;]+", text) if word]


def chosen_of(hand: Hand, table: AtTable) -> dict[str, str]:
    chosen = {name: str(hand[name]) for name in ("contract", "striker") if name in hand}
    chosen |= {name: YES for name in ("trump_seven", "thrown_in") if hand.get(name)}
    chosen |= {f"tricks-{seat}": str(count) for seat, count in enumerate(hand.get("tricks", ()))}
    if "cuts" in hand:
        chosen["cuts"] = " ".join(hand["cuts"])
    if hand.get("active") == [hand.get("striker")]:
        return {**chosen, "alone": YES}
    return chosen | {f"active-{seat}": YES for seat in hand.get("active", ()) if seat != hand["striker"]}


def form(table: AtTable, chosen: Mapping[str, str], hand: Hand | None) -> dict[str, Any]:
    muss = table.play.next_deal == MUSS
    return {
        "caller_seat": table.play.next_deal,
        "muss": muss,
        "players": [
            {
                "seat": seat,
                "name": name,
                "tricks": chosen.get(f"tricks-{seat}", ""),
                "active": f"active-{seat}" in chosen,
            }
            for seat, name in table.seats
        ],
        "titles": titles_of(table.game),
        "cuts": [{"key": key, **parts} for key, parts in cut_names(table).items()],
        "contracts": [{"key": one.key, "name": messages.words(one.name)} for one in table.game.contracts],
        "contract": chosen.get("contract") or table.game.contracts[0].key,
        "seven_matters": not muss or table.rules.seven_target_in_muss or "trump_seven" in chosen,
        "alone_does": messages.words(choice_text(table, "all_drop")),
        "facts_of_form": facts(table),
        "preview": preview(table),
    }


def choice_text(table: AtTable, name: str) -> Any:
    """What this table has chosen for a house rule."""
    option = next(option for option in table.game.options if option.name == name)
    return next(choice.text for choice in option.choices if choice.value == getattr(table.rules, name))


def preview(table: AtTable) -> dict[str, Any]:
    """What the phone needs to count a hand as the engine does: the state, the house rules, and the words."""
    play, rules, names = table.play, table.rules, cut_names(table)
    return {
        "names": list(table.names),
        "sides": table.sides,
        "dealer": play.dealer,
        "muss": play.next_deal == MUSS,
        "pot": play.pot,
        "totals": list(play.totals),
        "tricks": TRICKS,
        "largestPot": LARGEST_POT,
        "ante": rules.ante,
        "coin": rules.smallest_coin,
        "limit": rules.pot_limit,
        "restToStriker": rules.remainder == "striker",
        "mussPays": rules.muss_payout,
        "sevenSingle": rules.seven_muss_striker_penalty == "single",
        "sevenLowers": rules.seven_target_in_muss,
        "allDropVoid": rules.all_drop == "void",
        "failedKeep": rules.failed_keep_share,
        "leftOfStart": rules.next_dealer == "left_of_start",
        "cuts": {
            key: {"name": names[key]["name"], "payers": list(payers(key, play.seats, rules)), "moves": moves}
            for key, moves in MOVES.items()
        },
        "contracts": {one.key: messages.words(one.name) for one in table.game.contracts},
        "words": preview_words(),
    }


def preview_words() -> dict[str, Any]:
    return {
        "comma": money.comma(),
        "deals": {key: str(name) for key, name in DEALS.items()},
        "ante": _("ante %(amount)s"),
        "taken": [tricks_text(count) for count in range(TRICKS + 1)],
        "toGo": [to_go_text(count) for count in range(TRICKS + 1)],
        "rest": _("remainder %(amount)s"),
        "pot": _("pot %(amount)s"),
        "penalty": _("penalty %(amount)s"),
        "dropped": _("not along"),
        "striker": _("Who is the striker?"),
        "along": _("Who went along without a trick?"),
        "thrownIn": _("thrown in"),
        "alone": _("alone"),
    }


def turn(table: AtTable, hand: Hand | None) -> list[tuple[str, str]]:
    """Who cuts; of a hand that was played, who dealt it."""
    play = table.play
    if hand is not None:
        return [(table.names[opening(play, hand.get("cuts", ()), table.rules).dealer], _("deals"))]
    return [(table.names[(play.dealer - 1) % play.seats], _("cuts"))]


def facts(table: AtTable) -> list[tuple[str, str]]:
    """The deal that begins now, with its antes in the pot already; the phone lets it follow the cuts."""
    opened = opening(table.play, (), table.rules)
    return [
        (_("Hand"), str(DEALS[opened.deal])),
        (_("Pot with antes"), money.coins(opened.pot)),
        (_("deals"), table.names[opened.dealer]),
    ]


def facts_at_end(table: AtTable) -> list[tuple[str, str]]:
    return [(_("Left in the pot"), money.coins(table.play.pot))]


SCREEN = Screen(
    hand_of=hand_of,
    chosen_of=chosen_of,
    form=form,
    fields=FIELDS,
    result=FIELDS,
    turn=turn,
    sentence=sentence,
    reported=reported,
    short=short,
    why=WHY,
    contract_name=contract_name,
    scripts=("kratzen.js",),
    facts=facts,
    facts_at_end=facts_at_end,
    figure=figure,
    amount=amount,
    in_money=True,
    money_rules=("ante", "coin", "pot_limit"),
)
