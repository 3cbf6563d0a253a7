"""Whole tournaments of every format by chance: random fields and results, people who leave, come late, let a round
pass, buy in again, are penalised; results corrected later. What must hold, holds after every step."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.whole import LOT, Tournament, cards_of, seats_of
from tournaments.formats import results, seating, stages, totals
from tournaments.formats.core import Gone, Impossible, Problem, Round
from tournaments.formats.plan import (
    MATCHES,
    Buying,
    Card,
    Counting,
    Kind,
    Plan,
    Ranking,
    Stage,
    read_plan,
    write_plan,
)
from tournaments.formats.plan_checks import check_plan

WATTEN = Counting(winner_makes=15, win_bonus=10, bye_points=25)
BUMMERL = Counting("legs", best_of=3)
FOURS = Counting(sums_to=0)

PLANS = {
    "lives": Plan(
        stages=(Stage(Kind.LIVES, lives=3),), buying=Buying(allowed=True, cents=500, lives=1, most=2, last_round=4)
    ),
    "lives then knock-out": Plan(stages=(Stage(Kind.LIVES, lives=2, rounds=3), Stage(Kind.KNOCKOUT, take=8))),
    "grid": Plan(stages=(Stage(Kind.KNOCKOUT, third=True, counting=BUMMERL, final_best_of=5),)),
    "drawn anew": Plan(stages=(Stage(Kind.KNOCKOUT, redraw=True, third=True),)),
    "drawn tables": Plan(
        stages=(Stage(Kind.DRAWN, rounds=4, counting=FOURS),),
        ranking=Ranking(("points", "best_round", "table_ranks", "lot"), drop=1),
    ),
    "tables of three to five": Plan(
        stages=(Stage(Kind.DRAWN, rounds=3, sizes=(4, 5, 3), sit_out=False, counting=FOURS),),
        ranking=Ranking(("points", "table_ranks")),
    ),
    "partners by lot": Plan(stages=(Stage(Kind.DRAWN, rounds=3, partners=True, counting=Counting(sums_to=157)),)),
    "seated by score": Plan(stages=(Stage(Kind.DRAWN, rounds=1), Stage(Kind.SCORE, rounds=3, carry=True))),
    "swiss": Plan(
        stages=(Stage(Kind.SWISS, rounds=5, counting=BUMMERL),), ranking=Ranking(("won", "buchholz", "head_to_head"))
    ),
    "sliding, then eight": Plan(
        card=Card.PAIR,
        people=2,
        stages=(Stage(Kind.SLIDING, rounds=4, counting=WATTEN), Stage(Kind.KNOCKOUT, take=8, third=True)),
        ranking=Ranking(("points", "conceded")),
    ),
    "everybody against everybody": Plan(stages=(Stage(Kind.ROUND_ROBIN),), ranking=Ranking(("won", "head_to_head"))),
    "home and away": Plan(stages=(Stage(Kind.ROUND_ROBIN, twice=True, rounds=14),), ranking=Ranking(("won",))),
    "groups": Plan(
        stages=(Stage(Kind.GROUPS, groups=3), Stage(Kind.KNOCKOUT, take=2, seeded=True, third=True)),
        ranking=Ranking(("won", "head_to_head", "points")),
    ),
    "teams": Plan(
        card=Card.TEAM,
        people=5,
        stages=(Stage(Kind.ROUND_ROBIN, counting=Counting("legs", boards=5)),),
        ranking=Ranking(("won", "boards")),
    ),
}
FAIR_BYES = frozenset({Kind.LIVES, Kind.SWISS, Kind.DRAWN, Kind.SCORE, Kind.SLIDING})
"""Everywhere somebody may rest, but for the grid (its holes are where they are) and everybody against everybody (all
rest equally often in the end)."""

LARGEST = {"everybody against everybody": 11, "home and away": 11, "teams": 9}
"""They take long, and a larger field shows nothing new."""

MOST_ROUNDS = 60


@pytest.fixture(autouse=True, scope="module")
def quick_tables() -> Iterator[None]:
    """How well tables are drawn is no matter here, so they are improved for a moment only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "STEPS", 400)
        yield


