"""How a hand of Bauernschnapsen ended, and whether everything told of it fits together.

*Winner* and *loser* are the side that gets the points of the hand and the other one. Source: the scoring rules,
section 1.1 ("Normal game, exactly", the ways of a Schnapser), 4 (`false_claim`) and 6.
"""

from dataclasses import replace

from scoring.games.card_points import Pack, Reported, joint_problems, least_points, most_points, side_problems
from scoring.games.core import Problem
from scoring.games.schnapsen_family import Contract
from scoring.games.schnapsen_hand import Hand

PACK = Pack(cards_per_trick=4, tricks=5)
PARTNER_SITS_OUT = Pack(cards_per_trick=3, tricks=5)
"""A Bettler's partner usually lays his cards aside."""
SIXTY_SIX = 66
GRADE_BOUNDARY = 33
"""Losers with 33 card points or more lose 1, with 32 or fewer 2."""
ALL_CARDS = 120
SCHNAPSER_TRICKS = range(1, 4)


def winning_side(hand: Hand) -> int:
    """The side that gets the points of a complete hand."""
    assert hand.declarer is not None
    return hand.declarer % 2 if hand.made else 1 - hand.declarer % 2


def grades(hand: Hand, false_claim: str) -> frozenset[int]:
    """The grades that a normal game can have, by what was reported of it and the house rule for wrong claims.

    They count what the losers have. After a wrong claim it is what the claimer would have won, so what the others have.
    """
    if hand.decided_by == "last_trick":
        return frozenset({1})
    wrong = hand.decided_by == "false_claim"
    if wrong and false_claim == "two":
        return frozenset({2})
    hand = _with_implied_tricks(hand)
    side = _winner(hand) if wrong else _loser(hand)
    by_points = _grades_by_points(side)
    if wrong and false_claim == "two_or_three":
        return frozenset(3 if grade == 3 else 2 for grade in by_points)
    return by_points


def _grades_by_points(side: Reported) -> frozenset[int]:
    if side.silent:
        return frozenset({1, 2, 3})
    if side.tricks == 0:
        return frozenset({3})
    some_trick = side.tricks is not None or bool(side.points or side.marriages)
    least, most = least_points(side, PACK, trumps=True), most_points(side, PACK, trumps=True)
    if least is None or most is None:  # an impossible report is refused elsewhere
        return frozenset({1, 2} if some_trick else {1, 2, 3})
    possible = {1} if most >= GRADE_BOUNDARY else set()
    if least < GRADE_BOUNDARY:
        possible |= {2} if some_trick else {2, 3}
    return frozenset(possible)


def result_problems(hand: Hand, contract: Contract, false_claim: str) -> list[Problem]:
    """Every contradiction in what was told of the end of a complete hand."""
    if contract.goal == "normal":
        problems = _grade_problems(hand, false_claim) + _claim_problems(hand)
    else:
        problems = [
            Problem("bad_grade" if name == "grade" else "unknown_field", name)
            for name in ("grade", "decided_by", "claimed_by")
            if getattr(hand, name) is not None
        ]
        problems += _contract_facts(hand, contract)
    packs = (PACK, PARTNER_SITS_OUT) if contract.goal == "no_trick" else (PACK,)
    hand = _with_implied_tricks(hand, contract)
    return problems + min((_card_problems(hand, contract, pack) for pack in packs), key=len)


def _grade_problems(hand: Hand, false_claim: str) -> list[Problem]:
    possible = grades(hand, false_claim)
    if hand.grade is None:
        return [Problem("bad_value", "grade")] if len(possible) > 1 else []
    if hand.grade not in (1, 2, 3):
        return [Problem("bad_grade", "grade")]
    if hand.grade in possible:
        return []
    figures: dict[str, int | str] = {
        "grade": hand.grade,
        "right": min(possible),
        "decided_by": hand.decided_by or "points",
    }
    return [Problem("grade_mismatch", "grade", figures)]


