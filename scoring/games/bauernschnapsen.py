"""Bauernschnapsen: four players, two pairs of opposite seats, 24 points, the pair that is left behind gets a Bummerl.

Sides: 0 = seats 0 and 2, 1 = seats 1 and 3. The *caller* sits left of the dealer, names trumps and deals the next hand.
The whole value of a hand goes to one side: to the declarer's if the contract was made, else to the other.
Source: the scoring rules, sections 1.1, 2, 3.1, 4, 5 and 6.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games import schnapsen_family as family
from scoring.games import schnapsen_options as options
from scoring.games.bauernschnapsen_result import PACK, SIXTY_SIX, grades, result_problems, winning_side
from scoring.games.core import Game, Outcome, Preset, Problem, Text
from scoring.games.schnapsen_contracts import BY_KEY, CONTRACTS
from scoring.games.schnapsen_family import Contract, State
from scoring.games.schnapsen_hand import Hand, read, write

SIDES = ((0, 2), (1, 3))
HIGHEST_LEVEL = 5

RELATIVE_SEATS = {
    "any": (0, 1, 2, 3),
    "caller": (0,),
    "caller_side": (0, 2),
    "partner": (2,),
    "opponents": (1, 3),
}
"""Who may declare, as seats counted clockwise from the caller."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    display: str = "down"
    target: int = 24
    contracts: tuple[str, ...] = tuple(contract.key for contract in CONTRACTS if contract.standard)
    values: Mapping[str, int] = field(default_factory=dict)
    schnapser_declarer: str = "caller"
    bauernschnapser_declarer: str = "caller_side"
    doubling_scope: str = "all"
    max_doubling: int = 3
    double_show_contracts: bool = False
    halving: str = "off"
    schneider_marks: int = 2
    retour_marks: int = 4
    retour_condition: str = "exact_lead"
    false_claim: str = "two"
    first_dealer_next_game: str = "continue"
    gang_vs_zehnergang: str = "zehnergang"
    bummerl_limit: int = 0
    legs_limit: int = 0
    marks_on: str = "loser"
    money: str = "off"
    stake_cents: int = 0


# --- checking ------------------------------------------------------------------------------------------------------


def complete(hand: Hand, state: State) -> Hand:
    caller = state.caller if hand.caller is None else hand.caller
    declarer = caller if hand.declarer is None and hand.contract == "normal" else hand.declarer
    return replace(hand, caller=caller, declarer=declarer)


def declarers(contract: Contract, rules: HouseRules) -> tuple[int, ...]:
    """Who may declare it under these house rules, as seats counted clockwise from the caller."""
    who = contract.who
    if contract.key == "schnapser":
        who = "caller_side" if rules.schnapser_declarer == "caller_side" else "caller"
    elif contract.key == "bauernschnapser":
        who = "caller_side" if rules.bauernschnapser_declarer == "caller_side" else "caller"
    return RELATIVE_SEATS[who]


def may_double(contract: Contract, rules: HouseRules) -> bool:
    if contract.goal == "show" and not rules.double_show_contracts:
        return False
    match rules.doubling_scope:
        case "normal_only":
            return contract.goal == "normal"
        case "all_but_kontra":
            return not contract.kontra
    return True


def hand_value(contract: Contract, grade: int, level: int, rules: HouseRules) -> int:
    """Game points for the side that wins the hand; `grade` counts in a normal game only."""
    base = grade if contract.value is None else rules.values.get(contract.key, contract.value)
    return family.halved(base << level, rules.halving)


def check(hand: Hand, state: State, rules: HouseRules) -> tuple[Problem, ...]:
    problems = []
    if state.finished:
        problems.append(Problem("sheet_finished"))
    seats = _seat_problems(hand)
    problems += seats
    if not 0 <= hand.doubling <= min(rules.max_doubling, HIGHEST_LEVEL):
        problems.append(Problem("bad_doubling", "doubling", {"most": rules.max_doubling}))
    contract = BY_KEY.get(hand.contract)
    if contract is None:
        return (*problems, Problem("unknown_contract", "contract"))
    if hand.contract not in rules.contracts:
        problems.append(Problem("contract_disabled", "contract", {"contract": hand.contract}))
    hand = complete(hand, state)
    if not any(problem.at in ("caller", "declarer") for problem in seats):
        problems += _declarer_problems(hand, contract, rules)
    if contract.goal == "show" and not hand.made:
        problems.append(Problem("cannot_lose", "made", {"contract": hand.contract}))
    problems += _doubling_problems(hand, contract, rules)
    problems += result_problems(hand, contract, rules.false_claim)
    return tuple(problems)


def _seat_problems(hand: Hand) -> list[Problem]:
    problems = [
        Problem("bad_seat", name)
        for name, seat in (("caller", hand.caller), ("declarer", hand.declarer))
        if seat is not None and seat not in range(4)
    ]
    if any(seat not in range(4) for seat in hand.doubled_by or ()):
        problems.append(Problem("bad_seat", "doubled_by"))
    if hand.claimed_by is not None and hand.claimed_by not in range(2):
        problems.append(Problem("bad_seat", "claimed_by"))
    return problems


