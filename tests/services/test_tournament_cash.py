"""The desk's money: fees, buying in again, what the till gets. S1 of the worked evenings to the cent."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Booking, Change
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.core import Refused
from tests.club import House
from tests.services.test_tournament_cards import codes, enter
from tests.tournament import a_result, a_round, a_tournament, new_token
from tournaments.models import Buy, Entrant, Payment, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import buying, cards, cash
from tournaments.services.facts import facts_of

pytestmark = pytest.mark.django_db

LIVES: dict[str, Any] = {
    "stages": [{"kind": "lives", "lives": 3}],
    "ranking": {"chain": ["survived"]},
    "fee": {"cents": 1500, "pool": 1000, "club": 300, "food": 200},
    "buying": {"allowed": True, "cents": 500, "pool_cents": 400, "last_round": 3, "most": 1},
}
S1 = ("Auer", "Berger", "Dorn", "Eder", "Fink", "Gruber", "Huber", "Kern", "Lang", "Moser")
AUER, BERGER, DORN, EDER, FINK, GRUBER, HUBER, KERN, LANG, MOSER = range(1, 11)
ROUNDS: list[tuple[list[tuple[int, int]], list[int]]] = [
    ([(GRUBER, DORN), (BERGER, EDER), (HUBER, AUER), (KERN, FINK)], [LANG]),
    ([(GRUBER, DORN), (EDER, HUBER), (BERGER, LANG), (FINK, AUER)], [KERN]),
    ([(GRUBER, BERGER), (AUER, DORN), (LANG, KERN), (HUBER, FINK)], [EDER]),
    ([(HUBER, BERGER), (FINK, AUER), (LANG, KERN), (GRUBER, EDER)], []),
]
"""Winners first; who rested."""


def s1(house: House) -> Tournament:
    """Ten registered and paid, nine came."""
    tournament = a_tournament(house.club, plan=LIVES, cards=0)
    for name in S1:
        enter(tournament, name, paid=Paid.PAID, here=name != "Moser")
    cards.no_shows(tournament, by=None)
    return tournament


def play(tournament: Tournament, rounds: int, *, but: int = 0) -> None:
    """So many rounds more of S1; of the last one `but` tables have not handed in."""
    begun = tournament.rounds.count()
    for number in range(begun, begun + rounds):
        drawn = a_round(tournament, *ROUNDS[number][0], byes=ROUNDS[number][1])
        tables = list(drawn.tables.order_by("number"))
        for table in tables[: len(tables) - (but if number == begun + rounds - 1 else 0)]:
            a_result(table, {"points": 7}, {"points": 3})


def card(tournament: Tournament, number: int) -> Entrant:
    return Entrant.objects.get(tournament=tournament, number=number)


def buy(tournament: Tournament, number: int, token: str = "") -> Buy:
    return buying.buy(card(tournament, number), by=None, token=token or new_token("buy"), now=timezone.now())


def test_s1_ten_paid_is_150_euros_and_moser_gets_nothing_back(house: House) -> None:
    tournament = s1(house)
    found = cash.cash_of(tournament)
    assert (found.takings, found.fees, found.buys, found.paid_cards) == (15000, 15000, 0, 10)
    assert found.parts == cash.Parts(pool=10000, club=3000, food=2000, other=0)
    assert (card(tournament, MOSER).status, card(tournament, MOSER).paid) == (Status.NO_SHOW, Paid.PAID)
    assert cash.open_cards(tournament) == []


def test_s1_dorn_buys_in_after_round_3_and_auer_in_round_4_is_refused(house: House) -> None:
    tournament = s1(house)
    play(tournament, 3)
    assert codes(buy, tournament, AUER) == [("buying_has_lives", None)]
    bought = buy(tournament, DORN)
    assert (bought.after_round, bought.lives, bought.cents) == (3, 1, 500)
    found = cash.cash_of(tournament)
    assert (found.takings, found.buys, found.bought) == (15500, 500, 1)
    assert found.parts == cash.Parts(pool=10400, club=3100, food=2000, other=0)
    play(tournament, 1)
    assert codes(buy, tournament, AUER) == [("buying_over", None)]
    assert cash.cash_of(tournament).takings == 15500
    assert codes(buying.take_back, bought, by=None, now=timezone.now()) == [("buy_was_played", None)]


def test_buying_in_twice_with_one_token_is_once_and_it_can_be_taken_back_before_the_next_round(house: House) -> None:
    tournament = s1(house)
    play(tournament, 3, but=1)
    bought = buy(tournament, DORN, token="dorn")
    assert buy(tournament, DORN, token="dorn") == bought
    assert facts_of(tournament).entrants[DORN - 1].bought == (3,)
    for _ in range(2):
        buying.take_back(bought, by=None, now=timezone.now())
    assert cash.cash_of(tournament).takings == 15000
    assert list(Payment.objects.filter(kind="buy").values_list("cents", flat=True)) == [500, -500]
    again = buy(tournament, DORN)
    assert (again.pk != bought.pk, cash.cash_of(tournament).takings) == (True, 15500)


def test_who_left_cannot_buy_in(house: House) -> None:
    tournament = s1(house)
    play(tournament, 3)
    cards.leave(card(tournament, DORN), by=None, how=Status.WITHDRAWN)
    assert codes(buy, tournament, DORN) == [("card_not_here", None)]


def test_paid_open_and_free_move_cash_once_each(house: House) -> None:
    tournament = a_tournament(house.club, plan=LIVES, cards=0)
    one = enter(tournament, "Auer")
    for how in (Paid.PAID, Paid.PAID, Paid.FREE, Paid.OPEN, Paid.PAID):
        cards.pay(one, by=None, how=how, now=timezone.now())
    assert list(one.payments.values_list("cents", flat=True)) == [1500, -1500, 1500]
    assert codes(cards.pay, one, by=None, how="later", now=timezone.now()) == [("paid_unknown", "paid")]
    told = [
        (change.before, change.after["paid"], change.after["cents"])
        for change in Change.objects.filter(what="card_paid")
    ]
    assert told == [
        ({"paid": "open"}, "paid", 1500),
        ({"paid": "free"}, "open", 0),
        ({"paid": "paid"}, "free", -1500),
        ({"paid": "open"}, "paid", 1500),
    ]


# --- the till ------------------------------------------------------------------------------------------------------


def test_the_till_gets_every_cent_once(house: House) -> None:
    tournament = s1(house)
    first = cash.book(tournament, by=None, token="first", seen=15000)
    assert (first.kind, first.cash, first.note) == (Kind.INCOME, 15000, "Preisschnapsen")
    assert cash.book(tournament, by=None, token="first", seen=15000) == first
    assert codes(cash.book, tournament, by=None, token="second") == [("nothing_came_in", None)]
    play(tournament, 3)
    buy(tournament, DORN)
    assert codes(cash.book, tournament, by=None, token="third", seen=15500) == [("takings_changed", None)]
    assert cash.book(tournament, by=None, token="third", seen=500).cash == 500
    assert (till.cash_in_box(house.club), cash.cash_of(tournament).to_book) == (15500, 0)
    assert [one.cash for one in cash.bookings_of(tournament)] == [15000, 500]


def test_money_given_back_after_booking_goes_out_of_the_till(house: House) -> None:
    tournament = s1(house)
    cash.book(tournament, by=None, token="first")
    cards.pay(card(tournament, MOSER), by=None, how=Paid.OPEN, now=timezone.now())
    back = cash.book(tournament, by=None, token="second", seen=-1500)
    assert (back.kind, back.cash, till.cash_in_box(house.club)) == (Kind.EXPENSE, -1500, 13500)


def test_a_booking_that_is_reversed_can_be_booked_again(house: House) -> None:
    tournament = s1(house)
    first = cash.book(tournament, by=None, token="first")
    cash.take_back(first, tournament, by=None, token="back")
    assert (till.cash_in_box(house.club), cash.cash_of(tournament).to_book) == (0, 15000)
    second = cash.book(tournament, by=None, token="second")
    till.reverse(second, by=None, token="in-the-till")
    third = cash.book(tournament, by=None, token="third")
    assert (third.cash, till.cash_in_box(house.club), cash.cash_of(tournament).booked) == (15000, 15000, 15000)
    assert cash.bookings_of(tournament) == [third]


def test_only_what_the_desk_booked_is_taken_back_here(house: House) -> None:
    tournament = s1(house)
    line = till.Line(Kind.INCOME, 100, note="Fremdes")
    (other,) = till.book(house.club, by=None, token="other", day=till.today(house.club), lines=[line])
    assert codes(cash.take_back, other, tournament, by=None, token="back") == [("booking_not_of_desk", "booking")]
    assert codes(cash.book, tournament, by=None, token="other") == [("token_used", None)]
    assert Booking.objects.count() == 1


def test_the_fee_raised_in_mid_event_shows_what_todays_prices_do_not_explain(house: House) -> None:
    tournament = s1(house)
    plan = dict(tournament.plan) | {"fee": {"cents": 2000, "pool": 2000, "club": 0, "food": 0}}
    Tournament.objects.filter(pk=tournament.pk).update(plan=plan)
    tournament.refresh_from_db()
    enter(tournament, "Neu", paid=Paid.PAID)
    found = cash.cash_of(tournament)
    assert (found.takings, found.parts.pool, found.parts.other) == (17000, 22000, -5000)


def test_the_count_is_put_on_record_once_and_only_as_it_was_looked_at(house: House) -> None:
    tournament = s1(house)
    wanted: dict[str, Any] = {"by": None, "change": 5000, "counted": 19900, "seen": 20000}
    written = cash.counted(tournament, **wanted)
    assert cash.counted(tournament, **wanted) == written
    assert {name: written.after[name] for name in ("expected", "counted", "difference")} == {
        "expected": 20000,
        "counted": 19900,
        "difference": -100,
    }
    enter(tournament, "Neu", paid=Paid.PAID)
    assert codes(cash.counted, tournament, **wanted) == [("takings_changed", None)]
    assert codes(cash.counted, tournament, **wanted | {"counted": -1}) == [("no_amount", "counted")]
    assert cash.counts_of(tournament) == [written]


def test_no_amount_of_cards_costs_more_queries(house: House, django_assert_max_num_queries: Any) -> None:
    tournament = s1(house)
    with django_assert_max_num_queries(5):
        cash.cash_of(tournament)
    with pytest.raises(Refused):
        buy(tournament, AUER)
