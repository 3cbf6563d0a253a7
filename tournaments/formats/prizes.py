"""Who gets what of the pot, to the cent.

Every prize belongs to a position: a place, the last, the last but one, the middle (of an even number the better one),
a place among the women or among the groups by size. A share is one of the pot; shares that make 100 % beside fixed
amounts are of what those leave. Equals share what the positions they fill get (four on 12= fill 12 to 15), also where
they fill the last and the last but one. Money is dealt by largest remainder in multiples of `round_to`; the odd cents
of a pot that is no multiple go to the rest, or with the first prize; equals whose prizes are no multiple share in
cents. Where equals cannot have the same (a cent, a ham), the lot decides who is first.

What nobody can win (the fifth prize among four, the best woman among men) is rest, or with `Rest.REFUSE` is dealt among
the others: by their shares, or by their amounts where nobody has a share.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.formats.core import Impossible, Problem
from tournaments.formats.plan import Plan, Prize, Prizes, Rest, Wins
from tournaments.formats.ranking import lot_of

WHOLE = 10_000
"""100 % in hundredths of a percent."""

KINDS = tuple(Wins)


@dataclass(frozen=True, slots=True)
class Placed:
    """One card in the standings; `place` None has no place and wins nothing."""

    number: int
    place: int | None
    people: tuple[int, ...] = ()
    woman: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Payout:
    """What one card (or one group) gets for one kind of prize."""

    number: int | None
    """None: a group has won."""
    wins: Wins
    place: int
    """The place that is paid (among the women, the groups …); the first of those that equals fill."""
    cents: int
    goods: str
    shared_with: int
    """How many others share it."""
    group: str = ""


def pot(plan: Plan, paid: int, bought: int = 0) -> int:
    """Cents: the fees' part of `paid` cards, that of each buying in again, and what was added."""
    return paid * plan.fee.pool + bought * plan.buying.pool_cents + plan.prizes.added_cents


