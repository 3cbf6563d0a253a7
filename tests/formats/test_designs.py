"""Known perfect seatings: that they are perfect, and that a tournament finds its way back into one."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.formats.designs import WHIST, Design, continued, no_repeats, whist

NO_REPEATS = [
    *((size**2, size, size + 1) for size in (3, 4, 5)),
    (12, 3, 4), (15, 3, 5), (21, 3, 7),
    (20, 4, 5), (24, 4, 7), (28, 4, 7), (32, 4, 9), (44, 4, 11), (64, 4, 21),
    (35, 5, 7), (40, 5, 8), (20, 5, 1), (8, 4, 1), (12, 4, 1),
]  # fmt: skip


@pytest.mark.parametrize(("count", "size", "rounds"), NO_REPEATS)
def test_nobody_meets_twice(count: int, size: int, rounds: int) -> None:
    design = no_repeats(count, size)
    assert design is not None
    assert len(design.rounds) == rounds
    assert all(len(block) == size for blocks in design.rounds for block in blocks)
    assert all(sorted(p for block in blocks for p in block) == list(range(count)) for blocks in design.rounds)
    pairs = Counter(pair for blocks in design.rounds for block in blocks for pair in combinations(sorted(block), 2))
    assert max(pairs.values()) == 1


@pytest.mark.parametrize("count", WHIST)
def test_in_a_whist_tournament_all_are_partners_once_and_opponents_twice(count: int) -> None:
    design = whist(count)
    assert design is not None
    partners, opponents = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for one, two, three, four in (block for blocks in design.rounds for block in blocks):
        partners.update([frozenset({one, three}), frozenset({two, four})])
        opponents.update(frozenset({a, b}) for a in (one, three) for b in (two, four))
    every = {frozenset(pair) for pair in combinations(range(count), 2)}
    assert partners == Counter(dict.fromkeys(every, 1))
    assert opponents == Counter(dict.fromkeys(every, 2))
    assert all(len({p for block in blocks for p in block}) == count - count % 2 for blocks in design.rounds)


def test_there_is_not_one_for_every_number() -> None:
    assert no_repeats(18, 4) is None
    assert no_repeats(68, 4) is None
    assert whist(9) is None


def test_any_two_rounds_of_sixteen_without_repeats_go_on_to_five() -> None:
    """Also those made by hand: the tables of the Schafkopfrennen (worked evening S3), the seats as they came."""
    design = no_repeats(16, 4)
    assert design is not None
    played = [
        ((2, 1, 3, 4), (5, 6, 8, 7), (9, 10, 11, 12), (16, 13, 14, 15)),
        ((13, 9, 5, 1), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)),
    ]
    rest = continued(design, played, [(), ()])
    assert len(rest) == 3
    pairs = Counter(pair for blocks in (*played, *rest) for block in blocks for pair in combinations(sorted(block), 2))
    assert len(pairs) == 120
    assert set(pairs.values()) == {1}


def test_what_is_no_part_of_a_design_is_not_continued() -> None:
    design = Design((((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))))
    first = ((1, 2), (3, 4))
    assert len(continued(design, [first], [()])) == 2
    assert len(continued(design, [first, first], [(), ()])) == 2
    assert continued(design, [first, ((1, 2, 3, 4),)], [(), ()]) == []
    assert continued(design, [((1, 2, 3), (4,))], [()]) == []


def test_an_empty_seat_is_for_whoever_comes_late() -> None:
    """15 begin as 16 with an empty seat; 16 comes for the second round and meets nobody twice either."""
    design = no_repeats(16, 4)
    assert design is not None
    first = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15))
    rest = continued(design, [first], [()], newcomers=[16])
    assert len(rest) == 4
    assert all(sorted(n for block in blocks for n in block) == list(range(1, 17)) for blocks in rest)
