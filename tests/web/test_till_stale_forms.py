"""A form of the till that was opened before somebody else changed what it is about: never books something else."""

import pytest

from clubs.models import Booking, Tariff
from clubs.models.till import Kind
from clubs.services.till import Line, balances
from tests.club import House, a_house
from tests.till import ANNA, BERT, DORA, EGON, FRANZ, a_fine, an_evening, booked
from tests.web.page import form, get, texts, values

pytestmark = pytest.mark.django_db


def sent(house: House, what: str, who: str, **typed: str) -> tuple[str, dict[str, object]]:
    """The address of the form, and what it sends."""
    path = house.path(f"till/book/?what={what}&who={who}")
    return path, form(get(house.phone(DORA), path), "").filled(**typed)


def test_a_price_that_was_put_away_meanwhile_is_refused_and_nothing_else_is_booked() -> None:
    house = a_house()
    a_fine(house)
    beer = Tariff.objects.create(club=house.club, kind=Kind.DRINKS, name="Bier", cents=420, further_cents=420)
    anna = house.players[ANNA].pk
    path, data = sent(house, f"price-{beer.pk}", "members", **{f"count__{anna}": "2"})
    house.phone(DORA).post(house.path(f"till/tariffs/{beer.pk}/archive/"))
    answer = house.phone(DORA).post(path, data)
    assert answer.status_code == 422
    assert texts(answer, ".problem") == ["Dieser Preis ist weggelegt. Hol ihn zuerst zurück."]
    assert (values(answer, f"count-{anna}"), values(answer, "what")) == (["2"], [f"price-{beer.pk}"])
    assert not Booking.objects.exists()


def test_a_price_that_was_changed_meanwhile_is_shown_before_anything_is_booked() -> None:
    house = a_house()
    fine, anna = a_fine(house), house.players[ANNA].pk
    path, data = sent(house, f"price-{fine.pk}", "members", **{f"count__{anna}": "2"})
    Tariff.objects.filter(pk=fine.pk).update(cents=70)
    answer = house.phone(DORA).post(path, data)
    said = "Diesen Preis hat inzwischen jemand geändert. Schau ihn dir noch einmal an."
    assert (answer.status_code, texts(answer, ".problem")) == (422, [said])
    assert not Booking.objects.exists()
    again = form(answer, "").filled()
    assert [house.phone(DORA).post(path, again).status_code for _tap in range(2)] == [302, 302]
    assert balances(house.club) == {anna: -140}


@pytest.mark.parametrize("whom", ["evening", "absent"])
def test_newer_evenings_do_not_turn_a_form_into_one_for_other_people(whom: str) -> None:
    house = a_house()
    first = an_evening(house, house.players[ANNA], house.players[BERT], days_ago=9)
    meant = house.players[ANNA if whom == "evening" else FRANZ]
    path, data = sent(house, "drinks", f"{whom}-{first.pk}", each="3", person=str(meant.pk))
    for days_ago in (4, 3, 2, 1):
        an_evening(house, house.players[EGON if whom == "evening" else FRANZ], days_ago=days_ago)
    assert house.phone(DORA).post(path, data).status_code == 302
    rows = Booking.objects.values_list("player", "balance", "evening", "day")
    assert list(rows) == [(meant.pk, -300, first.pk, first.day)]


def test_whoever_left_the_list_meanwhile_is_booked_with_the_others() -> None:
    house = a_house()
    evening = an_evening(house, house.players[ANNA], house.players[BERT])
    both = [str(house.players[role].pk) for role in (ANNA, BERT)]
    path, data = sent(house, "fine", f"evening-{evening.pk}", each="1")
    evening.attendances.filter(player=house.players[BERT]).delete()
    answer = house.phone(DORA).post(path, data | {"person": both})
    assert answer.status_code == 302
    assert balances(house.club) == {house.players[ANNA].pk: -100, house.players[BERT].pk: -100}


def test_two_rows_that_became_one_person_meanwhile_are_said_and_not_booked_twice() -> None:
    house = a_house()
    bert, franz = house.players[BERT], house.players[FRANZ]
    path, data = sent(house, "dues", "members", each="24")
    house.club.players.filter(pk=franz.pk).update(merged_into=bert)
    answer = house.phone(DORA).post(path, data | {"person": [str(bert.pk), str(franz.pk)]})
    assert (answer.status_code, texts(answer, ".problem")) == (422, ["Diese Person steht zweimal da."])
    assert values(answer, "person") == [str(bert.pk), str(franz.pk)]
    assert not Booking.objects.exists()
    # and alone it is booked on who that is now
    assert house.phone(DORA).post(path, data | {"person": [str(franz.pk)]}).status_code == 302
    assert balances(house.club) == {bert.pk: -2400}


@pytest.mark.parametrize("changed", [{"what": "price-999"}, {"who": "evening-999"}, {"what": ""}, {"who": "x"}])
def test_what_cannot_be_chosen_is_not_booked_as_something_else(changed: dict[str, str]) -> None:
    house = a_house()
    path, data = sent(house, "drinks", "members", each="3", person=str(house.players[ANNA].pk))
    answer = house.phone(DORA).post(path, data | changed)
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 1)
    assert not Booking.objects.exists()


def test_settling_up_with_somebody_who_is_even_by_now_says_so() -> None:
    house = a_house()
    anna = house.players[ANNA]
    booked(house, Line(Kind.FINE, 500, anna))
    one, other = house.phone(DORA), house.phone(ANNA)
    path = house.path(f"till/people/{anna.pk}/settle/")
    forms = [form(get(phone, house.path("till/")), f"people/{anna.pk}/settle/").filled() for phone in (one, other)]
    assert one.post(path, forms[0]).status_code == 302
    answer = other.post(path, forms[1])
    said = "Inzwischen wurde hier etwas anderes gebucht. Schau dir den Betrag noch einmal an."
    assert (answer.status_code, texts(answer, ".problem")) == (422, [said])
    assert balances(house.club) == {anna.pk: 0}
