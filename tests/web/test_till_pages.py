"""The till's pages, as a phone without JavaScript uses them: booking, settling up, reversing, prices."""

import pytest

from clubs.models import Booking, Tariff
from clubs.models.till import Kind
from clubs.services.till import Line, balances, cash_in_box
from tests.club import a_house, logged_in
from tests.till import ANNA, BERT, DORA, EGON, FRANZ, a_fine, an_evening, booked
from tests.web.page import form, get, links, read, texts, values

pytestmark = pytest.mark.django_db


PAGES = ["", "book/", "tariffs/", "count/", "share-out/", "report/", "bookings/", "report/report.csv"]


@pytest.mark.parametrize("page", PAGES)
def test_the_till_is_for_owner_and_treasurer(page: str) -> None:
    house = a_house()
    path = house.path(f"till/{page}")
    answers = {role: house.phone(role).get(path).status_code for role in house.users}
    assert answers == {ANNA: 200, BERT: 403, DORA: 200, EGON: 403, FRANZ: 403}
    assert house.stranger is not None
    assert logged_in(house.stranger).get(path).status_code == 404


def test_an_empty_till_says_how_to_begin() -> None:
    house = a_house()
    page = get(house.phone(DORA), house.path("till/"))
    assert texts(page, "dd") == ["€ 0,00", "€ 0,00", "€ 0,00"]
    assert "Zähl zuerst, was in der Kassa liegt" in page.content.decode()


def test_fines_of_an_evening_for_everybody_who_was_there_by_counting() -> None:
    house = a_house()
    fine, players = a_fine(house), house.players
    evening = an_evening(house, players[ANNA], players[BERT], players[FRANZ])
    path = house.path(f"till/book/?what=price-{fine.pk}&who=evening-{evening.pk}")
    page = get(house.phone(DORA), path)
    counts = {f"count-{players[ANNA].pk}": "7", f"count-{players[BERT].pk}": "2", f"count-{players[FRANZ].pk}": "0"}
    answer = house.phone(DORA).post(path, form(page, "").filled() | counts)
    assert (answer.status_code, answer.headers["Location"]) == (302, house.path("till/"))
    rows = Booking.objects.values_list("player", "balance", "count", "tariff", "evening", "day")
    assert list(rows) == [
        (players[ANNA].pk, -550, 7, fine.pk, evening.pk, evening.day),
        (players[BERT].pk, -100, 2, fine.pk, evening.pk, evening.day),
    ]
    # and more of it later the same evening: grading goes on
    page = get(house.phone(DORA), path)
    house.phone(DORA).post(path, form(page, "").filled() | {f"count-{players[BERT].pk}": "3"})
    assert balances(house.club) == {players[ANNA].pk: -550, players[BERT].pk: -350}


def test_a_form_sent_twice_books_once() -> None:
    house = a_house()
    fine = a_fine(house)
    path = house.path(f"till/book/?what=price-{fine.pk}&who=members")
    sent = form(get(house.phone(DORA), path), "").filled() | {f"count-{house.players[ANNA].pk}": "5", "paid": "on"}
    assert [house.phone(DORA).post(path, sent).status_code for _ in range(2)] == [302, 302]
    assert [(row.kind, row.cash, row.balance) for row in Booking.objects.all()] == [
        ("fine", 0, -350),
        ("deposit", 350, 350),
    ]


def test_dues_for_all_members_and_an_own_amount_for_one() -> None:
    house = a_house()
    path = house.path("till/book/?what=dues&who=members")
    page = get(house.phone(DORA), path)
    people = [house.players[role] for role in (ANNA, BERT, FRANZ)]
    sent = form(page, "").filled() | {
        "each": "10",
        "person": [str(one.pk) for one in people[:2]],
        f"euros-{people[1].pk}": "5,50",
        f"euros-{people[2].pk}": "2",
        "note": "Jahr 2026",
    }
    assert house.phone(DORA).post(path, sent).status_code == 302
    assert balances(house.club) == {people[0].pk: -1000, people[1].pk: -550, people[2].pk: -200}
    assert {row.note for row in Booking.objects.all()} == {"Jahr 2026"}


def test_what_cannot_be_booked_is_said_at_the_person_and_stays_typed() -> None:
    house = a_house()
    path = house.path("till/book/?what=deposit&who=members")
    anna, bert = house.players[ANNA], house.players[BERT]
    sent = form(get(house.phone(DORA), path), "").filled() | {
        f"euros-{anna.pk}": "zehn",
        f"euros-{bert.pk}": "5",
        "day": "2999-01-01",
        "note": "x" * 121,
    }
    answer = house.phone(DORA).post(path, sent)
    assert answer.status_code == 422
    assert texts(answer, ".problem") == [
        "Gib einen Betrag in Euro ein, zum Beispiel 2,50.",
        "Dieser Tag kommt erst. Buche für heute oder einen früheren Tag.",
        "Die Notiz ist zu lang, höchstens 120 Zeichen.",
    ]
    assert values(answer, f"euros-{anna.pk}") == ["zehn"]
    assert values(answer, "day") == ["2999-01-01"]
    assert Booking.objects.count() == 0


