"""The individual table of a division: who won how many boards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a match that counts, seen from one side."""

    team: int
    people: Sequence[int]
    """Who sat there for that side, as they are now."""
    made: int
    conceded: int


@dataclass(frozen=True, slots=True)
class Person:
    """One line. A pair wins a board for both."""

    player: int
    team: int
    """The team they sat for last."""
    place: int
    shared: bool = False
    boards: int = 0
    won: int = 0
    lost: int = 0
    made: int = 0
    conceded: int = 0

    @property
    def difference(self) -> int:
        return self.made - self.conceded


def people(boards: Iterable[Board]) -> tuple[Person, ...]:
    """Everybody who sat at a board, by boards won, then by what was made less conceded; who is equal shares the place.

    Those who share one stand by their number, which decides nothing else.
    """
    sums: Mapping[int, Person] = _summed(boards)
    ordered = sorted(sums.values(), key=lambda one: (*_key(one), one.player))
    keys = [_key(one) for one in ordered]
    return tuple(
        replace(one, place=keys.index(key) + 1, shared=keys.count(key) > 1)
        for one, key in zip(ordered, keys, strict=True)
    )


def _key(one: Person) -> tuple[int, int]:
    return -one.won, -one.difference


def _summed(boards: Iterable[Board]) -> dict[int, Person]:
    sums = dict[int, Person]()
    for board in boards:
        for player in dict.fromkeys(board.people):
            had = sums.get(player, Person(player, board.team, 0))
            sums[player] = replace(
                had,
                team=board.team,
                boards=had.boards + 1,
                won=had.won + (board.made > board.conceded),
                lost=had.lost + (board.made < board.conceded),
                made=had.made + board.made,
                conceded=had.conceded + board.conceded,
            )
    return sums
