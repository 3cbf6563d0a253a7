"""The end of an evening: one settlement over all sheets, once, and opening it again."""

from typing import Any

import pytest
from django.utils import translation

from clubs.models import Attendance, Booking, Change, Club, Evening, Player, Transfer
from clubs.queries import payments_of, people_of
from clubs.services.core import Refused
from clubs.services.evenings import tick_transfer
from clubs.services.till import balances, cash_in_box
from clubs.services.turns import in_turn
from scoring.games import sheet as engine
from scoring.models import Sheet
from scoring.queries import sheets_of_evening
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.evenings import EveningMoved, close_evening, drop_sheet, reopen_evening, settlement_of
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house
from tests.services.evening import LEGS, PEOPLE, a_leg, a_table, an_evening, fresh_evening, play, settle, the_stammtisch
from tests.services.table import at_once, differing, fresh, new_token, now, record, won_leg

pytestmark = pytest.mark.django_db

MONEY = {"money": "zero_sum", "stake_cents": 50}


def cents_of(evening: Evening) -> dict[str, int]:
    return {share.player.name: share.cents for share in settlement_of(evening).shares.values()}


def paid_from_to(evening: Evening) -> set[tuple[str, str, int]]:
    return {
        (one.payer.name if one.payer else "", one.receiver.name if one.receiver else "", one.cents)
        for one in payments_of(evening)
    }


def balance_of(club: Club) -> dict[str, int]:
    names = dict(Player.objects.filter(club=club).values_list("pk", "name"))
    return {names[pk]: cents for pk, cents in balances(club).items() if cents}


def refused(code: str, work: Any) -> Any:
    with pytest.raises(Refused) as error:
        work()
    assert [problem.code for problem in error.value.problems] == [code]
    return error.value.problems[0]


# --- the Stammtisch of scenario S6 ---------------------------------------------------------------------------------


def test_losers_pay_winners_as_in_the_worked_stammtisch(evening: Evening) -> None:
    the_stammtisch(evening)
    assert cents_of(evening) == {"Anna": -50, "Bernd": 0, "Christl": 200, "Dieter": -250, "Eva": 100}
    settle(evening)
    assert paid_from_to(evening) == {("Dieter", "Christl", 200), ("Dieter", "Eva", 50), ("Anna", "Eva", 50)}
    assert Booking.objects.count() == 0


def test_everything_goes_into_the_kitty_as_in_the_worked_stammtisch(evening: Evening) -> None:
    the_stammtisch(evening, money="pot")
    settlement = settlement_of(evening)
    assert (cents_of(evening), settlement.kitty) == (
        {"Anna": -300, "Bernd": -250, "Christl": -150, "Dieter": -300, "Eva": -100},
        1100,
    )
    settle(evening)
    assert paid_from_to(evening) == {
        ("Anna", "", 300),
        ("Bernd", "", 250),
        ("Christl", "", 150),
        ("Dieter", "", 300),
        ("Eva", "", 100),
    }


def test_through_the_till_the_stammtisch_stands_on_the_balances(evening: Evening) -> None:
    the_stammtisch(evening)
    settle(evening, through_till=True)
    assert balance_of(evening.club) == {"Anna": -50, "Christl": 200, "Dieter": -250, "Eva": 100}
    assert (cash_in_box(evening.club), Transfer.objects.count()) == (0, 0)
    assert {one.kind for one in Booking.objects.all()} == {"settlement"}
    assert {one.day for one in Booking.objects.all()} == {evening.day}


def test_through_the_till_what_goes_to_the_kitty_alone_is_booked_as_kitty(evening: Evening) -> None:
    the_stammtisch(evening, money="pot")
    settle(evening, through_till=True)
    assert balance_of(evening.club) == {"Anna": -300, "Bernd": -250, "Christl": -150, "Dieter": -300, "Eva": -100}
    assert {one.kind for one in Booking.objects.all()} == {"kitty"}


def test_an_evening_of_both_books_each_sheet_as_what_it_was(evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1, money="zero_sum")
    a_leg(evening, "AB", "CD", 2, money="pot")
    settle(evening, through_till=True)
    rows = {(one.player.name, one.kind, one.balance) for one in Booking.objects.all() if one.player}
    assert rows == {
        ("Anna", "settlement", 50),
        ("Bernd", "settlement", 50),
        ("Christl", "settlement", -50),
        ("Dieter", "settlement", -50),
        ("Christl", "kitty", -100),
        ("Dieter", "kitty", -100),
    }


