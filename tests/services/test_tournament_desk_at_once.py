"""Several desks at the same moment, as real threads, on whichever database this run has."""

from collections import Counter
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Booking, Player
from clubs.services.till import cash_in_box
from tests.club import a_house
from tests.services.table import at_once
from tests.services.test_tournament_cash import DORN, LIVES, card, play, s1
from tests.tournament import a_tournament
from tournaments.models import Buy, Entrant, Payment
from tournaments.models.entrants import Paid
from tournaments.services import buying, cards, cash
from tournaments.services.card_people import Wanted

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(answers: list[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


def test_one_request_many_times_is_one_card_and_two_desks_never_give_one_number() -> None:
    tournament = a_tournament(a_house().club, plan=LIVES, cards=0)

    def enter(number: int) -> Entrant:
        name = f"Spieler {number % 4}"
        return cards.enter(
            tournament,
            by=None,
            token=f"desk-{number % 4}",
            people=[Wanted(name)],
            paid=Paid.PAID,
            now=timezone.now(),
        )

    answers = at_once(12, enter)
    assert kinds(answers) == {"Entrant": 12}
    assert sorted(Entrant.objects.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert Player.objects.filter(name__startswith="Spieler").count() == 4
    assert cash.cash_of(tournament).takings == 4 * 1500


def test_the_till_is_booked_once_whoever_presses() -> None:
    house = a_house()
    tournament = s1(house)
    answers = at_once(6, lambda number: cash.book(tournament, by=None, token=f"n{number}", seen=15000))
    assert (kinds(answers), cash_in_box(house.club)) == ({"Booking": 1, "Refused": 5}, 15000)
    assert Payment.objects.filter(booking=Booking.objects.get()).count() == 10


def test_a_card_is_paid_once_and_buys_in_once_whoever_presses() -> None:
    tournament = s1(a_house())
    play(tournament, 3)
    dorn = card(tournament, DORN)
    answers = at_once(6, lambda number: buying.buy(dorn, by=None, token=f"n{number}", now=timezone.now()))
    assert (kinds(answers), Buy.objects.count()) == ({"Buy": 1, "Refused": 5}, 1)
    new = cards.enter(
        a_tournament(tournament.club, plan=LIVES, cards=0),
        by=None,
        token="t",
        people=[Wanted("Dorn")],
        now=timezone.now(),
    )
    at_once(6, lambda _number: cards.pay(new, by=None, how=Paid.PAID, now=timezone.now()))
    assert sum(new.payments.values_list("cents", flat=True)) == 1500
