"""Schnapsen for two on the phone: who won and 1, 2 or 3; or how it ended, and what the rules make of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.forms import number
from scoring.games.schnapsen_hand import DETAILS, FIELDS, read
from scoring.games.schnapsen_hand import Hand as Told
from scoring.games.schnapsen_result import values, winner_of
from scoring.screens.core import AtTable, Hand, Posted, Screen, never, titles_of
from scoring.screens.schnapsen_words import (
    WHY,
    contract_name,
    ended,
    reported,
    sentence,
    sentence_of,
    short,
    short_of,
    with_mark,
)
from scoring.screens.schnapsen_worth import worth

WHO = ("by", "winner", "closed_by")
"""Three ways to say who it was: with the end one is enough, and the form asks who won."""

NUMBERS = tuple(field.name for field in FIELDS if field.kind == "number" and field.name != "value")
RARE = ("winner_points", "opp_tricks_at_close", "claimant_tricks_at_close")
"""Asked only where they were told (over the API), so that they can be put right or taken out."""


def hand_of(posted: Posted, table: AtTable) -> dict[str, Any]:
    """`pick` is who won. With the end the seat of `by` follows from it, without the end it is `winner`; `told` says
    where a recorded hand had named somebody in another way, so that the same hand stays the same."""
    pick, end, told = number(posted.get("pick")), posted.get("end") or None, posted.get("told", "").split()
    other = 1 - pick if isinstance(pick, int) else pick
    hand: dict[str, Any] = {name: number(posted.get(name)) for name in ("value", "closed_by", *NUMBERS)}
    hand["end"] = end
    if end is None or "winner" in told:
        hand["winner"] = pick
    if end == "closed_out" and "closed_by" in told and hand["closed_by"] is None:
        hand["closed_by"] = other
    named = "winner" in told or (end == "closed_out" and "closed_by" in told)
    if end is not None and ("by" in told or not named):
        hand["by"] = other if end == "false_claim" else pick
    return {name: value for name, value in hand.items() if value is not None}


def chosen_of(hand: Hand, table: AtTable) -> dict[str, str]:
    chosen = {name: str(hand[name]) for name in ("end", "value", "closed_by", *NUMBERS) if name in hand}
    told = " ".join(name for name in WHO if name in hand) if "end" in hand else ""
    return {**chosen, "pick": str(winner_of(read(hand))), "told": told}


def form(table: AtTable, chosen: Mapping[str, str], hand: Hand | None) -> dict[str, Any]:
    titles = titles_of(table.game)
    untouched = hand is not None and chosen == chosen_of(hand, table)
    return {
        "caller_seat": str(table.play.caller),
        "grades": [str(value) for value in sorted(values(Told(), table.rules))],
        "ends": [
            ("claim", _("66 claimed")),
            ("false_claim", _("wrong 66")),
            ("closed_out", _("closed, no 66")),
            ("last_trick", _("last trick")),
        ],
        "titles": titles,
        # Saving a hand of which nothing was changed keeps the value that it was written down with.
        "kept_value": chosen.get("value", "") if untouched else "",
        "more_exactly": any(chosen.get(name) for name in ("end", *DETAILS)),
        "rare": [{"name": name, "title": titles[name], "value": chosen[name]} for name in RARE if chosen.get(name)],
        "preview": preview(table),
    }


def preview(table: AtTable) -> dict[str, Any]:
    """What the phone needs to ask only what decides, and to say what it counts before saving.

    The values come from the engine as tables; the phone only looks them up.
    """
    rules = table.rules
    limits = rules.bummerl_limit or rules.legs_limit
    return {
        "target": rules.target,
        "down": rules.display == "down",
        # After a leg somebody else may deal, or the sheet may be finished: the phone alone does not know.
        "legsGoOn": rules.first_dealer_next_game == "continue" and not limits,
        "names": list(table.names),
        "sides": table.sides,
        "worth": worth(rules),
        "said": said(table),
        "hadAtEnd": [_("%(name)s had in the end") % {"name": name} for name in table.names],
        "hadAtClosing": [_("%(name)s had at closing") % {"name": name} for name in table.names],
        "grades": sorted(values(Told(), rules)),
    }


def said(table: AtTable) -> dict[str, Any]:
    """By end, by who had closed and by value: the sentence, and the few words for the slip, without the names."""
    nameless = replace(table, names=("%(winner)s", "%(loser)s"))
    lines: dict[str, Any] = {}
    for end, closers in worth(table.rules).items():
        for closer, situation in closers.items():
            hand = ended(end, closer, winner=0)
            lines.setdefault(end, {})[closer] = {
                value: [sentence_of(hand, int(value), nameless), with_mark(short_of(hand, int(value), nameless))]
                for value in situation["any"]
            }
    return lines


def turn(table: AtTable, hand: Hand | None) -> list[tuple[str, str]]:
    names, play = table.names, table.play
    return [(names[play.dealer], _("deals")), (names[play.caller], _("leads to the first trick"))]


SCREEN = Screen(
    hand_of=hand_of,
    chosen_of=chosen_of,
    form=form,
    fields=tuple(field.name for field in FIELDS),
    result=tuple(field.name for field in FIELDS),
    turn=turn,
    sentence=sentence,
    reported=reported,
    short=short,
    why=WHY,
    contract_name=contract_name,
    scripts=("schnapsen.js",),
    form_changes=never,
)