def test_an_evening_without_money_says_what_was_played(evening: Evening) -> None:
    the_stammtisch(evening, money="off")
    settlement = settlement_of(evening)
    assert settlement.for_money is False
    assert {share.player.name: (share.bummerl, share.legs, share.sheets) for share in settlement.shares.values()} == {
        "Anna": (6, 3, 6),
        "Bernd": (5, 2, 5),
        "Christl": (3, 3, 5),
        "Dieter": (6, 1, 4),
        "Eva": (2, 3, 4),
    }
    settle(evening)
    assert (Transfer.objects.count(), Booking.objects.count()) == (0, 0)


def test_merged_people_are_one_in_the_settlement(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    evening.club.players.filter(name="Christl").update(merged_into=house.players["owner"])
    a_table_of = play(
        a_table(evening, ["Anna", "Anna Höß", "Bernd", "Dieter"], house_rules={"money": "zero_sum", "stake_cents": 50}),
        won_leg(0),
    )
    assert a_table_of.evening == evening
    assert cents_of(evening) == {"Anna": 150, "Bernd": 150, "Anna Höß": -150, "Dieter": -150}


# --- once ----------------------------------------------------------------------------------------------------------


def test_open_sheets_are_named_and_nothing_is_settled(evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    play(a_table(evening, list(PEOPLE.values())[:4]), won_leg(0), close=False)
    with translation.override("de"):
        problem = refused("sheets_open", lambda: settle(evening))
    assert problem.figures == {"sheets": "Bauernschnapsen (Anna, Bernd, Christl, Dieter)"}
    assert (fresh_evening(evening).is_open, Transfer.objects.count()) == (True, 0)


def test_a_double_tap_settles_once(evening: Evening) -> None:
    the_stammtisch(evening)
    seen = settlement_of(evening).seen
    for _tap in range(2):
        closed = close_evening(evening, by=None, after_seq=0, seen=seen, through_till=True)
        assert (closed.is_open, closed.seq, closed.through_till) == (False, 1, True)
    assert Booking.objects.count() == 4
    assert Change.objects.filter(what="evening_closed").count() == 1


def test_the_second_phone_with_another_choice_sees_what_was_chosen(evening: Evening) -> None:
    the_stammtisch(evening)
    seen = settlement_of(evening).seen
    close_evening(evening, by=None, after_seq=0, seen=seen, through_till=False)
    with pytest.raises(EveningMoved):
        close_evening(evening, by=None, after_seq=0, seen=seen, through_till=True)
    assert (Transfer.objects.count(), Booking.objects.count()) == (3, 0)


def test_a_sheet_that_was_written_on_since_the_preview_is_a_conflict(house: House, evening: Evening) -> None:
    sheet = a_leg(evening, "AB", "CD", 1)
    seen = settlement_of(evening).seen
    director = house.club.memberships.get(role="director")
    reopen_sheet(fresh(sheet), write=now(fresh(sheet)), by=director)
    with pytest.raises(EveningMoved):
        close_evening(evening, by=None, after_seq=0, seen=seen, through_till=False)
    sheet = fresh(sheet)
    close_sheet(sheet, write=now(sheet))
    with pytest.raises(EveningMoved):
        close_evening(evening, by=None, after_seq=0, seen=seen, through_till=False)
    settle(evening)
    assert not fresh_evening(evening).is_open


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_once_settle_once() -> None:
    evening = an_evening(a_house().club)
    the_stammtisch(evening)
    seen = settlement_of(evening).seen

    def tap(_phone: int) -> Any:
        mine = Evening.objects.select_related("club").get(pk=evening.pk)
        return close_evening(mine, by=None, after_seq=0, seen=seen, through_till=True)

    answers = at_once(4, tap)
    assert [type(answer) for answer in answers] == [Evening] * 4, answers
    assert Booking.objects.count() == 4
    assert balance_of(evening.club) == {"Anna": -50, "Christl": 200, "Dieter": -250, "Eva": 100}


def test_an_evening_without_a_sheet_can_be_closed_too(evening: Evening) -> None:
    settle(evening)
    assert (fresh_evening(evening).is_open, Transfer.objects.count()) == (False, 0)


def test_nothing_begins_in_a_settled_evening(evening: Evening) -> None:
    settle(evening)
    with pytest.raises(engine.Refused) as error:
        a_table(evening, list(PEOPLE.values())[:4])
    assert [problem.code for problem in error.value.problems] == ["evening_closed"]
    assert Sheet.objects.count() == 0


# --- who has paid --------------------------------------------------------------------------------------------------


def test_a_tick_says_who_and_when_and_can_be_taken_back(house: House, evening: Evening) -> None:
    the_stammtisch(evening)
    settle(evening)
    first = payments_of(evening)[0]
    for _tap in range(2):
        ticked = tick_transfer(first, paid=True, by=house.users["scorer"])
        assert (ticked.paid_at is not None, ticked.paid_by) == (True, house.users["scorer"])
    for _tap in range(2):
        assert tick_transfer(first, paid=False, by=house.users["owner"]).paid_at is None
    assert Booking.objects.count() == 0
    written = Change.objects.filter(what__startswith="transfer").order_by("pk")
    assert [(one.what, one.by, one.player, one.after) for one in written] == [
        (what, house.users[role], first.payer, {"day": "2026-03-03", "cents": first.cents})
        for what, role in (("transfer_paid", "scorer"), ("transfer_unpaid", "owner"))
    ]


def test_what_goes_into_the_kitty_comes_into_the_till_with_the_tick(evening: Evening) -> None:
    the_stammtisch(evening, money="pot")
    settle(evening)
    anna = payments_of(evening)[0]
    for turn in range(2):
        tick_transfer(anna, paid=True, by=None)
        tick_transfer(anna, paid=True, by=None)
        assert (cash_in_box(evening.club), balance_of(evening.club)) == (300, {}), turn
        tick_transfer(anna, paid=False, by=None)
        tick_transfer(anna, paid=False, by=None)
        assert (cash_in_box(evening.club), balance_of(evening.club)) == (0, {}), turn
    for one in payments_of(evening):
        tick_transfer(one, paid=True, by=None)
    assert (cash_in_box(evening.club), balance_of(evening.club)) == (1100, {})


# --- open again ----------------------------------------------------------------------------------------------------


def test_opening_again_reverses_the_bookings_and_settles_anew(evening: Evening) -> None:
    the_stammtisch(evening)
    settle(evening, through_till=True)
    for _tap in range(2):
        opened = reopen_evening(fresh_evening(evening), by=None, after_seq=1)
        assert (opened.is_open, opened.seq, opened.through_till) == (True, 2, False)
    assert (balance_of(evening.club), Booking.objects.count()) == ({}, 8)
    a_leg(opened, "AB", "CD", 1)
    settle(opened, through_till=True)
    assert balance_of(evening.club) == {"Bernd": 50, "Christl": 150, "Dieter": -300, "Eva": 100}
    assert [one.what for one in Change.objects.filter(what__startswith="evening").order_by("pk")] == [
        "evening_opened",
        "evening_closed",
        "evening_reopened",
        "evening_closed",
    ]


def test_opening_again_takes_the_payments_back_unless_one_is_ticked(evening: Evening) -> None:
    the_stammtisch(evening)
    settle(evening)
    paid = next(one for one in payments_of(evening) if one.cents == 200)
    tick_transfer(paid, paid=True, by=None)
    with translation.override("de"):
        problem = refused("transfers_paid", lambda: reopen_evening(fresh_evening(evening), by=None, after_seq=1))
    assert problem.figures == {"payments": "Dieter → Christl €\u00a02,00"}
    assert not fresh_evening(evening).is_open
    tick_transfer(paid, paid=False, by=None)
    reopen_evening(fresh_evening(evening), by=None, after_seq=1)
    assert payments_of(evening) == []


def test_a_payment_that_the_till_speaks_of_stays_and_counts_no_more(evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1, money="pot")
    settle(evening)
    christl = payments_of(evening)[0]
    tick_transfer(christl, paid=True, by=None)
    tick_transfer(christl, paid=False, by=None)
    reopen_evening(fresh_evening(evening), by=None, after_seq=1)
    assert (payments_of(evening), [one.cents for one in Transfer.objects.all()]) == ([], [50])
    refused("transfer_withdrawn", lambda: tick_transfer(christl, paid=True, by=None))
    settle(fresh_evening(evening))
    refused("transfer_withdrawn", lambda: tick_transfer(christl, paid=True, by=None))
    assert [one.cents for one in payments_of(evening)] == [50, 50]


def test_an_evening_that_is_open_is_not_opened_again(evening: Evening) -> None:
    with pytest.raises(EveningMoved):
        reopen_evening(evening, by=None, after_seq=0)


# --- a sheet of the evening, opened again --------------------------------------------------------------------------


def test_a_director_opens_a_closed_sheet_again_and_nobody_else(house: House, evening: Evening) -> None:
    sheet = a_leg(evening, "AB", "CD", 1)
    other = a_house("linde").club.memberships.get(role="owner")
    for by in (None, other):
        with pytest.raises(engine.Refused) as error:
            reopen_sheet(sheet, write=now(sheet), by=by)
        assert [problem.code for problem in error.value.problems] == ["not_yours"]
    director = house.club.memberships.get(role="director")
    entry = reopen_sheet(sheet, write=now(sheet), by=director)
    assert (fresh(sheet).is_open, entry.by, sheet.entries.get(seq=entry.seq).by) == (True, director.user, director.user)
    assert Change.objects.get(what="sheet_reopened").by == director.user
    assert differing() == []


def test_a_sheet_of_a_settled_evening_stays_closed(house: House, evening: Evening) -> None:
    sheet = a_leg(evening, "AB", "CD", 1)
    settle(evening)
    sheet = fresh(sheet)
    with pytest.raises(engine.Refused) as error:
        reopen_sheet(sheet, write=now(sheet), by=house.club.memberships.get(role="owner"))
    assert [problem.code for problem in error.value.problems] == ["evening_closed"]
    assert not fresh(sheet).is_open


# --- a sheet that nobody wrote on ----------------------------------------------------------------------------------


def test_an_empty_sheet_is_thrown_away_and_a_written_one_is_not(evening: Evening) -> None:
    empty, written = a_table(evening, list(PEOPLE.values())[:4]), a_table(evening, list(PEOPLE.values())[:4])
    record(written, *LEGS[1])
    for _tap in range(2):
        drop_sheet(empty, by=None)
    refused("sheet_not_empty", lambda: drop_sheet(written, by=None))
    assert list(Sheet.objects.all()) == [written]
    assert Change.objects.filter(what="sheet_dropped").count() == 1


def test_a_sheet_of_no_evening_is_not_thrown_away() -> None:
    sheet = begin_sheet(game="bauernschnapsen", players=["A", "B", "C", "D"], token=new_token())
    refused("sheet_not_here", lambda: drop_sheet(sheet, by=None))


def test_the_settlement_costs_the_same_with_one_sheet_and_with_six(
    evening: Evening, django_assert_num_queries: Any
) -> None:
    a_leg(evening, "AB", "CD", 1)
    in_turn(evening.club)
    with django_assert_num_queries(4):
        settlement_of(evening)
    the_stammtisch(evening)
    with django_assert_num_queries(4):
        settlement_of(evening)
    assert Attendance.objects.count() == 5


def test_a_table_that_closes_while_the_settlement_is_read_is_in_the_next_one(evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    late = play(a_table(evening, ["Franz", "Gusti", "Hans", "Ida"], house_rules=MONEY), won_leg(0), close=False)
    sheets, before = sheets_of_evening(evening), cents_of(evening)
    close_sheet(late, write=now(late))
    read = settlement_of(evening, sheets)
    assert {share.player.name: share.cents for share in read.shares.values()} == before
    assert (read.open, "Franz" in cents_of(evening)) == ([late], True)


def test_a_guest_who_comes_while_a_page_is_read_is_looked_up(evening: Evening) -> None:
    who = people_of(evening.club)
    guest = Player.objects.create(club=evening.club, name="Gusti")
    assert (guest.pk in who, who[guest.pk]) == (False, guest)
    with pytest.raises(KeyError):
        who[0]