def nobody_is_lost(evening: Tournament, due: set[int]) -> None:
    """Everybody the round is for is in it, at one place."""
    assert seats_of(evening.rounds[-1]) == Counter(due)


def byes_are_fair(evening: Tournament) -> None:
    """Nobody rests again while somebody at a table has rested less; a round not there for counts as a rest."""
    round_, before = evening.rounds[-1], evening.rounds[:-1]
    kind = evening.plan.stages[round_.stage].kind
    redraw = kind is Kind.KNOCKOUT and evening.plan.stages[round_.stage].redraw
    if (kind in FAIR_BYES or redraw) and round_.byes:
        played = Counter(number for one in before for table in one.tables for number in table.seats)
        least = min(played[number] for number in round_.byes)
        assert all(played[number] <= least for table in round_.tables for number in table.seats)


def places_are_in_order(evening: Tournament) -> None:
    """Everybody stands once; who shares a place stands side by side and the next place is left out."""
    standings = evening.standings()
    assert sorted(one.number for one in standings) == sorted(one.number for one in evening.entrants)
    out = [one.number for one in evening.entrants if one.gone in (Gone.DISQUALIFIED, Gone.NO_SHOW)]
    assert [one.number for one in standings if one.place is None] == sorted(out)
    placed = [one for one in standings if one.place is not None]
    for at, one in enumerate(placed):
        first = one.place == at + 1
        assert first or one.place == placed[at - 1].place
        assert one.shared == (sum(other.place == one.place for other in placed) > 1)
        assert (one.decided_by is not None) == (first and at > 0)


def sums_are_kept(evening: Tournament) -> None:
    """What tables made, byes and penalties: nothing more and nothing less stands in the totals."""
    plan = replace(evening.plan, ranking=replace(evening.plan.ranking, drop=0))
    for unit in {stage.counting.unit for stage in plan.stages}:
        made = sum(one.amount for one in evening.adjustments if one.unit == unit)
        for round_ in evening.rounds:
            stage = plan.stages[round_.stage]
            made += sum(scores.get(unit, 0) for table in round_.tables for scores in table.scores or ())
            made += len(round_.resting) * results.bye(stage).get(unit, 0)
        sums = totals.totals(plan, evening.entrants, evening.rounds, evening.adjustments)
        assert sum(mine.get(unit, 0) for mine in sums.values()) == made


def lives_are_kept(evening: Tournament, corrected: bool) -> None:
    """Every match takes one life, as long as nobody plays on who after a correction has none."""
    stage = evening.plan.stages[0]
    if stage.kind is not Kind.LIVES or len(evening.plan.stages) > 1 or corrected:
        return
    lost = sum(scores.get("lost", 0) for one in evening.rounds for table in one.tables for scores in table.scores or ())
    bought = sum(len(one.bought) for one in evening.entrants)
    left = stages.lives_left(evening.plan, evening.entrants, evening.rounds)
    assert sum(left.values()) == stage.lives * len(evening.entrants) + bought - lost


def drawn_again_is_the_same(evening: Tournament) -> None:
    """Same seed and same input: the same draw, in whatever order the cards are handed in."""
    first = evening.next_draw()
    evening.entrants.reverse()
    assert evening.next_draw() == first


def played_on(evening: Tournament, *, eventful: bool) -> None:
    corrected = False
    while not evening.over:
        assert len(evening.rounds) < MOST_ROUNDS
        due = evening.due()
        if refusal := why_not(evening):
            # Nobody is left to play with, or too few for the tables: the desk is told how many are missing.
            assert refusal.code in ("too_few", "cannot_be_seated", "too_few_tables")
            assert int(str(refusal.figures["missing"])) > 0
            return
        drawn_again_is_the_same(evening)
        evening.draw()
        nobody_is_lost(evening, due)
        byes_are_fair(evening)
        places_are_in_order(evening)
        with pytest.raises(Impossible, match="round_open"):
            evening.next_draw()
        evening.play()
        lives_are_kept(evening, corrected)
        if eventful:
            before = list(evening.rounds)
            evening.happen()
            corrected = corrected or evening.rounds != before
            assert [drawn(one) for one in evening.rounds] == [drawn(one) for one in before]
        places_are_in_order(evening)
        sums_are_kept(evening)


