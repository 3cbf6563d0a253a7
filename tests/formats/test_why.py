"""The why of every place and of every pair of neighbours, against a recomputation that only reads the raw tables."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.formats.raw_tables import LESS_IS_BETTER, Naive, ranked_by_stage
from tests.formats.test_whole_tournaments import BUMMERL, FOURS, PLANS, WATTEN
from tests.formats.whole import LOT, Tournament, cards_of
from tournaments.formats import results
from tournaments.formats.core import Adjustment, Gone, Impossible, Round, Table
from tournaments.formats.fates import State
from tournaments.formats.plan import Counting, Kind, Plan, Ranking, Stage
from tournaments.formats.round_lines import How, Where
from tournaments.formats.why import Compared, Comparison, Reasons, Verdict

pytestmark = pytest.mark.usefixtures("quick_tables")

MORE_PLANS = {
    "swiss with everything": Plan(
        stages=(Stage(Kind.SWISS, rounds=5, counting=replace(WATTEN, events=("soli",), event_points=(2,))),),
        ranking=Ranking(("won", "head_to_head", "buchholz", "difference", "soli", "lost", "last_round", "lot"), drop=1),
    ),
    "fours by chance": Plan(
        stages=(Stage(Kind.DRAWN, rounds=4, sizes=(4, 3), counting=FOURS),),
        ranking=Ranking(("table_firsts", "average", "worst_round", "points", "buchholz"), drop=2),
    ),
    "carried on": Plan(
        stages=(
            Stage(Kind.DRAWN, rounds=2, counting=Counting()),
            Stage(Kind.SCORE, rounds=2, take=8, carry=True),
            Stage(Kind.SWISS, rounds=2, take=6, counting=replace(BUMMERL, bye_points=2)),
        ),
        ranking=Ranking(("points", "table_ranks", "best_round", "lot")),
    ),
    "lives with points behind": Plan(
        stages=(Stage(Kind.LIVES, lives=2, counting=WATTEN),), ranking=Ranking(("survived", "points", "conceded"))
    ),
}
EVERY_PLAN = {**PLANS, **MORE_PLANS}


# the comparison ------------------------------------------------------------------------------------------------------


def reasons_of(evening: Tournament) -> Reasons:
    return Reasons(evening.plan, tuple(evening.entrants), tuple(evening.rounds), evening.adjustments, LOT)


def the_why_is_right(evening: Tournament) -> None:
    reasons, order, stage_of, place = reasons_of(evening), list[int](), dict[int, Naive](), dict[int, int]()
    for naive, numbers in ranked_by_stage(evening):
        for block in naive.blocks(numbers, naive.chain()):
            place |= dict.fromkeys(block, len(order) + 1)
            order += block
        stage_of |= dict.fromkeys(numbers, naive)
    outside = sorted({one.number for one in evening.entrants} - {*order})
    assert [one.number for one in reasons.standings] == [*order, *outside]
    for number in order:
        why = reasons.why(number)
        same = [one for one in order if place[one] == place[number]]
        assert (why.standing.place, why.standing.shared) == (place[number], len(same) > 1)
        assert {number, *why.sharing} == {*same}
        sums_are_right(evening, stage_of[number], reasons, number)
        before = [one for one in order if place[one] < place[number]]
        after = [one for one in order if place[one] > place[number]]
        assert why.ahead == (reasons.compare(before[-1], number) if before else None)
        assert why.behind == (reasons.compare(after[0], number) if after else None)
    pairs = [*pairwise(order), *zip(order, order[2:], strict=False), (order[0], order[-1])]
    for ahead, behind in (pair for pair in pairs if pair[0] != pair[1]):
        compared = reasons.compare(behind, ahead)
        assert compared is not None
        assert (compared.ahead, compared.behind) == (ahead, behind)
        if stage_of[ahead] is not stage_of[behind]:
            assert (compared.decided_by, len(compared.steps)) == ("stage", 1)
            continue
        naive = stage_of[ahead]
        numbers = [one for one in order if stage_of[one] is naive]
        steps_are_right(naive, compared, numbers)
        standing = reasons.by_number[behind]
        if order.index(behind) == order.index(ahead) + 1:
            assert standing.decided_by == compared.decided_by
    for number in outside:
        assert (reasons.why(number).standing.place, reasons.why(number).ahead) == (None, None)
        assert reasons.compare(number, order[0]) is None
        sums_are_right(evening, Naive(evening, evening.rounds[-1].stage), reasons, number)


def sums_are_right(evening: Tournament, naive: Naive, reasons: Reasons, number: int) -> None:
    why = reasons.why(number)
    assert why.counted == tuple(naive.counted)
    assert {unit: why.totals.get(unit, 0) for unit in naive.units} == {
        unit: naive.total(number, unit) for unit in naive.units
    }
    lines = {line.round: line for line in why.rounds}
    counted = [line for line in why.rounds if line.where is not Where.EARLIER]
    assert {line.round for line in counted if line.where is Where.DROPPED} == naive.dropped(number)
    for at, (scores, played) in naive.results[number].items():
        assert (lines[at].scores, lines[at].how in (How.PLAYED, How.STRUCK)) == (scores, played)
        assert lines[at].amount == scores.get(lines[at].unit, 0)
    alone = [one.adjustment for one in why.adjustments if one.where is Where.ALONE]
    for unit in naive.units:  # what is shown adds up to what is compared
        shown = sum(line.scores.get(unit, 0) for line in counted if line.where is Where.COUNTS)
        assert shown + sum(one.amount for one in alone if one.unit == unit) == naive.total(number, unit)
    assert [one.adjustment for one in why.adjustments] == [one for one in evening.adjustments if one.number == number]


def steps_are_right(naive: Naive, compared: Comparison, numbers: list[int]) -> None:
    chain = naive.chain()
    expected = naive.between(compared.ahead, compared.behind, numbers, chain)
    these_steps_are_right(naive, compared.steps, chain, expected, compared)
    parted = expected[-1][1] != expected[-1][2]
    assert compared.decided_by == (expected[-1][0] if parted else None)
    for step in compared.steps:
        if step.criterion == "group_place" and step.within:
            chain, group = naive.chain(inner=True), step.within[0].among
            inner = naive.between(compared.ahead, compared.behind, list(group), chain)
            these_steps_are_right(naive, step.within, chain, inner, compared)


def these_steps_are_right(
    naive: Naive,
    steps: Iterable[Compared],
    chain: list[str],
    expected: list[tuple[str, int, int, list[int]]],
    compared: Comparison,
) -> None:
    reached = [step for step in steps if step.verdict is not Verdict.NOT_REACHED]
    said = []
    for at, step in enumerate(reached):
        sign = -1 if step.criterion in (*LESS_IS_BETTER, "group_place") else 1
        said.append((step.criterion, sign * (step.ahead or 0), sign * (step.behind or 0), list(step.among)))
        assert step.again == (at > 0 and step.criterion == reached[at - 1].criterion)
        assert (step.verdict is Verdict.DECIDES) == (said[-1][1] != said[-1][2])
        if step.criterion == "buchholz":
            for number, parts, total in (
                (compared.ahead, step.ahead_parts, step.ahead),
                (compared.behind, step.behind_parts, step.behind),
            ):
                assert sorted((one.round, one.number) for one in parts) == naive.opponents(number)
                assert sum(one.amount for one in parts) == total
    assert said == expected
    beyond = [step for step in steps if step.verdict is Verdict.NOT_REACHED]
    assert [step.criterion for step in beyond] == chain[chain.index(expected[-1][0]) + 1 :]
    for step in beyond:
        if step.criterion not in ("head_to_head", "survived", "group_place"):
            sign = -1 if step.criterion in LESS_IS_BETTER else 1
            both = [sign * naive.figure(step.criterion, one, [one]) for one in (compared.ahead, compared.behind)]
            assert [step.ahead, step.behind] == both


@pytest.mark.parametrize("name", EVERY_PLAN)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(cards=st.integers(6, 11), seed=st.integers(0, 10**6), stop=st.integers(1, 7), open_tables=st.booleans())
def test_every_place_and_every_pair_of_neighbours_against_the_raw_tables(
    name: str, cards: int, seed: int, stop: int, open_tables: bool
) -> None:
    evening = Tournament(EVERY_PLAN[name], cards_of(cards), seed)
    while len(evening.rounds) < stop and not evening.over:
        try:
            evening.draw()
        except Impossible:
            break
        evening.play()
        events_and_penalties(evening)
        evening.happen()
    if open_tables and evening.rounds:
        last = evening.rounds[-1]
        evening.rounds[-1] = replace(last, tables=tuple(opened(one, seed) for one in last.tables))
    the_why_is_right(evening)


def opened(table: Table, seed: int) -> Table:
    return replace(table, scores=None) if (table.number + seed) % 2 and len(table.seats) > 1 else table


def events_and_penalties(evening: Tournament) -> None:
    """Soli at some seats, and adjustments of a round, of none, and of one that is to come."""
    chance, latest = evening.chance, len(evening.rounds)
    counting, last = evening.stage.counting, evening.rounds[-1]
    for table in last.tables:
        if table.scores is not None and counting.events:
            scores = tuple({**one, **dict.fromkeys(counting.events, chance.randrange(3))} for one in table.scores)
            evening.hand_in(table.number, scores)
    for round_ in (None, latest, latest + 1):
        if chance.random() < 0.3:
            number = chance.choice(evening.entrants).number
            unit = chance.choice([counting.unit, evening.plan.ranking.chain[0]])
            evening.adjustments.append(Adjustment(number, unit, chance.randrange(-4, 3), round_))


# what the recomputation found ----------------------------------------------------------------------------------------


def test_where_nobody_came_neither_has_won_the_direct_comparison() -> None:
    stage = Stage(Kind.SWISS, rounds=1)
    rounds = (Round(1, 0, (Table(1, (1, 2), results.walkover(stage, 2, None)),)),)
    plan = Plan(stages=(stage,), ranking=Ranking(("won", "head_to_head")))
    reasons = Reasons(plan, tuple(cards_of(2)), rounds, (), LOT)
    assert [(one.place, one.number) for one in reasons.standings] == [(1, 1), (1, 2)]
    compared = reasons.compare(1, 2)
    assert compared is not None
    assert [(one.criterion, one.ahead, one.behind) for one in compared.steps] == [("won", 0, 0), ("head_to_head", 0, 0)]


def test_a_match_for_third_leads_nowhere_also_beside_somebody_who_rests() -> None:
    stage = Stage(Kind.KNOCKOUT, redraw=True, third=True)
    lost, won = results.count(stage, [{"won": 0}, {"won": 1}])
    rounds = (
        Round(1, 0, (Table(1, (1, 2), (won, lost)), Table(2, (3, 4), (won, lost)))),
        Round(2, 0, (Table(2, (2, 4), (lost, won)),), byes=(1,)),  # 3 went away
    )
    entrants = tuple(replace(one, gone=Gone.WITHDRAWN, gone_after=1) if one.number == 3 else one for one in cards_of(4))
    reasons = Reasons(Plan(stages=(stage,), ranking=Ranking(("survived",))), entrants, rounds, (), LOT)
    assert [(one.place, one.number) for one in reasons.standings] == [(1, 1), (2, 3), (3, 4), (4, 2)]
    fates = {number: reasons.fate(number) for number in (1, 2, 4)}
    assert [(one.state, one.for_third) for one in fates.values() if one] == [
        (State.WON, False),
        (State.OUT, True),
        (State.OUT, True),
    ]
