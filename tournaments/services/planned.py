"""How long a tournament will take, and what its prizes come to, for so many start cards."""

from dataclasses import dataclass

from tournaments.formats import planning, prizes
from tournaments.formats.core import Impossible
from tournaments.formats.plan import Plan, Rest

USUAL_CARDS = 32
"""For how many it is reckoned while nobody has said."""
MOST_CARDS = 2000
DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Planned:
    """What so many cards come to. Cents, minutes."""

    cards: int
    rounds: int
    minutes: int
    """0: how long a round takes is not laid down."""
    end: str
    """HH:MM, in the club's time; nothing where begin or length are not laid down."""
    next_day: bool
    takings: int
    pot: int
    amounts: tuple[int, ...]
    """What each prize of the list is worth, if all are won; () where they cannot be paid."""
    covered_from: int | None
    """From so many cards on the pot pays all amounts that are laid down; None: it never does."""

    @property
    def hours(self) -> str:
        return f"{self.minutes // 60}:{self.minutes % 60:02d}"

    @property
    def paid_out(self) -> int:
        return sum(self.amounts)


def planned(plan: Plan, cards: int) -> Planned:
    cards = min(max(cards, 0), MOST_CARDS)
    rounds, minutes = planning.rounds_needed(plan, cards), planning.minutes_needed(plan, cards)
    begins = minute_of(plan.desk.start)
    ends = begins + minutes if begins is not None and minutes else None
    pot = prizes.pot(plan, cards)
    try:
        amounts = prizes.prize_list(plan.prizes, pot)
    except Impossible:
        amounts = ()
    return Planned(
        cards=cards,
        rounds=rounds,
        minutes=minutes,
        end="" if ends is None else clock(ends),
        next_day=ends is not None and ends >= DAY,
        takings=cards * plan.fee.cents,
        pot=pot,
        amounts=amounts,
        covered_from=covered_from(plan),
    )


def covered_from(plan: Plan) -> int | None:
    """How many cards pay for the amounts that are laid down; with percentages and no amounts 0."""
    fixed, taken = sum(one.cents for one in plan.prizes.prizes), sum(one.share for one in plan.prizes.prizes)
    if not fixed:
        return 0
    # Percentages take their part first: the rest of the pot has to be as much as the amounts.
    left = 10_000 - taken
    if left <= 0 or (plan.prizes.rest == Rest.REFUSE and taken):
        return None
    missing = -(-fixed * 10_000 // left) - plan.prizes.added_cents
    if missing <= 0:
        return 0
    return -(-missing // plan.fee.pool) if plan.fee.pool else None


def minute_of(time: str) -> int | None:
    """HH:MM as a minute of the day."""
    hour, _colon, minute = time.partition(":")
    if not (hour.isascii() and hour.isdigit() and minute.isascii() and minute.isdigit()):
        return None
    return int(hour) * 60 + int(minute)


def clock(minute: int) -> str:
    return f"{minute % DAY // 60:02d}:{minute % 60:02d}"
