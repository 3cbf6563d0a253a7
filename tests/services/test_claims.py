"""'This guest was me', said by an account or by the club, and agreed to by the other."""

import pytest

from clubs import queries
from clubs.models import Change, Claim, Membership, Player
from clubs.services.claims import answer_claim, ask_claim, cut_link, may_answer, offer_claim, withdraw_claim
from clubs.services.core import Refused
from clubs.services.merging import part
from scoring.services.merge import sat_together
from tests.club import House, a_house, an_account
from tests.services.table import at_once
from tests.services.test_merge import a_guest, codes, seated_together

pytestmark = pytest.mark.django_db


def newcomer(house: House) -> Membership:
    """An account that has come in and is nobody yet."""
    return Membership.objects.create(club=house.club, user=an_account("Gusti Wimmer"))


def member_of(house: House) -> Membership:
    return Membership.objects.get(club=house.club, user=house.users["member"])


def answered(house: House, claim: Claim, *, agreed: bool = True) -> Claim:
    return answer_claim(claim, by=house.users["director"], agreed=agreed, sat_together=sat_together)


def test_an_account_without_a_person_becomes_the_guest_once_the_club_agrees() -> None:
    house = a_house()
    membership, guest = newcomer(house), a_guest(house)
    claim = ask_claim(membership, guest, by=membership.user)
    assert not Membership.objects.filter(player=guest).exists()
    answered(house, claim)
    guest.refresh_from_db()
    assert (Membership.objects.get(player=guest), guest.guest) == (membership, False)
    assert list(Change.objects.order_by("pk").values_list("what", flat=True)) == ["claim_asked", "claim_agreed"]


def test_of_an_account_with_a_person_the_guest_is_merged_and_can_be_parted_again() -> None:
    house = a_house()
    membership, guest = member_of(house), a_guest(house)
    answered(house, offer_claim(membership, guest, by=house.users["director"]))
    assert queries.people_of(house.club)[guest.pk] == house.players["member"]
    part(house.club, alias=guest, by=None)
    assert queries.people_of(house.club)[guest.pk] == guest


def test_refused_nothing_moves_and_it_can_be_asked_again() -> None:
    house = a_house()
    membership, guest = newcomer(house), a_guest(house)
    answered(house, ask_claim(membership, guest, by=membership.user), agreed=False)
    membership.refresh_from_db()
    assert membership.player is None
    assert ask_claim(membership, guest, by=membership.user).answered_at is None


def test_asked_twice_and_from_both_sides_it_is_one_claim() -> None:
    house = a_house()
    membership, guest = newcomer(house), a_guest(house)
    first = ask_claim(membership, guest, by=membership.user)
    assert ask_claim(membership, guest, by=membership.user) == first
    assert offer_claim(membership, guest, by=house.users["director"]) == first


def test_only_the_other_side_answers() -> None:
    house = a_house()
    membership, director = newcomer(house), Membership.objects.get(user=house.users["director"])
    asked = ask_claim(membership, a_guest(house), by=membership.user)
    offered = offer_claim(membership, a_guest(house, "Zweiter"), by=house.users["director"])
    assert [may_answer(one, membership, people=False) for one in (asked, offered)] == [False, True]
    assert [may_answer(one, director, people=True) for one in (asked, offered)] == [True, False]


@pytest.mark.parametrize("agreed", [True, False])
def test_the_same_answer_again_changes_nothing_and_another_one_is_refused(agreed: bool) -> None:
    house = a_house()
    membership = newcomer(house)
    claim = ask_claim(membership, a_guest(house), by=membership.user)
    for _tap in range(2):
        assert answered(house, claim, agreed=agreed).agreed is agreed
    with pytest.raises(Refused) as error:
        answered(house, claim, agreed=not agreed)
    assert codes(error) == ["claim_answered"]
    assert Change.objects.exclude(what="claim_asked").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_at_once_one_counts() -> None:
    house = a_house()
    membership, guest = newcomer(house), a_guest(house)
    claim = ask_claim(membership, guest, by=membership.user)
    answers = at_once(2, lambda i: answered(house, claim, agreed=i == 0))
    assert sum(isinstance(one, Refused) for one in answers) == 1
    claim.refresh_from_db()
    membership.refresh_from_db()
    assert (membership.player == guest) is claim.agreed


def test_agreeing_closes_what_others_asked_of_the_same_person() -> None:
    house = a_house()
    one, other, guest = newcomer(house), newcomer(house), a_guest(house)
    claims = [ask_claim(membership, guest, by=membership.user) for membership in (one, other)]
    answered(house, claims[0])
    claims[1].refresh_from_db()
    assert (claims[1].answered_at is not None, claims[1].agreed) == (True, False)


def test_nobody_can_be_who_has_an_account_or_is_oneself_or_is_elsewhere() -> None:
    house, other = a_house(), a_house("linde")
    membership = member_of(house)
    for player, code in (
        (house.players["owner"], "person_has_account"),
        (house.players["member"], "claim_oneself"),
        (a_guest(other), "no_such_person"),
    ):
        with pytest.raises(Refused) as error:
            ask_claim(membership, player, by=membership.user)
        assert codes(error) == [code]


def test_somebody_who_sat_at_the_same_table_is_somebody_else_and_the_claim_stays_open() -> None:
    house = a_house()
    membership, guest = member_of(house), a_guest(house)
    seated_together(guest, house.players["member"])
    claim = ask_claim(membership, guest, by=membership.user)
    with pytest.raises(Refused) as error:
        answered(house, claim)
    claim.refresh_from_db()
    assert (codes(error), claim.answered_at) == (["merge_sat_together"], None)


def test_a_guest_who_was_merged_in_the_meantime_leads_to_who_they_are() -> None:
    house = a_house()
    membership, guest = newcomer(house), a_guest(house)
    claim = ask_claim(membership, guest, by=membership.user)
    real = Player.objects.create(club=house.club, name="Gusti Wimmer")
    Player.objects.filter(pk=guest.pk).update(merged_into=real)
    answered(house, claim)
    membership.refresh_from_db()
    assert membership.player == real


def test_taken_back_it_is_gone_and_an_answer_comes_too_late() -> None:
    house = a_house()
    membership = newcomer(house)
    claim = ask_claim(membership, a_guest(house), by=membership.user)
    for _tap in range(2):
        withdraw_claim(claim, by=membership.user)
    with pytest.raises(Refused) as error:
        answered(house, claim)
    assert (codes(error), Claim.objects.count()) == (["claim_gone"], 0)


def test_what_was_answered_is_not_taken_back() -> None:
    house = a_house()
    membership = newcomer(house)
    claim = ask_claim(membership, a_guest(house), by=membership.user)
    answered(house, claim)
    with pytest.raises(Refused) as error:
        withdraw_claim(claim, by=membership.user)
    assert codes(error) == ["claim_answered"]


def test_a_wrong_account_is_cut_off_once_and_can_be_somebody_else_then() -> None:
    house = a_house()
    player, membership = house.players["member"], member_of(house)
    for _tap in range(2):
        cut_link(player, by=house.users["director"])
    assert not Membership.objects.filter(player=player).exists()
    assert list(Change.objects.values_list("what", "player")) == [("account_cut", player.pk)]
    membership.refresh_from_db()
    assert ask_claim(membership, player, by=membership.user).player == player
