"""What somebody still needs: the places that are sure or possible after the round that is being played, exactly.

Every legal outcome of the open tables of the last round is considered, as `results.count` allows them: no walkover, no
list that is struck, nobody who buys in again, no later correction. For each outcome of one's own table the best and the
worst place is found that the others leave (`chances`). Criteria that depend on the results of others (Buchholz, direct
comparison) are looked at by trying all outcomes together where these are few (`joint`); else it is said what is sure
without them, and where they would decide. In groups it is about the place in one's group.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.formats import knockout
from tournaments.formats.chances import Setting
from tournaments.formats.core import Adjustment, Entrant, Round
from tournaments.formats.course import ELIMINATION, Course, course_of
from tournaments.formats.groups import groups_of
from tournaments.formats.joint import Cases
from tournaments.formats.menus import Outcome
from tournaments.formats.plan import Kind, Plan, Wins
from tournaments.formats.prospects import wanted
from tournaments.formats.ranking import unplaced
from tournaments.formats.results import struck
from tournaments.formats.spans import PLACES, Option, Span, Spans, option, own_menu, settled_option, together
from tournaments.formats.stage_ranking import Ranker


class Goal(StrEnum):
    FIRST = "first"
    PRIZE = "prize"
    """The last place with a prize."""
    CUT = "cut"
    """The last place that goes on to the next stage."""
    PRESENT = "present"
    """Where one stands now."""


@dataclass(frozen=True, slots=True)
class Condition:
    """With what a place is sure (or possible): with these of the options, or with these amounts."""

    options: tuple[int, ...] = ()
    amounts: tuple[tuple[int, int], ...] = ()
    """From and to; mostly one, up to the highest."""
    always: bool = False

    @property
    def never(self) -> bool:
        return not (self.always or self.options or self.amounts)


@dataclass(frozen=True, slots=True)
class Target:
    goal: Goal
    place: int
    sure: Condition
    possible: Condition
    if_decided: Condition
    """Where it is possible too, but only if the criteria decide for one that are not followed (`Needs.rest`)."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends with the round."""

    stage: bool
    """The stage is over."""
    final: bool = False
    """The own match is the final of a knock-out."""
    for_third: bool = False
    """It is the match for third."""
    loser_plays_on: bool = False
    """Who loses plays for third."""
    stay: int | None = None
    """How many are not out after this round of a knock-out."""


@dataclass(frozen=True, slots=True)
class Needs:
    number: int
    stage: int
    """Index of the stage that is being played."""
    round: int
    tables: int
    """How many are open of those that matter."""
    playing: bool
    """Whether the own table is one of them."""
    unit: str
    amounts: tuple[int, int] | None
    """What one can make, where any amount is possible; then there are no options."""
    range: Span | None
    """Whatever happens; None where nothing can be said (`rest` decides all)."""
    going_on: Span | None
    """The same among those who can go on."""
    options: tuple[Option, ...]
    targets: tuple[Target, ...]
    rest: tuple[str, ...]
    """Criteria that may yet decide between those who are level, and that depend on results of others."""
    in_group: bool
    take: int
    """How many go on to the next stage (of the group); 0: nobody is cut."""
    ending: Ending
    reopened: tuple[int, ...]
    """Earlier rounds with open tables, which are not considered."""


def needs(
    plan: Plan,
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    adjustments: Sequence[Adjustment],
    lot: str,
    number: int,
    *,
    present: int | None = None,
) -> Needs | None:
    """None where no table is open that could change the place: none at all, out before this stage, no place.

    `present`: the place one has now, where somebody knows it already.
    """
    course = course_of(plan, entrants, rounds)
    setting = _setting(course, adjustments, lot, number)
    if setting is None or not setting.tables:
        return None
    going = _going(setting)
    found = _by_cases(setting, going) or _by_spans(setting, going)
    return Needs(
        number=number,
        stage=setting.ranker.index,
        round=course.rounds[-1].number,
        tables=len(setting.tables),
        playing=setting.mine is not None,
        unit=setting.stage.counting.unit,
        amounts=found.amounts,
        range=found.range,
        going_on=found.going_on,
        options=found.options,
        targets=_targets(setting, found, present),
        rest=found.rest,
        in_group=setting.stage.kind is Kind.GROUPS,
        take=_take(setting),
        ending=_ending(setting),
        reopened=tuple(one.number for one in course.rounds[:-1] if not one.over),
    )


