"""Counting the box, sharing it out, accounts and codes, as a phone without JavaScript uses them."""

import datetime
from datetime import date
from typing import Any

import pytest

from clubs.models import Attendance, Booking, Player, Transfer
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.till import Line, balances, cash_in_box
from tests.club import House, a_house
from tests.till import ANNA, BERT, DORA, EGON, FRANZ, IBAN, an_evening, booked
from tests.web.page import elements, form, get, read, texts, values

pytestmark = pytest.mark.django_db


# --- counting the box -------------------------------------------------------------------------------------------------


def test_counting_asks_before_it_books_the_difference() -> None:
    house = a_house()
    booked(house, Line(Kind.INCOME, 10000, note="Anfang"))
    phone, path = house.phone(DORA), house.path("till/count/")
    page = phone.post(path, {"counted": "98,50"})
    assert (page.status_code, Booking.objects.count()) == (200, 1)
    assert texts(page, "td.big") == ["1,50"]
    sent = read(page).forms[1].filled(book="1")
    assert [phone.post(path, sent).status_code for _ in range(2)] == [302, 302]
    assert (cash_in_box(house.club), Booking.objects.count()) == (9850, 2)


def test_counting_by_notes_and_coins_and_nothing_amiss_is_on_record() -> None:
    house = a_house()
    booked(house, Line(Kind.INCOME, 10520, note="Anfang"))
    phone, path = house.phone(DORA), house.path("till/count/")
    page = phone.post(path, {"counted": "", "pieces-5000": "2", "pieces-500": "1", "pieces-20": "1"})
    assert texts(page, "td.number") == ["105,20", "105,20", "0,00"]
    assert phone.post(path, read(page).forms[1].filled(book="1")).status_code == 302
    assert Booking.objects.filter(kind=Kind.CASH_COUNT, cash=0).count() == 1


def test_a_count_is_refused_where_the_box_has_changed_meanwhile_and_where_nothing_was_counted() -> None:
    house = a_house()
    phone, path = house.phone(DORA), house.path("till/count/")
    page = phone.post(path, {"counted": "10"})
    booked(house, Line(Kind.INCOME, 500, note="Spende"))
    answer = phone.post(path, read(page).forms[1].filled(book="1"))
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 1)
    assert cash_in_box(house.club) == 500
    assert texts(phone.post(path, {"counted": "viel"}), ".problem") == [
        "Gib einen Betrag in Euro ein, zum Beispiel 2,50."
    ]
    assert phone.post(path, {"pieces-5000": "x"}).status_code == 422


# --- sharing out ------------------------------------------------------------------------------------------------------


def the_year(house: House) -> list[Player]:
    """S6: 187.35 in the box, and who was there how often; Egon's evenings are partly under a name that was merged."""
    people = [house.players[role] for role in (ANNA, BERT, DORA, EGON, FRANZ)]
    alias = Player.objects.create(club=house.club, name="Egonek", guest=True, merged_into=people[3])
    booked(house, Line(Kind.INCOME, 18735, note="Kassa vom Jahr"))
    for number in range(12):
        there = [one for one, times in zip(people, (12, 11, 12, 8, 7), strict=True) if number < times]
        evening = an_evening(house, *there, days_ago=number)
        if number < 3:
            Attendance.objects.filter(evening=evening, player=people[3]).update(player=alias)
        if number == 5:
            Attendance.objects.create(evening=evening, player=alias)  # there under both names: one evening
    return people


def test_the_year_is_shared_out_to_the_cent_and_a_second_tap_shares_nothing() -> None:
    house = a_house()
    people = the_year(house)
    phone, today = house.phone(DORA), till.today(house.club)
    start = (today - datetime.timedelta(days=11)).isoformat()
    path = house.path("till/share-out/")
    page = get(phone, f"{path}?start={start}&end={today.isoformat()}")
    assert values(page, "cents") == ["187,35"]
    preview = phone.post(path, form(page, "").filled(preview="1"))
    assert preview.status_code == 200
    assert texts(preview, "td.number") == [
        *("12", "44,96", "11", "41,22", "12", "44,96", "8", "29,98", "7", "26,23"),
        *("50", "187,35"),
    ]
    assert Booking.objects.count() == 1
    sent = form(preview, "").filled(book="1")
    assert [phone.post(path, sent).status_code for _ in range(2)] == [302, 302]
    shares = Booking.objects.filter(kind=Kind.SHARE_OUT).values_list("player", "balance")
    assert list(shares) == list(zip([one.pk for one in people], [4496, 4122, 4496, 2998, 2623], strict=True))
    assert (cash_in_box(house.club), set(balances(house.club).values())) == (0, {0})
    again = form(get(phone, path), "").filled(preview="1") | {"cents": "187,35"}
    assert texts(phone.post(path, again), ".problem") == ["So viel ist nicht in der Kassa."]


def test_what_was_not_looked_at_is_not_booked() -> None:
    house = a_house()
    people = the_year(house)
    phone, path = house.phone(DORA), house.path("till/share-out/")
    preview = phone.post(path, form(get(phone, path), "").filled(preview="1"))
    sent = form(preview, "").filled(book="1") | {f"weight-{people[0].pk}": "1"}
    assert (phone.post(path, sent).status_code, Booking.objects.count()) == (200, 1)
    booked(house, Line(Kind.EXPENSE, 100, note="Kreide"), token="chalk")
    answer = phone.post(path, form(preview, "").filled(book="1"))
    assert (answer.status_code, Booking.objects.count()) == (422, 2)


