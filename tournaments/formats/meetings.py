"""Who has met whom, what it costs when two meet now, and what a set of tables does not keep.

To *meet* is to sit at one table, as opponents or as partners. A *rest* is a round without an opponent: a bye, a
sit-out, a place alone in a grid, or a round somebody was not there for, so that leaving and coming back gains nothing.

Costs are ordered magnitudes: no number of lesser ones that a round can hold weighs as much as one of the next.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.core import Draw, Entrant, Note, Problem, Round, Table, by_number
from tournaments.formats.plan import MATCHES, Kind, Plan

Pair = tuple[int, int]
"""Two start numbers, the smaller first."""

AT_ONCE = NEIGHBOURS = 1
"""Met again in the very next round (on top of MET); came together (only in the first round, so the two never mix)."""
MET = 10**4
"""Times the square of how often they have met: a third meeting is worse than two second ones."""
PARTNERED = 10**7
"""The same for partners, on top of MET."""
APART = 10**10
DECK = 10**13
NEVER = 10**16
"""What cannot be played at all: one person twice at a table, or two who each need another table."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """What the rounds so far say: how often two were opponents or partners, and how often somebody sat with others."""

    rounds: int
    opponents: Mapping[Pair, int]
    partners: Mapping[Pair, int]
    seated: Mapping[int, int]

    def rests(self, number: int) -> int:
        """Rounds this card had no opponent in, also those before it came and those it was away."""
        return self.rounds - self.seated.get(number, 0)

    def met(self, pair: Pair) -> int:
        """How often two sat at one table."""
        return self.opponents.get(pair, 0) + self.partners.get(pair, 0)


def pair_of(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def meetings(plan: Plan, rounds: Sequence[Round]) -> Meetings:
    """Counts over all rounds of all stages."""
    opponents, partners = Counter[Pair](), Counter[Pair]()
    for one in rounds:
        for table in one.tables:
            together = _partners(plan, one.stage, table)
            partners.update(together)
            opponents.update(pair for pair in _pairs(table.seats) if pair not in together)
    return Meetings(len(rounds), opponents, partners, seated(rounds))


def seated(rounds: Sequence[Round]) -> Counter[int]:
    """How many rounds everybody sat at a table with somebody."""
    tables = (table for one in rounds for table in one.tables if len(table.seats) > 1)
    return Counter(number for table in tables for number in table.seats)


def costs(
    plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], round_number: int, *, rematches: bool = False
) -> dict[Pair, int]:
    """What it costs when two of these meet; who is not in it, may. `rematches`: to meet again costs nothing."""
    there = {one.number for one in entrants}
    found: dict[Pair, int] = defaultdict(int)
    if not rematches:
        so_far = meetings(plan, rounds)
        for pair in {**so_far.opponents, **so_far.partners}:
            found[pair] += MET * so_far.met(pair) ** 2
        for table in rounds[-1].tables if rounds else ():
            for pair in _pairs(table.seats):
                found[pair] += AT_ONCE
    for code, pair in _kept_from(plan, entrants, round_number):
        found[pair] += KEEPING[code]
    for one, other in combinations([one for one in entrants if one.table is not None], 2):
        if one.table != other.table:
            found[pair_of(one.number, other.number)] += NEVER
    return {pair: cost for pair, cost in found.items() if there.issuperset(pair)}


def cost_of(
    plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], round_number: int, *, rematches: bool = False
) -> Callable[[int, int], int]:
    """`costs` as a function of two start numbers."""
    known = costs(plan, entrants, rounds, round_number, rematches=rematches)
    return lambda one, other: known.get((one, other) if one < other else (other, one), 0)


def partner_costs(plan: Plan, rounds: Sequence[Round]) -> dict[Pair, int]:
    """What it costs on top when two are partners once more."""
    return {pair: PARTNERED * times**2 for pair, times in meetings(plan, rounds).partners.items()}


KEEPING = {"same_person": NEVER, "decks_mixed": DECK, "apart": APART, "neighbours": NEIGHBOURS}


def _kept_from(plan: Plan, entrants: Sequence[Entrant], round_number: int) -> Iterator[tuple[str, Pair]]:
    """Every pair that shall not meet for another reason than having met, each reason once."""
    people, labels, decks = (defaultdict[object, list[int]](list) for _ in range(3))
    for one in entrants:
        for person in one.people:
            people[person].append(one.number)
        for label in one.apart:
            labels[label].append(one.number)
        if plan.keep.decks_together and one.deck:
            decks[one.deck].append(one.number)
    yield from (("same_person", pair) for pair in _within(people.values()))
    yield from (("apart", pair) for pair in _within(labels.values()))
    for some, others in combinations(decks.values(), 2):
        yield from (("decks_mixed", pair_of(one, other)) for one in some for other in others)
    if plan.keep.neighbours_apart and round_number == 1:
        there = {one.number for one in entrants}
        yield from (("neighbours", (one, one + 1)) for one in sorted(there) if one + 1 in there)


def notes(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], draw: Draw) -> tuple[Note, ...]:
    """Everything these tables do not keep, by table: drawn, or made by hand.

    Everybody against everybody has its own order of meetings; there, and where rematches are allowed, to meet again is
    not remarked.
    """
    return (*_pair_notes(plan, entrants, rounds, draw), *_table_notes(entrants, draw), *_rest_notes(plan, rounds, draw))


def _pair_notes(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], draw: Draw) -> Iterator[Note]:
    stage, so_far = plan.stages[draw.stage], meetings(plan, rounds)
    free = stage.rematches or stage.kind in (Kind.ROUND_ROBIN, Kind.GROUPS)
    shall_not = defaultdict[Pair, list[str]](list)
    for code, pair in _kept_from(plan, entrants, rounds[-1].number + 1 if rounds else 1):
        shall_not[pair].append(code)
    for table in draw.tables:
        together = _partners(plan, draw.stage, table)
        for pair in sorted(_pairs(table.seats)):
            where: dict[str, int | str | list[int]] = {"numbers": [*pair], "table": table.number}
            yield from (Note(code, where) for code in shall_not[pair])
            if pair in together and so_far.partners.get(pair):
                yield Note("partners_again", {**where, "times": so_far.partners[pair]})
            elif not free and so_far.met(pair):
                yield Note("met_again", {**where, "times": so_far.met(pair)})


def _table_notes(entrants: Sequence[Entrant], draw: Draw) -> Iterator[Note]:
    known = by_number(entrants)
    for table in draw.tables:
        for number in table.seats:
            wanted = known[number].table if number in known else None
            if wanted not in (None, table.number):
                yield Note("table_not_kept", {"number": number, "wanted": wanted or 0, "table": table.number})


def _rest_notes(plan: Plan, rounds: Sequence[Round], draw: Draw) -> Iterator[Note]:
    if plan.stages[draw.stage].kind in (Kind.ROUND_ROBIN, Kind.GROUPS):
        return  # the circle says who rests, and everybody does as often in the end
    so_far = meetings(plan, rounds)
    playing = [number for table in draw.tables if len(table.seats) > 1 for number in table.seats]
    for number in sorted({*draw.byes, *(table.seats[0] for table in draw.tables if len(table.seats) == 1)}):
        rested = so_far.rests(number)
        if fewer := sum(so_far.rests(other) < rested for other in playing):
            yield Note("second_bye", {"number": number, "rested": rested, "fewer": fewer})


def faults(plan: Plan, entrants: Sequence[Entrant], draw: Draw, number: int | None = None) -> tuple[Problem, ...]:
    """Why tables made by hand cannot be; nothing: they can.

    `entrants` are those of this stage. With the `number` of the round some of them may not be there for it; without,
    all of them are.
    """
    known = by_number(entrants)
    placed = Counter([*draw.byes, *(seat for table in draw.tables for seat in table.seats)])
    found = []
    for one, times in sorted(placed.items()):
        if one not in known:
            found.append(Problem("unknown_number", "tables", {"number": one}))
        elif number is not None and not known[one].plays(number):
            found.append(Problem("not_there", "tables", {"number": one}))
        if times > 1:
            found.append(Problem("twice", "tables", {"number": one}))
    there = (one.number for one in entrants if number is None or one.plays(number))
    found.extend(Problem("nowhere", "tables", {"number": one}) for one in sorted(there) if one not in placed)
    return (*found, *_table_faults(plan, draw))


def _table_faults(plan: Plan, draw: Draw) -> Iterator[Problem]:
    stage = plan.stages[draw.stage]
    # One alone has a bye with a place: in a grid, or in the list of groups that their first round is.
    match = (1, 2) if stage.kind in (Kind.KNOCKOUT, Kind.GROUPS) else (2,)
    allowed = match if stage.kind in MATCHES else stage.sizes
    for number, times in sorted(Counter(table.number for table in draw.tables).items()):
        if times > 1 or number < 1:
            yield Problem("table_twice" if times > 1 else "table_number", "tables", {"table": number})
    for table in draw.tables:
        if len(table.seats) not in allowed:
            yield Problem(
                "table_size", "tables", {"table": table.number, "seats": len(table.seats), "allowed": [*allowed]}
            )
    if draw.byes and stage.kind not in MATCHES and not stage.sit_out:
        yield Problem("no_sit_out", "byes", {"numbers": sorted(draw.byes)})


def _pairs(numbers: Iterable[int]) -> set[Pair]:
    return {pair_of(one, other) for one, other in combinations(numbers, 2)}


def _within(groups: Iterable[Sequence[int]]) -> list[Pair]:
    """Every pair that is together in some group, once."""
    return sorted({pair for group in groups for pair in _pairs(group) if pair[0] != pair[1]})


def _partners(plan: Plan, stage: int, table: Table) -> set[Pair]:
    """Who plays together at this table: seats 1 and 3, 2 and 4."""
    if not plan.stages[stage].partners or len(table.seats) != 4:
        return set()
    first, second, third, fourth = table.seats
    return {pair_of(first, third), pair_of(second, fourth)}
