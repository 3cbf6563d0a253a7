"""What somebody still needs, against every legal outcome of small fields, ranked one by one."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.formats.whole import LOT, Tournament, cards_of
from tournaments.formats import results, seating, stages
from tournaments.formats.core import Adjustment, Gone, Impossible, Scores, Table
from tournaments.formats.course import course_of
from tournaments.formats.needs import Condition, Goal, Needs, needs
from tournaments.formats.plan import Card, Counting, Kind, Plan, Prize, Prizes, Ranking, Stage
from tournaments.formats.spans import Option, Span
from tournaments.formats.stage_ranking import Ranker

TO_FIVE = Counting(winner_makes=5, win_bonus=3, bye_points=4)
BUMMERL = Counting("legs", best_of=3)
LEVEL = Counting("legs", best_of=2, draws=True, bye_points=2)
SMALL = Counting(lowest=-2, highest=2, sums_to=0)
FREE = (Counting(lowest=0, sums_to=9), Counting(lowest=0, highest=4, draws=True))
"""Of matches with any amount."""
THREE = Prizes(prizes=tuple(Prize(place=place, share=2500) for place in (1, 2, 3)))

PLANS = {
    "lives": Plan(stages=(Stage(Kind.LIVES, lives=2),), ranking=Ranking(("survived",))),
    "lives, a Schneider two": Plan(
        stages=(Stage(Kind.LIVES, lives=3, schneider_lives=2, rounds=3), Stage(Kind.KNOCKOUT, take=2)),
        ranking=Ranking(("survived",)),
    ),
    "lives, points behind": Plan(
        stages=(Stage(Kind.LIVES, lives=2, counting=TO_FIVE),), ranking=Ranking(("survived", "points"))
    ),
    "grid": Plan(stages=(Stage(Kind.KNOCKOUT, third=True, counting=BUMMERL, final_best_of=5),)),
    "grid, made behind": Plan(
        stages=(Stage(Kind.KNOCKOUT, counting=TO_FIVE),), ranking=Ranking(("survived", "conceded"))
    ),
    "sliding": Plan(
        card=Card.PAIR,
        people=2,
        stages=(Stage(Kind.SLIDING, rounds=3, counting=TO_FIVE), Stage(Kind.KNOCKOUT, take=4)),
        ranking=Ranking(("points", "conceded", "lot")),
    ),
    "swiss by legs": Plan(
        stages=(Stage(Kind.SWISS, rounds=4, counting=LEVEL),),
        ranking=Ranking(("legs", "head_to_head", "buchholz", "lot")),
        prizes=THREE,
    ),
    "swiss by wins": Plan(
        stages=(Stage(Kind.SWISS, rounds=4, counting=BUMMERL), Stage(Kind.KNOCKOUT, take=3)),
        ranking=Ranking(("won", "buchholz")),
    ),
    "swiss, one dropped": Plan(
        stages=(Stage(Kind.SWISS, rounds=3, counting=TO_FIVE),),
        ranking=Ranking(("points", "difference", "best_round", "average"), drop=1),
        prizes=THREE,
    ),
    "everybody": Plan(stages=(Stage(Kind.ROUND_ROBIN),), ranking=Ranking(("won", "head_to_head"))),
    "teams": Plan(
        card=Card.TEAM,
        people=3,
        stages=(Stage(Kind.ROUND_ROBIN, counting=Counting("legs", boards=3)),),
        ranking=Ranking(("boards", "won")),
    ),
    "groups": Plan(
        stages=(Stage(Kind.GROUPS, groups=2, counting=LEVEL), Stage(Kind.KNOCKOUT, take=2)),
        ranking=Ranking(("legs", "head_to_head")),
    ),
    "jass of two": Plan(
        stages=(Stage(Kind.SWISS, rounds=3, counting=FREE[0]),),
        ranking=Ranking(("points", "won", "best_round")),
    ),
    "free of two": Plan(
        stages=(Stage(Kind.SWISS, rounds=3, counting=FREE[1]),),
        ranking=Ranking(("points", "last_round")),
        prizes=THREE,
    ),
    "tables of three": Plan(
        stages=(
            Stage(Kind.DRAWN, rounds=3, sizes=(3,), counting=SMALL),
            Stage(Kind.SCORE, rounds=1, take=4, counting=SMALL),
        ),
        ranking=Ranking(("points", "best_round", "worst_round", "lot")),
    ),
    "tables, the worst dropped": Plan(
        stages=(Stage(Kind.DRAWN, rounds=3, sizes=(3,), counting=SMALL),),
        ranking=Ranking(("points", "best_round"), drop=1),
        prizes=THREE,
    ),
    "tables by average": Plan(
        stages=(Stage(Kind.DRAWN, rounds=2, sizes=(3,), counting=replace(SMALL, bye_points=1)),),
        ranking=Ranking(("average", "points")),
    ),
    "tables with soli": Plan(
        stages=(Stage(Kind.DRAWN, rounds=2, sizes=(3,), counting=replace(SMALL, events=("soli",))),),
        ranking=Ranking(("points", "soli", "table_ranks")),
        prizes=THREE,
    ),
    "soli give points": Plan(
        stages=(Stage(Kind.DRAWN, rounds=2, sizes=(3,), counting=replace(SMALL, events=("soli",), event_points=(2,))),),
        ranking=Ranking(("points", "last_round")),
    ),
    "tables without a sum": Plan(
        stages=(Stage(Kind.DRAWN, rounds=2, sizes=(3,), counting=Counting(lowest=0, highest=3)),),
        ranking=Ranking(("points", "table_ranks")),
    ),
    "partners": Plan(
        stages=(Stage(Kind.DRAWN, rounds=3, partners=True, counting=Counting(lowest=0, sums_to=7)),),
        ranking=Ranking(("points", "best_round"), drop=1),
    ),
    "partners without a sum": Plan(
        stages=(Stage(Kind.DRAWN, rounds=2, partners=True, counting=Counting(lowest=0, highest=4)),),
        ranking=Ranking(("points", "last_round")),
    ),
}
MOST = 300
"""Outcomes of all open tables together that are tried; a field with more is passed over."""
SOLI = 40
"""As many as nobody else has: for "as many as one likes"."""

Made = tuple[Scores, ...]


# everything that can happen ------------------------------------------------------------------------------------------


def everything(evening: Tournament, table: Table, soli: int = SOLI) -> list[Made]:
    """All that this table may hand in, with no or so many Soli."""
    best_of = None
    stage = evening.stage
    if stage.final_best_of and len(evening.rounds[-1].tables) <= 2 and table.number == 1 and len(evening.rounds) > 1:
        best_of = stage.final_best_of
    return _everything(stage, len(table.seats), best_of, soli)


@cache
def _everything(stage: Stage, seats: int, best_of: int | None, soli: int) -> list[Made]:
    found = dict[str, Made]()
    for rows, boards in _lists(stage, seats, best_of, soli):
        try:
            made = results.count(stage, rows, team=bool(boards), boards=boards, best_of=best_of)
        except Impossible:
            continue
        found[str(made)] = made
    return list(found.values())


def _lists(
    stage: Stage, seats: int, best_of: int | None, soli: int
) -> Iterator[tuple[Sequence[Mapping[str, int]], Sequence[Sequence[int]]]]:
    counting = stage.counting
    if counting.boards > 1:
        for boards in product([(1, 0), (0, 1), ()], repeat=counting.boards):
            yield [], boards
        return
    if stage.kind in (Kind.LIVES, Kind.KNOCKOUT):
        yield [{"won": 1}, {"won": 0}], ()
        yield [{"won": 0}, {"won": 1}], ()
    low, high = counting.lowest, counting.highest
    if counting.unit == "legs":
        low, high = 0, best_of or counting.best_of
    low, high = low or 0, high if high is not None else counting.sums_to or counting.winner_makes or 1
    events = [{}] if not counting.events else [{"soli": 0}, {"soli": soli}]
    if stage.schneider_lives > 1:
        events = [{}, {"schneider": 1}]
    told = [{}] if seats > 2 else [{}, {"won": 1}]
    one = [
        {counting.unit: amount, **event, **won} for amount in range(low, high + 1) for event in events for won in told
    ]
    for rows in product(one, repeat=seats):
        if stage.schneider_lives < 2 or all(row.get("won") for row in rows if row.get("schneider")):
            yield rows, ()


def places(evening: Tournament, number: int) -> tuple[int, int | None]:
    """The place (in a group: there), and that among those who can go on."""
    course = course_of(evening.plan, evening.entrants, evening.rounds)
    index = course.begun
    ranker, kind = Ranker(course, index, evening.adjustments, LOT), evening.plan.stages[index].kind
    take = evening.plan.stages[index + 1].take if index + 1 < len(evening.plan.stages) else 0
    going = course.still_in(index) & {one.number for one in course.there(index)} if take else set()
    if kind is Kind.GROUPS:
        values = ranker.values()
        (group,) = [one for one in ranker.groups(values) if number in {each.number for each in one}]
        (by_lot,) = [one for one in ranker.groups(values, by_lot=True) if number in {each.number for each in one}]
        order = [one.number for one in by_lot if one.number in going]
    else:
        group = stages.standings(evening.plan, evening.entrants, evening.rounds, evening.adjustments, LOT)
        order = [one.number for one in ranker.ranked(going, by_lot=True)] if take else []
    (place,) = [one.place for one in group if one.number == number]
    assert place is not None
    return place, 1 + order.index(number) if take and number in order else None


Own = tuple[str, int | None, int | None, bool]
"""Result, made, conceded, with a Schneider: what the own table comes to."""


def own_result(stage: Stage, made: Made | None, seat: int) -> Own:
    if made is None:
        return "", None, None, False
    scores = made[seat]
    if stage.kind in (Kind.DRAWN, Kind.SCORE):
        worth = scores.get("soli", 0) * sum(stage.counting.event_points)
        return "", scores["points"] - worth, None, False
    result = "won" if scores.get("won") else "lost" if scores.get("lost") else "drawn"
    if stage.counting.boards > 1:
        return result, scores["boards"], made[1 - seat]["boards"], False
    schneider = any(one.get("won") and one.get("schneider") for one in made)
    return result, scores.get("made"), scores.get("conceded"), bool(schneider)


Outcomes = Mapping[Own, list[tuple[int, int | None]]]


def by_own_result(evening: Tournament, number: int) -> Outcomes:
    """Own result -> the places of every case."""
    last = evening.rounds[-1]
    open_ = [table for table in last.tables if table.open]
    menus = [everything(evening, table) for table in open_]
    assume(prod(map(len, menus)) <= MOST)
    found = defaultdict[Own, list[tuple[int, int | None]]](list)
    for case in product(*menus):
        made = {table.number: scores for table, scores in zip(open_, case, strict=True)}
        tables = tuple(replace(one, scores=made.get(one.number, one.scores)) for one in last.tables)
        evening.rounds[-1] = replace(last, tables=tables)
        own = next((table for table in open_ if number in table.seats), None)
        mine = made[own.number] if own is not None else None
        seat = own.seats.index(number) if own is not None else 0
        found[own_result(evening.stage, mine, seat)].append(places(evening, number))
    evening.rounds[-1] = last
    return found


# what is said about it -----------------------------------------------------------------------------------------------


def what_is_said_is_true(evening: Tournament, number: int) -> None:
    said = needs(evening.plan, evening.entrants, evening.rounds, evening.adjustments, LOT, number, present=4)
    last = evening.rounds[-1]
    if said is None:
        return
    truth = by_own_result(evening, number)
    exact = not said.rest
    if said.amounts is not None:
        amounts = [mine for _, mine, _, _ in truth if mine is not None]
        assert said.amounts == (min(amounts), max(amounts))
    elif said.range is not None:
        for option in said.options:
            cases = [place for own, each in truth.items() if fits(own, option, said) for place in each]
            assert cases, (option, list(truth))
            in_span([place for place, _ in cases], option.span, exact=exact)
            if option.going_on is not None:
                in_span([cut for _, cut in cases if cut is not None], option.going_on, exact=exact)
            elif said.take and number in {one.number for one in evening.entrants if one.gone is None}:
                assert {cut for _, cut in cases} == {None}
    if said.range is not None:
        in_span([place for each in truth.values() for place, _ in each], said.range, exact=exact)
    for target in said.targets:
        cut = target.goal is Goal.CUT
        assert not cut or target.place == said.take
        reached = {
            own: [(one[1] or 99 if cut else one[0]) <= target.place for one in each] for own, each in truth.items()
        }
        for own, each in reached.items():
            if exact:
                assert holds(said, target.sure, own) == all(each), (target, own)
                assert holds(said, target.possible, own) == any(each), (target, own)
                assert target.if_decided == target.possible
            else:
                assert not holds(said, target.sure, own) or all(each)
                assert not any(each) or holds(said, target.if_decided, own)
                assert not holds(said, target.possible, own) or any(each)
    assert (said.round, said.playing) == (last.number, any(number in one.seats and one.open for one in last.tables))


def fits(own: Own, option: Option, said: Needs) -> bool:
    """Whether a case is what an option speaks of; where it only matters who won, all amounts are."""
    if all(one.mine is None for one in said.options):
        own = (own[0], None, None, own[3])
    return own == (option.result, option.mine, option.theirs, option.schneider)


def holds(said: Needs, condition: Condition, own: Own) -> bool:
    if condition.always or said.amounts is not None:
        return condition.always or any(first <= (own[1] or 0) <= last for first, last in condition.amounts)
    return any(fits(own, said.options[at], said) for at in condition.options)


def in_span(places: list[int], span: Span, *, exact: bool) -> None:
    if exact:
        assert (min(places), max(places)) == (span.best, span.worst)
    assert span.best <= min(places) <= span.clear_best
    assert span.clear_worst <= max(places) <= span.worst


# fields --------------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="module")
def quick_tables() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "STEPS", 20)
        yield


@pytest.mark.parametrize("name", PLANS)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(5, 9), st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 3), st.data())
def test_every_statement_holds_in_every_case(
    name: str, cards: int, seed: int, rounds: int, open_tables: int, data: st.DataObject
) -> None:
    plan = PLANS[name]
    evening = Tournament(plan, cards_of(cards + 2 * (plan.card is Card.PAIR)), seed)
    for _ in range(rounds):
        try:
            evening.draw()
        except Impossible:
            break
        play(evening)
        if evening.chance.random() < 0.3:
            number, unit = evening.chance.choice(evening.entrants).number, evening.stage.counting.unit
            evening.adjustments.append(Adjustment(number, unit, -1, evening.chance.choice([None, len(evening.rounds)])))
        if evening.chance.random() < 0.2:
            gone = evening.chance.choice([Gone.WITHDRAWN, Gone.DISQUALIFIED])
            evening.change(evening.chance.choice(evening.entrants).number, gone=gone, gone_after=len(evening.rounds))
    last = evening.rounds[-1]
    left = [table.number for table in last.tables if len(table.seats) > 1][:open_tables]
    evening.rounds[-1] = replace(
        last, tables=tuple(replace(one, scores=None) if one.number in left else one for one in last.tables)
    )
    number = data.draw(st.sampled_from([one.number for one in evening.entrants]))
    what_is_said_is_true(evening, number)


def play(evening: Tournament) -> None:
    """A legal result for every table."""
    for table in evening.rounds[-1].tables:
        if len(table.seats) > 1:
            evening.hand_in(table.number, evening.chance.choice(everything(evening, table, soli=1)))
