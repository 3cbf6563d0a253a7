"""Bauerntarock: three or four players, one against the rest, 120 card points, and only the declarer's score moves.

A *deal* is a hand that was actually played: a redeal scores nothing, does not count and leaves the dealer. A *round* is
one deal of everybody at the table. Once a total has *reached* the threshold, the round is completed and the sheet ends.
There is money when it ends, or when the table closes it before that. The *sitter* is the dealer at a table with one
person more than play. Every seat is its own side. Source: the scoring rules, sections A1 to A7.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from scoring.games.bauerntarock_hand import BIDS, FIELDS, SPATZ, Hand, read
from scoring.games.bauerntarock_help import EXAMPLES, how
from scoring.games.bauerntarock_options import OPTIONS, PRESETS, HouseRules
from scoring.games.bauerntarock_payout import payout
from scoring.games.card_points import share_problems
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

HALF = 60
WON_A_TRICK = ("won_last", "def_lost", "def_lost_last")
"""Spatz events in which the declarer takes a trick."""


@dataclass(frozen=True, slots=True)
class State:
    """The record between two hands: `deals` played so far, and whether the threshold has been `reached`."""

    dealer: int
    deals: int
    totals: tuple[int, ...]
    reached: bool
    finished: bool
    dealer_sits_out: bool

    @property
    def seats(self) -> int:
        """Everybody at the table, whoever sits out included."""
        return len(self.totals)


def start(rules: HouseRules, seats: int, first_dealer: int) -> State:
    return State(
        dealer=first_dealer,
        deals=0,
        totals=(0,) * seats,
        reached=False,
        finished=False,
        dealer_sits_out=rules.sit_out == "dealer",
    )


def dump(state: State) -> dict[str, Any]:
    return {**asdict(state), "totals": list(state.totals)}


def load(data: Mapping[str, Any]) -> State:
    return State(**{**data, "totals": tuple(data["totals"])})


# --- checking ------------------------------------------------------------------------------------------------------


def dealer_of(hand: Hand, state: State) -> int:
    """Who dealt the hand: the sitter where there is one, else whoever's turn it is."""
    return state.dealer if hand.sits_out is None else hand.sits_out


def complete(hand: Hand, state: State) -> Hand:
    """With the sitter written into it, into a redeal too, so that the rotation goes on from him."""
    return replace(hand, sits_out=dealer_of(hand, state)) if state.dealer_sits_out else hand


def check(hand: Hand, state: State, rules: HouseRules) -> tuple[Problem, ...]:
    problems = []
    if state.finished:
        problems.append(Problem("sheet_finished"))
    if hand.redeal and hand.scores:
        problems.append(Problem("redeal_with_score", "redeal"))
    problems += _seat_problems(hand, state)
    if hand.bid is not None and hand.bid not in {bid.key for bid in BIDS}:
        problems.append(Problem("unknown_bid", "bid"))
    if not 0 <= hand.doubling <= rules.max_doubling:
        problems.append(Problem("bad_doubling", "doubling", {"most": rules.max_doubling}))
    problems += _points_problems(hand)
    problems += _spatz_problems(hand, rules)
    return tuple(problems)


def _seat_problems(hand: Hand, state: State) -> list[Problem]:
    problems = []
    if hand.sits_out is not None and not state.dealer_sits_out:
        problems.append(Problem("nobody_sits_out", "sits_out"))
    elif hand.sits_out is not None and hand.sits_out not in range(state.seats):
        problems.append(Problem("bad_seat", "sits_out"))
    if hand.declarer is None:
        return problems
    if hand.declarer not in range(state.seats):
        problems.append(Problem("bad_seat", "declarer"))
    elif state.dealer_sits_out and hand.declarer == dealer_of(hand, state):
        problems.append(Problem("sits_out", "declarer", {"seat": hand.declarer}))
    return problems


def _points_problems(hand: Hand) -> list[Problem]:
    """Card points that no cards make, or that take a trick."""
    with_points = hand.gmotschd and hand.points not in (None, 0)
    return share_problems(hand.points) + ([Problem("gmotschd_with_points", "points")] if with_points else [])


def _spatz_problems(hand: Hand, rules: HouseRules) -> list[Problem]:
    if hand.spatz not in {choice.value for choice in SPATZ}:
        return [Problem("unknown_spatz", "spatz")]
    problems = []
    if hand.spatz.startswith("def_") and rules.spatz_scope == "declarer":
        problems.append(Problem("spatz_not_scored_for_defenders", "spatz"))
    if hand.gmotschd and hand.spatz in WON_A_TRICK:
        problems.append(Problem("gmotschd_but_won_trick", "spatz"))
    return problems


# --- playing -------------------------------------------------------------------------------------------------------


