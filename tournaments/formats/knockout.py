"""Knock-out: who loses is out. Along a fixed grid, or drawn anew each round (St. Leonhard).

The *place* of a table in the grid is its number: the winners of 2t-1 and 2t meet at table t of the next round; one
alone has a bye, a missing number is a hole. What was drawn stays, whatever is corrected later: the next matches are
between the winners of those who were drawn. Drawn anew, tables are counted through, and byes are no places.
The match for third is table 2 beside the final.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from tournaments.formats import grid
from tournaments.formats.core import Draw, Entrant, Round, Table, shuffled
from tournaments.formats.lives import last_seen
from tournaments.formats.matching import byes, pairs_and_byes
from tournaments.formats.meetings import DECK, NEVER, Pair, cost_of, costs
from tournaments.formats.plan import Kind, Stage
from tournaments.formats.seating import placed
from tournaments.formats.situation import Situation

STEP, WON, OPEN = 4, 2, 1
"""A round in the grid, a match won in it, a match not decided yet (or for third and won): see `survived`."""

TRIES = 20


def draw(situation: Situation) -> Draw:
    """The first round by lot, or seeded by `situation.order`; then the winners; the third place beside the final."""
    stage, played = situation.stage, _of_stage(situation)
    there = {one.number for one in situation.entrants}
    if not played and not stage.redraw:
        first = enumerate(_first_round(situation), start=1)
        return Draw(situation.stage_index, tuple(Table(number, seats) for number, seats in first))
    third = for_third(stage, played, there)
    beside = (Table(2, third),) if third else ()
    if not stage.redraw:
        return Draw(situation.stage_index, (*_next_round(stage, played, there), *beside))
    going = [one for one in situation.entrants if one.number not in third]
    cost = cost_of(situation.plan, going, situation.rounds, situation.number, rematches=stage.rematches)
    pairs, resting = pairs_and_byes(going, situation.rounds, cost, situation.rng)
    tables = tuple(Table(1, pair) for pair in pairs) if beside else placed(pairs, going)
    return Draw(situation.stage_index, (*tables, *beside), resting)


def _of_stage(situation: Situation) -> list[Round]:
    return [one for one in situation.rounds if one.stage == situation.stage_index]


def _first_round(situation: Situation) -> list[tuple[int, ...]]:
    """Byes are for the best where it is seeded, else for whoever rested least, by lot.

    By lot, the grid is drawn some more times where somebody would begin against a card of their own or the like: who
    has the byes may make that unavoidable. The best of these grids it is.
    """
    if situation.stage.seeded:
        return grid.spread(situation.order, _keep(situation), situation.rng, seeded=True)
    keep, plan = _keep(situation), situation.plan
    cost = cost_of(plan, situation.entrants, situation.rounds, situation.number)
    best, least = list[tuple[int, ...]](), -1
    for _ in range(TRIES):
        made = grid.spread(_by_lot(situation), keep, situation.rng, seeded=False)
        total = sum(cost(*pair) for pair in made if len(pair) == 2)
        if least < 0 or total < least:
            best, least = made, total
        if not least:
            break
    return best


def _by_lot(situation: Situation) -> list[int]:
    """Those who have byes, then the others."""
    numbers, rng = [one.number for one in situation.entrants], situation.rng
    resting = byes(situation.entrants, situation.rounds, grid.byes_in(len(numbers)), rng)
    others = [number for number in numbers if number not in resting]
    return [*shuffled(resting, rng), *shuffled(others, rng)]


def _keep(situation: Situation) -> list[list[Pair]]:
    """Who shall meet as late as can be: cards of one person, then families and clubs, then those who met before.

    A seeding is not bent for those who met before, unless they were in one group (A1 starts against B2).
    """
    plan, rounds = situation.plan, situation.rounds
    before = rounds[-1].stage if rounds else situation.stage_index
    met = not situation.stage.seeded or plan.stages[before].kind is Kind.GROUPS
    of_stage = [one for one in rounds if one.stage == before]
    kept = defaultdict[int, list[Pair]](list)
    for pair, cost in costs(plan, situation.entrants, of_stage, situation.number, rematches=not met).items():
        kept[cost // NEVER * NEVER + cost % DECK].append(pair)  # decks cannot be kept together to the final
    return [kept[weight] for weight in sorted(kept, reverse=True) if weight]


def _next_round(stage: Stage, played: Sequence[Round], there: set[int]) -> list[Table]:
    winners = {
        place: table.winner for place, table in places(stage, played, len(played) - 1).items() if table.winner in there
    }
    made = []
    for number in sorted({(place + 1) // 2 for place in winners}):
        pair = (winners.get(2 * number - 1), winners.get(2 * number))
        made.append(Table(number, tuple(one for one in pair if one is not None)))
    return made


def leading(stage: Stage, played: Sequence[Round], index: int) -> dict[int, Table]:
    """The tables of a round that lead on, by their place: all but that of the match for third."""
    tables = sorted(played[index].tables, key=lambda table: table.number)
    if stage.third and _final(stage, played, index):
        tables = [table for table in tables if table.number != 2]
    return dict(enumerate(tables, start=1)) if stage.redraw else {table.number: table for table in tables}


def places(stage: Stage, played: Sequence[Round], index: int) -> dict[int, Table]:
    """The same; who rests beside the tables has a place behind them."""
    found = leading(stage, played, index)
    last = max(found, default=0)
    return found | {last + at: Table(last + at, (one,)) for at, one in enumerate(played[index].byes, start=1)}


def _final(stage: Stage, played: Sequence[Round], index: int) -> bool:
    """Whether this round is the final: no more than two were left to lead on before, or begin."""
    if index == 0:
        return len(played[0].tables) == 1 and not played[0].byes
    return max(places(stage, played, index - 1), default=0) <= 2


def is_final(stage: Stage, played: Sequence[Round], index: int, table: int) -> bool:
    """Whether this table of this round of the stage plays for the first place."""
    return _final(stage, played, index) and table in {one.number for one in leading(stage, played, index).values()}


def for_third(stage: Stage, played: Sequence[Round], there: Collection[int]) -> tuple[int, ...]:
    """The two who play for third beside the final that comes next; nobody where there are not two."""
    if not stage.third or not played or max(before := places(stage, played, len(played) - 1), default=0) != 2:
        return ()
    decided = [before[place] for place in sorted(before) if before[place].winner is not None]
    lost = tuple(number for table in decided for number in table.seats if number != table.winner and number in there)
    return lost if len(lost) == 2 else ()


def alive(stage: Stage, entrants: Iterable[Entrant], played: Sequence[Round]) -> set[int]:
    """Who goes on for the first place: all before the first round, then the winners of the last one.

    Drawn anew, before the final also whoever came late: there is no grid they would have to have a place in.
    """
    if not played:
        return {one.number for one in entrants}
    going = {table.winner for table in places(stage, played, len(played) - 1).values() if table.winner is not None}
    if stage.redraw and not _final(stage, played, len(played) - 1):
        seen = last_seen(played)
        going |= {one.number for one in entrants if one.number not in seen}
    return going


def survived(stage: Stage, entrants: Iterable[Entrant], played: Sequence[Round]) -> dict[int, int]:
    """Number -> how far they came, more is better: STEP for each round of the grid they were drawn for.

    Losers of one round are equal. Whoever won but was not drawn again (gone, or a correction that came too late) is
    ahead of them. The match for third counts as the round before.
    """
    figures = dict.fromkeys((one.number for one in entrants), 0)
    for index, round_ in enumerate(played):
        on = {table.number for table in leading(stage, played, index).values()}
        for number in round_.byes:
            figures[number] = STEP * (index + 1) + WON
        for table in round_.tables:
            far = STEP * (index + 1) if table.number in on else STEP * index
            for number in table.seats:
                figures[number] = far + _more(table, number, leads=table.number in on)
    return figures


def _more(table: Table, number: int, *, leads: bool) -> int:
    if table.winner == number:
        return WON if leads else OPEN
    return OPEN if leads and table.scores is None else 0
