"""The prize list, at any time: the pot and where it came from, who gets what of it, what stays with the club.

Cents. The amounts and what is left come to the pot, always. Called is from behind: whoever was out first is called
first, the winner last (Rassach); so it is with a table of prizes to choose from, and so with money.
"""

from dataclasses import dataclass
from functools import cached_property

from clubs.services.core import Problem
from tournaments.formats import prizes as pure
from tournaments.formats.core import Impossible
from tournaments.formats.course import ELIMINATION, course_of
from tournaments.formats.plan import Card, Wins
from tournaments.models.entrants import Paid, Status
from tournaments.services.facts import Facts
from tournaments.services.refusals import refused

STAYS = "stays"
"""What a payout is called that nobody won: it stays with the club."""


@dataclass(frozen=True, slots=True)
class Pot:
    """Where the prizes' money comes from, in cents."""

    paid: int
    """Cards that have paid."""
    open: int
    """Cards that still owe their fee: it is not in the pot."""
    fees: int
    buys: int
    """How often somebody bought in again."""
    bought: int
    added: int

    @property
    def cents(self) -> int:
        return self.fees + self.bought + self.added


@dataclass(frozen=True, slots=True)
class Prize:
    """What one card (or a group, then `number` is None) gets for one thing."""

    number: int | None
    group: str
    wins: str
    place: int | None
    cents: int
    goods: str
    shared_with: int = 0


@dataclass(frozen=True)
class PrizeList:
    """`prizes` in the order in which they are called; empty where `problems` say why it cannot be paid."""

    pot: Pot
    prizes: tuple[Prize, ...]
    problems: tuple[Problem, ...]
    calling: tuple[int, ...]
    """All start numbers that have a place, as they are called."""

    @cached_property
    def won(self) -> int:
        return sum(one.cents for one in self.prizes)

    @property
    def stays(self) -> int:
        """What nobody won stays with the club; no list that can be paid: all of it."""
        return self.pot.cents - self.won


def pot_of(facts: Facts) -> Pot:
    """Who paid is in it, also who never came (no refund); a card that plays free or still owes is not."""
    paid = [card for card in facts.cards if card.paid == Paid.PAID and card.status != Status.CANCELLED]
    owing = [card for card in facts.cards if card.paid == Paid.OPEN and card.status in (Status.HERE, Status.WITHDRAWN)]
    bought = [buy for buys in facts.buys.values() for buy in buys]
    pool, lone = facts.plan.fee.pool, facts.plan.card == Card.PAIR
    return Pot(
        paid=len(paid),
        open=len(owing) if facts.plan.fee.cents else 0,
        # Somebody who waits for a partner has paid half of a pair's fee.
        fees=sum(pool // 2 if lone and len(facts.people(card)) < 2 else pool for card in paid),
        buys=len(bought),
        bought=sum(buy.pool_cents for buy in bought),
        added=facts.plan.prizes.added_cents,
    )


def prize_list(facts: Facts) -> PrizeList:
    """As it would be if the tournament ended now."""
    pot, calling = pot_of(facts), calling_order(facts)
    # "FF Berg" and "ff berg" are one, as in the standings; it is called as the first of them wrote it.
    spelled = {card.group.casefold(): card.group for card in reversed(facts.cards)}
    placed = [
        pure.Placed(
            number=one.number,
            place=one.place,
            people=tuple(person.pk for person in facts.people(facts.by_number[one.number])),
            woman=facts.by_number[one.number].woman,
            group=spelled[facts.by_number[one.number].group.casefold()],
        )
        for one in facts.standings
    ]
    try:
        won = pure.payouts(facts.plan.prizes, pot.cents, placed, lot=facts.tournament.seed)
    except Impossible as error:
        return PrizeList(pot, (), refused(error).problems, calling)
    turn = {number: index for index, number in enumerate(calling)}
    order = {wins: index for index, wins in enumerate(Wins)}
    called = sorted(won, key=lambda one: (-1 if one.number is None else turn[one.number], -order[one.wins]))
    return PrizeList(pot, tuple(map(_prize, called)), (), calling)


def calling_order(facts: Facts) -> tuple[int, ...]:
    """From behind; those who share a place by number. Who has no place is not called."""
    placed = [one for one in facts.standings if one.place is not None]
    return tuple(one.number for one in sorted(placed, key=lambda one: (-(one.place or 0), one.number)))


def out_for_good(facts: Facts) -> frozenset[int]:
    """Whose place is certain while others go on playing: out in an elimination, and not in the round being played.

    Whoever may still buy in again may come back; then the end says that a prize was handed out to somebody else.
    """
    course = course_of(facts.plan, facts.entrants, facts.rounds)
    if not facts.rounds or facts.plan.stages[course.begun].kind not in ELIMINATION:
        return frozenset()
    playing = {*course.still_in(course.begun), *(one.number for one in course.due(course.begun))}
    if facts.open_tables:
        playing.update(seat for table in facts.rounds[-1].tables for seat in table.seats)
    return frozenset(one.number for one in facts.standings if one.place is not None and one.number not in playing)


def _prize(one: pure.Payout) -> Prize:
    place = one.place or None
    return Prize(one.number, one.group, str(one.wins), place, one.cents, one.goods, one.shared_with)
