"""Roles: who gets which, and that a club is never left without an owner."""

import pytest
from django.utils import timezone

from clubs.models import Change, Membership
from clubs.models.club import Role
from clubs.services.accounts import delete_account
from clubs.services.core import Problem, Refused
from clubs.services.invitations import invite, why_useless
from clubs.services.roles import change_role, remove_member
from tests.club import House, a_house, an_account
from tests.services.table import at_once

pytestmark = pytest.mark.django_db


def membership(house: House, role: str) -> Membership:
    return Membership.objects.get(club=house.club, user=house.users[role])


def with_second_owner(house: House) -> Membership:
    return change_role(membership(house, Role.DIRECTOR), role=Role.OWNER, by=house.users[Role.OWNER])


def codes(answers: list[object]) -> list[str]:
    return sorted(one.problems[0].code if isinstance(one, Refused) else type(one).__name__ for one in answers)


def owners(house: House) -> int:
    return Membership.objects.filter(club=house.club, role=Role.OWNER).count()


def test_a_role_is_changed_and_written_down_with_what_it_was() -> None:
    house = a_house()
    owner = house.users[Role.OWNER]
    changed = change_role(membership(house, Role.MEMBER), role=Role.SCORER, by=owner)
    assert (changed.role, membership(house, Role.MEMBER).role) == (Role.SCORER, Role.SCORER)
    change = Change.objects.get()
    assert (change.what, change.by, change.player, change.before, change.after) == (
        "role_changed",
        owner,
        house.players[Role.MEMBER],
        {"role": "member"},
        {"role": "scorer", "account": house.users[Role.MEMBER].pk},
    )


def test_the_same_role_again_is_no_change() -> None:
    house = a_house()
    change_role(membership(house, Role.MEMBER), role=Role.MEMBER, by=house.users[Role.OWNER])
    assert Change.objects.count() == 0


def test_a_role_there_is_not_is_refused() -> None:
    house = a_house()
    with pytest.raises(Refused, match="no_such_role"):
        change_role(membership(house, Role.MEMBER), role="king", by=house.users[Role.OWNER])


def test_the_last_owner_can_neither_go_nor_be_demoted() -> None:
    house = a_house()
    owner = house.users[Role.OWNER]
    for role in Role.values[1:]:
        with pytest.raises(Refused, match="last_owner"):
            change_role(membership(house, Role.OWNER), role=role, by=owner)
    with pytest.raises(Refused, match="last_owner"):
        remove_member(membership(house, Role.OWNER), by=owner)
    assert (owners(house), Change.objects.count()) == (1, 0)


def test_of_two_owners_one_may_go() -> None:
    house = a_house()
    with_second_owner(house)
    remove_member(membership(house, Role.OWNER), by=house.users[Role.OWNER])
    assert (owners(house), Change.objects.first().what) == (1, "member_left")  # type: ignore[union-attr]  # there is one
    with pytest.raises(Refused, match="last_owner"):
        change_role(membership(house, Role.DIRECTOR), role=Role.MEMBER, by=house.users[Role.DIRECTOR])


@pytest.mark.parametrize("way_out", ["removed", "demoted", "account deleted"])
def test_who_is_no_owner_any_more_cannot_come_back_by_an_invitation_of_their_own(way_out: str) -> None:
    house = a_house()
    with_second_owner(house)
    owner, bert = house.users[Role.OWNER], house.users[Role.DIRECTOR]
    mine, theirs = (
        invite(house.club, by=by, token="token-000001", now=timezone.now(), role=Role.OWNER) for by in (bert, owner)
    )
    if way_out == "removed":
        remove_member(membership(house, Role.DIRECTOR), by=owner)
    elif way_out == "demoted":
        change_role(membership(house, Role.DIRECTOR), role=Role.MEMBER, by=owner)
    else:
        delete_account(bert)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (why_useless(mine, timezone.now()), why_useless(theirs, timezone.now())) == (
        Problem("invitation_revoked"),
        None,
    )
    assert Change.objects.filter(what="invitation_revoked").count() == 1


def test_whoever_goes_leaves_the_person_and_the_games_behind() -> None:
    house = a_house()
    gone = membership(house, Role.MEMBER)
    remove_member(gone, by=house.users[Role.OWNER])
    remove_member(gone, by=house.users[Role.OWNER])  # a second tap
    assert not Membership.objects.filter(user=house.users[Role.MEMBER]).exists()
    house.players[Role.MEMBER].refresh_from_db()
    told = [(one.what, one.player, one.before) for one in Change.objects.all()]
    assert told == [
        (
            "member_removed",
            house.players[Role.MEMBER],
            {"role": "member", "account": house.users[Role.MEMBER].pk},
        )
    ]


# --- at the same moment ---------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_demote_each_other_at_the_same_moment_leave_one() -> None:
    for number in range(5):
        house = a_house(f"post-{number}")
        with_second_owner(house)
        assert (codes(demoting_each_other(house)), owners(house)) == (["Membership", "last_owner"], 1)


def demoting_each_other(house: House) -> list[object]:
    pairs = [(Role.OWNER, Role.DIRECTOR), (Role.DIRECTOR, Role.OWNER)]
    seen = [(membership(house, one), house.users[other]) for one, other in pairs]
    return at_once(2, lambda number: change_role(seen[number][0], role=Role.MEMBER, by=seen[number][1]))


@pytest.mark.django_db(transaction=True)
def test_owners_who_all_leave_at_the_same_moment_leave_one() -> None:
    house = a_house()
    more = [an_account(f"Owner{number}") for number in range(5)]
    for user in more:
        Membership.objects.create(club=house.club, user=user, role=Role.OWNER)
    seen = list(Membership.objects.select_related("club", "user").filter(club=house.club, role=Role.OWNER))
    answers = at_once(6, lambda number: remove_member(seen[number], by=seen[number].user))
    assert (codes(answers), owners(house)) == (["NoneType"] * 5 + ["last_owner"], 1)
