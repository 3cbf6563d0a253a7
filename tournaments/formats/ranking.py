"""The order of entrants: the first criterion is the result, the others break ties one after the other.

Whoever is equal in all of them shares the place, and the next place is left out (12=, 12=, 14). Every place says by
which criterion it is behind the one before.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from tournaments.formats.core import Adjustment, Entrant, Gone, Round
from tournaments.formats.plan import MATCHES, Plan
from tournaments.formats.totals import FEWER, RoundSum, by_round, first_unit, totals, units, was_played, written

Values = Callable[[str, Sequence[int]], Mapping[int, int]]
"""(criterion, those tied so far) -> number -> a figure of which more is better."""

CRITERIA: Mapping[str, str] = {
    "points": "the sum of points",
    "won": "matches won, byes that win included",
    "lost": "matches lost, fewer first",
    "drawn": "matches that ended level",
    "made": "what one made in matches, without bonus",
    "conceded": "what the opponents made in matches, fewer first",
    "difference": "made less conceded",
    "legs": "legs (Bummerl) won",
    "boards": "boards of team matches won",
    "best_round": "the best single round, in what the tables write",
    "worst_round": "the worst round that counts, more first",
    "last_round": "the last round",
    "average": "what the tables write, for each table played, in millionths",
    "table_ranks": "the sum of the ranks at the tables, less first; a round without a table is a last rank",
    "table_firsts": "how often best at the table",
    "head_to_head": "wins in the matches among the tied, where each met each equally often",
    "buchholz": "the sum of the opponents' results",
    "survived": "how long one was in it (the stages say)",
    "lot": "the lot",
}
"""What a chain may consist of; besides these every event that a stage counts."""

AVERAGE_SCALE = 1_000_000
"""Averages over less than a thousand tables that differ at all, differ by more than one millionth."""

AMONG_THE_TIED = frozenset({"head_to_head", "lot"})
"""Said of those only whom they part."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings."""

    place: int | None
    """None: no place (disqualified, never there)."""
    number: int
    decided_by: str | None
    """The criterion that puts them behind the one before; None for the first and where the place is shared."""
    shared: bool
    values: Mapping[str, int]
    """Criterion -> the figure as people write it (conceded points are positive)."""


def unknown(plan: Plan) -> tuple[str, ...]:
    """Criteria of the chain that are none, or that none of the stages counts."""
    counted = {unit for stage in plan.stages for unit in units(stage)}
    computed = set(CRITERIA) - {"points", "won", "lost", "drawn", "made", "conceded", "legs", "boards"}
    return tuple(one for one in plan.ranking.chain if one not in counted | computed)


def unplaced(entrants: Iterable[Entrant]) -> tuple[int, ...]:
    """Those without a place: disqualified or never there. Who left early keeps theirs."""
    return tuple(sorted(one.number for one in entrants if one.gone in (Gone.DISQUALIFIED, Gone.NO_SHOW)))


def rank(
    numbers: Iterable[int], chain: Sequence[str], values: Values, *, unplaced: Iterable[int] = ()
) -> tuple[Standing, ...]:
    """`numbers` in order with their places, `unplaced` (and not in `numbers`) behind them by number, with None.

    Those who share a place stand by number; beside that numbers decide nothing.
    """
    everybody = sorted({*numbers})
    outside = sorted({*unplaced} - {*everybody})
    for_all = [one for one in dict.fromkeys(chain) if one not in AMONG_THE_TIED]
    everyone = [*everybody, *outside]
    figures = {number: dict[str, int]() for number in everyone}
    for criterion in for_all:
        for number, value in values(criterion, everyone).items():
            figures[number][criterion] = value
    made: list[Standing] = []
    for group, decided_by in _parted(everybody, chain, values, figures):
        place = len(made) + 1
        for number in group:
            decider = decided_by if number == group[0] else None
            made.append(Standing(place, number, decider, len(group) > 1, _written(figures[number])))
    made += [Standing(None, number, None, False, _written(figures[number])) for number in outside]
    return tuple(made)