@pytest.mark.parametrize("what", ["dues", "income"])
def test_nothing_filled_in_is_said_in_a_sentence(what: str) -> None:
    house = a_house()
    path = house.path(f"till/book/?what={what}&who=members")
    answer = house.phone(DORA).post(path, form(get(house.phone(DORA), path), "").filled())
    assert answer.status_code == 422
    assert texts(answer, ".problem")[0] == (
        "Es ist noch nichts zu buchen. Gib zuerst einen Betrag oder eine Anzahl ein."
        if what == "dues"
        else "Gib einen Betrag in Euro ein, zum Beispiel 2,50."
    )


def test_an_expense_needs_to_say_what_for() -> None:
    house = a_house()
    path = house.path("till/book/?what=expense")
    sent = form(get(house.phone(DORA), path), "").filled() | {"each": "25,90"}
    assert texts(house.phone(DORA).post(path, sent), ".problem") == ["Schreib dazu, wofür es war."]
    assert house.phone(DORA).post(path, sent | {"note": "Neue Karten"}).status_code == 302
    assert cash_in_box(house.club) == -2590


def test_everything_paid_is_one_tap_and_a_double_tap_books_once() -> None:
    house = a_house()
    franz = house.players[FRANZ]
    booked(house, Line(Kind.FINE, 350, franz))
    phone = house.phone(DORA)
    sent = form(get(phone, house.path("till/")), f"/people/{franz.pk}/settle/").filled()
    path = house.path(f"till/people/{franz.pk}/settle/")
    assert [phone.post(path, sent).status_code for _ in range(2)] == [302, 302]
    assert (balances(house.club), cash_in_box(house.club), Booking.objects.count()) == ({franz.pk: 0}, 350, 2)
    assert texts(get(phone, house.path("till/")), ".done") == ["Franz Huber hat € 3,50 bezahlt."] * 2


def test_everything_paid_is_refused_where_the_balance_is_another_one_by_now() -> None:
    house = a_house()
    franz = house.players[FRANZ]
    booked(house, Line(Kind.FINE, 350, franz))
    phone = house.phone(DORA)
    sent = form(get(phone, house.path("till/")), f"/people/{franz.pk}/settle/").filled()
    booked(house, Line(Kind.DRINKS, 420, franz), token="two-token")
    answer = phone.post(house.path(f"till/people/{franz.pk}/settle/"), sent)
    assert answer.status_code == 422
    assert texts(answer, ".problem") == [
        "Inzwischen wurde hier etwas anderes gebucht. Schau dir den Betrag noch einmal an."
    ]
    assert values(answer, "seen") == ["-770"]
    assert cash_in_box(house.club) == 0


def test_the_club_pays_out_what_it_owes() -> None:
    house = a_house()
    franz = house.players[FRANZ]
    booked(house, Line(Kind.DEPOSIT, 2000, franz))
    phone = house.phone(DORA)
    page = get(phone, house.path(f"till/people/{franz.pk}/"))
    assert texts(page, "p.said") == ["Der Verein schuldet € 20,00"]
    phone.post(house.path(f"till/people/{franz.pk}/settle/"), form(page, "/settle/").filled())
    assert [(row.kind, row.cash) for row in Booking.objects.all()] == [("deposit", 2000), ("payout", -2000)]


# --- reversing ------------------------------------------------------------------------------------------------------


def test_a_line_is_reversed_after_a_question_and_stays_in_the_list() -> None:
    house = a_house()
    (row,) = booked(house, Line(Kind.FINE, 350, house.players[FRANZ]))
    phone, path = house.phone(DORA), house.path(f"till/bookings/{row.pk}/reverse/")
    assert path in links(get(phone, house.path("till/")))
    assert phone.post(path, form(get(phone, path), "").filled()).status_code == 302
    page = get(phone, house.path("till/"))
    assert (balances(house.club), path in links(page)) == ({house.players[FRANZ].pk: 0}, False)
    assert [one for one in texts(page, "small") if "storniert" in one] != []
    assert texts(get(phone, path), ".notice") == ["Das ist schon storniert."]


