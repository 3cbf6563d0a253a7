"""Schnapsen for two (Zweierschnapsen): 7 points, no contracts, no doubling, the one left behind gets a Bummerl.

Every seat is a side. The players deal in turn, the *dealer's* opponent leads. Who dealt has no effect on what a hand
counts or on whether it can stand, so it is derived from the first dealer and the hands that stand and never written
into a hand: where one is struck out, the deals after it move by one. Source: the scoring rules, sections 1.3, 3.1, 4,
5 and 6.
"""

from typing import Any

from scoring.games import family
from scoring.games.core import Game, Outcome, Posting, Problem, Text, every_seat_for_itself, told
from scoring.games.family import State
from scoring.games.family_check import WHY_FALSE_CLAIM
from scoring.games.schnapsen_hand import FIELDS, Hand, read
from scoring.games.schnapsen_help import EXAMPLES, HOW
from scoring.games.schnapsen_options import OPTIONS, PRESETS, HouseRules
from scoring.games.schnapsen_result import SIXTY_SIX, against_closer, result_problems, values, winner_of

SEATS = 2


def check(hand: Hand, state: State, rules: HouseRules) -> tuple[Problem, ...]:
    finished = [Problem("sheet_finished")] if state.finished else []
    return (*finished, *result_problems(hand, rules))


def play(hand: Hand, state: State, rules: HouseRules) -> Outcome:
    value = min(values(hand, rules)) if hand.value is None else hand.value
    reason = WHY_FALSE_CLAIM[rules.false_claim] if hand.end == "false_claim" else why(hand, value)
    points = Posting("points", winner_of(hand), value, reason)
    postings, after = family.score_two_sides(state, points.side, (points,), state.caller, rules)
    return Outcome(postings, after, _notes(hand))


def why(hand: Hand, value: int) -> str:
    """The rule by which the hand counts what it counts."""
    match hand.end:
        case None:
            return "written_down"
        case "closed_out":
            return "closed_out_trickless" if value == 3 else "closed_out"
        case "claim" if against_closer(hand):
            return "against_closer_trickless" if value == 3 else "against_closer"
        case "claim":
            return {1: "opponent_33", 2: "opponent_under_33", 3: "opponent_trickless"}[value]
    return hand.end


def _notes(hand: Hand) -> tuple[Problem, ...]:
    """The loser had 66 and did not say so: it happens, and costs the hand."""
    silent = hand.end in ("claim", "closed_out", "last_trick") and (hand.opp_points or 0) >= SIXTY_SIX
    return (Problem("loser_had_66", "opp_points"),) if silent else ()


def report_hand(hand: Hand, before: State, outcome: Outcome, rules: HouseRules) -> dict[str, Any]:
    return {"dealer": before.dealer, **family.report_outcome(outcome, rules)}


GAME = Game(
    key="schnapsen",
    name=Text("Schnapsen zu zweit", "Schnapsen for two"),
    seats=range(SEATS, SEATS + 1),
    house_rules=HouseRules,
    options=OPTIONS,
    presets=PRESETS,
    contracts=(),
    fields=FIELDS,
    how=lambda rules: HOW,
    examples=lambda seats: EXAMPLES,
    in_legs=True,
    sides=every_seat_for_itself,
    start=lambda rules, seats, first_dealer: family.start(SEATS, SEATS, first_dealer),
    read=read,
    complete=lambda hand, state: hand,
    check=check,
    play=play,
    settle=lambda state, rules: state.cents,
    write=told,
    dump=family.dump,
    load=family.load,
    report=lambda state, rules: family.report(state, every_seat_for_itself(SEATS)),
    report_hand=report_hand,
)
