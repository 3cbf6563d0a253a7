"""What a hand of Schnapsen for two can count by every single thing that is told of it: tables for the phone.

The engine is asked number by number; the phone puts together what it was told and looks up what is left. Where two
things say more together than each alone, the phone offers a value too many, and the engine says so.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from scoring.games.schnapsen_hand import AT_CLOSE, FIELDS, Hand
from scoring.games.schnapsen_options import HouseRules
from scoring.games.schnapsen_result import values

NOBODY, BY, OTHER = "nobody", "by", "other"
"""Who had closed the talon, seen from whoever claimed or won."""

SITUATIONS = {
    "claim": (NOBODY, BY, OTHER),
    "false_claim": (NOBODY, BY, OTHER),
    "closed_out": (OTHER,),
    "last_trick": (NOBODY,),
}
CLOSED_BY = {NOBODY: None, BY: 0, OTHER: 1}
"""With `by` on seat 0."""

GROUPS = (("opp_points", "opp_tricks", "opp_marriages"), ("opp_points_at_close", "noncloser_tricks_at_close"))
"""What is asked together: what the other has in the end, or what was at closing."""


def worth(rules: HouseRules) -> dict[str, Any]:
    return _worth(
        HouseRules(
            false_claim=rules.false_claim,
            closing_count=rules.closing_count,
            closed_other_claims=rules.closed_other_claims,
        )
    )


@cache  # as many as those three rules can be combined
def _worth(rules: HouseRules) -> dict[str, Any]:
    return {
        end: {closer: _situation(Hand(end=end, by=0, closed_by=CLOSED_BY[closer]), rules) for closer in closers}
        for end, closers in SITUATIONS.items()
    }


def _situation(hand: Hand, rules: HouseRules) -> dict[str, Any]:
    """`any`: what it can count if nothing more is told; `clues`: by field, from which number on it can count what;
    `asked`: the fields that decide it; `fits`: those that have a place in such a hand."""
    ranges = {field.name: field.numbers for field in FIELDS if field.kind == "number" and field.name != "value"}
    fits = [name for name in ranges if name not in _without_place(hand)]
    anything = _as_text(hand, rules)
    clues = {}
    for name in fits:
        runs = _runs(name, ranges[name], hand, rules)
        if any(text != anything for _, text in runs):
            clues[name] = runs
    deciding = {name for name, runs in clues.items() if all(len(text) < 2 for _, text in runs)}
    asked = next((group for group in GROUPS if deciding & {*group}), ()) if len(anything) > 1 else ()
    return {"any": anything, "clues": clues, "asked": [name for name in asked if name in clues], "fits": fits}


def _without_place(hand: Hand) -> tuple[str, ...]:
    if hand.closed_by is None:
        return AT_CLOSE
    return ("claimant_tricks_at_close",) if hand.end == "closed_out" else ()


def _runs(name: str, numbers: range, hand: Hand, rules: HouseRules) -> list[tuple[int, str]]:
    @cache  # halving comes back to the same numbers
    def text(number: int) -> str:
        told: dict[str, Any] = {name: number}
        return _as_text(replace(hand, **told), rules)

    return [(numbers[0], text(numbers[0])), *_changes(text, numbers)]


def _changes(text: Callable[[int], str], numbers: range) -> Iterator[tuple[int, str]]:
    """Where the text becomes another one, by halving: what is the same at both ends is taken to be so between them."""
    first, last = numbers[0], numbers[-1]
    if text(first) == text(last):
        return
    if len(numbers) == 2:
        yield last, text(last)
        return
    middle = len(numbers) // 2
    yield from _changes(text, numbers[: middle + 1])
    yield from _changes(text, numbers[middle:])


def _as_text(hand: Hand, rules: HouseRules) -> str:
    """Every value it can count, one digit each."""
    return "".join(map(str, sorted(values(hand, rules))))
