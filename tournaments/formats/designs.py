"""Known perfect seatings for the classic numbers, applied where the rounds so far are a part of one.

A design is a list of rounds over points 0, 1 …; drawing round by round without one leads 16 players into a corner after
three rounds, where five are possible. The lot decides who is which point: seat and table in the first round are the
name of a point, so nothing has to be remembered between the rounds.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, gcd

Block = tuple[int, ...]
"""Points at one table, or start numbers."""
Blocks = tuple[Block, ...]

LARGEST = 64
"""Up to so many players; for more, search finds tables without repeats for as many rounds as an evening has."""

FIELDS = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""Order of a finite field of characteristic 2 -> the polynomial that makes it."""

BY_TURNING = {24: ((13, 22, 14, 4), (9, 16, 15, 18), (20, 10, 23, 0), (6, 11, 12, 7), (21, 19, 8, 1), (2, 5, 3, 17))}
"""24 in fours, 7 rounds: the points are three rings of seven (0-6, 7-13, 14-20), turned by one each round, and three
that stay (found by search; that no pair returns is tested)."""

WHIST: Mapping[int, Blocks] = {
    5: ((1, 2, 4, 3),),
    8: ((2, 6, 0, 5), (1, 7, 4, 3)),
    12: ((9, 1, 2, 11), (4, 6, 3, 8), (5, 7, 0, 10)),
    13: ((12, 1, 5, 11), (6, 9, 4, 8), (2, 3, 10, 7)),
    16: ((5, 8, 15, 9), (7, 4, 14, 1), (0, 6, 10, 2), (12, 11, 3, 13)),
    17: ((1, 5, 15, 16), (14, 9, 6, 2), (8, 11, 13, 7), (10, 3, 12, 4)),
    20: ((5, 8, 3, 18), (2, 10, 9, 16), (6, 7, 14, 4), (0, 17, 19, 13), (11, 15, 12, 1)),
    24: ((7, 13, 18, 23), (3, 15, 5, 2), (4, 6, 10, 11), (14, 9, 17, 0), (8, 1, 16, 20), (19, 22, 12, 21)),
}
"""First rounds of whist tournaments (E. H. Moore 1896; these were found by search and are tested): with every other
player partner once and opponent twice, seats 1 and 3 against 2 and 4. Points turn by one each round; of an even number
the last one stays, of an odd one somebody rests each round."""


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds of tables; `partners`: seats 1 and 3, 2 and 4 belong together."""

    rounds: tuple[Blocks, ...]
    partners: bool = False

    def as_played(self, blocks: Blocks) -> frozenset[frozenset[object]]:
        """What makes two rounds the same."""
        if self.partners:
            return frozenset(frozenset({frozenset(block[::2]), frozenset(block[1::2])}) for block in blocks)
        return frozenset(frozenset[object](block) for block in blocks)


def no_repeats(count: int, size: int) -> Design | None:
    """So many players at tables of this size, nobody meeting anybody twice. None: there is none here."""
    if count > LARGEST or count % size:
        return None
    if (count, size) == (24, 4):
        rings = [[(p // 7 * 7 + (p + turn) % 7 if p < 21 else p) for p in range(24)] for turn in range(7)]
        return Design(tuple(tuple(tuple(ring[p] for p in block) for block in BY_TURNING[24]) for ring in rings))
    return Design(tuple(_transversal(count, size)))


def _transversal(count: int, size: int) -> Iterator[Blocks]:
    """Points in rows as long as there are tables. A table has one of each row, on a line whose slope is the round.

    Two lines of different slopes share at most one point, in a field or where the rows' length has no small divisor.
    Rows never meet, so where they fill tables themselves they are more rounds (16: the affine plane of order 4).
    """
    length = count // size
    slopes = length if (length in FIELDS and length >= size) or gcd(length, factorial(size - 1)) == 1 else 1
    for slope in range(slopes):
        yield tuple(
            tuple(row * length + _on_line(start, slope, row, length) for row in range(size)) for start in range(length)
        )
    if length % size == 0 and slopes > 1:
        for blocks in _transversal(length, size):
            yield tuple(tuple(row * length + point for point in block) for row in range(size) for block in blocks)


def _on_line(start: int, slope: int, row: int, length: int) -> int:
    if length not in FIELDS:
        return (start + slope * row) % length
    product = 0
    for bit in range(row.bit_length()):
        if row >> bit & 1:
            product ^= slope << bit
    for bit in range(product.bit_length() - 1, length.bit_length() - 2, -1):
        if product >> bit & 1:
            product ^= FIELDS[length] << bit - length.bit_length() + 1
    return start ^ product


def whist(count: int) -> Design | None:
    """Tables of four with partners: every other player partner once, opponent twice."""
    if count not in WHIST:
        return None
    turning = count - 1 + count % 2
    turned = (
        tuple(tuple((p + turn) % turning if p < turning else p for p in block) for block in WHIST[count])
        for turn in range(turning)
    )
    return Design(tuple(turned), partners=True)


def continued(
    design: Design, played: Sequence[Blocks], resting: Sequence[Block], newcomers: Sequence[int] = ()
) -> list[Blocks]:
    """The rounds of the design that are still open, in start numbers; nothing where what was played is no part of it.

    `played` are the tables of every round by number with their seats, `resting` who sat out of each. There may be fewer
    people than points: who is not there leaves a seat empty, and `newcomers` get points that nobody had.
    """
    there = [{number for block in blocks for number in block} for blocks in played]
    wanted = [design.as_played(blocks) for blocks in played]
    later = {number: None for blocks in played for block in blocks for number in block}
    for names in _names(design, played, [*dict.fromkeys([*resting[0], *later, *newcomers])]):
        named = [_named(names, blocks) for blocks in design.rounds]
        used = [
            {at for at, blocks in enumerate(named) if design.as_played(present(blocks, those)) == kind}
            for kind, those in zip(wanted, there, strict=True)
        ]
        if all(used):
            gone = set().union(*used)
            return [blocks for at, blocks in enumerate(named) if at not in gone]
    return []


def _named(names: Mapping[int, int], blocks: Blocks) -> Blocks:
    """The numbers at these points, without points that nobody has."""
    return tuple(tuple(names[point] for point in block if point in names) for block in blocks)


def present(blocks: Blocks, there: Collection[int]) -> Blocks:
    """These tables with those who are there, without tables that nobody is left at."""
    met = (tuple(number for number in block if number in there) for block in blocks)
    return tuple(block for block in met if block)


def _names(design: Design, played: Sequence[Blocks], others: Sequence[int]) -> Iterator[dict[int, int]]:
    """Point -> start number, in every way worth trying. `others` get points that nobody has at a table of round 1."""
    first, seats = design.rounds[0], sorted(played[0], key=len, reverse=True)
    if len(first) != len(seats) or any(len(block) < len(table) for block, table in zip(first, seats, strict=True)):
        return
    names = {p: n for block, table in zip(first, seats, strict=True) for p, n in zip(block, table, strict=False)}
    spare = (point for blocks in design.rounds for block in blocks for point in block if point not in names)
    sitting = set(names.values())
    names |= zip(dict.fromkeys(spare), (number for number in others if number not in sitting), strict=False)
    yield names
    yield from _in_a_square(played)


def _in_a_square(played: Sequence[Blocks]) -> Iterator[dict[int, int]]:
    """As many tables as seats (9 or 16 players): any two rounds without repeats are the columns and rows of a square,
    so a design goes on also from rounds that were made by hand."""
    order = len(played[0])
    if len(played) < 2 or order > 4 or any(len(block) != order for block in (*played[0], *played[1])):
        return
    crossing = [[set(one).intersection(other) for one in played[0]] for other in played[1]]
    if any(len(cell) != 1 for row in crossing for cell in row):
        return
    square = [[next(iter(cell)) for cell in row] for row in crossing]
    for rows in permutations(range(order)):
        for columns in permutations(range(order)):
            yield {y * order + x: square[rows[y]][columns[x]] for y in range(order) for x in range(order)}
