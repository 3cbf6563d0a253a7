"""Tables of three to five, everybody for themselves: drawn (Kind.DRAWN), or the leaders together (Kind.SCORE).

Decided where the sources are silent:

* As many as can be are seated; then as many tables as can be have the size named first. Who sits out is drawn from
  those who rested least; by score, the lowest of them.
* Whoever sat at a table of another size (three instead of four) shall not again before the others.
* By score (Skat: "next seated by score", Peitz, München-Süd): the first round of the stage is drawn. Then everybody
  sits where their place says, and to keep two from meeting again nobody moves further than to the next table, nor at
  all where rematches are allowed. To keep apart a family, or two decks, they may.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, islice, product

from tournaments.formats import designs, seating
from tournaments.formats.core import Chance, Draw, Impossible, Problem, below, by_number, shuffled
from tournaments.formats.matching import byes
from tournaments.formats.meetings import PARTNERED, Pair, costs, pair_of, partner_costs, seated
from tournaments.formats.plan import Kind
from tournaments.formats.seating import PlaceCost, sizes_for
from tournaments.formats.situation import Situation

ONE_TABLE_ON = 10
"""By score: one table away from where the place says."""
TORN = 10**6
"""Each further one; more than a table full of people who have all met some times."""
UNEVEN = 100
"""Times the square of how often somebody was at a table of another size."""


def draw(situation: Situation) -> Draw:
    """Refused: fewer than one table needs (`too_few`), or a number that does not come out even where nobody may sit
    out (`cannot_be_seated`); both say how many are missing."""
    count, stage = len(situation.entrants), situation.stage
    sizes = seating.most_seated(count, stage.sizes)
    over = count - sum(sizes)
    if not sizes or (over and not stage.sit_out):
        more = next((more for more in range(1, 100) if sizes_for(count + more, stage.sizes)), 0)
        figures: dict[str, int | str | list[int]] = {"there": count, "missing": more, "sizes": list(stage.sizes)}
        raise Impossible(Problem("cannot_be_seated" if sizes else "too_few", None, {**figures, "over": over}))
    return _by_design(situation, sizes) or _by_search(situation, sizes, over)


def _by_score(situation: Situation) -> bool:
    earlier = any(one.stage == situation.stage_index or situation.stage.carry for one in situation.rounds)
    return situation.stage.kind is Kind.SCORE and earlier


def _costs(situation: Situation) -> tuple[dict[Pair, int], dict[Pair, int]]:
    plan, stage, rounds = situation.plan, situation.stage, situation.rounds
    pairs = costs(plan, situation.entrants, rounds, situation.number, rematches=stage.rematches)
    return pairs, partner_costs(plan, rounds) if stage.partners else {}


def _by_search(situation: Situation, sizes: Sequence[int], over: int) -> Draw:
    stage, rng, entrants = situation.stage, situation.rng, situation.entrants
    by_score, (pair_costs, partners) = _by_score(situation), _costs(situation)
    lowest_first = situation.order[::-1] if by_score else _deck_does_not_come_out(situation)
    resting = byes(entrants, situation.rounds, over, rng, order=lowest_first)
    playing = [number for number in situation.order if number not in resting]
    needs = {one.number: one.table for one in entrants if one.table is not None and one.number in playing}
    free = seating.table_numbers(len(sizes), list(needs.values()))
    groups: list[list[int]] = []
    for members, tables in _parts(situation, playing, sizes):
        needed = {number: needs[number] for number in members if needs.get(number) in free}
        index = {table: at for at, table in enumerate(_taken(free, needed, needs, len(tables)))}
        found = seating.tables(
            members if by_score else sorted(shuffled(sorted(members), rng), key=_deck_of(situation)),
            tables,
            pair_costs,
            rng,
            partner_costs=partners,
            place_cost=_by_place(situation, members, tables) if by_score else _evenly(situation, tables),
            pinned={number: index[table] for number, table in needed.items() if table in index},
            reach=2 if by_score else 0,
        )
        groups.extend(found if stage.partners else [shuffled(group, rng) for group in found])
    return Draw(situation.stage_index, seating.placed(groups, entrants), resting)


def _taken(free: list[int], needed: Mapping[int, int], needs: Mapping[int, int], count: int) -> list[int]:
    """So many table numbers out of the free ones: those needed here, then the lowest that nobody else needs."""
    here, elsewhere = set(needed.values()), set(needs.values())
    chosen = sorted(sorted(free, key=lambda table: (table not in here, table in elsewhere, table))[:count])
    free[:] = [table for table in free if table not in chosen]
    return chosen


def _deck_of(situation: Situation) -> Callable[[int], str]:
    """Whose neighbours play with the same deck is seated well from the beginning."""
    known = by_number(situation.entrants)
    return lambda number: known[number].deck if situation.plan.keep.decks_together else ""


def _by_deck(situation: Situation, numbers: Sequence[int]) -> dict[str, list[int]]:
    """Numbers by their deck in the order given; under "" those who play with any."""
    deck_of, found = _deck_of(situation), defaultdict[str, list[int]](list)
    for number in numbers:
        found[deck_of(number)].append(number)
    return dict(sorted(found.items()))


def _deck_does_not_come_out(situation: Situation) -> list[int]:
    """An order of chance of all, but as many of each deck first as its tables leave over."""
    first: list[int] = []
    numbers = shuffled(sorted(one.number for one in situation.entrants), situation.rng)
    for members in _by_deck(situation, numbers).values():
        first.extend(members[: len(members) - sum(seating.most_seated(len(members), situation.stage.sizes))])
    return [*first, *(number for number in numbers if number not in first)]


def _parts(
    situation: Situation, numbers: Sequence[int], sizes: Sequence[int]
) -> list[tuple[list[int], tuple[int, ...]]]:
    """Who is seated apart from the others, and at tables of which sizes: each deck for itself, where it comes out.

    Those who play with any deck fill up what is missing; where it does not come out, all are one part.
    """
    decks = _by_deck(situation, numbers)
    anybody = decks.pop("", [])
    most = min(len(anybody), max(sizes) - 1)
    for fill in sorted(product(range(most + 1), repeat=len(decks)), key=sum) if len(decks) > 1 else ():
        counts = [len(members) + more for members, more in zip(decks.values(), fill, strict=True)]
        parts = [sizes_for(count, situation.stage.sizes) for count in (*counts, len(anybody) - sum(fill))]
        if sum(fill) <= len(anybody) and None not in parts:
            rest = iter(anybody)
            filled = [[*members, *islice(rest, more)] for members, more in zip(decks.values(), fill, strict=True)]
            order = {number: place for place, number in enumerate(numbers)}
            groups = [sorted(group, key=order.__getitem__) for group in (*filled, [*rest])]
            return [(group, part) for group, part in zip(groups, parts, strict=True) if part]
    return [([*numbers], tuple(sizes))]


def _by_place(situation: Situation, members: Sequence[int], sizes: Sequence[int]) -> PlaceCost:
    """By score: how far a table is from where somebody's total belongs."""
    totals, home, spans, rest = situation.totals, dict[int, int](), list[tuple[int, int]](), iter(members)
    for index, size in enumerate(sizes):
        group = [*islice(rest, size)]
        home |= dict.fromkeys(group, index)
        spans.append((min(totals[number] for number in group), max(totals[number] for number in group)))

    def cost(number: int, index: int) -> int:
        away = abs(home[number] - index)
        if not away or spans[index][0] <= totals[number] <= spans[index][1]:
            return 0
        return ONE_TABLE_ON + TORN * (away - 1)

    return cost


