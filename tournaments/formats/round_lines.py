"""What one card made in every round, taken apart: as written, bonus, events, penalties, byes, what does not count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.formats.core import Adjustment, Entrant, Round, Scores, Table
from tournaments.formats.plan import MATCHES, Plan, Stage
from tournaments.formats.ranking import Figures
from tournaments.formats.results import bye
from tournaments.formats.totals import NOTHING_DROPPED, RoundSum, by_round


class How(StrEnum):
    """How a result came about."""

    PLAYED = "played"
    OPEN = "open"
    """Sits at a table that has not handed in."""
    BYE = "bye"
    WALKOVER = "walkover"
    SELF_MATCH = "self_match"
    STRUCK = "struck"
    MISSED = "missed"
    """Was not in this round."""


class Where(StrEnum):
    """Whether something counts in what ranks now."""

    COUNTS = "counts"
    DROPPED = "dropped"
    """In a round that does not count, as it is one of the worst."""
    EARLIER = "earlier"
    """In a stage whose results do not count any more."""
    ALONE = "alone"
    """A penalty or bonus: as it is, not within a round."""
    ELSEWHERE = "elsewhere"
    """A penalty or bonus that counts nowhere here."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of one card. Amounts are in `unit`, what the tables of that stage write."""

    round: int
    stage: int
    how: How
    where: Where
    table: int | None
    partners: tuple[int, ...]
    others: tuple[int, ...]
    """Who sat there against them."""
    scores: Scores
    """All that counts of the round by unit, penalties of the round included."""
    unit: str
    made: int
    """As the table wrote it, or the credit for a bye or walkover."""
    bonus: int
    """On top for winning."""
    events: int
    """What counted events gave on top."""
    adjusted: int
    """Penalties and bonuses of this round."""

    @property
    def amount(self) -> int:
        return self.made + self.bonus + self.events + self.adjusted


def lines_of(
    plan: Plan,
    rounds: Iterable[Round],
    adjustments: Sequence[Adjustment],
    counted: Sequence[int],
    figures: Figures,
    card: Entrant,
) -> tuple[RoundLine, ...]:
    """Every round since the card was first in one; `figures` are those of the stages that count."""
    rounds, number = sorted(rounds, key=lambda one: one.number), card.number
    sums = {one.round: one for one in figures.made.get(number, ())}
    earlier = sorted({one.stage for one in rounds} - {*counted})
    if earlier:
        known = [one for one in rounds if one.stage in earlier]
        sums |= {one.round: one for one in _of_one(plan, known, adjustments, card)}
    made, begun = list[RoundLine](), False
    for round_ in rounds:
        table = next((one for one in round_.tables if number in one.seats), None)
        begun = begun or table is not None or number in round_.byes
        if begun:
            where = Where.COUNTS if round_.stage in counted else Where.EARLIER
            made.append(_line(plan.stages[round_.stage], round_, table, sums.get(round_.number), where, number))
    while made and made[-1].how is How.MISSED and plan.stages[made[-1].stage].kind in NOTHING_DROPPED:
        made.pop()  # out, and so in none of them
    return tuple(made)


def _of_one(
    plan: Plan, rounds: Sequence[Round], adjustments: Sequence[Adjustment], card: Entrant
) -> tuple[RoundSum, ...]:
    """What one card made there; in stages that do not count any more nothing is dropped."""
    found = by_round(plan, [card], rounds, adjustments, stages={one.stage for one in rounds})[card.number]
    return tuple(replace(one, dropped=False) for one in found)


def _line(
    stage: Stage, round_: Round, table: Table | None, sum_: RoundSum | None, where: Where, number: int
) -> RoundLine:
    how = _how(round_, table, number)
    scores = sum_.scores if sum_ is not None else {}
    own = _own(stage, table, how, number)
    unit = stage.counting.unit
    events = sum(
        own.get(event, 0) * points
        for event, points in zip(stage.counting.events, stage.counting.event_points, strict=False)
    )
    credited = own.get(unit, 0)
    made = own.get("made", credited - events) if stage.kind in MATCHES else credited - events
    if sum_ is not None and sum_.dropped:
        where = Where.DROPPED
    seats = table.seats if table is not None else ()
    partners = tuple(
        other
        for place, other in enumerate(seats)
        if stage.partners and stage.kind not in MATCHES and abs(place - seats.index(number)) == 2
    )
    return RoundLine(
        round=round_.number,
        stage=round_.stage,
        how=how,
        where=where,
        table=table.number if table is not None and len(seats) > 1 else None,
        partners=partners,
        others=tuple(other for other in seats if other != number and other not in partners),
        scores=scores,
        unit=unit,
        made=made,
        bonus=credited - events - made,
        events=events,
        adjusted=scores.get(unit, 0) - credited,
    )


def _how(round_: Round, table: Table | None, number: int) -> How:
    if number in round_.resting:
        return How.BYE
    if table is None:
        return How.MISSED
    if table.scores is None:
        return How.OPEN
    for mark in (How.WALKOVER, How.SELF_MATCH, How.STRUCK):
        if any(mark in one for one in table.scores):
            return mark
    return How.PLAYED


def _own(stage: Stage, table: Table | None, how: How, number: int) -> Scores:
    """What the table or the bye gave, before penalties."""
    if how is How.BYE:
        return bye(stage)
    if table is None or table.scores is None:
        return {}
    return table.scores[table.seats.index(number)]
