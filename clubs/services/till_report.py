"""The treasurer's report of a period: what was in the box, what came and went, what people owe. It must add up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db.models import QuerySet, Sum

from clubs import queries
from clubs.models import Booking, Club, Player
from clubs.models.till import Kind
from clubs.names import alphabetical
from clubs.services.till import CHARGES

IN_KINDS = (Kind.DEPOSIT, Kind.INCOME)
OUT_KINDS = (Kind.PAYOUT, Kind.EXPENSE)


@dataclass(frozen=True, slots=True)
class Account:
    """One person's period, in cents: `opening` + what was booked by kind = `closing`; negative: owes the club."""

    player: Player
    opening: int
    booked: Mapping[Kind, int]
    closing: int

    def of(self, *kinds: Kind) -> int:
        return sum(self.booked.get(kind, 0) for kind in kinds)

    @property
    def played(self) -> int:
        return self.of(Kind.SETTLEMENT)

    @property
    def charged(self) -> int:
        """What they were charged, as a positive amount."""
        return -self.of(*CHARGES)

    @property
    def shared(self) -> int:
        return self.of(Kind.SHARE_OUT)

    @property
    def paid_in(self) -> int:
        return self.of(Kind.DEPOSIT)

    @property
    def paid_out(self) -> int:
        """What they got in cash, as a positive amount."""
        return -self.of(Kind.PAYOUT)


@dataclass(frozen=True, slots=True)
class Report:
    """A period, both days counted. Cash in cents: `opening` + all that came in - all that went out = `closing`."""

    start: date
    end: date
    opening: int
    came_in: Mapping[Kind, int]
    went_out: Mapping[Kind, int]
    closing: int
    accounts: list[Account] = field(default_factory=list)

    @property
    def total_in(self) -> int:
        return sum(self.came_in.values())

    @property
    def total_out(self) -> int:
        return sum(self.went_out.values())

    @property
    def charges(self) -> dict[Kind, int]:
        """What people were charged by kind, as positive amounts."""
        return {kind: -sum(one.of(kind) for one in self.accounts) for kind in CHARGES}

    @property
    def settled(self) -> int:
        """What settlements came to for all people together: 0, or less where a kitty kept some of it."""
        return sum(one.played for one in self.accounts)

    @property
    def shared_out(self) -> int:
        return sum(one.shared for one in self.accounts)

    @property
    def owed_to_club(self) -> tuple[int, int]:
        """What people owed at the start and at the end."""
        return _debts(one.opening for one in self.accounts), _debts(one.closing for one in self.accounts)

    @property
    def owed_by_club(self) -> tuple[int, int]:
        """What the club owed to people at the start and at the end."""
        return _debts(-one.opening for one in self.accounts), _debts(-one.closing for one in self.accounts)

    @property
    def own(self) -> tuple[int, int]:
        """What belonged to the club at the start and at the end: cash, and what people owe, less what it owes."""
        (owed_before, owed_after), (owes_before, owes_after) = self.owed_to_club, self.owed_by_club
        return self.opening + owed_before - owes_before, self.closing + owed_after - owes_after

    @property
    def gained(self) -> int:
        """What the club gained: charges, other income, counted too much; less expenses, missing cash and shares."""
        deposits = self.came_in.get(Kind.DEPOSIT, 0) - self.went_out.get(Kind.PAYOUT, 0)
        return self.total_in - self.total_out - deposits + sum(self.charges.values()) - self.settled - self.shared_out

    @property
    def adds_up(self) -> bool:
        """Whether cash, every person's account and what belongs to the club all come out even."""
        before, after = self.own
        return (
            self.opening + self.total_in - self.total_out == self.closing
            and all(one.opening + sum(one.booked.values()) == one.closing for one in self.accounts)
            and before + self.gained == after
        )


def _debts(balances: Iterable[int]) -> int:
    return -sum(cents for cents in balances if cents < 0)


def report(club: Club, *, start: date, end: date) -> Report:
    """The period's report, five queries however much was booked. Closing sums are read, not taken from the rest."""
    who, rows = queries.people_of(club), Booking.objects.filter(club=club).order_by()
    before, after = _sums(rows.filter(day__lt=start), who), _sums(rows.filter(day__lte=end), who)
    cash, booked = dict[Kind, int](), dict[int, dict[Kind, int]]()
    within = rows.filter(day__range=(start, end)).values_list("player", "kind")
    for player, name, moved, balance in within.annotate(c=Sum("cash"), b=Sum("balance")):
        kind = Kind(name)
        cash[kind] = cash.get(kind, 0) + moved
        if player is not None:
            mine = booked.setdefault(who[player].pk, {})
            mine[kind] = mine.get(kind, 0) + balance
    counted = cash.get(Kind.CASH_COUNT, 0)
    came_in = {kind: cash[kind] for kind in IN_KINDS if kind in cash}
    went_out = {kind: -cash[kind] for kind in OUT_KINDS if kind in cash}
    if counted:
        (came_in if counted > 0 else went_out)[Kind.CASH_COUNT] = abs(counted)
    people = sorted({*before, *after} - {0}, key=lambda pk: (alphabetical(who[pk].name), pk))
    accounts = [
        Account(who[pk], before.get(pk, (0, 0))[1], booked.get(pk, {}), after.get(pk, (0, 0))[1]) for pk in people
    ]
    return Report(
        start=start,
        end=end,
        opening=sum(moved for moved, _balance in before.values()),
        came_in=came_in,
        went_out=went_out,
        closing=sum(moved for moved, _balance in after.values()),
        accounts=[one for one in accounts if one.opening or one.closing or one.booked],
    )


def _sums(rows: QuerySet[Booking], who: Mapping[int, Player]) -> dict[int, tuple[int, int]]:
    """Player's id (0 for nobody) -> cash and balance."""
    sums = dict[int, tuple[int, int]]()
    for player, cash, balance in rows.values_list("player").annotate(c=Sum("cash"), b=Sum("balance")):
        pk = 0 if player is None else who[player].pk
        so_far = sums.get(pk, (0, 0))
        sums[pk] = (so_far[0] + cash, so_far[1] + balance)
    return sums


# --- one person's lines --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A booking on a person, and their balance after it, in cents."""

    booking: Booking
    balance: int


def account_of(club: Club, player: Player) -> list[AccountLine]:
    """All that was ever booked on this person, by day, with the running balance; merged people are one."""
    who = queries.people_of(club)
    if player.pk not in who:
        return []
    ids = queries.ids_of(who, who[player.pk])
    lines, balance = list[AccountLine](), 0
    rows = Booking.objects.filter(club=club, player__in=ids).select_related("tariff")
    for booking in rows.order_by("day", "pk"):
        balance += booking.balance
        lines.append(AccountLine(booking, balance))
    return lines
