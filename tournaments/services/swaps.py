"""Moving two cards of a draft, with the consequences named before they count."""

from dataclasses import dataclass, replace

from django.db import transaction

from clubs.models import User
from clubs.services.core import Problem, Refused
from tournaments.formats import core
from tournaments.models import Round
from tournaments.services import turns
from tournaments.services.draw_rows import mark_of, note_rows, read_draw, write_draw
from tournaments.services.draws import draft_or_refused, log_swap, with_notes
from tournaments.services.facts import Facts, facts_of


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a swap makes of a draft: what it then does not keep, and what it keeps again."""

    draw: core.Draw
    gained: tuple[core.Note, ...]
    """Remarks that come with it."""
    lost: tuple[core.Note, ...]
    """Remarks that go with it."""
    where: dict[int, int]
    """Start number -> the table it sits at afterwards; 0: rests."""


def consequences(row: Round, *, first: int, second: int) -> Consequences:
    """What would change, without changing it. Refused as `swap`."""
    facts = facts_of(row.tournament)
    return consequences_of(facts, with_notes(facts, read_draw(row)), first=first, second=second)


def consequences_of(facts: Facts, now: core.Draw, *, first: int, second: int) -> Consequences:
    """The same for tables that have been read, with what they do not keep."""
    if problems := [*_problems(now, first, second)]:
        raise Refused(*problems)
    then = with_notes(facts, swapped(now, first, second))
    return Consequences(
        draw=then,
        gained=tuple(one for one in then.notes if one not in now.notes),
        lost=tuple(one for one in now.notes if one not in then.notes),
        where={number: table_of(then, number) for number in (first, second)},
    )


@transaction.atomic
def swap(row: Round, *, by: User | None, first: int, second: int, seen: str | None = None) -> Round:
    """Two start numbers of a draft change places, at tables or resting.

    At one table they change seats. Refused: a number that is not in this round, twice the same, two who both rest, a
    published round, and a draft that is another than the one that was looked at (`seen`, its `mark_of`) – unless that
    very swap has been made already.
    """
    tournament = turns.take(row.tournament)
    fresh = draft_or_refused(tournament, row)
    now = read_draw(fresh)
    if problems := [*_problems(now, first, second)]:
        raise Refused(*problems)
    if seen is not None and seen != mark_of(now):
        if seen == mark_of(swapped(now, first, second)):
            return fresh
        raise Refused(Problem("draw_moved"))
    facts = facts_of(tournament)
    then = with_notes(facts, swapped(now, first, second))
    fresh.by_hand, fresh.notes = True, note_rows(then.notes)
    fresh.save(update_fields=["by_hand", "notes"])
    write_draw(fresh, then, facts.by_number)
    log_swap(fresh, by, now, then)
    return fresh


def swapped(draw: core.Draw, first: int, second: int) -> core.Draw:
    """The draw with these two in each other's places."""
    other = {first: second, second: first}

    def moved(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(number, number) for number in numbers)

    tables = tuple(replace(table, seats=moved(table.seats)) for table in draw.tables)
    return replace(draw, tables=tables, byes=tuple(sorted(moved(draw.byes))))


def table_of(draw: core.Draw, number: int) -> int:
    """The table a card sits at; 0: it rests."""
    return next((table.number for table in draw.tables if number in table.seats), 0)


def _problems(draw: core.Draw, first: int, second: int) -> list[Problem]:
    there = {*draw.byes, *(number for table in draw.tables for number in table.seats)}
    asked = (("first", first), ("second", second))
    missing = [Problem("not_in_round", at, {"number": number}) for at, number in asked if number not in there]
    if missing or first == second:
        return missing or [Problem("same_card", "second", {"number": first})]
    if first in draw.byes and second in draw.byes:
        return [Problem("both_rest", "second")]
    return []