def test_what_was_booked_together_is_reversed_in_one_go() -> None:
    house = a_house()
    franz, egon = house.players[FRANZ], house.players[EGON]
    rows = booked(house, Line(Kind.FINE, 50, franz), Line(Kind.FINE, 50, egon), Line(Kind.DEPOSIT, 50, franz))
    phone, path = house.phone(DORA), house.path(f"till/bookings/{rows[0].pk}/reverse/")
    sent = next(one for one in read(get(phone, path)).forms if "booking" in one.fields).filled(together="1")
    assert [phone.post(path, sent).status_code for _ in range(2)] == [302, 302]
    assert (balances(house.club), Booking.objects.count()) == ({franz.pk: 0, egon.pk: 0}, 6)


def test_an_evenings_settlement_says_that_the_evening_is_to_be_opened_again() -> None:
    house = a_house()
    franz, egon = house.players[FRANZ], house.players[EGON]
    evening = an_evening(house, franz, egon)
    rows = booked(house, Line(Kind.SETTLEMENT, 50, franz), Line(Kind.SETTLEMENT, -50, egon), evening=evening)
    path = house.path(f"till/bookings/{rows[0].pk}/reverse/")
    page = get(house.phone(DORA), path)
    assert len(texts(page, ".notice")) == 1
    answer = house.phone(DORA).post(path, {"token": "t"})
    assert answer.status_code == 422
    assert texts(answer, ".problem") == [
        "Das kommt vom Abrechnen des Abends. Mach den Abend wieder auf, dann wird es storniert."
    ]


def test_bookings_of_another_club_are_not_there() -> None:
    house, other = a_house(), a_house("linde")
    (row,) = booked(other, Line(Kind.FINE, 50, other.players[FRANZ]))
    phone = house.phone(DORA)
    assert phone.get(house.path(f"till/bookings/{row.pk}/reverse/")).status_code == 404
    assert phone.get(house.path(f"till/people/{other.players[FRANZ].pk}/")).status_code == 404
    assert phone.post(house.path(f"till/people/{other.players[FRANZ].pk}/settle/")).status_code == 404
    assert phone.get(house.path(f"till/tariffs/{a_fine(other).pk}/")).status_code == 404


# --- prices ---------------------------------------------------------------------------------------------------------


def test_a_graded_price_is_added_changed_put_away_and_fetched_back() -> None:
    house = a_house()
    phone, path = house.phone(DORA), house.path("till/tariffs/")
    sent = {"kind": "fine", "name": " Verlorenes  Bummerl ", "cents": "0,50", "first": "3", "further_cents": "1"}
    assert [phone.post(path, sent).status_code for _ in range(2)] == [302, 302]
    tariff = Tariff.objects.get()
    assert (tariff.name, tariff.first, tariff.cents, tariff.further_cents) == ("Verlorenes Bummerl", 3, 50, 100)
    assert "die ersten 3 je € 0,50, danach je € 1,00" in get(phone, path).content.decode().replace("\u00a0", " ")
    one = house.path(f"till/tariffs/{tariff.pk}/")
    page = get(phone, one)
    assert values(page, "further_cents") == ["1,00"]
    assert phone.post(one, {"name": "Bummerl", "cents": "1", "first": "", "further_cents": ""}).status_code == 302
    tariff.refresh_from_db()
    assert (tariff.name, tariff.first, tariff.cents, tariff.further_cents) == ("Bummerl", 0, 100, 100)
    phone.post(one + "archive/")
    assert "Bummerl" not in texts(get(phone, house.path("till/book/")), "a.chip")
    phone.post(one + "archive/", {"back": "1"})
    assert "Bummerl" in texts(get(phone, house.path("till/book/")), "a.chip")


def test_a_price_that_cannot_be_is_refused_with_everything_that_is_wrong() -> None:
    house = a_house()
    a_fine(house)
    phone, path = house.phone(DORA), house.path("till/tariffs/")
    answer = phone.post(path, {"kind": "payout", "name": "Bummerl", "cents": "0", "first": "2", "further_cents": "x"})
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 4)
    assert values(answer, "name") == ["Bummerl"]
    answer = phone.post(path, {"kind": "dues", "name": "", "cents": "", "first": "ein paar", "further_cents": ""})
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 3)
    answer = phone.post(path, {"kind": "dues", "name": "Jahr", "cents": "5", "first": "", "further_cents": "6"})
    assert texts(answer, ".problem") == ["Für wie viele gilt der erste Preis?"]


def test_a_report_between_crossed_days_says_so_and_shows_what_lies_between() -> None:
    house = a_house()
    booked(house, Line(Kind.INCOME, 1000, note="Sparverein"))
    path = house.path("till/report/?start=2099-12-31&end=2000-01-01")
    page = get(house.phone(DORA), path, 422)
    assert texts(page, ".problem") == ["Der letzte Tag liegt vor dem ersten."]
    assert values(page, "start") == ["2099-12-31"]
    assert texts(page, ".equation")[0] == "0,00 + 10,00 − 0,00 = 10,00 ✓"
