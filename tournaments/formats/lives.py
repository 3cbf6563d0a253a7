"""Lives: so many each, drawn anew every round, out at none; whoever is out later is ahead (Ettendorf, Rassach, Stainz).

A lost match costs one life, a Schneider what the stage says: the event `schneider` at the seat of the winner, who gave
it. An open or a struck table costs none. Buying in again (Nachkauf) adds lives after the round it was bought in.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tournaments.formats.core import Draw, Entrant, Problem, Round, by_number
from tournaments.formats.matching import pairs_and_byes
from tournaments.formats.meetings import cost_of
from tournaments.formats.plan import Buying, Stage
from tournaments.formats.seating import placed
from tournaments.formats.situation import Situation


def draw(situation: Situation) -> Draw:
    """Opponents by lot among those who are left. Where they are odd, one rests: that costs no life and wins none."""
    cost = cost_of(
        situation.plan,
        situation.entrants,
        situation.rounds,
        situation.number,
        rematches=situation.stage.rematches,
    )
    pairs, byes = pairs_and_byes(situation.entrants, situation.rounds, cost, situation.rng)
    return Draw(situation.stage_index, placed(pairs, situation.entrants), byes)


def left(stage: Stage, buying: Buying, entrants: Iterable[Entrant], played: Sequence[Round]) -> dict[int, int]:
    """Lives left after these rounds of the stage; those of somebody who went away stay what they were."""
    entrants = tuple(entrants)
    lives = {one.number: stage.lives for one in entrants}
    for round_ in played:
        for number, lost in _lost(stage, round_):
            if number in lives:
                lives[number] = max(0, lives[number] - lost)
        for one in entrants:
            lives[one.number] += buying.lives * one.bought.count(round_.number)
    return lives


def _lost(stage: Stage, round_: Round) -> Iterator[tuple[int, int]]:
    for table in round_.tables:
        for seat, scores in enumerate(table.scores or ()):
            if scores.get("lost", 0) > 0:
                others = (other for place, other in enumerate(table.scores or ()) if place != seat)
                schneider = any(other.get("schneider", 0) > 0 for other in others)
                yield table.seats[seat], stage.schneider_lives if schneider else 1


def survived(stage: Stage, buying: Buying, entrants: Iterable[Entrant], played: Sequence[Round]) -> dict[int, int]:
    """Number -> the last round one was in it, more is better; for those still in it, the lives left on top.

    Whoever went away with lives left was in it until the round they left with. Whoever was drawn once more before a
    correction took the last life, until then.
    """
    entrants = tuple(entrants)
    latest = played[-1].number if played else 0
    lives, seen = left(stage, buying, entrants, played), last_seen(played)
    figures: dict[int, int] = {}
    for one in entrants:
        until = seen.get(one.number, 0)
        if lives[one.number] == 0:
            figures[one.number] = until
        elif gone(one, latest):
            figures[one.number] = max(until, one.gone_after)
        else:
            figures[one.number] = latest + lives[one.number]
    return figures


def alive(stage: Stage, buying: Buying, entrants: Iterable[Entrant], played: Sequence[Round]) -> set[int]:
    """Who has a life left and did not go away, also those who let the next round pass."""
    entrants = tuple(entrants)
    lives, latest = left(stage, buying, entrants, played), played[-1].number if played else 0
    return {one.number for one in entrants if lives[one.number] > 0 and not gone(one, latest)}


def why_not_buy(
    stage: Stage, buying: Buying, entrants: Iterable[Entrant], played: Sequence[Round], number: int
) -> Problem | None:
    """Why this card may not buy in again now; None: it may.

    Only whose last life went in the round that was played last: after the next draw it is too late, so that nobody
    saves lives by letting rounds pass.
    """
    known = by_number(entrants)
    latest = played[-1].number if played else 0
    if not buying.allowed:
        return Problem("buying_not_allowed")
    if number not in known:
        return Problem("unknown_number", None, {"number": number})
    if known[number].gone is not None:
        return Problem("buying_gone", None, {"number": number})
    if lives := left(stage, buying, known.values(), played)[number]:
        return Problem("buying_has_lives", None, {"number": number, "lives": lives})
    if latest > buying.last_round:
        return Problem("buying_over", None, {"number": number, "round": latest, "last_round": buying.last_round})
    if len(known[number].bought) >= buying.most:
        return Problem("buying_used_up", None, {"number": number, "most": buying.most})
    if (out := last_seen(played).get(number, 0)) < latest:
        return Problem("buying_too_late", None, {"number": number, "out": out, "round": latest})
    return None


def gone(one: Entrant, latest: int) -> bool:
    """Whether somebody went away for good with this round, or before."""
    return one.gone is not None and one.gone_after <= latest


def last_seen(played: Sequence[Round]) -> Mapping[int, int]:
    """Number -> the last round in which they sat at a table or rested."""
    return {
        number: round_.number
        for round_ in played
        for number in (*round_.byes, *(seat for table in round_.tables for seat in table.seats))
    }
