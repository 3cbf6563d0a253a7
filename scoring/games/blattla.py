"""Blattla: four players, 32 cards, eight tricks; a Sauspiel two against two, a Solo one against three.

Every seat counts for itself; amounts are cents, and every hand sums to zero. The *sitter* is the dealer at a table of
five, where he does not play and nobody pays him. The sheet has no end of its own: the table stops when it likes.
Source: the scoring rules, part C and the common conventions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.games.blattla_hand import (
    BY_KEY,
    CONTRACTS,
    FIELDS,
    SUITS,
    TRUMPS_OF_A_SAUSPIEL,
    Contract,
    Hand,
    read,
)
from scoring.games.blattla_help import EXAMPLES, how
from scoring.games.blattla_options import OPTIONS, PRESETS, HouseRules
from scoring.games.blattla_value import worth
from scoring.games.card_points import PACK_POINTS, share_problems
from scoring.games.core import (
    Game,
    Outcome,
    Posting,
    Problem,
    Text,
    every_seat_for_itself,
    line_without_legs,
    points_moved,
    report_without_legs,
    told,
)

PLAYERS = 4
"""How many play a hand; whoever sits there beyond that sits out."""


@dataclass(frozen=True, slots=True)
class State:
    """Who deals next, and the cents of every seat so far."""

    dealer: int
    totals: tuple[int, ...]

    @property
    def seats(self) -> int:
        return len(self.totals)

    @property
    def finished(self) -> bool:
        """Never: no source knows an end of the sheet."""
        return False


def start(rules: HouseRules, seats: int, first_dealer: int) -> State:
    return State(first_dealer, (0,) * seats)


def dump(state: State) -> dict[str, Any]:
    return {"dealer": state.dealer, "totals": list(state.totals)}


def load(data: Mapping[str, Any]) -> State:
    return State(data["dealer"], tuple(data["totals"]))


def complete(hand: Hand, state: State) -> Hand:
    """With the sitter written into it, also where everybody passed, so that the rotation goes on from him."""
    if state.seats == PLAYERS or hand.sits_out is not None:
        return hand
    return replace(hand, sits_out=state.dealer)


def dealer_of(hand: Hand, state: State) -> int:
    """Who dealt the hand: the sitter where there is one, else whoever's turn it is."""
    return state.dealer if hand.sits_out is None else hand.sits_out


# --- checking ------------------------------------------------------------------------------------------------------


def check(hand: Hand, state: State, rules: HouseRules) -> tuple[Problem, ...]:
    problems = _sitter_problems(hand, state)
    if hand.passed:
        beside = [name for name in told(hand) if name not in ("passed", "sits_out")]
        return (*problems, *(Problem("passed_with_score", name) for name in beside))
    problems += _seat_problems(hand, state)
    if not 0 <= hand.doubling <= rules.max_doubling:
        problems.append(Problem("bad_doubling", "doubling", {"most": rules.max_doubling}))
    if hand.suit is None:
        problems.append(Problem("bad_value", "suit"))
    elif all(hand.suit != suit.value for suit in SUITS):
        problems.append(Problem("unknown_suit", "suit"))
    contract = BY_KEY.get(hand.contract or "")
    if contract is not None:
        return (*problems, *_side_problems(hand, contract), *_result_problems(hand, contract))
    missing = hand.contract is None
    problems.append(Problem("bad_value" if missing else "unknown_contract", "contract"))
    return (*problems, *_points_problems(hand))


def _sitter_problems(hand: Hand, state: State) -> list[Problem]:
    if hand.sits_out is None:
        return []
    if state.seats == PLAYERS:
        return [Problem("nobody_sits_out", "sits_out")]
    return [] if hand.sits_out in range(state.seats) else [Problem("bad_seat", "sits_out")]


def _seat_problems(hand: Hand, state: State) -> list[Problem]:
    problems = [Problem("bad_value", "declarer")] if hand.declarer is None else []
    sitter = complete(hand, state).sits_out if state.seats > PLAYERS else None
    for name, seat in (("declarer", hand.declarer), ("partner", hand.partner)):
        if seat is None:
            continue
        if seat not in range(state.seats):
            problems.append(Problem("bad_seat", name))
        elif seat == sitter:
            problems.append(Problem("sits_out", name, {"seat": seat}))
    return problems


