"""Tables of a season: figures as exact fractions, places, who is outside, and the place without the newest day."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasons.formats.table import MEASURES, PER_EVENING, PER_HAND, SUM, Sums, divisor, placed, rounded, table

# Scenario S6 of a club year: ten evenings, – is absent.
S6 = {
    "Anna": (812, 903, 655, 1120, 780, 990, 700, 860),
    "Bernd": (1010, 640, 720, 980, 905, 870, 1110, 590, 765),
    "Christl": (1240, 1005, 1130, 985),
    "Dieter": (455, 930, 610, 815, 725, 840, 905, 1015, 870),
    "Eva": (770, 890, 905, 845, 1070, 760, 840),
    "Franz": (980, 845, 760, 1035, 700, 890, 875, 920),
}
PEOPLE = list(S6)


def sums_of(name: str) -> Sums:
    """Somebody of S6, ten hands an evening."""
    scores = S6[name]
    return Sums(PEOPLE.index(name), sum(scores), 10 * len(scores), len(scores))


def figure(one: Sums, measure: str) -> Fraction | None:
    by = divisor(measure, hands=one.hands, evenings=one.evenings)
    return Fraction(one.amount, by) if by else None


def test_the_season_of_the_scenario_by_average_with_a_minimum_of_six() -> None:
    rows = placed([sums_of(name) for name in reversed(PEOPLE)], measure=PER_EVENING, minimum=6)
    assert [(PEOPLE[one.person], place, rounded(one.amount, one.evenings)) for one, place, _shared in rows] == [
        ("Franz", 1, 87563),
        ("Eva", 2, 86857),
        ("Anna", 3, 85250),
        ("Bernd", 4, 84333),
        ("Dieter", 5, 79611),
        ("Christl", None, 109000),
    ]


def test_equal_figures_share_a_place_and_the_next_is_left_out() -> None:
    rows = [Sums(1, 2, 4, 1), Sums(2, 30, 60, 2), Sums(3, 1, 3, 1), Sums(4, 1, 1, 1)]
    found = placed(rows, measure=PER_HAND, minimum=0)
    assert [(one.person, place, shared) for one, place, shared in found] == [
        (4, 1, False),
        (1, 2, True),
        (2, 2, True),
        (3, 4, False),
    ]


def test_who_has_no_hands_has_no_figure_per_hand_and_stands_last() -> None:
    found = placed([Sums(1, 0, 0, 9), Sums(2, -5, 2, 1), Sums(3, 4, 2, 9)], measure=PER_HAND, minimum=2)
    assert [(one.person, place) for one, place, _shared in found] == [(3, 1), (2, None), (1, None)]


@pytest.mark.parametrize(
    ("amount", "by", "hundredths"),
    [(1, 8, 13), (-1, 8, -13), (1, 3, 33), (2, 3, 67), (-2, 3, -67), (7, 1, 700), (0, 5, 0), (-1, 1000, 0)],
)
def test_figures_are_rounded_half_away_from_nil(amount: int, by: int, hundredths: int) -> None:
    assert rounded(amount, by) == hundredths


def test_a_first_day_has_nothing_to_be_compared_with() -> None:
    (line,) = table([Sums(1, 5, 2, 1)], {1: (5, 2)}, measure=SUM, minimum=0)
    assert (line.place, line.compares, line.before) == (1, False, None)


def test_the_place_before_is_that_without_the_newest_day() -> None:
    rows = [Sums(1, 10, 4, 2), Sums(2, 9, 4, 2), Sums(3, 3, 1, 1)]
    lines = table(rows, {1: (8, 2), 3: (3, 1)}, measure=SUM, minimum=0)
    assert [(one.sums.person, one.place, one.before) for one in lines] == [(1, 1, 2), (2, 2, 1), (3, 3, None)]


people = st.builds(
    Sums,
    person=st.integers(1, 10**6),
    amount=st.one_of(st.integers(-30, 30), st.integers(-(10**12), 10**12)),
    hands=st.one_of(st.integers(0, 6), st.integers(0, 10**5)),
    evenings=st.integers(1, 9),
)
everybody = st.lists(people, max_size=25, unique_by=lambda one: one.person)


@given(everybody, st.sampled_from(MEASURES), st.integers(0, 6), st.randoms(use_true_random=False))
def test_places_are_what_counting_says_in_whatever_order_the_rows_come(rows, measure, minimum, chance) -> None:
    found = placed(rows, measure=measure, minimum=minimum)
    mixed = list(rows)
    chance.shuffle(mixed)
    assert placed(mixed, measure=measure, minimum=minimum) == found
    figures = {one: of for one in rows if (of := figure(one, measure)) is not None and one.evenings >= minimum}
    ranked = list(figures)
    for one, place, shared in found:
        if one not in ranked:
            assert (place, shared) == (None, False)
            continue
        mine, others = figures[one], list(figures.values())
        assert place == 1 + sum(other > mine for other in others)
        assert shared == (others.count(mine) > 1)
    assert [one for one, _place, _shared in found[: len(ranked)]] == [one for one, place, _ in found if place]
    behind = [figure(one, measure) for one, place, _shared in found if place is None]
    known = [one for one in behind if one is not None]
    assert behind == [*sorted(known, reverse=True), *[None] * (len(behind) - len(known))]


@given(everybody, st.sampled_from(MEASURES), st.integers(0, 4))
def test_the_place_before_is_the_place_in_the_table_of_the_day_before(rows, measure, minimum) -> None:
    newest = {one.person: (one.amount // 2, min(one.hands, 2)) for one in rows[::2]}
    lines = table(rows, newest, measure=measure, minimum=minimum)
    earlier = [
        Sums(one.person, one.amount - newest[one.person][0], one.hands - newest[one.person][1], one.evenings - 1)
        if one.person in newest
        else one
        for one in rows
    ]
    then = {
        one.person: place
        for one, place, _shared in placed([one for one in earlier if one.evenings], measure=measure, minimum=minimum)
    }
    assert {line.sums.person: line.before for line in lines} == {one.person: then.get(one.person) for one in rows}