def _declarer_problems(hand: Hand, contract: Contract, rules: HouseRules) -> list[Problem]:
    if hand.declarer is None:
        return [Problem("bad_value", "declarer")]
    assert hand.caller is not None  # complete() has filled it in
    if (hand.declarer - hand.caller) % 4 in declarers(contract, rules):
        return []
    return [Problem("declarer_not_allowed", "declarer", {"contract": hand.contract, "seat": hand.declarer})]


def _doubling_problems(hand: Hand, contract: Contract, rules: HouseRules) -> list[Problem]:
    """Whether this contract can be doubled, and who called what; the level itself is checked in `check`."""
    problems = []
    if (hand.doubling or hand.doubled_by) and not may_double(contract, rules):
        problems.append(Problem("doubling_not_applicable", "doubling", {"contract": hand.contract}))
    if hand.aufstand and hand.doubling == 0:
        problems.append(Problem("bad_doubling", "aufstand", {"most": rules.max_doubling}))
    if hand.declarer is not None and hand.declarer in range(4):
        problems += family.ladder_problems(hand.doubled_by, hand.doubling, hand.declarer % 2, 2, 4)
    return problems


# --- playing -------------------------------------------------------------------------------------------------------


def play(hand: Hand, state: State, rules: HouseRules) -> Outcome:
    notes = _notes(hand, state, rules)
    hand = complete(hand, state)
    assert hand.caller is not None
    contract = BY_KEY[hand.contract]
    grade = min(grades(hand, rules.false_claim)) if hand.grade is None else hand.grade
    points = hand_value(contract, grade, hand.doubling, rules)
    why = hand.decided_by or "points" if contract.goal == "normal" else "made" if hand.made else "failed"
    postings, after = family.score_two_sides(state, winning_side(hand), points, why, hand.caller, rules)
    return Outcome(postings, after, notes)


def _notes(hand: Hand, state: State, rules: HouseRules) -> tuple[Problem, ...]:
    """Unusual, but it happens: said, not refused (section 6.1)."""
    notes = []
    if hand.caller not in (None, state.caller):
        notes.append(Problem("caller_differs", "caller", {"seat": state.caller}))
    hand = complete(hand, state)
    assert hand.declarer is not None
    totals = (0, 0) if state.leg_over else state.totals
    value = hand_value(BY_KEY[hand.contract], 3, 0, rules)
    if hand.aufstand and totals[hand.declarer % 2] + value < rules.target:
        notes.append(Problem("aufstand_not_forced", "aufstand"))
    if hand.contract == "normal" and (hand.loser_points or 0) >= SIXTY_SIX:
        notes.append(Problem("loser_had_66", "loser_points"))
    return tuple(notes)


def report_hand(hand: Hand, before: State, outcome: Outcome, rules: HouseRules) -> dict[str, Any]:
    after: State = outcome.state
    caller = before.caller if hand.caller is None else hand.caller
    points = [0, 0]
    for posting in outcome.postings:
        if posting.unit == "points":
            points[posting.side] += posting.amount
    return {
        "dealer": (caller - 1) % 4,
        "points": points,
        "totals": list(after.totals),
        "shown": family.shown(after.totals, rules.target, rules.display),
        "leg_over": after.leg_over,
    }


GAME = Game(
    key="bauernschnapsen",
    name=Text("Bauernschnapsen", "Bauernschnapsen"),
    seats=range(4, 5),
    house_rules=HouseRules,
    options=(
        options.contracts_option(CONTRACTS),
        options.values_option(CONTRACTS),
        options.SCHNAPSER_DECLARER,
        options.BAUERNSCHNAPSER_DECLARER,
        options.GANG_VS_ZEHNERGANG,
        options.MAX_DOUBLING,
        options.DOUBLING_SCOPE,
        options.DOUBLE_SHOW_CONTRACTS,
        options.FALSE_CLAIM,
        options.HALVING,
        options.TARGET,
        options.DISPLAY,
        options.SCHNEIDER_MARKS,
        options.RETOUR_MARKS,
        options.RETOUR_CONDITION,
        options.MARKS_ON,
        options.FIRST_DEALER_NEXT_GAME,
        options.LEGS_LIMIT,
        options.BUMMERL_LIMIT,
        options.MONEY,
        options.STAKE,
    ),
    presets=(
        Preset("standard", Text("Standard", "Standard"), {}),
        Preset(
            "ohne_bettler",
            Text("Ohne Bettler", "Without beggar"),
            {"contracts": [c.key for c in CONTRACTS if c.standard and c.key != "bettler"]},
        ),
        Preset("alles", Text("Alles", "Everything"), {"contracts": [c.key for c in CONTRACTS]}),
    ),
    contracts=CONTRACTS,
    sides=lambda seats: SIDES,
    start=lambda rules, seats, first_dealer: family.start(4, 2, first_dealer),
    read=lambda data: read(data, PACK.tricks),
    complete=complete,
    check=check,
    play=play,
    settle=lambda state, rules: state.cents,
    write=write,
    dump=family.dump,
    load=family.load,
    report=lambda state, rules: family.report(state, SIDES),
    report_hand=report_hand,
)
