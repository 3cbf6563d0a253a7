"""Prices, booking by hand, settling up, counting and sharing out, as use cases."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from clubs.models import Booking, Change, Evening, Player, Tariff
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services import share_out as sharing
from clubs.services import tariffs, till
from clubs.services.by_hand import Entry, book_by_hand, count_cash, settle_up
from clubs.services.core import Refused
from clubs.services.till import Line, balances, book, cash_in_box, reverse
from tests.club import House, a_house

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 3)


def a_fine(house: House) -> Tariff:
    return tariffs.add_tariff(house.club, by=None, name="Bummerl", kind="fine", cents=50, first=3, further_cents=100)


def by_hand(
    house: House, *entries: Entry, token: str = "one-token", day: date | None = DAY, **more: Any
) -> list[Booking]:
    return book_by_hand(house.club, by=house.users[Role.TREASURER], token=token, day=day, entries=entries, **more)


def problems_of(work: Callable[[], Any]) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refused:
        work()
    return [(one.code, one.at) for one in refused.value.problems]


# --- graded fines --------------------------------------------------------------------------------------------------


def test_grading_goes_on_over_the_bookings_of_an_evening_and_begins_anew_the_next() -> None:
    house = a_house()
    fine, anna = a_fine(house), house.players[Role.OWNER]
    evening = Evening.objects.create(club=house.club, day=DAY)

    def one(count: int, token: str, day: date = DAY, on: Evening | None = None) -> int:
        (row,) = by_hand(house, Entry("fine", anna, tariff=fine, count=count), token=token, day=day, evening=on)
        return row.balance

    assert [one(2, "a", on=evening), one(3, "b", on=evening), one(2, "c")] == [-100, -250, -200]
    assert one(2, "d", day=date(2026, 11, 10)) == -100


def test_grading_leaves_out_what_was_reversed_and_counts_merged_people_as_one() -> None:
    house = a_house()
    fine, anna = a_fine(house), house.players[Role.OWNER]
    guest = Player.objects.create(club=house.club, name="Annerl", guest=True)
    (row,) = by_hand(house, Entry("fine", anna, tariff=fine, count=3))
    reverse(row, by=None, token="undo")
    (row,) = by_hand(house, Entry("fine", guest, tariff=fine, count=3), token="b")
    guest.merged_into = anna
    guest.save()
    (row,) = by_hand(house, Entry("fine", anna, tariff=fine, count=1), token="c")
    assert (row.balance, balances(house.club)) == (-100, {anna.pk: -250})


def test_the_same_person_twice_in_one_request_is_graded_in_order() -> None:
    house = a_house()
    entry = Entry("fine", house.players[Role.OWNER], tariff=a_fine(house), count=2)
    assert [row.balance for row in by_hand(house, entry, entry)] == [-100, -150]


def test_a_repeated_request_is_answered_though_the_grading_has_gone_on_since() -> None:
    house = a_house()
    entry = Entry("fine", house.players[Role.OWNER], tariff=a_fine(house), count=2)
    first = by_hand(house, entry)
    second = by_hand(house, entry, token="two")
    assert by_hand(house, entry) == first
    reverse(first[0], by=None, token="undo")
    assert (by_hand(house, entry), by_hand(house, entry, token="two")) == (first, second)
    assert Booking.objects.count() == 3


def test_paid_at_once_is_one_deposit_a_person() -> None:
    house = a_house()
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    fine = a_fine(house)
    entries = [
        Entry("fine", anna, tariff=fine, count=5),
        Entry("drinks", anna, cents=420),
        Entry("dues", bert, cents=100),
    ]
    by_hand(house, *entries, paid=True)
    assert [(row.kind, row.player, row.cash) for row in Booking.objects.filter(kind=Kind.DEPOSIT)] == [
        ("deposit", anna, 770),
        ("deposit", bert, 100),
    ]
    assert (cash_in_box(house.club), set(balances(house.club).values())) == (870, {0})


def test_thirty_people_are_booked_at_once() -> None:
    house = a_house()
    people = [Player.objects.create(club=house.club, name=f"Mitglied {number}") for number in range(30)]
    by_hand(house, *[Entry("dues", one, cents=1000) for one in people], paid=True)
    assert (Booking.objects.count(), cash_in_box(house.club), Change.objects.count()) == (60, 30000, 60)


def test_a_manual_kitty_is_not_tied_to_the_evening() -> None:
    house = a_house()
    evening = Evening.objects.create(club=house.club, day=DAY)
    (row,) = by_hand(house, Entry("kitty", house.players[Role.OWNER], cents=50), evening=evening)
    assert row.evening is None
    reverse(row, by=None, token="undo")


def test_what_is_not_booked_by_hand_and_what_is_missing_is_refused_at_once() -> None:
    house, other = a_house(), a_house("linde")
    anna, fine, foreign = house.players[Role.OWNER], a_fine(house), a_fine(other)
    gone = tariffs.add_tariff(house.club, by=None, name="Alt", kind="fine", cents=50)
    tariffs.archive_tariff(gone, by=None)
    gone.refresh_from_db()
    entries = [
        Entry("settlement", anna, cents=50),
        Entry("cash_count", cents=50),
        Entry("magic", anna, cents=50),
        Entry("fine", anna, tariff=gone, count=1),
        Entry("fine", anna, tariff=fine, count="zwei"),
        Entry("fine", anna, tariff=fine, count=0),
        Entry("fine", anna, tariff=foreign, count=1),
        Entry("dues", anna, tariff=fine, count=1),
        Entry("dues", anna, cents="zehn"),
    ]
    assert problems_of(lambda: by_hand(house, *entries, day=None)) == [
        ("not_by_hand", "lines.0.kind"),
        ("not_by_hand", "lines.1.kind"),
        ("not_by_hand", "lines.2.kind"),
        ("tariff_archived", "lines.3.tariff"),
        ("odd_count", "lines.4.count"),
        ("odd_count", "lines.5.count"),
        ("no_day", "day"),
        ("tariff_elsewhere", "lines.6.tariff"),
        ("tariff_elsewhere", "lines.7.tariff"),
        ("no_amount", "lines.8.cents"),
    ]
    assert (Booking.objects.count(), Change.objects.filter(what="booked").count()) == (0, 0)


def test_a_changed_price_holds_for_new_bookings_only() -> None:
    house = a_house()
    fine, anna = a_fine(house), house.players[Role.OWNER]
    by_hand(house, Entry("fine", anna, tariff=fine, count=2))
    fine = tariffs.change_tariff(fine, by=None, name="Bummerl", cents=200)
    by_hand(house, Entry("fine", anna, tariff=fine, count=1), token="two", day=date(2026, 11, 10))
    assert [row.balance for row in Booking.objects.all()] == [-100, -200]
    assert list(Change.objects.order_by("pk").values_list("what", flat=True)) == [
        *("tariff_added", "booked", "tariff_changed", "booked"),
    ]


# --- settling up and counting ---------------------------------------------------------------------------------------


def test_settling_up_is_refused_for_strangers_and_where_nothing_is_owed() -> None:
    house, other = a_house(), a_house("linde")

    def settle(player: Player, seen: int) -> Booking:
        return settle_up(house.club, by=None, token="t", player=player, seen=seen)

    assert problems_of(lambda: settle(other.players[Role.OWNER], 0)) == [("person_elsewhere", "player")]
    assert problems_of(lambda: settle(house.players[Role.OWNER], 0)) == [("nothing_owed", "seen")]
    assert problems_of(lambda: settle(house.players[Role.OWNER], -50)) == [("balance_changed", "seen")]


def test_a_count_that_finds_nothing_amiss_is_on_record_once() -> None:
    house = a_house()
    rows = [count_cash(house.club, by=None, token="t", expected=0, counted=0) for _ in range(2)]
    assert (rows[0], rows[0].cash, Booking.objects.count()) == (rows[1], 0, 1)
    assert problems_of(lambda: count_cash(house.club, by=None, token="u", expected=5, counted=0)) == [
        ("cash_changed", "counted")
    ]


# --- sharing out ------------------------------------------------------------------------------------------------------


def test_what_people_are_owed_is_not_shared_out() -> None:
    house = a_house()
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    book(
        house.club,
        by=None,
        token="t",
        day=DAY,
        lines=[Line(Kind.DEPOSIT, 1000, anna), Line(Kind.FINE, 300, bert), Line(Kind.INCOME, 500, note="Spende")],
    )
    assert (cash_in_box(house.club), sharing.to_share(house.club)) == (1500, 500)


def test_a_share_out_is_refused_with_everything_that_is_wrong() -> None:
    house, other = a_house(), a_house("linde")
    anna = house.players[Role.OWNER]
    alias = Player.objects.create(club=house.club, name="Annerl", merged_into=anna)
    weights: list[tuple[Player, int | str]] = [(anna, 0), (alias, -1), (other.players[Role.OWNER], "viel")]
    assert problems_of(lambda: sharing.preview(house.club, cents=100, weights=weights, seen=7)) == [
        ("more_than_in_box", "cents"),
        ("cash_changed", "cents"),
        ("person_twice", f"weight-{alias.pk}"),
        ("odd_count", f"weight-{alias.pk}"),
        ("person_elsewhere", f"weight-{other.players[Role.OWNER].pk}"),
        ("odd_count", f"weight-{other.players[Role.OWNER].pk}"),
        ("nobody_to_share", "weights"),
    ]
    assert problems_of(lambda: sharing.preview(house.club, cents="x", weights=[(anna, 1)])) == [("no_amount", "cents")]
    assert problems_of(lambda: sharing.preview(house.club, cents=0, weights=[(anna, 1)])) == [
        ("amount_too_small", "cents")
    ]


def test_a_share_not_paid_out_makes_up_for_what_is_owed() -> None:
    house = a_house()
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    lines = [Line(Kind.INCOME, 1000, note="Kassa"), Line(Kind.FINE, 300, anna)]
    book(house.club, by=None, token="t", day=DAY, lines=lines)
    weights: list[tuple[Player, int | str]] = [(anna, 1), (bert, 1)]
    for _ in range(2):
        sharing.share_out(house.club, by=None, token="s", day=DAY, cents=1000, weights=weights, paid=False)
    assert (cash_in_box(house.club), balances(house.club)) == (1000, {anna.pk: 200, bert.pk: 500})


def test_nobody_is_booked_a_share_of_nothing() -> None:
    house = a_house()
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    book(house.club, by=None, token="t", day=DAY, lines=[Line(Kind.INCOME, 1, note="Cent")])
    weights: list[tuple[Player, int | str]] = [(anna, 1), (bert, 1)]
    rows = sharing.share_out(house.club, by=None, token="s", day=DAY, cents=1, weights=weights)
    assert [(row.kind, row.player) for row in rows] == [("share_out", anna), ("payout", anna)]


def test_the_first_day_and_the_club_of_a_price_are_its_own() -> None:
    house = a_house()
    assert problems_of(lambda: tariffs.add_tariff(house.club, by=None, name="x" * 61, kind="fine", cents=-1)) == [
        ("tariff_name_too_long", "name"),
        ("amount_too_small", "cents"),
    ]
    assert till.today(house.club) >= DAY


@pytest.mark.parametrize("counted", [-1, -500, 10**30, True, "5"])
def test_nobody_counts_less_than_nothing(counted: Any) -> None:
    house = a_house()
    with pytest.raises(Refused) as error:
        count_cash(house.club, by=None, token="t", expected=0, counted=counted)
    assert len(error.value.problems) == 1
    assert not Booking.objects.exists()
