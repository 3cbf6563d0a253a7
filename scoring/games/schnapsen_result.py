"""What a hand of Schnapsen for two counts, and whether everything told of it fits together.

The *opponent* (opp) is whoever is not `by`: he loses to a right claim and wins by a wrong one. Source: the scoring
rules, section 1.3 (values), 4 (`false_claim`, `closing_count`, `closed_other_claims`) and 6 (what cannot be).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from scoring.games.card_points import SUITS, Pack, Reading, Reported, joint_problems, readings, side_problems, sums
from scoring.games.core import Problem
from scoring.games.schnapsen_hand import AT_CLOSE, DETAILS, TRICKS, TRICKS_BEFORE_CLOSING, UNREADABLE, Hand
from scoring.games.schnapsen_options import HouseRules

SIXTY_SIX = 66
GRADE_BOUNDARY = 33
"""An opponent with 33 card points or more costs 1, with 32 or fewer 2."""
ALL_CARDS = 120
NEVER = 10**6
"""More card points than anybody can have."""
HAND_CARDS = 5
"""Tricks that are left when the talon is closed."""
FULL = Pack(cards_per_trick=2, tricks=TRICKS)
CLOSED = Pack(cards_per_trick=2, tricks=TRICKS_BEFORE_CLOSING + HAND_CARDS)

Standing = tuple[int, int]
"""Tricks and card points of one player at one moment."""


def resolved(hand: Hand) -> Hand:
    """The hand with what follows from the rest: `by`, who closed, and the tricks of both at closing.

    `claimant_tricks_at_close` is here the number of `by`, even if nobody claimed. The winner of a wrong claim is the
    opponent, so `winner_points` are his.
    """
    wrong, out = hand.end == "false_claim", hand.end == "closed_out"
    by = hand.by
    if by is None and hand.winner is not None:
        by = 1 - hand.winner if wrong else hand.winner
    if by is None and out and hand.closed_by is not None:
        by = 1 - hand.closed_by
    closed_by = 1 - by if out and hand.closed_by is None and by is not None else hand.closed_by
    mine, theirs = hand.claimant_tricks_at_close, hand.opp_tricks_at_close
    if closed_by is not None and closed_by == by:
        theirs = hand.noncloser_tricks_at_close if theirs is None else theirs
    elif closed_by is not None:
        mine = hand.noncloser_tricks_at_close if mine is None else mine
    return replace(
        hand,
        by=by,
        closed_by=closed_by,
        claimant_tricks_at_close=mine,
        opp_tricks_at_close=theirs,
        opp_points=hand.winner_points if wrong and hand.opp_points is None else hand.opp_points,
        winner_points=None if wrong else hand.winner_points,
    )


def winner_of(hand: Hand) -> int:
    """The seat that gets the points of a hand that stands."""
    if hand.end is None:
        assert hand.winner is not None
        return hand.winner
    by = resolved(hand).by
    assert by is not None
    return 1 - by if hand.end == "false_claim" else by


# --- the value -----------------------------------------------------------------------------------------------------


def values(told: Hand, rules: HouseRules) -> frozenset[int]:
    """The game points the hand can count by what was told of it; empty only where that is impossible in itself."""
    hand = resolved(told)
    match hand.end:
        case None:
            return frozenset({1, 2, 3})
        case "last_trick":
            return frozenset({1})
        case "closed_out":
            return _by_tricks_at_close(hand)
        case "false_claim" if rules.false_claim == "two":
            return frozenset({2})
        case "false_claim" if rules.false_claim == "two_or_three":
            return frozenset(3 if value == 3 else 2 for value in _by_opponent(hand, rules))
    return _claim_values(hand, rules)


def against_closer(hand: Hand) -> bool:
    """Whether somebody else than `by` had closed the talon."""
    return hand.closed_by is not None and hand.closed_by != resolved(hand).by


def _claim_values(hand: Hand, rules: HouseRules) -> frozenset[int]:
    """What a right claim counts, or a wrong one would have."""
    if not against_closer(hand):
        return _by_opponent(hand, rules)
    if rules.closed_other_claims == "claimant_trickless_at_close":
        return _by_tricks_at_close(hand)
    return frozenset(2 if tricks else 3 for tricks, _ in standings(hand)[0])


def _by_tricks_at_close(hand: Hand) -> frozenset[int]:
    """2, or 3 where `by` had no trick when the talon was closed."""
    tricks = 0 if hand.winner_points == 0 else hand.claimant_tricks_at_close
    return frozenset({2, 3} if tricks is None else {2 if tricks else 3})


def _by_opponent(hand: Hand, rules: HouseRules) -> frozenset[int]:
    """By what the opponent has; where `by` has closed, the house rule says at which moment."""
    at_end, at_close = standings(hand)
    closer = hand.closed_by is not None and hand.closed_by == hand.by
    counted = at_close if closer and rules.closing_count == "at_close" else at_end
    return frozenset(3 if not tricks else 2 if points < GRADE_BOUNDARY else 1 for tricks, points in counted)


def standings(hand: Hand) -> tuple[frozenset[Standing], frozenset[Standing]]:
    """What the opponent can have had at the end and, if the talon was closed, at that moment."""
    closed = hand.closed_by is not None
    pack = CLOSED if closed else FULL
    ends = _standings(hand.opp_points, hand.opp_tricks, hand.opp_marriages, pack)
    if not closed:
        return ends, frozenset()
    before = Pack(pack.cards_per_trick, TRICKS_BEFORE_CLOSING - (hand.claimant_tricks_at_close or 0))
    closes = _standings(hand.opp_points_at_close, hand.opp_tricks_at_close, None, before)
    # For every number of tricks at one moment: the points at the other one that leave most room.
    most, fewest = dict(sorted(ends)), dict(sorted(closes, reverse=True))
    least = {t: min((q for u, q in fewest.items() if u <= t <= u + HAND_CARDS), default=NEVER) for t in most}
    limit = {u: max((p for t, p in most.items() if u <= t <= u + HAND_CARDS), default=-1) for u in fewest}
    return (
        frozenset((t, p) for t, p in ends if least[t] <= p),
        frozenset((u, q) for u, q in closes if q <= limit[u]),
    )


@lru_cache(maxsize=1000)
def _standings(points: int | None, tricks: int | None, marriages: int | None, pack: Pack) -> frozenset[Standing]:
    side = Reported("opp", points, tricks, marriages, None, leads_first=True)
    return frozenset(
        (one.tricks, total)
        for one in readings(side, pack, trumps=True)
        for total in ([points] if points is not None else _totals(one))
    )


def _totals(one: Reading) -> Iterator[int]:
    return (cards + one.marriages for cards in sums(one.tricks * FULL.cards_per_trick))


# --- checking ------------------------------------------------------------------------------------------------------


def result_problems(told: Hand, rules: HouseRules) -> list[Problem]:
    """Every contradiction in what was told of one hand, and what is missing to score it."""
    if told.end is None:
        return _short_problems(told)
    if told.end == UNREADABLE or _seat_problems(told):
        return _seat_problems(told) + _range_problems(told) + _side_problems(resolved(told))
    hand = resolved(told)
    return [
        *_who_problems(told, hand),
        *_value_problems(hand, rules),
        *_sixty_six_problems(hand),
        *_side_problems(hand),
        *_joint_problems(told, hand),
        *_close_problems(told, hand),
    ]


def _seat_problems(told: Hand) -> list[Problem]:
    seats = {"by": told.by, "winner": told.winner, "closed_by": told.closed_by}
    return [Problem("bad_seat", name) for name, seat in seats.items() if seat not in (None, 0, 1)]


def _range_problems(hand: Hand) -> list[Problem]:
    least = 2 if hand.end == "closed_out" else 1
    fits = hand.value is None or least <= hand.value <= 3
    return [] if fits else [Problem("bad_grade", "value", {"least": least, "end": hand.end or ""})]


def _short_problems(told: Hand) -> list[Problem]:
    """The short form is the winner and the value; whatever else is told needs the end as well."""
    problems = _seat_problems(told) + _range_problems(told)
    if any(getattr(told, name) is not None for name in DETAILS):
        return [*problems, Problem("bad_value", "end")]
    return problems + [Problem("bad_value", name) for name in ("winner", "value") if getattr(told, name) is None]


def _who_problems(told: Hand, hand: Hand) -> list[Problem]:
    """Who won, who closed, and what was told although it has no place in such an end."""
    problems = []
    if hand.by is None:
        problems.append(Problem("bad_value", "by"))
    elif told.winner is not None and told.winner != winner_of(told):
        problems.append(Problem("wrong_winner", "winner"))
    at_close = [name for name in AT_CLOSE if getattr(told, name) is not None]
    if hand.end == "last_trick":
        named = [] if told.closed_by is None else ["closed_by"]
        return problems + [Problem("last_trick_after_close", name) for name in named + at_close]
    if hand.end == "closed_out":
        if hand.by is not None and hand.by == hand.closed_by:
            problems.append(Problem("wrong_winner", "by"))
        if told.claimant_tricks_at_close is not None:
            problems.append(Problem("unknown_field", "claimant_tricks_at_close"))
    elif at_close and hand.closed_by is None:
        problems.append(Problem("bad_value", "closed_by"))
    return problems


def _value_problems(hand: Hand, rules: HouseRules) -> list[Problem]:
    possible = values(hand, rules)
    if hand.value is None:
        return [Problem("bad_value", "value")] if len(possible) > 1 else []
    problems = _range_problems(hand)
    if problems or not possible or hand.value in possible:
        return problems
    how = "against_closer" if hand.end == "claim" and against_closer(hand) else hand.end or ""
    right = "/".join(map(str, sorted(possible)))
    return [Problem("grade_mismatch", "value", {"grade": hand.value, "right": right, "decided_by": how})]


def _sixty_six_problems(hand: Hand) -> list[Problem]:
    """Where the winner must have 66 and has not, or has it although the last trick is said to have decided."""
    if hand.end == "claim":
        if hand.winner_points is not None:
            short = hand.winner_points < SIXTY_SIX
            return [Problem("no_66", "winner_points", {"points": hand.winner_points})] if short else []
        theirs = list(readings(_opponent(hand), _pack(hand), trumps=True))
        if not theirs or any(_leaves_66(one, hand) for one in theirs):
            return []
        return [Problem("no_66", "opp_points" if hand.opp_tricks is None else "opp_tricks")]
    if hand.end != "last_trick":
        return []
    problems = []
    if hand.opp_tricks == TRICKS:
        problems.append(Problem("wrong_winner", "opp_tricks"))
    if _least_of_last_trick_winner(hand) >= SIXTY_SIX:
        problems.append(Problem("last_trick_not_needed", "end"))
    return problems


def _leaves_66(theirs: Reading, hand: Hand) -> bool:
    """Whether the claimant can have 66 next to what the opponent has."""
    cards = min(sums(2 * theirs.tricks)) if hand.opp_points is None else hand.opp_points - theirs.marriages
    claimant = Reported("winner", None, None, None, None, leads_first=True)
    return any(
        min(max(sums(2 * ours.tricks)), ALL_CARDS - cards) + ours.marriages >= SIXTY_SIX
        for ours in readings(claimant, Pack(2, _pack(hand).tricks - theirs.tricks), trumps=True)
        if ours.forties + theirs.forties <= 1 and ours.twenties + theirs.twenties < SUITS
    )


def _least_of_last_trick_winner(hand: Hand) -> int:
    """All cards are out, so the winner has what the opponent has not."""
    if hand.winner_points is not None:
        return hand.winner_points
    points = hand.opp_points
    cards = [
        max(sums(2 * one.tricks)) if points is None else points - one.marriages
        for one in readings(_opponent(hand), FULL, trumps=True)
    ]
    return ALL_CARDS - max(cards, default=ALL_CARDS)


def _pack(hand: Hand) -> Pack:
    return FULL if hand.closed_by is None or hand.end == "last_trick" else CLOSED


def _opponent(hand: Hand, leads_first: bool = True) -> Reported:
    return Reported("opp", hand.opp_points, hand.opp_tricks, hand.opp_marriages, None, leads_first)


def _winner(hand: Hand, leads_first: bool = True) -> Reported:
    return Reported("winner", hand.winner_points, None, None, None, leads_first)


def _side_problems(hand: Hand) -> list[Problem]:
    """What neither can have, whoever led to the first trick (the deal is derived, so no hand stands or falls by it)."""
    pack = _pack(hand)
    return side_problems(_winner(hand), pack, trumps=True) + side_problems(_opponent(hand), pack, trumps=True)


def _joint_problems(told: Hand, hand: Hand) -> list[Problem]:
    """What the two cannot have together; one of them led to the first trick, nobody says who."""
    if told.end == "false_claim" and told.winner_points is not None and told.winner_points != hand.opp_points:
        return [Problem("points_do_not_add_up", "winner_points")]
    played_out = hand.end == "last_trick"
    silent = hand.winner_points is None or (_opponent(hand).silent and not played_out)
    if silent or _side_problems(hand):
        return []
    ways = []
    for winner_leads in (True, False):
        winner, opponent = _winner(hand, winner_leads), _opponent(hand, not winner_leads)
        problems = joint_problems(winner, opponent, _pack(hand), trumps=True, played_out=played_out)
        ways.append([replace(one, at=(one.at or "").replace("loser", "opp")) for one in problems])
    return min(ways, key=len)


def _close_problems(told: Hand, hand: Hand) -> list[Problem]:
    """What cannot have been when the talon was closed, taken alone and next to the end."""
    if hand.closed_by is None or hand.end == "last_trick":
        return []
    mine, theirs = hand.claimant_tricks_at_close, hand.opp_tricks_at_close
    problems = []
    if told.noncloser_tricks_at_close not in (None, theirs if hand.closed_by == hand.by else mine):
        problems.append(Problem("points_do_not_add_up", "noncloser_tricks_at_close"))
    at_mine = "noncloser_tricks_at_close" if told.claimant_tricks_at_close is None else "claimant_tricks_at_close"
    at_theirs = "noncloser_tricks_at_close" if told.opp_tricks_at_close is None else "opp_tricks_at_close"
    if (mine or 0) + (theirs or 0) > TRICKS_BEFORE_CLOSING:
        return [*problems, Problem("points_do_not_add_up", at_theirs, {"tricks": TRICKS_BEFORE_CLOSING})]
    if hand.winner_points is not None and not any(
        one.tricks >= (mine or 0) for one in readings(_winner(hand), CLOSED, trumps=True)
    ):
        problems.append(Problem("points_do_not_add_up", at_mine))
    then = replace(_opponent(hand), points=hand.opp_points_at_close, tricks=theirs, marriages=None)
    alone = [replace(one, at=f"{one.at}_at_close") for one in side_problems(then, CLOSED, trumps=True)]
    if alone or side_problems(_opponent(hand), CLOSED, trumps=True) or _can_have_grown(then, hand):
        return problems + alone
    at = next((name for name in AT_CLOSE[1:] if getattr(told, name) is not None), "opp_tricks")
    return [*problems, Problem("points_do_not_add_up", at)]


def _can_have_grown(then: Reported, hand: Hand) -> bool:
    """Whether the opponent's tricks and card points at closing can have become those at the end."""
    if not all(standings(hand)):
        return False
    if then.points is None or hand.opp_points is None:
        return True
    won = hand.opp_points - then.points
    return any(
        before.tricks <= after.tricks <= before.tricks + HAND_CARDS
        and before.forties <= after.forties
        and before.twenties <= after.twenties
        and won - (after.marriages - before.marriages) in sums(2 * (after.tricks - before.tricks))
        for before in readings(then, CLOSED, trumps=True)
        for after in readings(_opponent(hand), CLOSED, trumps=True)
    )