def check_prizes(prizes: Prizes, pot_cents: int | None = None) -> tuple[Problem, ...]:
    """Why this list cannot be paid out of this pot; None: the pot is not known yet, what depends on it is not said."""
    shares, fixed = sum(one.share for one in prizes.prizes), sum(one.cents for one in prizes.prizes)
    problems = [
        Problem("empty_prize", f"prizes.prizes.{index}")
        for index, one in enumerate(prizes.prizes)
        if not (one.share or one.cents or one.goods.strip())
    ]
    refuse, left = prizes.rest is Rest.REFUSE, _left(prizes, pot_cents or 0)
    if shares > WHOLE:
        problems.append(Problem("over_100", "prizes.prizes", {"sum": shares, "over": shares - WHOLE}))
    elif pot_cents is not None and left < 0:
        problems.append(Problem("more_than_pot", "prizes.prizes", {"pot": pot_cents, "over": -(left // WHOLE)}))
    elif refuse and 0 < shares < WHOLE and (not fixed or (pot_cents is not None and left)):
        problems.append(Problem("not_100", "prizes.prizes", {"sum": shares, "missing": WHOLE - shares}))
    elif refuse and pot_cents is not None and left:
        problems.append(Problem("rest_without_home", "prizes.prizes", {"pot": pot_cents, "cents": left // WHOLE}))
    return tuple(problems)


def prize_list(prizes: Prizes, pot_cents: int) -> tuple[int, ...]:
    """Cents of every prize, in the order of the list, if all are won; with `Rest.WINNER` without the rest.

    Raises `Impossible` with what `check_prizes` says.
    """
    return tuple(_amounts(prizes, pot_cents, range(len(prizes.prizes))))


def payouts(prizes: Prizes, pot_cents: int, placed: Sequence[Placed], *, lot: str = "") -> tuple[Payout, ...]:
    """Who gets what, by kind of prize and place; `lot` is the tournament's, as for its ranking.

    They sum to the pot, but for the rest with `Rest.CLUB`. Raises `Impossible` with what `check_prizes` says, and with
    `unclaimed` where `Rest.REFUSE` leaves money that nobody can win. With nobody placed nothing is paid.
    """
    ladders = {wins: _ladder(wins, placed, prizes.one_per_person, lot) for wins in Wins}
    if not ladders[Wins.PLACE]:
        return ()
    won: dict[int, tuple[int, Step]] = {}
    for index, prize in enumerate(prizes.prizes):
        position = _position(prize, sum(len(step.holders) for step in ladders[prize.wins]))
        for step in ladders[prize.wins]:
            if 0 <= position - step.first < len(step.holders):
                won[index] = position, step
    cents = _amounts(prizes, pot_cents, won)
    pools: dict[tuple[Wins, int], _Pool] = {}
    for index, (position, step) in won.items():
        prize = prizes.prizes[index]
        pool = pools.setdefault((prize.wins, step.first), _Pool(step))
        pool.cents += cents[index]
        if prize.goods.strip():
            pool.goods.setdefault(position - step.first, []).append(prize.goods.strip())
    if prizes.rest is Rest.WINNER:
        rest = pot_cents - sum(pool.cents for pool in pools.values())
        pools.setdefault((Wins.PLACE, 1), _Pool(ladders[Wins.PLACE][0])).cents += rest
    order = sorted(pools, key=lambda key: (KINDS.index(key[0]), key[1]))
    return tuple(payout for key in order for payout in _shared(key[0], pools[key], prizes.round_to))


# who -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """Equals on a ladder: the first position they fill, and they themselves in the order of the lot."""

    first: int
    holders: tuple[Placed, ...]


@dataclass(slots=True)
class _Pool:
    """What the equals of one step have won of one kind."""

    step: Step
    cents: int = 0
    goods: dict[int, list[str]] = field(default_factory=dict)
    """By the order of the lot."""


def _ladder(wins: Wins, placed: Iterable[Placed], one_per_person: bool, lot: str) -> list[Step]:
    """Everybody who stands in line for this kind of prize, best first."""
    line = sorted(
        (one for one in placed if one.place is not None), key=lambda one: (lot_of(lot, one.number), one.number)
    )
    rungs: dict[int, list[Placed]] = {}
    if wins is Wins.LARGEST_GROUP:
        cards = Counter(one.group for one in line if one.group.strip())
        for group, one in {one.group: one for one in reversed(line) if one.group in cards}.items():
            rungs.setdefault(-cards[group], []).append(one)
    else:
        people: set[int] = set()
        for one in sorted(line, key=lambda one: one.place or 0):
            if one_per_person and wins in (Wins.PLACE, Wins.BEST_WOMAN) and not people.isdisjoint(one.people):
                continue  # the next card moves up
            people.update(one.people)
            if one.woman or wins is not Wins.BEST_WOMAN:
                rungs.setdefault(one.place or 0, []).append(one)
    steps: list[Step] = []
    for rung in sorted(rungs):
        first = steps[-1].first + len(steps[-1].holders) if steps else 1
        steps.append(Step(first, tuple(rungs[rung])))
    return steps


def _position(prize: Prize, length: int) -> int:
    """Where on its ladder a prize stands; it may be off it."""
    if prize.wins is Wins.LAST:
        return length
    if prize.wins is Wins.LAST_BUT_ONE:
        return length - 1
    return (length + 1) // 2 if prize.wins is Wins.MIDDLE else prize.place


def _shared(wins: Wins, pool: _Pool, round_to: int) -> Iterable[Payout]:
    holders = pool.step.holders
    unit = 1 if pool.cents % round_to else round_to
    for index, cents in enumerate(deal(pool.cents, [1] * len(holders), unit)):
        goods = ", ".join(pool.goods.get(index, []))
        if cents or goods:
            one = holders[index]
            number, group = (None, one.group) if wins is Wins.LARGEST_GROUP else (one.number, "")
            yield Payout(number, wins, pool.step.first, cents, goods, len(holders) - 1, group)


# how much ------------------------------------------------------------------------------------------------------------


def deal(cents: int, weights: Sequence[int], unit: int = 1, *, odd: int = 0) -> list[int]:
    """The cents by these weights, in multiples of `unit`, by largest remainder; of equal remainders the first.

    They sum to the cents: what is less than one unit goes on top of part `odd`. At least one weight is above 0.
    """
    whole, less = divmod(cents, unit)
    total = sum(weights)
    parts = [whole * weight // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: (-(whole * weights[index] % total), index))
    for index in by_remainder[: whole - sum(parts)]:
        parts[index] += 1
    return [part * unit + (less if index == odd else 0) for index, part in enumerate(parts)]


def _left(prizes: Prizes, pot_cents: int) -> int:
    """What the list leaves of the pot, in ten-thousandths of a cent; below 0: it is more than the pot."""
    shares, fixed = sum(one.share for one in prizes.prizes), sum(one.cents for one in prizes.prizes)
    if shares == WHOLE:
        return min(0, pot_cents - fixed) * WHOLE
    return (WHOLE - shares) * pot_cents - WHOLE * fixed


def _amounts(prizes: Prizes, pot_cents: int, won: Collection[int]) -> list[int]:
    """Cents of every prize, as the list has them; with `Rest.REFUSE` 0 where nobody has won and that dealt to the
    others. Of equal remainders the better place has the larger part,
    wherever the list mentions it."""
    if problems := check_prizes(prizes, pot_cents):
        raise Impossible(*problems)
    refuse, listed = prizes.rest is Rest.REFUSE, prizes.prizes
    order = sorted(range(len(listed)), key=lambda index: (KINDS.index(listed[index].wins), listed[index].place))
    order = [index for index in order if index in won or not refuse]
    shares, fixed = [listed[index].share for index in order], [listed[index].cents for index in order]
    to_deal = pot_cents - sum(fixed)
    if not to_deal:
        parts = [0] * len(order)
    elif refuse:
        weights = shares if any(shares) else fixed
        if not any(weights):
            raise Impossible(Problem("unclaimed", "prizes.prizes", {"cents": to_deal}))
        parts = deal(to_deal, weights, prizes.round_to, odd=next(i for i, weight in enumerate(weights) if weight))
    else:
        whole = sum(shares) == WHOLE
        weights = [*shares, 0] if whole else [*(share * pot_cents for share in shares), _left(prizes, pot_cents)]
        parts = deal(to_deal, weights, prizes.round_to, odd=len(order))
    cents = [0] * len(listed)
    for index, amount, part in zip(order, fixed, parts, strict=False):  # the last part is the rest
        cents[index] = amount + part
    return cents
