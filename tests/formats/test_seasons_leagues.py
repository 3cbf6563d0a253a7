"""Leagues: rules as JSON, fixtures by the circle method, and tables against a second way to reckon them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasons.formats import circle
from seasons.formats.league import (
    OPEN,
    PLAYED,
    STRUCK,
    WALKOVER,
    Impossible,
    Match,
    Rules,
    came_out,
    check_rules,
    figures_of,
    points_of,
    read_rules,
    strikes,
    table,
    walkover,
    write_rules,
)
from tournaments.formats.core import shuffled

TEAMS = range(2, 21)


# --- rules -----------------------------------------------------------------------------------------------------------


def test_rules_are_plain_json_and_back() -> None:
    rules = Rules(boards=4, a_side=2, scale="3/2/1/0", chain=("points", "head_to_head"), walkover_boards=4)
    assert read_rules(write_rules(rules)) == rules
    assert read_rules({}) == Rules()


def test_what_is_no_rules_is_refused_with_every_problem() -> None:
    with pytest.raises(Impossible) as refused:
        read_rules({"boards": "four", "chain": "points", "colour": 1, "twice": 1})
    assert {(one.code, one.at) for one in refused.value.problems} == {
        ("league_rules_bad", "boards"),
        ("league_rules_bad", "chain"),
        ("league_rules_unknown", "colour"),
        ("league_rules_bad", "twice"),
    }


def test_what_cannot_be_read_does_not_hide_what_is_out_of_range() -> None:
    with pytest.raises(Impossible) as refused:
        read_rules({"boards": "four", "promoted": 99, "scale": "5/0", "walkover_boards": 50, "chain": ["won"]})
    assert {(one.code, one.at) for one in refused.value.problems} == {
        ("league_rules_bad", "boards"),
        ("league_number", "promoted"),
        ("league_choice", "scale"),
        ("league_chain_begins", "chain"),
        ("league_number", "walkover_boards"),
    }


def test_what_does_not_fit_together_is_named_at_once() -> None:
    odd = Rules(boards=2, scale="5/0", chain=("won", "won", "lot"), walkover_boards=3, minimum=5, promoted=99)
    assert [(one.code, one.at) for one in check_rules(odd)] == [
        ("league_number", "promoted"),
        ("league_choice", "scale"),
        ("league_chain_begins", "chain"),
        ("league_chain_unknown", "chain"),
        ("league_chain_twice", "chain"),
        ("league_walkover_boards", "walkover_boards"),
        ("league_minimum", "minimum"),
    ]


# --- fixtures --------------------------------------------------------------------------------------------------------


def fixtures(teams: int, twice: bool, rng: Random) -> tuple[tuple[tuple[int, int], ...], ...]:
    """As they are drawn: chance says who has which place on the circle."""
    return circle.fixtures(shuffled(range(teams), rng), twice)


def places_of(rounds: Sequence[Sequence[tuple[int, int]]], team: int) -> str:
    """ "HAHA": where a team plays, round after round; without those in which it rests."""
    return "".join("H" if home == team else "A" for one in rounds for home, away in one if team in (home, away))


def breaks_of(places: str) -> int:
    return sum(one == other for one, other in pairwise(places))


@pytest.mark.parametrize("teams", TEAMS)
def test_everybody_meets_everybody_in_a_single_round_and_rests_at_most_once(teams: int) -> None:
    rounds = fixtures(teams, False, Random(teams))
    pairs = Counter(frozenset(pair) for one in rounds for pair in one)
    assert len(pairs) == teams * (teams - 1) // 2
    assert set(pairs.values()) == {1}
    assert len(rounds) == teams - 1 + teams % 2
    for one in rounds:
        assert len({team for pair in one for team in pair}) == 2 * len(one) == teams - teams % 2


@pytest.mark.parametrize("teams", TEAMS)
def test_the_second_half_mirrors_the_first(teams: int) -> None:
    once, twice = (fixtures(teams, both, Random(7)) for both in (False, True))
    assert twice[: len(once)] == once
    assert [[(away, home) for home, away in one] for one in once] == [list(one) for one in twice[len(once) :]]
    assert set(Counter(pair for one in twice for pair in one).values()) == {1}


@pytest.mark.parametrize("teams", TEAMS)
def test_home_and_away_are_as_even_as_can_be(teams: int) -> None:
    """No schedule has fewer breaks: teams less 2 with an even number, none with an odd one (de Werra 1980); with a
    mirrored second half 3 times teams less 6."""
    rounds = fixtures(teams, False, Random(teams))
    patterns = [places_of(rounds, team) for team in range(teams)]
    assert all(abs(one.count("H") - one.count("A")) <= 1 for one in patterns)
    assert sum(map(breaks_of, patterns)) == (0 if teams % 2 else teams - 2)
    twice = [places_of(fixtures(teams, True, Random(teams)), team) for team in range(teams)]
    assert all(one.count("H") == one.count("A") for one in twice)
    if teams % 2 == 0:
        assert sum(map(breaks_of, twice)) == 3 * teams - 6 or teams == 2


def test_a_seed_is_one_draw_and_another_seed_another() -> None:
    assert fixtures(8, True, Random("a")) == fixtures(8, True, Random("a")) != fixtures(8, True, Random("b"))
    assert fixtures(4, False, Random("a")) == (((1, 2), (3, 0)), ((2, 0), (1, 3)), ((3, 2), (0, 1)))
    assert fixtures(1, True, Random("a")) == ()


# --- points ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "boards", "points"),
    [
        ("2/1/0", (3, 1), (2, 0)),
        ("2/1/0", (2, 2), (1, 1)),
        ("3/1/0", (1, 3), (0, 3)),
        ("3/1/0", (2, 2), (1, 1)),
        ("3/2/1/0", (4, 0), (3, 0)),
        ("3/2/1/0", (3, 2), (2, 1)),
        ("3/2/1/0", (2, 3), (1, 2)),
        ("3/2/1/0", (2, 2), (1, 1)),
    ],
)
def test_points_by_scale(scale: str, boards: tuple[int, int], points: tuple[int, int]) -> None:
    assert points_of(Rules(boards=5, scale=scale), Match(1, 2, *boards)) == points


def test_a_match_may_be_won_by_the_sum_and_the_sum_may_be_the_points() -> None:
    match = Match(1, 2, 1, 3, 20, 15)
    assert points_of(Rules(boards=4), match) == (0, 2)
    assert points_of(Rules(boards=4, by="sum"), match) == (2, 0)
    assert points_of(Rules(boards=4, by="sum", scale="3/2/1/0", narrow=5), match) == (2, 1)
    assert points_of(Rules(boards=4, scale="bummerl"), match) == (20, 15)


@pytest.mark.parametrize(("made", "points"), [((3, 1), (3, 0)), ((3, 2), (2, 1)), ((0, 4), (0, 3)), ((2, 2), (1, 1))])
def test_what_was_made_says_whether_a_win_on_the_only_board_is_narrow(
    made: tuple[int, int], points: tuple[int, int]
) -> None:
    match = Match(1, 2, int(made[0] > made[1]), int(made[0] < made[1]), *made)
    assert points_of(Rules(boards=1, scale="3/2/1/0"), match) == points


def test_a_walk_over_is_a_clear_win_and_nobody_is_no_draw() -> None:
    rules = Rules(boards=4, scale="3/2/1/0", narrow=4, walkover_boards=3, walkover_made=21)
    won = walkover(rules, Match(1, 2, how=OPEN), 2)
    assert won == Match(1, 2, 0, 3, 0, 21, how=WALKOVER)
    assert points_of(rules, won) == (0, 3)
    neither = walkover(rules, Match(1, 2, how=OPEN), None)
    assert [came_out(rules, neither, team) for team in (1, 2)] == ["lost", "lost"]
    rows = table(rules, [1, 2], [neither], {})
    assert [(row.points, row.won, row.drawn, row.lost, row.place) for row in rows] == [(0, 0, 0, 1, 1), (0, 0, 0, 1, 1)]


@pytest.mark.parametrize(
    ("how", "played", "without_play"),
    [
        ({"boards": 1}, (5, 3), (1, 0)),
        ({"boards": 1, "walkover_made": 7}, (5, 3), (7, 0)),
        ({"boards": 4, "walkover_boards": 3, "walkover_made": 7}, (2, 1), (3, 0)),
        ({"boards": 4, "by": "sum", "walkover_boards": 3, "walkover_made": 7}, (5, 3), (3, 0)),
    ],
)
def test_what_one_says_of_a_match(how: dict[str, Any], played: tuple[int, int], without_play: tuple[int, int]) -> None:
    rules, there = Rules(**how), Match(1, 2, 2, 1, 5, 3)
    assert figures_of(rules, there) == played
    won = walkover(rules, there, 1)
    assert (figures_of(rules, won), came_out(rules, won, 1), came_out(rules, won, 2)) == (without_play, "won", "lost")
    assert figures_of(rules, walkover(rules, there, None)) == (0, 0)
    assert [figures_of(rules, replace(there, how=how)) for how in (OPEN, STRUCK)] == [None, None]


# --- tables ----------------------------------------------------------------------------------------------------------


def test_what_decided_is_said_and_who_is_equal_shares_the_place() -> None:
    rules = Rules(boards=4, chain=("points", "board_difference", "head_to_head"))
    matches = [Match(1, 2, 3, 1), Match(3, 4, 3, 1), Match(1, 3, 2, 2), Match(2, 4, 2, 2)]
    assert [(row.team, row.place, row.shared, row.decided_by) for row in table(rules, [1, 2, 3, 4], matches, {})] == [
        (1, 1, True, None),
        (3, 1, True, None),
        (2, 3, True, "points"),
        (4, 3, True, None),
    ]


def test_penalty_points_are_taken_away() -> None:
    rows = table(Rules(), [1, 2], [Match(1, 2, 1, 0)], {}, {1: 3})
    assert [(row.team, row.points, row.deducted) for row in rows] == [(2, 0, 0), (1, -1, 3)]


def test_a_team_that_withdraws() -> None:
    assert [strikes(Rules(withdrawn=rule), 3, 6) for rule in ("keep", "strike", "half")] == [False, True, False]
    assert strikes(Rules(withdrawn="half"), 2, 6)
    matches = [Match(1, 2, 0, 1), Match(3, 1, how=OPEN), Match(2, 3, how=OPEN)]
    kept, struck = (table(Rules(), [1, 2, 3], matches, {1: how}) for how in (False, True))
    assert [(row.team, row.place, row.points, row.walkovers, row.struck) for row in kept] == [
        (2, 1, 2, (), ()),
        (3, 1, 2, (1,), ()),
        (1, 3, 0, (1,), ()),
    ]
    assert [(row.team, row.place, row.points, row.walkovers, row.struck) for row in struck] == [
        (2, 1, 0, (), (0,)),
        (3, 1, 0, (), (1,)),
        (1, None, 0, (), (0, 1)),
    ]


def test_between_two_that_withdrew_nobody_wins() -> None:
    rows = table(Rules(), [1, 2, 3], [Match(1, 2, how=OPEN)], {1: False, 2: False})
    assert {(row.team, row.points, row.lost) for row in rows} == {(1, 0, 1), (2, 0, 1), (3, 0, 0)}


def test_head_to_head_waits_until_the_tied_have_met_equally_often() -> None:
    rules = Rules(boards=3, chain=("points", "head_to_head"))
    matches = [Match(1, 2, 1, 2), Match(1, 3, 2, 1), Match(2, 4, 1, 2), Match(3, 4, 1, 2)]
    assert [row.team for row in table(rules, [1, 2, 3, 4], matches, {})] == [4, 2, 1, 3]
    # Now the other is beaten at home, and both stand alike again.
    matches += [Match(2, 1, 1, 2), Match(2, 3, 2, 1)]
    rows = table(rules, [1, 2, 3, 4], matches, {})
    assert [(row.team, row.place, row.points) for row in rows[:3]] == [(1, 1, 4), (2, 1, 4), (4, 1, 4)]


SCORES = st.tuples(*[st.integers(0, 3)] * 4)
RULES = st.builds(
    Rules,
    boards=st.just(4),
    scale=st.sampled_from(["2/1/0", "3/1/0", "3/2/1/0", "bummerl"]),
    by=st.sampled_from(["boards", "sum"]),
    chain=st.permutations(["won", "head_to_head", "difference", "boards"]).flatmap(
        lambda order: st.integers(0, 4).map(lambda most: ("points", *order[:most]))
    ),
    walkover_boards=st.just(2),
    walkover_made=st.just(2),
)


@st.composite
def seasons(draw: st.DrawFn) -> tuple[Rules, int, list[Match], dict[int, bool]]:
    rules, teams = draw(RULES), draw(st.integers(2, 6))
    twice = draw(st.booleans())
    found = list[Match]()
    for one in fixtures(teams, twice, Random(1)):
        for home, away in one:
            how = draw(st.sampled_from([PLAYED, PLAYED, PLAYED, OPEN, WALKOVER, STRUCK]))
            match = Match(home, away, *draw(SCORES)) if how == PLAYED else Match(home, away, how=how)
            if how == WALKOVER:
                match = walkover(rules, match, draw(st.sampled_from([home, away, None])))
            found.append(match)
    return rules, teams, found, draw(st.dictionaries(st.integers(0, teams - 1), st.booleans(), max_size=2))


def ledger(rules: Rules, teams: Sequence[int], matches: Sequence[Match]) -> dict[int, dict[str, int]]:
    """A second way to add up: by lines of a ledger."""
    book: dict[int, dict[str, int]] = {team: defaultdict(int) for team in teams}
    for match in matches:
        if match.how not in (PLAYED, WALKOVER):
            continue
        for team, other, boards, against, made, conceded in (
            (match.home, match.away, match.home_boards, match.away_boards, match.home_made, match.away_made),
            (match.away, match.home, match.away_boards, match.home_boards, match.away_made, match.home_made),
        ):
            if not {team, other} <= set(teams):
                continue
            line = book[team]
            by_sum = rules.by == "sum" and match.how == PLAYED
            lead = made - conceded if by_sum else boards - against
            nobody = match.how == WALKOVER and boards == against == 0
            narrow = rules.scale == "3/2/1/0" and match.how == PLAYED and abs(lead) <= rules.narrow
            win = int(rules.scale[0]) if rules.scale != "bummerl" else 0
            line["won"] += lead > 0
            line["boards"] += boards
            line["board_difference"] += boards - against
            line["made"] += made
            line["difference"] += made - conceded
            if rules.scale == "bummerl":
                line["points"] += made
            elif lead > 0:
                line["points"] += win - narrow
            elif lead == 0:
                line["points"] += 0 if nobody else 1
            else:
                line["points"] += narrow
    return book


def ordered(
    rules: Rules, tied: list[int], chain: Sequence[str], all_of: list[Match], everybody: dict[int, dict[str, int]]
) -> list[list[int]]:
    """The groups that share a place, by sorting each tie again and again."""
    if len(tied) < 2 or not chain:
        return [tied] if tied else []

    def figure(team: int) -> tuple[int, ...]:
        if chain[0] != "head_to_head":
            return (everybody[team][chain[0]],)
        its = [one for one in all_of if {one.home, one.away} <= set(tied) and one.how in (PLAYED, WALKOVER)]
        met = Counter(frozenset((one.home, one.away)) for one in its)
        pairs = {frozenset(pair) for pair in permutations(tied, 2)}
        if {met[pair] for pair in pairs} not in ({1}, {2}):
            return (0,)
        own = ledger(rules, tied, its)[team]
        return own["points"], own["board_difference"], own["difference"]

    tied = sorted(tied, key=figure, reverse=True)
    parts = [list(part) for _figure, part in groupby(tied, key=figure)]
    again = chain[0] == "head_to_head" and len(parts) > 1
    return [one for part in parts for one in ordered(rules, part, chain if again else chain[1:], all_of, everybody)]


@given(seasons())
def test_a_table_is_what_a_second_way_to_reckon_says(season: tuple[Rules, int, list[Match], dict[int, bool]]) -> None:
    rules, count, matches, withdrawn = season
    rows = table(rules, range(count), matches, withdrawn)
    counted = list[Match]()
    for match in matches:
        sides = [match.home, match.away]
        if any(withdrawn.get(team) for team in sides):
            continue
        if match.how == OPEN and any(team in withdrawn for team in sides):
            left = [team for team in sides if team not in withdrawn]
            match = walkover(rules, match, left[0] if left else None)
        counted.append(match)
    book = ledger(rules, range(count), counted)
    placed = [team for team in range(count) if not withdrawn.get(team)]
    wanted = ordered(rules, placed, rules.chain, counted, book)
    got = [sorted(row.team for row in part) for _place, part in groupby(rows[: len(placed)], key=lambda one: one.place)]
    assert got == [sorted(part) for part in wanted]
    for row in rows:
        assert {name: getattr(row, name) for name in book[row.team]} == book[row.team]


@given(seasons())
def test_the_sums_of_a_table_go_up(season: tuple[Rules, int, list[Match], dict[int, bool]]) -> None:
    rules, count, matches, withdrawn = season
    rows = table(rules, range(count), matches, withdrawn)
    assert sorted(row.team for row in rows) == list(range(count))
    assert sum(row.difference for row in rows) == sum(row.board_difference for row in rows) == 0
    assert all(row.played == row.won + row.drawn + row.lost for row in rows)
    assert sum(row.played for row in rows) % 2 == 0
    assert sum(row.won for row in rows) <= sum(row.lost for row in rows)
    for row in rows:
        its = [index for index, one in enumerate(matches) if row.team in (one.home, one.away)]
        assert {*row.walkovers, *row.struck} <= {*its}
        assert (row.place is None) == bool(withdrawn.get(row.team))


@given(seasons(), st.randoms(use_true_random=False))
def test_neither_the_order_of_teams_nor_of_matches_decides_a_place(
    season: tuple[Rules, int, list[Match], dict[int, bool]], chance: Random
) -> None:
    rules, count, matches, withdrawn = season
    mixed, teams = list(matches), list(range(count))
    chance.shuffle(mixed)
    chance.shuffle(teams)
    one, other = table(rules, range(count), matches, withdrawn), table(rules, teams, mixed, withdrawn)
    plain = [
        {row.team: replace(row, walkovers=(), struck=(), decided_by=None) for row in rows} for rows in (one, other)
    ]
    assert plain[0] == plain[1]
    assert [row.decided_by for row in one] == [row.decided_by for row in other]
