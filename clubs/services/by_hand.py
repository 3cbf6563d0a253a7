"""What a treasurer books by hand: for several people at once, by price or by amount, perhaps paid on the spot."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from clubs import queries
from clubs.models import Booking, Club, Evening, Player, Tariff, User
from clubs.models.till import Kind
from clubs.services.core import Problem, Refused
from clubs.services.shares import graded
from clubs.services.tariffs import pieces_before
from clubs.services.till import (
    CHARGES,
    MOST_PIECES,
    Line,
    balances,
    book,
    booked_by,
    cash_in_box,
    today,
)
from clubs.services.turns import in_turn

BY_HAND = (*CHARGES, Kind.DEPOSIT, Kind.PAYOUT, Kind.INCOME, Kind.EXPENSE)
"""All but what settling an evening, counting the cash and the share-out book."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was typed: an amount in cents, or `count` pieces of a `tariff` (then `cents` does not matter)."""

    kind: str
    player: Player | None = None
    cents: int | str = 0
    tariff: Tariff | None = None
    count: int | str = 0
    note: str = ""


def book_by_hand(
    club: Club,
    *,
    by: User | None,
    token: str,
    day: date | None,
    entries: Sequence[Entry],
    evening: Evening | None = None,
    paid: bool = False,
) -> list[Booking]:
    """Books the entries, all or none; if `paid`, every person's charges are paid in cash at once (deposits).

    A graded price goes on from what stands booked of it for that day. Refused like `clubs.services.till.book`, and for
    kinds that are not booked by hand, prices off the list, no pieces.
    """
    if any(entry.kind == Kind.KITTY for entry in entries):
        evening = None  # kitty of an evening is what settling it booked; this here stays when that one is opened again
    with transaction.atomic():
        in_turn(club)
        known = booked_by(club, token).order_by("pk").first()
        who = queries.people_of(club)
        problems = [] if known else [*_problems(entries)]
        lines = [*_priced(club, who, entries, day, known.pk if known else None)]
        if problems:
            _refuse(club, by, token, day, lines, evening, problems)
        if paid:
            lines += _deposits(lines)
        return book(club, by=by, token=token, day=day, lines=lines, evening=evening)


def _refuse(
    club: Club,
    by: User | None,
    token: str,
    day: date | None,
    lines: Sequence[Line],
    evening: Evening | None,
    problems: list[Problem],
) -> None:
    """Refuses with what `book` would say as well, each field's first sentence only."""
    try:
        with transaction.atomic():
            book(club, by=by, token=token, day=day, lines=lines, evening=evening)
    except Refused as error:
        problems = [*problems, *error.problems]
    said = dict[str | None, Problem]()
    for problem in problems:
        said.setdefault(problem.at, problem)
    raise Refused(*said.values())


def _problems(entries: Sequence[Entry]) -> Iterator[Problem]:
    for number, entry in enumerate(entries):
        at = f"lines.{number}."
        if entry.kind not in BY_HAND:
            yield Problem("not_by_hand", at + "kind", {"line": number + 1})
        if entry.tariff is None:
            continue
        if entry.tariff.archived_at is not None:
            yield Problem("tariff_archived", at + "tariff", {"line": number + 1})
        if type(entry.count) is not int or not 0 < entry.count <= MOST_PIECES:
            yield Problem("odd_count", at + "count", {"line": number + 1, "most": MOST_PIECES})


def _priced(
    club: Club, who: Mapping[int, Player], entries: Sequence[Entry], day: date | None, until: int | None
) -> Iterator[Line]:
    """The entries as lines; pieces get their price, one person's after the other."""
    before = dict[int, dict[int, int]]()
    for entry in entries:
        kind = Kind(entry.kind) if entry.kind in Kind.values else Kind.FINE
        count = entry.count if type(entry.count) is int and 0 <= entry.count <= MOST_PIECES else 0
        cents, tariff = entry.cents, entry.tariff
        if tariff is not None:
            if tariff.pk not in before:
                before[tariff.pk] = (
                    pieces_before(club, who, tariff, day, until) if day and tariff.club_id == club.pk else {}
                )
            person = who[entry.player.pk].pk if entry.player and entry.player.pk in who else 0
            so_far = before[tariff.pk].get(person, 0)
            # Without pieces there is no amount either; the pieces are what is complained about.
            cents = graded(count, tariff.first, tariff.cents or 0, tariff.further_cents or 0, so_far) or 1
            before[tariff.pk][person] = so_far + count
        yield Line(kind, cents, entry.player, entry.note, count if tariff else 0, tariff)  # type: ignore[arg-type]  # book refuses texts


def _deposits(lines: Sequence[Line]) -> Iterator[Line]:
    """What everybody pays who is charged something, one deposit a person."""
    owed, people = dict[int, int](), dict[int, Player]()
    for line in lines:
        if line.kind in CHARGES and line.player is not None and type(line.cents) is int:
            people[line.player.pk] = line.player
            owed[line.player.pk] = owed.get(line.player.pk, 0) + line.cents
    for pk, cents in owed.items():
        yield Line(Kind.DEPOSIT, cents, people[pk])


def settle_up(club: Club, *, by: User | None, token: str, player: Player, seen: int) -> Booking:
    """ "Alles bezahlt": what the person owes was paid in, or what the club owes them was paid out, in cash today.

    `seen` is the balance in cents the treasurer saw; if it is another one by now, nothing is booked. Refused too where
    nobody owes anything.
    """
    with transaction.atomic():
        in_turn(club)
        known = booked_by(club, token).first()
        who = queries.people_of(club)
        if player.pk not in who:
            raise Refused(Problem("person_elsewhere", "player"))
        if known is None:
            now = balances(club, who).get(who[player.pk].pk, 0)
            if now != seen:
                raise Refused(Problem("balance_changed", "seen"))
            if now == 0:
                raise Refused(Problem("nothing_owed", "seen"))
        kind = Kind.DEPOSIT if seen < 0 else Kind.PAYOUT
        day = known.day if known else today(club)
        return book(club, by=by, token=token, day=day, lines=[Line(kind, abs(seen), player)])[0]


def count_cash(
    club: Club, *, by: User | None, token: str, expected: int, counted: int | str, note: str = ""
) -> Booking:
    """What was counted in the box, in cents; the difference to what should be in it is booked, also if it is none.

    Refused where something was booked since `expected` was read, or no amount was counted.
    """
    with transaction.atomic():
        in_turn(club)
        known = booked_by(club, token).first()
        if type(counted) is not int or counted < 0:
            raise Refused(Problem("no_amount", "counted"))
        if known is None and cash_in_box(club) != expected:
            raise Refused(Problem("cash_changed", "counted"))
        day = known.day if known else today(club)
        line = Line(Kind.CASH_COUNT, counted - expected, note=note)
        return book(club, by=by, token=token, day=day, lines=[line])[0]