def _written(figures: Mapping[str, int]) -> dict[str, int]:
    return {criterion: -value if criterion in FEWER else value for criterion, value in figures.items()}


def _parted(
    group: Sequence[int], chain: Sequence[str], values: Values, figures: dict[int, dict[str, int]]
) -> list[tuple[list[int], str | None]]:
    """The group as groups that share a place, best first, each with what parts it from the one before."""
    if len(group) < 2 or not chain:
        return [(sorted(group), None)] if group else []
    criterion = chain[0]
    if criterion in AMONG_THE_TIED:
        for number, value in values(criterion, group).items():
            figures[number][criterion] = value
    parts: dict[int, list[int]] = {}
    for number in group:
        parts.setdefault(figures[number][criterion], []).append(number)
    # Who is still level after the matches among all of them is compared in those among the fewer that are left.
    again = criterion == "head_to_head" and len(parts) > 1
    found: list[tuple[list[int], str | None]] = []
    for value in sorted(parts, reverse=True):
        below = _parted(parts[value], chain if again else chain[1:], values, figures)
        found += [(below[0][0], criterion if found else None), *below[1:]]
    return found


def standings(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    lot: str,
    stages: Collection[int] | None = None,
) -> tuple[Standing, ...]:
    """These entrants by the plan's chain over the rounds of these stages (None: of all).

    Whoever is there and has not played yet has 0 and a place; `values` says `played` 0.
    """
    entrants = tuple(entrants)
    out = unplaced(entrants)
    values = criteria_values(plan, entrants, rounds, adjustments, lot, stages)
    ranked = rank((one.number for one in entrants if one.number not in out), plan.ranking.chain, values, unplaced=out)
    played = values("played", [one.number for one in entrants])
    return tuple(
        Standing(one.place, one.number, one.decided_by, one.shared, {**one.values, "played": played[one.number]})
        for one in ranked
    )


def lot_of(lot: str, number: int) -> int:
    """The lot of a start number, from the tournament's seed: nobody's id or name has a part in it."""
    return int.from_bytes(hashlib.sha256(f"{lot}:{number}".encode()).digest()[:6])


def criteria_values(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    lot: str,
    stages: Collection[int] | None = None,
) -> Values:
    """The figures for `rank`, from the rounds of these stages (None: of all).

    `entrants` must be all who played there: the opponents of those to be ranked count in `buchholz`.
    """
    entrants = tuple(entrants)
    made = by_round(plan, entrants, rounds, adjustments, stages=stages)
    sums = totals(plan, entrants, rounds, adjustments, stages=stages, made=made)
    chosen = sorted((one for one in rounds if stages is None or one.stage in stages), key=lambda one: one.number)

    # What no criterion of the chain asks for is not reckoned.
    @cache
    def singles() -> Mapping[int, Mapping[str, int]]:
        return _of_rounds(plan, chosen, stages, made, sums)

    @cache
    def opponents() -> Mapping[int, int]:
        first = first_unit(plan, stages)
        return _buchholz(plan, chosen, {number: mine.get(first, 0) for number, mine in sums.items()})

    @cache
    def matches() -> list[Match]:
        return _matches(plan, chosen)

    def values(criterion: str, numbers: Sequence[int]) -> Mapping[int, int]:
        if criterion == "head_to_head":
            return _head_to_head(matches(), numbers)
        if criterion == "lot":
            return {number: lot_of(lot, number) for number in numbers}
        if criterion == "buchholz":
            return {number: opponents().get(number, 0) for number in numbers}
        if criterion == "difference":
            return {number: sums[number].get("made", 0) - sums[number].get("conceded", 0) for number in numbers}
        sign = -1 if criterion in FEWER else 1
        source = singles() if criterion in OF_ROUNDS else sums
        return {number: sign * source[number].get(criterion, 0) for number in numbers}

    return values


OF_ROUNDS = frozenset({"best_round", "worst_round", "last_round", "average", "table_ranks", "table_firsts"})


