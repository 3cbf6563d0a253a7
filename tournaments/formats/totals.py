"""What everybody made in all: sums by unit over rounds.

A table that was not played gives nothing; a score of 0 is a result. A bye gives what the stage says
(`results.bye`). A penalty or bonus of a round counts in that round, and goes where it goes if that is dropped; one of a
round that was not played, or of none, counts as it is.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.core import Adjustment, Entrant, Round, Scores, Table
from tournaments.formats.plan import MATCHES, Kind, Plan, Stage
from tournaments.formats.results import bye

OF_MATCHES = ("won", "lost", "drawn", "made", "conceded")

FEWER = frozenset({"lost", "conceded", "bummerl", "table_rank", "table_ranks"})
"""Of these less is better. A Bummerl is what the loser of a leg gets."""

NOTHING_DROPPED = frozenset({Kind.LIVES, Kind.KNOCKOUT})
"""Formats in which every round counts, as one is out by it."""


@dataclass(frozen=True, slots=True)
class RoundSum:
    """What one entrant made in one round, bonuses and penalties of that round included."""

    round: int
    amount: int
    """In `first_unit`."""
    scores: Scores
    played: bool
    """At a table, not credited for a bye or a walkover."""
    dropped: bool = False


def totals(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    *,
    stages: Collection[int] | None = None,
    made: Mapping[int, Sequence[RoundSum]] | None = None,
) -> Mapping[int, Mapping[str, int]]:
    """Number -> unit -> amount over the rounds of these stages (None: of all), without those that are dropped.

    Everybody has every unit that the stages count, and `played`: at how many tables they sat. `made` is `by_round` of
    the same, where somebody has it already.
    """
    every = dict.fromkeys(["played", *(unit for stage in stages_of(plan, stages) for unit in units(stage))], 0)
    if made is None:
        made = by_round(plan, entrants, rounds, adjustments, stages=stages)
    parts: list[tuple[int, Scores]] = [(number, every) for number in made]
    for number, sums in made.items():
        parts += [(number, {"played": int(one.played)}) for one in sums]
        parts += [(number, one.scores) for one in sums if not one.dropped]
    parts += [(one.number, {one.unit: one.amount}) for one in loose(made, adjustments, rounds, stages)]
    return add_up(parts)


def loose(
    made: Mapping[int, Sequence[RoundSum]],
    adjustments: Iterable[Adjustment],
    rounds: Iterable[Round],
    stages: Collection[int] | None,
) -> list[Adjustment]:
    """Penalties and bonuses that count as they are: of no round, or of one in which the card has no result."""
    stage_of = {one.number: one.stage for one in rounds}
    return [
        one
        for one in adjustments
        if one.number in made
        and (stages is None or one.round not in stage_of or stage_of[one.round] in stages)
        and one.round not in {sum_.round for sum_ in made[one.number]}
    ]


def by_round(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    *,
    stages: Collection[int] | None = None,
) -> Mapping[int, tuple[RoundSum, ...]]:
    """Number -> the rounds they have a result in, in order, with `Ranking.drop` rounds marked as dropped.

    Best n of m: a round that somebody missed is the first that does not count. One round always counts.
    """
    extra: dict[tuple[int, int], list[tuple[int, Scores]]] = defaultdict(list)
    for one in adjustments:
        if one.round is not None:
            extra[one.number, one.round].append((0, {one.unit: one.amount}))
    made: dict[int, list[RoundSum]] = {one.number: [] for one in sorted(entrants, key=lambda one: one.number)}
    unit = first_unit(plan, stages)
    for round_ in _chosen(rounds, stages):
        for number, scores, played in _results(plan.stages[round_.stage], round_):
            if number in made:
                more = extra.get((number, round_.number))
                summed = add_up([(0, scores), *more])[0] if more else dict(scores)
                made[number].append(RoundSum(round_.number, summed.get(unit, 0), summed, played))
    dropping = dropping_of(plan, rounds, stages)
    return {number: dropped(sums, dropping) for number, sums in made.items()}


@dataclass(frozen=True, slots=True)
class Dropping:
    """How many rounds count, and by what the worst ones are found."""

    keep: int
    units: tuple[str, ...]
    kinds: Mapping[int, Kind]
    """Of every round."""


def dropping_of(plan: Plan, rounds: Sequence[Round], stages: Collection[int] | None) -> Dropping:
    kinds = {one.number: plan.stages[one.stage].kind for one in rounds}
    droppable = sum(kinds[one.number] not in NOTHING_DROPPED for one in _chosen(rounds, stages))
    units_ = (first_unit(plan, stages), *plan.ranking.chain)
    return Dropping(max(1, droppable - plan.ranking.drop), units_, kinds)


def add_up(parts: Iterable[tuple[int, Scores]]) -> dict[int, dict[str, int]]:
    """Sums by unit for any keys, such as the people at the boards of teams (`results.board_scores`)."""
    sums: dict[int, dict[str, int]] = {}
    for key, scores in parts:
        mine = sums.setdefault(key, {})
        for unit, amount in scores.items():
            mine[unit] = mine.get(unit, 0) + amount
    return sums


def units(stage: Stage) -> tuple[str, ...]:
    """Everything that the scores of this stage are counted in."""
    counting = stage.counting
    boards = ("boards",) if counting.boards > 1 else ()
    shape = (*OF_MATCHES, *boards) if stage.kind in MATCHES else ("table_rank",)
    return (counting.unit, *shape, *counting.events)


def first_unit(plan: Plan, stages: Collection[int] | None = None) -> str:
    """What rounds and opponents are compared in: the first criterion where it is a unit, else what tables write."""
    known = {unit for stage in stages_of(plan, stages) for unit in units(stage)}
    return plan.ranking.chain[0] if plan.ranking.chain[:1] and plan.ranking.chain[0] in known else written(plan, stages)


def written(plan: Plan, stages: Collection[int] | None = None) -> str:
    """What the tables of the first of these stages write down."""
    return (stages_of(plan, stages) or plan.stages)[0].counting.unit


def stages_of(plan: Plan, stages: Collection[int] | None) -> tuple[Stage, ...]:
    return tuple(stage for index, stage in enumerate(plan.stages) if stages is None or index in stages)


def better(unit: str, amount: int) -> int:
    """The amount so that more is better."""
    return -amount if unit in FEWER else amount


def _chosen(rounds: Sequence[Round], stages: Collection[int] | None) -> list[Round]:
    return sorted((one for one in rounds if stages is None or one.stage in stages), key=lambda one: one.number)


def _results(stage: Stage, round_: Round) -> Iterable[tuple[int, Scores, bool]]:
    """(number, scores, whether played) of everybody who has a result."""
    for table in round_.tables:
        if table.scores is not None and len(table.seats) > 1:
            played = was_played(table)
            for number, scores in zip(table.seats, table.scores, strict=True):
                yield number, scores, played
    for number in round_.resting:
        yield number, bye(stage), False


def was_played(table: Table) -> bool:
    """Whether somebody played there; a walkover and a card against another of the same person are results only."""
    return table.scores is not None and not any("walkover" in one or "self_match" in one for one in table.scores)


def dropped(sums: Sequence[RoundSum], dropping: Dropping) -> tuple[RoundSum, ...]:
    """The best `keep` count, compared by the chain as far as rounds have its units; of equals the earlier."""

    def worse(one: RoundSum) -> tuple[list[int], int]:
        return [-better(unit, one.scores.get(unit, 0)) for unit in dropping.units], one.round

    may_go = [one for one in sums if dropping.kinds[one.round] not in NOTHING_DROPPED]
    if len(may_go) <= dropping.keep:
        return tuple(sums)
    gone = {one.round for one in sorted(may_go, key=worse)[dropping.keep :]}
    return tuple(replace(one, dropped=True) if one.round in gone else one for one in sums)