def _claim_problems(hand: Hand) -> list[Problem]:
    """Who said 66, and whether he had it."""
    problems = []
    if hand.claimed_by in range(2) and hand.declarer is not None:
        claimant_should_win = hand.decided_by != "false_claim"
        if hand.decided_by == "last_trick" or (hand.claimed_by == winning_side(hand)) != claimant_should_win:
            problems.append(Problem("wrong_winner", "claimed_by"))
    won, lost = hand.winner_points, hand.loser_points
    if hand.decided_by == "false_claim":
        if lost is not None and lost >= SIXTY_SIX:
            problems.append(Problem("wrong_winner", "loser_points"))
        return problems
    if hand.winner_tricks == 0 or hand.loser_tricks == PACK.tricks:
        problems.append(Problem("no_66", "winner_tricks" if hand.winner_tricks == 0 else "loser_tricks"))
    if hand.decided_by == "last_trick":
        if won is None and lost is not None:
            won = ALL_CARDS - lost + (hand.loser_marriages or 0) + (hand.winner_marriages or 0)
        if won is not None and won >= SIXTY_SIX:
            problems.append(Problem("last_trick_not_needed", "decided_by"))
        return problems
    return problems + _short_of_66(hand)


def _short_of_66(hand: Hand) -> list[Problem]:
    """Where the winners must have 66 and cannot: one trick holds at most 44, two 84."""
    winner = _winner(hand)
    if winner.silent or hand.winner_tricks == 0:  # nothing was told, or it is said already
        return []
    most = most_points(winner, PACK, trumps=True)
    if most is None or most >= SIXTY_SIX:
        return []
    if hand.winner_points is not None:
        return [Problem("no_66", "winner_points", {"points": most})]
    return [Problem("no_66", "winner_tricks" if hand.winner_marriages is None else "winner_marriages")]


def _contract_facts(hand: Hand, contract: Contract) -> list[Problem]:
    """Tricks and points that contradict the result of a special contract."""
    told, hand = hand, _with_implied_tricks(hand)
    won, lost = hand.winner_tricks, hand.loser_tricks
    if contract.goal == "no_trick" and not hand.made and lost == 0:
        return [Problem("wrong_winner", "loser_points" if told.loser_tricks is None else "loser_tricks")]
    if not hand.made or contract.goal not in ("all_tricks", "three_tricks"):
        return []
    problems = []
    if told.loser_tricks:
        problems.append(Problem("wrong_winner", "loser_tricks"))
    if contract.goal == "all_tricks":
        if won not in (None, PACK.tricks) and not told.loser_tricks:
            problems.append(Problem("wrong_winner", "winner_tricks"))
        return problems
    if won is not None and won not in SCHNAPSER_TRICKS:
        problems.append(Problem("no_66", "winner_tricks"))
    return problems + _short_of_66(hand)


def _with_implied_tricks(hand: Hand, contract: Contract | None = None) -> Hand:
    """With the tricks that were not told but follow: no points are no trick, and all tricks of one side are none of
    the other. Whoever makes a slam or a Schnapser has left the others none."""
    won, lost = hand.winner_tricks, hand.loser_tricks
    if contract is not None and hand.made and contract.goal in ("all_tricks", "three_tricks"):
        lost = 0 if lost is None else lost
        if contract.goal == "all_tricks" and won is None and lost == 0:
            won = PACK.tricks
    if won is None and (hand.winner_points == 0 or lost == PACK.tricks):
        won = 0
    if lost is None and (hand.loser_points == 0 or won == PACK.tricks):
        lost = 0
    return replace(hand, winner_tricks=won, loser_tricks=lost)


def _winner(hand: Hand) -> Reported:
    return Reported(
        "winner",
        hand.winner_points,
        hand.winner_tricks,
        hand.winner_marriages,
        hand.winner_forties,
        _caller_won(hand) is not False,
    )


def _loser(hand: Hand) -> Reported:
    return Reported(
        "loser",
        hand.loser_points,
        hand.loser_tricks,
        hand.loser_marriages,
        None,
        _caller_won(hand) is not True,
    )


def _caller_won(hand: Hand) -> bool | None:
    """The caller leads to the first trick; None where nobody knows who called or declared."""
    if hand.declarer is None or hand.caller is None:
        return None
    return hand.caller % 2 == winning_side(hand)


def _card_problems(hand: Hand, contract: Contract, pack: Pack) -> list[Problem]:
    winner, loser, trumps = _winner(hand), _loser(hand), contract.trumps
    problems = side_problems(winner, pack, trumps=trumps) + side_problems(loser, pack, trumps=trumps)
    played_out = hand.decided_by == "last_trick"
    if problems or winner.silent or (loser.silent and not played_out):
        return problems
    return joint_problems(winner, loser, pack, trumps=trumps, played_out=played_out)
