"""The order of entrants: the first criterion is the result, the others break ties one after the other.

Whoever is equal in all of them shares the place, and the next place is left out (12=, 12=, 14). Every place says by
which criterion it is behind the one before.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tournaments.formats.core import Adjustment, Entrant, Gone, Round, Scores
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


@dataclass(frozen=True, slots=True)
class Step:
    """One comparison on the way to the order: these were equal so far, and this is what each of them has.

    Who is in the same steps as somebody else was compared with them in these, in this order; the last one parts them,
    or they share the place.
    """

    criterion: str
    group: frozenset[int]
    values: Mapping[int, int]
    """Of everybody in the group; more is better."""


def unknown(plan: Plan) -> tuple[str, ...]:
    """Criteria of the chain that are none, or that none of the stages counts."""
    counted = {unit for stage in plan.stages for unit in units(stage)}
    computed = set(CRITERIA) - {"points", "won", "lost", "drawn", "made", "conceded", "legs", "boards"}
    return tuple(one for one in plan.ranking.chain if one not in counted | computed)


def unplaced(entrants: Iterable[Entrant]) -> tuple[int, ...]:
    """Those without a place: disqualified or never there. Who left early keeps theirs."""
    return tuple(sorted(one.number for one in entrants if one.gone in (Gone.DISQUALIFIED, Gone.NO_SHOW)))


def rank(
    numbers: Iterable[int],
    chain: Sequence[str],
    values: Values,
    *,
    unplaced: Iterable[int] = (),
    steps: list[Step] | None = None,
) -> tuple[Standing, ...]:
    """`numbers` in order with their places, `unplaced` (and not in `numbers`) behind them by number, with None.

    Those who share a place stand by number; beside that numbers decide nothing. Every comparison is added to `steps`.
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
    for group, decided_by in _parted(everybody, chain, values, figures, [] if steps is None else steps):
        place = len(made) + 1
        for number in group:
            decider = decided_by if number == group[0] else None
            made.append(Standing(place, number, decider, len(group) > 1, _written(figures[number])))
    made += [Standing(None, number, None, False, _written(figures[number])) for number in outside]
    return tuple(made)


def _written(figures: Mapping[str, int]) -> dict[str, int]:
    return {criterion: -value if criterion in FEWER else value for criterion, value in figures.items()}


def _parted(
    group: Sequence[int], chain: Sequence[str], values: Values, figures: dict[int, dict[str, int]], steps: list[Step]
) -> list[tuple[list[int], str | None]]:
    """The group as groups that share a place, best first, each with what parts it from the one before."""
    if len(group) < 2 or not chain:
        return [(sorted(group), None)] if group else []
    criterion = chain[0]
    if criterion in AMONG_THE_TIED:
        for number, value in values(criterion, group).items():
            figures[number][criterion] = value
    parts: dict[int, list[int]] = {}
    had = {number: figures[number][criterion] for number in group}
    steps.append(Step(criterion, frozenset(group), had))
    for number, figure in had.items():
        parts.setdefault(figure, []).append(number)
    # Who is still level after the matches among all of them is compared in those among the fewer that are left.
    again = criterion == "head_to_head" and len(parts) > 1
    found: list[tuple[list[int], str | None]] = []
    for value in sorted(parts, reverse=True):
        below = _parted(parts[value], chain if again else chain[1:], values, figures, steps)
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


OF_ROUNDS = frozenset({"best_round", "worst_round", "last_round", "average", "table_ranks", "table_firsts"})
"""What is read off single rounds."""


@dataclass(frozen=True)
class Figures:
    """What everybody made in the rounds of these stages, and every figure for `rank` from it: these are `Values`.

    What no criterion of the chain asks for is not reckoned.
    """

    plan: Plan
    rounds: Sequence[Round]
    """Of these stages, in order."""
    stages: Collection[int] | None
    lot: str
    made: Mapping[int, Sequence[RoundSum]]
    sums: Mapping[int, Mapping[str, int]]

    def __call__(self, criterion: str, numbers: Sequence[int]) -> Mapping[int, int]:
        if criterion == "head_to_head":
            return head_to_head(self.matches, numbers) or dict.fromkeys(numbers, 0)
        if criterion == "lot":
            return {number: lot_of(self.lot, number) for number in numbers}
        if criterion == "buchholz":
            return {number: self.buchholz.get(number, 0) for number in numbers}
        if criterion == "difference":
            sums = self.sums
            return {number: sums[number].get("made", 0) - sums[number].get("conceded", 0) for number in numbers}
        sign = -1 if criterion in FEWER else 1
        source = self.singles if criterion in OF_ROUNDS else self.sums
        return {number: sign * source[number].get(criterion, 0) for number in numbers}

    @cached_property
    def unit(self) -> str:
        """What rounds and opponents are compared in."""
        return first_unit(self.plan, self.stages)

    @cached_property
    def singles(self) -> Mapping[int, Mapping[str, int]]:
        unit = written(self.plan, self.stages)
        last_ranks, latest = last_ranks_of(self.plan, self.rounds), max((one.number for one in self.rounds), default=0)
        return {
            number: of_rounds(unit, sums, self.sums[number], latest, last_ranks) for number, sums in self.made.items()
        }

    @cached_property
    def buchholz(self) -> Mapping[int, int]:
        figures = dict.fromkeys(self.made, 0)
        for number, _round, others in met(self.plan, self.rounds):
            figures[number] = figures.get(number, 0) + sum(map(self.result, others))
        return figures

    @cached_property
    def matches(self) -> list["Match"]:
        return matches_of(self.plan, self.rounds)

    def result(self, number: int) -> int:
        """What somebody counts for their opponents."""
        return self.sums[number].get(self.unit, 0) if number in self.sums else 0


