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
from scoring.games.card_points import Pack, Reported, joint_problems, side_problems
from scoring.games.core import Game, Outcome, Preset, Problem, Text
from scoring.games.schnapsen_contracts import BY_KEY, CONTRACTS
from scoring.games.schnapsen_family import Contract, State
from scoring.games.schnapsen_hand import Hand, read, write

SIDES = ((0, 2), (1, 3))
PACK = Pack(cards_per_trick=4, tricks=5)
HIGHEST_LEVEL = 5
SIXTY_SIX = 66
GRADE_BOUNDARY = 33
"""Losers with 33 card points or more lose 1, with 32 or fewer 2."""

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
    contract = BY_KEY.get(hand.contract)
    if contract is None:
        return (*problems, Problem("unknown_contract", "contract"))
    if hand.contract not in rules.contracts:
        problems.append(Problem("contract_disabled", "contract", {"contract": hand.contract}))
    seats = _seat_problems(hand)
    problems += seats
    hand = complete(hand, state)
    if not any(problem.at in ("caller", "declarer") for problem in seats):
        problems += _declarer_problems(hand, contract, rules)
    if contract.goal == "show" and not hand.made:
        problems.append(Problem("cannot_lose", "made", {"contract": hand.contract}))
    problems += _doubling_problems(hand, contract, rules, seats_known=not seats)
    problems += _result_problems(hand, contract, rules)
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


def _doubling_problems(hand: Hand, contract: Contract, rules: HouseRules, *, seats_known: bool) -> list[Problem]:
    problems = []
    if hand.doubling not in range(HIGHEST_LEVEL + 1) or hand.doubling > rules.max_doubling:
        problems.append(Problem("bad_doubling", "doubling", {"most": rules.max_doubling}))
    if (hand.doubling or hand.doubled_by) and not may_double(contract, rules):
        problems.append(Problem("doubling_not_applicable", "doubling", {"contract": hand.contract}))
    if hand.aufstand and hand.doubling == 0:
        problems.append(Problem("bad_doubling", "aufstand", {"most": rules.max_doubling}))
    if seats_known and hand.declarer is not None:
        problems += family.ladder_problems(hand.doubled_by, hand.doubling, hand.declarer % 2, 2)
    return problems


def _winner(hand: Hand) -> int:
    """The side that gets the points of a complete hand."""
    assert hand.declarer is not None
    return hand.declarer % 2 if hand.made else 1 - hand.declarer % 2


def grades(hand: Hand, rules: HouseRules) -> frozenset[int]:
    """The grades that a normal game can have, by what was reported of it (section 1.1, "Normal game, exactly")."""
    if hand.decided_by == "last_trick":
        return frozenset({1})
    points, tricks = hand.loser_points, hand.loser_tricks
    if hand.decided_by == "false_claim":
        if rules.false_claim == "two":
            return frozenset({2})
        points, tricks = hand.winner_points, hand.winner_tricks
        if rules.false_claim == "two_or_three":
            return frozenset({2, 3} if tricks is None and points is None else {2} if tricks or points else {3})
    if tricks == 0 or (tricks is None and points == 0):
        return frozenset({3})
    if points is not None:
        return frozenset({1 if points >= GRADE_BOUNDARY else 2})
    return frozenset({1, 2, 3} if tricks is None else {1, 2})


def _result_problems(hand: Hand, contract: Contract, rules: HouseRules) -> list[Problem]:
    if contract.goal != "normal":
        problems = [
            Problem("bad_grade" if name == "grade" else "unknown_field", name)
            for name in ("grade", "decided_by", "claimed_by")
            if getattr(hand, name) is not None
        ]
        return problems + _contract_facts(hand, contract) + _card_problems(hand, contract)
    problems, possible = [], grades(hand, rules)
    if hand.grade is None and len(possible) > 1:
        problems.append(Problem("bad_value", "grade"))
    elif hand.grade is not None and hand.grade not in (1, 2, 3):
        problems.append(Problem("bad_grade", "grade"))
    elif hand.grade is not None and hand.grade not in possible:
        problems.append(Problem("grade_mismatch", "grade", {"grade": hand.grade, "right": min(possible)}))
    return problems + _claim_problems(hand) + _card_problems(hand, contract)


