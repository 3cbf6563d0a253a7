"""One against one: who rests, and who plays whom, at the least cost there is."""

from collections.abc import Callable, Sequence
from heapq import nsmallest

import rustworkx

from tournaments.formats.core import Chance, Entrant, Round, shuffled
from tournaments.formats.meetings import seated

Cost = Callable[[int, int], int]
Edges = dict[tuple[int, int], int]

SMALL = 200
"""Up to so many, every pair there could be is looked at."""
NEAREST = 24
"""Beyond that, so many of the cheapest opponents for everybody; twice as many while that makes it better."""
BESIDE = 6
"""And so many to both sides in the circle of chance, at any cost: so there are always pairs for everybody, and an odd
group of equals finds others."""
LOT_BITS = 32
"""Every pair draws a lot below its cost. So there is only one best set of pairs: of equal ones chance decides, and not
the order in which the library happens to look at them."""

NOBODY = 0
"""The opponent of somebody who rests; start numbers begin at 1."""
MUST_NOT = 10**27
"""What it costs that somebody rests whose turn it is not."""


def pairs(numbers: Sequence[int], cost: Cost, rng: Chance) -> list[tuple[int, int]]:
    """Everybody with one other, of least total cost; of equal ones, any. Costs are integers from 0 to MUST_NOT.

    Of more than SMALL players not every pair is looked at, and the total is the least of those that are. An odd count
    is a mistake of the caller.
    """
    circle = shuffled(sorted(numbers), rng)
    if len(circle) % 2:
        raise ValueError("an odd number of players cannot be paired")
    rows = _rows(circle, cost)
    near, least = NEAREST if len(circle) > SMALL else len(circle), -1
    while True:
        edges, floor = _edges(rows, near)
        found = _matched(len(circle), edges, rng)
        total = sum(edges[pair] for pair in found)
        if near >= len(circle) or total == least or total * 2 == floor:
            return [_by_lot((circle[one], circle[other]), rng) for one, other in found]
        least, near = total, near * 2


def byes(
    entrants: Sequence[Entrant],
    rounds: Sequence[Round],
    count: int,
    rng: Chance,
    *,
    order: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """Who rests: whoever rested least so far, of these the first by `order`, or by lot.

    A round somebody was not there for was a rest.
    """
    rested = _rests(entrants, rounds)
    waiting = [n for n in order if n in rested] if order is not None else shuffled(sorted(rested), rng)
    return tuple(sorted(sorted(waiting, key=rested.__getitem__)[:count]))


def pairs_and_byes(
    entrants: Sequence[Entrant],
    rounds: Sequence[Round],
    cost: Cost,
    rng: Chance,
    *,
    order: Sequence[int] | None = None,
    place_cost: int = 1,
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """As `pairs` of everybody; where they are odd one rests, as `byes` says, but so that the others cost least.

    Of those who rested least, each place further along `order` costs `place_cost`; without an order all are alike.
    """
    numbers = sorted(one.number for one in entrants)
    if len(numbers) % 2 == 0:
        return pairs(numbers, cost, rng), ()
    rested = _rests(entrants, rounds)
    fewest = min(rested.values())
    waiting = [number for number in (order if order is not None else numbers) if rested.get(number) == fewest]
    places = {number: place * place_cost if order is not None else 0 for place, number in enumerate(waiting)}

    def or_rest(one: int, other: int) -> int:
        if NOBODY in (one, other):
            return places.get(one + other, MUST_NOT)
        return cost(one, other)

    found = pairs([NOBODY, *numbers], or_rest, rng)
    return [pair for pair in found if NOBODY not in pair], tuple(sum(pair) for pair in found if NOBODY in pair)


def _rests(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> dict[int, int]:
    played = seated(rounds)
    return {one.number: len(rounds) - played[one.number] for one in entrants}


def _rows(circle: Sequence[int], cost: Cost) -> list[list[int]]:
    """What everybody costs with everybody, by places in the circle."""
    rows = [[0] * len(circle) for _ in circle]
    for place, one in enumerate(circle):
        for at in range(place):
            rows[place][at] = rows[at][place] = cost(one, circle[at])
    return rows


def _edges(rows: Sequence[Sequence[int]], near: int) -> tuple[Edges, int]:
    """The cheapest `near` opponents of everybody, and the sum of what is cheapest for each.

    Whoever comes next in the circle goes first among opponents of equal cost: so everybody has others.
    """
    edges, floor = Edges(), 0
    for place, row in enumerate(rows):
        others = (*range(place + 1, len(rows)), *range(place))
        cheapest = nsmallest(near, others, key=row.__getitem__)
        for at in (*cheapest, *others[:BESIDE]):
            edges[(place, at) if place < at else (at, place)] = row[at]
        floor += row[cheapest[0]]
    return edges, floor


def _matched(count: int, edges: Edges, rng: Chance) -> list[tuple[int, int]]:
    """As many disjoint edges as there can be, the cheapest such."""
    graph = rustworkx.PyGraph[int, int](multigraph=False)
    graph.add_nodes_from(range(count))
    dearest = max(edges.values(), default=0) + 1
    graph.add_edges_from(
        [(*pair, (dearest - cost << LOT_BITS) - rng.getrandbits(LOT_BITS)) for pair, cost in sorted(edges.items())]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


def _by_lot(pair: tuple[int, int], rng: Chance) -> tuple[int, int]:
    return pair if rng.getrandbits(1) else (pair[1], pair[0])
