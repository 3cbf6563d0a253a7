"""Settling an evening by taps: the preview, once, who has paid, and opening it again."""

import pytest

from clubs.models import Booking, Evening, Player, Transfer
from clubs.queries import open_payments_of, payments_of
from clubs.services.evenings import tick_transfer
from scoring.models import Sheet
from scoring.services.evenings import reopen_evening, settlement_of
from scoring.services.sheets import begin_sheet
from tests.club import House, logged_in
from tests.services.evening import a_leg, a_table, fresh_evening, play, settle, the_stammtisch
from tests.services.table import fresh, new_token, won_leg
from tests.web.page import elements, form, form_count, get, links, phone, posted, texts

pytestmark = pytest.mark.django_db

NAMES = ["Anna Höß", "Bert Maier", "Cilli Gast", "Dora Lang"]
DAY = "evenings/2026-03-03/"


# --- the settlement ------------------------------------------------------------------------------------------------


def test_the_stammtisch_is_settled_by_taps_from_hand_to_hand(house: House, evening: Evening) -> None:
    the_stammtisch(evening)
    egon = house.phone("scorer")
    page = get(egon, house.path(f"{DAY}settle/"))
    money = [("Christl", "+2,00"), ("Eva", "+1,00"), ("Bernd", "0,00"), ("Anna", "−0,50"), ("Dieter", "−2,50")]
    assert list(zip(texts(page, "th")[4:], texts(page, "td.number")[2::3], strict=True)) == money
    assert texts(page, "span.amount") == ["€ 0,50", "€ 2,00", "€ 0,50"]
    one = form(page)
    for _tap in range(2):
        assert posted(egon, house.path(f"{DAY}settle/"), **one.filled()).url == house.path(DAY)
    page = get(egon, house.path(DAY))
    assert texts(page, "span.amount") == ["€ 0,50", "€ 2,00", "€ 0,50"]
    said = next(elements(page, "textarea")).text
    assert "Dieter → Christl: € 2,00" in said.replace("\u00a0", " ")
    assert Transfer.objects.count() == 3


def test_a_payment_is_ticked_and_the_tick_taken_back(house: House, evening: Evening) -> None:
    the_stammtisch(evening)
    settle(evening)
    egon = house.phone("scorer")
    first = payments_of(evening)[0]
    for paid, words in (("1", "Doch nicht bezahlt"), ("0", "Bezahlt")):
        one = form(get(egon, house.path(DAY)), f"/payments/{first.pk}/")
        assert one.fields["paid"] == [paid]
        assert posted(egon, one.action, **one.filled()).url == house.path(f"{DAY}#payments")
        page = get(egon, house.path(DAY))
        assert words in texts(page, "button.button")
    assert house.phone("member").post(one.action, {"paid": "1"}).status_code == 403


def test_only_who_is_concerned_finds_the_way_to_pay_by_bank(house: House, evening: Evening) -> None:
    names = ["Franz Huber", "Bert Maier", "Cilli", "Dora Lang"]
    play(a_table(evening, names, house_rules={"money": "zero_sum", "stake_cents": 50}), won_leg(1))
    settle(evening)
    mine = next(one for one in payments_of(evening) if one.payer == house.players["member"])
    address = house.path(f"transfers/{mine.pk}/")
    assert mine.receiver is not None
    assert address not in links(get(house.phone("member"), house.path(DAY)))
    Player.objects.filter(pk=mine.receiver.pk).update(iban="AT611904300234573201")
    for role, concerned in (("member", True), ("treasurer", True), ("owner", True), ("scorer", False)):
        assert (address in links(get(house.phone(role), house.path(DAY)))) is concerned, role
    get(house.phone("member"), address)