def _of_rounds(
    plan: Plan,
    rounds: Sequence[Round],
    stages: Collection[int] | None,
    made: Mapping[int, Sequence[RoundSum]],
    totals_: Mapping[int, Mapping[str, int]],
) -> dict[int, dict[str, int]]:
    """What is read off single rounds. Nobody's best round is a bye; who played nothing has 0."""
    unit = written(plan, stages)
    last_rank = {
        one.number: max((len(table.seats) for table in one.tables), default=0)
        for one in rounds
        if one.over and plan.stages[one.stage].kind not in MATCHES
    }
    latest = max((one.number for one in rounds), default=0)
    figures: dict[int, dict[str, int]] = {}
    for number, sums in made.items():
        played = [one for one in sums if one.played]
        amounts = [one.scores.get(unit, 0) for one in played]
        counted = [one.scores.get(unit, 0) for one in played if not one.dropped]
        credited = sum(one.scores.get(unit, 0) for one in sums if not one.played and not one.dropped)
        ranks = {one.round: one.scores["table_rank"] for one in played if "table_rank" in one.scores}
        figures[number] = {
            "best_round": max(amounts, default=0),
            "worst_round": min(counted, default=0),
            "last_round": sum(one.scores.get(unit, 0) for one in sums if one.round == latest),
            "average": (totals_[number].get(unit, 0) - credited) * AVERAGE_SCALE // max(1, len(counted)),
            "table_ranks": sum({**last_rank, **ranks}.values()),
            "table_firsts": sum(rank_ == 1 for rank_ in ranks.values()),
        }
    return figures


Match = tuple[int, int, int]
"""Two numbers, the lesser first, and what the first has of it: 2 won, 1 level, 0 lost."""


def _matches(plan: Plan, rounds: Sequence[Round]) -> list[Match]:
    made: list[Match] = []
    for table in (table for one in rounds if plan.stages[one.stage].kind in MATCHES for table in one.tables):
        if table.scores is None or len(table.seats) != 2:
            continue
        (one, its), (other, _) = sorted(zip(table.seats, table.scores, strict=True), key=lambda pair: pair[0])
        made.append((one, other, 1 + its.get("won", 0) - its.get("lost", 0)))
    return made


def _head_to_head(matches: Sequence[Match], numbers: Sequence[int]) -> dict[int, int]:
    """Two for a win and one for a draw against the other tied. All 0 where they did not meet each equally often (an
    unfair comparison), and equal where they beat each other in a circle: the next criterion decides."""
    figures = dict.fromkeys(numbers, 0)
    if 2 * len(matches) < len(figures) * (len(figures) - 1):
        return figures
    met = dict.fromkeys(combinations(sorted(figures), 2), 0)
    for one, other, result in matches:
        if (one, other) in met:
            met[one, other] += 1
            figures[one] += result
            figures[other] += 2 - result
    return figures if len({*met.values()}) == 1 else dict.fromkeys(numbers, 0)


def _buchholz(plan: Plan, rounds: Sequence[Round], result: Mapping[int, int]) -> dict[int, int]:
    """The opponents' results added up, each time they were met. A bye, or nobody there, counts as one of one's own
    strength, so that it neither helps nor hurts."""
    figures = dict.fromkeys(result, 0)
    for round_ in rounds:
        partners = plan.stages[round_.stage].partners and plan.stages[round_.stage].kind not in MATCHES
        for number in round_.resting:
            figures[number] = figures.get(number, 0) + result.get(number, 0)
        for table in round_.tables:
            if table.scores is None or len(table.seats) < 2:
                continue
            for seat, number in enumerate(table.seats):
                others = [
                    other
                    for place, other in enumerate(table.seats)
                    if place != seat and not (partners and abs(place - seat) == 2)
                ]
                if not was_played(table):
                    others = [number]
                figures[number] = figures.get(number, 0) + sum(result.get(other, 0) for other in others)
    return figures
