"""How a hand of Bauernschnapsen or Talonschnapsen ended, and whether everything told of it fits together.

*Winners* and *losers* are those who get the points of the hand and the others: the declarer's side and everybody
else, or the other way round. Source: the scoring rules, section 1.1 ("Normal game, exactly", the ways of a
Schnapser), 1.2, 4 (`false_claim`) and 6.
"""

from dataclasses import replace

from scoring.games.card_points import Pack, Reported, joint_problems, least_points, most_points, side_problems, sums
from scoring.games.core import Problem
from scoring.games.family import Contract, Setting
from scoring.games.family_hand import Hand

SIXTY_SIX = 66
GRADE_BOUNDARY = 33
"""Losers with 33 card points or more lose 1, with 32 or fewer 2."""
NOBODY_CLAIMED = ("last_trick", "caller_short")
"""All tricks were played, and nobody said 66."""


def winning_sides(hand: Hand, setting: Setting) -> tuple[int, ...]:
    """The sides that get the points of a complete hand."""
    assert hand.declarer is not None
    declared = setting.side(hand.declarer)
    return tuple(side for side in range(setting.sides) if (side == declared) == hand.made)


def grades(hand: Hand, setting: Setting, false_claim: str) -> frozenset[int]:
    """The grades that a normal game can have, by what was reported of it and the house rule for wrong claims.

    They count what the losers have. After a wrong claim it is what the claimer would have won, so what the others have.
    Where nobody said 66, nobody had it, so the smaller side has at least 33; a caller who is short of 66 with less than
    that loses by his card points all the same.
    """
    if hand.decided_by == "last_trick":
        return frozenset({1})
    wrong = hand.decided_by == "false_claim"
    if wrong and false_claim == "two":
        return frozenset({2})
    hand = _with_implied_tricks(hand, setting.pack)
    side = _winner(hand, setting) if wrong else _loser(hand, setting)
    by_points = _grades_by_points(side, setting.pack)
    if hand.decided_by == "caller_short" and 1 in by_points:
        return frozenset({1})
    if wrong and false_claim == "two_or_three":
        return frozenset(3 if grade == 3 else 2 for grade in by_points)
    return by_points


def _grades_by_points(side: Reported, pack: Pack) -> frozenset[int]:
    if side.silent:
        return frozenset({1, 2, 3})
    if side.tricks == 0:
        return frozenset({3})
    some_trick = side.tricks is not None or bool(side.points or side.marriages)
    least, most = least_points(side, pack, trumps=True), most_points(side, pack, trumps=True)
    if least is None or most is None:  # an impossible report is refused elsewhere
        return frozenset({1, 2} if some_trick else {1, 2, 3})
    possible = {1} if most >= GRADE_BOUNDARY else set()
    if least < GRADE_BOUNDARY:
        possible |= {2} if some_trick else {2, 3}
    return frozenset(possible)


def result_problems(hand: Hand, contract: Contract, setting: Setting, false_claim: str) -> list[Problem]:
    """Every contradiction in what was told of the end of a complete hand."""
    if contract.goal == "normal":
        problems = _grade_problems(hand, setting, false_claim) + _claim_problems(hand, setting)
    else:
        problems = [
            Problem("bad_grade" if name == "grade" else "unknown_field", name)
            for name in ("grade", "decided_by", "claimed_by")
            if getattr(hand, name) is not None
        ]
        problems += _contract_facts(hand, contract, setting)
    packs = setting.bettler_packs if contract.goal == "no_trick" else (setting.pack,)
    hand = _with_implied_tricks(hand, setting.pack, contract)
    winner, loser = _winner(hand, setting), _loser(hand, setting)
    played_out = hand.decided_by in NOBODY_CLAIMED
    cards = [_card_problems(winner, loser, pack, trumps=contract.trumps, played_out=played_out) for pack in packs]
    return problems + min(cards, key=len)


def _grade_problems(hand: Hand, setting: Setting, false_claim: str) -> list[Problem]:
    possible = grades(hand, setting, false_claim)
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


