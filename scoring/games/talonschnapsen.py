"""Talonschnapsen: three players, everybody for himself, 24 points; whoever is last gets a Bummerl.

Every seat is its own side. In each hand the *declarer* plays against the two *defenders*; the *caller*, left of the
dealer, declares the plain game, names trumps and deals the next hand. The declarer alone gets the value of a hand he
makes; of one he fails each defender gets the full value. Six tricks of three cards, two cards are the talon.
Source: the scoring rules, sections 1.2, 2, 3.2, 4, 5 and 6.
"""

from collections.abc import Mapping
from typing import Any

from scoring.games import family, family_check
from scoring.games.card_points import Pack
from scoring.games.core import (
    Field,
    Game,
    Malformed,
    Outcome,
    Problem,
    Text,
    every_seat_for_itself,
)
from scoring.games.family import Setting, State
from scoring.games.family_check import grade_of, hand_value, in_scope, notes, point_postings
from scoring.games.family_fields import hand_fields
from scoring.games.family_hand import DECIDED_BY, Hand, read, write
from scoring.games.family_result import winning_sides
from scoring.games.talonschnapsen_contracts import BY_KEY, CONTRACTS
from scoring.games.talonschnapsen_decider import (
    FIELDS,
    Decider,
    decider_problems,
    is_decider,
    read_decider,
    write_decider,
)
from scoring.games.talonschnapsen_help import EXAMPLES, how
from scoring.games.talonschnapsen_legs import score_decider, score_three_sides
from scoring.games.talonschnapsen_options import OPTIONS, PRESETS, HouseRules

RELATIVE_SEATS = {"any": (0, 1, 2), "caller": (0,), "opponents": (1, 2)}
"""Who may declare, as seats counted clockwise from the caller."""
PACK = Pack(cards_per_trick=3, tricks=6)
SETTING = Setting(
    seats=3,
    sides=3,
    pack=PACK,
    bettler_packs=(PACK,),
    schnapser_tricks=range(1, 5),
    contracts=BY_KEY,
    declarers=lambda contract, rules: RELATIVE_SEATS[contract.who],
    may_double=in_scope,
)
ENDS = (*DECIDED_BY, "caller_short")


# --- reading -------------------------------------------------------------------------------------------------------


def read_hand(data: Mapping[str, Any]) -> Hand | Decider:
    if not isinstance(data, Mapping):
        raise Malformed([Problem("bad_value", "hand")])
    if is_decider(data):
        return read_decider(data)
    return read({name: value for name, value in data.items() if name not in FIELDS}, PACK.tricks, ENDS)


def write_hand(hand: Hand | Decider) -> dict[str, Any]:
    return write_decider(hand) if isinstance(hand, Decider) else write(hand)


def complete(hand: Hand | Decider, state: State) -> Hand | Decider:
    return hand if isinstance(hand, Decider) else family_check.complete(hand, state)


# --- checking ------------------------------------------------------------------------------------------------------


def check(hand: Hand | Decider, state: State, rules: HouseRules) -> tuple[Problem, ...]:
    if isinstance(hand, Decider):
        finished = [Problem("sheet_finished")] if state.finished else []
        return (*finished, *decider_problems(hand, state))
    problems = list(family_check.check(hand, state, rules, SETTING))
    if state.tied:
        problems.append(Problem("decider_first"))
    if hand.contract == "normal":
        problems += _unclaimed_problems(hand, rules)
    return tuple(problems)


def _unclaimed_problems(hand: Hand, rules: HouseRules) -> list[Problem]:
    """Who can win a plain game in which nobody said 66: the house rule `normal_last_trick`."""
    needs_66 = rules.normal_last_trick == "caller_needs_66"
    if hand.decided_by == "caller_short" and (hand.made or not needs_66):
        return [Problem("wrong_winner", "decided_by")]
    if hand.decided_by == "last_trick" and hand.made and needs_66:
        return [Problem("no_66", "decided_by")]
    return []


# --- playing -------------------------------------------------------------------------------------------------------


def play(hand: Hand | Decider, state: State, rules: HouseRules) -> Outcome:
    if isinstance(hand, Decider):
        assert hand.loser is not None
        return Outcome(*score_decider(state, hand.loser, rules))
    unusual = notes(hand, state, rules, SETTING)
    hand = family_check.complete(hand, state)
    assert hand.caller is not None
    contract = BY_KEY[hand.contract]
    value = hand_value(contract, grade_of(hand, rules, SETTING), hand.doubling, rules)
    winners = winning_sides(hand, SETTING)
    gains = tuple(value if side in winners else 0 for side in range(SETTING.sides))
    postings, after = score_three_sides(state, gains, hand.caller, rules)
    points = [
        posting
        for side in winners
        for posting in point_postings(hand, contract, side, rules, SETTING, failed="failed_each")
    ]
    return Outcome((*points, *postings), after, unusual)


def report(state: State, rules: HouseRules) -> dict[str, Any]:
    """The family's part of the result document, and who still has to play the decider."""
    return {**family.report(state, every_seat_for_itself(3)), "tied": list(state.tied)}


def report_hand(hand: Hand | Decider, before: State, outcome: Outcome, rules: HouseRules) -> dict[str, Any]:
    """One line of the result document; nobody at the table of three deals a decider."""
    if isinstance(hand, Decider):
        return {"dealer": None, **family.report_outcome(outcome, rules)}
    return family_check.report_hand(hand, before, outcome, rules)


GAME = Game(
    key="talonschnapsen",
    name=Text("Talonschnapsen", "Talonschnapsen"),
    seats=range(3, 4),
    house_rules=HouseRules,
    options=OPTIONS,
    presets=PRESETS,
    contracts=CONTRACTS,
    fields=(
        *hand_fields(CONTRACTS, PACK.tricks, SETTING.sides, ENDS),
        Field("decider", "seats", Text("Wer hat das Bummerl ausgespielt?", "Who played the decider?")),
        Field("decider_loser", "seat", Text("Wer hat es verloren?", "Who lost the decider?")),
    ),
    how=how,
    examples=lambda seats: EXAMPLES,
    in_legs=True,
    sides=every_seat_for_itself,
    start=lambda rules, seats, first_dealer: family.start(3, 3, first_dealer),
    read=read_hand,
    complete=complete,
    check=check,
    play=play,
    settle=lambda state, rules: state.cents,
    write=write_hand,
    dump=family.dump,
    load=family.load,
    report=report,
    report_hand=report_hand,
)