def spatz_points(spatz: str, rules: HouseRules) -> int:
    """What became of the Spatz, in points for the declarer before doubling; a defender's counts the other way round."""
    return {
        "none": 0,
        "lost": -rules.spatz_lost,
        "lost_last": -rules.spatz_lost_last,
        "won_last": rules.spatz_won_last,
        "def_lost": rules.spatz_lost,
        "def_lost_last": rules.spatz_lost_last,
        "def_won_last": -rules.spatz_won_last,
    }[spatz]


def play(hand: Hand, state: State, rules: HouseRules) -> Outcome:
    notes = _notes(hand, state)
    dealt = replace(state, dealer=dealer_of(hand, state))
    if hand.redeal:
        return Outcome((Posting("points", dealt.dealer, 0, "redeal"),), dealt, notes)
    postings = score_postings(hand, rules)
    changes = points_moved(postings, state.seats)
    totals = tuple(have + more for have, more in zip(state.totals, changes, strict=True))
    return Outcome(postings, _after(dealt, totals, rules), notes)


def score_postings(hand: Hand, rules: HouseRules) -> tuple[Posting, ...]:
    """The declarer's score, reason by reason: (P + s - 60) * 2^k (section A4).

    The card points always stand there, even where they are worth nothing; a doubling adds what stood there before it.
    """
    assert hand.declarer is not None  # only a redeal has none
    cards = (hand.points or 0) - HALF
    spatz = spatz_points(hand.spatz, rules)
    parts = [("gmotschd" if hand.gmotschd else "card_points", cards)]
    parts += [(f"spatz_{hand.spatz}", spatz)] if spatz else []
    score = cards + spatz
    if hand.bid == "sumpern" and rules.sumpern_doubles and score:
        parts.append(("sumpern", score))
        score *= 2
    if hand.doubling and score:
        parts.append(("doubled", (score << hand.doubling) - score))
    return tuple(Posting("points", hand.declarer, amount, why) for why, amount in parts)


def _after(state: State, totals: tuple[int, ...], rules: HouseRules) -> State:
    """The state after a deal that `state.dealer` dealt and that was played.

    With `at_round_end` the threshold is looked for at the end of a round only; found there, it stays reached, so that
    a round played on for a tie ends the sheet in any case. At once (`immediate`) there can be no tie at the top.
    """
    deals = state.deals + 1
    round_over = deals % state.seats == 0
    at_once = rules.finish == "immediate"
    looked_for = at_once or round_over or rules.end_check == "latched"
    reached = state.reached or (looked_for and max(totals) >= rules.threshold)
    tie_is_played_on = rules.tie_winner == "play_on" and totals.count(max(totals)) > 1
    return replace(
        state,
        dealer=(state.dealer + 1) % state.seats,
        deals=deals,
        totals=totals,
        reached=reached,
        finished=reached and (at_once or (round_over and not tie_is_played_on)),
    )


def deals_left(state: State) -> int | None:
    """Deals still to come: None before the threshold is reached, a whole round where a tie is played on."""
    if state.finished:
        return 0
    return (-state.deals % state.seats or state.seats) if state.reached else None


def _notes(hand: Hand, state: State) -> tuple[Problem, ...]:
    """Unusual, but it happens: said, not refused (section A7)."""
    notes = []
    if hand.points == 0 and not hand.gmotschd:
        notes.append(Problem("no_trick_taken", "points"))
    if hand.sits_out not in (None, state.dealer):
        notes.append(Problem("sitter_differs", "sits_out", {"seat": state.dealer}))
    return tuple(notes)


def settle(state: State, rules: HouseRules) -> tuple[int, ...]:
    return tuple(points * rules.point_value for points in payout(state.totals, rules))


# --- telling -------------------------------------------------------------------------------------------------------


def report(state: State, rules: HouseRules) -> dict[str, Any]:
    return {**report_without_legs(state), "deals_left": deals_left(state)}


def report_hand(hand: Hand, before: State, outcome: Outcome, rules: HouseRules) -> dict[str, Any]:
    return line_without_legs(dealer_of(hand, before), outcome)


GAME = Game(
    key="bauerntarock",
    name=Text("Bauerntarock", "Bauerntarock"),
    seats=range(3, 5),
    house_rules=HouseRules,
    options=OPTIONS,
    presets=PRESETS,
    contracts=BIDS,
    fields=FIELDS,
    how=how,
    examples=lambda seats: EXAMPLES,
    sides=every_seat_for_itself,
    start=start,
    read=read,
    complete=complete,
    check=check,
    play=play,
    settle=settle,
    write=told,
    dump=dump,
    load=load,
    report=report,
    report_hand=report_hand,
)
