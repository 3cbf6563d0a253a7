"""Two entries that are one person, and parted again."""

from datetime import date

import pytest
from django.db.models import F

from clubs import queries
from clubs.models import Attendance, Change, Evening, Membership, Player
from clubs.models.till import Kind
from clubs.services.core import Refused
from clubs.services.merging import merge, part
from clubs.services.people import add_player
from clubs.services.till import Line, balances, book
from scoring.models import Seat
from scoring.services.merge import sat_together
from tests.club import House, a_house
from tests.services.table import a_sheet, at_once

pytestmark = pytest.mark.django_db


def a_guest(house: House, name: str = "Nanni") -> Player:
    return Player.objects.create(club=house.club, name=name, guest=True)


def merged(house: House, gone: Player, into: Player) -> Player:
    return merge(house.club, gone=gone, into=into, by=house.users["owner"], sat_together=sat_together)


def codes(error: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def seated_together(*players: Player) -> None:
    sheet = a_sheet()
    for seat, player in zip(sheet.seats.all(), players, strict=False):
        seat.player = player
        seat.save()


def test_a_merged_entry_leads_to_the_person_and_nothing_has_moved() -> None:
    house = a_house()
    guest, anna = a_guest(house), house.players["owner"]
    seated_together(guest)
    assert merged(house, guest, anna) == anna
    assert queries.people_of(house.club)[guest.pk] == anna
    assert Seat.objects.get(player=guest).name == "Anna"
    change = Change.objects.get()
    assert (change.what, change.player, change.after) == ("players_merged", guest, {"into": anna.pk})


def test_balance_and_attendance_follow_and_the_same_evening_counts_once() -> None:
    house = a_house()
    guest, anna = a_guest(house), house.players["owner"]
    evening = Evening.objects.create(club=house.club, day=date(2026, 11, 3))
    for player in (guest, anna):
        Attendance.objects.create(evening=evening, player=player)
        lines = [Line(kind=Kind.DEPOSIT, cents=500, player=player)]
        book(house.club, by=None, token=f"token-{player.pk}", day=evening.day, lines=lines)
    merged(house, guest, anna)
    who = queries.people_of(house.club)
    assert balances(house.club) == {anna.pk: 1000}
    assert {who[pk].pk for pk in queries.there(evening)} == {anna.pk}
    part(house.club, alias=guest, by=None)
    assert balances(house.club) == {guest.pk: 500, anna.pk: 500}


def test_parting_is_exact_also_in_a_chain() -> None:
    house = a_house()
    one, two, anna = a_guest(house, "Eins"), a_guest(house, "Zwei"), house.players["owner"]
    merged(house, one, two)
    merged(house, two, anna)
    assert {player.pk for player in queries.other_names(house.club)[anna.pk]} == {one.pk, two.pk}
    part(house.club, alias=two, by=None)
    assert queries.people_of(house.club)[one.pk] == two
    assert queries.people_of(house.club)[anna.pk] == anna


def test_merging_and_parting_twice_is_doing_it_once() -> None:
    house = a_house()
    guest, anna = a_guest(house), house.players["owner"]
    assert merged(house, guest, anna) == merged(house, guest, anna) == anna
    for _tap in range(2):
        part(house.club, alias=guest, by=None)
    assert list(Change.objects.order_by("pk").values_list("what", flat=True)) == ["players_merged", "players_parted"]


def test_whoever_has_the_account_stays_whichever_way_it_is_said_and_twice_is_once() -> None:
    house = a_house()
    guest, anna = a_guest(house), house.players["owner"]
    assert merged(house, anna, guest) == anna
    assert merged(house, anna, guest) == anna
    assert Membership.objects.get(user=house.users["owner"]).player == anna
    guest.refresh_from_db()
    assert guest.merged_into == anna


def test_nobody_is_merged_with_themselves() -> None:
    house = a_house()
    with pytest.raises(Refused) as error:
        merged(house, house.players["owner"], house.players["owner"])
    assert codes(error) == ["merge_itself"]


def test_no_circle_can_be_made() -> None:
    house = a_house()
    one, two = a_guest(house, "Eins"), a_guest(house, "Zwei")
    merged(house, one, two)
    with pytest.raises(Refused) as error:
        merged(house, two, one)
    assert codes(error) == ["merge_itself"]


@pytest.mark.django_db(transaction=True)
def test_no_circle_can_be_made_by_two_at_once() -> None:
    house = a_house()
    one, two = a_guest(house, "Eins"), a_guest(house, "Zwei")
    at_once(2, lambda i: merged(house, *((one, two), (two, one))[i]))
    assert len({queries.people_of(house.club)[pk].pk for pk in (one.pk, two.pk)}) == 1
    assert not Player.objects.filter(merged_into=F("pk")).exists()


def test_two_accounts_are_two_people() -> None:
    house = a_house()
    with pytest.raises(Refused) as error:
        merged(house, house.players["owner"], house.players["member"])
    assert codes(error) == ["merge_two_accounts"]


def test_two_at_one_table_are_two_people_also_under_an_earlier_name() -> None:
    house = a_house()
    guest, earlier, anna = a_guest(house), a_guest(house, "Früher"), house.players["owner"]
    seated_together(guest, earlier)
    merged(house, earlier, anna)
    with pytest.raises(Refused) as error:
        merged(house, guest, anna)
    assert codes(error) == ["merge_sat_together"]


def test_nobody_of_another_club_is_merged() -> None:
    house, other = a_house(), a_house("linde")
    with pytest.raises(Refused) as error:
        merged(house, house.players["owner"], other.players["owner"])
    assert codes(error) == ["no_such_person"]


def test_the_name_of_a_merged_entry_is_not_free_for_somebody_new() -> None:
    house = a_house()
    guest, anna = a_guest(house), house.players["owner"]
    merged(house, guest, anna)
    with pytest.raises(Refused) as error:
        add_player(house.club, by=None, now=guest.created_at, name="nanni")
    assert error.value.problems[0].figures["candidates"] == [anna.pk]
