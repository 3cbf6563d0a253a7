"""Invitations: who comes in by a link, as what and as whom, and when no longer."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from clubs.models import Change, Claim, Invitation, Membership, Player
from clubs.models.club import Role
from clubs.services.core import Refused
from clubs.services.invitations import accept, invite, revoke, say_who, why_useless
from tests.club import House, a_house, an_account
from tests.services.table import at_once, new_token

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 3, 19, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=1)


def invited(house: House, **fields: Any) -> Invitation:
    given = {"token": new_token("invite"), "now": NOW, **fields}
    return invite(house.club, by=house.users[Role.OWNER], **given)


def refused(work: Any, *args: Any, **given: Any) -> list[str]:
    with pytest.raises(Refused) as caught:
        work(*args, **given)
    return [problem.code for problem in caught.value.problems]


def codes(answers: list[Any]) -> list[str]:
    return sorted(one.problems[0].code if isinstance(one, Refused) else type(one).__name__ for one in answers)


def guest(house: House, name: str = "Gusti Gast") -> Player:
    return Player.objects.create(club=house.club, name=name, guest=True)


def uses(invitation: Invitation) -> int:
    return Invitation.objects.get(pk=invitation.pk).uses_left


# --- making ---------------------------------------------------------------------------------------------------------


def test_a_link_is_for_one_member_and_a_week_unless_said_otherwise() -> None:
    house = a_house()
    made = invited(house)
    assert (made.role, made.uses_left, made.expires_at, made.player) == ("member", 1, NOW + timedelta(days=7), None)
    assert len(made.secret) == 32
    change = Change.objects.get()
    assert (change.what, made.secret in str(change.after)) == ("invitation_made", False)


def test_the_same_request_twice_is_one_invitation_and_nobody_can_guess_its_secret() -> None:
    house, other = a_house(), a_house("adler")
    one, again = invited(house, token="token-01"), invited(house, token="token-01")
    assert (one, Invitation.objects.count(), Change.objects.count()) == (again, 1, 1)
    elsewhere = invited(other, token="token-01")
    assert elsewhere.secret != one.secret
    assert "token-01" not in one.secret


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_at_the_same_moment_is_one_invitation() -> None:
    house = a_house()
    answers = at_once(6, lambda _number: invited(house, token="token-01"))
    assert [getattr(one, "pk", one) for one in answers] == [Invitation.objects.get().pk] * 6


def test_everything_that_is_wrong_with_an_invitation_is_named() -> None:
    house = a_house()
    wrong = {"token": "x", "role": "king", "uses": 0, "days": 1000, "player": house.players[Role.MEMBER]}
    assert refused(invited, house, **wrong) == [
        "bad_token",
        "no_such_role",
        "bad_uses",
        "bad_days",
        "person_has_account",
    ]
    assert refused(invited, house, player=a_house("adler").players[Role.OWNER]) == ["no_such_person"]
    assert Invitation.objects.count() == 0


def test_a_link_that_is_meant_for_somebody_works_once() -> None:
    house = a_house()
    assert invited(house, player=guest(house), uses=30).uses_left == 1


# --- following ------------------------------------------------------------------------------------------------------


def test_whoever_follows_a_link_gets_its_role() -> None:
    house = a_house()
    made, cilli = invited(house, role=Role.TREASURER), an_account("Cilli")
    membership = accept(made, by=cilli, now=LATER)
    assert (membership.role, membership.player, uses(made)) == (Role.TREASURER, None, 0)
    change = Change.objects.first()
    assert change is not None
    assert (change.what, change.by, change.after) == (
        "member_joined",
        cilli,
        {"role": "treasurer", "account": cilli.pk},
    )


def test_following_twice_uses_one_use() -> None:
    house = a_house()
    made, cilli = invited(house, uses=3), an_account("Cilli")
    assert accept(made, by=cilli, now=LATER) == accept(made, by=cilli, now=LATER)
    assert (uses(made), Membership.objects.filter(user=cilli).count()) == (2, 1)


@pytest.mark.parametrize("uses_before", [1, 3])
@pytest.mark.django_db(transaction=True)
def test_a_double_tap_at_the_same_moment_uses_one_use(uses_before: int) -> None:
    house = a_house()
    made, cilli = invited(house, uses=uses_before), an_account("Cilli")
    answers = at_once(6, lambda _number: accept(Invitation.objects.get(pk=made.pk), by=cilli, now=LATER))
    assert [getattr(one, "user_id", one) for one in answers] == [cilli.pk] * 6
    assert (uses(made), Membership.objects.filter(user=cilli).count()) == (uses_before - 1, 1)
    assert Change.objects.filter(what="member_joined").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_who_race_for_the_last_use_one_gets_it() -> None:
    house = a_house()
    made, many = invited(house), [an_account(f"Racer{number}") for number in range(6)]
    answers = at_once(6, lambda n: accept(Invitation.objects.get(pk=made.pk), by=many[n], now=LATER))
    assert codes(answers) == ["Membership", *["invitation_used_up"] * 5]
    assert (uses(made), Membership.objects.filter(user__in=many).count()) == (0, 1)


def test_a_link_that_is_too_old_withdrawn_or_used_up_lets_nobody_in() -> None:
    house = a_house()
    cilli = an_account("Cilli")
    old, gone, used = invited(house), invited(house), invited(house)
    revoke(gone, by=house.users[Role.OWNER], now=LATER)
    revoke(gone, by=house.users[Role.OWNER], now=LATER)
    accept(used, by=an_account("Dana"), now=LATER)
    assert refused(accept, old, by=cilli, now=NOW + timedelta(days=7)) == ["invitation_expired"]
    assert refused(accept, gone, by=cilli, now=LATER) == ["invitation_revoked"]
    assert refused(accept, used, by=cilli, now=LATER) == ["invitation_used_up"]
    assert Change.objects.filter(what="invitation_revoked").count() == 1
    whys = [why_useless(Invitation.objects.get(pk=one.pk), LATER) for one in (old, gone, used)]
    assert [why and why.code for why in whys] == [None, "invitation_revoked", "invitation_used_up"]


def test_who_is_in_the_club_already_keeps_the_role_and_spends_no_use() -> None:
    house = a_house()
    made = invited(house, role=Role.OWNER)
    assert accept(made, by=house.users[Role.MEMBER], now=LATER).role == Role.MEMBER
    assert uses(made) == 1


# --- as whom --------------------------------------------------------------------------------------------------------


def test_a_link_that_is_meant_for_a_person_makes_the_account_this_person() -> None:
    house = a_house()
    gusti, cilli = guest(house), an_account("Cilli")
    membership = accept(invited(house, player=gusti), by=cilli, now=LATER)
    gusti.refresh_from_db()
    assert (membership.player, gusti.guest) == (gusti, False)


def test_it_also_makes_somebody_a_person_who_came_in_before() -> None:
    house = a_house()
    gusti, cilli = guest(house), an_account("Cilli")
    accept(invited(house), by=cilli, now=LATER)
    made = invited(house, player=gusti)
    for _tap in range(2):
        assert accept(made, by=cilli, now=LATER).player == gusti
    assert (uses(made), Change.objects.filter(what="member_is_person").count()) == (0, 1)


def test_nobody_else_becomes_a_person_who_has_an_account_by_now() -> None:
    house = a_house()
    gusti = guest(house)
    one, other = invited(house, player=gusti), invited(house, player=gusti)
    accept(one, by=an_account("Cilli"), now=LATER)
    assert refused(accept, other, by=an_account("Dana"), now=LATER) == ["person_has_account"]
    assert uses(other) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_become_the_same_person_at_the_same_moment_one_does() -> None:
    house = a_house()
    gusti, many = guest(house), [an_account(f"Racer{number}") for number in range(4)]
    made = [invited(house, player=gusti) for _ in many]
    answers = at_once(4, lambda n: accept(Invitation.objects.get(pk=made[n].pk), by=many[n], now=LATER))
    assert codes(answers) == ["Membership", *["person_has_account"] * 3]
    assert sorted(uses(one) for one in made) == [0, 1, 1, 1]


def test_the_person_it_is_meant_for_may_have_been_merged_into_another() -> None:
    house = a_house()
    gusti, gustav = guest(house), guest(house, "Gustav Gast")
    made = invited(house, player=gusti)
    Player.objects.filter(pk=gusti.pk).update(merged_into=gustav)
    assert accept(made, by=an_account("Cilli"), now=LATER).player == gustav


def came_in(house: House, name: str = "Cilli Fremd") -> Membership:
    return accept(invited(house), by=an_account(name), now=LATER)


def test_without_such_a_link_being_somebody_known_is_a_claim() -> None:
    house = a_house()
    gusti, membership = guest(house), came_in(house)
    for _tap in range(2):
        say_who(membership, by=membership.user, now=LATER, player=gusti)
    claim = Claim.objects.get()
    assert (claim.player, claim.membership, claim.by_club, claim.asked_by) == (
        gusti,
        membership,
        False,
        membership.user,
    )
    assert Membership.objects.get(pk=membership.pk).player is None


def test_somebody_new_is_added_at_once_and_once() -> None:
    house = a_house()
    membership = came_in(house)
    for _tap in range(2):
        say_who(Membership.objects.get(pk=membership.pk), by=membership.user, now=LATER, name="Fremd, Cilli")
    me = Membership.objects.get(pk=membership.pk).player
    assert me is not None
    assert (me.name, me.guest, house.club.players.filter(name__startswith="Cilli").count()) == ("Cilli Fremd", False, 1)


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_on_being_somebody_new_is_one_person() -> None:
    house = a_house()
    membership = came_in(house)
    seen = [Membership.objects.select_related("club", "player", "user").get(pk=membership.pk) for _ in range(5)]
    answers = at_once(5, lambda n: say_who(seen[n], by=seen[n].user, now=LATER, name="Cilli Fremd"))
    assert codes(answers) == ["Membership"] * 5
    assert house.club.players.filter(name="Cilli Fremd").count() == 1


def test_what_speaks_against_being_somebody_is_named() -> None:
    house = a_house()
    membership = came_in(house)
    given = {"by": membership.user, "now": LATER}
    assert refused(say_who, membership, **given, name=" ") == ["player_missing"]
    assert refused(say_who, membership, **given, name="Höß Anna") == ["name_is_known"]
    assert refused(say_who, membership, **given, name="x" * 41) == ["text_too_long"]
    assert refused(say_who, membership, **given, player=house.players[Role.OWNER]) == ["person_has_account"]
    member = Membership.objects.get(user=house.users[Role.MEMBER])
    assert refused(say_who, member, **given, name="Somebody Else") == ["already_somebody"]
