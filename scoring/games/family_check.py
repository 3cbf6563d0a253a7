"""Checking and valuing a hand of Bauernschnapsen or Talonschnapsen; what differs between them is their `Setting`.

The *caller* sits left of the dealer and names trumps. Source: the scoring rules, sections 1, 2 and 6.1.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from scoring.games import family
from scoring.games.core import Outcome, Posting, Problem
from scoring.games.family import Contract, LineRules, Setting, State
from scoring.games.family_hand import Hand
from scoring.games.family_result import SIXTY_SIX, grades, result_problems

HIGHEST_LEVEL = 5


class HandRules(LineRules, Protocol):
    """The house rules that a hand needs."""

    @property
    def contracts(self) -> tuple[str, ...]: ...
    @property
    def values(self) -> Mapping[str, int]: ...
    @property
    def doubling_scope(self) -> str: ...
    @property
    def max_doubling(self) -> int: ...
    @property
    def halving(self) -> str: ...
    @property
    def false_claim(self) -> str: ...


def complete(hand: Hand, state: State) -> Hand:
    caller = state.caller if hand.caller is None else hand.caller
    declarer = caller if hand.declarer is None and hand.contract == "normal" else hand.declarer
    if (caller, declarer) == (hand.caller, hand.declarer):
        return hand  # asked several times for every hand
    return replace(hand, caller=caller, declarer=declarer)


def in_scope(contract: Contract, rules: HandRules) -> bool:
    """Whether the house rule `doubling_scope` lets this contract be doubled."""
    match rules.doubling_scope:
        case "normal_only":
            return contract.goal == "normal"
        case "all_but_kontra":
            return not contract.kontra
    return True


def hand_value(contract: Contract, grade: int, level: int, rules: HandRules) -> int:
    """Game points for whoever wins the hand; `grade` counts in a normal game only."""
    return family.halved(base_value(contract, grade, rules) << level, rules.halving)


def base_value(contract: Contract, grade: int, rules: HandRules) -> int:
    """Game points before doubling and halving."""
    return grade if contract.value is None else rules.values.get(contract.key, contract.value)


def grade_of(hand: Hand, rules: HandRules, setting: Setting) -> int:
    """The grade of a complete hand that stands, as told or else as it follows; without meaning in other contracts."""
    return min(grades(hand, setting, rules.false_claim)) if hand.grade is None else hand.grade


WHY_66 = {1: "losers_33", 2: "losers_32", 3: "losers_trickless"}
"""What the losers of a plain game had when 66 was claimed, by its grade."""


WHY_FALSE_CLAIM = {"two": "false_claim", "two_or_three": "false_claim_two_or_three", "mirror": "false_claim_mirror"}
EXTRAS = ("doubled", "halved")


def point_postings(
    hand: Hand, contract: Contract, side: int, rules: HandRules, setting: Setting, *, failed: str = "failed"
) -> tuple[Posting, ...]:
    """What one of those who win a complete hand gets for it: its single value, what the doubling adds, and what the
    house rule `halving` takes away."""
    grade = grade_of(hand, rules, setting)
    single = base_value(contract, grade, rules)
    doubled = single << hand.doubling
    if contract.goal != "normal":
        why = "made" if hand.made else failed
    elif hand.decided_by in (None, "points"):
        why = WHY_66[grade]
    else:
        why = WHY_FALSE_CLAIM[rules.false_claim] if hand.decided_by == "false_claim" else hand.decided_by
    parts = (
        (why, single),
        ("doubled", doubled - single),
        ("halved", hand_value(contract, grade, hand.doubling, rules) - doubled),
    )
    return tuple(Posting("points", side, amount, why) for why, amount in parts if amount or why not in EXTRAS)


def check(hand: Hand, state: State, rules: HandRules, setting: Setting) -> tuple[Problem, ...]:
    problems = []
    if state.finished:
        problems.append(Problem("sheet_finished"))
    seats = _seat_problems(hand, setting)
    problems += seats
    if not 0 <= hand.doubling <= min(rules.max_doubling, HIGHEST_LEVEL):
        problems.append(Problem("bad_doubling", "doubling", {"most": rules.max_doubling}))
    contract = setting.contracts.get(hand.contract)
    if contract is None:
        return (*problems, Problem("unknown_contract", "contract"))
    if hand.contract not in rules.contracts:
        problems.append(Problem("contract_disabled", "contract", {"contract": hand.contract}))
    hand = complete(hand, state)
    if not any(problem.at in ("caller", "declarer") for problem in seats):
        problems += _declarer_problems(hand, contract, rules, setting)
    if contract.goal == "show" and not hand.made:
        problems.append(Problem("cannot_lose", "made", {"contract": hand.contract}))
    problems += _doubling_problems(hand, contract, rules, setting)
    problems += result_problems(hand, contract, setting, rules.false_claim)
    return tuple(problems)


def _seat_problems(hand: Hand, setting: Setting) -> list[Problem]:
    seats = range(setting.seats)
    problems = [
        Problem("bad_seat", name)
        for name, seat in (("caller", hand.caller), ("declarer", hand.declarer))
        if seat is not None and seat not in seats
    ]
    if any(seat not in seats for seat in hand.doubled_by or ()):
        problems.append(Problem("bad_seat", "doubled_by"))
    if hand.claimed_by is not None and hand.claimed_by not in range(setting.sides):
        problems.append(Problem("bad_seat", "claimed_by"))
    return problems


def _declarer_problems(hand: Hand, contract: Contract, rules: HandRules, setting: Setting) -> list[Problem]:
    if hand.declarer is None:
        return [Problem("bad_value", "declarer")]
    assert hand.caller is not None  # complete() has filled it in
    if (hand.declarer - hand.caller) % setting.seats in setting.declarers(contract, rules):
        return []
    return [Problem("declarer_not_allowed", "declarer", {"contract": hand.contract, "seat": hand.declarer})]


def _doubling_problems(hand: Hand, contract: Contract, rules: HandRules, setting: Setting) -> list[Problem]:
    """Whether this contract can be doubled, and who called what; the level itself is checked in `check`."""
    problems = []
    if (hand.doubling or hand.doubled_by) and not setting.may_double(contract, rules):
        problems.append(Problem("doubling_not_applicable", "doubling", {"contract": hand.contract}))
    if hand.aufstand and hand.doubling == 0:
        problems.append(Problem("bad_doubling", "aufstand", {"most": rules.max_doubling}))
    if hand.declarer is not None and hand.declarer in range(setting.seats):
        side = setting.side(hand.declarer)
        problems += family.ladder_problems(hand.doubled_by, hand.doubling, side, setting.sides, setting.seats)
    return problems


def notes(hand: Hand, state: State, rules: HandRules, setting: Setting) -> tuple[Problem, ...]:
    """Unusual, but it happens: said, not refused (section 6.1)."""
    unusual = []
    if hand.caller not in (None, state.caller):
        unusual.append(Problem("caller_differs", "caller", {"seat": state.caller}))
    hand = complete(hand, state)
    assert hand.declarer is not None
    has = 0 if state.leg_over else state.totals[setting.side(hand.declarer)]
    if hand.aufstand and has + hand_value(setting.contracts[hand.contract], 3, 0, rules) < rules.target:
        unusual.append(Problem("aufstand_not_forced", "aufstand"))
    if hand.contract == "normal" and (hand.loser_points or 0) >= SIXTY_SIX:
        unusual.append(Problem("loser_had_66", "loser_points"))
    return tuple(unusual)


def report_hand(hand: Hand, before: State, outcome: Outcome, rules: HandRules) -> dict[str, Any]:
    caller = before.caller if hand.caller is None else hand.caller
    return {"dealer": (caller - 1) % before.seats, **family.report_outcome(outcome, rules)}