def test_through_the_till_the_page_says_so(house: House, evening: Evening) -> None:
    the_stammtisch(evening)
    egon = house.phone("scorer")
    posted(egon, house.path(f"{DAY}settle/"), **form(get(egon, house.path(f"{DAY}settle/"))).filled(how="till"))
    page = get(egon, house.path(DAY))
    assert "Über die Kassa abgerechnet: Es steht bei jedem am Stand mit dem Verein." in texts(page, "p")
    assert fresh_evening(evening).through_till


def test_open_tables_stand_in_the_preview_with_what_can_be_done(house: House, evening: Evening) -> None:
    empty, played = a_table(evening, NAMES), play(a_table(evening, NAMES), won_leg(0), close=False)
    egon = house.phone("scorer")
    page = get(egon, house.path(f"{DAY}settle/"))
    assert texts(page, ".problem") == ["Diese Zettel müssen vorher geschlossen werden:"]
    assert f"/sheet/{played.write_secret}/close/" in links(page)
    assert "Abend abrechnen" not in texts(page, "button.button")
    one = form(page, "/drop/")
    for _tap in range(2):
        posted(egon, one.action, **one.filled())
    assert list(Sheet.objects.all()) == [played]
    seen = settlement_of(evening).seen
    page = posted(egon, house.path(f"{DAY}settle/"), 422, after_seq="0", seen=seen)
    assert fresh_evening(evening).is_open
    assert empty.pk not in Sheet.objects.values_list("pk", flat=True)


