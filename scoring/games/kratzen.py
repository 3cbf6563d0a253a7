"""Kratzen (Krotzn): three to six players, four cards each, everybody for himself, and a pot.

Every seat is a side; points are cents: negative what a seat pays into the pot, positive what it gets out of it, so that
balances and pot are nil together. The *pot in play* is what is in it when the cards are played, after antes and cuts.
Who *fails* (the striker short of two tricks, anybody else without one) pays a penalty reckoned from it. Source: the
scoring rules, section B.

`muss_payout` takes "as in a normal deal" at its word: quarters, remainder and the share of those who fail follow their
house rules in a Muss and a Siebener-Muss too, and what comes next is still a normal deal.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

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
from scoring.games.kratzen_hand import CONTRACTS, FIELDS, TRICKS, Hand, check, deal_of, read
from scoring.games.kratzen_help import examples, how
from scoring.games.kratzen_options import OPTIONS, PRESETS, HouseRules, check_rules
from scoring.games.kratzen_pot import MUSS, NORMAL, SEVEN_MUSS, Opening, State, dump, load, opening, settle, start


def complete(hand: Hand, state: State) -> Hand:
    """Without what follows from the hands before: it must shift with them. So no striker and no players of a Muss."""
    if deal_of(hand, state) != NORMAL:
        return replace(hand, striker=None, active=None)
    return replace(hand, active=tuple(sorted(hand.active))) if hand.active is not None else hand


def play(hand: Hand, state: State, rules: HouseRules) -> Outcome:
    opened, deal = opening(state, hand.cuts, rules), deal_of(hand, state)
    played, next_deal = _played(hand, deal, opened, rules)
    postings = opened.postings + played
    first = state.dealer if rules.next_dealer == "left_of_start" else opened.dealer
    after = State(
        dealer=(first + 1) % state.seats,
        next_deal=next_deal,
        last_dealer=opened.dealer,
        pot=state.pot - sum(posting.amount for posting in postings),
        totals=tuple(
            total + change for total, change in zip(state.totals, points_moved(postings, state.seats), strict=True)
        ),
    )
    return Outcome(postings, after, _notes(hand, opened))


def _played(hand: Hand, deal: str, opened: Opening, rules: HouseRules) -> tuple[tuple[Posting, ...], str]:
    """What happened after the cut, and the deal that comes next (sections B1, B3 and B4)."""
    if hand.thrown_in:
        return (), NORMAL
    if deal == NORMAL and hand.alone:
        assert hand.striker is not None  # alone says so
        if rules.all_drop == "void":
            return (), NORMAL  # like a deal that is thrown in
        return (Posting("points", hand.striker, opened.pot, "pot_taken"),), MUSS
    striker = striker_of(hand, deal, opened.dealer)
    assert striker is not None  # check() asks for both
    assert hand.tricks is not None
    failures = penalties(hand, deal, opened.dealer, opened.pot, rules)
    shares: list[Posting] = []
    if deal == NORMAL or rules.muss_payout:
        failed = [posting.side for posting in failures]
        shares = _shares(hand.tricks, striker, failed, opened.pot, rules)
    return (*shares, *failures), NORMAL if deal != NORMAL or failures else MUSS


def striker_of(hand: Hand, deal: str, dealer: int) -> int | None:
    """In a Muss the (final) dealer; None where nobody played."""
    return hand.striker if deal == NORMAL else dealer


def penalties(hand: Hand, deal: str, dealer: int, pot: int, rules: HouseRules) -> list[Posting]:
    """What those who failed pay; all of them on the same pot (section B4). Nobody fails where nothing is played."""
    if hand.tricks is None:
        return []
    striker = striker_of(hand, deal, dealer)
    active = hand.active or () if deal == NORMAL else range(len(hand.tricks))
    base = min(pot, rules.pot_limit) if rules.pot_limit else pot
    lowered = deal == SEVEN_MUSS or (hand.trump_seven and rules.seven_target_in_muss)
    single = deal == SEVEN_MUSS and rules.seven_muss_striker_penalty == "single"
    postings = []
    for seat in sorted(active):
        if seat == striker and hand.tricks[seat] < (1 if lowered else 2):
            amount, why = (-base, "penalty_striker_single") if single else (-2 * base, "penalty_striker")
            postings.append(Posting("points", seat, amount, why))
        elif seat != striker and hand.tricks[seat] == 0:
            postings.append(Posting("points", seat, -base, "penalty_defender"))
    return postings


def _shares(tricks: tuple[int, ...], striker: int, failed: Iterable[int], pot: int, rules: HouseRules) -> list[Posting]:
    """A quarter of the pot for every trick, in whole coins, and where what is left over goes (section B4)."""
    quarter = pot // (TRICKS * rules.smallest_coin) * rules.smallest_coin
    left_out = () if rules.failed_keep_share else tuple(failed)
    shares = [
        Posting("points", seat, quarter * taken, "trick_share")
        for seat, taken in enumerate(tricks)
        if quarter * taken and seat not in left_out
    ]
    remainder = pot - TRICKS * quarter
    if remainder and rules.remainder == "striker":
        shares.append(Posting("points", striker, remainder, "remainder"))
    return shares


def _notes(hand: Hand, opened: Opening) -> tuple[Problem, ...]:
    """Unusual, but only the striker counts: said, not refused (section B3)."""
    if hand.contract == "turn" and hand.striker != opened.dealer:
        return (Problem("turn_not_by_dealer", "striker", {"seat": opened.dealer}),)
    return ()


def check_close(state: State, rules: HouseRules) -> tuple[Problem, ...]:
    if state.pot and rules.end_pot == "require_empty":
        return (Problem("pot_not_empty"),)
    return ()


def report(state: State, rules: HouseRules) -> dict[str, Any]:
    return {**report_without_legs(state), "next_deal": state.next_deal, "pot": state.pot}


def report_hand(hand: Hand, before: State, outcome: Outcome, rules: HouseRules) -> dict[str, Any]:
    after: State = outcome.state
    return {
        **line_without_legs(after.last_dealer, outcome),
        "deal": deal_of(hand, before),
        "pot_played": opening(before, hand.cuts, rules).pot,
        "pot": after.pot,
    }


GAME = Game(
    key="kratzen",
    name=Text("Kratzen", "Kratzen"),
    seats=range(3, 7),
    house_rules=HouseRules,
    options=OPTIONS,
    presets=PRESETS,
    contracts=CONTRACTS,
    fields=FIELDS,
    how=how,
    examples=examples,
    check_rules=check_rules,
    check_close=check_close,
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
