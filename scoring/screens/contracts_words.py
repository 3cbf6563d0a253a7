"""How hands of Bauernschnapsen and Talonschnapsen read: what their sentences, slips and statistics share."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import messages
from scoring.games.family import Setting
from scoring.games.family_hand import Hand as Told
from scoring.games.family_result import winning_sides
from scoring.screens.core import AtTable, Hand, Row, Short


def winners_of(hand: Hand, setting: Setting) -> tuple[int, ...]:
    """The sides that get the points of a recorded hand."""
    return winning_sides(Told(declarer=hand["declarer"], made=hand["made"]), setting)


def in_words(sides: Sequence[int], table: AtTable) -> str:
    return messages.together([table.sides[side] for side in sides])


def template(winners: int) -> str:
    """The sentence of a contract; the phone fills in the same one before anything is saved."""
    if winners > 1:
        return _("%(contract)s by %(declarer)s%(doubled)s, %(result)s: %(points)s each for %(side)s")
    return _("%(contract)s by %(declarer)s%(doubled)s, %(result)s: %(points)s for %(side)s")


def how_part(hand: Hand, why: Mapping[str, Any]) -> str:
    """How a plain game ended, where that was not the usual way."""
    end = hand.get("decided_by", "points")
    return f" ({why[end]})" if end != "points" else ""


def contract_name(key: str, table: AtTable) -> str:
    return messages.contract_name(table.game, key)


def sentence(row: Row, table: AtTable, setting: Setting) -> str:
    """A hand of a declarer: made or lost, and what it is worth for each of those who get it."""
    hand = row["hand"]
    winners = winners_of(hand, setting)
    return template(len(winners)) % {
        "contract": contract_name(hand["contract"], table),
        "declarer": table.names[hand["declarer"]],
        "doubled": messages.doubled_part(hand.get("doubling", 0)),
        "result": _("made") if hand["made"] else _("lost"),
        "points": row["points"][winners[0]],
        "side": in_words(winners, table),
    }


def named(hand: Hand, table: AtTable) -> str:
    """What was played, with its grade and its doubling."""
    grade = f" {hand['grade']}" if "grade" in hand else ""
    return f"{contract_name(hand['contract'], table)}{grade}{messages.doubled_part(hand.get('doubling', 0))}"


def reported(hand: Hand, table: AtTable) -> str:
    return f"{named(hand, table)}: {table.names[hand['declarer']]}, " + (_("made") if hand["made"] else _("lost"))


def factor(hand: Hand) -> str:
    level = hand.get("doubling", 0)
    return f"×{2**level}" if level else ""


def short(hand: Hand, table: AtTable) -> Short:
    name = messages.soft(contract_name(hand["contract"], table))
    return Short(name, table.names[hand["declarer"]], factor(hand), hand["made"])
