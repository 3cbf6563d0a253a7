"""Buying in again after the last life (Nachkauf): who may, until when, and what it costs."""

from datetime import datetime

from django.db import transaction

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.till import TOKEN
from tournaments.formats import stages
from tournaments.models import Buy, Entrant, Payment, Tournament
from tournaments.models.entrants import Status
from tournaments.services.card_people import first_of
from tournaments.services.facts import Facts, facts_of
from tournaments.services.joining import last_round, not_over
from tournaments.services.refusals import said
from tournaments.services.turns import take, take_card


def why_not(facts: Facts, card: Entrant) -> Problem | None:
    """Why this card cannot buy in again now; None where it can."""
    if card.status != Status.HERE:
        return Problem("card_not_here", None, {"number": card.number})
    found = stages.may_buy(facts.plan, facts.entrants, facts.rounds, card.number)
    return said(found) if found is not None else None


def who_may(facts: Facts) -> tuple[int, ...]:
    """Who can buy in again now, by number: before the next draw they have to be asked."""
    found = stages.who_may_buy(facts.plan, facts.entrants, facts.rounds)
    return tuple(number for number in found if facts.by_number[number].status == Status.HERE)


def buy(entrant: Entrant, *, by: User | None, token: str, now: datetime) -> Buy:
    """The card is in again with so many lives as the plan says; its price is cash over the desk, at once.

    The same request again gets its first answer. Refused: what `why_not` says.
    """
    with transaction.atomic():
        card = take_card(entrant)
        tournament = card.tournament
        if not TOKEN.fullmatch(token):
            raise Refused(Problem("bad_token", "token"))
        if (known := Buy.objects.filter(entrant=entrant, token=token).first()) is not None:
            return known
        not_over(tournament)
        facts = facts_of(tournament)
        if (reason := why_not(facts, facts.by_number[card.number])) is not None:
            raise Refused(reason)
        terms = facts.plan.buying
        bought = Buy.objects.create(
            entrant=entrant,
            after_round=facts.rounds[-1].number,
            lives=terms.lives,
            cents=terms.cents,
            pool_cents=terms.pool_cents,
            at=now,
            by=by,
            token=token,
        )
        _cash(tournament, bought, terms.cents, by=by, now=now)
        _log(tournament, bought, "bought_in", by=by)
    return bought


def take_back(bought: Buy, *, by: User | None, now: datetime) -> Buy:
    """It was a mistake: the card is out again and the price goes back. Taken back twice is once.

    Refused once the round after it is published: they are on its tables.
    """
    with transaction.atomic():
        tournament = take(bought.entrant.tournament)
        not_over(tournament)
        if (number := last_round(tournament)) > bought.after_round:
            raise Refused(Problem("buy_was_played", None, {"round": number}))
        if Buy.objects.filter(pk=bought.pk, cancelled_at=None).update(cancelled_at=now):
            _cash(tournament, bought, -bought.cents, by=by, now=now)
            _log(tournament, bought, "buy_taken_back", by=by)
    bought.refresh_from_db()
    return bought


def _cash(tournament: Tournament, bought: Buy, cents: int, *, by: User | None, now: datetime) -> None:
    if cents:
        entrant = bought.entrant
        Payment.objects.create(
            tournament=tournament, entrant=entrant, kind=Payment.Kind.BUY, cents=cents, by=by, at=now
        )


def _log(tournament: Tournament, bought: Buy, what: str, *, by: User | None) -> None:
    card = bought.entrant
    told = {"tournament": tournament.name, "card": card.number, "round": bought.after_round, "cents": bought.cents}
    log_change(tournament.club, what, by=by, player=first_of(card), after=told)
