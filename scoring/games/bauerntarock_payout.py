"""Who pays whom at the end of a Bauerntarock, in points. Source: the scoring rules, section A5.

Everybody owes what is missing to the highest total, whoever is last `last_place_extra` more. Odd points of a share go
one by one in seat order: the first of those who share receives, or pays, one more.
"""

from collections.abc import Sequence

from scoring.games.bauerntarock_options import HouseRules


def payout(totals: Sequence[int], rules: HouseRules) -> list[int]:
    """Points every seat receives (+) or pays (-); together zero. All equal: nobody pays.

    Joint winners under `play_on` have no round left to play when the table stops early; they share then.
    """
    highest = max(totals)
    if highest == min(totals):
        return [0] * len(totals)
    winners = [seat for seat, total in enumerate(totals) if total == highest]
    owed = [highest - total + extra for total, extra in zip(totals, last_extras(totals, rules), strict=True)]
    if rules.tie_winner == "each":
        owed = [points * len(winners) for points in owed]
    paid = [-points for points in owed]
    for seat, points in zip(winners, shared(sum(owed), len(winners)), strict=True):
        paid[seat] += points
    return paid


def last_extras(totals: Sequence[int], rules: HouseRules) -> list[int]:
    """What every seat owes for being last."""
    lowest = min(totals)
    lasts = [seat for seat, total in enumerate(totals) if total == lowest]
    extra = rules.last_place_extra
    if len(lasts) == 1 or rules.tie_last == "each":
        due = [extra] * len(lasts)
    elif rules.tie_last == "split":
        due = shared(extra, len(lasts))
    else:
        due = [0] * len(lasts)
    extras = [0] * len(totals)
    for seat, points in zip(lasts, due, strict=True):
        extras[seat] = points
    return extras


def shared(points: int, people: int) -> list[int]:
    """`points` in equal parts, the odd ones to the first."""
    part, odd = divmod(points, people)
    return [part + (number < odd) for number in range(people)]
