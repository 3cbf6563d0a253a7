"""The records of a tournament, from what its tables wrote down: only what the results hold, and only what stands out.

Penalties, byes, walkovers and struck tables are no feats. Who shares a record is named; what more than `MOST_SHARE`
share is none.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from tournaments.formats.core import Round, Scores, Table
from tournaments.formats.course_of_places import Places
from tournaments.formats.plan import MATCHES, Kind, Plan, Stage
from tournaments.formats.totals import FEWER, was_played

MOST_SHARE = 6
SHORTEST_SERIES = 3
"""Two won in a row are no series."""
SHORTEST_LEAD = 2
SMALLEST_JUMP = 2


class What(StrEnum):
    """What there is a record of, in the order in which they are told."""

    BEST_ROUND = "best_round"
    """The most that a card made at one table, in a unit."""
    EVENTS = "events"
    """The most of one event over all rounds."""
    SERIES = "series"
    """Matches won one after the other."""
    TABLE_WINS = "table_wins"
    """How often best at a table of several."""
    CLOSEST = "closest"
    CLEAREST = "clearest"
    """The match with the least and the largest margin."""
    SPREAD = "spread"
    """The table of several with most between its first and its last."""
    FASTEST = "fastest"
    """Seconds from the beginning of a round to the result of a table."""
    JUMP = "jump"
    """The most places made good in one round."""
    LEAD = "lead"
    """After how many rounds somebody stood first."""


@dataclass(frozen=True, slots=True)
class Feat:
    """Who did it: cards, and the round and the table where it was one alone."""

    numbers: tuple[int, ...]
    round: int | None = None
    table: int | None = None
    figures: tuple[int, ...] = ()
    """A match: made by the first and the second. A jump: the place before and after. A series: its last round."""


@dataclass(frozen=True, slots=True)
class Record:
    what: What
    amount: int
    feats: tuple[Feat, ...]
    """Whoever shares it, in the order in which it happened."""
    unit: str = ""
    """What the amount is counted in, where that is not plain."""


Played = tuple[Round, Stage, Table, Sequence[Scores]]


def records(
    plan: Plan, rounds: Sequence[Round], places: Places, seconds: Mapping[tuple[int, int], int]
) -> list[Record]:
    """`seconds`: (round, table) -> how long it took, as far as that is known."""
    played = list(_played(plan, rounds))
    found = [
        *best_rounds(played),
        *most_events(plan, played),
        series(played),
        table_wins(played),
        *margins(played),
        spread(played),
        fastest(played, seconds),
        jump(rounds, places),
        lead(places),
    ]
    return [one for one in found if one is not None]


def _played(plan: Plan, rounds: Iterable[Round]) -> Iterator[Played]:
    for round_ in sorted(rounds, key=lambda one: one.number):
        for table in round_.tables:
            if table.scores and len(table.seats) > 1 and was_played(table) and "struck" not in table.scores[0]:
                yield round_, plan.stages[round_.stage], table, table.scores


def _record(
    what: What,
    feats: Iterable[tuple[int, Feat]],
    best: Callable[[Iterable[int]], int] = max,
    unit: str = "",
    least: int = 1,
) -> Record | None:
    """The best of these amounts, with everybody who has it; None below `least`, or where it does not stand out."""
    every = list(feats)
    if not every or (len(every) > 1 and len({one for one, _feat in every}) == 1):
        return None
    amount = best(one for one, _feat in every)
    those = tuple(feat for one, feat in every if one == amount)
    return Record(what, amount, those, unit) if amount >= least and len(those) <= MOST_SHARE else None


# --- one card --------------------------------------------------------------------------------------------------------


def best_rounds(played: Sequence[Played]) -> list[Record | None]:
    """One for every unit; partners who made it together are one feat."""
    found = defaultdict[str, list[tuple[int, Feat]]](list)
    for round_, stage, table, scores in played:
        unit = stage.counting.unit
        made = [(number, one[unit]) for number, one in zip(table.seats, scores, strict=True) if unit in one]
        if made and unit not in FEWER:
            most = max(amount for _number, amount in made)
            numbers = tuple(number for number, amount in made if amount == most)
            found[unit].append((most, Feat(numbers, round_.number, table.number)))
    return [_record(What.BEST_ROUND, feats, unit=unit) for unit, feats in found.items()]


def most_events(plan: Plan, played: Sequence[Played]) -> list[Record | None]:
    events = dict.fromkeys(event for stage in plan.stages for event in stage.counting.events)
    if any(stage.kind is Kind.LIVES and stage.schneider_lives > 1 for stage in plan.stages):
        events["schneider"] = None
    return [_record(What.EVENTS, _per_card(played, partial(_amount, event)), unit=event) for event in events]


def _amount(unit: str, scores: Scores) -> int:
    return scores.get(unit, 0)


def table_wins(played: Sequence[Played]) -> Record | None:
    return _record(What.TABLE_WINS, _per_card(played, lambda scores: scores.get("table_rank") == 1), least=2)


def _per_card(played: Sequence[Played], count: Callable[[Scores], int]) -> list[tuple[int, Feat]]:
    sums = defaultdict[int, int](int)
    for _round, _stage, table, scores in played:
        for number, made in zip(table.seats, scores, strict=True):
            sums[number] += count(made)
    return [(amount, Feat((number,))) for number, amount in sorted(sums.items())]


def series(played: Sequence[Played]) -> Record | None:
    """Without a defeat or a draw between; a bye neither counts nor ends it."""
    running, found = defaultdict[int, int](int), dict[int, tuple[int, int]]()
    for round_, stage, table, scores in played:
        if stage.kind not in MATCHES:
            continue
        for number, made in zip(table.seats, scores, strict=True):
            running[number] = running[number] + 1 if made.get("won") else 0
            if running[number] > found.get(number, (0, 0))[0]:
                found[number] = running[number], round_.number
    feats = [(length, Feat((number,), figures=(last,))) for number, (length, last) in sorted(found.items())]
    return _record(What.SERIES, feats, least=SHORTEST_SERIES)


# --- one table -------------------------------------------------------------------------------------------------------


def margins(played: Sequence[Played]) -> list[Record | None]:
    """The closest and the clearest match, where they differ; only where tables write what both sides made."""
    feats = []
    for round_, stage, table, scores in played:
        if stage.kind not in MATCHES or len(scores) != 2 or "made" not in scores[0] or "made" not in scores[1]:
            continue
        pairs = zip(table.seats, scores, strict=True)
        (one, its), (other, theirs) = sorted(pairs, key=lambda pair: -pair[1]["made"])
        feat = Feat((one, other), round_.number, table.number, (its["made"], theirs["made"]))
        feats.append((its["made"] - theirs["made"], feat))
    if len({margin for margin, _feat in feats}) < 2:
        return []
    return [_record(What.CLOSEST, feats, min, least=0), _record(What.CLEAREST, feats)]


def spread(played: Sequence[Played]) -> Record | None:
    feats = []
    for round_, stage, table, scores in played:
        amounts = [one[stage.counting.unit] for one in scores if stage.counting.unit in one]
        if stage.kind not in MATCHES and len(amounts) == len(table.seats):
            feats.append((max(amounts) - min(amounts), Feat(table.seats, round_.number, table.number)))
    return _record(What.SPREAD, feats)


def fastest(played: Sequence[Played], seconds: Mapping[tuple[int, int], int]) -> Record | None:
    feats = [
        (seconds[round_.number, table.number], Feat(table.seats, round_.number, table.number))
        for round_, _stage, table, _scores in played
        if (round_.number, table.number) in seconds
    ]
    return _record(What.FASTEST, feats, min)


# --- the course ------------------------------------------------------------------------------------------------------


def jump(rounds: Sequence[Round], places: Places) -> Record | None:
    """Up between two rounds of one stage: whoever goes on to the next stage is ahead by that alone."""
    stage_of, feats = {one.number: one.stage for one in rounds}, []
    for number, course in places.of.items():
        for at in range(1, len(course)):
            before, after = course[at - 1], course[at]
            one, other = (stage_of.get(places.rounds[index]) for index in (at - 1, at))
            if before is not None and after is not None and one == other:
                feats.append((before - after, Feat((number,), places.rounds[at], figures=(before, after))))
    return _record(What.JUMP, feats, least=SMALLEST_JUMP)


def lead(places: Places) -> Record | None:
    feats = [(course.count(1), Feat((number,))) for number, course in places.of.items()]
    return _record(What.LEAD, feats, least=SHORTEST_LEAD)
