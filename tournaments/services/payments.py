"""What a card costs and what came in for it. Payments are written once; a mistake is a second line."""

from datetime import datetime

from django.db import transaction
from django.db.models import Sum

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from tournaments.formats.plan import Card, Plan, read_plan
from tournaments.models import Entrant, Payment
from tournaments.models.entrants import Paid, Status
from tournaments.services.card_people import first_of
from tournaments.services.turns import take_card


def fee_of(plan: Plan, people: int) -> int:
    """Cents that a card with so many people owes: somebody who waits for a partner pays half of a pair's."""
    return plan.fee.cents // 2 if plan.card == Card.PAIR and people < 2 else plan.fee.cents


def fees_paid(card: Entrant) -> int:
    """Cents that came in for the fee of this card, less what was given back."""
    return Payment.objects.filter(entrant=card, kind=Payment.Kind.FEE).aggregate(cents=Sum("cents"))["cents"] or 0


def pay(entrant: Entrant, *, by: User | None, how: str, now: datetime) -> Entrant:
    """Paid, open or free from now on; what that means in cash is written as a payment (given back: negative).

    Said twice it is once. Refused: an unknown way, a card that was given up.
    """
    with transaction.atomic():
        card = take_card(entrant)
        if how not in Paid.values:
            raise Refused(Problem("paid_unknown", "paid", {"choices": ", ".join(Paid.values)}))
        return set_paid(card, Paid(how), read_plan(card.tournament.plan), by=by, now=now)


def set_paid(card: Entrant, how: Paid, plan: Plan, *, by: User | None, now: datetime) -> Entrant:
    """`pay`, inside a transaction that has the tournament's turn."""
    people = card.people.filter(until=None).count()
    before, had = card.paid, fees_paid(card)
    cents = (fee_of(plan, people) if how == Paid.PAID else 0) - had
    if cents:
        Payment.objects.create(
            tournament=card.tournament, entrant=card, kind=Payment.Kind.FEE, cents=cents, by=by, at=now
        )
    if cents or before != how:
        card.paid = how
        card.save(update_fields=["paid"])
        told = {"tournament": card.tournament.name, "card": card.number}
        log_change(
            card.tournament.club,
            "card_paid",
            by=by,
            before={"paid": before},
            after={**told, "paid": str(how), "cents": cents},
            player=first_of(card),
        )
    return card


def reopen_if_short(card: Entrant, plan: Plan) -> None:
    """A card that costs more since a partner came is open again; paying it takes the rest."""
    people = card.people.filter(until=None).count()
    if card.paid == Paid.PAID and fees_paid(card) < fee_of(plan, people):
        card.paid = Paid.OPEN
        card.save(update_fields=["paid"])


OWES_NOTHING = (Status.NO_SHOW, Status.CANCELLED)


def owing(card: Entrant) -> bool:
    """Whether the fee of this card is still to be collected: who never came owes nothing."""
    return card.paid == Paid.OPEN and card.status not in OWES_NOTHING


def remove(card: Entrant) -> None:
    """The card is gone; where cash came in and went back for it, it stays behind as given up."""
    if card.payments.exists():
        Entrant.objects.filter(pk=card.pk).update(status=Status.CANCELLED, paid=Paid.OPEN)
    else:
        card.delete()
