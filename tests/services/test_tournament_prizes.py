"""Prizes and the end: every cent of the pot goes somewhere, is handed out, booked once, and taken back knowingly."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Booking, Change
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.core import Refused
from clubs.services.till import Line
from tests.club import House, a_house
from tests.services.table import at_once
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tests.tournament_evenings import play_on, three_lives, two_times_32
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Buy, Payout, Table, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import finishing, penalties
from tournaments.services.facts import facts_of
from tournaments.services.prizes import STAYS, PrizeList, out_for_good, prize_list

pytestmark = pytest.mark.django_db

WHOLE_EUROS = 100


def now_won(tournament: Tournament) -> PrizeList:
    return prize_list(facts_of(tournament))


def finished(tournament: Tournament, *, sure: bool = False) -> list[Payout]:
    finishing.finish(tournament, by=None, now=timezone.now(), sure=sure)
    return list(finishing.payouts_of(tournament))


def money(payouts: Sequence[Payout]) -> list[tuple[int | None, str, int, str]]:
    return [(one.entrant.number if one.entrant else None, one.wins, one.cents, one.goods) for one in payouts]


def refusal(tournament: Tournament, **more: Any) -> list[str]:
    with pytest.raises(Refused) as error:
        finishing.finish(tournament, by=None, now=timezone.now(), **more)
    return [one.code for one in error.value.problems]


def handed(payouts: Sequence[Payout], *numbers: int) -> None:
    for one in payouts:
        if one.entrant is not None and one.entrant.number in numbers:
            finishing.hand_out(one, by=None, handed=True)


def replanned(tournament: Tournament, **prizes: Any) -> Tournament:
    plan = read_plan({**tournament.plan, "prizes": {**tournament.plan["prizes"], **prizes}})
    Tournament.objects.filter(pk=tournament.pk).update(plan=write_plan(plan))
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


# --- the list --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round_to", "amounts"), [(1, [6400, 4000, 2400, 1920, 1280]), (WHOLE_EUROS, [6400, 4000, 2400, 1900, 1300])]
)
def test_s3_every_cent_and_the_pressack(round_to: int, amounts: list[int], house: House) -> None:
    payouts = finished(two_times_32(house.club, round_to=round_to))
    assert money(payouts) == [
        (11, "last_but_one", 0, "Pressack"),
        *((number, "place", cents, "") for number, cents in zip((7, 8, 5, 2, 1), reversed(amounts), strict=True)),
    ]
    assert sum(one.cents for one in payouts) == 16_000


def test_s1_takings_are_in_the_pot_also_of_who_never_came(house: House) -> None:
    found = now_won(three_lives(house.club))
    assert (found.pot.paid, found.pot.cents, found.stays) == (10, 15_000, 0)
    assert [(one.number, one.cents) for one in found.prizes] == [(8, 3000), (4, 4500), (6, 7500)]


def test_buying_in_again_goes_into_the_pot_and_out_of_it_when_cancelled(house: House) -> None:
    tournament = three_lives(house.club, rounds=3)
    dorn = tournament.entrants.get(number=3)
    buy = Buy.objects.create(entrant=dorn, after_round=3, lives=1, cents=500, pool_cents=500, token="buy")
    assert now_won(tournament).pot.cents == 15_500
    Buy.objects.filter(pk=buy.pk).update(cancelled_at=timezone.now())
    assert now_won(tournament).pot.cents == 15_000


def test_open_and_free_cards_are_not_in_the_pot(house: House) -> None:
    tournament = two_times_32(house.club)
    tournament.entrants.filter(number=3).update(paid=Paid.OPEN)
    tournament.entrants.filter(number=4).update(paid=Paid.FREE)
    a_card(tournament, "Irrtum", status=Status.CANCELLED, paid=Paid.PAID)
    found = now_won(tournament)
    assert (found.pot.paid, found.pot.open, found.pot.cents, found.won) == (14, 1, 14_000, 14_000)


def test_shared_places_share_their_prizes_and_it_sums_to_the_pot(house: House) -> None:
    prizes = [{"place": place, "share": share} for place, share in ((1, 5000), (2, 3000), (3, 2000))]
    plan = {"stages": [{"kind": "drawn"}], "fee": {"cents": 2500, "pool": 2500}, "prizes": {"prizes": prizes}}
    tournament = a_tournament(house.club, cards=4, plan=plan)
    tournament.entrants.update(paid=Paid.PAID)
    drawn = a_round(tournament, [1, 2, 3, 4])
    a_result(Table.objects.get(round=drawn), {"points": 1}, {"points": 1}, {"points": 1}, {"points": 0})
    found = now_won(tournament)
    assert sorted(one.cents for one in found.prizes) == [3333, 3333, 3334]
    assert (found.stays, {one.shared_with for one in found.prizes}) == (0, {2})


def test_what_nobody_wins_stays_with_the_club_and_is_written_down(house: House) -> None:
    tournament = replanned(two_times_32(house.club), prizes=[{"place": 1, "cents": 10_000}], rest="club")
    payouts = finished(tournament)
    assert money(payouts) == [(1, "place", 10_000, ""), (None, STAYS, 6000, "")]


def test_best_woman_and_largest_group(house: House) -> None:
    tournament = three_lives(house.club)
    tournament.entrants.filter(number__in=[1, 2]).update(group="FF Wald")
    wins = [{"wins": "best_woman", "cents": 5000}, {"wins": "largest_group", "cents": 10_000, "goods": "Fass Bier"}]
    payouts = finished(replanned(tournament, prizes=wins))
    assert money(payouts) == [(None, "largest_group", 10_000, "Fass Bier"), (7, "best_woman", 5000, "")]
    assert payouts[0].group == "FF Wald"


def test_a_list_that_cannot_be_paid_says_so_and_nothing_is_lost(house: House) -> None:
    tournament = replanned(two_times_32(house.club), prizes=[{"place": 1, "share": 5000}])
    found = now_won(tournament)
    assert ([one.code for one in found.problems], found.prizes, found.stays) == (["not_100"], (), 16_000)
    assert refusal(tournament) == refusal(tournament, sure=True) == ["not_100"]
    assert Payout.objects.count() == 0


def test_without_money_and_prizes_places_are_final_all_the_same(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan={"stages": [{"kind": "drawn", "rounds": 1}]})
    drawn = a_round(tournament, [1, 2, 3, 4])
    a_result(Table.objects.get(round=drawn), *[{"points": 0}] * 4)
    assert finished(tournament) == []
    assert Tournament.objects.get(pk=tournament.pk).ended_at is not None


# --- the end ---------------------------------------------------------------------------------------------------------


def test_open_tables_are_named_and_a_draft_too(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1)
    a_round(tournament, [1, 5, 9, 13], [2, 6, 10, 14])
    a_round(tournament, [1, 2, 3, 4], published=False)
    with pytest.raises(Refused) as error:
        finishing.finish(tournament, by=None, now=timezone.now(), sure=True)
    assert [(one.code, one.figures) for one in error.value.problems] == [
        ("finish_tables_open", {"round": 2, "tables": "1, 2", "count": 2}),
        ("finish_draft", {"round": 3}),
    ]


def test_before_the_first_round_there_is_nothing_to_finish(house: House) -> None:
    assert refusal(a_tournament(house.club, cards=4)) == ["finish_nothing_played"]


def test_too_early_or_unpaid_only_knowingly(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1)
    tournament.entrants.filter(number=3).update(paid=Paid.OPEN)
    assert refusal(tournament) == ["finish_early", "finish_unpaid"]
    payouts = finished(tournament, sure=True)
    assert sum(one.cents for one in payouts) == 15_000


def test_finishing_twice_is_once(house: House) -> None:
    tournament = two_times_32(house.club)
    first, again = ([one.pk for one in finished(tournament)] for _ in range(2))
    assert first == again
    assert [one.what for one in Change.objects.all()] == ["tournament_finished"]


def test_what_is_handed_out_is_ticked_once_and_can_be_taken_back(house: House) -> None:
    payouts = finished(two_times_32(house.club))
    for tick in (True, True, False, False, True):
        payout = finishing.hand_out(payouts[-1], by=house.users["scorer"], handed=tick)
    assert (payout.handed_at is not None, payout.handed_by) == (True, house.users["scorer"])
    told = [one.what for one in Change.objects.order_by("pk")]
    assert told == ["tournament_finished", "prize_handed_out", "prize_taken_back", "prize_handed_out"]
    assert Change.objects.order_by("-pk")[0].after["prizes"] == [{"card": 1, "cents": 6400, "goods": ""}]


def test_what_stays_with_the_club_is_handed_to_nobody(house: House) -> None:
    payouts = finished(replanned(two_times_32(house.club), prizes=[{"place": 1, "cents": 10_000}], rest="club"))
    with pytest.raises(Refused) as error:
        finishing.hand_out(payouts[-1], by=None, handed=True)
    assert [one.code for one in error.value.problems] == ["stays_with_club"]


# --- the till --------------------------------------------------------------------------------------------------------


def test_only_what_was_handed_out_is_booked_and_only_once(house: House) -> None:
    tournament = two_times_32(house.club)
    payouts = finished(tournament)
    handed(payouts, 1, 2, 11)
    booked = finishing.book(tournament, by=house.users["treasurer"], token="one")
    assert [(one.kind, one.cash, one.balance, one.player) for one in booked] == [
        ("expense", -4000, 0, None),
        ("expense", -6400, 0, None),
    ]
    assert (booked[1].note.partition(":")[0], booked[1].note[-1]) == ("Schafkopfrennen", "1")
    again = finishing.book(tournament, by=house.users["treasurer"], token="one")
    assert [one.pk for one in again] == [one.pk for one in booked]
    assert finishing.book(tournament, by=None, token="two") == []
    handed(payouts, 5)
    assert [one.cash for one in finishing.book(tournament, by=None, token="three")] == [-2400]
    assert till.cash_in_box(house.club) == -12_800


def test_a_tick_taken_back_after_booking_is_reversed_by_the_next_booking(house: House) -> None:
    tournament = two_times_32(house.club)
    payouts = finished(tournament)
    handed(payouts, 1, 2)
    finishing.book(tournament, by=None, token="one")
    finishing.hand_out(payouts[-1], by=None, handed=False)
    assert till.cash_in_box(house.club) == -10_400
    assert [one.cash for one in finishing.book(tournament, by=None, token="two")] == [6400]
    assert till.cash_in_box(house.club) == -4000
    assert finishing.book(tournament, by=None, token="three") == []


def test_what_the_treasurer_reversed_in_the_till_is_to_be_booked_again(house: House) -> None:
    tournament = two_times_32(house.club)
    payouts = finished(tournament)
    handed(payouts, 1)
    (line,) = finishing.book(tournament, by=None, token="one")
    till.reverse(line, by=None, token="back")
    assert till.cash_in_box(house.club) == 0
    assert [one.cash for one in finishing.book(tournament, by=None, token="two")] == [-6400]


def test_nothing_is_booked_before_the_end_and_no_foreign_token_taken(house: House) -> None:
    tournament = two_times_32(house.club)
    with pytest.raises(Refused) as error:
        finishing.book(tournament, by=None, token="one")
    assert [one.code for one in error.value.problems] == ["not_finished"]
    handed(finished(tournament), 1)
    till.book(house.club, by=None, token="used", day=till.today(house.club), lines=[Line(Kind.INCOME, 1, note="x")])
    with pytest.raises(Refused) as error:
        finishing.book(tournament, by=None, token="used")
    assert [one.code for one in error.value.problems] == ["token_used"]


# --- opened again ----------------------------------------------------------------------------------------------------


def test_opened_again_freely_while_nothing_was_handed_out(house: House) -> None:
    tournament = two_times_32(house.club)
    finished(tournament)
    assert finishing.reopen(tournament, by=None).ended_at is None
    assert finishing.reopen(tournament, by=None).ended_at is None
    assert len(finished(tournament)) == 6
    told = [one.what for one in Change.objects.order_by("pk")]
    assert told == ["tournament_finished", "tournament_reopened", "tournament_finished"]


def test_opened_again_after_booking_only_knowingly_and_then_it_is_reversed(house: House) -> None:
    tournament = two_times_32(house.club)
    handed(finished(tournament), 1, 2)
    finishing.book(tournament, by=None, token="one")
    with pytest.raises(Refused) as error:
        finishing.reopen(tournament, by=None)
    assert [(one.code, one.at) for one in error.value.problems] == [
        ("reopen_handed", "sure"),
        ("reopen_booked", "sure"),
    ]
    assert till.cash_in_box(house.club) == -10_400
    finishing.reopen(tournament, by=None, sure=True)
    assert (till.cash_in_box(house.club), Booking.objects.count()) == (0, 4)


def test_whoever_wins_the_same_again_has_it_already_and_is_booked_once(house: House) -> None:
    tournament = two_times_32(house.club)
    handed(finished(tournament), 1, 2, 5)
    finishing.book(tournament, by=None, token="one")
    finishing.reopen(tournament, by=None, sure=True)
    # P1 falls behind P2: they change places, P5 keeps the third.
    penalties.adjust(
        tournament, by=None, token=new_token(), number=1, unit="points", amount=-2, reason="zu spät gekommen"
    )
    with pytest.raises(Refused) as error:
        finishing.finish(tournament, by=None, now=timezone.now())
    assert [(one.code, one.figures["count"]) for one in error.value.problems] == [("finish_handed_otherwise", 2)]
    payouts = finished(tournament, sure=True)
    assert {one.entrant and one.entrant.number: one.cents for one in payouts if one.handed_at} == {5: 2400}
    assert [one.cash for one in finishing.book(tournament, by=None, token="two")] == [-2400]
    assert till.cash_in_box(house.club) == -2400


def test_a_correction_after_the_end_is_noticed(house: House) -> None:
    tournament = two_times_32(house.club)
    payouts = finished(tournament)
    facts = facts_of(tournament)
    assert not finishing.moved_on(facts, prize_list(facts), payouts)
    penalties.adjust(tournament, by=None, token=new_token(), number=1, unit="points", amount=-2, reason="spät")
    facts = facts_of(tournament)
    assert finishing.moved_on(facts, prize_list(facts), payouts)


# --- at once ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_who_finish_at_once_finish_once_and_two_treasurers_book_once() -> None:
    house = a_house()
    tournament = two_times_32(house.club)
    answers = at_once(6, lambda number: len(finished(tournament)))
    assert answers == [6] * 6
    assert (Payout.objects.count(), Change.objects.filter(what="tournament_finished").count()) == (6, 1)
    handed(list(finishing.payouts_of(tournament)), 1, 2)
    at_once(6, lambda number: finishing.book(tournament, by=None, token=f"n{number}"))
    assert (till.cash_in_box(house.club), Booking.objects.count()) == (-10_400, 2)
    at_once(4, lambda number: finishing.reopen(tournament, by=None, sure=True))
    assert (till.cash_in_box(house.club), Booking.objects.count()) == (0, 4)


@pytest.mark.django_db(transaction=True)
def test_the_same_penalty_from_many_phones_is_one() -> None:
    house = a_house()
    tournament = two_times_32(house.club)

    def adjust(number: int) -> int:
        made = penalties.adjust(tournament, by=None, token="same", number=1, unit="points", amount=-5, reason="spät")
        return made.pk

    assert len({*at_once(8, adjust)}) == 1


# --- handed out while others play ------------------------------------------------------------------------------------

EVERYBODY: list[dict[str, Any]] = [{"place": place, "goods": "Wurst"} for place in range(1, 10)]


def early(tournament: Tournament, number: int, place: int, handed: bool = True) -> None:
    finishing.hand_out_early(tournament, by=None, number=number, wins="place", place=place, handed=handed)


def test_who_is_out_gets_the_prize_at_once_and_the_end_takes_it_over(house: House) -> None:
    prizes = [*EVERYBODY, {"place": 1, "share": 10_000}]
    tournament = three_lives(house.club, rounds=3, prizes=prizes)
    for _ in range(2):
        early(tournament, 3, 9)
    with pytest.raises(Refused) as error:
        early(tournament, 6, 1)
    assert [one.code for one in error.value.problems] == ["prize_not_certain"]
    assert [(one.entrant and one.entrant.number, one.goods) for one in Payout.objects.all()] == [(3, "Wurst")]
    early(tournament, 3, 9, handed=False)
    early(tournament, 3, 9)
    play_on(tournament, 4)
    payouts = finished(tournament)
    assert [(one.entrant and one.entrant.number, one.handed_at is not None) for one in payouts] == [
        *[(3, True), (1, False), (5, False), (2, False), (7, False), (9, False), (8, False), (4, False), (6, False)]
    ]
    with pytest.raises(Refused) as error:
        early(tournament, 3, 9)
    assert [one.code for one in error.value.problems] == ["finished_meanwhile"]


def test_nobody_of_the_round_that_is_played_is_certain_of_anything(house: House) -> None:
    tournament = three_lives(house.club, rounds=3, prizes=EVERYBODY)
    a_round(tournament, [7, 2], [5, 1], [9, 8], [6, 4])
    facts = facts_of(tournament)
    assert out_for_good(facts) == {3}
