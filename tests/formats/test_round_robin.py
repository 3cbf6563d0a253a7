"""Everybody against everybody: once, home and away, in groups; who leaves, who comes late."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.whole import Tournament, cards_of
from tournaments.formats import groups, results, stages
from tournaments.formats.core import Gone, Impossible
from tournaments.formats.plan import Card, Counting, Keeping, Kind, Plan, Ranking, Stage

ONCE = Plan(stages=(Stage(Kind.ROUND_ROBIN),))
TWICE = Plan(stages=(Stage(Kind.ROUND_ROBIN, twice=True),))


def in_groups(count: int, take: int = 2, *, keep: Keeping | None = None, seeded: bool = True) -> Plan:
    return Plan(
        stages=(Stage(Kind.GROUPS, groups=count), Stage(Kind.KNOCKOUT, take=take, seeded=seeded)),
        ranking=Ranking(("won", "head_to_head")),
        keep=keep or Keeping(),
    )


def meetings_of(evening: Tournament) -> Counter[tuple[int, ...]]:
    return Counter(table.seats for round_ in evening.rounds for table in round_.tables if len(table.seats) == 2)


def to_the_end(evening: Tournament, *, stage: int = 0) -> Tournament:
    """The lower number of every table wins."""
    while not evening.over and stages.stage_of(evening.plan, evening.entrants, evening.rounds) == stage:
        evening.draw()
        evening.win(*(min(table.seats) for table in evening.rounds[-1].tables if len(table.seats) > 1))
    return evening


@pytest.mark.parametrize("count", range(2, 17))
def test_everybody_meets_everybody_once(count: int) -> None:
    evening = to_the_end(Tournament(ONCE, cards_of(count)))
    assert len(evening.rounds) == count - 1 + count % 2
    assert {frozenset(pair) for pair in meetings_of(evening)} == {*map(frozenset, combinations(range(1, count + 1), 2))}
    assert set(meetings_of(evening).values()) == {1}
    assert Counter(number for round_ in evening.rounds for number in round_.byes) == (
        Counter(range(1, count + 1)) if count % 2 else Counter()
    )


@pytest.mark.parametrize("count", range(2, 11))
def test_home_and_away_the_seats_are_swapped(count: int) -> None:
    evening = to_the_end(Tournament(TWICE, cards_of(count)))
    assert meetings_of(evening) == Counter((one, other) for one in range(1, count + 1) for other in range(1, count + 1)
                                           if one != other)  # fmt: skip


@pytest.mark.parametrize("count", range(2, 17))
def test_everybody_is_about_as_often_at_home(count: int) -> None:
    homes = Counter(home for home, _ in meetings_of(to_the_end(Tournament(ONCE, cards_of(count)))))
    assert max(homes.values()) - min(homes[number] for number in range(1, count + 1)) <= 1


def test_who_leaves_is_missed_once_by_everybody_else() -> None:
    evening = Tournament(ONCE, cards_of(6))
    evening.draw()
    evening.play()
    evening.change(6, gone=Gone.WITHDRAWN, gone_after=1)
    to_the_end(evening)
    assert len(evening.rounds) == 5
    assert Counter(number for round_ in evening.rounds for number in round_.byes) == Counter([2, 3, 4, 5])
    assert len(meetings_of(evening)) == 15 - 4


def test_when_two_leave_the_others_play_each_other_early() -> None:
    evening = Tournament(ONCE, cards_of(8))
    evening.draw()
    evening.play()
    for number in (7, 8):
        evening.change(number, gone=Gone.WITHDRAWN, gone_after=1)
    made = evening.draw()
    assert (len(made.tables), made.byes) == (3, ())
    evening.play()
    to_the_end(evening)
    met = {frozenset(pair) for pair in meetings_of(evening)}
    assert met.issuperset(map(frozenset, combinations(range(1, 7), 2)))
    assert len(evening.rounds) <= 8


def test_who_comes_late_meets_everybody_too() -> None:
    evening = Tournament(ONCE, cards_of(7))
    for _ in range(2):
        evening.draw()
        evening.play()
    evening.entrants.append(replace(cards_of(8)[-1], since=3))
    to_the_end(evening)
    assert {frozenset(pair) for pair in meetings_of(evening)} == {*map(frozenset, combinations(range(1, 9), 2))}
    assert set(meetings_of(evening).values()) == {1}
    assert len(evening.rounds) == 9


def test_so_many_rounds_and_no_more() -> None:
    evening = to_the_end(Tournament(Plan(stages=(Stage(Kind.ROUND_ROBIN, rounds=3),)), cards_of(10)))
    assert len(evening.rounds) == 3


def test_who_has_met_all_who_are_there_is_not_in_the_round() -> None:
    evening = to_the_end(Tournament(ONCE, cards_of(4)))
    evening.entrants.append(replace(cards_of(5)[-1], since=4))
    evening.rounds = evening.rounds[:3]
    assert not evening.over
    made = evening.draw()
    assert len(made.tables) == 1
    assert len(made.byes) == 3
    evening.play()
    first = next(number for number in made.tables[0].seats if number != 5)
    assert evening.due() == {1, 2, 3, 4, 5} - {first}


def test_a_match_of_teams_runs_like_any_other() -> None:
    """Pyhra: four brigades; every board counts one."""
    stage = Stage(Kind.ROUND_ROBIN, counting=Counting("legs", boards=22, board_unit="legs"))
    plan = Plan(card=Card.TEAM, people=8, stages=(stage,), ranking=Ranking(("legs",)))
    evening = Tournament(plan, cards_of(4))
    while not evening.over:
        evening.draw()
        for table in evening.rounds[-1].tables:
            boards = [(1, 0)] * 14 + [(0, 1)] * 8
            evening.hand_in(table.number, results.count(stage, [], team=True, boards=boards))
    assert sum(one.values["legs"] for one in evening.standings()) == 6 * 22 == 132


def groups_of(evening: Tournament) -> list[set[int]]:
    return [
        {one.number for one in group}
        for group in stages.group_standings(evening.plan, evening.entrants, evening.rounds, (), "x")
    ]


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(2, 6), st.integers(0, 30), st.integers(0, 99), st.booleans())
def test_groups_stay_the_same_and_everybody_meets_their_group(count: int, more: int, seed: int, seeded: bool) -> None:
    plan = in_groups(count)
    plan = replace(plan, stages=(replace(plan.stages[0], seeded=seeded), plan.stages[1]))
    evening = Tournament(plan, cards_of(2 * count + more), seed)
    evening.draw()
    evening.play()
    began = groups_of(evening)
    assert max(map(len, began)) - min(map(len, began)) <= 1
    to_the_end(evening)
    assert groups_of(evening) == began
    met = Counter(
        frozenset(table.seats)
        for round_ in evening.rounds
        for table in round_.tables
        if round_.stage == 0 and len(table.seats) == 2
    )
    assert met == Counter(frozenset(pair) for group in began for pair in combinations(group, 2))


def test_a_group_that_was_given_by_hand_is_kept() -> None:
    cards = [replace(one, group="AB"[one.number % 2] if one.number < 6 else "") for one in cards_of(8)]
    evening = Tournament(in_groups(2), cards)
    evening.draw()
    assert [len(group) for group in groups_of(evening)] == [4, 4]
    assert [group & {1, 2, 3, 4, 5} for group in groups_of(evening)] == [{2, 4}, {1, 3, 5}]


def test_every_group_has_one_deck() -> None:
    cards = [replace(one, deck="french" if one.number <= 13 else "double") for one in cards_of(20)]
    evening = Tournament(in_groups(4, keep=Keeping(decks_together=True)), cards)
    to_the_end(evening)
    assert [len(group) for group in groups_of(evening)] == [4, 3, 7, 6]
    assert [{number <= 13 for number in group} for group in groups_of(evening)] == [{False}, {False}, {True}, {True}]
    assert {note.code for draw in evening.draws if draw.stage == 0 for note in draw.notes} <= {"second_bye"}


def test_families_and_cards_of_one_person_get_to_different_groups() -> None:
    cards = cards_of({number: number // 4 for number in range(4, 20)})
    cards = [
        replace(one, apart=frozenset({f"club {one.number % 3}"}) if one.number < 10 else frozenset()) for one in cards
    ]
    for seed in range(10):
        evening = Tournament(in_groups(4), cards, seed)
        evening.draw()
        for group in groups_of(evening):
            assert sorted(number // 4 for number in group) == [1, 2, 3, 4]


def test_who_comes_late_joins_the_smallest_group_and_stays_in_it() -> None:
    evening = Tournament(in_groups(2), cards_of(7))
    evening.draw()
    evening.play()
    evening.entrants.append(replace(cards_of(8)[-1], since=2))
    evening.draw()
    assert [len(group) for group in groups_of(evening)] == [4, 4]
    with_eight = [8 in group for group in groups_of(evening)]
    evening.play()
    to_the_end(evening)
    assert [8 in group for group in groups_of(evening)] == with_eight
    assert meetings_of(evening)


def test_the_first_of_a_group_begins_against_the_second_of_another() -> None:
    evening = to_the_end(Tournament(in_groups(4), cards_of(16)))
    ranked = [[one.number for one in group] for group in stages.group_standings(
        evening.plan, evening.entrants, evening.rounds, (), "x")]  # fmt: skip
    a, b, c, d = ranked
    assert [table.seats for table in evening.draw().tables] == [(a[0], b[1]), (d[0], c[1]), (b[0], a[1]), (c[0], d[1])]


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(2, 8), st.integers(1, 4), st.integers(0, 99))
def test_a_group_meets_again_as_late_as_can_be(count: int, take: int, seed: int) -> None:
    evening = to_the_end(Tournament(in_groups(count, take), cards_of(count * 4), seed))
    if count * take < 4:
        return
    tables = evening.draw().tables
    group_of = {number: at for at, group in enumerate(groups_of(evening)) for number in group}
    halves = [Counter(group_of[number] for table in half for number in table.seats)
              for half in (tables[: len(tables) // 2], tables[len(tables) // 2 :])]  # fmt: skip
    assert all(abs(halves[0][group] - halves[1][group]) <= 1 for group in range(count))
    assert not [note for note in evening.draws[-1].notes if note.code == "met_again"] or take > 2


def test_places_count_within_the_group_before_anything_else() -> None:
    evening = to_the_end(Tournament(replace(in_groups(2), stages=in_groups(2).stages[:1]), cards_of(9)))
    standings = evening.standings()
    assert [one.values["group_place"] for one in standings] == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert standings[2].decided_by == "group_place"
    assert [one.place for one in standings][-1] == 9


@pytest.mark.parametrize(
    ("ranked", "order"),
    [
        ([[1, 2], [3, 4]], [1, 3, 2, 4]),
        ([[1, 2], [3, 4], [5, 6], [7, 8]], [1, 3, 5, 7, 6, 8, 2, 4]),
        ([[1, 2], [3, 4], [5]], [1, 3, 5, 2, 4]),
        ([], []),
    ],
)
def test_crossed(ranked: list[list[int]], order: list[int]) -> None:
    assert groups.crossed(ranked) == order


def test_a_group_of_one_is_refused() -> None:
    with pytest.raises(Impossible) as refused:
        Tournament(in_groups(4), cards_of(7)).next_draw()
    assert [(one.code, one.figures) for one in refused.value.problems] == [("too_few", {"there": 7, "missing": 1})]