def test_what_was_written_since_the_preview_is_shown_before_anything_is_settled(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    egon = house.phone("scorer")
    one = form(get(egon, house.path(f"{DAY}settle/")))
    a_leg(evening, "AC", "BD", 1)
    page = posted(egon, house.path(f"{DAY}settle/"), 409, **one.filled())
    assert texts(page, ".notice") == [
        "Inzwischen wurde etwas geschrieben. Bitte noch einmal ansehen: So schaut es jetzt aus."
    ]
    posted(egon, house.path(f"{DAY}settle/"), **form(page).filled())
    assert not fresh_evening(evening).is_open


def test_a_ticked_payment_keeps_the_evening_settled_and_says_the_way_out(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    settle(evening)
    tick_transfer(payments_of(evening)[0], paid=True, by=None)
    bert = house.phone("director")
    one = form(get(bert, house.path(DAY)), "/reopen/")
    page = posted(bert, one.action, 422, **one.filled())
    assert "Nehmt diese Haken zuerst zurück" in texts(page, ".problem")[0]
    assert not fresh_evening(evening).is_open


def test_a_director_opens_a_closed_sheet_again_from_its_result(house: House, evening: Evening) -> None:
    sheet = a_leg(evening, "AB", "CD", 1)
    path = f"/sheet/{sheet.write_secret}/result/"
    for client in (phone(), house.phone("scorer"), logged_in(house.stranger)):  # type: ignore[arg-type]  # there is one
        assert form_count(get(client, path), "/reopen/") == 0
    bert = house.phone("director")
    one = form(get(bert, path), "/reopen/")
    posted(bert, one.action, **one.filled())
    assert (fresh(sheet).is_open, sheet.entries.get(kind="reopen").by) == (True, house.users["director"])
    play(fresh(sheet))
    settle(evening)
    page = get(bert, path)
    assert form_count(page, "/reopen/") == 0
    assert house.path(DAY) in links(page)


def test_between_two_who_are_one_person_by_now_there_is_nothing_to_pay(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    rules = {"money": "zero_sum", "stake_cents": 50}
    play(a_table(evening, ["Christl", "Xaver", "Dieter", "Yvonne"], house_rules=rules), won_leg(0))
    settle(evening)
    people = {one.name: one for one in Player.objects.filter(club=house.club)}
    xaver, anna = people["Xaver"], people["Anna"]
    own = Transfer.objects.get(payer=xaver, receiver=anna)
    Player.objects.filter(pk=xaver.pk).update(merged_into=anna)
    page = get(house.phone("scorer"), house.path(DAY))
    assert "Anna → Anna" not in page.content.decode()
    assert own.pk not in {one.pk for one in payments_of(evening)}
    assert own.pk not in {one.pk for one in open_payments_of({xaver.pk, anna.pk})}
    # What was ticked off before stays there, so that the tick can be taken back and the evening opened again.
    tick_transfer(own, paid=True, by=None)
    assert own.pk in {one.pk for one in payments_of(evening)}


def test_what_goes_into_the_kitty_stays_to_be_paid(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1, money="pot")
    settle(evening)
    christl = Player.objects.get(club=house.club, name="Christl")
    assert [(one.payer_id, one.receiver_id, one.cents) for one in open_payments_of({christl.pk})] == [
        (christl.pk, None, 50)
    ]
    assert len(payments_of(evening)) == 2


def test_a_payment_into_the_kitty_is_reversed_by_its_tick_only_and_the_till_says_so(
    house: House, evening: Evening
) -> None:
    a_leg(evening, "AB", "CD", 1, money="pot")
    settle(evening)
    tick_transfer(payments_of(evening)[0], paid=True, by=None)
    booking = Booking.objects.filter(club=house.club).earliest("pk")
    path = house.path(f"till/bookings/{booking.pk}/reverse/")
    assert "Nimm dort den Haken zurück" in get(house.phone(), path).content.decode()
    answer = posted(house.phone(), path, 422, token="a-new-token")
    said = "Das kommt von einer Zahlung dieses Abends, die als bezahlt abgehakt wurde. Nimm den Haken dort zurück."
    assert said in texts(answer, ".problem")


def test_a_tick_on_a_page_from_before_the_evening_was_opened_again_says_so(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    settle(evening)
    egon = house.phone("scorer")
    one = form(get(egon, house.path(DAY)), f"/payments/{payments_of(evening)[0].pk}/")
    reopen_evening(fresh_evening(evening), by=None, after_seq=1)
    answer = posted(egon, one.action, 422, **one.filled())
    said = "Der Abend wurde inzwischen wieder geöffnet; diese Zahlung gilt nicht mehr."
    assert texts(answer, ".problem") == [said]


def test_a_sheet_of_an_evening_leaves_paying_to_the_evening(house: House, evening: Evening) -> None:
    sheet = a_leg(evening, "AB", "CD", 1)
    page = get(house.phone(), f"/sheet/{sheet.write_secret}/result/")
    said = "Das kommt mit dem Abend: Abgerechnet wird einmal, über alle Zettel."
    assert said in texts(page, "p")
    assert texts(page, "span.amount") == []
    message = texts(page, "textarea")[0]
    assert ("→" in message, "Anna: € 0,50 Christl: −€ 0,50" in message) == (False, True)
    settle(evening)
    assert said in texts(get(house.phone(), f"/sheet/{sheet.write_secret}/result/"), "p")
    quick = begin_sheet(
        game="bauernschnapsen",
        players=["Anna", "Bert", "Cilli", "Dora"],
        house_rules={"money": "zero_sum", "stake_cents": 50},
        token=new_token(),
    )
    play(quick, won_leg(0))
    assert texts(get(phone(), f"/sheet/{quick.write_secret}/result/"), "span.amount") != []


def test_tables_that_still_play_come_to_nothing_yet(house: House, evening: Evening) -> None:
    play(a_table(evening, ["Anna", "Bert", "Cilli", "Dora"]), won_leg(0), close=False)
    page = get(house.phone(), house.path(f"{DAY}settle/"))
    assert texts(page, "h2") == ["Noch offen"]
    assert "Niemand schuldet jemandem etwas." not in texts(page, "p")


def test_of_a_settled_evening_it_is_said_who_was_there(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    assert "Wer da ist (4)" in texts(get(house.phone(), house.path(DAY)), "h2")
    settle(evening)
    assert "Wer da war (4)" in texts(get(house.phone(), house.path(DAY)), "h2")
