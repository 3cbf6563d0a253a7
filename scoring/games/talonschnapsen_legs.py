"""Legs of three players, each for himself: who takes the Bummerl when somebody has reached the target.

*Marked* is who takes marks: the lowest, or everybody below the target (`bummerl_rule`). Two who are lowest together
both take them, or play a game for two, the *decider*, whose loser takes them (`tie_rule`). The leg ends with the
decider then; its totals stand still meanwhile. Source: the scoring rules, section 3.2.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from scoring.games.core import Posting
from scoring.games.family import Leg, LegRules, State, end_leg

PLAYERS = range(3)


class ThreeRules(LegRules, Protocol):
    """The house rules that a leg of three needs."""

    @property
    def bummerl_rule(self) -> str: ...
    @property
    def tie_rule(self) -> str: ...
    @property
    def retour3(self) -> bool: ...


def score_three_sides(
    state: State, gains: Sequence[int], caller: int, rules: ThreeRules
) -> tuple[tuple[Posting, ...], State]:
    """Credits one hand, `gains` points per player; where the target is reached, ends the leg or waits for the decider.

    The postings are those of the leg, not of the hand's points. Who called this hand deals the next one.
    """
    before = (0, 0, 0) if state.leg_over else state.totals
    totals = tuple(have + gain for have, gain in zip(before, gains, strict=True))
    led = (False, False, False) if state.leg_over else state.led_to_nil
    short = rules.target - 1
    if sorted(totals) == [0, short, short]:
        led = tuple(total == short for total in totals)
    after = replace(state, dealer=caller, totals=totals, led_to_nil=led, leg_over=False)
    winners = winners_of(totals, rules)
    if not winners:
        return (), after
    if rules.retour3 and len(winners) == 1 and all(led[side] for side in PLAYERS if side not in winners):
        return _end(after, [side for side in PLAYERS if side not in winners], "retour3", rules)
    if rules.bummerl_rule == "all_below_target":
        return _end(after, [side for side in PLAYERS if side not in winners], "below_target", rules)
    lowest = tuple(side for side in PLAYERS if totals[side] == min(totals))
    if len(lowest) > 1 and rules.tie_rule == "decider":
        return (), replace(after, tied=lowest)
    return _end(after, lowest, "lowest", rules)


def score_decider(state: State, loser: int, rules: ThreeRules) -> tuple[tuple[Posting, ...], State]:
    """Ends the leg that waited for the decider; it does not move the deal."""
    return _end(state, (loser,), "decider", rules)


def winners_of(totals: Sequence[int], rules: LegRules) -> tuple[int, ...]:
    """Whoever has reached the target; of three it can be two, by a hand that both defended."""
    return tuple(side for side in PLAYERS if totals[side] >= rules.target)


def _end(state: State, marked: Sequence[int], why: str, rules: ThreeRules) -> tuple[tuple[Posting, ...], State]:
    """Ends the leg for those who take marks: without a point they are Schneider, whatever else they are marked for."""
    schneider = [side for side in marked if state.totals[side] == 0]
    reasons = {side: "schneider" if side in schneider else why for side in marked}
    worth = {"schneider": rules.schneider_marks, "retour3": rules.retour_marks}
    bummerl = tuple(worth.get(reasons[side], 1) if side in marked else 0 for side in PLAYERS)
    kind = "retourschneider" if why == "retour3" else "schneider" if schneider else "bummerl"
    leg = Leg(winners_of(state.totals, rules), kind, bummerl, state.totals)
    return end_leg(state, leg, reasons, rules)