def criteria_values(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    lot: str,
    stages: Collection[int] | None = None,
) -> Figures:
    """The figures for `rank`, from the rounds of these stages (None: of all).

    `entrants` must be all who played there: the opponents of those to be ranked count in `buchholz`.
    """
    entrants = tuple(entrants)
    made = by_round(plan, entrants, rounds, adjustments, stages=stages)
    sums = totals(plan, entrants, rounds, adjustments, stages=stages, made=made)
    chosen = sorted((one for one in rounds if stages is None or one.stage in stages), key=lambda one: one.number)
    return Figures(plan, chosen, stages, lot, made, sums)


def last_ranks_of(plan: Plan, rounds: Iterable[Round]) -> dict[int, int]:
    """Round -> the rank of somebody who was at no table of it; only of rounds at tables of several that are over."""
    return {
        one.number: max((len(table.seats) for table in one.tables), default=0)
        for one in rounds
        if one.over and plan.stages[one.stage].kind not in MATCHES
    }


def of_rounds(
    unit: str, sums: Sequence[RoundSum], total: Mapping[str, int], latest: int, last_ranks: Mapping[int, int]
) -> dict[str, int]:
    """One card's figures that are read off its rounds. Nobody's best round is a bye; who played nothing has 0."""
    played = [one for one in sums if one.played]
    counted = [one.scores.get(unit, 0) for one in played if not one.dropped]
    credited = sum(one.scores.get(unit, 0) for one in sums if not one.played and not one.dropped)
    ranks = {one.round: one.scores["table_rank"] for one in played if "table_rank" in one.scores}
    return {
        "best_round": max((one.scores.get(unit, 0) for one in played), default=0),
        "worst_round": min(counted, default=0),
        "last_round": sum(one.scores.get(unit, 0) for one in sums if one.round == latest),
        "average": (total.get(unit, 0) - credited) * AVERAGE_SCALE // max(1, len(counted)),
        "table_ranks": sum({**last_ranks, **ranks}.values()),
        "table_firsts": sum(rank_ == 1 for rank_ in ranks.values()),
    }


Match = tuple[int, int, int, int, int]
"""Two numbers, the lesser first, what each has of it (2 won, 1 level, 0 lost: both, where nobody came), the round."""


def matches_of(plan: Plan, rounds: Sequence[Round]) -> list[Match]:
    made: list[Match] = []
    for round_ in rounds:
        if plan.stages[round_.stage].kind not in MATCHES:
            continue
        for table in round_.tables:
            if table.scores is None or len(table.seats) != 2:
                continue
            (one, its), (other, theirs) = sorted(zip(table.seats, table.scores, strict=True), key=lambda pair: pair[0])
            made.append((one, other, _of_match(its), _of_match(theirs), round_.number))
    return made


def _of_match(scores: Scores) -> int:
    return 1 + scores.get("won", 0) - scores.get("lost", 0)


def head_to_head(matches: Sequence[Match], numbers: Collection[int]) -> dict[int, int] | None:
    """Two for a win and one for a draw against the other tied. None where they did not meet each equally often (an
    unfair comparison); equal where they beat each other in a circle: the next criterion decides."""
    figures = dict.fromkeys(numbers, 0)
    if 2 * len(matches) < len(figures) * (len(figures) - 1):
        return None
    met_each = dict.fromkeys(combinations(sorted(figures), 2), 0)
    for one, other, its, theirs, _round in matches:
        if (one, other) in met_each:
            met_each[one, other] += 1
            figures[one] += its
            figures[other] += theirs
    return figures if len({*met_each.values()}) == 1 else None


def met(plan: Plan, rounds: Iterable[Round]) -> Iterator[tuple[int, int, Sequence[int]]]:
    """(number, round, whose results count for it) for everybody in every round: the opponents, each time they were
    met. A bye, or nobody there, counts as one of one's own strength, so that it neither helps nor hurts."""
    for round_ in rounds:
        partners = plan.stages[round_.stage].partners and plan.stages[round_.stage].kind not in MATCHES
        for number in round_.resting:
            yield number, round_.number, (number,)
        for table in round_.tables:
            if table.scores is None or len(table.seats) < 2:
                continue
            there = was_played(table)
            for seat, number in enumerate(table.seats):
                others = [
                    other
                    for place, other in enumerate(table.seats)
                    if place != seat and not (partners and abs(place - seat) == 2)
                ]
                yield number, round_.number, others if there else (number,)
