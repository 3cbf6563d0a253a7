"""The grid of a knock-out: who starts where, so that those who shall be kept apart meet as late as they can.

From the whole grid down to single tables, the cards of a part are split into its two halves. Two matchings make the
split: each card with the next one in order (so halves are equally strong, and byes spread), and each card with one it
shall be kept from. A graph made of two matchings has no odd circle, so both can be kept: one of each pair goes to the
one half, the other to the other. So four cards of one person get to four quarters, three to three of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product

from tournaments.formats.core import Chance, below
from tournaments.formats.meetings import Pair

Near = Mapping[int, Sequence[int]]

CHOICES = 200


def spread(cards: Sequence[int], keep: Sequence[Iterable[Pair]], rng: Chance, *, seeded: bool) -> list[tuple[int, ...]]:
    """The tables of the first round in the order of the grid: two cards, or one that has a bye.

    `cards` best first; the first ones have the byes. `keep`: pairs to keep apart, the weightiest kind first.
    `seeded`: the first meets the last, the two first in the final at the earliest; else halves are drawn by lot.
    """
    return _part(list(cards), _tables(len(cards)), [_near(pairs) for pairs in keep], None if seeded else rng)


def byes_in(count: int) -> int:
    """How many have a bye in the first round."""
    return 2 * _tables(count) - count


def _tables(count: int) -> int:
    return 1 << max(0, (count - 1).bit_length() - 1)


def _near(pairs: Iterable[Pair]) -> Near:
    near = defaultdict[int, list[int]](list)
    for one, other in sorted(pairs):
        near[one].append(other)
        near[other].append(one)
    return near


def _part(cards: list[int], tables: int, keep: Sequence[Near], rng: Chance | None) -> list[tuple[int, ...]]:
    if tables == 1:
        return [tuple(cards)]
    side = _sides(cards, 2 * tables - len(cards), _kept_from(cards, keep), rng)
    halves = ([card for card in cards if side[card] == half] for half in (0, 1))
    return [table for half in halves for table in _part(half, tables // 2, keep, rng)]


def _kept_from(cards: Sequence[int], keep: Sequence[Near]) -> dict[int, int]:
    """A matching among those who shall be kept apart, the weightiest reason first."""
    place = {card: at for at, card in enumerate(cards)}
    found: dict[int, int] = {}
    for near in keep:
        for card in cards:
            free = [other for other in near.get(card, ()) if other in place and other not in found]
            if free and card not in found:
                other = min(free, key=lambda one: place[one])
                found[card], found[other] = other, card
    return found


def _sides(cards: Sequence[int], byes: int, kept_from: Mapping[int, int], rng: Chance | None) -> dict[int, int]:
    """Card -> 0 or 1, the half it goes to.

    With an odd number of cards the number of byes is odd too, and the half with a bye more has a card less: one card
    that has no bye goes to the other half than one that has. Which two, is free: the last ones that fit.
    """
    if len(cards) % 2 == 0:
        side = _coloured(cards, None, byes, kept_from, rng)
        assert side is not None, "two matchings make no odd circle"
        return side
    choices = product(reversed(range(byes)), reversed(range(byes, len(cards))))
    for rests, odd in islice(choices, CHOICES):
        order = [*cards[:rests], *cards[rests + 1 : byes], cards[rests], *cards[byes:]]
        if side := _coloured(order, odd, byes, kept_from, rng):
            return side
    last = cards[-1]  # nobody fits: the last one is not kept from anybody
    without = {one: other for one, other in kept_from.items() if last not in (one, other)}
    side = _coloured(cards, len(cards) - 1, byes, without, rng)
    assert side is not None, "a card that is kept from nobody fits anywhere"
    return side


def _coloured(
    cards: Sequence[int], odd: int | None, byes: int, kept_from: Mapping[int, int], rng: Chance | None
) -> dict[int, int] | None:
    """The halves, or None where they cannot be so. By the seeding the better card of every second pair goes below."""
    rest = [card for at, card in enumerate(cards) if at != odd]
    others = defaultdict[int, list[int]](list)
    for at in range(0, len(rest), 2):
        others[rest[at]].append(rest[at + 1])
        others[rest[at + 1]].append(rest[at])
    if odd is not None:
        others[cards[odd]].append(rest[byes - 1])
        others[rest[byes - 1]].append(cards[odd])
    for card, other in kept_from.items():
        others[card].append(other)
    side: dict[int, int] = {}
    for at, first in enumerate([*rest, *([] if odd is None else [cards[odd]])]):
        if first in side:
            continue
        side[first], waiting = (at // 2 % 2 if rng is None else below(rng, 2)), [first]
        while waiting:
            card = waiting.pop()
            for other in others[card]:
                if other not in side:
                    side[other] = 1 - side[card]
                    waiting.append(other)
                elif side[other] == side[card]:
                    return None
    return side
