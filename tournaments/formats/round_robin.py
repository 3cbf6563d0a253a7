"""Everybody against everybody, once or twice (home and away, seats swapped), by the circle method.

One stays, the others move on one place around a circle each round; with an odd number one rests each round. Where that
does not go up any more - somebody came late, more than one left, tables were changed by hand - each round seats as many
as can be of those who have not met, first those who have most opponents left, until all have met.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tournaments.formats.core import Chance, Draw, Entrant, Round
from tournaments.formats.matching import NOBODY, pairs
from tournaments.formats.meetings import Pair, pair_of
from tournaments.formats.plan import Stage
from tournaments.formats.seating import placed
from tournaments.formats.situation import Situation

REST = 10**12
"""What it costs that somebody rests who has opponents left: as few as can be."""
RESTED = 10**6
"""For each rest they had already."""


def draw(situation: Situation, members: Sequence[Entrant]) -> Draw:
    """The next round; nobody is in it who has met all. `members` are all of this stage, there or not."""
    played = [one for one in situation.rounds if one.stage == situation.stage_index]
    there = [one.number for one in situation.entrants]
    found, resting = matches(situation.stage, [one.number for one in members], there, played, situation.rng)
    return Draw(situation.stage_index, placed(found, situation.entrants), resting)


def to_play(stage: Stage, members: Iterable[int], there: Iterable[int], played: Sequence[Round]) -> set[int]:
    """Whom the next round is for: all who are there while the circle goes round, then those who have not met all.

    Nobody, once all have met.
    """
    there = set(there)
    still = _open(stage, there, played)
    if still and len(played) < rounds_of(stage, len(_began(members, there, played))):
        return there
    return {number for pair in still for number in pair}


def matches(
    stage: Stage, members: Iterable[int], there: Iterable[int], played: Sequence[Round], rng: Chance
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Who plays whom in the next round, the first at home, and who rests."""
    members, there = sorted(members), set(there)
    still = _open(stage, there, played)
    found = _of_circle(stage, members, there, played, still)
    if found is None:
        found = _as_many_as_can_be(still, played, rng)
    at_table = {number for pair in found for number in pair}
    return found, tuple(sorted(to_play(stage, members, there, played) - at_table))


def _began(members: Iterable[int], there: set[int], played: Sequence[Round]) -> list[int]:
    """Who was drawn or rested in the first round, by number."""
    first = {*played[0].byes, *(one for table in played[0].tables for one in table.seats)} if played else there
    return sorted(first.intersection(members))


def circle(count: int, index: int) -> list[tuple[int, int]]:
    """Round `index` (from 0) of an even count of places 0 … count-1, home first; each is at home about as often."""
    leg, turn = divmod(index, count - 1)
    ring = [0, *(1 + (at + turn) % (count - 1) for at in range(count - 1))]
    found = []
    for at in range(count // 2):
        pair = (ring[at], ring[-1 - at])
        swapped = ((turn if at == 0 else at) + leg) % 2
        found.append((pair[1], pair[0]) if swapped else pair)
    return found


def rounds_of(stage: Stage, count: int) -> int:
    """How many rounds so many take."""
    once = count - 1 + count % 2
    return (2 if stage.twice else 1) * once if count > 1 else 0


def _open(stage: Stage, there: Iterable[int], played: Sequence[Round]) -> list[Pair]:
    """Every pair that has still to meet."""
    met = _met(played)
    return [pair for pair in combinations(sorted(there), 2) if met[pair] < (2 if stage.twice else 1)]


def _met(played: Sequence[Round]) -> Counter[Pair]:
    tables = (table.seats for one in played for table in one.tables if len(table.seats) == 2)
    return Counter(pair_of(*seats) for seats in tables)


def _of_circle(
    stage: Stage, members: Sequence[int], there: set[int], played: Sequence[Round], still: Sequence[Pair]
) -> list[tuple[int, int]] | None:
    """The round as the circle has it, or None: more than one place is empty, or it is not the turn of these pairs.

    The place that stays is the empty one of an odd number: so all are at home equally often. The first who comes late
    takes it.
    """
    began = _began(members, there, played)
    late = [number for number in members if number in there and number not in began]
    empty = [late.pop(0) if late else None] if len(began) % 2 else []
    ring: list[int | None] = [*empty, *began]
    index = len(played)
    if late or index >= rounds_of(stage, len(ring)) or sum(number not in there for number in ring) > 1:
        return None
    found = [
        (home, away)
        for home, away in ((ring[one], ring[other]) for one, other in circle(len(ring), index))
        if home is not None and away is not None and {home, away} <= there
    ]
    return found if {pair_of(*pair) for pair in found}.issubset(still) else None


def _as_many_as_can_be(still: Sequence[Pair], played: Sequence[Round], rng: Chance) -> list[tuple[int, int]]:
    left = Counter(number for pair in still for number in pair)
    seated = Counter(
        number for one in played for table in one.tables if len(table.seats) == 2 for number in table.seats
    )
    rest = {number: REST + (len(played) - seated[number]) * RESTED + left[number] for number in left}
    open_, homes = {*still}, Counter(table.seats[0] for one in played for table in one.tables)
    before = {table.seats for one in played for table in one.tables}

    def cost(one: int, other: int) -> int:
        """Two who need not meet any more rest, if they are put together."""
        if NOBODY in (one, other):
            return rest[one + other]
        return 0 if pair_of(one, other) in open_ else rest[one] + rest[other]

    def at_home(one: int, other: int) -> tuple[int, int]:
        turned = (one, other) in before or ((other, one) not in before and homes[one] > homes[other])
        return (other, one) if turned else (one, other)

    found = pairs([*([NOBODY] if len(left) % 2 else []), *sorted(left)], cost, rng)
    return [at_home(*pair) for pair in found if pair_of(*pair) in open_]
