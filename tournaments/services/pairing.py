"""Partners by lot for those who came to a tournament of pairs alone."""

from datetime import datetime
from random import Random

from django.db import transaction

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from tournaments.formats.core import shuffled
from tournaments.formats.plan import Card, read_plan
from tournaments.models import Entrant, Payment, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services.card_people import first_of
from tournaments.services.joining import last_round
from tournaments.services.payments import fee_of, fees_paid
from tournaments.services.turns import take


def alone(tournament: Tournament) -> list[Entrant]:
    """The cards of those who are there and have no partner yet, by number."""
    cards = tournament.entrants.filter(status=Status.HERE).prefetch_related("people").order_by("number")
    return [card for card in cards if sum(one.until is None for one in card.people.all()) == 1]


def draw_partners(tournament: Tournament, *, by: User | None, now: datetime) -> list[tuple[int, int]]:
    """Draws partners from the tournament's seed; each pair keeps the lower number, the other one stays a gap.

    Gives (number kept, number given up). What both paid is then paid for the pair's card; of an odd number one stays
    alone. Refused: a tournament without pairs, fewer than two alone, once the first round is published.
    """
    with transaction.atomic():
        tournament = take(tournament)
        plan, waiting = read_plan(tournament.plan), alone(tournament)
        problems = []
        if plan.card != Card.PAIR:
            problems.append(Problem("no_pairs_here"))
        elif len(waiting) < 2:
            problems.append(Problem("too_few_alone", None, {"alone": len(waiting)}))
        if number := last_round(tournament):
            problems.append(Problem("too_late_for_partners", None, {"round": number}))
        if problems:
            raise Refused(*problems)
        drawn = shuffled(waiting, Random(f"{tournament.seed}/partners"))  # noqa: S311 - a lot that can be drawn again
        pairs = [sorted(pair, key=lambda one: one.number) for pair in zip(drawn[::2], drawn[1::2], strict=False)]
        made = sorted((one.number, other.number) for one, other in pairs)
        for one, other in pairs:
            one.tournament = tournament
            _together(one, other, fee_of(plan, 2), by=by, now=now)
    return made


def _together(one: Entrant, other: Entrant, fee: int, *, by: User | None, now: datetime) -> None:
    """The other's person and what was paid for it go over to the one card."""
    told = {"tournament": one.tournament.name, "card": one.number, "gone": other.number}
    log_change(one.tournament.club, "card_partner", by=by, after=told, player=first_of(other))
    free = {one.paid, other.paid} == {Paid.FREE}
    position = 1 - next(row.position for row in one.people.all() if row.until is None)
    other.people.filter(until=None).update(entrant=one, position=position)
    if cents := fees_paid(other):
        for card, moved in ((other, -cents), (one, cents)):
            Payment.objects.create(
                tournament=one.tournament, entrant=card, kind=Payment.Kind.FEE, cents=moved, by=by, at=now
            )
    one.paid = Paid.FREE if free else Paid.PAID if fees_paid(one) >= fee > 0 else Paid.OPEN
    one.save(update_fields=["paid"])
    Entrant.objects.filter(pk=other.pk).update(status=Status.CANCELLED, paid=Paid.OPEN)
