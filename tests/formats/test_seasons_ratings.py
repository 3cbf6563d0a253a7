"""Ratings against openskill, game by game; in chunks of any size; and what two people had of each other."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from seasons.formats.rating_courses import FEW, Course, Everybody, reckon
from seasons.formats.rating_days import PARTS, Point, Strength, days
from seasons.formats.ratings import MOST, MU, SIGMA, after, after_many, power_of_e, shape

Season = list[tuple[int, Course]]


# --- seasons of every kind -------------------------------------------------------------------------------------------


def a_game(chance: random.Random, seats: int) -> str:
    """Pairs, one against the rest, or everybody for himself; some may watch."""
    order = [str(seat) for seat in range(seats)]
    chance.shuffle(order)
    cut = chance.randint(1, seats - 1)
    if seats >= 4 and chance.random() < 0.5:
        return f"{''.join(order[:2])}>{''.join(order[2:4])}"
    if chance.random() < 0.5:
        return f"{''.join(order[:cut])}>{''.join(order[cut:])}"
    return f"{','.join(order[:cut])}>{','.join(order[cut:])}"


def a_season(chance: random.Random, courses: int, people: int, strangers: float = 0.1) -> Season:
    season = []
    for number in range(courses):
        seats = chance.randint(2, min(6, people))
        who = [None if chance.random() < strangers else one for one in chance.sample(range(people), seats)]
        games = " ".join(a_game(chance, seats) for _game in range(chance.randint(1, 6)))
        season.append((number * 5 // courses, Course(who, games)))
    return season


def by_openskill(season: Season) -> Iterator[tuple[int, dict[int, tuple[float, float]]]]:
    """(day, everybody's mu and sigma) after each course."""
    model, known = BradleyTerryFull(), dict[int, object]()
    for day, one in season:
        table = [model.rating() if who is None else known.get(who) or model.rating() for who in one.people]
        for game in one.games.split():
            won, lost = (side.split(",") for side in game.split(">"))
            teams = [[int(seat) for seat in team] for team in (*won, *lost)]
            ranks = [0.0] * len(won) + [1.0] * len(lost)
            rated = model.rate([[table[seat] for seat in team] for team in teams], ranks=ranks)  # type: ignore[misc]
            for team, new in zip(teams, rated, strict=True):
                for seat, strength in zip(team, new, strict=True):
                    table[seat] = strength
        known |= {who: table[seat] for seat, who in enumerate(one.people) if who is not None}
        yield day, {who: (one.mu, one.sigma) for who, one in known.items()}  # type: ignore[attr-defined]


def reckoned(season: Season, size: int = 100_000) -> list[list[Point]]:
    return list(days({}, season, size=size))


def flat(found: Sequence[Sequence[Point]]) -> list[tuple[object, ...]]:
    return [(one.day, one.person, one.mu, one.sigma, one.games, one.meetings) for day in found for one in day]


# --- openskill is the oracle -----------------------------------------------------------------------------------------


@given(seed=st.integers(0, 2**32), people=st.integers(2, 40))
@settings(max_examples=15)
def test_everybody_stands_where_openskill_puts_them_on_every_day(seed: int, people: int) -> None:
    season = a_season(random.Random(seed), 60, people)
    last = dict(by_openskill(season))
    for points in reckoned(season):
        for one in points:
            mu, sigma = last[one.day][one.person]
            assert one.mu == pytest.approx(mu, abs=1e-9)
            assert one.sigma == pytest.approx(sigma, abs=1e-9)


def test_a_long_season_of_many_pairs_too() -> None:
    chance, season = random.Random(7), Season()
    for number in range(1500):
        games = " ".join(chance.choice(("02>13", "13>02")) for _game in range(8))
        season.append((number // 300, Course(chance.sample(range(300), 4), games)))
    *_days, (_day, last) = by_openskill(season)
    everybody = Everybody()
    for _chunk in reckon(everybody, (one for _day, one in season)):
        pass
    assert set(last) == set(everybody.places)
    for person, (mu, sigma) in last.items():
        place = everybody.places[person]
        assert float(everybody.mu[place]) == pytest.approx(mu, abs=1e-9)
        assert float(everybody.sigma[place]) == pytest.approx(sigma, abs=1e-9)


# --- to the last bit -------------------------------------------------------------------------------------------------


@given(seed=st.integers(0, 2**32), people=st.integers(4, 120), size=st.sampled_from((1, 3, 50, 170)))
@settings(max_examples=10)
def test_chunks_change_nothing(seed: int, people: int, size: int) -> None:
    season = a_season(random.Random(seed), 90, people)
    assert flat(reckoned(season, size)) == flat(reckoned(season))


@given(seed=st.integers(0, 2**32), first=st.integers(0, 5))
@settings(max_examples=20)
def test_it_goes_on_from_any_day_as_if_it_had_never_stopped(seed: int, first: int) -> None:
    season = a_season(random.Random(seed), 60, 12)
    whole = reckoned(season)
    before = {
        one.person: Strength(one.mu, one.sigma, one.games) for points in whole for one in points if one.day < first
    }
    rest = list(days(before, [(day, one) for day, one in season if day >= first]))
    assert flat(rest) == [one for one in flat(whole) if one[0] >= first]  # type: ignore[operator]


@given(st.lists(st.tuples(*[st.floats(-200, 200)] * 4, *[st.floats(0.01, 9)] * 4), min_size=1, max_size=9))
def test_many_games_at_once_are_the_same_as_one_by_one(games: list[tuple[float, ...]]) -> None:
    for played in (shape((2, 2), 1), shape((1, 3), 1), shape((1, 1, 1, 1), 2)):
        columns = np.array(games).T
        together = after_many(played, columns[:4], columns[4:])
        for number, game in enumerate(games):
            alone = after(played, list(game[:4]), list(game[4:]))
            assert alone == tuple([float(column[number]) for column in part] for part in together)


@given(st.floats(-MOST, MOST))
def test_powers_of_e(x: float) -> None:
    assert power_of_e(x) == pytest.approx(exp(x), rel=4e-15)


def test_a_thin_level_and_a_wide_one_are_both_played() -> None:
    """Tables that share nobody are reckoned at once where there are many; these are the same games in both ways."""
    tables = [Course([4 * table + seat for seat in range(4)], "02>13 13>02 02>13") for table in range(3 * FEW)]
    wide = [one for point in reckoned([(1, one) for one in tables]) for one in point]
    (thin,) = reckoned([(1, tables[0])])
    assert [(one.mu, one.sigma) for one in wide] == [(one.mu, one.sigma) for one in thin] * len(tables)


# --- strangers, two chairs, watchers ---------------------------------------------------------------------------------


def test_a_stranger_is_new_on_every_sheet_and_nobody_anywhere() -> None:
    games = [(1, Course([1, None], "1>0")), (1, Course([2, None], "1>0"))]
    ((one, two),) = reckoned(games)
    assert (one.mu, one.sigma, one.meetings) == (two.mu, two.sigma, {})
    assert one.mu < MU
    assert one.sigma < SIGMA


def test_a_stranger_goes_on_getting_known_within_a_sheet() -> None:
    ((twice,),), ((once,), (again,)) = (
        reckoned([(1, Course([1, None], "1>0 1>0"))]),
        reckoned([(1, Course([1, None], "1>0")), (2, Course([1, None], "1>0"))]),
    )
    assert once.mu > again.mu
    assert twice.mu != again.mu


def test_whoever_has_two_chairs_sits_on_the_first() -> None:
    ((one, other),) = reckoned([(1, Course([1, 2, 1], "02>1"))])
    ((same, likewise),) = reckoned([(1, Course([1, 2, None], "02>1"))])
    assert (one.mu, other.mu, one.games) == (same.mu, likewise.mu, 1)


def test_whoever_only_watched_has_no_point() -> None:
    ((one, two),) = reckoned([(1, Course([1, 2, 3], "0>1"))])
    assert (one.person, two.person) == (1, 2)


# --- with whom one wins ----------------------------------------------------------------------------------------------


def by_hand(season: Season) -> dict[tuple[object, int, int], list[int]]:
    """Meetings by (day, one, other), from openskill's ratings before each game."""
    found, known = dict[tuple[object, int, int], list[int]](), dict[int, tuple[float, float]]()
    model, states = BradleyTerryFull(), by_openskill(season)
    for day, one in season:
        table = [known.get(who, (MU, SIGMA)) if who is not None else (MU, SIGMA) for who in one.people]
        sums = dict[tuple[int, int], list[Fraction]]()
        for game in one.games.split():
            won, lost = (side.split(",") for side in game.split(">"))
            teams = [[int(seat) for seat in team] for team in (*won, *lost)]
            for winner, loser in product(range(len(won)), range(len(won), len(teams))):
                wins = likely(teams[winner], teams[loser], table)
                for seat, other in product(teams[winner], teams[loser]):
                    add(sums, seat, other, 3, 1, wins)
                    add(sums, other, seat, 3, 0, 1 - wins)
                if len(teams) == 2:
                    for side, has_won in ((0, 1), (1, 0)):
                        for pair in combinations(teams[side], 2):
                            for seat, other in (pair, pair[::-1]):
                                add(sums, seat, other, 0, has_won, wins if has_won else 1 - wins)
            rated = model.rate(
                [[model.rating(*table[seat]) for seat in team] for team in teams],
                ranks=[0.0] * len(won) + [1.0] * len(lost),
            )
            for team, new in zip(teams, rated, strict=True):
                for seat, strength in zip(team, new, strict=True):
                    table[seat] = (strength.mu, strength.sigma)
        for (seat, other), amounts in sums.items():
            mine, theirs = one.people[seat], one.people[other]
            if mine is not None and theirs is not None:
                have = found.setdefault((day, mine, theirs), [0] * 6)
                for index, amount in enumerate(amounts):
                    have[index] += round(amount * PARTS) if index in (2, 5) else int(amount)
        known = next(states)[1]
    return found


def likely(one: list[int], other: list[int], table: list[tuple[float, float]]) -> float:
    far = 2 * (SIGMA / 2) ** 2 + sum(table[seat][1] ** 2 + (MU / 300) ** 2 for seat in (*one, *other))
    ahead = sum(table[seat][0] for seat in one) - sum(table[seat][0] for seat in other)
    return 1 / (1 + exp(-ahead / far**0.5))


def add(sums: dict[tuple[int, int], list[Fraction]], seat: int, other: int, first: int, won: int, wins: float) -> None:
    have = sums.setdefault((seat, other), [Fraction(0)] * 6)
    have[first] += 1
    have[first + 1] += won
    have[first + 2] += Fraction(wins)


@given(seed=st.integers(0, 2**32), people=st.integers(3, 12))
@settings(max_examples=20)
def test_what_two_people_had_is_what_counting_by_hand_says(seed: int, people: int) -> None:
    season = a_season(random.Random(seed), 30, people)
    found = {
        (one.day, one.person, other): had
        for points in reckoned(season)
        for one in points
        for other, had in one.meetings.items()
    }
    expected = by_hand(season)
    assert found.keys() == expected.keys()
    for key, had in found.items():
        # Rounded once for each sheet: a hair may fall to either side.
        assert [had[0], had[1], had[3], had[4]] == [expected[key][at] for at in (0, 1, 3, 4)]
        assert had[2] == pytest.approx(expected[key][2], abs=1 * 30)
        assert had[5] == pytest.approx(expected[key][5], abs=1 * 30)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=10)
def test_two_people_say_the_same_of_each_other(seed: int) -> None:
    for points in reckoned(a_season(random.Random(seed), 20, 6)):
        met = {one.person: one.meetings for one in points}
        for one, meetings in met.items():
            for other, had in meetings.items():
                together, won, expected, against, beat, expected_beat = had
                lost, of_them = against - beat, against * PARTS - expected_beat
                assert met[other][one] == [together, won, expected, against, lost, of_them]