def _claim_problems(hand: Hand, setting: Setting) -> list[Problem]:
    """Who said 66, and whether he had it."""
    problems = []
    if hand.claimed_by in range(setting.sides) and hand.declarer is not None:
        claimant_should_win = hand.decided_by != "false_claim"
        claimant_won = hand.claimed_by in winning_sides(hand, setting)
        if hand.decided_by in NOBODY_CLAIMED or claimant_won != claimant_should_win:
            problems.append(Problem("wrong_winner", "claimed_by"))
    won, lost = hand.winner_points, hand.loser_points
    if hand.decided_by == "false_claim":
        if lost is not None and lost >= SIXTY_SIX:
            problems.append(Problem("wrong_winner", "loser_points"))
        return problems
    short = hand.decided_by == "caller_short"
    if hand.winner_tricks == 0 or hand.loser_tricks == setting.pack.tricks:
        at = "winner_tricks" if hand.winner_tricks == 0 else "loser_tricks"
        problems.append(Problem("wrong_winner" if short else "no_66", at))
    if short:
        if lost is not None and lost >= SIXTY_SIX:
            problems.append(Problem("wrong_winner", "loser_points"))
        return problems
    if hand.decided_by == "last_trick":
        if won is None and lost is not None:
            fewest_out = min(sums(setting.pack.cards_per_trick * setting.pack.tricks))
            won = fewest_out - lost + (hand.loser_marriages or 0) + (hand.winner_marriages or 0)
        if won is not None and won >= SIXTY_SIX:
            problems.append(Problem("last_trick_not_needed", "decided_by"))
        return problems
    return problems + _short_of_66(hand, setting)


def _short_of_66(hand: Hand, setting: Setting) -> list[Problem]:
    """Where the winners must have 66 and cannot: of four players one trick holds at most 44, of three 33."""
    winner = _winner(hand, setting)
    if winner.silent or hand.winner_tricks == 0:  # nothing was told, or it is said already
        return []
    most = most_points(winner, setting.pack, trumps=True)
    if most is None or most >= SIXTY_SIX:
        return []
    if hand.winner_points is not None:
        return [Problem("no_66", "winner_points", {"points": most})]
    return [Problem("no_66", "winner_tricks" if hand.winner_marriages is None else "winner_marriages")]


def _contract_facts(hand: Hand, contract: Contract, setting: Setting) -> list[Problem]:
    """Tricks and points that contradict the result of a special contract."""
    told, hand = hand, _with_implied_tricks(hand, setting.pack)
    won, lost = hand.winner_tricks, hand.loser_tricks
    if contract.goal == "no_trick" and not hand.made and lost == 0:
        return [Problem("wrong_winner", "loser_points" if told.loser_tricks is None else "loser_tricks")]
    if not hand.made or contract.goal not in ("all_tricks", "schnapser"):
        return []
    problems = []
    if told.loser_tricks:
        problems.append(Problem("wrong_winner", "loser_tricks"))
    if contract.goal == "all_tricks":
        if won not in (None, setting.pack.tricks) and not told.loser_tricks:
            problems.append(Problem("wrong_winner", "winner_tricks"))
        return problems
    if won is not None and won not in setting.schnapser_tricks:
        problems.append(Problem("no_66", "winner_tricks"))
    return problems + _short_of_66(hand, setting)


def _with_implied_tricks(hand: Hand, pack: Pack, contract: Contract | None = None) -> Hand:
    """With the tricks that were not told but follow: no points are no trick, and all tricks of one side are none of
    the other. Whoever makes a slam or a Schnapser has left the others none."""
    won, lost = hand.winner_tricks, hand.loser_tricks
    if contract is not None and hand.made and contract.goal in ("all_tricks", "schnapser"):
        lost = 0 if lost is None else lost
        if contract.goal == "all_tricks" and won is None and lost == 0:
            won = pack.tricks
    if won is None and (hand.winner_points == 0 or lost == pack.tricks):
        won = 0
    if lost is None and (hand.loser_points == 0 or won == pack.tricks):
        lost = 0
    if (won, lost) == (hand.winner_tricks, hand.loser_tricks):
        return hand
    return replace(hand, winner_tricks=won, loser_tricks=lost)


def _winner(hand: Hand, setting: Setting) -> Reported:
    return Reported(
        "winner",
        hand.winner_points,
        hand.winner_tricks,
        hand.winner_marriages,
        hand.winner_forties,
        _caller_won(hand, setting) is not False,
    )


def _loser(hand: Hand, setting: Setting) -> Reported:
    return Reported(
        "loser",
        hand.loser_points,
        hand.loser_tricks,
        hand.loser_marriages,
        None,
        _caller_won(hand, setting) is not True,
    )


def _caller_won(hand: Hand, setting: Setting) -> bool | None:
    """The caller leads to the first trick; None where nobody knows who called or declared."""
    if hand.declarer is None or hand.caller is None:
        return None
    return setting.side(hand.caller) in winning_sides(hand, setting)


def _card_problems(winner: Reported, loser: Reported, pack: Pack, *, trumps: bool, played_out: bool) -> list[Problem]:
    problems = side_problems(winner, pack, trumps=trumps) + side_problems(loser, pack, trumps=trumps)
    if problems or winner.silent or (loser.silent and not played_out):
        return problems
    return joint_problems(winner, loser, pack, trumps=trumps, played_out=played_out)
