"""Where the lines of the statistics run."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.views.chart import HEIGHT, LABEL_GAP, WIDTH, apart, chart, span

NAMES = ["Anna", "Bert", "Cilli", "Dora", "Emil", "Fini"]


def corners(piece: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (corner.split(",") for corner in piece.split())]


def test_where_nothing_was_played_there_is_no_picture() -> None:
    assert chart(NAMES[:2], [[]], str) is None


def test_a_line_starts_at_nil_and_ends_where_the_last_hand_left_it() -> None:
    drawn = chart(["Anna", "Bert"], [[[3, 0], [3, 10]]], str)
    assert drawn
    (anna,), (bert,) = (line.pieces for line in drawn.lines)
    assert (corners(anna)[0][1], corners(bert)[0][1]) == (drawn.nil, drawn.nil)
    assert [corners(bert)[-1], corners(anna)[-1]] == [drawn.lines[1].end, drawn.lines[0].end]
    assert corners(bert)[-1][1] < corners(anna)[-1][1] < drawn.nil
    assert [line.last for line in drawn.lines] == ["3", "10"]


def test_every_leg_is_a_piece_of_its_own_and_its_end_is_marked() -> None:
    drawn = chart(["Anna", "Bert"], [[[24, 0]], [[5, 3], [5, 24]], []], str)
    assert drawn
    assert [len(line.pieces) for line in drawn.lines] == [2, 2]
    assert drawn.ends == (corners(drawn.lines[0].pieces[1])[0][0],)


@pytest.mark.parametrize(
    ("least", "most", "told"),
    [(0, 24, (0, 25, 5)), (-3, 4, (-4, 4, 2)), (0, 0, (0, 1, 1)), (-560, 104, (-600, 200, 200)), (0, 4, (0, 4, 1))],
)
def test_the_scale_is_in_round_figures(least: int, most: int, told: tuple[int, int, int]) -> None:
    assert span(least, most) == told


@given(st.integers(-(10**15), 0), st.integers(0, 10**15))
def test_every_scale_holds_what_is_shown_with_few_steps(least: int, most: int) -> None:
    low, high, step = span(least, most)
    assert low <= least <= most <= high
    assert low % step == high % step == 0
    assert (high - low) // step <= 7


@given(st.lists(st.integers(12, 208), min_size=2, max_size=6))
def test_no_name_stands_on_another(heights: list[int]) -> None:
    placed = sorted(apart(heights))
    assert all(below - above >= LABEL_GAP for above, below in pairwise(placed))
    assert placed[-1] <= HEIGHT


@given(st.lists(st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=3), min_size=1, max_size=300))
def test_nothing_is_drawn_outside_of_the_picture(hands: list[list[int]]) -> None:
    drawn = chart(NAMES[:3], [hands], str)
    assert drawn
    for line in drawn.lines:
        for x, y in (corner for piece in line.pieces for corner in corners(piece)):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
