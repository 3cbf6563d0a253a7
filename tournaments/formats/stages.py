"""A whole tournament: its stages one after the other, the next draw, and the standings of all.

Who goes on to a stage is settled by its first draw and stays so, whatever is corrected later.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats import drawn_tables, groups, knockout, lives, meetings, ranking, round_robin, sliding, swiss
from tournaments.formats.core import Adjustment, Chance, Draw, Entrant, Impossible, Note, Problem, Round
from tournaments.formats.course import Course, course_of
from tournaments.formats.plan import MATCHES, Kind, Plan
from tournaments.formats.ranking import Standing
from tournaments.formats.situation import Situation
from tournaments.formats.stage_ranking import Ranked, Ranker, going_on

WITH_MEMBERS: Mapping[Kind, Callable[[Situation, Sequence[Entrant]], Draw]] = {
    Kind.SLIDING: sliding.draw,
    Kind.ROUND_ROBIN: round_robin.draw,
    Kind.GROUPS: groups.draw,
}
"""Formats whose order of play has a place also for those who are not there."""
WITHOUT: Mapping[Kind, Callable[[Situation], Draw]] = {
    Kind.LIVES: lives.draw,
    Kind.KNOCKOUT: knockout.draw,
    Kind.DRAWN: drawn_tables.draw,
    Kind.SCORE: drawn_tables.draw,
    Kind.SWISS: swiss.draw,
}
BY_STANDINGS = frozenset({Kind.SCORE, Kind.SWISS})
"""Formats in which every round is drawn by the standings."""


def next_draw(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    rng: Chance,
    *,
    lot: str,
) -> Draw:
    """The next round, with everything it could not keep.

    Refused: tables of the last round still open (`round_open` names them), nothing left to play (`all_played`), fewer
    there than it takes (`too_few` says how many are missing), and what the format itself cannot draw.
    """
    course = course_of(plan, entrants, rounds)
    _refuse_to_draw(course)
    situation, notes = _situation(course, adjustments, rng, lot)
    kind, there = situation.stage.kind, len(situation.entrants)
    first_of_groups = kind is Kind.GROUPS and not course.played(situation.stage_index)
    needed = 2 * situation.stage.groups if first_of_groups else 2
    if kind in MATCHES and there < needed:
        raise Impossible(Problem("too_few", None, {"there": there, "missing": needed - there}))
    if kind in WITH_MEMBERS:
        begun = course.played(situation.stage_index)
        draw = WITH_MEMBERS[kind](situation, course.members(situation.stage_index) if begun else situation.entrants)
    else:
        draw = WITHOUT[kind](situation)
    not_kept = meetings.notes(plan, situation.entrants, course.rounds, draw)
    return replace(draw, notes=(*notes, *draw.notes, *not_kept))


def _refuse_to_draw(course: Course) -> None:
    if course.rounds and not course.rounds[-1].over:
        last = course.rounds[-1]
        raise Impossible(Problem("round_open", None, {"round": last.number, "tables": [*last.open_tables]}))
    if course.over:
        raise Impossible(Problem("all_played"))


def _situation(
    course: Course, adjustments: Sequence[Adjustment], rng: Chance, lot: str
) -> tuple[Situation, tuple[Note, ...]]:
    index = course.coming
    stage, notes = course.plan.stages[index], tuple[Note, ...]()
    ranker = Ranker(course, index, adjustments, lot)
    if index and not course.played(index):
        order, notes = going_on(course, index, adjustments, lot)
        entrants = tuple(one for one in course.entrants if one.number in order)
    else:
        entrants = course.due(index)
        notes = _too_late(course, index)
        order = tuple(one.number for one in entrants)
        if stage.kind in BY_STANDINGS or (stage.seeded and not course.played(index)):
            order = tuple(one.number for one in ranker.ranked(order))
    totals: Mapping[int, int] = dict.fromkeys(order, 0)
    if stage.kind in BY_STANDINGS:
        totals = ranker.values()(ranker.chain[0], order)
    situation = Situation(
        plan=course.plan,
        stage_index=index,
        stage=stage,
        entrants=entrants,
        rounds=course.rounds,
        number=course.next_number,
        order=order,
        totals=totals,
        rng=rng,
    )
    return situation, notes


def _too_late(course: Course, index: int) -> tuple[Note, ...]:
    """Who came when a grid was drawn already, and has no place in it."""
    stage, played = course.plan.stages[index], course.played(index)
    if stage.kind is not Kind.KNOCKOUT or not played or stage.redraw:
        return ()
    seen = lives.last_seen(played)
    late = [one.number for one in course.there(index) if one.number not in seen]
    return (Note("not_in_grid", {"numbers": late}),) if late else ()


def due(
    plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round], adjustments: Sequence[Adjustment], lot: str
) -> tuple[Entrant, ...]:
    """Whom the next round is for, by number: who has to be at a table or rest in tables made by hand."""
    course = course_of(plan, entrants, rounds)
    index = course.coming
    if index == 0 or course.played(index):
        return course.due(index)
    order, _ = going_on(course, index, adjustments, lot)
    return tuple(one for one in course.entrants if one.number in order)


def stage_of(plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round]) -> int:
    """The index of the stage that the next round belongs to; when all is played, of the last."""
    return course_of(plan, entrants, rounds).coming


def is_over(plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round]) -> bool:
    """Whether everything is played and handed in."""
    return course_of(plan, entrants, rounds).over


@dataclass(frozen=True, slots=True)
class Part:
    """Those of the whole standings whom one stage ranks."""

    stage: int
    ahead: int
    """How many stand before all of them, as they came further."""
    ranked: Ranked
    """With places from 1."""


def parts(
    plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round], adjustments: Sequence[Adjustment], lot: str
) -> tuple[Part, ...]:
    """The whole tournament: the last stage first, then those who did not go on, ranked by the stage before, and so on.

    Who left early is among them; disqualified and no-shows are not.
    """
    course = course_of(plan, entrants, rounds)
    made, seen, ahead = list[Part](), {*ranking.unplaced(course.entrants)}, 0
    for index in range(course.begun, -1, -1):
        numbers = [one.number for one in course.members(index) if one.number not in seen]
        if numbers:
            made.append(Part(index, ahead, Ranker(course, index, adjustments, lot).traced(numbers)))
        seen.update(numbers)
        ahead += len(numbers)
    return tuple(made)


def standings(
    plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round], adjustments: Sequence[Adjustment], lot: str
) -> tuple[Standing, ...]:
    """All `parts` one after the other (the first of those who did not go on `decided_by` the `stage`), and who has no
    place."""
    entrants = tuple(entrants)
    return in_a_row(plan, entrants, rounds, adjustments, lot, parts(plan, entrants, rounds, adjustments, lot))


def in_a_row(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    lot: str,
    found: Sequence[Part],
) -> tuple[Standing, ...]:
    """The standings that these parts make."""
    made: list[Standing] = []
    for part in found:
        for one in part.ranked.standings:
            decided_by = "stage" if part.ahead and len(made) == part.ahead else one.decided_by
            made.append(replace(one, place=part.ahead + (one.place or 0), decided_by=decided_by))
    course = course_of(plan, entrants, rounds)
    out = ranking.unplaced(course.entrants)
    last = Ranker(course, course.begun, adjustments, lot).ranked(out) if out else ()
    unplaced = (replace(one, place=None, decided_by=None, shared=False) for one in last)
    return (*made, *sorted(unplaced, key=lambda one: one.number))


def group_standings(
    plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round], adjustments: Sequence[Adjustment], lot: str
) -> tuple[tuple[Standing, ...], ...]:
    """The standings of every group of the stage in groups that was begun last; nothing where there is none."""
    course = course_of(plan, entrants, rounds)
    begun = [index for index, stage in enumerate(plan.stages) if stage.kind is Kind.GROUPS and course.played(index)]
    if not begun:
        return ()
    ranker = Ranker(course, begun[-1], adjustments, lot)
    return tuple(ranker.groups(ranker.values()))


def lives_left(plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round]) -> Mapping[int, int]:
    """Number -> lives, in the stage of lives that was begun last (or comes first); nothing where there is none.

    Those of somebody who went away stay what they were.
    """
    course = course_of(plan, entrants, rounds)
    index = _lives_stage(course)
    if index is None:
        return {}
    return lives.left(plan.stages[index], plan.buying, course.members(index), course.played(index))


def may_buy(plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round], number: int) -> Problem | None:
    """Why this card may not buy in again now; None: it may. See `lives.why_not_buy`."""
    course = course_of(plan, entrants, rounds)
    index = _lives_stage(course)
    if index is None:
        return Problem("buying_not_allowed")
    return lives.why_not_buy(plan.stages[index], plan.buying, course.members(index), course.played(index), number)


def who_may_buy(plan: Plan, entrants: Iterable[Entrant], rounds: Sequence[Round]) -> tuple[int, ...]:
    """Whose last life went just now and who may buy in again, by number."""
    course = course_of(plan, entrants, rounds)
    index = _lives_stage(course)
    if index is None or not plan.buying.allowed or not rounds or rounds[-1].number > plan.buying.last_round:
        return ()
    stage, members, played = plan.stages[index], course.members(index), course.played(index)
    out = [number for number, left in lives.left(stage, plan.buying, members, played).items() if not left]
    return tuple(
        number for number in sorted(out) if lives.why_not_buy(stage, plan.buying, members, played, number) is None
    )


def _lives_stage(course: Course) -> int | None:
    found = [index for index, stage in enumerate(course.plan.stages) if stage.kind is Kind.LIVES]
    return max((index for index in found if index <= course.begun), default=None)
