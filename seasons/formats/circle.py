"""Fixtures of a league by the circle method: everybody meets everybody, at home and away in turn."""

from typing import Protocol


class Chance(Protocol):
    """The part of `random.Random` that stays the same for a seed on every machine and in every Python."""

    def getrandbits(self, k: int, /) -> int: ...


def fixtures(teams: int, twice: bool, rng: Chance) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of (home, away) in which each of 0 … `teams` - 1 meets each, once or twice with the sides swapped.

    By the circle method; chance says who has which place on the circle. In a single round of all rounds nobody is at
    home more than once more often than away, and as few as can be are twice running at home or away: with an even
    number all but two once, with an odd one nobody. With an odd number one rests each round. The second half is the
    first with home and away swapped.
    """
    if teams < 2:
        return ()
    order = _shuffled(teams, rng)
    count = teams + teams % 2
    first = tuple(
        tuple((order[home], order[away]) for home, away in _circle(count, turn) if max(home, away) < teams)
        for turn in range(count - 1)
    )
    return first + tuple(tuple((away, home) for home, away in one) for one in first) if twice else first


def _circle(count: int, turn: int) -> list[tuple[int, int]]:
    """Round `turn` (from 0) of an even count: the last place stays, the others go round.

    The one who stays is at home every other round; the others alternate along the circle.
    """
    last, ring = count - 1, count - 1
    found = [(last, turn) if turn % 2 else (turn, last)]
    for step in range(1, count // 2):
        ahead, behind = (turn + step) % ring, (turn - step) % ring
        found.append((behind, ahead) if step % 2 else (ahead, behind))
    return found


def _shuffled(count: int, rng: Chance) -> list[int]:
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        bits = (last + 1).bit_length()
        while (other := rng.getrandbits(bits)) > last:
            pass
        order[last], order[other] = order[other], order[last]
    return order