def why_not(evening: Tournament) -> Problem | None:
    try:
        evening.next_draw()
    except Impossible as refused:
        (problem,) = refused.problems
        return problem
    return None


def drawn(round_: Round) -> tuple[object, ...]:
    return round_.number, round_.stage, [(table.number, table.seats) for table in round_.tables], round_.byes


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_the_plans_fit_together(plan: Plan) -> None:
    assert check_plan(plan) == ()
    assert read_plan(write_plan(plan)) == plan


@pytest.mark.parametrize("name", PLANS)
@settings(max_examples=12, derandomize=True, deadline=None)
@given(st.integers(0, 26), st.integers(0, 10**6))
def test_a_whole_tournament_with_everything_that_happens(name: str, count: int, seed: int) -> None:
    played_on(Tournament(PLANS[name], cards_of(min(count, LARGEST.get(name, count))), seed), eventful=True)


@pytest.mark.parametrize("name", PLANS)
@settings(max_examples=5, derandomize=True, deadline=None)
@given(st.integers(8, 33), st.integers(0, 10**6))
def test_a_quiet_tournament_comes_to_its_end(name: str, count: int, seed: int) -> None:
    evening = Tournament(PLANS[name], cards_of(min(count, LARGEST.get(name, count))), seed)
    played_on(evening, eventful=False)
    assert evening.over
    stage = evening.plan.stages[-1]
    if stage.kind in (Kind.LIVES, Kind.KNOCKOUT):
        assert [one.place for one in evening.standings()].count(1) == 1


@settings(max_examples=25, derandomize=True, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=16), st.sampled_from(["lives", "grid", "drawn anew", "swiss"]))
def test_people_with_several_cards(held: list[int], name: str) -> None:
    owners = dict(enumerate((person for person, cards in enumerate(held) for _ in range(cards)), start=1))
    evening = Tournament(PLANS[name], cards_of(owners), len(owners))
    while not evening.over:
        due = evening.due()
        evening.draw()
        nobody_is_lost(evening, due)
        evening.play()
    for round_ in evening.rounds:
        for table in round_.tables:
            alone = len({owners[number] for number in table.seats}) == 1 and len(table.seats) == 2
            assert table.scores is None or alone == any("self_match" in one for one in table.scores)


def test_a_substitute_inherits_what_the_card_made() -> None:
    evening = Tournament(PLANS["swiss"], cards_of(8), 3)
    for _ in range(2):
        evening.draw()
        evening.play()
    before = evening.standings()
    evening.change(1, people=(99,))
    assert evening.standings() == before
    assert 1 in evening.due()


def test_a_walk_out_and_back_gains_nothing() -> None:
    """Who let the first two rounds pass has rested twice: the bye is for others until they have too."""
    plan = PLANS["swiss"]
    for seed in range(10):
        evening = Tournament(plan, cards_of(9), seed)
        evening.change(9, away=frozenset({1, 2}))
        for _ in range(5):
            evening.draw()
            evening.play()
        assert 9 not in [number for round_ in evening.rounds for number in round_.byes]


@pytest.mark.parametrize("kind", sorted(Kind))
def test_nobody_at_all_is_refused_by_every_format(kind: Kind) -> None:
    plan = Plan(stages=(Stage(kind, rounds=1, groups=2 if kind is Kind.GROUPS else 0),))
    for count in (0, 1):
        with pytest.raises(Impossible) as refused:
            Tournament(plan, cards_of(count)).next_draw()
        (problem,) = refused.value.problems
        needed = 4 if kind in (Kind.GROUPS, *set(Kind) - MATCHES) else 2
        assert (problem.code, problem.figures["there"]) == ("too_few", count)
        assert problem.figures["missing"] == needed - count


def test_the_lot_of_the_tournament_decides_the_same_in_every_process() -> None:
    evening = Tournament(PLANS["sliding, then eight"], cards_of(10), 5)
    rng = random.Random(1)
    draw = stages.next_draw(evening.plan, evening.entrants, (), (), rng, lot=LOT)
    assert [table.seats for table in draw.tables] == [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]
