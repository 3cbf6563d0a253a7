"""Many phones in a club at the same moment, as real threads, on whichever database this run has."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from time import sleep
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.models import F
from django.utils import timezone

from clubs.models import Change, Club, Evening, Invitation, Membership, Player, User
from clubs.models.club import Role
from clubs.services import roles
from clubs.services.accounts import delete_account
from clubs.services.clubs import change_club
from clubs.services.core import Refused
from clubs.services.invitations import accept, invite
from clubs.services.turns import in_turn
from scoring.models import Sheet
from scoring.services.adopt import adopt_sheet
from scoring.services.check import differing_tallies
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.erase import erase_person
from scoring.services.evenings import close_evening, drop_sheet, settlement_of
from scoring.services.sheets import begin_sheet, rename_seats
from tests.club import House, a_house, an_account
from tests.services.evening import TUESDAY, a_table, an_evening, fresh_evening, play
from tests.services.table import CAST, at_once, fresh, new_token, now, record, won_leg

pytestmark = pytest.mark.django_db(transaction=True)


def codes(answers: list[Any]) -> list[str]:
    """What was answered: the codes of what was refused, else the kind of answer."""
    return sorted(
        ", ".join(one.code for one in answer.problems) if isinstance(answer, Refused) else type(answer).__name__
        for answer in answers
    )


# --- nobody waits for somebody who waits for them -------------------------------------------------------------------


def while_the_club_is_taken(club: Club, work: Callable[[], Any]) -> Any:
    """What `work` answers that sets off while somebody has taken the club and goes on to take everything else."""
    begun = Event()

    def other() -> Any:
        try:
            begun.set()
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=1) as pool:
        with transaction.atomic():
            in_turn(club)
            answer = pool.submit(other)
            begun.wait(timeout=20)
            sleep(0.3)  # until it waits
            for rows in (Evening.objects, Invitation.objects, Membership.objects, Player.objects):
                rows.filter(club=club).update(club=F("club"))
            Sheet.objects.update(seq=F("seq"))
        return answer.result(timeout=30)


def a_played(house: House, *, close: bool = True) -> Sheet:
    return play(a_table(an_evening(house.club), CAST), won_leg(0), close=close)


def director(house: House) -> Membership:
    return Membership.objects.get(user=house.users[Role.DIRECTOR])


def test_closing_a_sheet_waits_for_the_club_before_it_takes_anything() -> None:
    house = a_house()
    sheet = a_played(house, close=False)
    while_the_club_is_taken(house.club, lambda: close_sheet(sheet, write=now(sheet)))
    assert not fresh(sheet).is_open


def test_so_does_opening_one_again() -> None:
    house = a_house()
    sheet = a_played(house)
    while_the_club_is_taken(house.club, lambda: reopen_sheet(sheet, write=now(sheet), by=director(house)))
    assert fresh(sheet).is_open


def test_so_does_writing_other_names_on_the_seats() -> None:
    house = a_house()
    sheet = a_table(an_evening(house.club), CAST)
    names = ["Anna", "Bert", "Cilli", "Emil"]
    while_the_club_is_taken(house.club, lambda: rename_seats(sheet, names=names, write=now(sheet)))
    assert fresh(sheet).seq == 1


def test_so_does_throwing_an_empty_one_away() -> None:
    house = a_house()
    sheet = a_table(an_evening(house.club), CAST)
    while_the_club_is_taken(house.club, lambda: drop_sheet(sheet, by=None))
    assert not Sheet.objects.exists()


def test_so_does_coming_in_by_an_invitation() -> None:
    house = a_house()
    guest = Player.objects.create(club=house.club, name="Gusti", guest=True)
    link = invite(house.club, by=house.users[Role.OWNER], token="token-01", now=timezone.now(), player=guest)
    gusti = an_account("Gusti")
    while_the_club_is_taken(house.club, lambda: accept(link, by=gusti, now=timezone.now()))
    assert Membership.objects.get(user=gusti).player == guest


# --- the same thing twice -------------------------------------------------------------------------------------------


def test_a_double_tap_on_an_invitation_for_a_person_is_one_membership() -> None:
    house = a_house()
    guest = Player.objects.create(club=house.club, name="Gusti", guest=True)
    gusti = an_account("Gusti")
    for round_ in range(5):
        Membership.objects.filter(user=gusti).delete()
        link = invite(house.club, by=house.users[Role.OWNER], token=new_token(), now=timezone.now(), player=guest)

        def tap(_number: int, link: Invitation = link) -> Membership:
            return accept(link, by=gusti, now=timezone.now())

        answers = at_once(8, tap)
        assert (round_, codes(answers)) == (round_, ["Membership"] * 8)
        link.refresh_from_db()
        assert link.uses_left == 0


def test_a_link_for_three_lets_three_of_eight_in() -> None:
    house = a_house()
    link = invite(house.club, by=house.users[Role.OWNER], token="token-01", now=timezone.now(), uses=3)
    accounts = [an_account(f"Gast {number}") for number in range(8)]
    answers = at_once(8, lambda number: accept(link, by=accounts[number], now=timezone.now()))
    assert Counter(codes(answers)) == {"Membership": 3, "invitation_used_up": 5}


def test_settings_that_are_saved_by_a_double_tap_are_one_line_in_the_log() -> None:
    house = a_house()
    clubs = [Club.objects.get(pk=house.club.pk) for _ in range(6)]
    at_once(6, lambda number: change_club(clubs[number], by=house.users[Role.OWNER], name="Gasthaus Post"))
    assert list(Change.objects.values_list("what", flat=True)) == ["club_changed"]


# --- one thing and its opposite -------------------------------------------------------------------------------------


def test_an_account_that_has_just_left_gets_no_role() -> None:
    house = a_house()
    gone = director(house)
    roles.remove_member(gone, by=house.users[Role.OWNER])
    with pytest.raises(Refused) as caught:
        roles.change_role(gone, role=Role.SCORER, by=house.users[Role.OWNER])
    assert [one.code for one in caught.value.problems] == ["no_such_account"]


def test_of_two_owners_who_delete_their_accounts_at_once_one_has_to_stay() -> None:
    for round_ in range(5):
        house = a_house(f"post-{round_}")
        roles.change_role(director(house), role=Role.OWNER, by=house.users[Role.OWNER])
        both = [house.users[Role.OWNER], house.users[Role.DIRECTOR]]

        def delete(number: int, both: list[User] = both) -> None:
            delete_account(both[number])

        answers = at_once(2, delete)
        assert (round_, codes(answers)) == (round_, ["NoneType", "only_owner"])
        assert Membership.objects.filter(club=house.club, role=Role.OWNER).count() == 1


def test_an_evening_is_settled_or_its_sheets_opened_again_and_both_add_up() -> None:
    house = a_house()
    evening = an_evening(house.club)
    sheets = [play(a_table(evening, CAST), won_leg(0)) for _ in range(4)]
    seen = settlement_of(evening).seen

    def do(number: int) -> Any:
        if number % 2:
            return close_evening(evening, by=None, after_seq=0, seen=seen, through_till=False)
        sheet = sheets[number // 2]
        return reopen_sheet(sheet, write=now(sheet), by=director(house))

    at_once(8, do)
    evening = fresh_evening(evening)
    playing = sum(fresh(sheet).is_open for sheet in sheets)
    assert evening.is_open == (playing > 0)
    assert list(differing_tallies()) == []


def test_whoever_is_erased_while_their_sheet_is_opened_again_is_either_playing_or_gone() -> None:
    house = a_house()
    for round_ in range(3):
        name = f"Zenz {round_}"
        sheet = play(a_table(an_evening(house.club), ["Anna", "Bert", "Cilli", name]), won_leg(0))
        zenz = Player.objects.get(name=name)

        def do(number: int, sheet: Sheet = sheet, zenz: Player = zenz, name: str = name) -> Any:
            if number:
                return erase_person(house.club, zenz, by=None, confirmation=name)
            return reopen_sheet(sheet, write=now(sheet), by=director(house))

        answers = codes(at_once(2, do))
        assert (round_, answers) in [(round_, ["Entry", "Player"]), (round_, ["Entry", "erase_at_table"])]
        assert list(differing_tallies()) == []


# --- a quick sheet that is adopted at this very moment --------------------------------------------------------------


def quick_and_stale(house: House, *, close: bool = False) -> Sheet:
    """A sheet as a phone holds it that read it before the club adopted it."""
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"))
    record(sheet, won_leg(0))
    if close:
        close_sheet(sheet, write=now(sheet))
    adopt_sheet(fresh(sheet), club=house.club, by=None, now=TUESDAY, day=TUESDAY.date(), people=CAST)
    assert sheet.club is None
    return sheet


def test_closing_it_adds_it_up_in_the_club() -> None:
    sheet = quick_and_stale(a_house())
    close_sheet(sheet, write=now(sheet))
    assert (fresh(sheet).is_open, list(differing_tallies())) == (False, [])


def test_other_names_on_its_seats_are_the_clubs_people() -> None:
    sheet = quick_and_stale(a_house())
    rename_seats(sheet, names=["Anna", "Bert", "Cilli", "Emil"], write=now(sheet))
    assert not sheet.seats.filter(player=None).exists()


def test_nobody_without_a_role_opens_it_again() -> None:
    sheet = quick_and_stale(a_house(), close=True)
    with pytest.raises(Exception, match="not_yours"):
        reopen_sheet(sheet, write=now(sheet))
    assert (fresh(sheet).is_open, list(differing_tallies())) == (False, [])


def test_all_that_close_and_adopt_it_at_once_leave_one_that_adds_up() -> None:
    house = a_house()
    for _round in range(4):
        sheet = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"))
        record(sheet, won_leg(0))

        def do(number: int, sheet: Sheet = sheet) -> Any:
            mine = fresh(sheet)
            if number % 2:
                return close_sheet(mine, write=now(mine))
            day = (TUESDAY + timedelta(days=number)).date()
            return adopt_sheet(mine, club=house.club, by=None, now=TUESDAY + timedelta(30), day=day, people=CAST)

        at_once(6, do)
        assert (fresh(sheet).club, fresh(sheet).is_open) == (house.club, False)
        assert list(differing_tallies()) == []
