"""The cash of the desk: what came in and for what, what is still open, and booking it to the club's till.

`payments` are the lines over the desk; a booking to the till takes those along that are in no standing booking. Where
a booking is reversed (here or in the till), its payments are to be booked again.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum

from clubs.models import Booking, Change, User
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.turns import in_turn
from tournaments.formats.plan import Plan, read_plan
from tournaments.models import Buy, Entrant, Payment, Payout, Tournament
from tournaments.models.entrants import Paid
from tournaments.services.brought import elsewhere
from tournaments.services.payments import OWES_NOTHING
from tournaments.services.turns import take

STANDING = Q(booking__isnull=False, booking__reversed_by__isnull=True)
OF_DESK = (Kind.INCOME, Kind.EXPENSE)
MOST_CENTS = till.MOST_CENTS


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the takings go, in cents; sums to them. `other` is what the present prices do not explain."""

    pool: int
    club: int
    food: int
    other: int


@dataclass(frozen=True, slots=True)
class Cash:
    """All in cents. `fees` and `buys` are net of what was given back."""

    fees: int
    buys: int
    paid_cards: int
    bought: int
    booked: int
    elsewhere: int
    """What was taken before the tournament came here: another till's, and never booked here."""
    parts: Parts
    handed_out: int
    """Prize money that went over the desk."""

    @property
    def takings(self) -> int:
        return self.fees + self.buys

    @property
    def to_book(self) -> int:
        """What the till has not got yet; negative where more was given back than came in since."""
        return self.takings - self.booked - self.elsewhere

    @property
    def in_box(self) -> int:
        """What must lie on the desk, without the change that was put in."""
        return self.takings - self.handed_out


def cash_of(tournament: Tournament) -> Cash:
    """What came in. A fixed number of queries."""
    plan = read_plan(tournament.plan)
    sums = dict[str, int]()
    for kind, cents in _payments(tournament).values_list("kind").annotate(cents=Sum("cents")):
        sums[kind] = cents
    fees, buys = sums.get(Payment.Kind.FEE, 0), sums.get(Payment.Kind.BUY, 0)
    booked = _payments(tournament).filter(STANDING).aggregate(cents=Sum("cents"))["cents"] or 0
    ids = elsewhere(tournament)
    there = _payments(tournament).filter(pk__in=ids).aggregate(cents=Sum("cents"))["cents"] or 0 if ids else 0
    standing = Buy.objects.filter(entrant__tournament=tournament, cancelled_at=None)
    bought = standing.aggregate(count=Count("pk"), pool=Sum("pool_cents"), cents=Sum("cents"))
    paid = Entrant.objects.filter(tournament=tournament, paid=Paid.PAID).count()
    handed = Payout.objects.filter(tournament=tournament).exclude(handed_at=None).aggregate(cents=Sum("cents"))["cents"]
    return Cash(
        fees=fees,
        buys=buys,
        paid_cards=paid,
        bought=bought["count"],
        booked=booked,
        elsewhere=there,
        parts=_parts(plan, fees + buys, paid, bought["pool"] or 0, bought["cents"] or 0),
        handed_out=handed or 0,
    )


def _payments(tournament: Tournament) -> QuerySet[Payment]:
    return Payment.objects.filter(tournament=tournament).order_by()


def _parts(plan: Plan, takings: int, paid: int, bought_pool: int, bought: int) -> Parts:
    pool = plan.fee.pool * paid + bought_pool
    club = plan.fee.club * paid + bought - bought_pool
    food = plan.fee.food * paid
    return Parts(pool, club, food, takings - pool - club - food)


def open_cards(tournament: Tournament) -> list[Entrant]:
    """Cards whose fee is still to be collected, by number; who never came owes nothing."""
    found = tournament.entrants.filter(paid=Paid.OPEN).exclude(status__in=OWES_NOTHING)
    return list(found.prefetch_related("people").order_by("number"))


def paid_by_card(tournament: Tournament) -> dict[int, int]:
    """Id of a card -> cents of its fee that came in. One query."""
    fees = _payments(tournament).filter(kind=Payment.Kind.FEE).values_list("entrant")
    return dict(fees.annotate(cents=Sum("cents")))


def bookings_of(tournament: Tournament) -> list[Booking]:
    """The till's lines that took payments of this tournament along and stand, oldest first."""
    pks = _payments(tournament).filter(STANDING).values_list("booking", flat=True).distinct()
    return list(Booking.objects.filter(pk__in=pks).select_related("by").order_by("pk"))


def book(tournament: Tournament, *, by: User | None, token: str, seen: int | None = None) -> Booking:
    """Books to the till what it has not got yet, as one income (given back more than came in: one expense).

    The same request again gets its first booking. Refused: nothing to book; another amount by now than was `seen`
    (cents).
    """
    with transaction.atomic():
        in_turn(tournament.club)
        tournament = take(tournament)
        if not till.TOKEN.fullmatch(token):
            raise Refused(Problem("bad_token", "token"))
        if (known := Booking.objects.filter(club=tournament.club, token=token).first()) is not None:
            if known.note != tournament.name or known.kind not in OF_DESK or known.reverses_id is not None:
                raise Refused(Problem("token_used"))
            return known
        waiting = _payments(tournament).exclude(STANDING).exclude(pk__in=elsewhere(tournament))
        cents = waiting.aggregate(cents=Sum("cents"))["cents"] or 0
        if cents == 0:
            raise Refused(Problem("nothing_came_in"))
        if seen is not None and seen != cents:
            raise Refused(Problem("takings_changed"))
        line = till.Line(Kind.INCOME if cents > 0 else Kind.EXPENSE, abs(cents), note=tournament.name)
        day = till.today(tournament.club)
        (booking,) = till.book(tournament.club, by=by, token=token, day=day, lines=[line])
        waiting.update(booking=booking)
    return booking


def take_back(booking: Booking, tournament: Tournament, *, by: User | None, token: str) -> Booking:
    """Reverses what was booked; its payments are then to be booked again. Refused as `till.reverse` refuses."""
    with transaction.atomic():
        in_turn(tournament.club)
        tournament = take(tournament)
        if not _payments(tournament).filter(booking=booking).exists():
            raise Refused(Problem("booking_not_of_desk", "booking"))
        return till.reverse(booking, by=by, token=token)


def counted(tournament: Tournament, *, by: User | None, change: int, counted: int, seen: int) -> Change:
    """Puts on record what lay on the desk: `change` was put in at the beginning; cents. The same count again is one.

    Refused: no amounts; something came in since the page was looked at (`seen`: what should have been there).
    """
    with transaction.atomic():
        tournament = take(tournament)
        problems = [
            Problem("no_amount", name)
            for name, cents in (("change", change), ("counted", counted))
            if type(cents) is not int or not 0 <= cents <= MOST_CENTS
        ]
        if problems:
            raise Refused(*problems)
        should = cash_of(tournament).in_box + change
        if should != seen:
            raise Refused(Problem("takings_changed"))
        figures = {"expected": should, "change": change, "counted": counted, "difference": counted - should}
        told = {"tournament": tournament.name, "tournament_no": tournament.pk, **figures}
        last = counts_of(tournament)
        if last and dict(last[0].after) == told:
            return last[0]
        written = log_change(tournament.club, "desk_counted", by=by, after=told)
        assert written is not None  # only equal before and after write nothing
        return written


def counts_of(tournament: Tournament) -> list[Change]:
    """The counts of this desk, latest first."""
    found = Change.objects.filter(club=tournament.club, what="desk_counted", after__tournament_no=tournament.pk)
    return list(found.order_by("-pk")[:20])
