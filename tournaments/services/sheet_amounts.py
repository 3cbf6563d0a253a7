"""What a closed sheet says in the units of a tournament: for every seat of the sheet, amounts and events.

A sheet counts `legs` (won), `bummerl` (marks that were charged), points and cents; which of those is the result, and
which are events beside it, says the stage's `Counting`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.games.credits import CREDITS
from scoring.models import Entry, Sheet
from scoring.services.closing import settled
from scoring.services.fold import game_of, rules_of, slots
from tournaments.formats.plan import MATCHES, Counting, Stage

IN_CENTS = frozenset({"kratzen", "blattla"})
"""Games whose points are cents; what is left in a pot has been shared out by the close."""

TOUTS = {"blattla": "solo_tout"}
"""The contract that is a Tout."""

TOLD_BY_HANDS = frozenset({"blattla", "bauernschnapsen", "talonschnapsen"})
"""Games of which a hand alone says whose contract it was and whether it came off."""

Amounts = dict[str, int]


def amounts(sheet: Sheet, stage: Stage, best_of: int, hands: Iterable[Mapping[str, Any]] = ()) -> list[Amounts]:
    """For every seat of the sheet the stage's unit and its events; `hands` are those that stand (`needs_hands`)."""
    counting, seats = stage.counting, len(sheet.state["names"])
    wanted = (counting.unit, *counting.events)
    if stage.schneider_lives > 1 and "schneider" not in wanted:
        wanted = (*wanted, "schneider")
    known = _of_legs(sheet, stage, best_of) if game_of(sheet).in_legs else _of_hands(sheet)
    if "cents" in wanted and "cents" not in known:
        known["cents"] = settled(sheet)
    for event, contract in contracts_counted(sheet, counting).items():
        known[event] = contracts_made(sheet, contract, hands)
    nothing = [0] * seats
    # An event that the sheet does not know has not happened; a unit that it does not know is missing in the result.
    told = {unit: known.get(unit, nothing) for unit in wanted if unit in known or unit != counting.unit}
    return [{unit: values[seat] for unit, values in told.items()} for seat in range(seats)]


def _of_legs(sheet: Sheet, stage: Stage, best_of: int) -> dict[str, list[int]]:
    """Games to a target: what the legs say that count, and the points of the running one where points are counted."""
    play, target, sides = sheet.state["play"], sheet.house_rules["target"], game_of(sheet).sides
    legs: Sequence[Mapping[str, Any]] = play["legs"]
    if stage.kind in MATCHES and stage.counting.unit == "legs":
        legs = decisive(legs, best_of)
    by_side: dict[str, list[int]] = {
        unit: [0] * len(play["totals"]) for unit in ("legs", "points", "bummerl", "schneider", "retour")
    }
    for leg in legs:
        for side, made in enumerate(leg["totals"]):
            by_side["points"][side] += min(made, target)
            by_side["bummerl"][side] += leg["bummerl"][side]
        for side in leg["winners"]:
            by_side["legs"][side] += 1
            by_side["schneider"][side] += leg["kind"] == "schneider"
            by_side["retour"][side] += leg["kind"] == "retourschneider"
    if not play["leg_over"]:
        by_side["points"] = [have + made for have, made in zip(by_side["points"], play["totals"], strict=True)]
    seats = len(sheet.state["names"])
    side_of = {seat: side for side, those in enumerate(sides(seats)) for seat in those}
    return {unit: [values[side_of[seat]] for seat in range(seats)] for unit, values in by_side.items()}


def decisive(legs: Sequence[Mapping[str, Any]], best_of: int) -> list[Mapping[str, Any]]:
    """The legs up to the one that decides a match of so many; what was played on afterwards does not count."""
    won: dict[int, int] = {}
    counted = []
    for leg in legs:
        counted.append(leg)
        for side in leg["winners"]:
            won[side] = won.get(side, 0) + 1
        if max(won.values(), default=0) > best_of // 2:
            break
    return counted


def _of_hands(sheet: Sheet) -> dict[str, list[int]]:
    """Games without legs: points (in Kratzen and Blattla cents), cents, and Soli where the game counts them."""
    seats, cents = len(sheet.state["names"]), settled(sheet)
    points = cents if sheet.game in IN_CENTS else sheet.totals.get("points", [0] * seats)
    return {
        "points": points,
        "cents": cents,
        **{unit: sheet.totals[unit] for unit in ("soli",) if unit in sheet.totals},
    }


# --- what only the hands tell ----------------------------------------------------------------------------------------


def contracts_counted(sheet: Sheet, counting: Counting) -> dict[str, str]:
    """Event -> the contract it counts: `touts`, and any contract of the game by its key (`herrenbauer`)."""
    if sheet.game not in TOLD_BY_HANDS:
        return {}
    keys = {contract.key for contract in game_of(sheet).contracts}
    counted = {event: event for event in counting.events if event in keys}
    if "touts" in counting.events and sheet.game in TOUTS:
        counted["touts"] = TOUTS[sheet.game]
    return counted


def needs_hands(sheet: Sheet, stage: Stage) -> bool:
    return bool(contracts_counted(sheet, stage.counting))


def contracts_made(sheet: Sheet, contract: str, hands: Iterable[Mapping[str, Any]]) -> list[int]:
    """How often each seat has made this contract."""
    made, rules = [0] * len(sheet.state["names"]), rules_of(sheet)
    for hand in hands:
        for credit in CREDITS[sheet.game]({"hand": hand}, rules):
            if credit.contract == contract and credit.made:
                made[credit.seat] += 1
    return made


def standing(entries: Iterable[Entry]) -> list[Mapping[str, Any]]:
    return [slot.hand for slot in slots(entries) if slot.hand is not None]