def _claim_problems(hand: Hand) -> list[Problem]:
    """Who said 66, and whether he had it."""
    problems = []
    if hand.claimed_by is not None and hand.declarer is not None and hand.claimed_by in range(2):
        claimant_should_win = hand.decided_by != "false_claim"
        if hand.decided_by == "last_trick" or (hand.claimed_by == _winner(hand)) != claimant_should_win:
            problems.append(Problem("wrong_winner", "claimed_by"))
    won, lost = hand.winner_points, hand.loser_points
    if hand.decided_by == "false_claim":
        if lost is not None and lost >= SIXTY_SIX:
            problems.append(Problem("wrong_winner", "loser_points"))
        return problems
    if hand.winner_tricks == 0:
        problems.append(Problem("no_66", "winner_tricks"))
    if hand.decided_by == "last_trick":
        if (won is not None and won >= SIXTY_SIX) or (won is None and lost is not None and lost < 120 - SIXTY_SIX + 1):
            problems.append(Problem("last_trick_not_needed", "decided_by"))
    elif won is not None and won < SIXTY_SIX:
        problems.append(Problem("no_66", "winner_points", {"points": won}))
    return problems


def _contract_facts(hand: Hand, contract: Contract) -> list[Problem]:
    """Tricks and points that contradict the result of a special contract."""
    problems = []
    won, lost, points = hand.winner_tricks, hand.loser_tricks, hand.winner_points
    if contract.goal == "no_trick" and not hand.made and lost == 0:
        problems.append(Problem("wrong_winner", "loser_tricks"))
    if contract.goal == "all_tricks" and hand.made and (lost or won not in (None, PACK.tricks)):
        problems.append(Problem("wrong_winner", "loser_tricks" if lost else "winner_tricks"))
    if contract.goal == "three_tricks" and hand.made:
        if lost:
            problems.append(Problem("wrong_winner", "loser_tricks"))
        if won is not None and not 1 <= won <= 3:
            problems.append(Problem("no_66", "winner_tricks"))
        if points is not None and points < SIXTY_SIX:
            problems.append(Problem("no_66", "winner_points", {"points": points}))
    return problems


def _card_problems(hand: Hand, contract: Contract) -> list[Problem]:
    caller_won = hand.declarer is not None and hand.caller is not None and hand.caller % 2 == _winner(hand)
    winner = Reported(
        "winner",
        hand.winner_points,
        hand.winner_tricks,
        hand.winner_marriages,
        hand.winner_forties,
        caller_won,
    )
    loser = Reported("loser", hand.loser_points, hand.loser_tricks, hand.loser_marriages, None, not caller_won)
    problems = side_problems(winner, PACK, trumps=contract.trumps) + side_problems(loser, PACK, trumps=contract.trumps)
    if problems or winner.silent or (loser.silent and hand.decided_by != "last_trick"):
        return problems
    return joint_problems(winner, loser, PACK, trumps=contract.trumps, played_out=hand.decided_by == "last_trick")


# --- playing -------------------------------------------------------------------------------------------------------


def play(hand: Hand, state: State, rules: HouseRules) -> Outcome:
    notes = _notes(hand, state, rules)
    hand = complete(hand, state)
    assert hand.caller is not None
    contract = BY_KEY[hand.contract]
    grade = min(grades(hand, rules)) if hand.grade is None else hand.grade
    points = hand_value(contract, grade, hand.doubling, rules)
    why = hand.decided_by or "points" if contract.goal == "normal" else "made" if hand.made else "failed"
    postings, after = family.score_two_sides(state, _winner(hand), points, why, hand.caller, rules)
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
    if (hand.loser_points or 0) >= SIXTY_SIX:
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