# --- whom it is about ------------------------------------------------------------------------------------------------


def _setting(course: Course, adjustments: Sequence[Adjustment], lot: str, number: int) -> Setting | None:
    if not course.rounds:
        return None
    index, out = course.begun, {*unplaced(course.entrants)}
    pool = {one.number for one in course.members(index)} - out
    if number not in pool:
        return None
    ranker, stage = Ranker(course, index, adjustments, lot), course.plan.stages[index]
    if stage.kind is Kind.GROUPS:
        drawn = groups_of(course.plan, stage, course.members(index), course.played(index))
        pool &= {*next(group for group in drawn if number in group)}
    return Setting(ranker, number, frozenset(pool), ranker.inner_chain)


def _take(setting: Setting) -> int:
    stages, index = setting.ranker.course.plan.stages, setting.ranker.index
    return stages[index + 1].take if index + 1 < len(stages) else 0


def _going(setting: Setting) -> frozenset[int] | None:
    """Who of them will be there to go on; None where nobody is cut."""
    course, index = setting.ranker.course, setting.ranker.index
    return setting.pool & {one.number for one in course.there(index)} if _take(setting) else None


def _ending(setting: Setting) -> Ending:
    course, index, stage = setting.ranker.course, setting.ranker.index, setting.stage
    played = course.played(index)
    over = bool(stage.rounds) and len(played) >= stage.rounds
    if stage.kind not in ELIMINATION:
        return Ending(_all_in(course).done(index))
    if stage.kind is not Kind.KNOCKOUT:
        return Ending(over)
    at, mine = len(played) - 1, setting.mine
    places = knockout.places(stage, played, at)
    leading = {one.number for one in knockout.leading(stage, played, at).values()}
    final = mine is not None and knockout.is_final(stage, played, at, mine.number)
    beside = mine is not None and mine.number not in leading
    semifinal = stage.third and not final and not beside and max(places, default=0) == 2
    return Ending(over or final or beside, final, beside, semifinal, len(places))


def _all_in(course: Course) -> Course:
    """As if the last round were over, whatever it brought."""
    last = course.rounds[-1]
    stage = course.plan.stages[last.stage]
    tables = tuple(replace(one, scores=struck(stage, len(one.seats))) if one.open else one for one in last.tables)
    return replace(course, rounds=(*course.rounds[:-1], replace(last, tables=tables)))


# --- places ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    options: tuple[Option, ...]
    rest: tuple[str, ...]
    range: Span | None
    going_on: Span | None
    amounts: tuple[int, int] | None = None
    spans: Spans | None = None


def _by_cases(setting: Setting, going: frozenset[int] | None) -> Found | None:
    """Where criteria depend on others, and few tables are open: every case."""
    cases = Cases(setting, going)
    if not setting.rest or not cases.few:
        return None
    still_in = setting.me in setting.ranker.course.still_in(setting.ranker.index)
    seat = setting.mine.seats.index(setting.me) if setting.mine is not None else 0
    units = sorted(wanted(setting.ranker.course, setting.ranker.index, setting.chain))
    known = {_as_far(outcome, units, seat): (span, cut) for outcome, span, cut in cases.spans()}
    if setting.mine is None:
        ((span, cut),) = known.values()
        return _found([settled_option(setting, (span, cut), still_in=still_in)], ())
    made = [option(setting, one, known[_as_far(one, units, seat)]) for one in own_menu(setting, setting.chain)]
    return _found(made, ())


def _as_far(outcome: Outcome | None, units: Sequence[str], seat: int) -> tuple[int, ...]:
    """An outcome as far as the ranking sees a difference."""
    return tuple(scores.get(unit, 0) for scores in outcome or () for unit in units)


def _by_spans(setting: Setting, going: frozenset[int] | None) -> Found:
    spans = Spans(setting, going)
    if not setting.criteria:
        return Found((), setting.rest, None, None)
    still_in = setting.me in setting.ranker.course.still_in(setting.ranker.index)
    if setting.mine is None:
        return _found([settled_option(setting, spans.settled(), still_in=still_in)], setting.rest)
    if setting.by_list:
        return _found(
            [option(setting, one, spans.of(one)) for one in own_menu(setting, setting.criteria)], setting.rest
        )
    cut = _range(spans, cut=True) if spans.free is not None else None
    return Found((), setting.rest, _range(spans, cut=False), cut, spans.amounts, spans)