def _side_problems(hand: Hand, contract: Contract) -> list[Problem]:
    """Who plays with whom, and which Sau was called."""
    if contract.alone:
        return [] if hand.partner is None else [Problem("solo_with_partner", "partner")]
    problems = []
    if hand.partner is None:
        problems.append(Problem("partner_missing", "partner"))
    elif hand.partner == hand.declarer:
        problems.append(Problem("partner_is_declarer", "partner"))
    if hand.suit == TRUMPS_OF_A_SAUSPIEL:
        problems.append(Problem("called_suit_is_trump", "suit"))
    return problems


def _result_problems(hand: Hand, contract: Contract) -> list[Problem]:
    if contract.key == "solo_tout":
        given = told(hand)
        problems = [Problem("tout_has_no_points", name) for name in ("points", "schwarz") if name in given]
        return problems + ([Problem("result_missing", "made")] if hand.made is None else [])
    problems = [] if hand.made is None else [Problem("result_is_derived", "made")]
    if hand.points is None:
        return [*problems, Problem("bad_value", "points")]
    return problems + _points_problems(hand)


def _points_problems(hand: Hand) -> list[Problem]:
    """Card points that no cards make, or that are not those of all tricks."""
    problems = share_problems(hand.points)
    all_tricks = PACK_POINTS if hand.schwarz == "by_declarer" else 0
    if hand.points is not None and hand.schwarz is not None and hand.points != all_tricks:
        problems.append(Problem("schwarz_points_mismatch", "schwarz"))
    return problems


# --- playing -------------------------------------------------------------------------------------------------------


def play(hand: Hand, state: State, rules: HouseRules) -> Outcome:
    told = complete(hand, state)
    postings = (
        (Posting("points", dealer_of(hand, state), 0, "passed"),)
        if hand.passed
        else _postings(told, state.seats, rules)
    )
    totals = [have + more for have, more in zip(state.totals, points_moved(postings, state.seats), strict=True)]
    after = State((dealer_of(hand, state) + 1) % state.seats, tuple(totals))
    return Outcome(postings, after, _notes(hand, state))


def _postings(hand: Hand, seats: int, rules: HouseRules) -> tuple[Posting, ...]:
    """Every reason for itself: each defender pays or gets it once, the declarer's side shares what is on the table."""
    assert hand.contract is not None
    assert hand.declarer is not None
    result = worth(hand, rules)
    side = {hand.declarer, hand.partner} - {None}
    defenders = [seat for seat in range(seats) if seat not in side and seat != hand.sits_out]
    shares = {seat: len(defenders) // len(side) if seat in side else -1 for seat in range(seats)}
    postings = [
        Posting("points", seat, cents * shares[seat] * (1 if result.won else -1), why)
        for why, cents in result.parts
        for seat in range(seats)
        if (cents or why == result.parts[0][0]) and seat != hand.sits_out
    ]
    if result.won and BY_KEY[hand.contract].alone:
        postings.append(Posting("soli", hand.declarer, 1, "solo_won"))
    return tuple(postings)


def _notes(hand: Hand, state: State) -> tuple[Problem, ...]:
    """All points or none without schwarz is legal, a trick may be empty, but easily forgotten (section C6)."""
    notes = []
    if hand.points in (0, PACK_POINTS) and hand.schwarz is None:
        notes.append(Problem("schwarz_asked", "schwarz", {"points": hand.points}))
    if dealer_of(hand, state) != state.dealer:
        notes.append(Problem("sitter_differs", "sits_out", {"seat": state.dealer}))
    return tuple(notes)


# --- reporting -----------------------------------------------------------------------------------------------------


def report_hand(hand: Hand, before: State, outcome: Outcome, rules: HouseRules) -> dict[str, Any]:
    return line_without_legs(dealer_of(hand, before), outcome)


GAME = Game(
    key="blattla",
    name=Text("Blattla", "Blattla"),
    seats=range(PLAYERS, PLAYERS + 1),
    house_rules=HouseRules,
    options=OPTIONS,
    presets=PRESETS,
    contracts=CONTRACTS,
    fields=FIELDS,
    how=how,
    examples=lambda seats: EXAMPLES,
    sides=every_seat_for_itself,
    start=start,
    read=read,
    complete=complete,
    check=check,
    play=play,
    settle=lambda state, rules: state.totals,
    write=told,
    dump=dump,
    load=load,
    report=lambda state, rules: report_without_legs(state),
    report_hand=report_hand,
)
