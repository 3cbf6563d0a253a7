"""Who goes on from one stage into the next, who does not, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats.core import Note
from tournaments.formats.course import course_of
from tournaments.formats.ranking import Standing
from tournaments.formats.stage_ranking import going_on as going_between
from tournaments.messages.criteria import criterion_name
from tournaments.services.facts import Facts

SHOWN_OUT = 5
"""So many of those who are just out are shown."""


@dataclass(frozen=True, slots=True)
class Goer:
    place: int | None
    number: int
    why: str
    """The result, and what decided the place."""


@dataclass(frozen=True, slots=True)
class GoingOn:
    """The cut before a stage that has not begun."""

    stage: int
    """Index of the stage that begins."""
    take: int
    """How many go on; 0: everybody."""
    rows: tuple[Goer, ...]
    """Who goes on, best first."""
    out: tuple[Goer, ...]
    """The best of those who do not."""
    by_lot: tuple[int, ...]
    """Start numbers between whom only the lot decides who goes on; mostly none."""


def going_on(facts: Facts) -> GoingOn | None:
    """None where the next round belongs to a stage that has begun, or to the first."""
    course = course_of(facts.plan, facts.entrants, facts.rounds)
    stage = course.coming
    if stage == 0 or course.played(stage) or facts.open_tables or course.over:
        return None
    numbers, notes = going_between(course, stage, facts.adjustments, facts.tournament.seed)
    going, number = set(numbers), facts.rounds[-1].number + 1
    by_lot = tuple(one for note in notes for one in _numbers(note))
    absent = {one.number for one in facts.entrants if not one.plays(number)}

    depths = _depths(facts.standings, facts.plan.ranking.chain)

    def goer(one: Standing) -> Goer:
        why = _result(one, facts.plan.ranking.chain[: depths[one.number]])
        if one.number in by_lot:
            why.append(criterion_name("lot"))
        if one.number in absent:
            why.append(_("not there"))
        return Goer(one.place, one.number, ", ".join(dict.fromkeys(why)))

    return GoingOn(
        stage=stage,
        take=facts.plan.stages[stage].take,
        rows=tuple(goer(one) for one in facts.standings if one.number in going),
        out=tuple(goer(one) for one in facts.standings if one.number not in going and one.place is not None)[
            :SHOWN_OUT
        ],
        by_lot=by_lot,
    )


def _depths(standings: Sequence[Standing], chain: Sequence[str]) -> dict[int, int]:
    """Number -> how many criteria it took to part them from the one before and the one behind."""
    took = [chain.index(one.decided_by) + 1 if one.decided_by in chain else 1 for one in standings]
    return {one.number: max(mine, behind) for one, mine, behind in zip(standings, took, [*took[1:], 1], strict=True)}


def _result(one: Standing, chain: Sequence[str]) -> list[str]:
    """ "Points 64", "points conceded 31"; how far somebody came is the place itself, and the lot has no figure."""
    said = {name: one.values[name] for name in chain if name in one.values and name not in ("survived", "lot")}
    told = [_("%(what)s: %(amount)s") % {"what": criterion_name(name), "amount": said[name]} for name in said]
    return [*told, criterion_name("lot")] if "lot" in chain else told


def _numbers(note: Note) -> list[int]:
    numbers = note.figures["numbers"]
    return numbers if isinstance(numbers, list) else []