def _range(spans: Spans, *, cut: bool) -> Span:
    """Of all amounts: the best place at the upper end of a run, the worst at the lower one."""
    places = []
    for at, place in enumerate(PLACES):
        of_runs = [
            spans.with_amount(last if at < 2 else first, place, cut=cut, partner=partner)
            for first, last, partner in spans.runs(place, cut=cut)
        ]
        places.append(min(of_runs) if at < 2 else max(of_runs))
    return Span(*places)


def _found(options: list[Option], rest: tuple[str, ...]) -> Found:
    """The best outcomes first."""
    ordered = sorted(options, key=_best_first)
    cuts = [one.going_on for one in ordered if one.going_on is not None]
    return Found(tuple(ordered), rest, together([one.span for one in ordered]), together(cuts) if cuts else None)


def _best_first(one: Option) -> tuple[int, ...]:
    order = ("won", "drawn", "lost").index(one.result) if one.result else 0
    mine, theirs = one.mine or 0, one.theirs or 0
    schneider = one.schneider if one.result == "lost" else not one.schneider
    return order, int(schneider), theirs - mine, -mine


# --- targets ---------------------------------------------------------------------------------------------------------


def _targets(setting: Setting, found: Found, present: int | None) -> tuple[Target, ...]:
    """What is worth saying: each place once. In an elimination places are not kept, so only who goes on."""
    made, said = list[Target](), set[int]()
    for goal, place in _goals(setting, present):
        if goal is not Goal.CUT and place in said:
            continue
        if found.range is None or (goal is Goal.CUT and found.going_on is None):
            continue
        said.add(place)
        made.append(_target(found, goal, place))
    return tuple(made)


def _goals(setting: Setting, present: int | None) -> list[tuple[Goal, int]]:
    cut = [(Goal.CUT, take)] if (take := _take(setting)) else []
    if setting.stage.kind in ELIMINATION:
        return cut
    goals = [*cut, (Goal.FIRST, 1)]
    prizes = [one.place for one in setting.ranker.course.plan.prizes.prizes if one.wins is Wins.PLACE]
    if prizes and setting.stage.kind is not Kind.GROUPS and not take:
        goals.append((Goal.PRIZE, min(max(prizes), len(setting.pool))))
    return goals if present is None else [*goals, (Goal.PRESENT, present)]


def _target(found: Found, goal: Goal, place: int) -> Target:
    """Sure, possible, and possible if the criteria that are not followed decide for one."""
    sure, possible = (_when(found, goal, which, place) for which in ("worst", "clear_best"))
    return Target(goal, place, sure, possible, _when(found, goal, "best", place) if found.rest else possible)


def _when(found: Found, goal: Goal, which: str, place: int) -> Condition:
    """With what this place of the span is good enough."""
    if found.amounts is not None and found.spans is not None:
        return _with_amounts(found.spans, found.amounts, goal is Goal.CUT, which, place)
    spans = [one.going_on if goal is Goal.CUT else one.span for one in found.options]
    with_these = tuple(at for at, span in enumerate(spans) if span is not None and getattr(span, which) <= place)
    return Condition(always=True) if len(with_these) == len(spans) else Condition(with_these)


def _with_amounts(spans: Spans, amounts: tuple[int, int], cut: bool, which: str, place: int) -> Condition:
    """The more, the better, with or without the partner ahead: from the least amount that is enough."""
    low, high = amounts
    least = dict[int, int]()

    def enough_from(partner: int) -> int:
        if partner not in least:

            def is_enough(amount: int) -> bool:
                return spans.with_amount(amount, which, cut=cut, partner=partner) <= place

            least[partner] = low + bisect_left(range(low, high + 1), True, key=is_enough)
        return least[partner]

    found = list[tuple[int, int]]()
    for first, last, partner in spans.runs(which, cut=cut):
        start = max(first, enough_from(partner))
        if start > last:
            continue
        if found and found[-1][1] == start - 1:
            found[-1] = found[-1][0], last
        else:
            found.append((start, last))
    return Condition(always=True) if found == [(low, high)] else Condition(amounts=tuple(found))
