"""Sliding pairs (Rutschsystem, Wattkönig; Muckturnier Berg 2024): odd numbers stay, even ones move one table on.

In the first round table t holds the pairs 2t-1 and 2t, counted through those who are there by number; who needs a
fixed table stays at it. Every table has a
*place* to stay at and one to move through. Whoever leaves for good leaves a hole, who comes late fills one (or gets a
new table behind the last), whoever lets a round pass keeps the place. Those whose opponents are missing play each
other; of an odd number one rests, and never somebody for the second time while another of the round has rested less.
"""

from collections.abc import Sequence

from tournaments.formats.core import Draw, Entrant, Impossible, Problem, Round, Table
from tournaments.formats.lives import gone
from tournaments.formats.meetings import Meetings, meetings, pair_of
from tournaments.formats.plan import Plan
from tournaments.formats.situation import Situation

Places = list[list[int | None]]
"""Table after table: who stays there, who moves through; None is a hole."""


def draw(situation: Situation, members: Sequence[Entrant]) -> Draw:
    """The next slide. `members` are all of this stage, there or not.

    Refused where there are fewer tables than rounds (`too_few_tables`), as pairs would meet again.
    """
    plan, rounds, there = situation.plan, situation.rounds, [one.number for one in situation.entrants]
    if any(one.stage == situation.stage_index for one in rounds):
        places = _slid(_replayed(plan, rounds, members, situation.stage_index), members, situation.number)
    else:
        places, wanted = _kept(_begun(there), situation.entrants), situation.stage.rounds
        if len(places) < wanted:
            figures = {"there": len(there), "tables": len(places), "rounds": wanted}
            raise Impossible(Problem("too_few_tables", None, {**figures, "missing": 2 * wanted - 1 - len(there)}))
    tables, resting = _seated(places, set(there), meetings(plan, rounds))
    return Draw(situation.stage_index, tables, resting)


def tables(plan: Plan, rounds: Sequence[Round], members: Sequence[Entrant], stage: int) -> int:
    """How many tables the stage has by now: in so many rounds all who stay meet all who move."""
    return len(_replayed(plan, rounds, members, stage))


def _begun(there: Sequence[int]) -> Places:
    numbers: list[int | None] = [*sorted(there), *([None] if len(there) % 2 else [])]
    return [numbers[at : at + 2] for at in range(0, len(numbers), 2)]


def _kept(places: Places, entrants: Sequence[Entrant]) -> Places:
    """The places with everybody who needs a fixed table staying at it, in exchange with whoever would have stayed."""
    for one in entrants:
        if one.table is not None and one.table <= len(places):
            at, side = next((at, pair.index(one.number)) for at, pair in enumerate(places) if one.number in pair)
            stays = places[one.table - 1]
            places[at][side], stays[0] = stays[0], places[at][side]
    return places


def _slid(places: Places, members: Sequence[Entrant], number: int) -> Places:
    """One table on, without those who left before this round, with those who come for it."""
    left = {one.number for one in members if gone(one, number - 1)}
    stay, move = ([None if one in left else one for one in side] for side in zip(*places, strict=True))
    slid: Places = [list(pair) for pair in zip(stay, [*move[-1:], *move[:-1]], strict=True)]
    known = {*stay, *move}
    come = [one for one in members if one.plays(number) and one.number not in known]
    _fill(slid, [one.number for one in sorted(come, key=lambda one: (one.since, one.number))])
    return slid


def _fill(places: Places, waiting: Sequence[int]) -> None:
    for number in waiting:
        hole = next((pair for pair in places if None in pair), None)
        if hole is None:
            places.append([number, None])
        else:
            hole[hole.index(None)] = number


def _replayed(plan: Plan, rounds: Sequence[Round], members: Sequence[Entrant], stage: int) -> Places:
    """The places in the last round as it really was, also where tables were made by hand."""
    places: Places = []
    for at, round_ in enumerate(rounds):
        if round_.stage != stage:
            continue
        there = {*round_.byes, *(number for table in round_.tables for number in table.seats)}
        if places:
            places = _slid(places, members, round_.number)
        else:
            places = _kept(_begun(list(there)), [one for one in members if one.number in there])
        drawn, _ = _seated(places, there, meetings(plan, rounds[:at]))
        if {frozenset(table.seats) for table in drawn} != {frozenset(table.seats) for table in round_.tables}:
            places = _by_hand(places, round_)
    return places


def _by_hand(expected: Places, round_: Round) -> Places:
    """Whoever sat at a table has its places now; the others are where they were expected, or at a free place."""
    last = max([len(expected), *(table.number for table in round_.tables)])
    places: Places = [[None, None] for _ in range(last)]
    for table in round_.tables:
        places[table.number - 1][: len(table.seats)] = table.seats
    seated = {number for pair in places for number in pair}
    waiting = []
    for pair, now in zip(expected, places, strict=False):
        for side, number in enumerate(pair):
            if number is not None and number not in seated:
                if now[side] is None:
                    now[side] = number
                else:
                    waiting.append(number)
    _fill(places, waiting)
    return places


def _seated(places: Places, there: set[int], so_far: Meetings) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    """Tables of those who are there, and who rests. It follows from the past alone, so that it can be replayed."""
    made: dict[int, tuple[int, ...]] = {}
    alone: dict[int, int] = {}
    for table, pair in enumerate(places, start=1):
        here = tuple(number for number in pair if number in there)
        if len(here) == 2:
            made[table] = here
        elif here:
            alone[here[0]] = table
    resting = _rests(made, alone, so_far) if len(alone) % 2 else None
    while alone:
        one = next(iter(alone))
        table = alone.pop(one)
        other = min(alone, key=lambda number: so_far.met(pair_of(one, number)))
        del alone[other]
        made[table] = (one, other)
    tables = tuple(Table(table, seats) for table, seats in sorted(made.items()))
    return tables, () if resting is None else (resting,)


def _rests(made: dict[int, tuple[int, ...]], alone: dict[int, int], so_far: Meetings) -> int:
    """Who of an odd number rests, taken out of `made` and `alone`.

    If all without an opponent have rested more than somebody at a table, that one rests in their place: one whose
    opponent they have not met, where there is one.
    """
    waiting = min(alone, key=so_far.rests)
    del alone[waiting]
    fewest = min([so_far.rests(number) for seats in made.values() for number in seats], default=0)
    if not made or so_far.rests(waiting) <= fewest:
        return waiting
    swaps = [
        (so_far.met(pair_of(waiting, seats[1 - seat])), table, seat)
        for table, seats in made.items()
        for seat, number in enumerate(seats)
        if so_far.rests(number) == fewest
    ]
    _, table, seat = min(swaps)
    resting, other = made[table][seat], made[table][1 - seat]
    made[table] = (waiting, other) if seat == 0 else (other, waiting)
    return resting