def test_guests_share_only_if_ticked_and_odd_weights_are_refused() -> None:
    house = a_house()
    people = the_year(house)
    guest = Player.objects.create(club=house.club, name="Zenzi", guest=True)
    an_evening(house, guest, days_ago=30)
    phone, path = house.phone(DORA), house.path("till/share-out/")
    start = (till.today(house.club) - datetime.timedelta(days=40)).isoformat()
    page = get(phone, f"{path}?start={start}&end={till.today(house.club).isoformat()}")
    assert (str(guest.pk) in values(page, "person"), values(page, f"weight-{guest.pk}")) == (False, ["1"])
    sent = form(page, "").filled(preview="1") | {"person": [str(guest.pk)], f"weight-{guest.pk}": "viele", "cents": "x"}
    answer = phone.post(path, sent)
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 3)
    sent = form(page, "").filled(preview="1") | {"person": [], "cents": "5"}
    assert texts(phone.post(path, sent), ".problem") == [
        "Wähl zumindest eine Person aus, mit einer Anzahl von Abenden."
    ]
    assert len(people) == 5


# --- accounts and codes -----------------------------------------------------------------------------------------------


def test_everybody_sees_their_own_account_and_a_code_to_pay_it() -> None:
    house = a_house(iban=IBAN, account_holder="Stammtisch Post Höß")
    franz = house.players[FRANZ]
    alias = Player.objects.create(club=house.club, name="Franzl", guest=True)
    booked(house, Line(Kind.FINE, 350, alias), day=date(2026, 1, 5))
    alias.merged_into = franz
    alias.save()
    booked(house, Line(Kind.DEPOSIT, 100, franz), token="two", day=date(2026, 1, 6))
    page = get(house.phone(FRANZ), house.path("me/account/"))
    assert texts(page, "p.said") == ["Du schuldest dem Verein € 2,50"]
    assert texts(page, "td.number") == ["+1,00", "−2,50", "−3,50", "−3,50"]
    assert (len(list(elements(page, "svg.qr"))), "AT61 1904 3002 3457 3201" in page.content.decode()) == (1, True)
    assert "Stammtisch Post Höß" in page.content.decode()
    nothing = get(house.phone(BERT), house.path("me/account/"))
    assert (len(list(elements(nothing, "svg.qr"))), "AT61" in nothing.content.decode()) == (0, False)


def test_a_long_account_shows_its_latest_lines_and_all_on_demand() -> None:
    house = a_house()
    booked(house, *[Line(Kind.FINE, 10, house.players[FRANZ])] * 63)
    page = get(house.phone(FRANZ), house.path("me/account/"))
    assert (len(texts(page, "td.number")), texts(page, "p.said")) == (120, ["Du schuldest dem Verein € 6,30"])
    assert "3 frühere Buchungen" in texts(page, "a.button")
    assert len(texts(get(house.phone(FRANZ), house.path("me/account/?all=1")), "td.number")) == 126


def test_an_account_that_is_nobody_yet_is_told_so() -> None:
    house = a_house()
    house.users[FRANZ].memberships.update(player=None)
    assert len(texts(get(house.phone(FRANZ), house.path("me/account/")), ".notice")) == 1


def test_an_iban_is_shown_only_to_who_needs_it() -> None:
    house = a_house()
    egon, bert = house.players[EGON], house.players[BERT]
    Player.objects.filter(pk=bert.pk).update(iban=IBAN)
    evening = an_evening(house, egon, bert)
    transfer = Transfer.objects.create(evening=evening, payer=egon, receiver=bert, cents=250)
    path = house.path(f"transfers/{transfer.pk}/")
    answers = {role: house.phone(role).get(path) for role in house.users}
    assert {role: one.status_code for role, one in answers.items()} == {
        ANNA: 200, BERT: 200, DORA: 200, EGON: 200, FRANZ: 403,
    }  # fmt: skip
    assert ["AT61 1904" in one.content.decode() for one in answers.values()] == [True, True, True, True, False]
    assert len(list(elements(answers[EGON], "svg.qr"))) == 1
    other = a_house("linde")
    assert other.phone(ANNA).get(other.path(f"transfers/{transfer.pk}/")).status_code == 404
    assert other.phone(ANNA).get(path).status_code == 404


def test_a_payment_without_an_iban_and_one_into_the_till_say_what_to_do() -> None:
    house = a_house(iban=IBAN)
    evening = an_evening(house)
    egon, bert = house.players[EGON], house.players[BERT]
    cash = Transfer.objects.create(evening=evening, payer=egon, receiver=bert, cents=250)
    kitty = Transfer.objects.create(evening=evening, payer=egon, receiver=None, cents=250)
    page = get(house.phone(EGON), house.path(f"transfers/{cash.pk}/"))
    assert texts(page, ".notice") == ["Bert Maier hat hier keine IBAN hinterlegt. Zahl bar oder frag danach."]
    page = get(house.phone(EGON), house.path(f"transfers/{kitty.pk}/"))
    assert (len(list(elements(page, "svg.qr"))), "Stammtisch Post" in page.content.decode()) == (1, True)


# --- cost -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["till/", "till/bookings/", "till/report/", "till/share-out/", "till/book/"])
def test_a_page_costs_the_same_for_one_and_for_many(page: str, django_assert_max_num_queries: Any) -> None:
    def cost(house: House) -> int:
        phone = house.phone(DORA)
        phone.get(house.path(page))
        with django_assert_max_num_queries(20) as asked:
            get(phone, house.path(page))
        return len(asked)

    small, large = a_house(), a_house("linde")
    for house, people in ((small, 1), (large, 5)):
        chosen = list(house.players.values())[:people]
        for number in range(people):
            evening = an_evening(house, *chosen, days_ago=number)
            booked(house, *[Line(Kind.FINE, 50, one) for one in chosen], token=f"n{number}", evening=evening)
    # The one evening is followed by no second one to be prefetched: nothing else may differ.
    assert cost(small) == cost(large)