def _evenly(situation: Situation, sizes: Sequence[int]) -> PlaceCost | None:
    """Who sat at a table of another size than most wanted does not like to again."""
    wanted = situation.stage.sizes[0]
    earlier = (table for one in situation.rounds if one.stage == situation.stage_index for table in one.tables)
    times = Counter(number for table in earlier if len(table.seats) != wanted for number in table.seats)
    if not times or set(sizes) == {wanted}:
        return None
    return lambda number, index: 0 if sizes[index] == wanted else UNEVEN * times[number] ** 2


def _by_design(situation: Situation, sizes: Sequence[int]) -> Draw | None:
    """The next round of a known perfect seating, where the rounds of this stage are a part of one."""
    played = [one for one in situation.rounds if one.stage == situation.stage_index]
    if not played or situation.stage.kind is not Kind.DRAWN:
        return None
    there = [one.number for one in situation.entrants]
    seats = [tuple(table.seats for table in sorted(one.tables, key=lambda table: table.number)) for one in played]
    for design in _designs(situation, sizes):
        rounds = designs.continued(design, seats, [one.byes for one in played], there)
        for blocks in (designs.present(one, there) for one in shuffled(rounds, situation.rng)):
            if sorted(map(len, blocks)) == sorted(sizes) and (made := _if_perfect(situation, design, blocks)):
                return made
    return None


def _designs(situation: Situation, sizes: Sequence[int]) -> list[designs.Design]:
    """With partners, those of whist for more rounds than can be without meeting an opponent again."""
    stage = situation.stage
    found = [designs.no_repeats(len(sizes) * max(sizes), max(sizes))]
    if stage.partners and set(sizes) == {4}:
        longer = not found[0] or stage.rounds > len(found[0].rounds)
        found.insert(0 if longer else 1, designs.whist(len(situation.entrants)))
    return [design for design in found if design]


def _if_perfect(situation: Situation, design: designs.Design, blocks: designs.Blocks) -> Draw | None:
    """These tables, where nothing that shall be kept is broken and nobody rests whose turn it is not."""
    (pair_costs, partners), rng = _costs(situation), situation.rng
    groups = [
        _seats(block, design.partners, partners, rng) if situation.stage.partners else shuffled(block, rng)
        for block in shuffled(blocks, rng)
    ]
    if sum(_cost(group, pair_costs, partners) for group in groups) >= (PARTNERED if design.partners else 1):
        return None
    played, playing = seated(situation.rounds), {number for group in groups for number in group}
    resting = tuple(one.number for one in situation.entrants if one.number not in playing)
    if resting and min(played[number] for number in resting) < max(played[number] for number in playing):
        return None
    return Draw(situation.stage_index, seating.placed(groups, situation.entrants), resting)


def _seats(block: designs.Block, as_they_sit: bool, partners: Mapping[Pair, int], rng: Chance) -> list[int]:
    """A table of four in an order of seats: the partners of the design, or of the three ways the best; else by lot."""
    if len(block) != 4:
        return shuffled(block, rng)
    one, two, three, four = block
    ways = [block] if as_they_sit else shuffled([block, (one, three, two, four), (one, two, four, three)], rng)
    best = min(ways, key=lambda way: _cost(way, {}, partners))
    turn = below(rng, 4)
    return [*best[turn:], *best[:turn]]


def _cost(seats: Sequence[int], pair_costs: Mapping[Pair, int], partners: Mapping[Pair, int]) -> int:
    cost = sum(pair_costs.get(pair_of(*pair), 0) for pair in combinations(seats, 2))
    if partners and len(seats) == 4:
        one, two, three, four = seats
        cost += partners.get(pair_of(one, three), 0) + partners.get(pair_of(two, four), 0)
    return cost
